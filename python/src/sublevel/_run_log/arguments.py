"""The checked arguments of `Run`: graphs with their classes and parts, and their lines of `graphs.jsonl`."""
import json
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from .. import _graphs
from .._arrays import by_keys, integers, numbers, whole

PARTS = ("train", "val", "test")


def read_graph(index: int, graph: Any) -> _graphs.Graph:
    """A graph from the user. Errors contain `index`, its position in the list."""
    try:
        if isinstance(graph, tuple) and len(graph) == 2 and hasattr(graph[0], "__index__"):
            read = _graphs.read(graph[1], None, graph[0])
        elif hasattr(graph, "adj") or hasattr(graph, "edge_index") or hasattr(graph, "tocoo"):
            read = _graphs.read(graph, None, None)
        else:
            raise ValueError("expected a graph of NetworkX or PyTorch Geometric, a matrix of SciPy, or a pair (number of vertices, edges)")
    except ValueError as error:
        raise ValueError(f"graph {index}: {error}") from None
    if read.vertices == 0:
        raise ValueError(f"graph {index} has no vertices; omit it and its label")
    if read.edges.size > 0 and (read.edges.min() < 0 or read.edges.max() >= read.vertices):
        raise ValueError(f"graph {index}: expected edges between vertices from 0 to {read.vertices - 1}, found {read.edges.max()} or {read.edges.min()}")
    return read


def read_labels(graphs: list[Any], rows: Sequence[Any], labels: Any) -> list[int] | None:
    """The class of each graph; None: no graph has one. `rows` are the names of the graphs, or their positions."""
    if labels is None:
        labels = [_own_label(graph) for graph in graphs]
        absent = labels.count(None)
        if absent == len(graphs):
            return None
        if absent > 0:
            raise ValueError(f"labels: graph {labels.index(None)} has no y; pass labels=[…] with the class of each graph")
    array = integers("labels", by_keys("labels", labels, rows, "graph"), 1)
    if len(array) != len(graphs):
        raise ValueError(f"labels: expected {len(graphs)}, one for each graph, found {len(array)}")
    if array.min() < 0 or array.max() >= 1024:
        raise ValueError(f"labels: expected classes from 0 to 1023, found {array.min() if array.min() < 0 else array.max()}")
    return array.tolist()


def _own_label(graph: Any) -> Any:
    label = graph.graph.get("y") if hasattr(graph, "adj") else getattr(graph, "y", None)
    return label.item() if hasattr(label, "item") else label


def read_classes(labels: list[int] | None, classes: Any) -> list[str]:
    """The names of the classes."""
    if classes is None:
        if labels is None:
            raise ValueError("classes: the graphs have no labels; pass labels=[…], or classes=[…] with a name for each column of the predictions")
        classes = max(labels) + 1
    if hasattr(classes, "__index__"):
        count = whole("classes", classes)
        if count == 0:
            raise ValueError("classes: expected at least one class, found 0")
        return [str(index) for index in range(count)]
    return read_names("classes", classes)


def read_channels(channels: Iterable[str], edge_channels: Iterable[str]) -> tuple[list[str], list[str]]:
    """The names of the filters of vertices and of those of edges, all different, at least one."""
    of_edges = read_names("edge_channels", edge_channels) if not _is_empty(edge_channels) else []
    of_vertices = read_names("channels", channels) if not of_edges or not _is_empty(channels) else []
    both = sorted(set(of_vertices) & set(of_edges))
    if both:
        raise ValueError(f"edge_channels: expected other names than those of channels, found {', '.join(map(repr, both))} in both")
    return of_vertices, of_edges


def _is_empty(names: Any) -> bool:
    return hasattr(names, "__len__") and not isinstance(names, str) and len(names) == 0


def read_names(what: str, names: Iterable[str]) -> list[str]:
    """Different names that are not empty."""
    if isinstance(names, str):
        raise ValueError(f"{what}: expected a list of names, found the text {names!r}")
    if isinstance(names, (Mapping, Set)):
        raise ValueError(f"{what}: expected a list of names in their order, found {type(names).__name__}")
    names = list(names)
    if not names or not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
        raise ValueError(f"{what}: expected different names, found {names!r}")
    return names


def read_split(split: Any, rows: Sequence[Any]) -> list[str] | None:
    """The part of each graph; None: no split."""
    if split is None:
        return None
    if isinstance(split, Mapping) and (not split or not set(split).isdisjoint(PARTS)):
        found = parts(split, len(rows))
    else:
        if isinstance(split, (str, Set)):
            raise ValueError(f"split: expected a list with the part of each graph, found {type(split).__name__}")
        found = [str(part) for part in by_keys("split", split, rows, "graph")]
        if len(found) != len(rows):
            raise ValueError(f"split: expected {len(rows)} parts, one for each graph, found {len(found)}")
        for index, part in enumerate(found):
            _part(f"split: graph {index}", part)
    if found.count("train") < 2 or "test" not in found:
        raise ValueError("split: expected at least two graphs in 'train' and one in 'test'")
    return found


def parts(split: Mapping[str, Any], graphs: int) -> list[str]:
    """The part of each graph, from the indices of the graphs of each part."""
    found: list[str] = [""] * graphs
    for part, indices in split.items():
        _part("split", part)
        for index in integers(f"split[{part!r}]", indices, 1).tolist():
            if not 0 <= index < graphs or found[index]:
                raise ValueError(f"split: expected each graph from 0 to {graphs - 1} in one part, found {index} again or out of range")
            found[index] = part
    if "" in found:
        raise ValueError(f"split: graph {found.index('')} is in no part")
    return found


def _part(place: str, part: Any) -> None:
    if part not in PARTS:
        raise ValueError(f"{place}: expected 'train', 'val' or 'test', found {part!r}")


def lines(graphs: list[Any], read: list[_graphs.Graph], labels: list[int] | None, split: list[str] | None) -> Iterable[str]:
    """The lines of `graphs.jsonl`."""
    for index, (graph, arrays) in enumerate(zip(graphs, read, strict=True)):
        line: dict[str, Any] = {"n": arrays.vertices, "edges": arrays.edges.tolist()}
        if labels is not None:
            line["y"] = labels[index]
        x = getattr(graph, "x", None) if hasattr(graph, "edge_index") else None
        if x is not None:
            # One feature can have one axis.
            rows = numbers(f"graph {index}, x", x.reshape(-1, 1) if getattr(x, "ndim", 2) == 1 else x, 2)
            if len(rows) != arrays.vertices or not np.isfinite(rows).all():
                raise ValueError(f"graph {index}: expected {arrays.vertices} rows of finite numbers as x, found {len(rows)} or other numbers")
            if rows.shape[1] > 0:
                line["x"] = rows.tolist()
        yield json.dumps(line if split is None else {**line, "split": split[index]}, allow_nan=False) + "\n"
