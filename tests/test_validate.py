"""Checking a file of records finds every fault, and says where it is."""

from __future__ import annotations

import copy
import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from extractor.errors import InputError
from extractor.records import Source
from extractor.validate import validate

if TYPE_CHECKING:
    from pathlib import Path

RECORD: dict[str, Any] = {
    "schema_version": 1, "id": "id:1", "title": None, "text": "Code: https://a.b/c and https://a.b/d",
    "sources": [Source.at("a.txt", 1).model_dump(mode="json")], "methods": [], "benchmarks": [], "numbers": [],
    "links": [
        {
            "url": url, "kind": "page", "host": "a.b", "owner": None, "repository": None, "start": start,
            "end": start + 13, "text": url, "confidence": 1.0, "found_by": ["links/url"],
        }
        for url, start in (("https://a.b/c", 6), ("https://a.b/d", 24))
    ],
}  # fmt: skip


def faults(path: Path, *lines: object) -> list[str]:
    path.write_bytes(b"".join((x if isinstance(x, bytes) else json.dumps(x).encode()) + b"\n" for x in lines))
    return [str(fault) for fault in validate(path).faults()]


def changed(**changes: object) -> dict[str, Any]:
    return {**copy.deepcopy(RECORD), **changes}


def test_good_records(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert faults(path, RECORD, changed(id="id:2")) == []
    validation = validate(path)
    assert list(validation.faults()) == []
    assert validation.records == 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(b"", "2: the line is empty", id="empty line"),
        pytest.param(b"{", "2: no valid JSON: Expecting property name", id="cut line"),
        pytest.param(b'{"id": "\xe9"}', "2: not UTF-8 at byte 9", id="broken UTF-8"),
        pytest.param(b"[" * 100_000, "2: no record: nested too deeply", id="nested without end"),
        pytest.param(b'{"id": "a", "id": "a"}', "2: a: the key 'id' stands twice in one object", id="a key twice"),
        pytest.param([], "2: Input should be an object", id="no object"),
        pytest.param(changed(id=7), "2: id: Input should be a valid string", id="id"),
        pytest.param(changed(extra=1), "2: id:1: extra: Extra inputs are not permitted", id="unknown key"),
        pytest.param(
            changed(text="Code is https://a.b/c, or https://a.b/d"),
            "2: id:1: Value error, links: 6:19 holds 's https://a.b', not 'https://a.b/c'",
            id="offsets",
        ),
        pytest.param(
            changed(links=RECORD["links"][::-1]),
            "2: id:1: Value error, links: not in order of first mention",
            id="order",
        ),
        pytest.param(
            dict(reversed(RECORD.items())), "2: id:1: keys do not stand in the order of the schema", id="order of keys"
        ),
        pytest.param(changed(id="id:0"), "2: id:0: id: stands in line 1 already", id="an id twice"),
    ],
)
def test_faults(tmp_path: Path, line: object, expected: str) -> None:
    (fault,) = faults(tmp_path / "a.jsonl", changed(id="id:0"), line, changed(id="id:9"))
    assert fault.startswith(expected)


def test_every_fault_of_a_record_is_told(tmp_path: Path) -> None:
    bad = changed(schema_version=2, text="", sources=[])
    assert [fault.split(": ")[2] for fault in faults(tmp_path / "a.jsonl", bad)] == [
        "schema_version",
        "text",
        "sources",
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        pytest.param(b"", "1: no record in it", id="0 bytes"),
        pytest.param(gzip.compress(b""), "1: no record in it", id="0 bytes, compressed"),
        pytest.param(bytes(range(256)) * 9, "1: no records: this is a binary file; give text or JSON", id="binary"),
        pytest.param(
            b"PK\x03\x04" + b"\n" * 9, "1: no records: this is a zip archive; unpack it first", id="a signature"
        ),
    ],
)
def test_a_file_with_no_record_has_one_fault(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    assert [str(one) for one in validate(path).faults()] == [fault]


def test_compressed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(RECORD).encode() + b"\n{}\n"))
    assert {fault.line for fault in validate(path).faults()} == {2}


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(validate(tmp_path / "none.jsonl").faults())
    with pytest.raises(InputError, match="cannot be read"):
        list(validate(tmp_path).faults())
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"{}\n" * 999)[:-9])
    with pytest.raises(InputError, match="damaged or cut short"):
        list(validate(tmp_path / "cut.gz").faults())
