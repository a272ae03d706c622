"""Writes graphs of NetworkX as JSON lines: write("mine.jsonl", graphs, classes), with the attributes that are named, which are numbers."""
import json


def write(path, graphs, classes, splits=None, x=(), edge_attr=()):
    with open(path, "w") as file:
        for index, (graph, y) in enumerate(zip(graphs, classes, strict=True)):
            number = {vertex: place for place, vertex in enumerate(graph)}
            line = {"n": len(graph), "edges": [[number[u], number[v]] for u, v in graph.edges()], "y": y}
            if x:
                line["x"] = [[float(values[name]) for name in x] for _, values in graph.nodes(data=True)]
            if edge_attr:
                line["edge_attr"] = [[float(values[name]) for name in edge_attr] for _, _, values in graph.edges(data=True)]
            file.write(json.dumps({**line, "split": splits[index]} if splits else line, allow_nan=False) + "\n")
