"""Graphs of every kind, the representatives of bars, and the errors of users."""
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import sublevel
from graphs import key, make_cases
from sublevel import _native


def test_the_import_needs_numpy_only():
    modules = "import sys, sublevel; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", modules], capture_output=True, text=True, check=True).stdout.split()
    assert not {"torch", "networkx", "scipy", "matplotlib", "pandas", "anywidget"} & set(loaded)


def test_an_absent_package_has_its_extra_in_the_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("sublevel._watch")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ImportError, match=r'sublevel.watch: .*torch.*; install the package with pip install "./python\[torch\]"'):
        sublevel.watch


def test_every_kind_of_graph_has_the_same_bars():
    graph = nx.petersen_graph()
    f = np.arange(10.0) % 4
    edges = np.array(graph.edges)
    both = np.concatenate([edges, edges[:, ::-1]])
    data = SimpleNamespace(edge_index=both.T, num_nodes=10, x=f[:, None])
    expected = sublevel.barcode(edges, f)
    for other, values in [
        (edges.astype(np.uint8)[:, ::-1], f.astype(np.float32)),
        (np.asfortranarray(edges), np.repeat(f, 2)[::2]),
        (edges.tolist(), f.astype(int).tolist()),
        (both, f),
        (graph, f),
        (graph, dict(enumerate(f))),
        (nx.DiGraph(graph), f),
        (data, f),
        (data, "x"),
        (nx.to_scipy_sparse_array(graph), f),
        (nx.to_scipy_sparse_array(graph, format="coo"), f),
    ]:
        found = sublevel.barcode(other, values)
        assert found.to_gudhi() == expected.to_gudhi()
        assert (found.creators == expected.creators).all() and (found.destroyers == expected.destroyers).all()


def test_names_stand_for_attributes_and_filters_of_structure():
    graph = nx.Graph([("a", "b", {"weight": 2}), ("b", "c", {"weight": 3})])
    nx.set_node_attributes(graph, {"a": 1.0, "b": 1.5, "c": 0.0}, "height")
    nx.set_node_attributes(graph, 7, "degree")
    assert sublevel.barcode(graph, "height").nodes == ["a", "b", "c"]
    assert sublevel.barcode(graph, "degree").births.tolist() == [1, 1]
    assert sublevel.barcode(graph, "attribute:degree").births.tolist() == [7]
    weighted = sublevel.barcode(graph, "height", edge_values="weight")
    assert weighted.diagram(0).tolist() == [[1, 3], [1.5, 2], [0, np.inf]]
    matrix = nx.to_scipy_sparse_array(graph)
    assert sublevel.barcode(matrix, "degree", edge_values="weight").diagram(0).tolist() == [[1, 3], [1, np.inf]]
    assert sublevel.barcode(graph, edge_values="weight").to_gudhi() == sublevel.barcode(matrix, edge_values="weight").to_gudhi()


def test_a_graph_without_vertices_has_no_bars():
    for bars in [
        sublevel.barcode([], []),
        sublevel.barcode(np.zeros((0, 2), int), np.zeros(0), extended=True).extended,
        sublevel.barcode([], [], clique=True),
        sublevel.barcode(nx.Graph(), "closeness"),
        sublevel.barcode([], vertices=0, edge_values=[]),
        sublevel.points(np.zeros((0, 3))),
        sublevel.points(np.zeros((0, 2)), "alpha"),
        sublevel.points(np.zeros((0, 0)), distances=True),
    ]:
        assert len(bars) == 0 and list(bars) == [] and bars.diagram(1).shape == (0, 2)
        assert bars.creators.shape == (0, 2) and bars.destroyers.shape == (0, 3)


def arrival(case, edge_values, superlevel):
    """The edges in the order of entry, each with the vertices and edges that enter before it."""
    order = sorted(range(case.vertices), key=lambda v: (key(case.values[v]), v), reverse=superlevel)
    rank = {vertex: place for place, vertex in enumerate(order)}
    entry = {}
    for index, ends in enumerate(case.edges):
        elder, younger = sorted(rank[end] for end in ends)
        entry[index] = (key(case.edge_values[index]) if edge_values else (), younger, elder, index)
    return rank, entry


@pytest.mark.parametrize("options", [{}, {"direction": "superlevel"}, {"clique": True}, {"edge_values": True}, {"edge_values": True, "clique": True}])
def test_representatives_belong_to_their_bars(options):
    for case in make_cases(each=20, seed=5):
        chosen = {**options, **({"edge_values": case.edge_values} if "edge_values" in options else {})}
        bars = sublevel.barcode(case.edges, case.values, parallel_edges="keep", **chosen)
        rank, entry = arrival(case, "edge_values" in options, options.get("direction") == "superlevel")
        seen = set()
        for bar, death_vertex in zip(bars, bars.death_vertices.tolist()):
            if bar.dimension == 0:
                component = bar.component()
                first = min(component.tolist(), key=rank.get)
                assert first == bar.creator[0]
                # Nothing but the death joins the component to others.
                death = None
                if bar.destroyer is not None and "edge_values" in options:
                    ends = bar.destroyer
                    same = [e for index, e in entry.items() if tuple(sorted(case.edges[index])) == ends]
                    inside = set(component.tolist())
                    assert len(inside & set(ends)) == 1
                    death = min(same)
                joined = nx.Graph()
                joined.add_nodes_from(range(case.vertices))
                for index, (u, v) in enumerate(case.edges):
                    if bar.destroyer is None:
                        joined.add_edge(u, v)
                    elif death is not None:
                        if entry[index] < death:
                            joined.add_edge(u, v)
                    elif max(rank[u], rank[v]) < rank[death_vertex]:
                        joined.add_edge(u, v)
                assert nx.node_connected_component(joined, first) == set(component.tolist())
                continue
            cycle = bar.cycle().tolist()
            assert len(set(cycle)) == len(cycle)
            pairs = [tuple(sorted(pair)) for pair in zip(cycle, cycle[1:] + cycle[:1])]
            value = {}
            for index, ends in enumerate(case.edges):
                pair = tuple(sorted(ends))
                value.setdefault(pair, []).append(entry[index])
            assert all(pair in value for pair in pairs)
            if len(bar.creator) == 2:
                assert bar.creator in pairs
            else:
                assert bar.creator[0] in cycle
                assert max(cycle, key=rank.get) == bar.creator[0]
            if len(cycle) > 2 and (len(bar.creator) == 1 or len(value[bar.creator]) == 1):
                # No two bars have one cycle.
                name = frozenset(pairs)
                assert name not in seen
                seen.add(name)


def test_cycles_of_parallel_edges():
    # The first of three parallel edges closes an apparent pair.
    edges = [(0, 1), (1, 2), (0, 2), (2, 0), (0, 2)]
    bars = sublevel.barcode(edges, [0, 1, 2], clique=True)
    assert [sorted(bar.cycle().tolist()) for bar in bars if bar.dimension == 1] == [[0, 2], [0, 2]]
    bars = sublevel.barcode(edges, [0, 1, 2], clique=True, keep_zero=True)
    assert [sorted(bar.cycle().tolist()) for bar in bars if bar.dimension == 1] == [[0, 1, 2], [0, 2], [0, 2]]
    loop = sublevel.barcode([(0, 0)], [1])[-1]
    assert loop.cycle().tolist() == [0]


def test_representatives_of_points():
    rng = np.random.default_rng(6)
    for complex in ("rips", "alpha"):
        for X in [rng.random((40, 2)), rng.integers(0, 5, (30, 2))]:
            bars = sublevel.points(X, complex)
            for bar in bars:
                if bar.dimension == 0:
                    component = bar.component().tolist()
                    assert min(component) == bar.creator[0]
                    assert bar.destroyer is None or len(set(bar.destroyer) & set(component)) == 1
                    continue
                cycle = bar.cycle()
                assert set(bar.creator) <= set(cycle.tolist())
                steps = np.linalg.norm(X[cycle] - X[np.roll(cycle, -1)], axis=1)
                assert steps.max() <= bar.birth * (1 + 1e-12)


def test_extended_bars():
    edges, f = [(0, 1), (1, 2), (2, 0), (3, 4)], [0, 1, 2, 5, 7]
    for direction in ("sublevel", "superlevel"):
        part = sublevel.barcode(edges, f, extended=True, direction=direction).extended
        assert part.to_gudhi() == sublevel.barcode(edges, f, extended=True).extended.to_gudhi()
        assert [bar.component().tolist() for bar in part if bar.dimension == 0] == [[0, 1, 2], [3, 4]]
        assert sorted(part[-1].cycle().tolist()) == [0, 1, 2]


@pytest.mark.parametrize("direction", ["sublevel", "superlevel"])
def test_cycles_of_extended_loops_have_the_ends_of_their_bars(direction):
    for case in make_cases(each=30, seed=9):
        part = sublevel.barcode(
            case.edges, case.values, extended=True, keep_zero=True, direction=direction, parallel_edges="keep"
        ).extended
        order = sorted(range(case.vertices), key=lambda v: (key(case.values[v]), v))
        rank = {vertex: place for place, vertex in enumerate(order)}
        edges = {tuple(sorted(edge)) for edge in case.edges}
        loops = [bar for bar in part if bar.dimension == 1]
        seen = set()
        for bar in loops:
            cycle = bar.cycle().tolist()
            pairs = [tuple(sorted(pair)) for pair in zip(cycle, cycle[1:] + cycle[:1])]
            assert len(set(cycle)) == len(cycle) and edges.issuperset(pairs)
            # The first and the last vertex of a cycle are the ends of the bar.
            assert max(cycle, key=rank.get) == bar.creator[0] and min(cycle, key=rank.get) == bar.destroyer[0]
            seen.add(frozenset(pairs))
        # The cycles of a graph without parallel edges form a basis.
        if len(edges) == len(case.edges):
            graph = nx.Graph(list(edges))
            graph.remove_edges_from(nx.selfloop_edges(graph))
            loops_of_length = [pairs for pairs in seen if len(pairs) > 1]
            assert rank_of(loops_of_length) == len(loops_of_length) == len(nx.cycle_basis(graph))


def rank_of(cycles):
    """The number of independent sets of edges modulo 2."""
    pivots = {}
    for cycle in cycles:
        rest = set(cycle)
        while rest and min(rest) in pivots:
            rest ^= pivots[min(rest)]
        if rest:
            pivots[min(rest)] = rest
    return len(pivots)


def test_threads_compute_at_the_same_time():
    cases = make_cases(each=10, seed=7)

    def of(case):
        return repr(sublevel.barcode(case.edges, case.values).to_gudhi())

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(of, cases)) == list(map(of, cases))


def large_barcode(seed):
    """A barcode whose values take several threads to sort, and a batch of it."""
    rng = np.random.default_rng(seed)
    edges, f = rng.integers(0, 20_000, (40_000, 2)), rng.random(20_000)
    _native.pairs(f, edges.T.copy(), None, False, True)
    return sublevel.barcode(edges, f).births.sum()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*")
def test_a_forked_process_computes():
    expected = [large_barcode(seed) for seed in range(4)]
    with multiprocessing.get_context("fork").Pool(2) as processes:
        assert processes.map_async(large_barcode, range(4)).get(timeout=60) == expected


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    for f in ([], [1.0], [np.nan, np.inf, -np.inf, 1]):
        for direction in ("sublevel", "superlevel"):
            axes = sublevel.barcode([(0, 1), (1, 2)] if len(f) > 2 else [], f, direction=direction).plot()
            axes.figure.canvas.draw()


def test_bars_that_a_maximum_scale_cuts_have_it():
    pairs = [(0, 0), (1, 0), (0, 4), (1, 4)]
    cut = sublevel.points(pairs, max_scale=2)
    assert cut.max_scale == 2 and np.isinf(cut.deaths).sum() == 2
    assert sublevel.points(pairs).max_scale is None
    # Beyond the enclosing radius, no bar begins or ends.
    assert sublevel.points(pairs, max_scale=5).max_scale is None
    assert sublevel.points(pairs, "alpha").max_scale is None
    assert sublevel.barcode([(0, 1)], [1, 2]).max_scale is None


def test_plots_end_at_the_maximum_scale():
    figure = pytest.importorskip("matplotlib.figure")
    axes = sublevel.points([(0, 0), (1, 0), (0, 4), (1, 4)], max_scale=2).plot(figure.Figure().subplots())
    assert max(x for line in axes.get_lines() for x in line.get_xdata()) == 2


def test_distances_of_large_and_small_values():
    largest = np.finfo(float).max
    for never in (1e16, 1e200, largest):
        for distance in (sublevel.bottleneck, sublevel.wasserstein):
            assert float(distance([(0, never)], [(1, never)])) == 1
        assert float(sublevel.wasserstein([(0, never)], [(1, never)], order=2)) == 1
    assert float(sublevel.bottleneck([(-1e308, 1e308)], [])) == 1e308
    for unit in (1e200, 1e-200):
        assert float(sublevel.wasserstein([(0, unit)], [], order=2)) == pytest.approx(unit / 2, rel=1e-15)
    assert sublevel.points([[0, 0], [1e154, 1e154]])[0].death == pytest.approx(2**0.5 * 1e154, rel=1e-15)


A = np.zeros((2, 2))


@pytest.mark.parametrize(("call", "words"), [
    (lambda: sublevel.barcode([(0, 1)]), "f: expected a value for each vertex"),
    (lambda: sublevel.barcode([(0, 1)], [1]), "edge 0 joins vertices 0 and 1, and the graph has 1 vertices"),
    (lambda: sublevel.barcode([(0, -1)], [1, 2]), "edge 0 joins vertices 0 and -1"),
    (lambda: sublevel.barcode([(0, 2**62)], [1, 2]), "edge 0 joins"),
    (lambda: sublevel.barcode(np.array([(0, 2**63)], np.uint64), [1, 2]), "too large"),
    (lambda: sublevel.barcode([(0, 2**80)], [1, 2]), "graph: "),
    (lambda: sublevel.barcode([(0.0, 1.0)], [1, 2]), "whole numbers"),
    (lambda: sublevel.barcode([(0, 1, 2)], [1, 2]), "shape (m, 2), found (1, 3)"),
    (lambda: sublevel.barcode([[0, 1, 2], [1, 2, 0]], [1, 2, 3]), "transpose"),
    (lambda: sublevel.barcode([0, 1], [1, 2]), "2 axes"),
    (lambda: sublevel.barcode([(0, 1)], [[1, 2]]), "1 axes"),
    (lambda: sublevel.barcode([(0, 1)], [1j, 2]), "real numbers"),
    (lambda: sublevel.barcode([(0, 1)], [1, None]), "real numbers"),
    (lambda: sublevel.barcode([(0, 1)], ["a", "b"]), "real numbers"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], vertices=3), "each of 3 vertices, found 2"),
    (lambda: sublevel.barcode([(0, 1)], "degree"), "number of vertices"),
    (lambda: sublevel.barcode([(0, 1)], "degree", vertices=-1), "vertices: "),
    (lambda: sublevel.barcode([(0, 1)], "degree", vertices=2**40), "at most"),
    (lambda: sublevel.barcode([(0, 1)], "degree", vertices=2**70), "vertices: "),
    (lambda: sublevel.barcode([(0, 1)], "degree", vertices=2.5), "vertices: "),
    (lambda: sublevel.barcode([(0, 1)], "height", vertices=2), "no filter 'height'"),
    (lambda: sublevel.barcode([(0, 1)], "edges", vertices=2), "pass edge_values"),
    (lambda: sublevel.barcode([(0, 1)], {0: 1}, vertices=2), "the vertex 1"),
    (lambda: sublevel.barcode(nx.path_graph(2), {0: 1}), "node 1"),
    (lambda: sublevel.barcode(nx.path_graph(2), "height"), "node 0 has no attribute 'height'"),
    (lambda: sublevel.barcode(nx.path_graph(2), "degree", edge_values="w"), "edge 0–1 has no attribute 'w'"),
    (lambda: sublevel.barcode(nx.path_graph(2), "degree", vertices=2), "leave it out"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], edge_values=[1]), "below the value 2 of vertex 1"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], edge_values=[1, 2]), "each of 1 edges, found 2"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], edge_values="w"), "no attribute 'w'"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], edge_values=[2], direction="superlevel"), "no superlevel"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], edge_values=[2], extended=True), "extended: "),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], clique=True, extended=True), "extended: "),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], direction="up"), "direction: expected 'sublevel' or 'superlevel', found 'up'"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], direction=["sublevel"]), "direction: "),
    (lambda: sublevel.barcode([(0, 1)], [1, 2], parallel_edges="drop"), "parallel_edges: "),
    (lambda: sublevel.barcode(scipy.sparse.coo_array((2, 3)), [1, 2]), "square"),
    (lambda: sublevel.barcode(scipy.sparse.eye_array(2), [1, 2], edge_values="w"), '"weight" stands for'),
    (lambda: sublevel.barcode(SimpleNamespace(edge_index=None, num_nodes=2), [1, 2]), "edge_index"),
    (lambda: sublevel.barcode(SimpleNamespace(edge_index=A.astype(int).T[:1], num_nodes=2), [1, 2]), "shape (2, m)"),
    (lambda: sublevel.barcode(SimpleNamespace(edge_index=A.astype(int), num_nodes=2), "y"), "no attribute 'y'"),
    (lambda: sublevel.barcode(None, [1, 2]), "graph: "),
    (lambda: sublevel.barcode("graph.json", [1, 2]), "graph: "),
    (lambda: sublevel.points(A, "cech"), "complex: "),
    (lambda: sublevel.points([1, 2]), "X: expected an array with 2 axes"),
    (lambda: sublevel.points([[1, np.nan]]), "row 0, column 1: expected a finite number"),
    (lambda: sublevel.points([[1, np.inf]], "alpha"), "row 0, column 1: expected a finite number"),
    (lambda: sublevel.points([[1, 2, 3]], "alpha"), "two coordinates, found 3"),
    (lambda: sublevel.points([[1e300, 0], [0, 0]], "alpha"), "X: point 0"),
    (lambda: sublevel.points(A, "alpha", distances=True), "alpha"),
    (lambda: sublevel.points(A, max_scale=np.nan), "max_scale: "),
    (lambda: sublevel.points(A, max_scale="1"), "max_scale: "),
    (lambda: sublevel.points(A, max_scale=-1), "max_scale: expected a number that is not negative, found -1"),
    (lambda: sublevel.points([[-1e308], [1e308]]), "divide all coordinates"),
    (lambda: sublevel.points([[0, 1, 2], [1, 0, 1]], distances=True), "square"),
    (lambda: sublevel.points([[0, 1], [2, 0]], distances=True), "not symmetric"),
    (lambda: sublevel.points([[0, -1], [-1, 0]], distances=True), "negative"),
    (lambda: sublevel.points([[1, 1], [1, 0]], distances=True), "itself"),
    (lambda: sublevel.bottleneck([1, 2], A), "a: "),
    (lambda: sublevel.bottleneck(A, [[1, 2, 3]]), "b: expected a birth and a death"),
    (lambda: sublevel.bottleneck([(0, 1), (0, np.nan)], A), "a: row 1 has a NaN"),
    (lambda: sublevel.wasserstein(A, [(np.nan, 1)]), "b: row 0 has a NaN"),
    (lambda: sublevel.wasserstein(A, A, 3), "order: "),
    (lambda: sublevel.wasserstein(A, A, "1"), "order: "),
    (lambda: sublevel.bottleneck(np.zeros((20000, 2)), np.zeros((20000, 2))), "at most"),
    (lambda: sublevel.barcode([(0, 1)], [1, 2])[0].cycle(), "component()"),
    (lambda: sublevel.barcode([(0, 0)], [1])[-1].component(), "cycle()"),
])
def test_errors_say_what_to_change(call, words):
    with pytest.raises(ValueError) as caught:
        call()
    assert words in str(caught.value)


#: Computations of minutes.
LONG = {
    "structure": "sublevel.barcode(rng.integers(0, 80_000, (400_000, 2)), 'closeness', vertices=80_000)",
    "triangles": "sublevel.barcode(np.stack(np.triu_indices(3000, 1), 1), np.zeros(3000), edge_values=rng.random(4498500), clique=True)",
    "distance": "sublevel.wasserstein(*np.sort(rng.random((2, 6000, 2)), axis=2))",
}


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_interrupts_a_long_computation(name):
    program = f"""
import signal, numpy as np, sublevel, time
# Shells start background jobs without it.
signal.signal(signal.SIGINT, signal.default_int_handler)
rng = np.random.default_rng(0)
print("begins", flush=True)
try:
    {LONG[name]}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    # A busy machine takes longer until the next report of progress.
    for _ in range({1 if name == "distance" else 60}):
        started = time.process_time()
        time.sleep(1)
        spent = time.process_time() - started
        if spent < 0.5:
            break
    print(spent, flush=True)
"""
    with subprocess.Popen([sys.executable, "-P", "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begins\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        assert process.stdout.readline() == "interrupted\n" and time.monotonic() - started < 60
        # Progress reports end the computation. Distances have none.
        after = float(process.stdout.readline())
        assert name == "distance" or after < 0.5
    assert process.returncode == 0
