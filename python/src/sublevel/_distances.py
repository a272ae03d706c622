"""Distances between persistence diagrams."""
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import numbers


@dataclass(frozen=True)
class Distance:
    """A distance between two diagrams with an optimal matching."""

    value: float
    #: One row for each pair: the index of the point in `a` and in `b`, −1 for the diagonal.
    matching: NDArray[np.int64]
    #: The cost of each pair.
    costs: NDArray[np.float64]

    def __float__(self) -> float:
        return self.value


def bottleneck(a: ArrayLike, b: ArrayLike) -> Distance:
    """The bottleneck distance of two diagrams, arrays of the shape (k, 2): the largest cost of the best matching.

    The cost of a pair is the maximum norm of the difference, and that of the diagonal half of the length. Essential points are
    matched to essential points.

    >>> import sublevel
    >>> distance = sublevel.bottleneck([(0, 2), (1, 1.5)], [(0.5, 2)])
    >>> distance.value, distance.matching.tolist()
    (0.5, [[0, 0], [1, -1]])
    """
    return Distance(*_native.bottleneck(_diagram("a", a), _diagram("b", b)))


def wasserstein(a: ArrayLike, b: ArrayLike, order: Literal[1, 2] = 1) -> Distance:
    """The Wasserstein distance of order 1 or 2: the root of the smallest sum of powers of the costs of `bottleneck`.

    >>> import sublevel
    >>> float(sublevel.wasserstein([(0, 2), (1, 1.5)], [(0.5, 2)]))
    0.75
    """
    if order not in (1, 2):
        raise ValueError(f"order: expected 1 or 2, found {order!r}")
    return Distance(*_native.wasserstein(_diagram("a", a), _diagram("b", b), int(order)))


def _diagram(name: str, points: Any) -> NDArray[np.float64]:
    if isinstance(points, (list, tuple)) and len(points) == 0:
        points = np.zeros((0, 2))
    return numbers(name, points, 2)
