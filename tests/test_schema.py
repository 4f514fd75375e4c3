"""The schemas: printed from the models, committed, and right about good and bad instances."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from extractor.diff.model import Diff
from extractor.errors import ExtractorError
from extractor.records import AbstractRecord, Contract, Reject, RunFile, Source
from extractor.schema import MODELS, schema, schema_text, write_schemas

SCHEMAS = Path(__file__).parent.parent / "schemas"

RECORD: dict[str, Any] = {
    "schema_version": 1,
    "id": "arxiv:2505.01234",
    "title": "Thing",
    "text": "We propose Thing, 24.6% on Mind2Web: https://a.b/c",
    "sources": [Source.at("a.txt", 1).model_dump(mode="json")],
    "methods": [
        {
            "name": "Thing",
            "aliases": [],
            "canonical": None,
            "role": "proposed",
            "mentions": [
                {"field": "title", "start": 0, "end": 5, "text": "Thing"},
                {"field": "text", "start": 11, "end": 16, "text": "Thing"},
            ],
            "confidence": 0.98,
            "found_by": ["definitions/we-propose"],
        }
    ],
    "benchmarks": [
        {
            "name": "Mind2Web",
            "aliases": [],
            "canonical": "Mind2Web",
            "role": "evaluated",
            "mentions": [{"field": "text", "start": 27, "end": 35, "text": "Mind2Web"}],
            "confidence": 1.0,
            "found_by": ["names/benchmarks"],
        }
    ],
    "numbers": [
        {
            "text": "24.6%",
            "start": 18,
            "end": 23,
            "value": 24.6,
            "value_max": None,
            "uncertainty": None,
            "unit": "percent",
            "of": None,
            "kind": "result",
            "qualifier": "exact",
            "change": None,
            "metric": None,
            "benchmark": "Mind2Web",
            "method": "Thing",
            "baseline": None,
            "confidence": 0.9,
            "found_by": ["numbers/percent"],
        }
    ],
    "links": [
        {
            "url": "https://a.b/c",
            "canonical": "https://a.b/c",
            "kind": "page",
            "host": "a.b",
            "owner": None,
            "repository": None,
            "ours": True,
            "start": 37,
            "end": 50,
            "text": "https://a.b/c",
            "confidence": 1.0,
            "found_by": ["links/url"],
        }
    ],
}
REJECT = {
    "file": "a.txt",
    "position": None,
    "line": None,
    "offset": None,
    "code": "missing",
    "reason": "no; check",
    "raw": "",
}
RUN = {
    "schema_version": 1,
    "extractor": "0.1.0",
    "python": "3.11.7",
    "libraries": {"pydantic": "2.11.0"},
    "rules": {"numbers/percent.toml": "0" * 64},
    "model": None,
    "options": {"format": None, "passes": ["links"]},
    "inputs": [{"file": "a.txt", "format": "text", "abstracts": 1, "sha256": "0" * 64}],
    "passed_over": [],
    "output": {"file": "out.jsonl", "records": 1, "sha256": "0" * 64},
    "counts": {
        "abstracts": 1, "mended": 0, "left_out": 0, "records": 1, "duplicates": 0, "rejects": {}, "methods": 1,
        "benchmarks": 1, "numbers": 1, "links": 1,
    },
    "started": "2025-01-01T00:00:00+00:00",
    "seconds": 0.5,
}  # fmt: skip
CAUSE = {"kind": "rule", "name": "numbers/percent", "how": "changed"}
COMMON = {"kind": "numbers", "change": "changed", "what": "kind result -> size", "count": 2}
DIFF = {
    "summary": {
        "old": {
            "file": "old.jsonl", "records": 2, "run": "old.run.json", "repeated_ids": 0, "repeated": [],
            "entries": {"methods": 1, "benchmarks": 1, "numbers": 1, "links": 1},
        },
        "new": {"file": "-", "records": 2, "run": None, "repeated_ids": 1, "repeated": ["id:1"], "entries": None},
        "records": {"same": 1, "changed": 1, "evidence": 0, "added": 0, "removed": 0},
        "input": {"text": 1},
        "entries": {"numbers": {"changed": 2}},
        "causes": [{"cause": CAUSE, "entries": {"numbers": {"changed": 2}}}],
        "runs": [CAUSE],
        "renamed": [],
        "commonest": [COMMON],
        "notes": ["a note"],
    },
    "changes": [
        {
            "id": "id:1", "occurrence": 1, "kind": "numbers", "change": "changed", "entry": "24.6%",
            "fields": [{"field": "kind", "old": "result", "new": "size"}],
            "old": RECORD["numbers"][0], "new": {**RECORD["numbers"][0], "kind": "size"}, "cause": CAUSE,
        }
    ],
}  # fmt: skip
GOOD: dict[str, tuple[type[Contract], dict[str, Any]]] = {
    "record": (AbstractRecord, RECORD),
    "reject": (Reject, REJECT),
    "run": (RunFile, RUN),
    "diff": (Diff, DIFF),
}


@pytest.mark.parametrize("name", MODELS)
def test_committed_schemas_are_those_of_the_models(name: str) -> None:
    committed = (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(name), "print them anew: extractor schema --write schemas"


def test_no_other_schema_is_committed() -> None:
    assert sorted(path.name for path in SCHEMAS.iterdir()) == sorted(f"{name}.schema.json" for name in MODELS)


def test_write_schemas(tmp_path: Path) -> None:
    assert [path.read_text(encoding="utf-8") for path in write_schemas(tmp_path)] == [*map(schema_text, MODELS)]


@pytest.mark.parametrize("name", MODELS)
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", GOOD)
def test_properties_stand_in_the_order_in_which_they_are_written(name: str) -> None:
    assert list(schema(name)["properties"]) == list(GOOD[name][1])


@pytest.mark.parametrize("name", GOOD)
def test_good_instances_pass_schema_and_model(name: str) -> None:
    model, good = GOOD[name]
    Draft202012Validator(schema(name)).validate(good)
    assert model.model_validate_json(json.dumps(good)).model_dump(mode="json") == good


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param(("schema_version",), 2, id="another version"),
        pytest.param(("id",), 7, id="an id that is a number"),
        pytest.param(("id",), "", id="an empty id"),
        pytest.param(("text",), "", id="no text"),
        pytest.param(("sources",), [], id="no source"),
        pytest.param(("sources", 0, "position"), 0, id="positions begin at 1"),
        pytest.param(("methods", 0, "role"), "baseline", id="an unknown role"),
        pytest.param(("methods", 0, "mentions"), [], id="a method that is not mentioned"),
        pytest.param(("methods", 0, "mentions", 0, "start"), -1, id="a negative offset"),
        pytest.param(("methods", 0, "mentions", 0, "end"), 5.5, id="an offset that is not whole"),
        pytest.param(("methods", 0, "confidence"), 1.5, id="too sure"),
        pytest.param(("methods", 0, "found_by"), [], id="found by nothing"),
        pytest.param(("methods", 0, "kind"), "method", id="an unknown key"),
        pytest.param(("numbers", 0, "value"), "24.6", id="a value that is a string"),
        pytest.param(("numbers", 0, "unit"), "%", id="an unknown unit"),
        pytest.param(("links", 0, "kind"), "code", id="an unknown kind of link"),
        pytest.param(("links", 0, "ours"), "yes", id="a word for true"),
        pytest.param(("links", 0, "canonical"), "", id="an empty canonical form"),
    ],
)
def test_bad_records_fail_schema_and_model(path: tuple[str | int, ...], value: object) -> None:
    bad = copy.deepcopy(RECORD)
    place: Any = bad
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert not Draft202012Validator(schema("record")).is_valid(bad)
    with pytest.raises(ValueError, match="validation error"):
        AbstractRecord.model_validate_json(json.dumps(bad))


def test_links_of_older_versions_lack_what_these_did_not_know() -> None:
    old = copy.deepcopy(RECORD)
    for key in ("canonical", "ours"):
        del old["links"][0][key]
    assert Draft202012Validator(schema("record")).is_valid(old)
    (link,) = AbstractRecord.model_validate_json(json.dumps(old)).links
    assert (link.canonical, link.ours) == (None, None)


@pytest.mark.parametrize("name", GOOD)
def test_every_key_is_needed(name: str) -> None:
    model, good = GOOD[name]
    for key in good:
        less = {other: value for other, value in good.items() if other != key}
        assert not Draft202012Validator(schema(name)).is_valid(less), key
        with pytest.raises(ValueError, match="Field required"):
            model.model_validate(less)


def test_unknown_schema() -> None:
    with pytest.raises(ExtractorError, match="no schema 'records'; use one of record, reject, run, diff"):
        schema("records")
