"""Pairing lines by id: in any order, with ids that stand twice, in little memory, from any kind of file."""

from __future__ import annotations

import gzip
import io
import json
import random
import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.diff.pairing import Walk
from extractor.diff.pending import Line, Pending
from extractor.diff.seen import NEW, OLD, SeenIds
from extractor.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

Item = tuple[str, int]
"""An id and some content."""


def content_of(items: Sequence[Item]) -> bytes:
    return b"".join(json.dumps({"schema_version": 1, "id": name, "n": n}).encode() + b"\n" for name, n in items)


def walked(old: Path | str, new: Path | str, *, memory: int | None = None) -> tuple[Walk, list[tuple[object, ...]]]:
    walk = Walk(old, new, memory=memory)
    found = [
        (
            *(None if line is None else json.loads(line.content)["n"] for line in (pair.old, pair.new)),
            pair.occurrence,
        )
        for pair in walk.pairs()
    ]
    return walk, found


@pytest.mark.parametrize(
    ("old", "new", "same", "expected"),
    [
        ([("a", 1), ("b", 2)], [("a", 1), ("b", 2)], 2, []),
        ([("a", 1), ("b", 2)], [("a", 1), ("b", 3)], 1, [(2, 3, 1)]),
        pytest.param([("a", 1), ("b", 2)], [("b", 2), ("a", 1)], 2, [], id="another order"),
        pytest.param([("a", 1), ("b", 2)], [("b", 3), ("a", 4)], 0, [(2, 3, 1), (1, 4, 1)], id="as they are met"),
        pytest.param([("a", 1), ("b", 2), ("c", 3)], [("c", 3)], 1, [(1, None, 1), (2, None, 1)], id="only in old"),
        pytest.param([("b", 2)], [("a", 1), ("b", 2), ("c", 3)], 1, [(None, 1, 1), (None, 3, 1)], id="only in new"),
        pytest.param([], [("a", 1)], 0, [(None, 1, 1)], id="an empty file"),
        pytest.param([("a", 1), ("a", 2)], [("a", 3), ("a", 4)], 0, [(1, 3, 1), (2, 4, 2)], id="twice, in order"),
        pytest.param([("a", 1), ("a", 2)], [("a", 1)], 1, [(2, None, 2)], id="twice in old only"),
        pytest.param(
            [("a", 1), ("b", 0), ("a", 2)], [("a", 2), ("a", 1), ("b", 0)], 1, [(1, 2, 1), (2, 1, 2)],
            id="the first with the first, though others are the same",
        ),
    ],
)  # fmt: skip
def test_pairs(tmp_path: Path, old: list[Item], new: list[Item], same: int, expected: list[tuple[object, ...]]) -> None:
    for name, items in (("old", old), ("new", new)):
        (tmp_path / name).write_bytes(content_of(items))
    walk, found = walked(tmp_path / "old", tmp_path / "new")
    assert (walk.same, found) == (same, expected)
    assert [count.records for count in walk.counts] == [len(old), len(new)]


_ITEMS = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 2)), max_size=14)


@settings(deadline=None, max_examples=100, derandomize=True)
@given(_ITEMS, _ITEMS, st.sampled_from([None, 0, 1500]))
def test_every_record_is_paired_once_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, old: list[Item], new: list[Item], memory: int | None
) -> None:
    """Against the plain way: two dicts of lists."""
    folder = tmp_path_factory.getbasetemp()
    (folder / "old").write_bytes(content_of(old))
    (folder / "new").write_bytes(gzip.compress(content_of(new)))
    walk, found = walked(folder / "old", folder / "new", memory=memory)
    sides: tuple[dict[str, list[int]], dict[str, list[int]]] = (defaultdict(list), defaultdict(list))
    for side, items in zip(sides, (old, new), strict=True):
        for name, n in items:
            side[name].append(n)
    expected: list[tuple[object, ...]] = []
    same = 0
    for name in {**sides[0], **sides[1]}:
        one, other = sides[0][name], sides[1][name]
        for at in range(max(len(one), len(other))):
            mine, its = (values[at] if at < len(values) else None for values in (one, other))
            same += mine == its
            expected += [(mine, its, at + 1)] if mine != its else []
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    assert walk.same == same
    assert [count.repeated_ids for count in walk.counts] == [
        len(items) - len({name for name, _ in items}) for items in (old, new)
    ]


@pytest.mark.parametrize("compress", [bytes, gzip.compress, zstandard.compress], ids=["plain", "gzip", "zstd"])
@pytest.mark.parametrize("memory", [None, 2000], ids=["in memory", "on disk"])
def test_shuffled_files(tmp_path: Path, compress: Callable[[bytes], bytes], memory: int | None) -> None:
    items = [(f"id:{n}é", n) for n in range(300)]
    shuffled = random.Random(7).sample(items[10:], 290)  # noqa: S311 - an order, no secret
    (tmp_path / "old").write_bytes(compress(content_of(items)))
    (tmp_path / "new").write_bytes(compress(content_of([*shuffled, ("x", 5)])))
    walk, found = walked(tmp_path / "old", tmp_path / "new", memory=memory)
    assert walk.same == 290
    assert found == [(n, None, 1) for n in range(10)] + [(None, 5, 1)]


def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items = [("a", 1), ("b", 2), ("c", 3)]
    (tmp_path / "new").write_bytes(content_of(items[::-1]))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content_of(items))))
    walk, found = walked("-", tmp_path / "new", memory=0)
    assert (walk.same, found) == (3, [])


def test_a_line_that_is_missing_or_more_does_not_end_the_lock_step(tmp_path: Path) -> None:
    """Lines wait only until the side that is behind has caught up."""
    items = [(f"id:{n}", n) for n in range(200)]
    (tmp_path / "old").write_bytes(content_of(items))
    (tmp_path / "new").write_bytes(content_of([*items[:50], ("x", 1), ("y", 1), *items[50:120], *items[125:]]))
    waiting: list[int] = []
    walk = Walk(tmp_path / "old", tmp_path / "new")
    walk.on_same = lambda _: waiting.append(sum(len(lines) for lines in walk._pending._lines))
    assert len(list(walk.pairs())) == 7
    assert walk.same == 195
    assert max(waiting) <= 2 + 5 + 5, "what is missing, and as much again until the other side has caught up"
    assert waiting[-1] == 7


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(b'{"id": "a"}', b'{"id": "a"}\n', id="the last line need not end"),
        pytest.param(b'{"id": "a"}\n\n \n', b'\n{"id": "a"}\r\n', id="blank lines"),
        pytest.param(b'{"n": 1, "id": "a"}\n', b'{"n": 1, "id": "a"}', id="the id is not first"),
        pytest.param(b'{"id": "a\\"b"}\n', b'{"id": "a\\"b"}', id="an id with an escape"),
    ],
)
def test_lines_that_are_the_same(tmp_path: Path, old: bytes, new: bytes) -> None:
    (tmp_path / "old").write_bytes(old)
    (tmp_path / "new").write_bytes(new)
    walk = Walk(tmp_path / "old", tmp_path / "new")
    assert list(walk.pairs()) == []
    assert walk.same == 1


def test_one_id_written_in_two_ways_is_one(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b'{"id": "caf\xc3\xa9"}')
    (tmp_path / "new").write_bytes(b'{"id": "caf\\u00e9"}')
    (pair,) = Walk(tmp_path / "old", tmp_path / "new").pairs()
    assert pair.old
    assert pair.new


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "no valid JSON: "),
        (b"7", "no record: it has no id"),
        (b'{"id": 7}', "no record: it has no id"),
        (b'{"id": ""}', "no record: it has no id"),
        (b'{"id": "a\xff\\"}', "no valid JSON: "),
    ],
)
def test_a_line_without_an_id(tmp_path: Path, line: bytes, message: str) -> None:
    (tmp_path / "old").write_bytes(b'{"id": "a"}\n' + line)
    (tmp_path / "new").write_bytes(b'{"id": "a"}\n')
    with pytest.raises(InputError, match=f"old:2: {message}"):
        list(Walk(tmp_path / "old", tmp_path / "new").pairs())


def test_seen_ids_grow() -> None:
    seen = SeenIds()
    keys = [str(n).encode() for n in range(100_000)]
    assert not any(seen.note(key, OLD if n % 2 else OLD | NEW) for n, key in enumerate(keys))
    assert all(seen.note(key, NEW) == (OLD if n % 2 else OLD | NEW) for n, key in enumerate(keys))
    assert all(seen.note(key, NEW) == OLD | NEW for key in keys)


def test_what_was_stored_comes_out_first() -> None:
    pending = Pending((None, None), memory=0)
    lines = [Line(n, n, 0, b"x" * n) for n in range(1, 5)]
    for line in lines:
        pending.put(0, b"a", line)
    assert [pending.take(0, b"a") for _ in range(5)] == [*lines, None]
    assert pending.take(1, b"a") is None
    pending.close()
