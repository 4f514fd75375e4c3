"""A quick look in single precision, which proves of most tokens that they are no part of a name.

It gives for each token how far `O` is ahead of the best other tag, and a bound on the error of that: no other order of
adding, no machine and no library comes out further away from what exact arithmetic gives. So whoever looks only at what
the bound leaves open finds the same everywhere.

The bound follows each token's error, as a Euclidean norm, from layer to layer. A matrix passes it on times its norm;
the largest of several sums is off by no more than they are; a layer norm divides it by the standard deviation. Each
step adds its own rounding: for a sum of n terms, in any order, at most n units in the last place of the sum of their
sizes, and steps of the grid where exact arithmetic rounds to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from extractor.passes.ner.exact import DEVIATION_GRID, EPSILON, GRID, LARGEST_ACTIVATION, LARGEST_SUM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from extractor.passes.ner.exact import Floats, Layer, Numbers

    Singles: TypeAlias = NDArray[np.float32]

_UNIT = 2.0**-24  # the largest relative error of rounding to single precision
_SPARE = 1.01  # for products of errors, and for the rounding of the bound itself
_TOGETHER = 1000  # tokens looked at together: no more than the processor's cache holds


@dataclass(frozen=True, slots=True)
class _QuickLayer:
    """A layer in single precision, tokens in columns, and what the bound needs to know of it.

    Attributes:
        weights: (pieces x outputs, inputs and one), the bias as if it were the weight of an input that is always 1.
        gain: of the norm.
        shift: of the norm.
        norm: of the matrix of weights.
        sizes: the norms of the longest piece of each output, together.
        largest_gain: of any output.
        reach: the largest norm of what the layer adds to a token.
    """

    weights: Singles
    gain: Singles
    shift: Singles
    norm: float
    sizes: float
    largest_gain: float
    reach: float

    @classmethod
    def of(cls, layer: Layer) -> _QuickLayer:
        width = len(layer.gain)
        pieces = layer.weights.reshape(len(layer.weights), -1, width)
        longest = np.hypot(np.linalg.norm(pieces, axis=0), np.abs(layer.bias.reshape(-1, width))).max(axis=0)
        largest_gain = float(np.abs(layer.gain).max())
        return cls(
            weights=np.concatenate([layer.weights, [layer.bias]]).T.astype(np.float32, order="C"),
            gain=_column(layer.gain),
            shift=_column(layer.shift),
            norm=float(np.linalg.norm(layer.weights, 2)),
            sizes=float(np.linalg.norm(longest)),
            largest_gain=largest_gain,
            reach=math.sqrt(width) * largest_gain + float(np.linalg.norm(layer.shift)),
        )


@dataclass(frozen=True, slots=True)
class Glance:
    """The network in single precision; weights and activations on the grid are exact in it.

    Attributes:
        window: how many neighbours on each side each layer sees.
    """

    window: int
    layers: tuple[_QuickLayer, ...]
    weights: Singles
    bias: Singles
    sizes: float
    difference: float

    @classmethod
    def of(cls, layers: Sequence[Layer], window: int, weights: Floats, bias: Floats) -> Glance:
        """Take the layers, and the weights (inputs, tags) and bias of the tags' scores; the first tag is `O`."""
        return cls(
            window=window,
            layers=tuple(map(_QuickLayer.of, layers)),
            weights=np.ascontiguousarray(weights.T, dtype=np.float32),
            bias=_column(bias),
            sizes=float(np.hypot(np.linalg.norm(weights, axis=0), np.abs(bias)).max()),
            difference=float(np.linalg.norm(weights[:, 1:] - weights[:, :1], axis=0).max()),
        )

    def least_leads(self, embeddings: Singles, sizes: Floats, words: Numbers) -> Floats:
        """Return how far `O` is ahead of all other tags at each token at least; near both ends nothing is known.

        Args:
            embeddings: the embedding of each word.
            sizes: the Euclidean norm of each.
            words: the row of each token's word in both.
        """
        least = np.full(len(words), -np.inf)
        sight = self.window * len(self.layers)
        work = _Work.of(self, min(_TOGETHER, len(words)) + 2 * sight)
        for first in range(sight, len(words) - sight, _TOGETHER):
            last = min(first + _TOGETHER, len(words) - sight)
            seen = words[first - sight : last + sight]
            leads = self._least_leads(work.part(len(seen)), embeddings[seen], sizes[seen])
            least[first:last] = leads[sight : len(leads) - sight]
        return least

    def _least_leads(self, work: _Work, embeddings: Singles, sizes: Floats) -> Floats:
        width = embeddings.shape[1]
        span, steps = math.sqrt(width), math.sqrt(width) / GRID
        rows = work.rows
        np.copyto(rows, embeddings.T)
        errors = np.zeros(len(embeddings))
        for layer in self.layers:
            best = work.sums(layer, self.window)
            mean = best.sum(axis=0)
            mean /= width
            best -= mean
            variance = np.einsum("ij,ij->j", best, best)
            variance /= width
            variance += np.float32(EPSILON)
            largest = span * np.sqrt(variance + mean * mean, dtype=np.float64)
            # How far the deviations from the mean are from those of exact arithmetic, and what they are divided by.
            off = layer.norm * _beside(errors, self.window)
            off += _rounding(layer.weights.shape[1] + 1) * layer.sizes * (_beside(sizes, self.window) + 1)
            off += 2 * _rounding(width + 2) * largest + span / DEVIATION_GRID + steps
            np.sqrt(variance, out=variance)
            least = variance * (1 - 2 * _rounding(width)) - off / span
            unknown = (least <= 0) | ((largest + off) * _SPARE >= LARGEST_SUM)
            off[unknown], least[unknown] = np.inf, 1.0
            best *= np.divide(1.0, variance, out=variance)
            best *= layer.gain
            best += layer.shift
            rows += best
            sizes = sizes + layer.reach
            errors = errors + layer.largest_gain * (off / least + 2 * _rounding(width + 8) * span)
            errors += 5 * _UNIT * sizes + steps
            if layer.reach >= LARGEST_ACTIVATION or float(sizes.max()) >= LARGEST_ACTIVATION:  # it may be cut off
                errors[np.maximum(rows.max(axis=0), -rows.min(axis=0)) + errors * _SPARE >= LARGEST_ACTIVATION] = np.inf
        scores = self.weights @ rows
        scores += self.bias
        errors = self.difference * errors + 4 * _rounding(width + 3) * self.sizes * (sizes + 1)
        leads: Floats = (scores[0] - scores[1:].max(axis=0)).astype(np.float64)
        return leads - errors * _SPARE


def _beside(norms: Floats, window: int) -> Floats:
    """Return the norm of each token and its neighbours together."""
    squares = norms * norms
    total = squares.copy()
    for shift in range(1, window + 1):
        total[shift:] += squares[:-shift]
        total[:-shift] += squares[shift:]
    return np.sqrt(total, out=total)


@dataclass(frozen=True, slots=True)
class _Work:
    """Room for what is calculated.

    Attributes:
        rows: what became of each token so far.
        beside: the same of each token and its neighbours, and a 1.
        products: of weights and these.
    """

    rows: Singles
    beside: Singles
    products: Singles

    @classmethod
    def of(cls, glance: Glance, count: int) -> _Work:
        width = glance.weights.shape[1]
        return cls(
            rows=np.empty((width, count), dtype=np.float32),
            beside=np.ones(((2 * glance.window + 1) * width + 1, count), dtype=np.float32),
            products=np.empty((max((len(each.weights) for each in glance.layers), default=0), count), dtype=np.float32),
        )

    def part(self, count: int) -> _Work:
        """Return room for fewer tokens."""
        if count == self.rows.shape[1]:
            return self
        flat = ((each.ravel()[: len(each) * count], len(each)) for each in (self.rows, self.beside, self.products))
        rows, beside, products = (values.reshape(rows, count) for values, rows in flat)
        beside[-1] = 1
        return _Work(rows, beside, products)

    def sums(self, layer: _QuickLayer, window: int) -> Singles:
        """Return the largest of each unit's sums."""
        width, count = self.rows.shape
        for number, shift in enumerate(range(-window, window + 1)):
            part = self.beside[number * width : (number + 1) * width]
            first, last = max(0, -shift), count - max(0, shift)
            part[:, :first] = 0
            part[:, last:] = 0
            part[:, first:last] = self.rows[:, first + shift : last + shift]
        products = self.products[: len(layer.weights)]
        np.matmul(layer.weights, self.beside, out=products)
        best = products[:width]
        for piece in range(width, len(products), width):
            np.maximum(best, products[piece : piece + width], out=best)
        return best


def _rounding(count: int) -> float:
    """Return the largest relative error of a sum of so many products, in whatever order they are added."""
    return count * _UNIT / (1 - count * _UNIT)


def _column(values: Floats) -> Singles:
    return values.astype(np.float32)[:, None]
