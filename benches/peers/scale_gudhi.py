#!/usr/bin/env python3
"""Times GUDHI on what is large: one graph of many edges, a clique complex of many points, a whole data set. The field has two
elements, as in the program: with others the bars of entangled complexes are others. See README.md."""
import argparse
import json
import time

import gudhi
import numpy as np
from gudhi.sklearn.rips_persistence import RipsPersistence

from large_graphs import distances, random_graph
from peer_common import read_tu
from persistence_gudhi import build, split


def diagrams(f, edges):
    """The bars of both directions as arrays, of a filter and edges [2, m]."""
    for g in (f, -f):
        tree = build(g, edges)
        tree.compute_persistence(homology_coeff_field=2, min_persistence=0.0, persistence_dim_max=True)
        for dimension in (0, 1):
            tree.persistence_intervals_in_dimension(dimension)


def graph(edges):
    """Both directions of the random graph, which is in memory."""
    _, pairs, f = random_graph(edges)
    pairs = np.unique(np.sort(pairs, 1), axis=0).T
    start = time.perf_counter()
    diagrams(f, pairs)
    return time.perf_counter() - start


def data_set(path):
    """Both directions of all graphs under the degree, from the zip on."""
    start = time.perf_counter()
    data = read_tu(path)
    for f, edges in split(data, data.degree.astype(float), len(data)):
        diagrams(f, edges)
    return time.perf_counter() - start


def simplex_tree(matrix):
    """Loops of the clique complex, with every triangle in a SimplexTree."""
    start = time.perf_counter()
    tree = gudhi.RipsComplex(distance_matrix=matrix).create_simplex_tree(max_dimension=2)
    tree.compute_persistence(homology_coeff_field=2, min_persistence=0.0)
    tree.persistence_intervals_in_dimension(1)
    return time.perf_counter() - start


def rips(matrix):
    """Loops of the clique complex by what GUDHI has of Ripser, two elements as the field."""
    start = time.perf_counter()
    RipsPersistence([0, 1], input_type="full distance matrix", homology_coeff_field=2).fit_transform([matrix])
    return time.perf_counter() - start


def main():
    a = argparse.ArgumentParser(description=__doc__)
    what = a.add_mutually_exclusive_group(required=True)
    what.add_argument("--edges", type=int, help="one random graph")
    what.add_argument("--data", help="a TU zip")
    what.add_argument("--points", help="KIND-N of large_graphs.py, by RipsPersistence")
    what.add_argument("--simplex-tree", help="the same, by a SimplexTree")
    a.add_argument("--json", action="store_true")
    a = a.parse_args()
    if a.edges:
        seconds = graph(a.edges)
    elif a.data:
        seconds = data_set(a.data)
    else:
        seconds = rips(distances(a.points)) if a.points else simplex_tree(distances(a.simplex_tree))
    result = dict(gudhi=gudhi.__version__, seconds=seconds)
    print(json.dumps(result) if a.json else result)


if __name__ == "__main__":
    main()
