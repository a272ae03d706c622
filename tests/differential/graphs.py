"""Graphs of twenty families, with filter values of ten kinds for their vertices and edges."""
import math
import random
from dataclasses import dataclass, field

import networkx as nx
import numpy as np


@dataclass
class Case:
    """A multigraph on the vertices 0, 1, 2 … and its values."""

    name: str
    vertices: int
    edges: list[tuple[int, int]]
    values: list[float]
    """A value for each vertex."""
    edge_values: list[float] = field(default_factory=list)
    """A value for each edge, none before the values of its ends."""

    @property
    def is_simple(self) -> bool:
        return len({frozenset(edge) for edge in self.edges if edge[0] != edge[1]}) == len(self.edges)

    @property
    def is_all_in_edges(self) -> bool:
        """No vertex is without an edge."""
        return len({vertex for edge in self.edges for vertex in edge}) == self.vertices > 0

    @property
    def has_nan(self) -> bool:
        return any(map(math.isnan, self.values + self.edge_values))


def key(value: float) -> tuple[bool, float]:
    """Sorts as Sublevel does: NaN comes last, and -0 equals 0."""
    return (math.isnan(value), 0.0 if math.isnan(value) or value == 0 else value)


def multigraph(n: int, rng: random.Random) -> list[tuple[int, int]]:
    """Edges anywhere, many of them repeated or self-loops, in both directions."""
    return [(rng.randrange(n), rng.randrange(n)) for _ in range(3 * n)]


def bipartite(n: int, rng: random.Random) -> nx.Graph:
    return nx.convert_node_labels_to_integers(nx.bipartite.random_graph(n // 2, n - n // 2, 0.3, seed=rng.randrange(2**31)))


def disconnected(n: int, rng: random.Random) -> nx.Graph:
    parts = [nx.path_graph(n // 4), nx.cycle_graph(max(3, n // 4)), nx.complete_graph(n // 6), nx.empty_graph(n // 5)]
    return nx.disjoint_union_all(parts)


FAMILIES = {
    "tree": lambda n, rng: nx.random_labeled_tree(n, seed=rng.randrange(2**31)),
    "path": lambda n, rng: nx.path_graph(n),
    "cycle": lambda n, rng: nx.cycle_graph(max(n, 3)),
    "complete": lambda n, rng: nx.complete_graph(min(n, 14)),
    "grid": lambda n, rng: nx.convert_node_labels_to_integers(nx.grid_2d_graph(max(2, int(n**0.5)), max(2, n // 6))),
    "hypercube": lambda n, rng: nx.convert_node_labels_to_integers(nx.hypercube_graph(max(1, n.bit_length() - 1))),
    "erdos-renyi": lambda n, rng: nx.gnp_random_graph(n, 3 / n, seed=rng.randrange(2**31)),
    "dense": lambda n, rng: nx.gnp_random_graph(min(n, 18), 0.6, seed=rng.randrange(2**31)),
    "barabasi-albert": lambda n, rng: nx.barabasi_albert_graph(max(n, 4), 2, seed=rng.randrange(2**31)),
    "watts-strogatz": lambda n, rng: nx.watts_strogatz_graph(max(n, 6), 4, 0.2, seed=rng.randrange(2**31)),
    "multigraph": multigraph,
    "bipartite": bipartite,
    "disconnected": disconnected,
    "star": lambda n, rng: nx.star_graph(n),
    "ladder": lambda n, rng: nx.ladder_graph(max(2, n // 2)),
    "caveman": lambda n, rng: nx.connected_caveman_graph(max(2, n // 5), 5),
    "wheel": lambda n, rng: nx.wheel_graph(max(n, 4)),
    "lollipop": lambda n, rng: nx.lollipop_graph(min(max(3, n // 2), 9), n // 2),
    "no edges": lambda n, rng: nx.empty_graph(n),
    "empty or one vertex": lambda n, rng: [nx.empty_graph(0), nx.empty_graph(1), [(0, 0), (0, 0)]][n % 3],
}

DENORMAL = 5e-324

KINDS = {
    "uniform": lambda rng: rng.random(),
    "normal": lambda rng: rng.gauss(0, 1e3),
    "ties": lambda rng: float(rng.randrange(3)),
    "equal": lambda rng: 0.5,
    "NaN": lambda rng: rng.choice([math.nan, 0.25, rng.random()]),
    "infinite": lambda rng: rng.choice([math.inf, -math.inf, -1.0, rng.random()]),
    "large": lambda rng: rng.choice([1e300, -1e300, 1.7976931348623157e308, rng.uniform(-1e300, 1e300)]),
    "denormal": lambda rng: rng.choice([DENORMAL, -DENORMAL, 0.0, -0.0, 1e-310, 2.2250738585072014e-308]),
    "seconds since 1970": lambda rng: 1.7e9 + rng.randrange(100) + rng.choice([0.0, 0.25, 1e-6]),
    "neighbours of 1": lambda rng: rng.choice([1.0, math.nextafter(1, 0), math.nextafter(1, 2), 1 + 1e-9]),
}


def make_cases(each: int, seed: int) -> list[Case]:
    """So many graphs of every family, small and middling, with values of all kinds in turn."""
    rng = random.Random(seed)
    cases = []
    for number, (family, make) in enumerate(FAMILIES.items()):
        for repeat in range(each):
            graph = make(rng.choice([4, 5, 7, 9, 12, 17, 24, 40]) + rng.randrange(3), rng)
            if isinstance(graph, list):
                edges, n = graph, 1 + max((max(edge) for edge in graph), default=0)
            else:
                edges, n = list(graph.edges), len(graph)
            order = rng.sample(range(n), n)
            edges = [(order[u], order[v]) if rng.random() < 0.5 else (order[v], order[u]) for u, v in edges]
            rng.shuffle(edges)
            kind = list(KINDS)[(number + repeat) % len(KINDS)]
            value = KINDS[kind]
            values = [value(rng) for _ in range(n)]
            ends = [max(values[u], values[v], key=key) for u, v in edges]
            edge_values = [max(end, rng.choice([end, value(rng)]), key=key) for end in ends]
            cases.append(Case(f"{family}, {kind}, {repeat}", n, edges, values, edge_values))
    return cases


def for_data_set(case: Case) -> Case | None:
    """The graph as a data set can have it, simple and with finite values of 32 bits; none where it cannot."""
    if case.vertices == 0:
        return None
    with np.errstate(over="ignore"):
        narrow = [np.float32(value) for value in case.values]
    # The reader rounds values to 32 bits; their exact values are then their shortest decimals.
    values = [float(str(value)) if np.isfinite(value) else 0.0 for value in narrow]
    edges = sorted({(min(edge), max(edge)) for edge in case.edges if edge[0] != edge[1]})
    edge_values = [max(values[u], values[v]) + (0.5 if (u + v) % 3 == 0 else 0.0) for u, v in edges]
    # A sum of two such numbers is not necessarily one.
    edge_values = [max(float(str(np.float32(value))), values[u], values[v]) for value, (u, v) in zip(edge_values, edges)]
    return Case(case.name, case.vertices, edges, values, edge_values)
