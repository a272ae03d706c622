"""The arrays of an epoch: the checked arguments of `Run.log`."""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._arrays import as_array, by_keys, numbers
from .cells import Cells, Edges, check_finite

DIRECTIONS = ("sublevel", "superlevel")


@dataclass(frozen=True)
class Shapes:
    """The sizes and names of the arrays of every epoch. Its methods check arrays and raise a ValueError that names the argument."""

    vertices: Cells
    #: None: no channel has values of edges.
    edges: Edges | None
    channels: list[str]
    edge_channels: list[str]
    classes: list[str]
    has_attributions: bool

    @property
    def graphs(self) -> int:
        return len(self.vertices.first) - 1

    @property
    def sizes(self) -> tuple[int, int]:
        """The numbers of bytes of an epoch: complete, and without filters and attributions."""
        of_vertices = len(self.channels) * (1 + 4 * len(self.classes) * self.has_attributions) * self.vertices.count
        of_edges = 0 if self.edges is None else len(self.edge_channels) * self.edges.count
        scores = self.graphs * len(self.classes)
        return 4 * (of_vertices + of_edges + scores), 4 * scores

    def filters(self, f: Any, edge_values: Any) -> list[np.ndarray]:
        """The values of each channel: one for each vertex of all graphs, then one for each edge."""
        return _filters("f", f, self.channels, self.vertices, "channels") + _filters(
            "edge_values", edge_values, self.edge_channels, self.edges, "edge_channels"
        )

    def scores(self, predictions: Any) -> np.ndarray:
        """The score of each class for each graph."""
        columns = getattr(predictions, "columns", None)
        if columns is not None and list(columns) not in (self.classes, list(range(len(self.classes)))):
            raise ValueError(f"predictions: expected the columns {', '.join(map(repr, self.classes))} in this order, found {', '.join(map(repr, columns))}")
        scores = numbers("predictions", by_keys("predictions", predictions, range(self.graphs), "graph"), 2)
        expected = (self.graphs, len(self.classes))
        if scores.shape != expected:
            advice = "; name every class with classes=[…]" if scores.shape[0] == expected[0] else ""
            raise ValueError(f"predictions: expected the shape {expected}, graphs and classes, found {scores.shape}{advice}")
        check_finite("predictions", scores, lambda at: f" at graph {at[0]}, class {at[1]}")
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
        by_channel = {self.channels[0]: attributions} if single else _by_channel("attributions", attributions, self.channels)
        expected = (self.vertices.count, len(self.classes))
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
                    check_finite(what, array, self.vertices.place)
                    arrays.append(array)
        return arrays


def _filters(what: str, given: Any, channels: list[str], cells: Cells | Edges | None, option: str) -> list[np.ndarray]:
    if not channels or cells is None:
        if given is not None:
            raise ValueError(f"{what}: the run has no such channel; create it with {option}=[…]")
        return []
    if given is None:
        raise ValueError(f"{what}: expected the values of {', '.join(map(repr, channels))}, found none")
    by_channel = _by_channel(what, given, channels)
    return [cells.values(what if len(channels) == 1 else f"{what}[{name!r}]", values) for name, values in by_channel.items()]


def _by_channel(what: str, given: Any, channels: list[str]) -> dict[str, Any]:
    known = ", ".join(map(repr, channels))
    if not isinstance(given, Mapping):
        if len(channels) > 1:
            raise ValueError(f"{what}: expected a dictionary with the channels {known}, found {type(given).__name__}")
        return {channels[0]: given}
    if set(given) != set(channels):
        raise ValueError(f"{what}: expected the channels {known}, found {', '.join(map(repr, given)) or 'none'}")
    return {name: given[name] for name in channels}


def read_loss(loss: Any) -> float:
    """One finite number."""
    value = numbers("loss", np.atleast_1d(as_array("loss", loss)))
    if len(value) != 1:
        raise ValueError(f"loss: expected one number, found {len(value)}")
    check_finite("loss", value, lambda _: "")
    return float(value[0])
