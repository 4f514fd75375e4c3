"""What can be said of a regular expression without running it."""

from __future__ import annotations

import re
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

_LETTERS = (range(ord("A"), ord("Z") + 1), range(ord("a"), ord("z") + 1))


def matches_no_plain_word(pattern: re.Pattern[str]) -> bool:
    """Return whether it is certain that the pattern is found in no word of nothing but the letters A to Z and a to z.

    So it is where every way through the pattern leads over a character that is something else.
    """
    return not pattern.flags & re.IGNORECASE and _needs_another(_parser.parse(pattern.pattern, pattern.flags))


def _needs_another(steps: Iterable[tuple[Any, Any]]) -> bool:
    return any(_is_another(code, argument) for code, argument in steps)


def _is_another(code: Any, argument: Any) -> bool:
    if code is op.LITERAL:
        return not _has_letter(argument, argument)
    if code is op.IN:
        return all(_is_other_member(kind, member) for kind, member in argument)
    if code is op.BRANCH:
        return all(map(_needs_another, argument[1]))
    if code is op.SUBPATTERN:
        return not argument[1] and _needs_another(argument[3])  # it adds no flags
    if code in (op.MAX_REPEAT, op.MIN_REPEAT):
        return argument[0] > 0 and _needs_another(argument[2])
    return code is op.ASSERT and _needs_another(argument[1])


def _is_other_member(kind: Any, member: Any) -> bool:
    if kind is op.LITERAL:
        return not _has_letter(member, member)
    if kind is op.RANGE:
        return not _has_letter(*member)
    return kind is op.CATEGORY and member in (op.CATEGORY_DIGIT, op.CATEGORY_SPACE)


def _has_letter(first: int, last: int) -> bool:
    return any(first <= letters[-1] and letters[0] <= last for letters in _LETTERS)
