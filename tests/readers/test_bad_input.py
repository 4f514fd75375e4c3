"""Every way in which an input can be bad: a reject with its place, its code and what to do, and the rest is read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from extractor.abstract import Abstract
from extractor.readers import read_abstracts
from extractor.records import Reject

GOOD = "We propose a thing and it works."
OTHER = "Another abstract, which is fine."


def objects(*values: object) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def told(found: Abstract | Reject) -> object:
    """An abstract as its text; a reject as its code, position and line."""
    return found.text if isinstance(found, Abstract) else (found.code, found.position, found.line)


CASES = [
    pytest.param("a.txt", b"", [("empty", None, None)], id="empty file"),
    pytest.param("a.txt", b" \n\r\n\t\n", [("empty", None, None)], id="nothing but white space"),
    pytest.param("a.jsonl", b"", [("empty", None, None)], id="empty JSON Lines"),
    pytest.param("a.json", b"[]", [("empty", None, None)], id="an array of nothing"),
    pytest.param("a.txt.gz", gzip.compress(b""), [("empty", None, None)], id="empty, compressed"),
    pytest.param("a.txt", bytes(range(256)) * 9, [("binary", None, None)], id="every byte there is"),
    pytest.param("a.txt", b"%PDF-1.7\nall text\n", [("binary", None, None)], id="a PDF, however much of it is text"),
    pytest.param("a.txt", b"PK\x03\x04" + GOOD.encode(), [("damaged", None, None)], id="a zip archive cut short"),
    pytest.param("a.txt", GOOD.encode("utf-16"), [("binary", None, None)], id="UTF-16"),
    pytest.param("a.txt", GOOD.encode("utf-16-be"), [("binary", None, None)], id="UTF-16 with no mark: half NUL bytes"),
    pytest.param("a.tex", b"\\documentclass{a}", [("unknown-format", None, None)], id="another format"),
    pytest.param(
        "a.txt",
        f"{GOOD}\n\nCaf\xe9 abstract, in Latin-1.\n\n{OTHER}\n".encode("latin-1"),
        [GOOD, ("not-utf8", 2, 3), OTHER],
        id="broken UTF-8 costs one abstract",
    ),
    pytest.param(
        "a.txt", f"{GOOD}\n\n{OTHER}\0\n\n{OTHER}\n".encode(), [GOOD, ("nul", 2, 3), OTHER], id="a NUL byte in text"
    ),
    pytest.param("a.txt", b"x", [("too-short", 1, 1)], id="one character"),
    pytest.param("a.txt", f"{GOOD}\n\nN/A\n".encode(), [GOOD, ("too-short", 2, 3)], id="two letters are no abstract"),
    pytest.param("a.txt", "模型很".encode(), ["模型很"], id="three letters of any script are"),
    pytest.param("a.txt", b"word " * 10_000, ["word " * 9_999 + "word"], id="50,000 characters, just"),
    pytest.param("a.txt", b"word " * 220_000, [("too-long", 1, 1)], id="over a million characters"),
    pytest.param(
        "a.jsonl",
        objects({"text": GOOD}) + b'{"text": "Caf\xe9 in Latin-1"}\n' + objects({"text": OTHER}),
        [GOOD, ("not-utf8", 2, 2), OTHER],
        id="broken UTF-8 in JSON Lines",
    ),
    pytest.param(
        "a.json",
        b'[{"text": "Caf\xe9 in Latin-1"},\n' + json.dumps({"text": OTHER}).encode() + b"]",
        [("not-utf8", 1, 1), OTHER],
        id="broken UTF-8 in an array",
    ),
    pytest.param(
        "a.jsonl", objects({"text": "We\ud800 propose"}, GOOD), ["We\ufffd propose", GOOD], id="half a character"
    ),
    pytest.param(
        "a.jsonl",
        objects({"text": GOOD, "id": "\udfff"}),
        [("bad-id", 1, 1)],
        id="half a character in an id",
    ),
    pytest.param("a.jsonl", objects({"text": "We \U0001f600 do"}), ["We \U0001f600 do"], id="a pair of surrogates"),
    pytest.param("a.jsonl", objects({"text": GOOD + "\0"}), [("nul", 1, 1)], id="NUL in JSON"),
    pytest.param(
        "a.jsonl", b'{"text": "cut\n' + objects({"text": GOOD}), [("bad-json", 1, 1), GOOD], id="the first line is cut"
    ),
    pytest.param("a.jsonl", b'{"text": "We do.", "n": NaN}\n', [("bad-json", 1, 1)], id="NaN"),
    pytest.param("a.jsonl", b'{"text": "We do.", "n": -Infinity}\n', [("bad-json", 1, 1)], id="infinity"),
    pytest.param("a.jsonl", b'{"text": "We do.", "text": "We do not."}\n', [("bad-json", 1, 1)], id="a key twice"),
    pytest.param("a.jsonl", b'{"text": "We do.", "n": ' + b"9" * 5000 + b"}", [("bad-json", 1, 1)], id="a huge number"),
    pytest.param(
        "a.jsonl",
        b"[" * 100_000 + b"\n" + objects({"text": GOOD}),
        [("too-deep", 1, 1), GOOD],
        id="nested without end",
    ),
    pytest.param("a.json", b"[" * 100_000, [("too-deep", 1, 1)], id="an array nested without end"),
    pytest.param("a.jsonl", b"null\n7\n[]\n", [("no-object", n, n) for n in (1, 2, 3)], id="no objects"),
    pytest.param(
        "a.jsonl",
        objects({"title": "T"}, {"text": None}, {"text": ""}, {"text": ["a"]}),
        [("no-text", n, n) for n in (1, 2, 3, 4)],
        id="no abstract",
    ),
    pytest.param("a.jsonl", objects({"text": GOOD, "title": 7}), [("bad-title", 1, 1)], id="a title that is no string"),
    pytest.param(
        "a.jsonl", objects({"text": GOOD, "id": 2506.2074}), [("bad-id", 1, 1)], id="an id that lost its last zeros"
    ),
    pytest.param("a.jsonl", objects({"text": GOOD, "id": True}), [("bad-id", 1, 1)], id="an id that is no id"),
    pytest.param("a.jsonl", objects({"text": GOOD, "id": "a\nb"}), [("bad-id", 1, 1)], id="an id over two lines"),
    pytest.param(
        "a.json",
        b'[{"text": "We do this."},\n {"text": "cut',
        ["We do this.", ("bad-json", 2, 2)],
        id="an array cut in an element",
    ),
    pytest.param(
        "a.json", b'[{"text": "We do this."}\n', ["We do this.", ("bad-json", None, 2)], id="an array with no end"
    ),
    pytest.param(
        "a.json",
        b'[{"text": "We do this."}]\n]',
        ["We do this.", ("bad-json", None, 2)],
        id="a bracket too many after the array",
    ),
    pytest.param("a.json", b'[{"text": "We do this."},]', ["We do this."], id="a comma too many costs nothing"),
]


@pytest.mark.parametrize(("name", "content", "expected"), CASES)
def test_bad_input(tmp_path: Path, name: str, content: bytes, expected: list[object]) -> None:
    (tmp_path / name).write_bytes(content)
    assert [told(found) for found in read_abstracts(tmp_path / name)] == expected


@pytest.mark.parametrize(("name", "content", "_expected"), CASES)
def test_a_reject_says_what_is_wrong_and_can_be_written(
    tmp_path: Path, name: str, content: bytes, _expected: list[object]
) -> None:
    (tmp_path / name).write_bytes(content)
    for found in read_abstracts(tmp_path / name):
        if isinstance(found, Reject):
            assert found.file == name
            assert ";" in found.reason, "what is wrong; what to do"
            assert Reject.model_validate_json(found.model_dump_json()) == found


def test_missing_file(tmp_path: Path) -> None:
    (found,) = read_abstracts(tmp_path / "none.txt")
    assert told(found) == ("missing", None, None)
    assert isinstance(found, Reject)
    assert str(tmp_path / "none.txt") in found.reason


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.txt").write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)  # root, whom tests may run as, can read everything
    (found,) = read_abstracts(tmp_path / "a.txt")
    assert told(found) == ("unreadable", None, None)


@pytest.mark.parametrize("keep", [5, 9, 14, 40, -9, -5, -1], ids="cut at {}".format)
def test_truncated_gzip(tmp_path: Path, keep: int) -> None:
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(f"{GOOD}\n\n{OTHER}\n\nThe end is here.\n".encode())[:keep])
    found = [told(item) for item in read_abstracts(tmp_path / "a.txt.gz")]
    assert found[-1] == ("damaged", None, None)
    assert found[:-1] == [GOOD, OTHER, "The end is here."][: len(found) - 1]


def test_truncated_gzip_gives_what_comes_before_the_cut(tmp_path: Path) -> None:
    texts = [f"Abstract {number} of many: {hash_of(number)}." for number in range(5000)]
    content = gzip.compress("\n\n".join(texts).encode())
    (tmp_path / "a.txt.gz").write_bytes(content[: len(content) // 2])
    found = list(read_abstracts(tmp_path / "a.txt.gz"))
    assert told(found[-1]) == ("damaged", None, None)
    assert len(found) > 1000
    assert [told(item) for item in found[:-1]] == texts[: len(found) - 1]


def hash_of(number: int) -> str:
    """Something that does not compress well."""
    return str(pow(number + 7, 1234, 10**60))


def test_changed_gzip(tmp_path: Path) -> None:
    content = bytearray(gzip.compress(GOOD.encode()))
    content[-6] ^= 1  # the checksum
    (tmp_path / "a.txt.gz").write_bytes(content)
    assert [told(item) for item in read_abstracts(tmp_path / "a.txt.gz")][-1] == ("damaged", None, None)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(b"Caf\xe9 in Latin-1, all of it", r"Caf\xe9 in Latin-1, all of it", id="a byte"),
        pytest.param(b"cut in two: \xe2\x82", r"cut in two: \xe2\x82", id="half a character"),
        pytest.param("na\u00efve ".encode() + b"\xff", "na\u00efve " + r"\xff", id="what is UTF-8 stays"),
    ],
)
def test_raw_keeps_broken_bytes_readable(tmp_path: Path, raw: bytes, expected: str) -> None:
    (tmp_path / "a.txt").write_bytes(raw)
    (found,) = read_abstracts(tmp_path / "a.txt")
    assert isinstance(found, Reject)
    assert found.raw == expected


def test_broken_bytes_are_told_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(GOOD.encode() + b"\n\nfirst line\nsecond \xe9 line\n")
    found = list(read_abstracts(tmp_path / "a.txt"))[1]
    assert isinstance(found, Reject)
    assert "line 4, character 8 " in found.reason
