"""Writes the files of tests/fixtures/export: data sets of the packages themselves through the exporters here, and what the packages say of them."""
import gzip
import json
import sys
import tempfile
from pathlib import Path

import networkx as nx
import numpy as np
import torch
from ogb.graphproppred import GraphPropPredDataset
from torch_geometric.data import Data
from torch_geometric.datasets import FakeDataset
from torch_geometric.utils import to_networkx

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests/fixtures/export"
# Each exporter is a separate file, so the import does not need the installed package.
sys.path.append(str(ROOT / "python/src/sublevel"))
import from_networkx
import from_ogb
import from_pyg

expected = {}


def expect(name, graphs, classes, parts=None):
    """What the package says: vertices, edges without direction, classes, and the size of each part."""
    simple = [nx.Graph(graph) for graph in graphs]
    for graph in simple:
        graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    expected[name] = {
        "vertices": [len(graph) for graph in simple],
        "degrees": [[degree for _, degree in sorted(graph.degree())] for graph in simple],
        "classes": classes,
        **({"parts": parts} if parts else {}),
    }


def pyg():
    torch.manual_seed(0)
    graphs = list(FakeDataset(12, avg_num_nodes=8, avg_degree=3, num_channels=3, edge_dim=2, num_classes=2))
    from_pyg.write(FOLDER / "pyg.jsonl", train=graphs[:8], val=graphs[8:10], test=graphs[10:])
    expect("pyg", [to_networkx(g, to_undirected=True) for g in graphs], [g.y.item() for g in graphs], [8, 2, 2])
    expected["pyg"]["x"] = graphs[0].x.tolist()
    expected["pyg"]["edge_attr_columns"] = graphs[0].edge_attr.shape[1]
    # As TUDataset has them: labels of vertices and edges with a single 1 in a row, edges in both directions.
    one_hot = torch.nn.functional.one_hot
    labelled = []
    for index in range(8):
        n = 3 + index % 3
        ends = torch.tensor([[v, (v + 1) % n] for v in range(n)]).t()
        kinds = torch.tensor([v % 2 for v in range(n)])
        edge_index = torch.cat([ends, ends.flip(0)], dim=1)
        edge_attr = one_hot(torch.cat([kinds, kinds]), 2).float()
        x = one_hot(torch.tensor([(v + index) % 3 for v in range(n)]), 3).float()
        labelled.append(Data(x=x, edge_index=edge_index, edge_attr=edge_attr, y=torch.tensor([index % 2])))
    from_pyg.write(FOLDER / "pyg-labels.jsonl", labelled)
    expect("pyg-labels", [to_networkx(g, to_undirected=True) for g in labelled], [g.y.item() for g in labelled])
    expected["pyg-labels"]["labels"] = [g.x.argmax(dim=1).tolist() for g in labelled]


def networkx():
    makers = [("tree", lambda n: nx.random_labeled_tree(n, seed=n)), ("ring", nx.cycle_graph)]
    graphs, classes = [], []
    for n in range(4, 10):
        for name, make in makers:
            graph = nx.relabel_nodes(make(n), {v: f"v{v}" for v in range(n)})
            nx.set_node_attributes(graph, nx.closeness_centrality(graph), "closeness")
            nx.set_edge_attributes(graph, {edge: 1 + place for place, edge in enumerate(graph.edges())}, "weight")
            graphs.append(graph)
            classes.append(name)
    from_networkx.write(FOLDER / "networkx.jsonl", graphs, classes, x=["closeness"], edge_attr=["weight"])
    expect("networkx", [nx.convert_node_labels_to_integers(graph) for graph in graphs], classes)


def ogb():
    """A data set of OGB's own kind, read by its own reader from a folder as it would have been downloaded."""
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "ogbg_small"
        (folder / "raw").mkdir(parents=True)
        (folder / "split/own").mkdir(parents=True)
        (folder / "processed").mkdir()
        (folder / "RELEASE_v1.txt").touch()

        def table(place, rows):
            with gzip.open(folder / f"{place}.csv.gz", "wt") as file:
                file.writelines(",".join(map(str, row)) + "\n" for row in rows)

        sizes = [int(n) for n in random.integers(4, 9, size=10)]
        edges = [[[v, int(random.integers(v))] for v in range(1, n)] for n in sizes]
        table("raw/num-node-list", [[n] for n in sizes])
        table("raw/num-edge-list", [[len(own)] for own in edges])
        table("raw/edge", [ends for own in edges for ends in own])
        table("raw/node-feat", random.integers(0, 5, size=(sum(sizes), 4)).tolist())
        table("raw/edge-feat", random.integers(0, 3, size=(sum(map(len, edges)), 2)).tolist())
        labels = [index % 2 for index in range(10)]
        # One graph without a label.
        table("raw/graph-label", [["" if index == 9 else label, 1] for index, label in enumerate(labels)])
        table("split/own/train", [[index] for index in range(6)])
        table("split/own/valid", [[6], [7]])
        table("split/own/test", [[8], [9]])
        meta = {
            "dir_path": str(folder), "version": 1, "download_name": "small", "num tasks": 2, "eval metric": "rocauc",
            "task type": "binary classification", "num classes": 2, "binary": "False", "add_inverse_edge": "True",
            "additional node files": "None", "additional edge files": "None", "split": "own", "url": "",
        }
        dataset = GraphPropPredDataset("ogbg-small", meta_dict=meta)
        from_ogb.write(FOLDER / "ogb.jsonl", dataset)
        graphs = []
        for index in range(9):
            graph = nx.Graph(dataset[index][0]["edge_index"].T.tolist())
            graph.add_nodes_from(range(int(dataset[index][0]["num_nodes"])))
            graphs.append(graph)
        expect("ogb", graphs, labels[:9], [6, 2, 1])
        expected["ogb"]["x"] = dataset[0][0]["node_feat"].tolist()


FOLDER.mkdir(parents=True, exist_ok=True)
pyg()
networkx()
ogb()
(FOLDER / "expected.json").write_text(json.dumps(expected) + "\n")
