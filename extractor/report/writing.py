"""Writing the page: its files put together around the records, which are read once and never held."""

from __future__ import annotations

import base64
import hashlib
import sys
from dataclasses import dataclass
from html import escape
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

from extractor.diff.pages.style import PALETTE
from extractor.report.packing import Words, as_script, packed
from extractor.resources import page_part
from extractor.writers import Draft, output_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from extractor.records import AbstractRecord

STDOUT = "-"
TITLE = "Records of abstracts"

SCRIPTS = ("records", "drawing", "marking", "articles", "charts", "selecting", "page")
"""The parts of the page's script, in the order in which they build on each other."""

# A browser's strings end at about half a gigabyte: no script element comes near that.
_RECORDS_A_SCRIPT = 500


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes:
        records: how many records are on the page.
        size: how many bytes it has.
    """

    records: int
    size: int


def write_report(records: Iterable[AbstractRecord], out: str | Path, *, title: str = TITLE) -> Written:
    """Write records as one page of HTML that loads nothing.

    The page is moved into place when it is whole; before that, what was there stays. The same records and title give
    the same bytes.

    Args:
        records: the records, read once.
        out: the file, or `-` for standard output.
        title: the heading of the page.

    Raises:
        OutputError: it cannot be written there.
    """
    if str(out) == STDOUT:
        written = _write(records, sys.stdout.buffer, title)
        sys.stdout.buffer.flush()
        return written
    with Draft(Path(out)) as draft:
        with output_errors(out):
            written = _write(records, draft.stream, title)
        draft.commit()
    return written


def _write(records: Iterable[AbstractRecord], stream: IO[bytes], title: str) -> Written:
    size = count = 0
    words = Words()

    def put(text: str) -> None:
        nonlocal size
        size += stream.write(text.encode("utf-8", "backslashreplace"))

    before, after = _page(title)
    put(before)
    iterator = iter(records)
    while batch := list(islice(iterator, _RECORDS_A_SCRIPT)):
        put('<script type="application/json" class="records">[\n')
        put(",\n".join(as_script(packed(record, words)) for record in batch))
        put("\n]</script>\n")
        count += len(batch)
    put(f'<script type="application/json" id="words">{as_script(words.listed())}</script>\n')
    put(after)
    return Written(count, size)


def _page(title: str) -> tuple[str, str]:
    """Return what stands before and what stands behind the data."""
    style, script = PALETTE + page_part("report/page.css"), _script()
    parts = {"title": escape(title), "policy": escape(_policy(style, script)), "style": style, "script": script}
    before, after = page_part("report/page.html").split("{{records}}\n")
    return _filled(before, parts), _filled(after, parts)


def _script() -> str:
    parts = (page_part(f"report/script/{name}.js") for name in SCRIPTS)
    return '"use strict";\n{\n' + "\n".join(parts) + "}\n"


def _filled(template: str, parts: dict[str, str]) -> str:
    """Put parts into their places; what looks like a place inside a part is none."""
    return "".join(_pieces(template, parts))


def _pieces(template: str, parts: dict[str, str]) -> Iterator[str]:
    first, *rest = template.split("{{")
    yield first
    for piece in rest:
        name, text = piece.split("}}", 1)
        yield parts[name]
        yield text


def _policy(style: str, script: str) -> str:
    """Return a policy that lets nothing be loaded, and no script and style run but the page's own."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {_digest(style)}",
            f"script-src {_digest(script)}",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
