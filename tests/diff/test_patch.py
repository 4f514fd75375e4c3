"""A patch makes the new record of the old one, whatever they are."""

from __future__ import annotations

from typing import Any

import pytest
from diffing import applied
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.diff.patch import identical, patch

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(allow_nan=False, width=16) | st.text("a/~é", max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab/~", max_size=2), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None, max_examples=120, derandomize=True)
@given(_JSON, _JSON)
def test_a_patch_makes_new_of_old(old: Any, new: Any) -> None:
    operations = patch(old, new)
    assert identical(applied(operations, old), new)
    assert (operations == []) == identical(old, new)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1, "b": 2}, {"a": 3}, [{"op": "remove", "path": "/b"}, {"op": "replace", "path": "/a", "value": 3}]),
        ([1, 2, 3], [1, 3], [{"op": "remove", "path": "/1"}]),
        ([1, 3], [1, 2, 3], [{"op": "add", "path": "/1", "value": 2}]),
        pytest.param([{"a": 1}, 2], [{"a": 3}, 2], [{"op": "replace", "path": "/0/a", "value": 3}], id="deep"),
        pytest.param({"a/b~": 1}, {}, [{"op": "remove", "path": "/a~1b~0"}], id="escaped"),
        pytest.param(10, 10.0, [{"op": "replace", "path": "", "value": 10.0}], id="written otherwise"),
        pytest.param(True, 1, [{"op": "replace", "path": "", "value": 1}], id="true is no number"),
        pytest.param(None, {"id": "a"}, [{"op": "replace", "path": "", "value": {"id": "a"}}], id="a record is added"),
    ],
)
def test_patches_are_short(old: Any, new: Any, expected: list[dict[str, Any]]) -> None:
    assert patch(old, new) == expected
