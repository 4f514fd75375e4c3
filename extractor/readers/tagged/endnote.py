"""EndNote's export, and that of refer before it: `%T`, a percent sign and a letter a field."""

from __future__ import annotations

from functools import partial
from typing import Final

import regex

from extractor.readers.base import Format
from extractor.readers.tagged.reading import Blank, Dialect, Tagged, read

_TAG = regex.compile(r"(%[0-9A-Z!#$&()*+,.:;<=>?@\[\]^|~])(?:[ \t]++(.*+))?")
_LINES = 4


def _split(line: str) -> Tagged | None:
    match = _TAG.match(line) if line.startswith("%") and line[2:3].isspace() else None
    return (match[1], match[2] or "") if match else None


def _known(_tag: str, value: str) -> str | None:
    return value


DIALECT: Final = Dialect(
    split=_split,
    begins=frozenset({"%0"}),
    names={
        "abstract": ("%X",),
        "title": ("%T",),
        "id": ("%M", "%F"),
        "year": ("%D", "%8"),
        "authors": ("%A",),
        "venue": ("%J", "%B", "%S"),
        "url": ("%U",),
        "pdf": ("%>",),
    },
    ids=("%R", "%U", "%M", "%>"),
    known=_known,
    blank=Blank.END_BEFORE_TAG,
)


def _accepts(head: str) -> bool:
    """A tag that an entry may begin with in the first line, and another soon after it."""
    written = [line for line in head.removeprefix("\ufeff").splitlines() if line.strip()][:_LINES]
    tags = [tagged[0] for line in written if (tagged := _split(line + "\n"))]
    return len(tags) > 1 and tags[0] in {"%0", "%A", "%T"} and written[0].startswith(tags[0])


ENDNOTE: Final = Format("endnote", "EndNote and refer, %T %A %X", (".enw", ".endf", ".refer"), _accepts,
                        partial(read, dialect=DIALECT))  # fmt: skip
