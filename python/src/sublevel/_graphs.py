"""Graphs of NetworkX, PyTorch Geometric and SciPy, and arrays of edges, as arrays."""
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import as_array, by_keys, integers, keys_of, numbers, warn, whole

#: The filters of structure of `sublevel barcode --filter`.
STRUCTURE = ("degree", "core", "closeness", "heat-kernel", "forman-ricci")


@dataclass
class Graph:
    vertices: int
    #: One row for each edge.
    edges: np.ndarray
    #: Whether the edges have directions; none: the engine decides, as for a file without a declaration.
    directed: bool | None = None
    #: The vertices of NetworkX in order, and the names of the edges: (u, v), or (u, v, key) in a multigraph.
    nodes: list[Any] | None = None
    edge_names: list[tuple] | None = None
    #: The index of a DataFrame of edges.
    rows: list[Any] | None = None
    #: Finds the numbers of an attribute of vertices or edges.
    vertex_attribute: Callable[[str], np.ndarray] | None = None
    edge_attribute: Callable[[str], np.ndarray] | None = None

    def vertex_values(self, f: Any) -> tuple[np.ndarray | None, str]:
        """The values of the vertices, and the name of a filter of structure: one of the two."""
        if isinstance(f, str):
            if f in STRUCTURE or f == "edges":
                return None, f
            name = f.removeprefix("attribute:")
            if self.vertex_attribute is None:
                known = ", ".join(map(repr, STRUCTURE))
                raise ValueError(f"f: there is no filter {f!r}; pass an array, or one of {known}")
            return self.vertex_attribute(name), ""
        return numbers("f", self.by_vertex("f", f)), ""

    def by_vertex(self, name: str, values: Any) -> Any:
        """The values of a dictionary or a Series by vertex, in the order of the vertices."""
        own = keys_of(values)
        if own is None:
            return values
        if self.nodes is not None:
            return by_keys(name, values, self.nodes, "node")
        # A list, because the edges name the vertices by these numbers. One more than there are values is enough to find a missing one,
        # however large the numbers are.
        return by_keys(name, values, list(range(min(self.vertices, len(own) + 1))), "vertex")

    def edge_values(self, values: Any) -> np.ndarray | None:
        if values is None:
            return None
        if isinstance(values, str):
            if self.edge_attribute is None:
                raise ValueError(f"edge_values: an array of edges has no attribute {values!r}; pass an array")
            return self.edge_attribute(values)
        return numbers("edge_values", self.by_edge("edge_values", values))

    def warn_of_lost_values(self, values: np.ndarray, parallel: str) -> None:
        """Of edges that become one, the first counts with its value; that of another one may differ."""
        u, v = self.edges.T
        keys = np.minimum(u, v) * self.vertices + np.maximum(u, v)
        if parallel == "merge":
            _, places, of = np.unique(keys, return_index=True, return_inverse=True)
            first, second = places[of.reshape(-1)], np.arange(len(keys))
        elif parallel == "directions" and self.directed:
            one, other = np.flatnonzero(u < v), np.flatnonzero(u > v)
            _, a, b = np.intersect1d(keys[one], keys[other], return_indices=True)
            first, second = np.sort([one[a], other[b]], axis=0)
        else:
            return
        kept, lost = values[first], values[second]
        differs = (kept != lost) & ~(np.isnan(kept) & np.isnan(lost))
        if differs.any():
            at = int(np.argmax(differs))
            ends = [self.edges[second[at], end] if self.nodes is None else self.nodes[self.edges[second[at], end]] for end in (0, 1)]
            warn(
                f"edge_values: {np.count_nonzero(differs)} edges are listed again with another value, such as {ends[0]!s}–{ends[1]!s} with {lost[at]} "
                f"after {kept[at]}; the first value counts. Give both directions of an edge one value, for example with M.maximum(M.T)"
            )

    @property
    def repeats_edges(self) -> bool:
        """Whether an edge is listed again or joins a vertex to itself. As in `sublevel barcode`, two directions are one edge, unless the graph
        is known to have none."""
        u, v = self.edges.T
        if self.directed is False:
            u, v = np.minimum(u, v), np.maximum(u, v)
        return bool((u == v).any()) or len(np.unique(u * self.vertices + v)) < len(u)

    def by_edge(self, name: str, values: Any) -> Any:
        """The values of a dictionary or a Series by edge, in the order of the edges: by the two ends in either order, or by number."""
        keys = keys_of(values)
        if keys is None:
            return values
        if self.edge_names is None and not (keys and isinstance(keys[0], tuple)):
            return by_keys(name, values, range(len(self.edges)) if self.rows is None else self.rows, "edge")
        names = self.edge_names if self.edge_names is not None else list(map(tuple, self.edges.tolist()))
        return by_keys(name, values, names, "edge", lambda key: (key[1], key[0], *key[2:]) if isinstance(key, tuple) else key)


def warn_of_repeated_edges(graphs: Iterable[Graph], what: str) -> None:
    """A data set and a run log have each edge once and no self-loops, but `sublevel barcode` counts those of a single graph."""
    repeated = [index for index, graph in enumerate(graphs) if graph.repeats_edges]
    if repeated:
        count = f"{len(repeated)} graphs have" if len(repeated) > 1 else f"graph {repeated[0]} has"
        warn(f"{count} parallel edges or self-loops, which {what} is read without: there are fewer loops than in `sublevel barcode`")


def read(graph: Any, f: Any, vertices: Any) -> Graph:
    if _is_networkx(graph):
        arrays = _networkx(graph)
    elif hasattr(graph, "edge_index"):
        arrays = _pyg(graph)
    elif hasattr(graph, "tocoo") and hasattr(graph, "shape"):
        arrays = _sparse(graph)
    else:
        return _edges(graph, f, vertices)
    if vertices is not None:
        raise ValueError("vertices: only an array of edges takes a number of vertices; leave it out")
    return arrays


def _is_networkx(graph: Any) -> bool:
    return hasattr(graph, "adj") and hasattr(graph, "nodes") and hasattr(graph, "is_directed")


def _networkx(graph: Any) -> Graph:
    nodes = list(graph.nodes)
    place = {node: index for index, node in enumerate(nodes)}
    names = list(graph.edges(keys=True) if graph.is_multigraph() else graph.edges())
    edges = np.array([(place[u], place[v]) for u, v, *_ in names], np.int64).reshape(-1, 2)

    def attribute(kind, name, elements):
        values = []
        for *element, value in elements:
            if value is None:
                what = f"node {element[0]!r}" if len(element) == 1 else f"edge {element[0]!r}–{element[1]!r}"
                raise ValueError(f"{kind}: {what} has no attribute {name!r}; give it one, or pass an array")
            values.append(value)
        return numbers(kind, values)

    return Graph(
        len(nodes), edges, graph.is_directed(), nodes, names,
        vertex_attribute=lambda name: attribute("f", name, graph.nodes(data=name)),
        edge_attribute=lambda name: attribute("edge_values", name, graph.edges(data=name)),
    )


def _pyg(data: Any) -> Graph:
    if data.edge_index is None:
        raise ValueError("graph: edge_index is None; give it the shape (2, m)")
    edge_index = integers("edge_index", data.edge_index, 2)
    if edge_index.shape[0] != 2:
        raise ValueError(f"edge_index: expected the shape (2, m), found {edge_index.shape}")

    def attribute(kind, name):
        values = getattr(data, name, None)
        if values is None:
            raise ValueError(f"{kind}: the graph has no attribute {name!r}; pass an array")
        # One feature has one column.
        column = getattr(values, "ndim", 1) == 2 and values.shape[1] == 1
        return numbers(kind, values[:, 0] if column else values)

    return Graph(
        whole("num_nodes", data.num_nodes), edge_index.T, True,
        vertex_attribute=lambda name: attribute("f", name),
        edge_attribute=lambda name: attribute("edge_values", name),
    )


def _sparse(matrix: Any) -> Graph:
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"graph: expected a square adjacency matrix, found the shape {matrix.shape}")
    entries = matrix.tocoo(copy=True)
    entries.sum_duplicates()

    def weight(name):
        if name != "weight":
            raise ValueError(f'edge_values: an adjacency matrix has no attribute {name!r}; "weight" stands for its numbers')
        return numbers("edge_values", entries.data)

    edges = np.stack([entries.row, entries.col], axis=1)
    return Graph(matrix.shape[0], integers("graph", edges, 2), True, edge_attribute=weight)


def _edges(edges: Any, f: Any, vertices: Any) -> Graph:
    rows, array = keys_of(edges), as_array("graph", edges)
    if array.ndim == 2 and array.shape[0] == array.shape[1] > 2:
        raise ValueError(f"graph: an array of edges has the shape (m, 2), found {array.shape}; pass an adjacency matrix A as scipy.sparse.coo_array(A)")
    edges = integers("graph", array, array.ndim if array.size == 0 else 2)
    if edges.size == 0:
        edges = edges.reshape(0, 2)
    if edges.shape[1] != 2:
        advice = "; transpose it" if edges.shape[0] == 2 else ""
        raise ValueError(f"graph: an array of edges has the shape (m, 2), found {edges.shape}{advice}")
    if vertices is None:
        if f is None or isinstance(f, str):
            raise ValueError("vertices: an array of edges needs the number of vertices, or an array f with their values")
        keys = keys_of(f)
        vertices = len(numbers("f", f) if keys is None else keys)
    return Graph(whole("vertices", vertices), edges, rows=rows)
