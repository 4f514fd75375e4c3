"""What is said of every dataset, in words that card and Croissant share."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from extractor.pipeline import PASSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.card.dataset import Dataset
    from extractor.records import RunFile

TAGS: Final = (
    "abstracts", "benchmarks", "croissant", "information-extraction", "leaderboard", "machine-learning",
    "scientific-papers",
)  # fmt: skip


def described(dataset: Dataset) -> str:
    """Return what a dataset is, in a paragraph."""
    contents = dataset.contents
    counts = {kind: f"{number:,}" for kind, number in contents.entries.items()}
    return (
        f"{counted(contents.records, 'records')} of {'abstract' if contents.records == 1 else 'abstracts'}"
        f" of machine-learning papers{_years(dataset)}. Each record holds what one abstract states:"
        f" the names of methods ({counts['methods']}) and benchmarks ({counts['benchmarks']}), reported numbers"
        f" ({counts['numbers']}) with what they measure, on what, by what and against what, and"
        f" links ({counts['links']}). Every value is tied to the exact characters that it came from."
    )


def made_with(dataset: Dataset) -> str:
    """Return how a dataset was made, in a sentence."""
    if dataset.run is None:
        return (
            "Found by extractor, without a person reading the abstracts. No run file tells which version and options."
        )
    model = "rules, name lists and a small tagger" if dataset.run.model else "rules and name lists"
    return f"Found by extractor {dataset.run.extractor} with {model}, without a person reading the abstracts."


def limits(dataset: Dataset) -> Iterator[str]:
    """Yield what the data are not, a sentence or two each."""
    yield "An abstract's claims are told as they stand there; nobody has checked them against its paper or another."
    yield (
        "No person has corrected what was found. Entries are missing or wrong as often as the figures say, and the"
        " metric of a number more often than anything else."
    )
    yield (
        "Rules and model are made for abstracts of machine learning in English. In other fields acronyms of all kinds"
        " are taken for methods."
    )
    yield (
        "A name is told as each abstract writes it. The same thing has one `canonical` name across records only where"
        " a name list knows it."
    )
    yield (
        "`confidence` was measured on the abstracts that the rules were made on; on others the share of right entries"
        " is a little lower."
    )
    run = dataset.run
    if run is None:
        return
    if missing := [name for name in PASSES if name not in run.options.get("passes", PASSES)]:
        yield f"Some passes did not run ({', '.join(missing)}), so that less was found than the figures say."
    if run.options.get("rules"):
        yield "Rules of the user's own were laid over the shipped ones, which the figures say nothing about."
    if run.counts.left_out:
        yield f"It is a part: {counted(run.counts.left_out, 'abstracts')} that could be read were not asked for."
    if rejected := sum(run.counts.rejects.values()):
        yield f"{counted(rejected, 'pieces')} of the input could not be used and {_are(rejected)} not in it."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def counted(number: int, things: str) -> str:
    """Return a number of things in words: `1 record`, `2,000 records`."""
    return f"{number:,} {things.removesuffix('s') if number == 1 else things}"


def digest_of_rules(run: RunFile) -> str:
    """Return one digest for all rules of a run: the SHA-256 of the lines `digest  path`, sorted by path."""
    lines = "".join(f"{digest}  {path}\n" for path, digest in sorted(run.rules.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _years(dataset: Dataset) -> str:
    if dataset.contents.years is None:
        return ""
    first, last = dataset.contents.years
    return f" of {first}" if first == last else f" of {first} to {last}"
