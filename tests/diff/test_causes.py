"""What a change is put down to, and when nothing can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from diffing import TEXT, benchmark, full, link, method, number, record, run_file, write

from extractor import diff_files
from extractor.diff.runs import difference, read_run
from extractor.diff.telling import differences_told, told
from extractor.errors import InputError
from extractor.readers.runfile import run_file_of

if TYPE_CHECKING:
    from pathlib import Path

    from extractor.records import AbstractRecord

RULES = {"numbers/percent.toml": "p1", "numbers/times.toml": "t1", "names/methods.jsonl": "n1"}
OPTIONS = {"format": None, "batch_size": 32, "passes": ["links", "numbers", "names", "ner"], "rules": []}
LONGER = f"At last. {TEXT}"


def causes(folder: Path, old: AbstractRecord, new: AbstractRecord, **changes: Any) -> list[str]:
    """The causes of all changes between two records, in order, where the new run's file differs so."""
    write(folder / "old.jsonl", old)
    write(folder / "new.jsonl", new)
    run_file(folder / "old.run.json")
    run_file(folder / "new.run.json", **changes)
    found = diff_files(folder / "old.jsonl", folder / "new.jsonl").records()
    return [f"{change.change} {change.kind}: {told(change.cause)}" for one in found for change in one.changes]


def rules(**changes: str | None) -> dict[str, str]:
    """The rules of the new run: `numbers__percent="p2"` changes one, None takes it away."""
    named = {
        f"{key.replace('__', '/')}.{'jsonl' if key.startswith('names') else 'toml'}": value
        for key, value in changes.items()
    }
    return {path: digest for path, digest in {**RULES, **named}.items() if digest}


NUMBER = record(numbers=(number(TEXT),))
MODEL = method(TEXT, "FooNet", found_by=("ner",))


@pytest.mark.parametrize(
    ("old", "new", "run", "expected"),
    [
        pytest.param(
            record(), NUMBER, {"rules": rules(numbers__percent="p2")},
            ["added numbers: rule numbers/percent changed"], id="the rule that found it was changed",
        ),
        pytest.param(
            record(), record(numbers=(number(TEXT, found_by=("numbers/new",)),)),
            {"rules": rules(numbers__new="x", numbers__percent="p2")},
            ["added numbers: rule numbers/new added"], id="the rule that found it is new",
        ),
        pytest.param(
            NUMBER, record(), {"rules": rules(numbers__percent=None, numbers__times="t2")},
            ["removed numbers: rule numbers/percent removed"], id="the rule that had found it is gone",
        ),
        pytest.param(
            NUMBER, record(), {"rules": rules(numbers__not__year="x")},
            ["removed numbers: rule numbers/not/year added"], id="nothing else differs",
        ),
        pytest.param(
            NUMBER, record(), {"rules": rules(numbers__not__year="x", links__url="u")},
            ["removed numbers: rule numbers/not/year added or rule links/url added"], id="one of two",
        ),
        pytest.param(
            NUMBER, record(), {"rules": rules(numbers__not__year="x", roles__proposed="u")},
            ["removed numbers: rule numbers/not/year added"], id="a rule for roles drops no number",
        ),
        pytest.param(
            NUMBER, record(methods=(method(TEXT, "5.5% accuracy", found_by=("ner",)),)),
            {"model": "m2", "rules": rules(numbers__not__year="x")},
            ["added methods: the model was changed", "removed numbers: the model was changed"],
            id="a number that is in a name now",
        ),
        pytest.param(
            record(methods=(method(TEXT, "5.5% accuracy"),)), NUMBER,
            {"rules": {**rules(names__methods="n2"), "fragments.toml": "f2", "links/url.toml": "u"}},
            ["removed methods: name list names/methods changed", "added numbers: name list names/methods changed"],
            id="a number that was in a name",
        ),
        pytest.param(
            NUMBER, record(numbers=(number(TEXT, confidence=0.5),)),
            {"rules": {**rules(numbers__percent="p2"), "confidence.json": "c2"}},
            ["evidence numbers: the measured confidences changed"], id="a confidence alone is no doing of the rule",
        ),
        pytest.param(
            NUMBER, record(), {"rules": rules(numbers__a="x", numbers__b="x", numbers__c="x", numbers__d="x")},
            ["removed numbers: unknown: one of many differences between the runs"], id="one of too many",
        ),
        pytest.param(NUMBER, record(), {}, ["removed numbers: unknown (found by numbers/percent)"], id="no difference"),
        pytest.param(
            record(), record(methods=(MODEL,)), {"model": "m2", "rules": rules(numbers__percent="p2")},
            ["added methods: the model was changed"], id="model",
        ),
        pytest.param(
            record(methods=(MODEL,)), record(),
            {"model": None, "options": {**OPTIONS, "passes": ["links", "numbers", "names"]}},
            ["removed methods: pass ner switched off"], id="a pass, and not the model that it ran",
        ),
        pytest.param(
            record(), record(methods=(method(TEXT),)), {"rules": rules(names__methods="n2", names__benchmarks="b2")},
            ["added methods: name list names/methods changed"], id="name list",
        ),
        pytest.param(
            record(methods=(method(TEXT),)), record(methods=(method(TEXT, canonical="Foo Net"),)),
            {"rules": rules(names__methods="n2", numbers__percent="p2")},
            ["renamed methods: name list names/methods changed"], id="canonical name",
        ),
        pytest.param(
            record(), NUMBER, {"extractor": "0.2.0", "libraries": {"regex": "2025.1"}},
            ["added numbers: version extractor 0.1.0 -> 0.2.0, regex 2024.11.6 -> 2025.1"], id="versions are one cause",
        ),
        pytest.param(
            record(), NUMBER, {"options": {**OPTIONS, "strict": True, "batch_size": 5}},
            ["added numbers: option strict null -> true"], id="another option; a batch size shapes nothing",
        ),
        pytest.param(
            full(), full(LONGER), {"rules": rules(numbers__percent="p2")},
            ["changed record: the abstract changed"] + ["moved methods: the abstract changed"] * 2
            + [f"moved {kind}: the abstract changed" for kind in ("benchmarks", "numbers", "links")],
            id="all moved with the text",
        ),
        pytest.param(
            record(LONGER), record(LONGER.replace("last", "first"), numbers=(number(LONGER.replace("last", "first")),)),
            {"rules": rules(numbers__percent="p2")},
            ["changed record: the abstract changed", "added numbers: rule numbers/percent changed"],
            id="the text changed elsewhere, and the rule that found it",
        ),
        pytest.param(
            record(LONGER), record(LONGER.replace("last", "first"), numbers=(number(LONGER.replace("last", "first")),)),
            {}, ["changed record: the abstract changed"] * 1 + ["added numbers: the abstract changed"],
            id="the text changed elsewhere, and nothing more",
        ),
        pytest.param(
            record(TEXT.replace("5.5%", "much")), NUMBER, {"rules": rules(numbers__percent="p2")},
            ["changed record: the abstract changed", "added numbers: the abstract changed"],
            id="the text changed there",
        ),
        pytest.param(
            NUMBER, record(methods=(MODEL,), numbers=(number(TEXT, method="FooNet"),)),
            {"model": "m2", "rules": rules(numbers__percent="p2")},
            ["added methods: the model was changed", "relinked numbers: the model was changed"],
            id="a number that is tied to what came has the cause of that",
        ),
        pytest.param(
            NUMBER, record(numbers=(number(TEXT, confidence=0.5),)),
            {"rules": {**RULES, "confidence.json": "c2"}},
            ["evidence numbers: the measured confidences changed"], id="confidences",
        ),
        pytest.param(
            record(methods=(method(TEXT),)), record(methods=(method(TEXT, role="proposed"),)),
            {"rules": rules(roles__proposed="x", numbers__percent="p2")},
            ["changed methods: rule roles/proposed added"], id="only role rules make a role",
        ),
        pytest.param(
            record(methods=(method(TEXT),)), record(methods=(method(TEXT, role="proposed"),)),
            {"rules": rules(roles__proposed="x", names__methods="n2")},
            ["changed methods: name list names/methods changed or rule roles/proposed added"],
            id="what found it says nothing about a role",
        ),
        pytest.param(
            NUMBER, record(numbers=(number(TEXT, qualifier="about"),)),
            {"rules": {**rules(numbers__percent="p2"), "qualifiers.toml": "q2"}},
            ["changed numbers: rule numbers/percent changed or table qualifiers added"],
            id="read otherwise by the same rule: by it or by a table",
        ),
        pytest.param(
            NUMBER, record(), {"rules": {**RULES, "units.toml": "u2"}},
            ["removed numbers: table units added"], id="a table",
        ),
        pytest.param(
            NUMBER, record(), {"rules": rules(numbers__not__year="x"), "inputs": [{"file": "a.txt", "sha256": None}]},
            ["removed numbers: rule numbers/not/year added"],
            id="inputs of which a part was read: the records tell that their texts are the same",
        ),
    ],
)  # fmt: skip
def test_causes(
    tmp_path: Path, old: AbstractRecord, new: AbstractRecord, run: dict[str, Any], expected: list[str]
) -> None:
    assert causes(tmp_path, old, new, **run) == expected


def test_all_that_differs_between_runs_in_words(tmp_path: Path) -> None:
    old = read_run(run_file(tmp_path / "a.run.json"))
    new = read_run(
        run_file(
            tmp_path / "b.run.json",
            extractor="0.2.0",
            model="m2",
            rules={
                **RULES,
                "numbers/percent.toml": "p2",
                "units.toml": "u",
                **{f"links/{n}.toml": "x" for n in range(9)},
            },
        )
    )
    assert differences_told(difference(old, new)) == [
        "the model was changed",
        "version extractor 0.1.0 -> 0.2.0",
        "rule changed: numbers/percent",
        "table added: units",
        "rule added: links/0, links/1, links/2, links/3, links/4, links/5, links/6, links/7 and 1 more",
    ]


def test_without_run_files_causes_are_not_known(tmp_path: Path) -> None:
    write(tmp_path / "old.jsonl", record())
    write(tmp_path / "new.jsonl", record(benchmarks=(benchmark(TEXT),), links=(link(TEXT),)))
    run_file(tmp_path / "old.run.json")
    diff = diff_files(tmp_path / "old.jsonl", tmp_path / "new.jsonl")
    assert [told(change.cause) for one in diff.records() for change in one.changes] == [
        "unknown (found by names/benchmarks)", "unknown (found by links/url)",
    ]  # fmt: skip
    summary = diff.summary()
    assert summary.runs is None
    assert summary.notes == (
        f"no run file beside {tmp_path / 'new.jsonl'}: causes are known only where the abstract changed; see --new-run",
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param({"a": "s1"}, {"a": "s2"}, ["input file changed: a"], id="other content"),
        pytest.param({"a": "s1"}, {"b": "s1"}, [], id="another name of the same content"),
        pytest.param(
            {"a": "s1", "b": "s2"},
            {"b": "s2", "c": "s3"},
            ["input file removed: a", "input file added: c"],
            id="others",
        ),
    ],
)
def test_input_files_that_differ(tmp_path: Path, old: dict[str, str], new: dict[str, str], expected: list[str]) -> None:
    for side, files, found in (("old", old, record()), ("new", new, NUMBER)):
        write(tmp_path / f"{side}.jsonl", found)
        inputs = [{"file": name, "sha256": digest} for name, digest in files.items()]
        run_file(tmp_path / f"{side}.run.json", inputs=inputs)
    diff = diff_files(tmp_path / "old.jsonl", tmp_path / "new.jsonl")
    assert any(True for _ in diff.records())
    assert differences_told(diff.summary().runs or ()) == expected


def test_without_texts_other_inputs_may_be_the_cause(tmp_path: Path) -> None:
    old, new = record().model_dump(mode="json"), NUMBER.model_dump(mode="json")
    old["text"] = new["text"] = None
    write(tmp_path / "old.jsonl", old)
    write(tmp_path / "new.jsonl", new)
    run_file(tmp_path / "old.run.json")
    run_file(tmp_path / "new.run.json", inputs=[{"file": "a.txt", "sha256": "s2"}])
    diff = diff_files(tmp_path / "old.jsonl", tmp_path / "new.jsonl")
    (one,) = diff.records()
    assert told(one.changes[0].cause) == "the abstract changed"


def test_texts_left_out_are_no_change_of_the_abstract(tmp_path: Path) -> None:
    new = NUMBER.model_dump(mode="json") | {"text": None}
    diff = diff_files(write(tmp_path / "old.jsonl", NUMBER), write(tmp_path / "new.jsonl", new))
    (one,) = diff.records()
    assert [told(change.cause) for change in one.changes] == ["option texts left out on one side"]
    assert diff.summary().notes[0].startswith("1 with a text on one side only; --ignore text takes")


@pytest.mark.parametrize(
    ("records", "run"),
    [
        ("a.jsonl", "a.run.json"),
        ("a.jsonl.gz", "a.run.json"),
        ("a.jsonl.zst", "a.run.json"),
        ("a.parquet", "a.run.json"),
        ("a.b.jsonl", "a.b.run.json"),
        ("b.jsonl", None),
        ("-", None),
    ],
)
def test_the_run_file_beside_records(tmp_path: Path, records: str, run: str | None) -> None:
    for name in ("a.run.json", "a.b.run.json", "-.run.json"):
        (tmp_path / name).touch()
    found = run_file_of(records if records == "-" else tmp_path / records)
    assert (found and found.name) == run


def test_a_run_file_of_another_run_is_told(tmp_path: Path) -> None:
    for name in ("old", "new"):
        write(tmp_path / f"{name}.jsonl", record(), record(id="id:2"))
        run_file(tmp_path / f"{name}.run.json", output={"records": 2 if name == "old" else 3})
    diff = diff_files(tmp_path / "old.jsonl", tmp_path / "new.jsonl")
    assert list(diff.records()) == []
    (note,) = diff.summary().notes
    assert "new.run.json: tells of 3 records and" in note


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"rules": {}, "options": 7}'])
def test_what_is_no_run_file(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.run.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.run\.json: no run file: "):
        read_run(tmp_path / "a.run.json")


def test_the_difference_of_a_run_to_itself(tmp_path: Path) -> None:
    run = read_run(run_file(tmp_path / "a.run.json"))
    assert difference(run, run) == ()
