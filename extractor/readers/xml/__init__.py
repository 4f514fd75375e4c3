"""XML in the kinds in which papers come: one module a kind, over one way to cut a file into its entries."""

from extractor.readers.xml.reading import XML

__all__ = ["XML"]
