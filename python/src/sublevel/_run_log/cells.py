"""The vertices or the edges of all graphs: checked values, and the order of edges in a run log."""
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import _graphs
from .._arrays import by_keys, keys_of, numbers

LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True)
class Cells:
    """The cells of one kind in all graphs. Errors are a ValueError that names the argument."""

    #: "vertex" or "edge", and the plural.
    one: str
    many: str
    #: First cell of each graph, and the number of all cells.
    first: np.ndarray
    #: The values of a dictionary or of a Series for one graph, in the order of its cells: (name, values).
    aligned: Sequence[Callable[[str, Any], Any]]

    @property
    def count(self) -> int:
        """Number of cells of all graphs."""
        return int(self.first[-1])

    def values(self, name: str, values: Any) -> np.ndarray:
        """A value for each cell, from one array or from an array for each graph, or from dictionaries or Series in place of the arrays."""
        is_list = isinstance(values, (list, tuple)) and len(values) > 0
        if is_list and (keys_of(values[0]) is not None or np.ndim(_plain(values[0])) > 0):
            values = self._joined(name, values)
        elif len(self.aligned) == 1:
            values = self.aligned[0](name, values)
        array = numbers(name, by_keys(name, values, range(self.count), self.one))
        if len(array) != self.count:
            raise ValueError(f"{name}: expected {self.count} values, one for each {self.one} of all graphs, found {len(array)}")
        check_finite(name, array, self.place)
        return array

    def place(self, at: Any) -> str:
        """Words for the cell with this index."""
        graph = int(np.searchsorted(self.first, at[0], side="right")) - 1
        return f" at graph {graph}, {self.one} {at[0] - self.first[graph]}"

    def _joined(self, name: str, parts: Sequence[Any]) -> np.ndarray:
        graphs = len(self.first) - 1
        if len(parts) != graphs:
            raise ValueError(f"{name}: expected {graphs} arrays, one for each graph, found {len(parts)}")
        arrays = []
        for index, (part, aligned) in enumerate(zip(parts, self.aligned, strict=True)):
            own = f"{name}, graph {index}"
            arrays.append(numbers(own, aligned(own, part)))
        for index, (array, size) in enumerate(zip(arrays, np.diff(self.first), strict=True)):
            if len(array) != size:
                raise ValueError(f"{name}: graph {index} has {size} {self.many}, found {len(array)} values")
        return np.concatenate(arrays)


def vertices_of(graphs: Sequence[_graphs.Graph]) -> Cells:
    """The vertices of these graphs."""
    first = np.cumsum([0] + [graph.vertices for graph in graphs])
    return Cells("vertex", "vertices", first, [graph.by_vertex for graph in graphs])


class Edges:
    """The edges of all graphs, as the user lists them and as a run log counts them.

    A run log has each edge once, graph by graph, sorted by the smaller vertex and then by the larger one, and no edge from a vertex to
    itself. The user may list the two directions of an edge, or repeat it.
    """

    def __init__(self, graphs: Sequence[_graphs.Graph]):
        first = np.cumsum([0] + [len(graph.edges) for graph in graphs])
        self._listed = Cells("edge", "edges", first, [graph.by_edge for graph in graphs])
        vertices = vertices_of(graphs)
        # Numbers of vertices in all graphs, so that the order of the ends is also that of the graphs.
        ends = np.concatenate([graph.edges + first for graph, first in zip(graphs, vertices.first[:-1], strict=True)])
        ends.sort(axis=1)
        is_loop = ends[:, 0] == ends[:, 1]
        keys = ends[:, 0] * vertices.count + ends[:, 1]
        once, places = np.unique(keys[~is_loop], return_inverse=True)
        #: Number of edges of all graphs, each counted once.
        self.count = len(once)
        # For each listed edge, its place in the run log; the last place is for edges from a vertex to itself.
        self._places = np.full(len(keys), self.count)
        self._places[~is_loop] = places.reshape(-1)

    def values(self, name: str, values: Any) -> np.ndarray:
        """The value of each edge in the order of a run log."""
        listed = self._listed.values(name, values)
        once = np.empty(self.count + 1)
        once[self._places] = listed
        differs = (once[self._places] != listed) & (self._places < self.count)
        if differs.any():
            at = int(np.flatnonzero(differs)[0])
            raise ValueError(
                f"{name}: expected one value for an edge that is listed again, for example in both directions, found {listed[at]} and "
                f"{once[self._places[at]]}{self._listed.place([at])}"
            )
        return once[:-1]


def check_finite(name: str, array: np.ndarray, place: Callable[[Any], str]) -> None:
    """Checks that numbers are finite with 32 bits. `place` has words for an index."""
    wrong = np.argwhere(~(np.abs(array) <= LARGEST))
    if len(wrong) > 0:
        at = wrong[0]
        raise ValueError(f"{name}: expected finite numbers of at most 3.4e38, found {array[tuple(at)]}{place(at)}")


def _plain(values: Any) -> Any:
    return values.detach().cpu() if hasattr(values, "detach") else values
