"""Records back from the page that they stand in, written anew from what packing.py says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from extractor.records import AbstractRecord

_SOURCE = (
    "file", "position", "collection", "id", "title", "year", "authors", "venue", "url", "pdf", "code_url",
)  # fmt: skip
_NUMBER = (
    "start", "end", "value", "value_max", "uncertainty", "unit", "of", "kind", "qualifier", "change", "metric",
    "benchmark", "method", "baseline", "confidence", "found_by",
)  # fmt: skip
_LINK = ("start", "end", "url", "canonical", "kind", "host", "owner", "repository", "ours", "confidence", "found_by")


@dataclass
class Page(HTMLParser):
    """What a parser of HTML makes of a page: all elements, and what stands in scripts and styles."""

    source: str
    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)
    inner: bool = False

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.contents.append("")
        self.inner = True

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - what stands behind an element is not in it
        self.inner = False

    def handle_data(self, data: str) -> None:
        if self.inner:
            self.contents[-1] += data

    def inside(self, tag: str, **attributes: str) -> list[str]:
        return [
            content
            for (name, has), content in zip(self.elements, self.contents, strict=True)
            if name == tag and attributes.items() <= has.items()
        ]

    def records(self) -> list[AbstractRecord]:
        (words,) = self.inside("script", id="words")
        listed = json.loads(words)
        scripts = self.inside("script", **{"class": "records"})
        return [unpacked(row, listed) for script in scripts for row in json.loads(script)]


def unpacked(row: list[Any], words: list[str | None]) -> AbstractRecord:
    record_id, title, text, sources, methods, benchmarks, numbers, links = row
    fields = {"text": text, "title": title}

    def named(entry: list[Any]) -> dict[str, Any]:
        name, aliases, canonical, role, mentions, confidence, found_by = entry
        return {
            "name": words[name],
            "aliases": [words[alias] for alias in aliases],
            "canonical": words[canonical],
            "role": words[role],
            "mentions": [mention(*one) for one in mentions],
            "confidence": confidence,
            "found_by": [words[one] for one in found_by],
        }

    def mention(start: int, end: int, in_title: int = 0, stands: str | None = None) -> dict[str, Any]:
        where = "title" if in_title else "text"
        return {"field": where, "start": start, "end": end, "text": stands or fields[where][start:end]}

    def worded(names: tuple[str, ...], row: list[Any], *places: str) -> dict[str, Any]:
        plain = dict(zip(names, [*row, *[None] * (len(names) - len(row))], strict=False))
        return plain | {name: words[plain[name] or 0] for name in places}

    def spanned(names: tuple[str, ...], row: list[Any], *places: str) -> dict[str, Any]:
        plain = worded(names, row, *places)
        stands = row[len(names)] if text is None else text[plain["start"] : plain["end"]]
        return plain | {"text": stands, "found_by": [words[one] for one in plain["found_by"]]}

    made: dict[str, Any] = {
        "schema_version": 1,
        "id": record_id,
        "title": title,
        "text": text,
        "sources": [worded(_SOURCE, one, "file", "collection", "venue") for one in sources],
        "methods": [named(entry) for entry in methods],
        "benchmarks": [named(entry) for entry in benchmarks],
        "numbers": [spanned(_NUMBER, one, "unit", "of", "kind", "qualifier", "change", "metric") for one in numbers],
        "links": [spanned(_LINK, one, "kind", "host") for one in links],
    }
    for link in made["links"]:
        link["canonical"] = link["url"] if link["canonical"] == 0 else link["canonical"]
    for number in made["numbers"]:
        for tie, entries in (("benchmark", "benchmarks"), ("method", "methods"), ("baseline", "methods")):
            place = number[tie]
            number[tie] = made[entries][place - 1]["name"] if place else None
    return AbstractRecord.model_validate_json(json.dumps(made))
