"""Leaderboards: the results that records report on one benchmark, put in order where that can be done.

`collecting` finds the results, `metrics` declares which way is better, `pages` prints them.
"""

from extractor.board.collecting import benchmarks, board
from extractor.board.model import Board, Group, Listed, Result

__all__ = ["Board", "Group", "Listed", "Result", "benchmarks", "board"]
