"""Records as one page of HTML that loads nothing: search, filters, counts, and each abstract with its findings marked.

`packing` makes the data that stands in the page, `writing` puts page and data together. How the page looks and works
is in `page.html`, `page.css` and `script/`.
"""

from extractor.report.writing import Written, write_report

__all__ = ["Written", "write_report"]
