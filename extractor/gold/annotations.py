"""Annotations: gold without its texts, and gold again once the texts are there.

The texts of annotated abstracts belong to others. What was annotated in them, and digests of them, can be passed on:
who has the texts from where they are public gets the gold back. A text counts as the same whatever its white space, in
which dumps of one abstract differ, so that places are told in characters that are no white space.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import regex
from pydantic import BaseModel, ConfigDict, NonNegativeInt, ValidationError

from extractor.abstract import Abstract
from extractor.errors import InputError
from extractor.gold.files import GoldAbstract, json_lines
from extractor.readers import read_abstracts
from extractor.records import first_fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from extractor.readers import ReadOptions
    from extractor.records import Reject

Fate = Literal["attached", "differs", "missing"]

_DIGITS = 32  # hexadecimal digits of a digest: enough that no two texts share them
# What ids of gold say of where the paper is, where they do not say it as records do.
_PAPERS = (
    (regex.compile(r"arxiv[-:](\d{4}\.\d{4,5})"), "arxiv:{}"),
    (regex.compile(r"acl[-:](.+)"), "acl:{}"),
    (regex.compile(r"(?:iclr|icml|neurips)\d{4}-([\w-]{10})"), "openreview:{}"),
    (regex.compile(r"((?:openreview|doi|pmid):.+)"), "{}"),
)


class _Inked(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str
    ink: NonNegativeInt


class _Annotated(BaseModel):
    """What attaching needs of a line of annotations; the rest is that of gold."""

    model_config = ConfigDict(extra="ignore", strict=True)

    id: str
    paper: str | None
    title_digest: str | None
    text_digest: str
    numbers: list[_Inked] = []


@dataclass(frozen=True, slots=True)
class Attached:
    """What became of one annotated abstract.

    Attributes:
        id: its id in the gold.
        paper: the id that a record of it has, if that is known.
        source: where its text came from when it was annotated, if that is known.
        fate: `attached`, `differs` (the paper is there, with another text), or `missing`.
        gold: the line of gold, if it is attached.
        title_differs: whether it was attached with another title.
    """

    id: str
    paper: str | None
    source: str | None
    fate: Fate
    gold: dict[str, Any] | None
    title_differs: bool = False


def detach(gold: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of gold without its title and text, with digests of them in their place.

    A number's `ink` is its place: how many characters that are no white space stand in front of it. Names, and the
    figures and words of numbers, stay as they are written: they are what was annotated.
    """
    text, title = gold["text"], gold.get("title")
    detached: dict[str, Any] = {
        "id": gold["id"],
        "paper": _paper(gold["id"]),
        "title_digest": None if title is None else digest(title),
        "text_digest": digest(text),
    }
    for key, value in gold.items():
        if key == "numbers":
            detached[key] = [
                {
                    **{name: part for name, part in number.items() if name != "start"},
                    "ink": _inked(text[: number["start"]]),
                }
                for number in value
            ]
        elif key not in ("id", "title", "text"):
            detached[key] = value
    return detached


def detach_file(gold: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a gold file, detached.

    Raises:
        InputError: it cannot be read, or a line is no gold abstract.
    """
    for number, line in json_lines(gold):
        _check(GoldAbstract, line, f"{gold}:{number}: no gold abstract")
        yield detach(line)


def attach(annotations: Path, abstracts: Iterable[Abstract | Reject]) -> Iterator[Attached]:
    """Read abstracts until all annotated ones are found; yield what became of each, in the order of the annotations.

    Args:
        annotations: the file of annotations, plain or compressed.
        abstracts: the public abstracts, in any order, with any others among them; rejects are passed over.

    Raises:
        InputError: the annotations cannot be read.
    """
    wanted = [
        line
        for number, line in json_lines(annotations)
        if _check(_Annotated, line, f"{annotations}:{number}: no annotation")
    ]
    by_text = {line["text_digest"]: line for line in wanted}
    by_paper = {line["paper"]: line for line in wanted if line["paper"]}
    by_title = {line["title_digest"]: line for line in wanted if line["title_digest"]}
    found: dict[str, Abstract] = {}
    seen: set[str] = set()
    for abstract in abstracts:
        if not isinstance(abstract, Abstract):
            continue
        text = digest(abstract.text)
        if text in by_text and text not in found:
            found[text] = abstract
            if len(found) == len(by_text):
                break
        title = digest(abstract.title) if abstract.title else None
        other = by_paper.get(abstract.record_id) or (by_title.get(title) if title else None)
        if other is not None:
            seen.add(other["text_digest"])
    for line in wanted:
        abstract_found = found.get(line["text_digest"])
        fate: Fate = "attached" if abstract_found else "differs" if line["text_digest"] in seen else "missing"
        yield Attached(
            id=line["id"],
            paper=line["paper"],
            source=line.get("source"),
            fate=fate,
            gold=_attached(line, abstract_found) if abstract_found else None,
            title_differs=abstract_found is not None and _digest_of(abstract_found.title) != line["title_digest"],
        )


def read_public(inputs: Sequence[str], *, format: str | None, options: ReadOptions) -> Iterator[Abstract | Reject]:
    """Yield what stands in inputs, one after the other.

    Raises:
        InputError: one of them cannot be read at all.
    """
    for where in inputs:
        yield from read_abstracts(where, format=format, options=options)


def write_lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return rows as JSON Lines."""
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def packed(content: bytes) -> bytes:
    """Return content as gzip, the same bytes for the same content."""
    return gzip.compress(content, mtime=0)


def digest(text: str) -> str:
    """Return the digest of a text without its white space: the first half of its SHA-256."""
    return hashlib.sha256("".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _digest_of(text: str | None) -> str | None:
    return None if text is None else digest(text)


def _paper(gold_id: str) -> str | None:
    for form, paper in _PAPERS:
        if match := form.fullmatch(gold_id):
            return paper.format(match.group(1))
    return None


def _inked(text: str) -> int:
    """Return how many characters of a text are no white space."""
    return sum(len(part) for part in text.split())


def _attached(line: Mapping[str, Any], abstract: Abstract) -> dict[str, Any]:
    text = abstract.text
    ink = [place for place, character in enumerate(text) if not character.isspace()]
    gold: dict[str, Any] = {"id": line["id"], "title": abstract.title, "text": text}
    for key, value in line.items():
        if key == "numbers":
            gold[key] = [_placed(number, text, ink) for number in value]
        elif key not in ("id", "paper", "title_digest", "text_digest"):
            gold[key] = value
    GoldAbstract.model_validate(gold)
    return gold


def _placed(number: Mapping[str, Any], text: str, ink: Sequence[int]) -> dict[str, Any]:
    first = number["ink"]
    start, last = ink[first], ink[first + _inked(number["text"]) - 1]
    return {
        "text": text[start : last + 1],
        "start": start,
        **{name: part for name, part in number.items() if name not in ("text", "ink")},
    }


def _check(model: type[BaseModel], line: object, what: str) -> bool:
    try:
        model.model_validate(line)
    except ValidationError as error:
        raise InputError(f"{what}: {first_fault(error)}") from error
    return True
