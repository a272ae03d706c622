"""The data that an Explorer opens: graphs as JSON lines, or an unchanged file."""
import operator
from collections.abc import Mapping, Set
from dataclasses import dataclass
from math import isfinite, isnan
from numbers import Real
from os import PathLike
from pathlib import Path

from . import _graphs, _run_log, from_networkx, from_pyg
from ._arrays import by_keys, check_unmasked, keys_of


@dataclass(frozen=True)
class Data:
    """A data set for the page."""

    name: str
    #: The content of a file; empty for a run log.
    bytes: bytes
    #: The names of the vertices of each graph; None: their numbers.
    nodes: list[list] | None
    #: The number of vertices of each graph; None: unknown in Python.
    sizes: list[int] | None
    #: The folder of a run log.
    log: Path | None = None


def read(data, labels=None, *, splits=None, x=(), edge_attr=(), name="graphs"):
    """NetworkX graphs, graphs of PyTorch Geometric, a run log, or the path of a TU zip, of JSON lines or of a run log."""
    if isinstance(data, _run_log.Run):
        data = data.path
    if isinstance(data, (str, PathLike)):
        return _file(Path(data), labels=labels, splits=splits, x=x, edge_attr=edge_attr)
    if _is_networkx(data) or _is_pyg(data):
        raise TypeError("expected a list of graphs, found one graph")
    graphs = list(data)
    if not graphs:
        raise ValueError("expected at least one graph, found none")
    # The index of a Series of graphs, or their positions.
    rows = keys_of(data) or range(len(graphs))
    if labels is not None:
        labels = _of_graphs("labels", labels, rows)
    if all(map(_is_networkx, graphs)):
        classes = [graph.graph.get("y") for graph in graphs] if labels is None else labels
        x, edge_attr = _names("x", x), _names("edge_attr", edge_attr)
        lines = from_networkx.lines(graphs, _classes(classes, len(graphs)), _splits(splits, rows), x, edge_attr)
        named = [list(graph) for graph in graphs]
        _graphs.warn_of_repeated_edges((_graphs.read(graph, None, None) for graph in graphs), "a data set")
        numbered = all(nodes == list(range(len(nodes))) for nodes in named)
        return _lines(name, lines, None if numbered else named, [len(nodes) for nodes in named])
    if all(map(_is_pyg, graphs)):
        if x or edge_attr or splits is not None:
            raise TypeError("graphs of PyTorch Geometric contain x and edge_attr; pass splits as JSON lines")
        classes = None if labels is None else _classes(labels, len(graphs))
        sizes = [int(graph.num_nodes) for graph in graphs]
        lines = list(from_pyg.lines(graphs, classes))
        _graphs.warn_of_repeated_edges((_graphs.read(graph, None, None) for graph in graphs), "a data set")
        return _lines(name, lines, None, sizes)
    kinds = sorted({type(graph).__name__ for graph in graphs})
    raise TypeError(f"expected graphs of NetworkX or PyTorch Geometric, or the path of a file; found {', '.join(kinds)}")


def _lines(name, lines, nodes, sizes):
    return Data(f"{name}.jsonl", "".join(lines).encode(), nodes, sizes)


def _file(path, **others):
    given = [key for key, value in others.items() if value is not None and len(value) > 0]
    if given:
        raise TypeError(f"a file contains its labels, splits and attributes: omit {', '.join(given)}")
    if (path / _run_log.HEADER).is_file():
        return Data(path.resolve().name, b"", None, None, path)
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not a file: pass a TU zip, JSON lines, or the folder of a run log")
    return Data(path.name, path.read_bytes(), None, None)


def _is_networkx(graph):
    return hasattr(graph, "adj") and hasattr(graph, "nodes") and hasattr(graph, "edges")


def _is_pyg(graph):
    return hasattr(graph, "edge_index") and hasattr(graph, "num_nodes")


def _names(key, names):
    if isinstance(names, str):
        return [names]
    is_list = not isinstance(names, Mapping)
    names = list(names)
    if not is_list or not all(isinstance(name, str) for name in names):
        raise TypeError(f"{key}: expected names of attributes, such as {key}=['height']")
    return names


def _classes(labels, graphs):
    if len(labels) != graphs:
        raise ValueError(f"labels: expected {graphs}, one for each graph, found {len(labels)}")
    classes = [_class(index, label) for index, label in enumerate(labels)]
    if len({isinstance(label, str) for label in classes}) > 1:
        raise ValueError("labels: expected only numbers or only texts, found both")
    if any(isinstance(label, float) for label in classes):
        # A decimal point makes the numbers targets of regression.
        return [float(label) for label in classes]
    return classes


def _class(index, label):
    # A boolean of NumPy is not a number.
    label = label.item() if hasattr(label, "item") else label
    if isinstance(label, str):
        return label
    if label is None or (isinstance(label, float) and isnan(label)):
        raise ValueError(f"graph {index} has no label: pass labels with one for each graph")
    try:
        return operator.index(label)
    except TypeError:
        pass
    if isinstance(label, Real) and isfinite(label):
        return float(label)
    raise ValueError(f"labels: expected a finite number or a text, found {label!r} at graph {index}")


def _of_graphs(key, values, rows):
    """One value for each graph, by the position of the graph if the values have keys."""
    if isinstance(values, (str, Set)):
        raise ValueError(f"{key}: expected a list with one item for each graph, found {type(values).__name__}")
    check_unmasked(key, values)
    return list(by_keys(key, values, rows, "graph"))


def _splits(splits, rows):
    if splits is None:
        return None
    if isinstance(splits, Mapping) and not set(splits).isdisjoint(_run_log.PARTS):
        return _run_log.parts(splits, len(rows))
    splits = _of_graphs("splits", splits, rows)
    for index, split in enumerate(splits):
        if split not in ("train", "val", "test"):
            raise ValueError(f"splits: expected 'train', 'val' or 'test', found {split!r} at graph {index}")
    return splits
