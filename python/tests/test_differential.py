"""The bars of more than 10 000 graphs and of point clouds, compared with `sublevel barcode` and with GUDHI.

The environment variable SUBLEVEL names the program.
"""
import json
import os
import random
import subprocess


import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import files
import points
import reference
import sublevel
from graphs import make_cases
from run import normal

PROGRAM = os.environ.get("SUBLEVEL")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="SUBLEVEL names no program")

#: Options of the program and of the package. A graph is compared under three of them in turn.
OPTIONS = [
    ([], {}),
    (["--extended"], {"extended": True}),
    (["--clique"], {"clique": True}),
    (["--keep-zero"], {"keep_zero": True}),
    (["--filter", "degree"], {"f": "degree"}),
    (["--parallel-edges", "merge"], {"parallel_edges": "merge"}),
    (["--parallel-edges", "keep", "--clique"], {"parallel_edges": "keep", "clique": True}),
    (["--edge-filter"], {"edge_values": True}),
    (["--edge-filter", "--clique"], {"edge_values": True, "clique": True}),
    (["--edge-filter", "--filter", "edges", "--clique"], {"edge_values": True, "f": None, "clique": True}),
]


def vertices(row):
    return tuple(row[row >= 0].tolist()) or None


def bars_of(bars, has_simplices):
    """The bars of the package by the kinds and in the fields of the program."""
    kinds = {"h0": [], "h0_essential": [], "h1": [], "h1_essential": []}
    for place in range(len(bars)):
        creator, destroyer = vertices(bars.creators[place]), vertices(bars.destroyers[place])
        is_essential = destroyer is None
        birth_vertex, death_vertex = (
            None if vertex < 0 else int(vertex) for vertex in (bars.birth_vertices[place], bars.death_vertices[place])
        )
        if not has_simplices:
            assert creator == (birth_vertex,) and destroyer == (None if is_essential else (death_vertex,))
        named = [
            creator if len(creator) == 2 else None,
            destroyer if not is_essential and len(destroyer) == 2 else None,
            destroyer if not is_essential and len(destroyer) == 3 else None,
        ]
        death = None if is_essential else float(bars.deaths[place])
        bar = (float(bars.births[place]), death, birth_vertex, death_vertex, *named)
        kinds[f"h{bars.dimensions[place]}" + "_essential" * is_essential].append(bar)
    return normal(kinds)


def of_program(part):
    fields = ("birth", "death", "birth_vertex", "death_vertex", "birth_edge", "death_edge", "death_triangle")

    def row(bar):
        return tuple(tuple(value) if isinstance(value := bar.get(field), list) else value for field in fields)

    kinds = {"h0": [], "h0_essential": [], "h1": [], "h1_essential": []}
    return normal({**kinds, **{kind: [row(bar) for bar in bars] for kind, bars in part.items()}})


def of_package(case, options):
    """All parts that the program writes, under the same options."""
    options = {"f": case.values, **options}
    if options["f"] == "degree":
        options["vertices"] = case.vertices
    elif options["f"] is None:
        options["vertices"] = case.vertices
    if options.get("edge_values"):
        options["edge_values"] = case.edge_values
    has_simplices = "edge_values" in options or "clique" in options
    sides = ["sublevel"] if "edge_values" in options else ["sublevel", "superlevel"]
    bars = {side: sublevel.barcode(case.edges, direction=side, **options) for side in sides}
    if "extended" in options:
        bars["extended"] = bars["sublevel"].extended
    return {part: bars_of(bars, has_simplices) for part, bars in bars.items()}


def lines_of(folder, names, arguments):
    """One line for each file, in order."""
    for first in range(0, len(names), 5000):
        some = names[first:first + 5000]
        done = subprocess.run([PROGRAM, "barcode", *arguments, *some], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[:1000]
        yield from map(json.loads, done.stdout.splitlines())


@needs_program
def test_graphs_have_the_bars_of_the_program(tmp_path):
    cases = make_cases(each=550, seed=int(os.environ.get("SEED", 0)))
    for place, case in enumerate(cases):
        graph = {"n": case.vertices, "edges": case.edges, "filter": case.values}
        (tmp_path / f"{place}.json").write_text(json.dumps(graph))
        (tmp_path / f"{place}.e.json").write_text(json.dumps({**graph, "edge_filter": case.edge_values}))
    compared = 0
    for turn, (arguments, options) in enumerate(OPTIONS):
        own = [place for place in range(len(cases)) if (place // 20 + turn) % len(OPTIONS) < 3]
        names = [f"{place}.e.json" if "edge_values" in options else f"{place}.json" for place in own]
        # A single file gives another form of output.
        lines = list(lines_of(tmp_path, names, arguments))
        assert len(lines) == len(own)
        for place, line in zip(own, lines):
            found = of_package(cases[place], options)
            expected = {part: of_program(bars) for part, bars in line.items() if part in ("sublevel", "superlevel", "extended")}
            assert found == expected, (cases[place], arguments)
            compared += 1
    print(f"{len(cases)} graphs, {compared} comparisons with the program")
    assert len(cases) >= 10_000 and compared >= 30_000


def test_graphs_have_the_bars_of_gudhi():
    compared = 0
    for place, case in enumerate(make_cases(each=500, seed=1)):
        expected = {side: reference.ordinary(case.edges, case.values, side == "superlevel") for side in ("sublevel", "superlevel")}
        expected["extended"] = reference.extended(case.edges, case.values)
        options = {"parallel_edges": "keep"}
        found = of_package(case, {**options, "extended": True})
        with_kinds = {part: {"h1": [], **normal(bars)} for part, bars in expected.items()}
        for part, bars in with_kinds.items():
            assert {kind: found[part][kind] for kind in bars} == bars, (case, part)
        edge_values, cliques = [(True, False), (False, True), (True, True)][place % 3]
        bars = reference.simplices(case.edges, case.values, case.edge_values if edge_values else None, cliques, False)
        chosen = {**options, **({"edge_values": True} if edge_values else {}), **({"clique": True} if cliques else {})}
        found = of_package(case, chosen)["sublevel"]
        assert found == {"h1": [], **normal(bars)}, case
        compared += 4
    print(f"{compared} comparisons with GUDHI")
    assert compared >= 40_000


@needs_program
def test_directed_graphs_of_all_libraries_have_the_bars_of_the_program(tmp_path):
    cases = [case for case in make_cases(each=20, seed=2) if case.vertices]
    for place, case in enumerate(cases):
        # Some edges in both directions, some twice.
        edges = [*case.edges, *((v, u) for u, v in case.edges[::2]), *case.edges[::3]]
        cases[place].edges = edges
        graph = {"n": case.vertices, "edges": edges, "filter": case.values, "directed": True}
        (tmp_path / f"{place}.json").write_text(json.dumps(graph))
    lines = lines_of(tmp_path, [f"{place}.json" for place in range(len(cases))], [])
    for case, line in zip(cases, lines, strict=True):
        expected = of_program(line["sublevel"])
        graph = nx.MultiDiGraph()
        graph.add_nodes_from(range(case.vertices))
        graph.add_edges_from(case.edges)
        nx.set_node_attributes(graph, dict(enumerate(case.values)), "height")
        assert bars_of(sublevel.barcode(graph, "height"), False) == expected
        assert bars_of(sublevel.barcode(Data(case), case.values), False) == expected
        # A matrix has each entry once.
        simple = sorted({tuple(edge) for edge in case.edges})
        u, v = np.array(simple, int).reshape(-1, 2).T
        matrix = scipy.sparse.csr_array((np.ones(len(u)), (u, v)), shape=(case.vertices, case.vertices))
        graph = nx.DiGraph(nx.MultiDiGraph(graph))
        assert bars_of(sublevel.barcode(matrix, case.values), False) == bars_of(sublevel.barcode(graph, "height"), False)


@needs_program
@pytest.mark.parametrize(("arguments", "options"), OPTIONS, ids=[" ".join(arguments) for arguments, _ in OPTIONS])
def test_representatives_are_those_of_the_program(tmp_path, arguments, options):
    cases = [case for case in make_cases(each=15, seed=12) if case.vertices]
    for place, case in enumerate(cases):
        graph = {"n": case.vertices, "edges": case.edges, "filter": case.values}
        edge_filter = {"edge_filter": case.edge_values} if options.get("edge_values") else {}
        (tmp_path / f"{place}.json").write_text(json.dumps({**graph, **edge_filter}))
    lines = lines_of(tmp_path, [f"{place}.json" for place in range(len(cases))], ["--representatives", *arguments])
    for case, line in zip(cases, lines, strict=True):
        named = {**options, **({"edge_values": case.edge_values} if options.get("edge_values") else {})}
        if named.setdefault("f", case.values) in (None, "degree"):
            named["vertices"] = case.vertices
        for part in ("sublevel", "superlevel", "extended"):
            if part not in line:
                continue
            bars = sublevel.barcode(case.edges, direction="superlevel" if part == "superlevel" else "sublevel", **named)
            bars = bars.extended if part == "extended" else bars
            found = [[], []]
            for bar in bars:
                found[bar.dimension].append((bar.cycle() if bar.dimension else bar.component()).tolist())
            kinds = [("h0", "h0_essential"), ("h1", "h1_essential")]
            for dimension, name in enumerate(("component", "cycle")):
                expected = [bar[name] for kind in kinds[dimension] for bar in line[part].get(kind, [])]
                assert found[dimension] == expected, (case, part)


class Data:
    """A graph with the attributes of `torch_geometric.data.Data`."""

    def __init__(self, case):
        self.edge_index = np.array(case.edges, int).reshape(-1, 2).T
        self.num_nodes = case.vertices


@needs_program
def test_points_have_the_bars_of_the_program_and_of_gudhi(tmp_path):
    clouds = [(title, cloud) for title, cloud in points.make_clouds(600, random.Random(3)) if cloud]
    for place, (_, cloud) in enumerate(clouds):
        files.write_points(cloud, tmp_path / f"{place}.csv")
        files.write_rows(points.distances(cloud), tmp_path / f"{place}.d.csv")
    settings = [
        (["--rips"], "", {}, points.rips_bars),
        (["--rips", "--max-scale", "1.5"], "", {"max_scale": 1.5}, None),
        (["--rips", "--distances", "--keep-zero"], ".d", {"distances": True, "keep_zero": True}, None),
        (["--alpha"], "", {"complex": "alpha"}, points.alpha_bars),
    ]
    for arguments, kind, options, expect in settings:
        lines = lines_of(tmp_path, [f"{place}{kind}.csv" for place in range(len(clouds))], arguments)
        for (title, cloud), line in zip(clouds, lines, strict=True):
            X = points.distances(cloud) if kind else cloud
            bars = sublevel.points(X, **options)
            assert bars_of(bars, True) == of_program(line["sublevel"]), title
            if expect is not None:
                what = points.differ([(dimension, *ends) for dimension, ends in bars.to_gudhi()], expect(cloud))
                assert what is None, (title, what)


def test_distances_are_those_of_gudhi():
    import gudhi
    import gudhi.hera

    rng = np.random.default_rng(4)
    for _ in range(300):
        a, b = (np.sort(rng.random((rng.integers(0, 12), 2)), axis=1) for _ in range(2))
        assert float(sublevel.bottleneck(a, b)) == pytest.approx(gudhi.bottleneck_distance(a, b), abs=1e-12)
        for order in (1, 2):
            found = sublevel.wasserstein(a, b, order)
            # Hera approximates.
            expected = gudhi.hera.wasserstein_distance(a, b, order=order, internal_p=np.inf, delta=1e-6)
            assert found.value == pytest.approx(expected, rel=1e-5, abs=1e-9)
            assert sorted(found.matching[:, 0][found.matching[:, 0] >= 0]) == list(range(len(a)))
            assert sorted(found.matching[:, 1][found.matching[:, 1] >= 0]) == list(range(len(b)))
            assert found.value == pytest.approx((found.costs**order).sum() ** (1 / order))
