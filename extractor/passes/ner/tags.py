"""Tags of tokens, and the names that they make up."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from extractor.finding import NameKind
    from extractor.passes.ner.exact import Floats, Numbers

KINDS: tuple[NameKind, ...] = ("method", "benchmark")
TAGS = ("O", *(f"{part}-{kind}" for kind in KINDS for part in "BILU"))
"""The tagger's labels, in the order of its outputs: begin, inside and last of a name, and a name of one token."""
BEYOND_DOUBT = 5.0
"""A token at which `O` is so far ahead, with odds of 150 to one, is no part of a name. Of ten thousand names that are
found with 8 none is lost, and fewer tokens are looked at."""

_FIRST = [tag[0] in "BU" for tag in TAGS]
_LAST = [tag[0] in "LU" for tag in TAGS]
_FOLLOWS = [
    [tag[0] in "IL" and tag[1:] == before[1:] if before[0] in "BI" else tag[0] in "OBU" for tag in TAGS]
    for before in TAGS
]
_STEPS = np.where(_FOLLOWS, 0.0, -np.inf)


class Name(NamedTuple):
    """The tokens of a name, half-open, and by how much its best tags are ahead of `O` on average."""

    first: int
    last: int
    kind: NameKind
    margin: float


def to_look_at(least_leads: Floats, words: Numbers) -> Numbers:
    """Return the numbers of the tokens whose scores decide what is a name.

    They are those of each run of doubtful tokens in which one may be likelier something else than `O`: in a run without
    any, `O` throughout is the best row of tags.

    Args:
        least_leads: how far `O` is ahead at each token, at least.
        words: the word of each token, 0 between texts, and at both ends.
    """
    doubtful = (least_leads < BEYOND_DOUBT) & (words > 0)
    firsts, lasts = _runs(doubtful)
    open_so_far = np.concatenate([[0], np.cumsum(doubtful & (least_leads <= 0))])
    worth = open_so_far[lasts] > open_so_far[firsts]
    edges = np.zeros(len(words), dtype=np.int8)
    edges[firsts[worth]] = 1
    edges[lasts[worth]] = -1
    return np.flatnonzero(np.cumsum(edges, dtype=np.int8))


def _runs(chosen: NDArray[np.bool]) -> tuple[Numbers, Numbers]:
    """Return where each run of chosen tokens begins and ends; neither the first nor the last token may be one."""
    changes = np.diff(chosen.astype(np.int8))
    return np.flatnonzero(changes == 1) + 1, np.flatnonzero(changes == -1) + 1


def names(scores: Floats, numbers: Numbers) -> Iterator[Name]:
    """Yield the names in the best row of tags.

    Args:
        scores: the score of each tag, for each token that was looked at.
        numbers: which tokens those are, rising; those between them are no part of a name.
    """
    tags = best_tags(scores, numbers)
    ahead = leads(scores).tolist()
    first = 0
    for index, tag in enumerate(tags):
        if _FIRST[tag]:
            first = index
        if _LAST[tag]:
            start, length = int(numbers[first]), index + 1 - first
            margin = sum(ahead[first : index + 1]) / length  # exact, as sums on the grid are
            yield Name(start, start + length, KINDS[(tag - 1) // 4], margin)


def leads(scores: Floats) -> Floats:
    """Return by how much the best other tag of each token is ahead of `O`."""
    ahead: Floats = scores[:, 1:].max(axis=1) - scores[:, 0]
    return ahead


def best_tags(scores: Floats, numbers: Numbers) -> list[int]:
    """Return the tags with the highest sum of scores in which each name is whole: it has both its ends.

    A token that is beyond doubt outside of names stays so, which leaves short stretches to look at.
    """
    tags = [0] * len(scores)
    doubtful = np.flatnonzero(leads(scores) > -BEYOND_DOUBT)
    if not len(doubtful):
        return tags
    likeliest = scores.argmax(axis=1).tolist()
    breaks = np.flatnonzero(np.diff(numbers[doubtful]) != 1)
    firsts = doubtful[np.concatenate([[0], breaks + 1])].tolist()
    lasts = (doubtful[np.concatenate([breaks, [-1]])] + 1).tolist()
    for first, last in zip(firsts, lasts, strict=True):
        run = likeliest[first:last]
        if any(run):
            whole = all(_FOLLOWS[before][tag] for before, tag in pairwise((0, *run, 0)))
            tags[first:last] = run if whole else _best_path(scores[first:last])
    return tags


def _best_path(scores: Floats) -> list[int]:
    best, choices = scores[0] + _STEPS[0], []
    for row in scores[1:]:
        ways = best[:, None] + _STEPS
        choices.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + row
    path = [int((best + _STEPS[:, 0]).argmax())]
    for choice in reversed(choices):
        path.append(int(choice[path[-1]]))
    return path[::-1]
