"""Distances between persistence diagrams."""
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import integers, numbers
from ._barcode import Barcode


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


def bottleneck(a: ArrayLike | Barcode, b: ArrayLike | Barcode) -> Distance:
    """The bottleneck distance of two diagrams, arrays of the shape (k, 2): the largest cost of the best matching.

    The cost of a pair is the maximum norm of the difference, and that of the diagonal half of the length. Essential points are
    matched to essential points. Bars of a `Barcode`, or of a list (dimension, (birth, death)) of GUDHI, are matched within their dimension.

    >>> import sublevel
    >>> distance = sublevel.bottleneck([(0, 2), (1, 1.5)], [(0.5, 2)])
    >>> distance.value, distance.matching.tolist()
    (0.5, [[0, 0], [1, -1]])
    """
    return _distance(a, b, _native.bottleneck, max)


def wasserstein(a: ArrayLike | Barcode, b: ArrayLike | Barcode, order: Literal[1, 2] = 1) -> Distance:
    """The Wasserstein distance of order 1 or 2: the root of the smallest sum of powers of the costs of `bottleneck`.

    >>> import sublevel
    >>> float(sublevel.wasserstein([(0, 2), (1, 1.5)], [(0.5, 2)]))
    0.75
    """
    if order not in (1, 2):
        raise ValueError(f"order: expected 1 or 2, found {order!r}")
    return _distance(a, b, lambda a, b: _native.wasserstein(a, b, int(order)), sum if order == 1 else lambda values: math.hypot(*values))


def _distance(a: Any, b: Any, measure: Callable, together: Callable) -> Distance:
    """The distance of each dimension, put together."""
    diagrams = [_diagram("a", a), _diagram("b", b)]
    if all(isinstance(one, Barcode) for one in (a, b)) and a.direction != b.direction:
        raise ValueError(f"a is a {a.direction} barcode, and b a {b.direction} barcode; compare barcodes of one direction")
    found = set().union(*(dimensions.tolist() for dimensions, _ in diagrams if dimensions is not None))
    if len(found) < 2:
        return Distance(*measure(*(points for _, points in diagrams)))
    for name, (dimensions, points) in zip("ab", diagrams):
        if dimensions is None and len(points) > 0:
            other = "b" if name == "a" else "a"
            raise ValueError(f"{name}: the points have no dimensions, and those of {other} have several; pass one of them, such as {other}.diagram(1)")
    values, matchings, costs = [], [], []
    for dimension in sorted(found):
        rows = [np.flatnonzero(dimensions == dimension) if dimensions is not None else np.zeros(0, int) for dimensions, _ in diagrams]
        value, matching, cost = measure(*(points[own] for own, (_, points) in zip(rows, diagrams)))
        values.append(value)
        # Indices of all points; −1 stays the diagonal.
        matchings.append(np.stack([np.append(own, -1)[column] for own, column in zip(rows, matching.T)], axis=1))
        costs.append(cost)
    return Distance(float(together(values)), np.concatenate(matchings), np.concatenate(costs))


def _diagram(name: str, points: Any) -> tuple[NDArray[np.int64] | None, NDArray[np.float64]]:
    """The dimensions of the points, if they have any, and the points."""
    if isinstance(points, Barcode):
        return points.dimensions, np.stack([points.births, points.deaths], axis=1)
    columns = set(getattr(points, "columns", ()))
    if {"birth", "death"} <= columns <= {"birth", "death", "dimension"}:
        dimensions = integers(f"{name}, dimensions", points["dimension"], 1) if "dimension" in columns else None
        return dimensions, numbers(name, points[["birth", "death"]], 2)
    if isinstance(points, (list, tuple)):
        if len(points) == 0:
            points = np.zeros((0, 2))
        elif all(isinstance(row, np.ndarray) and row.ndim == 2 for row in points):
            # One array for each dimension, as the estimators of GUDHI return.
            return np.repeat(np.arange(len(points)), list(map(len, points))), numbers(name, np.concatenate(points), 2)
        elif all(isinstance(row, (list, tuple)) and len(row) == 2 and np.ndim(row[1]) == 1 for row in points):
            dimensions, points = zip(*points)
            return integers(f"{name}, dimensions", dimensions, 1), numbers(name, points, 2)
    return None, numbers(name, points, 2)
