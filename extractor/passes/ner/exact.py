"""Layers in arithmetic that is exact, so that no sum depends on the order in which a machine adds.

Weights and activations are rounded to a grid so coarse that every sum in a matrix product is a whole number of grid
steps below 2^53, which a double holds without rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Numbers: TypeAlias = NDArray[np.int64]

# A product of two numbers on the grid has 36 bits behind the point. With weights below 2^3, activations below 2^5 and
# rows of at most 2^9 numbers, 17 bits before it are enough for any sum of products: 53 in all, as many as a double has.
GRID = 2.0**18
LARGEST_WEIGHT, LARGEST_ACTIVATION, LONGEST_ROW = 2.0**3, 2.0**5, 2**9
# What a layer norm gets may be larger, up to 2^7, and it squares deviations of up to 2^8 and adds up to 2^7 of them: 23
# bits before the point leave 15 behind the point of a deviation.
LARGEST_SUM, DEVIATION_GRID, WIDEST_LAYER = 2.0**7, 2.0**15, 2**7
EPSILON = 1e-8  # as in thinc's layer norm


# A double this large has no more bits behind the point than the grid: what is added to it is rounded as `rint` rounds.
_TO_GRID, _TO_DEVIATION_GRID = 1.5 * 2.0**52 / GRID, 1.5 * 2.0**52 / DEVIATION_GRID


def on_grid(values: Floats, *, largest: float = LARGEST_ACTIVATION) -> Floats:
    """Return the values rounded to the grid, none beyond `largest`."""
    values = values + _TO_GRID
    values -= _TO_GRID
    return np.clip(values, -largest, largest, out=values)


def checked(weights: Any) -> Floats:
    """Return weights rounded to the grid.

    Raises:
        ValueError: one is too large for exact sums.
    """
    values: Floats = np.rint(np.asarray(weights, dtype=np.float64) * GRID)
    values *= 1 / GRID
    if np.abs(values).max(initial=0) >= LARGEST_WEIGHT:
        raise ValueError(f"a weight of {np.abs(values).max():.1f}")
    return values


@dataclass(frozen=True, slots=True)
class Layer:
    """A maxout layer and its norm; `weights` is (inputs, pieces x outputs), each piece in a row."""

    weights: Floats
    bias: Floats
    gain: Floats
    shift: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Return the layer's output for each row."""
        width = len(self.gain)
        sums = self.weights.T @ rows.T  # with rows as columns: what follows goes over long rows
        sums += self.bias[:, None]
        best = sums[:width]
        for first in range(width, len(sums), width):
            np.maximum(best, sums[first : first + width], out=best)
        deviation = on_grid(best, largest=LARGEST_SUM)
        deviation -= deviation.sum(axis=0) / width
        deviation += _TO_DEVIATION_GRID
        deviation -= _TO_DEVIATION_GRID
        variance = np.einsum("ij,ij->j", deviation, deviation) / width + EPSILON
        deviation *= 1.0 / np.sqrt(variance)
        deviation *= self.gain[:, None]
        deviation += self.shift[:, None]
        return on_grid(deviation).T


def run(layers: Sequence[Layer], window: int, embeddings: Floats, places: Numbers, wanted: Numbers) -> Floats:
    """Return what the layers make of some tokens, looking at no more of the others than these need.

    Args:
        layers: the layers, each of which sees a token, its neighbours and adds to what the token was.
        window: how many neighbours on each side each layer sees.
        embeddings: the embedding of each word.
        places: the row of each token's word in `embeddings`.
        wanted: the numbers of the tokens to look at, rising; around each there must be `window` others a layer.
    """
    needed = [wanted]
    for _ in layers:
        needed.append(_around(needed[-1], window, len(places)))
    where = np.zeros(len(places), dtype=np.int64)
    rows = embeddings[places[needed[-1]]]
    for layer, before, now in zip(layers, needed[:0:-1], needed[-2::-1], strict=True):
        where[before] = np.arange(len(before))
        beside = np.concatenate([rows[where[now + shift]] for shift in range(-window, window + 1)], axis=1)
        rows = rows[where[now]]
        rows += layer(beside)  # on the grid, as both are
        np.clip(rows, -LARGEST_ACTIVATION, LARGEST_ACTIVATION, out=rows)
    return rows


def _around(numbers: Numbers, window: int, count: int) -> Numbers:
    near = np.zeros(count, dtype=bool)
    for shift in range(-window, window + 1):
        near[numbers + shift] = True
    return np.flatnonzero(near)
