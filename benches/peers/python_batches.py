#!/usr/bin/env python3
"""Times sublevel persistence of batches of 32 graphs of a TU zip, as a filter in PyTorch reads it: `sublevel.torch.persistence`
for each batch, and GUDHI's SimplexTree for each graph, filled from arrays, and one simplex of a tensor at a time as in the TOGL
layer of torch-topological. All return vertices. The filter is seeded, uniform in [0, 1), float32. See README.md."""
import argparse
import json
import time

import gudhi
import numpy as np
import sublevel
import torch

from peer_common import read_tu
from persistence_gudhi import build, split

SIZE = 32


def batches(data, f):
    """Filter, edge index and graph of each vertex, as PyTorch Geometric has them."""
    owner = np.repeat(np.arange(len(data.degree)), data.degree)
    for first in range(0, len(data), SIZE):
        graphs = np.arange(first, min(first + SIZE, len(data)))
        a, b = data.voff[graphs[0]], data.voff[graphs[-1] + 1]
        i = slice(data.row[a], data.row[b])
        sizes = np.diff(data.voff)[graphs]
        yield (torch.from_numpy(f[a:b]), torch.from_numpy(np.stack([owner[i], data.col[i]]) - a),
               torch.from_numpy(np.repeat(graphs - first, sizes)))


def tensors(data, f, count):
    """The tensors of each graph from which a layer fills a tree: values of vertices, directed edges, and values of edges."""
    owner = np.repeat(np.arange(len(data.degree)), data.degree)
    for a, b in zip(data.voff[:count], data.voff[1:count + 1]):
        i = slice(data.row[a], data.row[b])
        edges = torch.from_numpy(np.stack([owner[i], data.col[i]], 1) - a)
        values = torch.from_numpy(f[a:b])
        yield values, edges, values[edges].amax(1)


def from_tensors(graphs):
    """TOGL of torch-topological also expands the complex by triangles, which is left out here."""
    start = time.perf_counter()
    for values, edges, edge_values in graphs:
        tree = gudhi.SimplexTree()
        for v, value in enumerate(values):
            tree.insert([v], filtration=value)
        for (u, v), value in zip(edges, edge_values):
            tree.insert([u, v], filtration=value)
        tree.make_filtration_non_decreasing()
        tree.persistence(persistence_dim_max=True)
        tree.lower_star_persistence_generators()
    return time.perf_counter() - start


def from_arrays(graphs):
    start = time.perf_counter()
    for f, edges in graphs:
        tree = build(f, edges)
        tree.compute_persistence(min_persistence=0.0, persistence_dim_max=True)
        tree.lower_star_persistence_generators()
    return time.perf_counter() - start


def ours(made):
    start = time.perf_counter()
    for f, edge_index, batch in made:
        sublevel.torch.persistence(f, edge_index, batch)
    return time.perf_counter() - start


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("data")
    a.add_argument("--limit", type=int, help="only the first graphs")
    a.add_argument("--repeats", type=int, default=5)
    a.add_argument("--json", action="store_true")
    a = a.parse_args()
    data = read_tu(a.data)
    count = min(a.limit or len(data), len(data))
    f = np.random.default_rng(0).random(int(data.voff[-1]), dtype=np.float32)
    graphs = split(data, f, count)
    made = list(batches(data, f))[:-(-count // SIZE)]
    ours(made)
    in_batches = min(SIZE * len(made), len(data))
    in_tensors = list(tensors(data, f, count))
    rounds = [(from_tensors(in_tensors) / count * 1e6, from_arrays(graphs) / count * 1e6, ours(made) / in_batches * 1e6)
              for _ in range(a.repeats)]
    if a.json:
        print(json.dumps(dict(data=data.name, graphs=count, gudhi=gudhi.__version__, us_per_graph=rounds)))
        return
    print(f"{data.name}, {count} graphs in batches of {SIZE}, GUDHI {gudhi.__version__}, µs per graph: GUDHI from tensors, from arrays, Sublevel, ratios")
    for tensors_us, arrays_us, own_us in rounds:
        print(f"{tensors_us:10.2f}{arrays_us:10.2f}{own_us:10.2f}{tensors_us / own_us:8.1f}{arrays_us / own_us:8.1f}")


if __name__ == "__main__":
    main()
