"""What a file of records holds: counts, marks of what does not fit together, and digits that no entry accounts for."""

from extractor.stats.counting import Stats, count
from extractor.stats.marks import Mark, marks_of
from extractor.stats.unexplained import Shape, Unexplained, find_unexplained

__all__ = ["Mark", "Shape", "Stats", "Unexplained", "count", "find_unexplained", "marks_of"]
