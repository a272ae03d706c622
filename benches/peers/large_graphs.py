#!/usr/bin/env python3
"""Writes one large random graph in each format of `sublevel barcode`, with the given number of edges. It has a fifth as many
vertices or, as a tree, one more, and a seeded filter, uniform in [0, 1). MatrixMarket and JSON lines contain no filter.
See README.md."""
import argparse
import json
from pathlib import Path

import numpy as np

# File names, and the options of `sublevel barcode` for each file; {} is the file name without its extension.
FORMATS = {
    "edge list": ("edges.txt", ["--values", "{}.values"]),
    "MatrixMarket": ("matrix.mtx", ["--filter", "degree"]),
    "JSON": ("own.json", []),
    "node-link JSON": ("nodelink.json", []),
    "GraphML": ("xml.graphml", []),
    "JSON lines": ("lines.jsonl", ["--graph", "1", "--filter", "degree"]),
}


def random_graph(edges, seed=0):
    """Its number of vertices, its edges [m, 2] without self-loops, and its filter in six digits."""
    vertices = max(2, edges // 5)
    random = np.random.default_rng(seed)
    u = random.integers(vertices, size=edges)
    v = (u + random.integers(1, vertices, size=edges)) % vertices
    return vertices, np.stack([u, v], 1), np.round(random.random(vertices), 6)


def random_tree(edges, seed=0):
    """The same of a tree: every vertex but the first hangs on one of those before it, and their numbers say nothing of that."""
    random = np.random.default_rng(seed)
    child = np.arange(1, edges + 1)
    number = random.permutation(edges + 1)
    ends = np.stack([number[child], number[(random.random(edges) * child).astype(int)]], 1)
    return edges + 1, random.permutation(ends), np.round(random.random(edges + 1), 6)


def square(count, seed=0):
    """Points at random in a square."""
    return np.round(np.random.default_rng(seed).random((count, 2)), 6)


def distances(what, seed=0):
    """The matrix of KIND-N, in six digits: of N points at random in a square, or of N that have numbers at random for distances."""
    kind, count = what.split("-")
    random = np.random.default_rng(seed)
    if kind == "square":
        points = random.random((int(count), 2))
        matrix = np.linalg.norm(points[:, None] - points[None], axis=2)
    else:
        matrix = np.triu(random.random((int(count),) * 2), 1)
        matrix += matrix.T
    return np.round(matrix, 6)


def write_distances(path, matrix):
    """Writes an edge list of the complete graph."""
    u, v = np.triu_indices(len(matrix), 1)
    with open(path, "w") as file:
        rows(file, "%d %d %s", np.stack([u.astype(object), v.astype(object), matrix[u, v].astype(object)], 1))


def rows(file, form, array, between="\n"):
    """Writes every row of an array in a form with a %s for each of its columns, some at a time."""
    for first in range(0, len(array), 1 << 16):
        chunk = array[first:first + (1 << 16)]
        text = between.join([form] * len(chunk)) % tuple(chunk.ravel().tolist())
        file.write(between * (first > 0) + text)


def write(folder, name, graph):
    """Writes the graph in one of FORMATS; gives what `sublevel barcode` is told to read it."""
    vertices, edges, f = graph
    path = folder / FORMATS[name][0]
    with open(path, "w") as file:
        if name == "edge list":
            rows(file, "%d %d", edges)
            with open(path.with_suffix(".values"), "w") as values:
                rows(values, "%s", f[:, None])
        elif name == "MatrixMarket":
            file.write(f"%%MatrixMarket matrix coordinate pattern general\n{vertices} {vertices} {len(edges)}\n")
            rows(file, "%d %d", edges + 1)
        elif name == "JSON":
            file.write(f'{{"n": {vertices}, "edges": [')
            rows(file, "[%d, %d]", edges, ", ")
            file.write('], "filter": [')
            rows(file, "%s", f[:, None], ", ")
            file.write("]}\n")
        elif name == "node-link JSON":
            file.write('{"directed": false, "multigraph": false, "graph": {}, "nodes": [')
            rows(file, '{"filter": %s, "id": %d}', numbered(f), ", ")
            file.write('], "edges": [')
            rows(file, '{"source": %d, "target": %d}', edges, ", ")
            file.write("]}\n")
        elif name == "GraphML":
            file.write('<graphml><key id="d0" for="node" attr.name="filter" attr.type="double"/>\n<graph edgedefault="undirected">\n')
            rows(file, '<node id="%d"><data key="d0">%s</data></node>', numbered(f)[:, ::-1])
            file.write("\n")
            rows(file, '<edge source="%d" target="%d"/>', edges)
            file.write("\n</graph></graphml>\n")
        else:
            file.write(f'{{"n": {vertices}, "y": 0, "edges": [')
            rows(file, "[%d, %d]", edges, ", ")
            # A data set has two classes.
            file.write(']}\n{"n": 1, "y": 1, "edges": []}\n')
    return [str(path), *(option.format(path.with_suffix("")) for option in FORMATS[name][1])]


def numbered(f):
    """Each value with its number."""
    return np.stack([f.astype(object), np.arange(len(f)).astype(object)], 1)


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("--edges", type=int, default=10**6)
    a.add_argument("--tree", action="store_true", help="with one vertex more than edges, and no loop")
    a.add_argument("--format", action="append", choices=FORMATS, help="may be repeated (default: all)")
    a.add_argument("--distances", metavar="KIND-N", help="in their place the distances of square-N or random-N, as an edge list")
    a.add_argument("--points", type=int, metavar="N", help="in their place N points in a square, as a CSV file")
    a.add_argument("--out", type=Path, default=Path("."), metavar="DIR")
    a.add_argument("--json", action="store_true")
    a = a.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    if a.points:
        path = a.out / f"{a.points}.csv"
        np.savetxt(path, square(a.points), fmt="%s", delimiter=",")
        made = {complex: [str(path), complex] for complex in ("--rips", "--alpha")}
    elif a.distances:
        path = a.out / f"{a.distances}.txt"
        write_distances(path, distances(a.distances))
        made = {a.distances: [str(path), "--edge-filter", "--filter", "edges", "--clique"]}
    else:
        graph = random_tree(a.edges) if a.tree else random_graph(a.edges)
        made = {name: write(a.out, name, graph) for name in a.format or FORMATS}
    if a.json:
        print(json.dumps(made))
    else:
        for arguments in made.values():
            print("sublevel barcode", *arguments)


if __name__ == "__main__":
    main()
