"""BibTeX, entry by entry, as BibTeX reads it and as the programs that export it write it."""

from extractor.readers.bibtex.reading import BIBTEX

__all__ = ["BIBTEX"]
