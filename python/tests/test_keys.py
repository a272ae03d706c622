"""Values by key: dictionaries of every kind, and the index of pandas. Nothing is read by position that has another key."""
import warnings
from collections import ChainMap, UserDict
from io import StringIO
from types import MappingProxyType, SimpleNamespace

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import sublevel

GRAPH = nx.path_graph(["a", "b", "c", "d"])
F = {"a": 0.0, "b": 3.0, "c": 1.0, "d": 2.0}
WEIGHTS = {("a", "b"): 1.0, ("b", "c"): 5.0, ("c", "d"): 2.0}
EDGES = [(0, 1), (1, 2), (2, 3)]


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def turned(values):
    """The same dictionary in another order."""
    return dict(reversed(values.items()))


@pytest.mark.parametrize("kind", [dict, UserDict, ChainMap, MappingProxyType, pd.Series])
@pytest.mark.parametrize("order", [dict, turned])
def test_values_of_vertices_are_read_by_key(kind, order):
    assert sublevel.barcode(GRAPH, f=kind(order(F))).diagram(0).tolist() == [[1, 3], [0, np.inf]]
    numbered = kind(order(dict(enumerate(F.values()))))
    data = SimpleNamespace(edge_index=np.array(EDGES).T, num_nodes=4)
    for graph in (EDGES, data, nx.to_scipy_sparse_array(GRAPH), nx.path_graph([0, 1, 2, 3])):
        assert sublevel.barcode(graph, f=numbered).diagram(0).tolist() == [[1, 3], [0, np.inf]]


@pytest.mark.parametrize("kind", [dict, UserDict, ChainMap, pd.Series])
@pytest.mark.parametrize("order", [dict, turned])
def test_values_of_edges_are_read_by_key(kind, order):
    expected = [[1, 2], [1, 5], [1, np.inf]]
    for graph in (GRAPH, nx.MultiGraph(GRAPH), nx.DiGraph(GRAPH.edges)):
        ends = WEIGHTS if not graph.is_multigraph() else {(*key, 0): value for key, value in WEIGHTS.items()}
        other = {(key[1], key[0], *key[2:]): value for key, value in ends.items()}
        for given in (ends, other):
            bars = sublevel.barcode(graph, [1] * 4, edge_values=kind(order(given)))
            assert sorted(bars.diagram(0).tolist()) == expected
    numbered = {edge: value for edge, value in zip(EDGES, WEIGHTS.values())}
    for graph in (EDGES, np.array(EDGES)[:, ::-1]):
        bars = sublevel.barcode(graph, [1] * 4, edge_values=kind(order(numbered)))
        assert sorted(bars.diagram(0).tolist()) == expected


def test_edges_and_their_values_may_be_columns_of_a_table():
    table = pd.DataFrame({"u": [0, 1, 2], "v": [1, 2, 3], "w": [1.0, 5.0, 2.0]})
    expected = [[1, 2], [1, 5], [1, np.inf]]
    for rows in (table, table.sort_values("w"), table.set_index(pd.Index(list("xyz")))):
        for values in (rows["w"], rows["w"].iloc[::-1], rows["w"].to_numpy(), rows["w"].tolist()):
            bars = sublevel.barcode(rows[["u", "v"]], [1] * 4, edge_values=values)
            assert sorted(bars.diagram(0).tolist()) == expected
    assert sorted(sublevel.barcode(EDGES, [1] * 4, edge_values=table["w"]).diagram(0).tolist()) == expected


SERIES = pd.Series(F)


@pytest.mark.parametrize(("call", "words"), [
    (lambda: sublevel.barcode(GRAPH, f=SERIES.reset_index(drop=True)), "f: there is no value for the node 'a', only for 0, 1, 2 …; if the values have the order of the nodes, pass them as an array, with to_numpy()"),
    (lambda: sublevel.barcode(GRAPH, f=SERIES.drop("b")), "the node 'b'"),
    (lambda: sublevel.barcode(GRAPH, f=pd.concat([SERIES, SERIES])), "'a' more than once"),
    (lambda: sublevel.barcode(GRAPH, f=pd.concat([SERIES, pd.Series({"e": 1.0})])), "values for 'e', and no such node"),
    (lambda: sublevel.barcode(GRAPH, f=UserDict(a=1)), "the node 'b'"),
    (lambda: sublevel.barcode(GRAPH, f=pd.Series({**F, "b": pd.NA})), "real numbers"),
    (lambda: sublevel.barcode(GRAPH, f=pd.Series({**F, "b": pd.NA}, dtype="Float64")), "f: expected no missing values (NA)"),
    (lambda: sublevel.barcode(np.eye(4, dtype=int).tolist(), [1] * 4), "scipy.sparse.coo_array(A)"),
    (lambda: sublevel.barcode(EDGES, f=SERIES), "the vertex 0"),
    (lambda: sublevel.barcode(EDGES, f=pd.Series([1.0] * 4, index=[1, 2, 3, 4])), "the vertex 0"),
    (lambda: sublevel.barcode(EDGES, {0: 1, 1: 2}, vertices=4), "the vertex 2"),
    (lambda: sublevel.barcode(GRAPH, edge_values=pd.Series([1, 5, 2])), "edge_values: there is no value for the edge ('a', 'b'), only for 0, 1, 2"),
    (lambda: sublevel.barcode(GRAPH, edge_values={("a", "b"): 1}), "the edge ('b', 'c')"),
    (lambda: sublevel.barcode(GRAPH, edge_values={**WEIGHTS, ("b", "a"): 2}), "the edge ('b', 'a') has another value as ('a', 'b')"),
    (lambda: sublevel.barcode(EDGES, vertices=4, edge_values=pd.Series([1, 5, 2], index=[2, 0, 1])), "edge_values: expected the index 0, 1, 2 … of 3 edges in this order, found 2, 0, 1; if the values have the order of the edges"),
    (lambda: sublevel.barcode(EDGES, vertices=4, edge_values=pd.Series([1, 5], index=[0, 2])), "of 3 edges"),
    (lambda: sublevel.barcode(GRAPH, f=np.ma.masked_array([1, 9, 1, 1], [0, 1, 0, 0])), "f: expected an array without a mask; replace the masked values with filled"),
    (lambda: sublevel.barcode(GRAPH, f=[1, np.ma.masked, 1, 1]), "without a mask"),
    (lambda: sublevel.barcode(GRAPH, [1] * 4, edge_values=np.ma.masked_equal([1, 9, 1], 9)), "edge_values: expected an array without a mask"),
    (lambda: sublevel.points([np.ma.masked_equal([1, 9], 9), [1, 2]]), "X: expected an array without a mask"),
    (lambda: sublevel.barcode(np.ma.masked_equal([[0, 1], [1, 2]], 2), [1, 2, 3]), "graph: expected an array without a mask"),
    (lambda: sublevel.points(pd.read_csv(StringIO(",x,y\n0,0,0\n1,3,0\n"))), "X: the column 'Unnamed: 0' numbers the rows"),
    (lambda: sublevel.points(pd.DataFrame({"Node ID": [1, 2], "x": [0, 1]})), "X: the column 'Node ID' numbers the rows"),
    (lambda: sublevel.points(pd.DataFrame([[0, 1], [0, 1]], index=[1, 0]), distances=True), "X: the rows and the columns have the same names in another order"),
    (lambda: sublevel.barcode(np.eye(4, dtype=int), [1] * 4), "pass an adjacency matrix A as scipy.sparse.coo_array(A)"),
    (lambda: sublevel.barcode(np.eye(4), [1] * 4), "pass an adjacency matrix A as scipy.sparse.coo_array(A)"),
])
def test_values_that_do_not_fit_are_refused(call, words):
    with pytest.raises(ValueError) as caught:
        call()
    assert words in str(caught.value)


@pytest.mark.parametrize(("matrix", "words"), [
    ([[0, 0.30000000000000004], [0.3, 0]], "1 pair of entries differ by rounding"),
    ([[0, 1, 2], [np.inf, 0, 3], [np.inf, np.inf, 0]], "values on one side of its diagonal"),
    ([[1e-12, 1], [1, 0]], "the diagonal has values near 0"),
])
def test_what_is_read_differently_in_a_distance_matrix_is_reported(matrix, words):
    with pytest.warns(UserWarning, match=f"X: .*{words}"):
        sublevel.points(matrix, distances=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sublevel.points([[0, 0], [3, 0], [0, 4]], max_scale=3)


def test_values_beyond_the_graph_are_reported():
    with pytest.warns(UserWarning, match="f: there are values for 'c', 'd', and no such node"):
        bars = sublevel.barcode(GRAPH.subgraph("ab"), F)
    assert bars.diagram(0).tolist() == [[0, np.inf]]
    # Both directions of an edge have one value.
    both = {**WEIGHTS, **{(v, u): value for (u, v), value in WEIGHTS.items()}}
    assert sublevel.barcode(GRAPH, edge_values=both).to_gudhi() == sublevel.barcode(GRAPH, edge_values=WEIGHTS).to_gudhi()


@pytest.mark.parametrize("graph", [
    scipy.sparse.coo_array([[0, 1, 0], [3, 0, 2], [0, 2, 0]]),
    nx.DiGraph([(0, 1, {"weight": 1}), (1, 0, {"weight": 3}), (1, 2, {"weight": 2})]),
    SimpleNamespace(edge_index=np.array([[0, 1, 1, 2], [1, 0, 2, 1]]), num_nodes=3, weight=np.array([1, 3, 2, 2])),
])
def test_a_value_that_is_lost_in_the_other_direction_is_reported(graph):
    with pytest.warns(UserWarning, match="1 edges are listed again with another value, such as 1–0 with 3.0 after 1.0; the first") as seen:
        bars = sublevel.barcode(graph, [0] * 3, edge_values="weight")
    assert bars.diagram(0).tolist() == [[0, 1], [0, 2], [0, np.inf]]
    # The warning is about the line of the user.
    assert seen[0].filename == __file__
    assert len(sublevel.barcode(graph, [0] * 3, edge_values="weight", parallel_edges="keep").diagram(1)) > 0
    with pytest.warns(UserWarning, match="with 7.0 after 4.0"):
        sublevel.barcode([(0, 1), (0, 1)], edge_values=[4, 7], vertices=2, parallel_edges="merge")


def test_whole_numbers_that_become_equal_are_reported():
    first = 1_700_000_000_000_000_000
    with pytest.warns(UserWarning, match="f: 3 different values became 1, .* subtract the smallest value"):
        sublevel.barcode([(0, 1), (1, 2)], f=[first, first + 1, first + 2])
    bars = sublevel.barcode([(0, 1), (1, 2)], f=[first, first + 1000, first + 500_000])
    assert bars.births.tolist() == [first]


def test_distances_of_barcodes_and_of_lists_of_gudhi():
    triangle, square = nx.cycle_graph(3), nx.cycle_graph(4)
    a = sublevel.barcode(triangle, [0, 1, 2])
    b = sublevel.barcode(square, [0.5, 3, 1, 5])
    assert sublevel.bottleneck(a, b).value == sublevel.bottleneck(a.to_gudhi(), b.to_gudhi()).value == 3
    distance = sublevel.wasserstein(a, b)
    # Components match components, and loops match loops: [0, ∞) with [0.5, ∞), [1, 3) with the diagonal, [2, ∞) with [5, ∞).
    assert distance.value == 0.5 + 1 + 3
    of = {(tuple(pair), cost) for pair, cost in zip(distance.matching.tolist(), distance.costs.tolist())}
    assert of == {((-1, 0), 1.0), ((0, 1), 0.5), ((1, 2), 3.0)}
    assert sublevel.wasserstein(a, b, order=2).value == pytest.approx((0.25 + 1 + 9) ** 0.5)
    for dimension in (0, 1):
        own = [(bar.dimension, (bar.birth, bar.death)) for bar in b if bar.dimension == dimension]
        points = a.diagram(dimension)
        assert sublevel.bottleneck(points, own).value == sublevel.bottleneck(points, b.diagram(dimension)).value
    table = pd.DataFrame({"dimension": b.dimensions, "death": b.deaths, "birth": b.births})
    for same in (table, [b.diagram(0), b.diagram(1)]):
        assert sublevel.bottleneck(b, same).value == 0
    assert sublevel.bottleneck(b.diagram(1), table[table["dimension"] == 1][["death", "birth"]]).value == 0
    assert sublevel.bottleneck(a, []).value == np.inf and sublevel.bottleneck([], []).value == 0
    with pytest.raises(ValueError, match=r"a: the points have no dimensions, and those of b have several; pass one of them, such as b.diagram\(1\)"):
        sublevel.bottleneck([(0, 1)], b)
    with pytest.raises(ValueError, match="one direction"):
        sublevel.bottleneck(a, sublevel.barcode(square, [1, 2, 3, 4], direction="superlevel"))


def test_distances_of_persistence_of_gudhi():
    gudhi = pytest.importorskip("gudhi")
    tree = gudhi.SimplexTree()
    for simplex, value in [([0], 0), ([1], 1), ([2], 0.5), ([0, 1], 1), ([1, 2], 2), ([0, 2], 3)]:
        tree.insert(simplex, value)
    tree.compute_persistence(persistence_dim_max=True)
    own = sublevel.barcode([(0, 1), (1, 2), (0, 2)], [0, 1, 0.5], edge_values=[1, 2, 3])
    assert sublevel.bottleneck(tree.persistence(persistence_dim_max=True), own).value == 0


LABELLED = [(3, [(0, 1), (1, 2)]), (2, [(0, 1)])]


def test_a_run_reads_labels_parts_and_values_by_key(tmp_path):
    plain = dict(labels=[1, 0], split=None, classes=["a", "b"])
    with sublevel.Run(tmp_path / "a", LABELLED, **plain) as run:
        run.log(1, f=[1, 2, 3, 4, 5], predictions=[[1, 2], [3, 4]])
    f = [{2: 3, 0: 1, 1: 2}, pd.Series({1: 5, 0: 4})]
    with sublevel.Run(tmp_path / "b", LABELLED, **{**plain, "labels": UserDict({1: 0, 0: 1})}, name="a") as run:
        run.log(1, f=f, predictions=pd.DataFrame([[1, 2], [3, 4]], columns=["a", "b"]))
    with sublevel.Run(tmp_path / "c", LABELLED, **{**plain, "labels": pd.Series([1, 0])}, name="a") as run:
        run.log(1, f={"f": pd.Series([1, 2, 3, 4, 5])}, predictions={1: [3, 4], 0: [1, 2]})
        for given, words in [
            (dict(f=pd.Series([1, 2, 3, 4, 5], index=[4, 3, 2, 1, 0])), "f: expected the index 0, 1, 2 … of 5 vertices"),
            (dict(f=[{0: 1, 1: 2}, f[1]]), "f, graph 0: there is no value for the vertex 2"),
            (dict(f=np.ma.masked_equal([1, 2, 3, 4, 5], 5)), "without a mask"),
            (dict(f=f, predictions=pd.DataFrame([[1, 2], [3, 4]], columns=["b", "a"])), "predictions: expected the columns 'a', 'b' in this order, found 'b', 'a'"),
            (dict(f=f, predictions=pd.DataFrame([[1, 2], [3, 4]], index=[1, 0])), "predictions: expected the index"),
        ]:
            with pytest.raises(ValueError) as caught:
                run.log(2, **{"predictions": [[1, 2], [3, 4]], **given})
            assert words in str(caught.value)
    files = [[(tmp_path / one / name).read_bytes() for name in ("run-log.json", "graphs.jsonl", "epochs.jsonl", "values.f32")] for one in "abc"]
    assert files[0] == files[1] == files[2]


def test_a_run_reads_values_of_edges_by_key(tmp_path):
    graph = nx.Graph([("c", "a"), ("a", "b")])
    for name, values in [("a", [1, 2]), ("b", [{("b", "a"): 2, ("a", "c"): 1}]), ("c", pd.Series({("c", "a"): 1, ("a", "b"): 2}))]:
        with sublevel.Run(tmp_path / name, [graph], labels=[0], channels=[], edge_channels=["w"]) as run:
            run.log(1, edge_values=values, predictions=[[1]])
    assert len({(tmp_path / name / "values.f32").read_bytes() for name in "abc"}) == 1


@pytest.mark.parametrize(("options", "words"), [
    (dict(labels=pd.Series([0, 1], index=[1, 0])), "labels: expected the index 0, 1, 2 … of 2 graphs"),
    (dict(labels={0: 1}), "labels: there is no value for the graph 1"),
    (dict(labels={0, 1}), "labels: "),
    (dict(labels=np.ma.masked_equal([0, 1], 1)), "labels: expected an array without a mask"),
    (dict(labels=[0, 1], classes={"b": 1, "a": 0}), "classes: expected a list of names in their order, found dict"),
    (dict(labels=[0, 1], classes={"b", "a"}), "classes: expected a list of names in their order, found set"),
    (dict(labels=[0, 1], split=pd.Series(["train", "test"], index=[1, 0])), "split: expected the index"),
    (dict(labels=[0, 1], split={"train", "test"}), "split: expected a list"),
])
def test_labels_and_parts_that_do_not_fit_are_refused(tmp_path, options, words):
    with pytest.raises(ValueError) as caught:
        sublevel.Run(tmp_path, LABELLED, **options)
    assert words in str(caught.value)
