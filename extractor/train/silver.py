"""Silver: abstracts that a slow, strong teacher has read, so that the small tagger can learn from what it thinks.

A silver file is JSON Lines, an abstract a line: its id as records have it, and for its title and its text each token
that may be part of a name, as where it begins and ends in the cleaned text and how likely each tag of `TAGS` is, in
thousandths. All other tokens are none. It holds no text: that is looked up, by id, in the file that the teacher read.

    {"id": "arxiv:2504.01234", "title": [[0, 6, 12, 0, 0, 0, 981, 0, 0, 0, 7]], "text": []}
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from extractor.errors import InputError
from extractor.passes.ner import TAGS
from extractor.readers.recordfile import lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Edges = Sequence[tuple[int, int]]

WHOLE = 1000
"""What the shares of a token add up to, but for rounding."""
_DOUBT = 5  # a token is left out if all names together are less likely than this


class SilverAbstract(BaseModel):
    """What a teacher thinks of an abstract.

    Attributes:
        id: the abstract's.
        title: of each token that may be part of a name where it begins and ends, and the share of each tag.
        text: likewise.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    id: str
    title: list[list[int]] = []
    text: list[list[int]] = []

    @field_validator("title", "text")
    @classmethod
    def _whole(cls, tokens: list[list[int]]) -> list[list[int]]:
        for token in tokens:
            if len(token) != len(TAGS) + 2 or min(token) < 0 or token[0] >= token[1] or not any(token[2:]):
                raise ValueError(f"{token} is not a token's bounds and the shares of {len(TAGS)} tags")
        return tokens


def read_silver(path: Path) -> Iterator[SilverAbstract]:
    """Yield the abstracts of a silver file, plain or compressed.

    Raises:
        InputError: the file cannot be read, or a line is no silver abstract.
    """
    for number, line in lines(path):
        try:
            yield SilverAbstract.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            said = f"{where}: {first['msg']}" if where else first["msg"]
            raise InputError(f"{path}: line {number} is no silver abstract: {said}") from error


def silver_digest(path: Path) -> str:
    """Return the SHA-256 of a silver file, unpacked.

    Raises:
        InputError: the file cannot be read.
    """
    total = hashlib.sha256()
    for _, line in lines(path):
        total.update(line)
    return total.hexdigest()


def thoughts(edges: Edges, shares: NDArray[np.floating]) -> list[list[int]]:
    """Return what a silver file says of a title or text: the tokens that may be part of a name.

    Args:
        edges: where each token begins and ends.
        shares: how likely each tag is, (tokens, tags), each row adding up to 1.
    """
    rounded = np.rint(shares * WHOLE).astype(int)
    return [
        [*edges[number], *rounded[number].tolist()]
        for number in np.flatnonzero(WHOLE - rounded[:, 0] >= _DOUBT).tolist()
    ]


def wanted(edges: Edges, tokens: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    """Return how likely each tag is at each token, (tokens, tags); a token that is cut otherwise counts neither way.

    Args:
        edges: where each token begins and ends.
        tokens: what a silver file says of the title or text.
    """
    shares = np.zeros((len(edges), len(TAGS)), dtype=np.float32)
    shares[:, 0] = 1
    said = {(start, end): row for start, end, *row in tokens}
    for number, edge in enumerate(edges):
        if (row := said.pop(edge, None)) is not None:
            shares[number] = np.array(row, dtype=np.float32) / sum(row)
    for start, end in said:
        cut = [number for number, (first, last) in enumerate(edges) if first < end and start < last]
        shares[cut] = 0
    return shares
