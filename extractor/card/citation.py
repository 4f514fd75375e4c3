"""How to cite a dataset."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.card.dataset import Dataset

_NO_KEY = re.compile(r"[^a-z0-9]+")
_SPECIAL = re.compile(r"[\\{}$&#^_~%]")


def bibtex(dataset: Dataset) -> str:
    """Return the BibTeX entry of a dataset; what its publisher has not said is not in it."""
    key = _NO_KEY.sub("-", dataset.stem.lower()).strip("-") or "records"
    return f"@misc{{{key},\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in _fields(dataset)) + "}"


def _fields(dataset: Dataset) -> Iterator[tuple[str, str]]:
    about = dataset.about
    if about.creators:
        # A name in braces is one name, whatever is in it: an organisation's is not cut into first and last.
        yield "author", " and ".join(f"{{{_plain(name)}}}" for name in about.creators)
    yield "title", f"{{{_plain(dataset.title)}}}"
    if about.published:
        yield "year", about.published[:4]
    if about.version:
        yield "version", _plain(about.version)
    if about.url:
        yield "url", about.url
    made = f"made with extractor {dataset.run.extractor}" if dataset.run else "made with extractor"
    yield "note", f"{dataset.contents.records} records, {made}"


def _plain(text: str) -> str:
    return " ".join(_SPECIAL.sub(" ", text).split())
