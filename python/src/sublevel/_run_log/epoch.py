"""The arrays of an epoch: the checked arguments of `Run.log`."""
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._arrays import _array, numbers

DIRECTIONS = ("sublevel", "superlevel")
LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True)
class Shapes:
    """The sizes and names of the arrays of every epoch. Its methods check arrays and raise a ValueError that names the argument."""

    #: First vertex of each graph, and the number of all vertices.
    first: np.ndarray
    channels: list[str]
    classes: list[str]
    has_attributions: bool

    @property
    def graphs(self) -> int:
        return len(self.first) - 1

    @property
    def vertices(self) -> int:
        """Number of vertices of all graphs."""
        return int(self.first[-1])

    def filters(self, f: Any) -> list[np.ndarray]:
        """The values of each channel, one for each vertex of all graphs."""
        return [self._filter(name, values) for name, values in self._channels(f).items()]

    def scores(self, predictions: Any) -> np.ndarray:
        """The score of each class for each graph."""
        scores = numbers("predictions", predictions, 2)
        expected = (self.graphs, len(self.classes))
        if scores.shape != expected:
            advice = "; name every class with classes=[…]" if scores.shape[0] == expected[0] else ""
            raise ValueError(f"predictions: expected the shape {expected}, graphs and classes, found {scores.shape}{advice}")
        _check("predictions", scores, lambda at: f" at graph {at[0]}, class {at[1]}")
        return scores

    def attributions(self, attributions: Any) -> list[np.ndarray]:
        """The contributions of the bars: components and loops of the sublevel filtration, then of the superlevel filtration."""
        if not self.has_attributions:
            if attributions is not None:
                raise ValueError("attributions: the run has none; create it with attributions=True")
            return []
        if attributions is None:
            raise ValueError("attributions: expected the contributions of the bars, found none")
        single = len(self.channels) == 1 and not (isinstance(attributions, Mapping) and set(attributions) == set(self.channels))
        by_channel = {self.channels[0]: attributions} if single else self._channels(attributions, "attributions")
        expected = (self.vertices, len(self.classes))
        arrays = []
        for channel, by_direction in by_channel.items():
            name = "attributions" if len(self.channels) == 1 else f"attributions[{channel!r}]"
            if not isinstance(by_direction, Mapping) or not set(by_direction) <= set(DIRECTIONS):
                raise ValueError(f"{name}: expected a dictionary with the keys 'sublevel' and 'superlevel'")
            for direction in DIRECTIONS:
                pair = by_direction.get(direction, (np.zeros(expected), np.zeros(expected)))
                if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                    raise ValueError(f"{name}[{direction!r}]: expected two arrays, for components and for loops")
                for bars, values in zip(("components", "loops"), pair, strict=True):
                    what = f"{name}[{direction!r}], {bars}"
                    array = numbers(what, values, 2)
                    if array.shape != expected:
                        raise ValueError(f"{what}: expected the shape {expected}, vertices and classes, found {array.shape}")
                    _check(what, array, self._place)
                    arrays.append(array)
        return arrays

    def _channels(self, f: Any, what: str = "f") -> dict[str, Any]:
        known = ", ".join(map(repr, self.channels))
        if not isinstance(f, Mapping):
            if len(self.channels) > 1:
                raise ValueError(f"{what}: expected a dictionary with the channels {known}, found {type(f).__name__}")
            return {self.channels[0]: f}
        if set(f) != set(self.channels):
            raise ValueError(f"{what}: expected the channels {known}, found {', '.join(map(repr, f)) or 'none'}")
        return {name: f[name] for name in self.channels}

    def _filter(self, channel: str, values: Any) -> np.ndarray:
        name = "f" if len(self.channels) == 1 else f"f[{channel!r}]"
        if isinstance(values, (list, tuple)) and len(values) > 0 and np.ndim(_plain(values[0])) > 0:
            values = self._joined(name, values)
        array = numbers(name, values)
        if len(array) != self.vertices:
            raise ValueError(f"{name}: expected {self.vertices} values, one for each vertex of all graphs, found {len(array)}")
        _check(name, array, self._place)
        return array

    def _joined(self, name: str, parts: Sequence[Any]) -> np.ndarray:
        if len(parts) != self.graphs:
            raise ValueError(f"{name}: expected {self.graphs} arrays, one for each graph, found {len(parts)}")
        arrays = [numbers(f"{name}, graph {index}", part) for index, part in enumerate(parts)]
        for index, (array, size) in enumerate(zip(arrays, np.diff(self.first), strict=True)):
            if len(array) != size:
                raise ValueError(f"{name}: graph {index} has {size} vertices, found {len(array)} values")
        return np.concatenate(arrays)

    def _place(self, at: Any) -> str:
        graph = int(np.searchsorted(self.first, at[0], side="right")) - 1
        return f" at graph {graph}, vertex {at[0] - self.first[graph]}"


def read_loss(loss: Any) -> float:
    """One finite number."""
    value = numbers("loss", np.atleast_1d(_array("loss", loss)))
    if len(value) != 1:
        raise ValueError(f"loss: expected one number, found {len(value)}")
    _check("loss", value, lambda _: "")
    return float(value[0])


def _check(name: str, array: np.ndarray, place: Any) -> None:
    wrong = np.argwhere(~(np.abs(array) <= LARGEST))
    if len(wrong) > 0:
        at = wrong[0]
        raise ValueError(f"{name}: expected finite numbers of at most 3.4e38, found {array[tuple(at)]}{place(at)}")


def _plain(values: Any) -> Any:
    return values.detach().cpu() if hasattr(values, "detach") else values
