"""Markdown files whose YAML front matter is a paper, as PMLR and many lab pages have them: one file, one paper.

Several of them one after the other are read too. What stands below the front matter is a page's own text and left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

import regex
import yaml

from extractor.readers import fields
from extractor.readers.base import Flaw, Format, Piece, ReadOptions
from extractor.readers.lines import lines

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCES = ("---", "...")
_LONGEST = 2_000_000
_ACCEPTED = regex.compile(r"\s*+---[ \t]*\r?\n(?:(?!---[ \t]*\r?$).*\n)*?abstract[ \t]*:(?:\s|$)", regex.MULTILINE)
_BROKEN_BYTES = regex.compile(r"[\ud800-\udfff]")
_PMLR = "proceedings of machine learning research"
# All scalars stay as they are written: a title may be `2048` or `No`.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def _read(stream: BinaryIO, options: ReadOptions) -> Iterator[Piece | Flaw]:
    block: list[str] = []
    begin, offset, size = 1, 0, 0
    ready, fenced = True, False  # a block begins only at the top, or right below another
    for line in lines(stream):
        content = line.text.rstrip()
        if fenced and (content in _FENCES or size > _LONGEST):
            yield _entry("".join(block), line=begin, offset=offset, options=options)
            block, fenced, size = [], False, 0
        elif fenced:
            block.append(line.text)
            size += len(line.text)
        elif ready and content == "---":
            fenced, begin, offset = True, line.number, line.offset
        elif content:
            ready = False
    if fenced and "".join(block).strip():
        yield _entry("".join(block), line=begin, offset=offset, options=options)


def _entry(block: str, *, line: int, offset: int, options: ReadOptions) -> Piece | Flaw:
    raw = f"---\n{block}---"
    if _BROKEN_BYTES.search(block):
        return Piece(line=line, offset=offset, raw=raw, text=None)  # what is wrong with it is told from its raw content
    try:
        entry = yaml.load(block, _LOADER)  # noqa: S506 - makes nothing but strings, lists and dictionaries
    except RecursionError:
        return Flaw(line=line, offset=offset, code="too-deep", reason="the YAML is nested too deeply", raw=raw)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {line + 1 + mark.line}" if mark else ""
        what = getattr(error, "problem", None) or "a character that YAML does not allow"
        reason = f"no valid YAML: {what}{where}; quote the value, or mend its indentation"
        return Flaw(line=line, offset=offset, code="bad-yaml", reason=reason, raw=raw)
    if not isinstance(entry, dict):
        reason = "the front matter has no named fields; give it `title:` and `abstract:`"
        return Flaw(line=line, offset=offset, code="bad-yaml", reason=reason, raw=raw)
    known = {name: value for name, value in entry.items() if isinstance(name, str)}
    if isinstance(known.get("abstract"), str):
        known["abstract"] = known["abstract"].strip()
    if "://" not in str(known.get("page")):
        known.pop("page", None)  # of a volume, not on the web
    volume, key = known.get("volume"), known.get("id")
    if isinstance(volume, str) and isinstance(key, str) and _is_pmlr(known) and "id" not in options.fields:
        # Its keys are those of the volume only: `lee24a` stands in each of the year.
        named = known | {"id": f"pmlr-v{volume}-{key}"}
        found = fields.piece(named, raw=raw, line=line, offset=offset, fields=options.fields)
        return replace(found, source_id=key) if isinstance(found, Piece) else found
    return fields.piece(known, raw=raw, line=line, offset=offset, fields=options.fields)


def _is_pmlr(entry: dict[str, object]) -> bool:
    return entry.get("publisher") == "PMLR" or str(entry.get("series")).casefold() == _PMLR


def _accepts(head: str) -> bool:
    return bool(_ACCEPTED.match(head))


FRONT_MATTER = Format("front-matter", "Markdown with a paper as its YAML front matter", (), _accepts, _read)
