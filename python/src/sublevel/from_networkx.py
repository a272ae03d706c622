"""Writes graphs of NetworkX as JSON lines: write("mine.jsonl", graphs, classes), with named attributes, which are numbers."""
import json
from math import isfinite


def write(path, graphs, classes, splits=None, x=(), edge_attr=()):
    with open(path, "w") as file:
        file.writelines(lines(graphs, classes, splits, x, edge_attr))


def lines(graphs, classes, splits=None, x=(), edge_attr=()):
    """One line for each graph; vertices are numbered in the order of the graph."""
    for name, values in [("classes", classes), ("splits", splits)]:
        if values is not None and len(values) != len(graphs):
            raise ValueError(f"{name}: expected {len(graphs)}, one for each graph, found {len(values)}")
    for index, (graph, y) in enumerate(zip(graphs, classes, strict=True)):
        if len(graph) == 0:
            raise ValueError(f"graph {index} has no vertices: omit it and its class")
        number = {vertex: place for place, vertex in enumerate(graph)}
        edges = list(graph.edges(data=True))
        line = {"n": len(graph), "edges": [[number[u], number[v]] for u, v, _ in edges], "y": y}
        if x:
            line["x"] = [row(f"graph {index}, vertex {vertex!r}", own, x) for vertex, own in graph.nodes(data=True)]
        if edge_attr:
            line["edge_attr"] = [row(f"graph {index}, edge {u!r}–{v!r}", own, edge_attr) for u, v, own in edges]
        yield json.dumps({**line, "split": splits[index]} if splits is not None else line, allow_nan=False) + "\n"


def row(place, attributes, names):
    """The named attributes as numbers."""
    values = []
    for name in names:
        if name not in attributes:
            raise ValueError(f"{place} has no attribute {name!r}: add the attribute, or omit {name!r}")
        try:
            value = float(attributes[name])
        except (TypeError, ValueError):
            raise ValueError(f"{place}, {name!r}: expected a number, found {attributes[name]!r}") from None
        if not isfinite(value):
            raise ValueError(f"{place}, {name!r}: expected a finite number, found {value}")
        values.append(value)
    return values
