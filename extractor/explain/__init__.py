"""Explain: what found what in one abstract, what was dropped and why, and how numbers were tied to names."""

from extractor.explain.explaining import explain
from extractor.explain.model import Explanation

__all__ = ["Explanation", "explain"]
