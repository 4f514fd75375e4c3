"""A data card as Markdown: the README of a dataset."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from extractor.card import measured
from extractor.card.citation import bibtex
from extractor.card.fields import record_fields
from extractor.card.hub import front_matter
from extractor.card.licences import licence_of
from extractor.card.loading import examples
from extractor.card.wording import counted, described, digest_of_rules, limits, made_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractor.card.dataset import Dataset
    from extractor.card.fields import Field
    from extractor.records import RunFile

MARK = "<!-- extractor card -->"
"""A line that every card has."""

_MARKUP = re.compile(r"([\\`*_{}\[\]<>|#~$])")
_SHOWN_INPUTS = 50
_SHOWN_VALUES = 8


def as_markdown(dataset: Dataset) -> str:
    """Return the card of a dataset, for a file `README.md` that stands beside it."""
    sections = (
        ("", _what(dataset)),
        ("## How it was made", _how(dataset)),
        ("## Fields", _fields()),
        ("## How good it is", _how_good(dataset)),
        ("## Limits", (f"- {limit}" for limit in limits(dataset))),
        ("## Licence", _licence(dataset)),
        ("## Loading it", _loading(dataset)),
        ("## Citation", ("```bibtex", bibtex(dataset), "```")),
    )
    parts = [front_matter(dataset) + f"\n{MARK}\n\n# {_plain(dataset.title)}"]
    for heading, lines in sections:
        parts += [heading] if heading else []
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _what(dataset: Dataset) -> Iterator[str]:
    contents = dataset.contents
    yield described(dataset)
    yield ""
    yield "| | entries | records that have any | |"
    yield "|---|---|---|---|"
    roles, kinds = contents.roles, contents.number_kinds
    tied = ", ".join(f"{contents.tied[name]} to a {name}" for name in contents.tied)
    more = {
        "methods": f"{roles['proposed']} proposed by their paper",
        "benchmarks": f"{roles['introduced']} introduced by their paper",
        "numbers": f"{kinds['result']} results, {kinds['size']} sizes, {kinds['setting']} settings",
        "links": "",
    }
    for kind, count in contents.entries.items():
        yield f"| {kind} | {count} | {contents.with_kind.get(kind, 0)} | {more[kind]} |"
    yield ""
    if contents.results:
        yield f"Of {counted(contents.results, 'results')}, so many are tied: {tied}."
    yield f"{contents.with_title} of {counted(contents.records, 'records')} have a title, {contents.with_text} a text."


def _how(dataset: Dataset) -> Iterator[str]:
    yield made_with(dataset)
    yield "The same input, version, rules and model give the same records, byte for byte."
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| records | {_code(dataset.file)}, {dataset.bytes:,} bytes, SHA-256 `{dataset.sha256}` |"
    run = dataset.run
    if run is None:
        return
    yield f"| extractor | {_plain(run.extractor)}, on Python {_plain(run.python)} |"
    yield f"| libraries | {_plain(', '.join(f'{name} {version}' for name, version in run.libraries.items()))} |"
    yield f"| rules and name lists | {len(run.rules)} files, together SHA-256 `{digest_of_rules(run)}` |"
    yield f"| model | {f'SHA-256 `{run.model}`' if run.model else 'none ran'} |"
    yield f"| options | {_code(json.dumps(_told(run.options), ensure_ascii=False)) if _told(run.options) else 'none'} |"
    counts = run.counts
    rejects = ", ".join(f"{count} `{code}`" for code, count in counts.rejects.items()) or "none"
    yield (
        f"| abstracts | {counts.abstracts} read, {counts.left_out} of them not asked for, "
        f"{counts.duplicates} met before |"
    )
    yield f"| rejects | {rejects} |"
    yield ""
    yield (
        "The run file holds the digest of each rule. The digest of all is that of the lines `digest  path`, sorted by"
        " path."
    )
    if not dataset.is_of_the_run:
        yield (
            f"\nThe run wrote {_code(run.output.file)} (SHA-256 `{run.output.sha256}`); this file is another, made of"
            " it or changed since."
        )
    yield ""
    yield from _inputs(run)


def _told(options: dict[str, object]) -> dict[str, object]:
    """Return the options that were given: empty ones say nothing, and the size of a batch shapes no record."""

    def given(value: object) -> bool:
        return value is not None and value not in ([], {})

    told = {}
    for name, value in options.items():
        kept = {key: item for key, item in value.items() if given(item)} if isinstance(value, dict) else value
        if given(kept) and name != "batch_size":
            told[name] = kept
    return told


def _inputs(run: RunFile) -> Iterator[str]:
    yield "| input | format | abstracts | SHA-256 |"
    yield "|---|---|---|---|"
    for file in run.inputs[:_SHOWN_INPUTS]:
        digest = f"`{file.sha256}`" if file.sha256 else "not read to its end"
        yield f"| {_code(file.file)} | {_plain(file.format)} | {file.abstracts} | {digest} |"
    if (more := len(run.inputs) - _SHOWN_INPUTS) > 0:
        yield f"| … and {more} more, which the run file tells | | | |"


def _fields() -> Iterator[str]:
    yield (
        "One JSON object a record; every key is always there. Offsets are half-open and count Unicode code points of"
        " the field\nthat they name: `text[start:end]` is what was found. `?` behind a type says that it may be null."
    )
    yield ""
    yield from _table(record_fields())
    seen: dict[tuple[Field, ...], str] = {}
    for path, field in _with_fields(record_fields()):
        if field.fields in seen:
            continue
        seen[field.fields] = path
        yield ""
        yield f"### {path}"
        yield ""
        yield f"Each is: {field.of[:1].lower()}{field.of[1:]}"
        yield ""
        yield from _table(field.fields)


def _with_fields(fields: tuple[Field, ...], prefix: str = "") -> Iterator[tuple[str, Field]]:
    for field in fields:
        if field.fields:
            yield f"{prefix}{field.name}", field
            yield from _with_fields(field.fields, f"{prefix}{field.name}.")


def _table(fields: tuple[Field, ...]) -> Iterator[str]:
    yield "| field | type | meaning |"
    yield "|---|---|---|"
    for field in fields:
        held = field.type or "object"
        kind = f"list of {held}s" if field.is_list else held
        listed = "" if all(f"`{value}`" in field.meaning for value in field.values) else _listed(field.values)
        yield f"| `{field.name}` | {kind}{'?' if field.nullable else ''} | {field.meaning}{listed} |"


def _listed(values: tuple[str, ...]) -> str:
    shown = [f"`{value}`" for value in values[:_SHOWN_VALUES]] + (["…"] if len(values) > _SHOWN_VALUES else [])
    return f" One of {', '.join(shown)}."


def _how_good(dataset: Dataset) -> Iterator[str]:
    held_out, _ = measured.load()
    yield (
        f"Measured with the extractor's shipped rules and model on {held_out.abstracts} annotated abstracts that"
        " neither were made with. They\nare other abstracts than these: on these nothing was measured."
    )
    yield ""
    yield measured.table(with_seeds=False)
    if dataset.run is not None and dataset.run.extractor != (version := _version()):
        yield ""
        made_with_version = _plain(dataset.run.extractor)
        yield f"These are the figures of extractor {version}; the records were made with {made_with_version}."


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - it takes a while to load

    return version("extractor")


def _licence(dataset: Dataset) -> Iterator[str]:
    licence = licence_of(dataset.about.license)
    if licence.name is None:
        yield "Nobody has said yet under which licence the records are; `extractor card --license` does."
    else:
        link = f"[{_plain(licence.name)}]({licence.url})" if licence.url else _plain(licence.name)
        yield f"What extractor found, and how it is arranged, is under {link}."
    yield ""
    if dataset.has_texts:
        yield (
            "**The abstracts in `text` and `title` belong to their authors or publishers** and are under the licence of"
            " their sources,\nwhich this one does not change. Look there before you pass them on; a run with"
            " `--no-text` leaves the texts out, and\nall else stays."
        )
    else:
        yield (
            "The texts of the abstracts are left out: they belong to their authors or publishers. Offsets count in the"
            " text that a\nsource has. Titles and the words of single findings are quoted."
        )


def _loading(dataset: Dataset) -> Iterator[str]:
    for number, example in enumerate(examples(dataset)):
        yield from [""] if number else []
        yield from ("```python", example.code, "```")
        if example.note:
            yield ""
            yield example.note
    yield ""
    yield "`croissant.json` tells the same fields to tools that read [Croissant](https://mlcommons.org/croissant/)."
    if dataset.form == "jsonl.zst":
        yield "The package `mlcroissant` cannot unpack Zstandard itself: unpack the file, or make a Parquet one."


def _plain(text: str) -> str:
    """Escape what Markdown or HTML would take for markup."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    """Return a text as code that may stand in a table."""
    ticks = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    padded = f" {text} " if text.startswith("`") or text.endswith("`") else text
    return f"{ticks}{' '.join(padded.split(chr(10)))}{ticks}".replace("|", r"\|")
