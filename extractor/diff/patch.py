"""The JSON Patch (RFC 6902) that makes one record of another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Operation = dict[str, Any]


def patch(old: object, new: object) -> list[Operation]:
    """Return the operations that make `new` of `old`, both plain JSON data; none if they are equal.

    A record that is not there is `None`, so that a record that was added or removed is replaced as a whole. Numbers
    that are written otherwise (`10` and `10.0`) are replaced too.
    """
    return list(_operations("", old, new))


def _operations(path: str, old: object, new: object) -> Iterator[Operation]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            if key not in new:
                yield {"op": "remove", "path": f"{path}/{_escaped(key)}"}
        for key, value in new.items():
            if key in old:
                yield from _operations(f"{path}/{_escaped(key)}", old[key], value)
            else:
                yield {"op": "add", "path": f"{path}/{_escaped(key)}", "value": value}
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_operations(path, old, new)
    elif not identical(old, new):
        yield {"op": "replace", "path": path, "value": new}


def _list_operations(path: str, old: Sequence[object], new: Sequence[object]) -> Iterator[Operation]:
    """Keep the longest row of items that are the same on both sides; change, remove or add what is between them."""
    at = 0
    old_at = new_at = 0
    for old_next, new_next in [*_kept(old, new), (len(old), len(new))]:
        gone, come = old[old_at:old_next], new[new_at:new_next]
        for before, after in zip(gone, come, strict=False):
            yield from _operations(f"{path}/{at}", before, after)
            at += 1
        for _ in gone[len(come) :]:
            yield {"op": "remove", "path": f"{path}/{at}"}
        for item in come[len(gone) :]:
            yield {"op": "add", "path": f"{path}/{at}", "value": item}
            at += 1
        at += 1  # the item that is kept
        old_at, new_at = old_next + 1, new_next + 1


def _kept(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int]]:
    """Return the longest common subsequence, as places in both."""
    lengths = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            lengths[i][j] = (
                lengths[i + 1][j + 1] + 1 if identical(old[i], new[j]) else max(lengths[i + 1][j], lengths[i][j + 1])
            )
    kept, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if identical(old[i], new[j]):
            kept.append((i, j))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return kept


def identical(old: object, new: object) -> bool:
    """Whether two pieces of JSON data are the same, numbers as they are written."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(identical(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(identical, old, new))
    return type(old) is type(new) and old == new


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
