"""The data that an Explorer opens, and the errors for invalid data."""
import json
import warnings
from collections import ChainMap, UserDict
from types import MappingProxyType, SimpleNamespace

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from sublevel import Run
from sublevel.data import read

PATH, RING = nx.path_graph(3), nx.cycle_graph(3)


def lines(*arguments, **options):
    return [json.loads(line) for line in read(*arguments, **options).bytes.splitlines()]


def test_vertices_are_numbered_in_the_order_of_their_graph():
    graph = nx.Graph([("b", "a"), ("a", (1, 2))])
    graph.add_node("alone")
    data = read([graph, RING], ["one", "other"])
    assert json.loads(data.bytes.splitlines()[0]) == {"n": 4, "edges": [[0, 1], [1, 2]], "y": "one"}
    assert data.nodes == [["b", "a", (1, 2), "alone"], [0, 1, 2]]
    assert data.name == "graphs.jsonl"


def test_vertices_with_consecutive_numbers_need_no_names():
    assert read([PATH, RING], [0, 1]).nodes is None
    # The same numbers in another order are names.
    turned = nx.Graph([(2, 1), (1, 0)])
    assert read([turned, RING], [0, 1]).nodes == [[2, 1, 0], [0, 1, 2]]


def test_edges_are_unchanged():
    doubled = nx.MultiGraph([(0, 1), (0, 1), (1, 1)])
    directed = nx.DiGraph([(0, 1), (1, 0)])
    [first, second] = lines([doubled, directed], [0, 1])
    assert first["edges"] == [[0, 1], [0, 1], [1, 1]]
    assert second["edges"] == [[0, 1], [1, 0]]


def test_attributes_and_parts_have_their_names():
    graphs = [nx.path_graph(2), nx.path_graph(2)]
    for graph in graphs:
        nx.set_node_attributes(graph, {0: np.float32(0.5), 1: True}, "height")
        nx.set_edge_attributes(graph, 3, "weight")
    [first, second] = lines(graphs, [0, 1], x="height", edge_attr=["weight"], splits=["train", "test"])
    assert (first["x"], first["edge_attr"], first["split"]) == ([[0.5], [1.0]], [[3.0]], "train")
    assert second["split"] == "test"


def test_labels_may_be_of_numpy_or_in_the_graphs():
    assert [line["y"] for line in lines([PATH, RING], np.array([3, 4]))] == [3, 4]
    named = [nx.Graph([(0, 1)], y="a"), nx.Graph([(0, 1)], y="b")]
    assert [line["y"] for line in lines(named)] == ["a", "b"]


@pytest.mark.parametrize("kind", [dict, UserDict, ChainMap, MappingProxyType])
def test_labels_and_parts_may_be_dictionaries(kind):
    by_graph = {1: "ring", 0: "path"}
    found = lines([PATH, RING], kind(by_graph), splits=kind({1: "test", 0: "train"}))
    assert [(line["y"], line["split"]) for line in found] == [("path", "train"), ("ring", "test")]
    found = lines([PATH, RING], [0, 1], splits=kind({"test": [1], "train": [0]}))
    assert [line["split"] for line in found] == ["train", "test"]


def test_labels_may_be_columns_of_a_table():
    table = pd.DataFrame({"graph": [PATH, RING], "label": [True, False], "part": ["train", "test"]})
    for rows in (table, table.iloc[::-1], table.set_index(pd.Index(["a", "b"]))):
        found = lines(rows["graph"], rows["label"].sort_index(), splits=rows["part"].sort_index())
        assert [(line["y"], line["split"]) for line in found] == [
            (int(label), part) for label, part in zip(rows["label"], rows["part"])
        ]
    assert [line["y"] for line in lines([PATH, RING], table["label"])] == [1, 0]


def test_a_float_makes_the_labels_targets():
    assert [repr(line["y"]) for line in lines([PATH, RING], [3, np.float32(0.5)])] == ["3.0", "0.5"]


def test_graphs_of_one_class_can_be_viewed():
    assert [line["y"] for line in lines([PATH, RING], [1, 1])] == [1, 1]


def height(value):
    graph = nx.path_graph(2)
    nx.set_node_attributes(graph, {0: 1.0, 1: value}, "height")
    return graph


@pytest.mark.parametrize(
    ("graphs", "labels", "options", "message"),
    [
        ([], [], {}, "expected at least one graph"),
        ([PATH, RING], [0], {}, "labels: expected 2, one for each graph, found 1"),
        ([PATH, RING], {0: "path"}, {}, "labels: there is no value for the graph 1"),
        ([PATH, RING], {"path": 0, "ring": 1}, {}, "labels: there is no value for the graph 0, only for 'path', 'ring'"),
        ([PATH, RING], {0, 1}, {}, "labels: expected a list with one item for each graph, found set"),
        ([PATH, RING], "ab", {}, "labels: expected a list with one item for each graph, found str"),
        ([PATH, RING], pd.Series([0, 1], index=[1, 0]), {}, "labels: expected the index 0, 1, 2 … of 2 graphs in this order, found 1, 0"),
        ([PATH, RING], np.ma.masked_equal([0, 1], 1), {}, "labels: expected an array without a mask"),
        ([PATH, RING], [0, 1], {"splits": {"train", "test"}}, "splits: expected a list"),
        ([PATH, RING], [0, 1], {"splits": {"train": [0]}}, "graph 1 is in no part"),
        ([PATH, RING], [0, 1], {"x": {"height": [1, 2]}}, "x: expected names of attributes"),
        ([PATH, RING], None, {}, "graph 0 has no label"),
        ([PATH, RING], [0, float("nan")], {}, "graph 1 has no label"),
        ([PATH, RING], [0, 0.5 + 1j], {}, "found (0.5+1j) at graph 1"),
        ([PATH, RING], [0, float("inf")], {}, "found inf at graph 1"),
        ([PATH, RING], [0, "ring"], {}, "expected only numbers or only texts"),
        ([PATH, nx.Graph()], [0, 1], {}, "graph 1 has no vertices"),
        ([PATH, RING], [0, 1], {"x": ["height"]}, "graph 0, vertex 0 has no attribute 'height'"),
        ([height(2), height(float("nan"))], [0, 1], {"x": ["height"]}, "graph 1, vertex 1, 'height': expected a finite number, found nan"),
        ([height(2), height("tall")], [0, 1], {"x": ["height"]}, "'height': expected a number, found 'tall'"),
        ([height(2), height(None)], [0, 1], {"x": ["height"]}, "'height': expected a number, found None"),
        ([height(2), height(float("inf"))], [0, 1], {"x": ["height"]}, "expected a finite number, found inf"),
        ([PATH, RING], [0, 1], {"edge_attr": ["weight"]}, "graph 0, edge 0–1 has no attribute 'weight'"),
        ([PATH, RING], [0, 1], {"splits": ["train"]}, "splits: expected 2, one for each graph, found 1"),
        ([PATH, RING], [0, 1], {"splits": ["train", "all"]}, "found 'all' at graph 1"),
        (PATH, [0], {}, "found one graph"),
        ([PATH, 3], [0, 1], {}, "found Graph, int"),
        ([PATH, RING], [0, 1], {"x": [3]}, "x: expected names of attributes"),
    ],
)
def test_errors_name_the_graph(graphs, labels, options, message):
    with pytest.raises((ValueError, TypeError)) as error:
        read(graphs, labels, **options)
    assert message in str(error.value)


class Tensor(np.ndarray):
    """The methods of a tensor that this package uses."""

    def t(self):
        return self.T

    def numel(self):
        return self.size

    def isfinite(self):
        return np.isfinite(self)


def tensor(values):
    return np.asarray(values).view(Tensor)


def pyg(y, x=None):
    """A `Data` of PyTorch Geometric, with the attributes that this package reads. tests/fixtures/export contains the lines of real graphs."""
    edges = tensor([[0, 1], [1, 0]])
    x = None if x is None else tensor(x)
    return SimpleNamespace(num_nodes=2, num_edges=2, edge_index=edges, edge_attr=None, x=x, y=y and tensor(y))


def test_graphs_of_pytorch_geometric():
    [first, second] = lines([pyg([0], [[1.0], [2.0]]), pyg([1], [[0.0], [0.5]])])
    assert first == {"n": 2, "edges": [[0, 1], [1, 0]], "y": 0, "x": [[1.0], [2.0]]}
    assert [line["y"] for line in lines([pyg(None), pyg(None)], ["a", "b"])] == ["a", "b"]
    with pytest.raises(ValueError, match="graph 1 has no class"):
        read([pyg([0]), pyg(None)])
    with pytest.raises(ValueError, match="graph 0, x: expected finite numbers"):
        read([pyg([0], [[np.nan], [1]]), pyg([1])])


def test_a_file_is_unchanged(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b'{"n": 1}\n')
    data = read(path)
    assert (data.name, data.bytes, data.nodes) == ("mine.jsonl", b'{"n": 1}\n', None)
    with pytest.raises(FileNotFoundError, match="is not a file"):
        read(str(tmp_path / "other.zip"))
    with pytest.raises(TypeError, match="omit labels"):
        read(path, [0, 1])


def test_parallel_edges_are_reported(tmp_path):
    parallel = nx.MultiGraph([(0, 1), (1, 0)])
    directed = nx.MultiDiGraph([(0, 1), (1, 0)])
    with pytest.warns(UserWarning, match="graph 1 has parallel edges"):
        read([nx.path_graph(2), parallel], [0, 1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read([directed, nx.path_graph(2)], [0, 1])
        read([pyg([0]), pyg([1])])
    with pytest.warns(UserWarning, match="2 graphs have parallel edges or self-loops"):
        read([nx.Graph([(0, 0)]), parallel], [0, 1])
    for edges in ([[0, 0], [1, 1]], [[0, 1], [0, 0]]):
        repeated = pyg([0])
        repeated.edge_index = tensor(edges)
        with pytest.warns(UserWarning, match="graph 1 has parallel edges or self-loops"):
            read([pyg([1]), repeated])
    edge = (2, [(0, 1), (1, 0)])
    for number, edges in enumerate([[(0, 1), (0, 1)], [(0, 1), (1, 1)]]):
        with pytest.warns(UserWarning, match="graph 1 has parallel edges or self-loops, which a run log is read without"):
            Run(tmp_path / str(number), [edge, (2, edges)], labels=[0, 1]).close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Run(tmp_path / "run", [edge, edge], labels=[0, 1]).close()


def test_a_run_log_is_its_folder(tmp_path):
    folder = tmp_path / "seed-1"
    with Run(folder, [(2, [(0, 1)])], labels=[0]) as run:
        run.log(1, f=[0.5, 1], predictions=[[1]])
        for given in (run, folder, str(folder)):
            found = read(given)
            assert (found.name, found.log) == ("seed-1", folder)
    with pytest.raises(FileNotFoundError, match="the folder of a run log"):
        read(tmp_path)
