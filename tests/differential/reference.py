"""What GUDHI and NetworkX say about a graph, in the words of `sublevel barcode`.

GUDHI is given ranks in the place of values: the order of vertices by (value, number) that Sublevel documents, as whole
numbers from 1. So its intervals say which vertices and edges begin and end a bar, ties included, and values that it has no
order for, such as NaN, are compared, too.
"""
from collections.abc import Sequence

import gudhi
import networkx as nx
import numpy as np
import scipy.linalg

from graphs import Case, key

Edges = Sequence[tuple[int, int]]
Bars = dict[str, list[tuple]]
"""Bars by kind; each is birth, death and what begins and ends it, None where there is none."""


def ranks(values: Sequence[float], descending: bool = False) -> list[int]:
    """The place of each vertex among all, from 1."""
    order = sorted(range(len(values)), key=lambda vertex: (key(values[vertex]), vertex), reverse=descending)
    places = [0] * len(values)
    for place, vertex in enumerate(order, 1):
        places[vertex] = place
    return places


def lower_star(rank: Sequence[int], edges: Edges) -> gudhi.SimplexTree:
    """The complex of a multigraph: of parallel edges all but one, and self-loops, have vertices inside."""
    tree = gudhi.SimplexTree()
    n = len(rank)
    if n:
        tree.insert_batch(np.arange(n)[None], np.array(rank, float))
    known = set()
    for u, v in edges:
        value = max(rank[u], rank[v])
        path = [u, v]
        if u == v or frozenset(path) in known:
            path = [u, n, v] if u != v else [u, n, n + 1, v]
            for inner in path[1:-1]:
                tree.insert([inner], value)
            n += len(path) - 2
        known.add(frozenset((u, v)))
        for a, b in zip(path, path[1:]):
            tree.insert([a, b], value)
    return tree


def of_vertices(pairs: list[tuple[float, float]], rank: Sequence[int], values: Sequence[float]) -> list[tuple]:
    """Bars between the vertices of these ranks, those left out whose ends have the same value."""
    vertex = {place: v for v, place in enumerate(rank)}
    bars = []
    for birth, death in pairs:
        begins = vertex[round(birth)]
        if death == np.inf:
            bars.append((values[begins], None, begins, None))
            continue
        ends = vertex[round(death)]
        if key(values[begins]) != key(values[ends]):
            bars.append((values[begins], values[ends], begins, ends))
    return bars


def ordinary(edges: Edges, values: Sequence[float], descending: bool) -> Bars:
    rank = ranks(values, descending)
    tree = lower_star(rank, edges)
    tree.compute_persistence(min_persistence=0, persistence_dim_max=True)
    h0, h1 = (tree.persistence_intervals_in_dimension(dimension) for dimension in (0, 1))
    assert all(death == np.inf for _, death in h1), "a loop of a graph ends"
    return {
        "h0": of_vertices([bar for bar in h0 if bar[1] != np.inf], rank, values),
        "h0_essential": of_vertices([bar for bar in h0 if bar[1] == np.inf], rank, values),
        "h1_essential": of_vertices(h1, rank, values),
    }


def extended(edges: Edges, values: Sequence[float]) -> Bars:
    rank = ranks(values)
    if not rank:
        return {"h0": [], "h1": []}
    tree = lower_star(rank, edges)
    tree.extend_filtration()
    # Ordinary and relative bars, and two kinds of extended bars: of components from the first to the last vertex, and
    # of loops in the descending part.
    _, _, components, loops = tree.extended_persistence(min_persistence=-1)
    pairs = [[bar for dimension, bar in bars if dimension == wanted] for bars, wanted in ((components, 0), (loops, 1))]
    # Bars of dimension 1 can begin and end at the same vertex; these are in either list.
    pairs[1] += [bar for dimension, bar in components if dimension == 1]
    return {kind: of_vertices(bars, rank, values) for kind, bars in zip(("h0", "h1"), pairs)}


def simplices(edges: Edges, values: Sequence[float], edge_values: Sequence[float] | None, cliques: bool, descending: bool) -> Bars:
    """With values of edges, or with triangles: bars are named by edges and triangles, too."""
    rank = ranks(values, descending)

    def arrival(index: int) -> tuple:
        elder, younger = sorted(rank[end] for end in edges[index])
        return (key(edge_values[index]) if edge_values else (), younger, elder, index)

    order = sorted(range(len(edges)), key=arrival)
    n = len(values)
    tree = gudhi.SimplexTree()
    for vertex, place in enumerate(rank):
        tree.insert([vertex], place)
    by_place, loops = {}, []
    for place, index in enumerate(order, n + 1):
        u, v = edges[index]
        if u == v or tree.find([u, v]):
            # It closes a loop with itself or with the first parallel edge, which no triangle fills.
            loops.append(index)
        else:
            tree.insert([u, v], place)
            by_place[place] = index
    if cliques:
        # A triangle enters with the youngest of its edges, after triangles that enter with the same edge and have older
        # other edges.
        tree.expansion(2)
        found = [[v for v in simplex] for simplex, _ in tree.get_skeleton(2) if len(simplex) == 3]
        sides = {tuple(f): sorted((round(tree.filtration([f[i], f[j]])) for i, j in ((0, 1), (0, 2), (1, 2))), reverse=True) for f in found}
        # Triangles have separate numbers after all edges, because only their relative order matters.
        for place, face in enumerate(sorted(sides, key=sides.get), n + len(edges) + 1):
            tree.assign_filtration(list(face), place)
    tree.compute_persistence(min_persistence=-1, persistence_dim_max=True)

    def value(index: int) -> float:
        return edge_values[index] if edge_values else values[max(edges[index], key=lambda end: rank[end])]

    def own(index: int) -> int | None:
        return None if edge_values else max(edges[index], key=lambda end: rank[end])

    def ascending(index: int) -> tuple[int, ...]:
        return tuple(sorted(edges[index]))

    bars = {"h0": [], "h0_essential": [], "h1_essential": [], **({"h1": []} if cliques else {})}
    for begins, ends in tree.persistence_pairs():
        if len(begins) == 1:
            if not ends:
                bars["h0_essential"].append((values[begins[0]], None, begins[0], None, None, None, None))
                continue
            edge = by_place[round(tree.filtration(ends))]
            birth, death = values[begins[0]], value(edge)
            if key(birth) != key(death):
                bars["h0"].append((birth, death, begins[0], own(edge), None, ascending(edge), None))
        elif len(begins) == 2:
            edge = by_place[round(tree.filtration(begins))]
            if not ends:
                loops.append(edge)
                continue
            youngest = by_place[max(round(tree.filtration([u, v])) for u in ends for v in ends if u < v)]
            if key(value(edge)) != key(value(youngest)):
                filled = tuple(sorted(ends))
                bars["h1"].append((value(edge), value(youngest), own(edge), own(youngest), ascending(edge), None, filled))
    bars["h1_essential"] = [(value(edge), None, own(edge), None, ascending(edge), None, None) for edge in loops]
    return bars


def simple(case: Case) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(case.vertices))
    graph.add_edges_from(edge for edge in case.edges if edge[0] != edge[1])
    return graph


def heat_kernel(case: Case) -> dict[int, float]:
    """The diagonal of exp(-L), L the normalised Laplacian."""
    graph = simple(case)
    if not graph:
        return {}
    laplacian = nx.normalized_laplacian_matrix(graph, nodelist=range(case.vertices)).toarray()
    return dict(enumerate(np.diag(scipy.linalg.expm(-laplacian))))


def degree(case: Case) -> dict[int, float]:
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(case.vertices))
    graph.add_edges_from(case.edges)
    return dict(graph.degree)


def forman_ricci(case: Case) -> dict[int, float]:
    """The mean of 4 - deg u - deg v + 3 triangles(uv) over the edges at each vertex."""
    graph = simple(case)
    curvature = {
        frozenset(edge): 4 - graph.degree[edge[0]] - graph.degree[edge[1]] + 3 * len(list(nx.common_neighbors(graph, *edge)))
        for edge in graph.edges
    }
    return {v: float(np.mean([curvature[frozenset((u, v))] for u in graph[v]])) if graph[v] else 0.0 for v in graph}


FILTERS = {
    "degree": degree,
    "core": lambda case: nx.core_number(simple(case)),
    "closeness": lambda case: nx.closeness_centrality(simple(case)),
    "heat-kernel": heat_kernel,
    "forman-ricci": forman_ricci,
}


def first_edges(case: Case) -> list[float]:
    """The smallest value of the edges of each vertex; of the others that of all edges, or 0."""
    least = min(case.edge_values, key=key, default=0.0)
    return [min((value for edge, value in zip(case.edges, case.edge_values) if v in edge), key=key, default=least)
            for v in range(case.vertices)]
