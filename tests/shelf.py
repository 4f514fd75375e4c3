"""Records for a page: plain ones, odd ones and hostile ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffing import benchmark, full, link, method, number, record

from extractor.records import Mention, Source

if TYPE_CHECKING:
    from extractor.records import AbstractRecord

HOSTILE = (
    "</script><script>window.taken = 1</script><img src=x onerror='window.taken = 2'> FooNet <!-- <script> "
    "&lt;b&gt; {{script}} ]]> \u2028 5.5% <svg onload=window.taken=3> javascript:window.taken=4"
)
ASTRAL = "We train 𝔉oo𝔑et 🚀🚀 on 𝔅ench, for 5.5% accuracy; e\u0301, \U0001f469\u200d\U0001f52c and 𝔉oo𝔑et again."
NESTED = r"We use \textbf{Llama-2 7B} and Llama-2 7B Chat Hub at https://github.com/a/5.5%/foo today."


def known(file: str = "a.txt", position: int = 1, **fields: object) -> Source:
    return Source.at(file, position, **fields)


def hostile() -> AbstractRecord:
    evil = "<img src=x onerror=window.taken=5>"
    return record(
        HOSTILE,
        id="id:<b onclick=window.taken=6>",
        title="<script>window.taken = 7</script> & FooNet",
        sources=(known(venue=evil, authors=(evil,), url="javascript:window.taken=8", code_url="data:text/html,x"),),
        methods=(method(HOSTILE, "FooNet", canonical=evil, found_by=(evil,)),),
        numbers=(number(HOSTILE, metric=evil),),
        links=(link(HOSTILE, "javascript:window.taken=4", kind="page", host="h"),),
    )


def astral() -> AbstractRecord:
    return record(
        ASTRAL,
        id="id:astral",
        title="𝔉oo𝔑et 🚀",
        methods=(
            method(ASTRAL, "𝔉oo𝔑et", role="proposed").model_copy(
                update={
                    "mentions": (
                        Mention(field="title", start=0, end=6, text="𝔉oo𝔑et"),
                        *(
                            Mention(field="text", start=start, end=start + 6, text="𝔉oo𝔑et")
                            for start in (ASTRAL.index("𝔉"), ASTRAL.rindex("𝔉"))
                        ),
                    )
                }
            ),
        ),
        benchmarks=(benchmark(ASTRAL, "𝔅ench", role="introduced"),),
        numbers=(number(ASTRAL, metric="accuracy", benchmark="𝔅ench", method="𝔉oo𝔑et"),),
    )


def nested() -> AbstractRecord:
    """One mark in another, two that overlap, a number in a link."""
    return record(
        NESTED,
        id="id:nested",
        methods=(
            method(NESTED, "Llama-2 7B"),
            method(NESTED, "Llama-2 7B Chat", role="proposed"),
        ),
        benchmarks=(benchmark(NESTED, "7B Chat Hub"),),
        numbers=(number(NESTED),),
        links=(link(NESTED, "https://github.com/a/5.5%/foo"),),
    )


def textless() -> AbstractRecord:
    whole = full(id="id:textless", title="FooNet", sources=(known(year=2023, venue="ICML"),))
    return whole.model_copy(update={"text": None})


def shelf() -> list[AbstractRecord]:
    """More than two pages of records: odd ones first, then plain ones of several years."""
    plain = "A study of tides. It states nothing."
    return [
        full(sources=(known(year=2024, venue="NeurIPS", authors=("Ada Lovelace",)),), title="A first paper"),
        hostile(),
        astral(),
        nested(),
        textless(),
        *(
            record(plain, id=f"arxiv:2401.{at:05}", title=f"Tides {at}", sources=(known(position=at, year=2025),))
            for at in range(1, 41)
        ),
        record("Nothing but code.", id="id:code", sources=(known(code_url="https://example.org/code"),)),
    ]
