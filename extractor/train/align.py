"""From gold entries, which hold names, to the spans where those names stand.

Gold names are written without markup, so they are looked up in the cleaned text, with spelling variants folded. Where
one name lies inside another, the longer one is what stands there.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import regex

from extractor.folding import NameIndex, segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.document import Document
    from extractor.gold.files import GoldAbstract
    from extractor.records import FieldName

Kind = Literal["method", "benchmark"]

# Names inside a URL are no mentions: `github.com/owner/LoRA`.
_URL = regex.compile(r"(?:https?://|www\.|\b(?:github|gitlab|huggingface)\.(?:com|co|io)/)\S+", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """A half-open span of the cleaned text where a gold name stands; an optional one counts neither way.

    `name` is the name as the gold has it.
    """

    field: FieldName
    start: int
    end: int
    kind: Kind
    optional: bool = False
    name: str = dataclasses.field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where the names of a gold abstract stand.

    Attributes:
        spans: in reading order, none overlapping another.
        missing: `(kind, name)` of each gold name that stands nowhere by itself: only inside longer names, in a URL, or
            spelt in a way that folding does not undo.
    """

    spans: tuple[GoldSpan, ...]
    missing: tuple[tuple[Kind, str], ...]


class _Name(NamedTuple):
    kind: Kind
    name: str
    optional: bool


def align(abstract: GoldAbstract, document: Document) -> Alignment:
    """Return where the names of a gold abstract stand in its document.

    A spelling that two entries share goes to the one that is not optional, else to the method.
    """
    names = list(_names(abstract))
    index = NameIndex.of(
        (spelling, name)
        for name in sorted(names, key=lambda name: name.optional)
        for spelling in (name.name, *_other_number(name.name))
    )
    spans: list[GoldSpan] = []
    seen: set[_Name] = set()
    for passage in document.passages:
        text = passage.text
        urls = [match.span() for match in _URL.finditer(text)]
        for start, end, candidates in index.find(text):
            fitting = [name for name in candidates if _case_fits(text[start:end], name.name)]
            if fitting and not any(first < end and start < last for first, last in urls):
                first = fitting[0]
                spans.append(GoldSpan(passage.field, start, end, first.kind, first.optional, first.name))
                seen.update(fitting)
    return Alignment(tuple(spans), tuple((name.kind, name.name) for name in names if name not in seen))


def _names(abstract: GoldAbstract) -> Iterator[_Name]:
    for method in abstract.methods:
        for name in method.names:
            yield _Name("method", name, method.optional)
    for benchmark in abstract.benchmarks:
        for name in benchmark.names:
            yield _Name("benchmark", name, benchmark.optional)


def _other_number(name: str) -> Iterator[str]:
    """Yield the plural of a singular and the other way round, but not for plain words: `GANs` where gold has `GAN`."""
    if name[-1:].isalpha() and not name.islower():
        yield name[:-1] if name.endswith("s") and len(name) > 3 else name + "s"


def _case_fits(found: str, name: str) -> bool:
    """Whether the text's spelling can be the name: `time` is no mention of the dataset `TIME`."""
    return not found.islower() or name.islower() or len(segments(name)) > 1
