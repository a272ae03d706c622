"""Barcodes of graphs and points."""
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _graphs, _native
from ._arrays import check_columns, keys_of, numbers, one_of, warn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DIRECTIONS = ("sublevel", "superlevel")
COMPLEXES = ("rips", "alpha")


def barcode(
    graph: Any,
    f: ArrayLike | Mapping[Any, float] | str | None = None,
    *,
    vertices: int | None = None,
    edge_values: ArrayLike | Mapping[Any, float] | str | None = None,
    clique: bool = False,
    extended: bool = False,
    direction: Literal["sublevel", "superlevel"] = "sublevel",
    parallel_edges: Literal["keep", "merge"] | None = None,
    keep_zero: bool = False,
) -> "Barcode":
    """The barcode of a graph under a filter.

    `graph` is a graph of NetworkX, a `Data` of PyTorch Geometric, a sparse adjacency matrix of SciPy, or an array of edges of
    the shape (m, 2). An array of edges takes the number of `vertices`; the default is the length of `f`.

    `f` is the filter: an array with a value for each vertex, a dictionary or a Series of pandas by node, the name of a vertex attribute, or a
    filter of structure (`"degree"`, `"core"`, `"closeness"`, `"heat-kernel"`, `"forman-ricci"`). With `edge_values`, edges have their own
    values: an array in the order of the edges, a dictionary or a Series by the ends of an edge, or the name of an edge attribute (`"weight"`
    for the numbers of a matrix). The default of `f` is then `"edges"`, the smallest value of the edges at each vertex.

    `clique` adds triangles, so that loops can end. `extended` adds the extended part. `parallel_edges` is `"keep"` or `"merge"`; by
    default the two directions of a directed edge are one edge, and other repeated edges are parallel. `keep_zero` keeps bars of
    length zero.

    >>> import sublevel
    >>> path = [(0, 1), (1, 2), (2, 3), (3, 4)]
    >>> bars = sublevel.barcode(path, f=[1, 3, 2, 4, 1])
    >>> bars.births, bars.deaths
    (array([1., 2., 1.]), array([ 4.,  3., inf]))
    >>> bars[0].creator, bars[0].destroyer
    ((4,), (3,))
    >>> bars[0].component()
    array([4])

    With edge values and triangles, the edge of length 3 closes a loop, and the triangle ends it at once:

    >>> triangle = [(0, 1), (1, 2), (0, 2)]
    >>> bars = sublevel.barcode(triangle, f=[0, 0, 0], edge_values=[1, 2, 3], clique=True, keep_zero=True)
    >>> [(bar.dimension, bar.birth, bar.death, bar.creator, bar.destroyer) for bar in bars]
    [(0, 0.0, 1.0, (1,), (0, 1)), (0, 0.0, 2.0, (2,), (1, 2)), (0, 0.0, inf, (0,), None), (1, 3.0, 3.0, (0, 2), (0, 1, 2))]
    """
    superlevel = one_of("direction", direction, DIRECTIONS) == "superlevel"
    parallel = "directions" if parallel_edges is None else one_of("parallel_edges", parallel_edges, ("keep", "merge"))
    if extended and edge_values is not None:
        raise ValueError("extended: extended persistence needs values of vertices only; omit extended or edge_values")
    if extended and clique:
        raise ValueError("extended: extended persistence pairs the loops that clique fills; omit extended or clique")
    if superlevel and edge_values is not None:
        raise ValueError("direction: edge_values have no superlevel filtration, because edges would enter before their ends")
    if f is None:
        if edge_values is None:
            known = ", ".join(map(repr, _graphs.STRUCTURE))
            raise ValueError(f"f: expected a value for each vertex, found none; pass an array, or one of {known}")
        f = "edges"
    if isinstance(f, str) and f == "edges" and edge_values is None:
        raise ValueError('f: "edges" uses the values of the edges; pass edge_values')
    read = _graphs.read(graph, f, vertices)
    values, structure = read.vertex_values(f)
    of_edges = read.edge_values(edge_values)
    computed = _native.graph(
        read.vertices, read.edges, values, structure, of_edges, read.directed, parallel,
        bool(clique), bool(extended), superlevel, bool(keep_zero),
    )
    if of_edges is not None:
        read.warn_of_lost_values(of_edges, parallel)
    return _barcode(computed, direction, read.nodes)


def points(
    X: ArrayLike,
    complex: Literal["rips", "alpha"] = "rips",
    *,
    max_scale: float | None = None,
    distances: bool = False,
    keep_zero: bool = False,
) -> "Barcode":
    """The barcode of points, one in each row of `X`, whose discs grow: values are diameters.

    In the `"rips"` complex, an edge enters at the distance of its points, and a triangle with its last edge. With `distances`, `X` is a
    distance matrix. The default of `max_scale`, the largest distance, is the smallest distance from one point to its farthest one,
    after which no bar begins or ends. A smaller one cuts bars: `Barcode.max_scale` has it. The `"alpha"` complex of points in the plane has
    the shape of the union of the discs.

    >>> import sublevel
    >>> square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    >>> sublevel.points(square, "alpha").diagram(1)
    array([[1.        , 1.41421356]])
    >>> bar = sublevel.points(square, "rips")[-1]
    >>> bar.creator, bar.destroyer, bar.cycle()
    ((2, 3), (0, 2, 3), array([3, 0, 1, 2]))
    """
    alpha = one_of("complex", complex, COMPLEXES) == "alpha"
    check_columns("X", X)
    rows = numbers("X", X, 2)
    if alpha and (distances or max_scale is not None):
        raise ValueError('complex: "alpha" has no distances and no max_scale; omit them, or choose "rips"')
    if max_scale is not None:
        max_scale = float(numbers("max_scale", max_scale, 0))
        if not max_scale >= 0:
            raise ValueError(f"max_scale: expected a number that is not negative, found {max_scale}")
    rows_of_table, columns = keys_of(X), list(getattr(X, "columns", ()))
    if distances and rows_of_table is not None and rows_of_table != columns and set(rows_of_table) == set(columns):
        raise ValueError("X: the rows and the columns have the same names in another order; pass X.loc[X.columns]")
    if distances and rows.shape[0] != rows.shape[1]:
        raise ValueError(f"X: expected a square distance matrix, found the shape {rows.shape}")
    computed, notes = _native.points(rows, alpha, bool(distances), max_scale, bool(keep_zero))
    for note in notes:
        warn(f"X: {note}")
    return _barcode(computed, "sublevel", None)


def _barcode(computed: Any, direction: str, nodes: list[Any] | None) -> "Barcode":
    bars, extended, filtered = computed
    part = None if extended is None else Barcode(extended, "extended", nodes, filtered)
    return Barcode(bars, direction, nodes, filtered, part)


class Barcode:
    """Bars as arrays with one entry for each bar, components before loops, finite before essential bars, sorted by birth and death.

    `births` and `deaths` are values; an essential bar dies at ∞, in the superlevel direction at −∞. `dimensions` is 0 for components
    and 1 for loops. `birth_vertices` and `death_vertices` are the vertices with these values, −1 for edges with their own values and for
    essential bars.

    `creators` and `destroyers` are the simplices that begin and end a bar, as ascending vertices padded by −1: a vertex, an edge or
    a triangle. Without edge values and triangles, a vertex enters with its edges, and both are vertices.

    `direction` is `"sublevel"`, `"superlevel"` or `"extended"`. `nodes` lists the vertices of a graph of NetworkX. `extended` is the barcode of the extended part, in which every essential class of the
    sublevel filtration ends, or None.

    `max_scale` is the maximum scale of points if it cuts bars, otherwise None: then a death of ∞ means beyond `max_scale`, or never, except
    for the oldest component.
    """

    births: NDArray[np.float64]
    deaths: NDArray[np.float64]
    dimensions: NDArray[np.int64]
    birth_vertices: NDArray[np.int64]
    death_vertices: NDArray[np.int64]
    creators: NDArray[np.int64]
    destroyers: NDArray[np.int64]
    direction: str
    nodes: list[Any] | None
    extended: "Barcode | None"
    max_scale: float | None

    def __init__(
        self, arrays: tuple, direction: str, nodes: list[Any] | None, filtered: _native.Filtered, extended: "Barcode | None" = None
    ):
        (
            self.births, self.deaths, self.dimensions, self.birth_vertices, self.death_vertices, self.creators, self.destroyers,
        ) = arrays
        self.direction = direction
        self.nodes = nodes
        self.extended = extended
        self.max_scale = filtered.max_scale
        self._filtered = filtered

    def __len__(self) -> int:
        return len(self.births)

    def __getitem__(self, index: int) -> "Bar":
        return Bar(self, range(len(self))[index])

    def __iter__(self) -> Iterator["Bar"]:
        return (Bar(self, index) for index in range(len(self)))

    def __repr__(self) -> str:
        counts = [int(np.count_nonzero(self.dimensions == dimension)) for dimension in (0, 1)]
        return f"<Barcode: {counts[0]} components, {counts[1]} loops, {self.direction}>"

    def diagram(self, dimension: int) -> NDArray[np.float64]:
        """The points (birth, death) of a dimension, as an array of the shape (k, 2).

        >>> import sublevel
        >>> sublevel.barcode([(0, 1), (1, 2), (2, 0)], f=[0, 1, 2]).diagram(1)
        array([[ 2., inf]])
        """
        of_dimension = self.dimensions == dimension
        return np.stack([self.births[of_dimension], self.deaths[of_dimension]], axis=1)

    def to_gudhi(self) -> list[tuple[int, tuple[float, float]]]:
        """Bars as `SimplexTree.persistence` lists them: (dimension, (birth, death)). Values of a superlevel barcode are negated.

        >>> import sublevel
        >>> sublevel.barcode([(0, 1)], f=[1, 2], direction="superlevel").to_gudhi()
        [(0, (-2.0, inf))]
        """
        # Not the negative, which turns 0 into -0.
        births, deaths = (0 - ends if self.direction == "superlevel" else ends for ends in (self.births, self.deaths))
        return list(zip(self.dimensions.tolist(), zip(births.tolist(), deaths.tolist())))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draws the bars with Matplotlib and returns the axes. Essential bars end with an arrow, those that `max_scale` cuts at it."""
        import matplotlib.pyplot as plt

        if ax is None:
            ax = plt.gca()
        ends = np.concatenate([self.births, self.deaths])
        ends = ends[np.isfinite(ends)]
        first, last = (ends.min(), ends.max()) if len(ends) else (0.0, 1.0)
        beyond = 0.1 * (last - first or 1.0)
        never = first - beyond if self.direction == "superlevel" else last + beyond
        if self.max_scale is not None:
            never = self.max_scale
        for dimension, colour in ((0, "C0"), (1, "C1")):
            rows = np.flatnonzero((self.dimensions == dimension) & np.isfinite(self.births))
            deaths = self.deaths[rows]
            is_essential = ~np.isfinite(deaths)
            deaths = np.where(is_essential, never, deaths)
            ax.hlines(rows, self.births[rows], deaths, colors=colour, label=f"H{dimension}")
            marker = "<" if self.direction == "superlevel" else ">"
            ax.plot(deaths[is_essential], rows[is_essential], marker, color=colour)
        ax.set_xlabel("f")
        ax.set_yticks([])
        ax.legend()
        return ax


class Bar:
    """One bar of a barcode."""

    def __init__(self, barcode: Barcode, index: int):
        self._barcode = barcode
        self._index = index

    @property
    def birth(self) -> float:
        return float(self._barcode.births[self._index])

    @property
    def death(self) -> float:
        return float(self._barcode.deaths[self._index])

    @property
    def dimension(self) -> int:
        return int(self._barcode.dimensions[self._index])

    @property
    def creator(self) -> tuple[int, ...]:
        """The vertices of the simplex that begins the bar."""
        return _simplex(self._barcode.creators[self._index])

    @property
    def destroyer(self) -> tuple[int, ...] | None:
        """The vertices of the simplex that ends the bar; None for an essential bar."""
        return _simplex(self._barcode.destroyers[self._index]) or None

    def component(self) -> NDArray[np.int64]:
        """The vertices of a component just before it dies; for an essential one, in the whole graph.

        >>> import sublevel
        >>> bars = sublevel.barcode([(0, 1), (1, 2), (2, 3)], f=[1, 2, 4, 3])
        >>> [bar.component().tolist() for bar in bars]
        [[3], [0, 1, 2, 3]]
        """
        if self.dimension != 0:
            raise ValueError("the bar is a loop, which has no component; call cycle()")
        bars = self._barcode
        # A component of the extended part begins in the superlevel direction with its death vertex.
        is_reversed = bars.direction == "extended" and bars._filtered.superlevel
        vertices = bars.death_vertices if is_reversed else bars.birth_vertices
        return bars._filtered.component(int(vertices[self._index]))

    def cycle(self) -> NDArray[np.int64]:
        """The vertices of a cycle of a loop, in order: the edge that closes it, and a path with the fewest edges among earlier edges.

        For a loop of the extended part, the superlevel filtration closes it. The path has no vertex above the birth.

        >>> import sublevel
        >>> sublevel.barcode([(0, 1), (1, 2), (2, 0), (2, 3)], f=[0, 1, 2, 3])[-1].cycle()
        array([2, 0, 1])
        """
        bars, index = self._barcode, self._index
        if self.dimension != 1:
            raise ValueError("the bar is a component, which has no cycle; call component()")
        creator = self.creator
        is_alike = (bars.dimensions == 1) & (bars.creators == bars.creators[index]).all(axis=1)
        if bars.direction == "extended":
            is_alike &= bars.death_vertices == bars.death_vertices[index]
            cycles = bars._filtered.extended_cycles(creator[0], int(bars.death_vertices[index]))
        elif len(creator) == 1:
            cycles = bars._filtered.cycles_of_vertex(creator[0])
        else:
            cycles = bars._filtered.cycles_of_edge((creator[0], creator[1]))
        alike = np.flatnonzero(is_alike)
        # Of parallel edges, only the first can bound a triangle at once and have no bar.
        return cycles[len(cycles) - len(alike) + int(np.searchsorted(alike, index))]

    def __repr__(self) -> str:
        return f"<Bar: H{self.dimension}, {self.birth} to {self.death}>"


def _simplex(row: np.ndarray) -> tuple[int, ...]:
    return tuple(row[row >= 0].tolist())
