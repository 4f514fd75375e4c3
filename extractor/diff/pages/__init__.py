"""What is printed of a diff: text, JSON, Markdown, HTML. Each page is a module with `head`, `record` and `foot`."""

from extractor.diff.pages.writing import ALL, Page, read_through, write_lines, write_page, write_patches

__all__ = ["ALL", "Page", "read_through", "write_lines", "write_page", "write_patches"]
