"""Texts for tests that hold short cuts to what they save: the examples of all rules, and texts made of their words."""

from __future__ import annotations

from hypothesis import strategies as st

from extractor.rules import load

RULES = load()
EXAMPLES = tuple(
    dict.fromkeys(
        text for rule in RULES.rules.values() for text in (*(example.text for example in rule.accepts), *rule.rejects)
    )
)
_ODD = ("", "(", "⟦M0⟧", "⟦B1⟧", "é", "²", "“", "\u0301")
_PIECES = sorted({*_ODD, *(piece for text in EXAMPLES for piece in text.split())})
_GAPS = (" ", " ", " ", "", "\n", "-", ", ", ". ", "’", "é")
TEXTS = st.lists(st.tuples(st.sampled_from(_PIECES), st.sampled_from(_GAPS)), max_size=14).map(
    lambda pieces: "".join(piece + gap for piece, gap in pieces)
)
