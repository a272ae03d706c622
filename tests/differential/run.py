"""Compares `sublevel barcode` with GUDHI and NetworkX: every bar, its values and what begins and ends it.

    python run.py SUBLEVEL [--each 10] [--seed 0] [--at-least 10000]

A comparison is a graph in a format under options. Ends with 1 where any of them differs, of which the first few are shown, or where
there were fewer than expected.
"""
import argparse
import csv
import io
import json
import math
import random
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import gudhi
import numpy as np

import files
import points
import reference
import vectors
from graphs import Case, for_data_set, key, make_cases

MAX_SHOWN = 5
EMPTY = (None,) * 7
FIELDS = ("birth", "death", "birth_vertex", "death_vertex", "birth_edge", "death_edge", "death_triangle")
WITH_FILTERS = [["--filter", name] for name in reference.FILTERS]

ANY_GRAPH = [[], ["--extended"], ["--clique"], ["--filter", "degree", "--extended"], *WITH_FILTERS]
WITH_EDGE_VALUES = [["--edge-filter"], ["--edge-filter", "--clique"], ["--edge-filter", "--filter", "edges"],
                    ["--edge-filter", "--filter", "edges", "--clique"]]
WITH_ATTRIBUTES = [["--filter", "height"], ["--filter", "attribute:height", "--extended"]]

# Format, its writer, the options, and the graphs that it can contain.
ONE_GRAPH = [
    ("json", files.write_json, ANY_GRAPH + WITH_EDGE_VALUES, lambda case: True),
    # In a node or a link, NaN means that the number is missing.
    ("node-link.json", files.write_node_link, ANY_GRAPH + WITH_EDGE_VALUES + WITH_ATTRIBUTES, lambda case: not case.has_nan),
    ("graphml", files.write_graphml, ANY_GRAPH + WITH_EDGE_VALUES + WITH_ATTRIBUTES, lambda case: True),
    ("edges", files.write_edge_list, WITH_EDGE_VALUES[2:] + WITH_FILTERS, lambda case: case.is_all_in_edges),
    ("csv", files.write_bare_edge_list, WITH_FILTERS + [["--filter", "degree", "--extended"]], lambda case: case.is_all_in_edges),
    ("mtx", files.write_matrix_market, WITH_EDGE_VALUES[2:] + WITH_FILTERS, lambda case: case.is_simple),
    ("g6", files.write_graph6, WITH_FILTERS, lambda case: case.is_simple),
    # With one vertex, NetworkX writes a bit more per edge than the definition of sparse6.
    ("s6", files.write_sparse6, WITH_FILTERS, lambda case: case.vertices > 1),
]
DATA_SETS = [
    ("graphs.jsonl", files.write_json_lines, []),
    ("folder", files.write_tu_folder, [["--filter", "label"], ["--filter", "label", "--clique"]]),
    ("graphs.zip", files.write_tu_zip, [["--filter", "label"], ["--filter", "label", "--extended"]]),
]
DATA_SET_OPTIONS = [["--filter", "attribute1"], ["--filter", "1", "--extended"], ["--filter", "attribute1", "--clique"],
                    ["--filter", "1", "--edge-filter=1"], ["--edge-filter=attribute1", "--filter", "edges"], *WITH_FILTERS]


class Differences:
    """Counts comparisons and shows the first that differ."""

    def __init__(self):
        self.compared = self.differing = 0

    def compare(self, title: str, found, expected):
        self.compared += 1
        if found != expected:
            self.differ(title + "".join(difference(found, expected)))

    def differ(self, text: str):
        self.differing += 1
        if self.differing <= MAX_SHOWN:
            print(text[:3000])


def difference(found, expected) -> list[str]:
    """Where the two are not the same, in lines."""
    if isinstance(found, dict) and isinstance(expected, dict):
        places = sorted(found.keys() | expected.keys())
        return [f"\n  {place}{line}" for place in places for line in difference(found.get(place), expected.get(place))]
    return [] if found == expected else [f"\n  found    {found}\n  expected {expected}"]


def run(program: str, arguments: list[str], folder: Path) -> str:
    done = subprocess.run([program, "barcode", *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)[:300]}: {done.stderr[:1000]}")
    return done.stdout


def number(value: float | None) -> float | None:
    """As JSON has it: none that is not finite, and one zero."""
    return value + 0.0 if value is not None and math.isfinite(value) else None


def normal(bars: reference.Bars) -> dict[str, list[tuple]]:
    """Bars in one order, with as many fields."""
    padded = {kind: [(number(b[0]), number(b[1]), *b[2:], *EMPTY[len(b):]) for b in list_] for kind, list_ in bars.items()}
    return {kind: sorted(list_, key=repr) for kind, list_ in padded.items()}


def bars_of(part: dict, keep_zero: bool) -> dict[str, list[tuple]]:
    """What the program wrote, the same way; those of length zero left out where they were asked for."""

    def row(bar: dict) -> tuple:
        values = (bar.get(name) for name in FIELDS)
        return tuple(tuple(value) if isinstance(value, list) else value for value in values)

    def stays(bar: dict) -> bool:
        return not (keep_zero and "death" in bar and key(bar["birth"]) == key(bar["death"]))

    return normal({kind: [row(bar) for bar in bars if stays(bar)] for kind, bars in part.items()})


def expected_bars(case: Case, options: list[str], values: list[float]) -> dict:
    edge_values = case.edge_values if any(option.startswith("--edge-filter") for option in options) else None
    cliques = "--clique" in options
    if cliques or edge_values is not None:
        sides = [False] if edge_values is not None else [False, True]
        parts = [reference.simplices(case.edges, values, edge_values, cliques, down) for down in sides]
    else:
        parts = [reference.ordinary(case.edges, values, down) for down in (False, True)]
    named = dict(zip(("sublevel", "superlevel"), map(normal, parts)))
    if "--extended" in options:
        named["extended"] = normal(reference.extended(case.edges, values))
    return named


class Comparison:
    """Compares one line of JSON after the other, computing each reference once."""

    def __init__(self, differences: Differences):
        self.differences = differences
        self.known = {}

    def compare(self, title: str, case: Case, options: list[str], line: dict) -> None:
        case = self.as_named(case, line.get("names"), line["file"].endswith(".mtx"))
        choice = options[options.index("--filter") + 1] if "--filter" in options else "values"
        if choice in reference.FILTERS:
            values = self.checked_values(title, case, choice, line)
        elif choice == "edges":
            values = reference.first_edges(case)
        elif choice.endswith("height"):
            values = self.heights
        elif choice == "label":
            values = [float(files.label(vertex)) for vertex in range(case.vertices)]
        else:
            values = case.values
        place = repr((case.name, case.edges, options, values))
        if place not in self.known:
            self.known[place] = expected_bars(case, options, values)
        keep_zero = choice in reference.FILTERS
        found = {name: bars_of(part, keep_zero) for name, part in line.items() if name in ("sublevel", "superlevel", "extended")}
        self.differences.compare(title, found, self.known[place])

    def as_named(self, case: Case, names: list[str] | None, counts_from_1: bool) -> Case:
        """With vertices in the order of the file."""
        order = list(range(case.vertices))
        if names:
            order = [int("".join(filter(str.isdigit, name))) - counts_from_1 for name in names]
        place = {vertex: index for index, vertex in enumerate(order)}
        self.heights = [files.height(vertex) for vertex in order]
        edges = [(place[u], place[v]) for u, v in case.edges]
        return replace(case, vertices=len(order), edges=edges, values=[case.values[vertex] for vertex in order])

    def checked_values(self, title: str, case: Case, choice: str, line: dict) -> list[float]:
        """The program's own, once they are close to those of the reference; where they are counts, equal to them."""
        born = {bar["birth_vertex"]: bar["birth"] for kind in ("h0", "h0_essential") for bar in line["sublevel"][kind]}
        values = [born.get(vertex, math.nan) for vertex in range(case.vertices)]
        wanted = reference.FILTERS[choice](case)
        tolerance = {"closeness": 1e-12, "heat-kernel": 1e-6, "forman-ricci": 1e-12}.get(choice, 0)
        off = [v for v, value in enumerate(values) if not math.isclose(value, wanted[v], rel_tol=tolerance, abs_tol=tolerance)]
        if off or len(born) != len(wanted):
            self.differences.differ(f"{title}: {choice}\n  found    {values}\n  expected {wanted}")
        return values


def with_zero(options: list[str]) -> list[str]:
    """A filter of the structure is read off the bars of length zero: with them there is one for each vertex."""
    return [*options, "--keep-zero"] if any(name in options for name in reference.FILTERS) else options


def compare_one_graph_files(program: str, cases: list[Case], folder: Path, differences: Differences) -> None:
    for ending, write, settings, can_hold in ONE_GRAPH:
        fitting = list(filter(can_hold, cases))
        names = [f"{number}.{ending}" for number in range(len(fitting))]
        for index, (case, name) in enumerate(zip(fitting, names)):
            write(case, folder / name, named=index % 2 == 1)
        comparison = Comparison(differences)
        for options in settings:
            try:
                lines = run(program, [*with_zero(options), *names], folder).splitlines()
            except RuntimeError as error:
                differences.differ(str(error))
                continue
            assert len(lines) == len(fitting)
            for case, line in zip(fitting, map(json.loads, lines)):
                comparison.compare(f"{case.name}: {line['file']} {' '.join(options)}", case, options, line)


def compare_data_sets(program: str, cases: list[Case], folder: Path, differences: Differences) -> None:
    cases = [case for case in map(for_data_set, cases) if case]
    comparison = Comparison(differences)
    for name, write, more in DATA_SETS:
        write(cases, folder / name)
        for options in DATA_SET_OPTIONS + more:
            try:
                lines = run(program, [name, "--all", *with_zero(options)], folder).splitlines()
            except RuntimeError as error:
                differences.differ(str(error))
                continue
            assert len(lines) == len(cases)
            for number, (case, line) in enumerate(zip(cases, map(json.loads, lines)), 1):
                assert (line["file"], line["graph"]) == (name, number)
                comparison.compare(f"{case.name}: {name} {number} {' '.join(options)}", case, options, line)


def compare_other_outputs(program: str, cases: list[Case], folder: Path, differences: Differences) -> None:
    """CSV and GUDHI's format, of an edge list with a file of values; a process each."""
    fitting = [case for case in cases if case.vertices and case.edges]
    for number, case in enumerate(fitting):
        named = number % 2 == 1
        files.write_bare_edge_list(case, folder / f"{number}.tsv", named)
        files.write_values(case, folder / f"{number}.values", named)

    def outputs(number: int) -> list[str]:
        place = [f"{number}.tsv", "--values", f"{number}.values"]
        asked = (["--format", "csv"], ["--format", "gudhi", "--out", f"{number}.pers"],
                 ["--format", "gudhi", "--direction", "superlevel"])
        return [run(program, place + options, folder) for options in asked]

    with ThreadPoolExecutor(2) as threads:
        for number, (case, texts) in enumerate(zip(fitting, threads.map(outputs, range(len(fitting))))):
            compare_outputs(case, texts, folder / f"{number}.pers", differences)


def compare_outputs(case: Case, texts: list[str], gudhi_file: Path, differences: Differences) -> None:
    expected = expected_bars(case, [], case.values)
    rows = []
    for row in csv.DictReader(io.StringIO(texts[0])):
        birth, death = (number(float(row[end])) if row[end] else None for end in ("birth", "death"))
        vertices = (int(row[f"{end}_vertex"]) if row[f"{end}_vertex"] else None for end in ("birth", "death"))
        rows.append((row["direction"], row["kind"], birth, death, *vertices))
    wanted = [(side, kind, *bar[:4]) for side, part in expected.items() for kind, bars in part.items() for bar in bars]
    differences.compare(f"{case.name}: csv", sorted(rows, key=repr), sorted(wanted, key=repr))

    for title, text, down in (("sublevel", gudhi_file.read_text(), False), ("superlevel", texts[2], True)):
        parts = reference.ordinary(case.edges, case.values, down)
        sign = -1 if down else 1
        never = [(1, bar[0] * sign, math.inf) for bar in parts["h1_essential"]]
        never += [(0, bar[0] * sign, math.inf) for bar in parts["h0_essential"]]
        wanted = [(0, bar[0] * sign, bar[1] * sign) for bar in parts["h0"]] + never
        found = [(int(d), float(b), float(e)) for d, b, e in (line.split() for line in text.splitlines() if line[0] != "#")]
        differences.compare(f"{case.name}: gudhi, {title}", *(sorted(map(repr_of, bars)) for bars in (found, wanted)))
    if files.is_finite(case.values):
        read = gudhi.read_persistence_intervals_grouped_by_dimension(persistence_file=str(gudhi_file))
        read = [repr_of((dimension, *bar)) for dimension, bars in read.items() for bar in bars]
        parts = [(0, b[0], b[1]) for b in expected["sublevel"]["h0"]]
        parts += [(d, b[0], math.inf) for d, kind in ((0, "h0_essential"), (1, "h1_essential")) for b in expected["sublevel"][kind]]
        differences.compare(f"{case.name}: read by GUDHI", sorted(read), sorted(map(repr_of, parts)))


def compare_points(program: str, each: int, seed: int, folder: Path, differences: Differences) -> None:
    """Points, distance matrices and lower triangles; many clouds in one process."""
    clouds = points.make_clouds(60 * each, random.Random(seed))
    names = [f"{number}.csv" for number in range(len(clouds))]
    for name, (_, cloud) in zip(names, clouds):
        files.write_points(cloud, folder / name)
        matrix = points.distances(cloud)
        files.write_rows(matrix, folder / f"square-{name}")
        files.write_rows([row[:number + 1] for number, row in enumerate(matrix)], folder / f"lower-{name}")
    for prefix, options, expect in (
        ("", ["--rips"], points.rips_bars),
        ("square-", ["--rips", "--distances"], points.rips_bars),
        ("lower-", ["--rips", "--distances"], points.rips_bars),
        ("", ["--alpha"], points.alpha_bars),
    ):
        lines = run(program, [*options, *(prefix + name for name in names)], folder).splitlines()
        assert len(lines) == len(clouds)
        for (title, cloud), line in zip(clouds, map(json.loads, lines)):
            found = points.bars_of(line["sublevel"])
            what = points.differ(found, expect(cloud))
            has_ties = title.split()[0] in ("grid", "circle", "line")
            if not what and has_ties and points.noise(found):
                what = f"\n  rounding created {points.noise(found)}"
            differences.compared += 1
            if what:
                differences.differ(f"{title}: {prefix}{' '.join(options)} of {cloud}{what}")


def compare_vectors(program: str, cases: list[Case], folder: Path, differences: Differences) -> None:
    """Vectors of many graphs, in one process for each set of options. With the largest numbers, GUDHI overflows."""
    cases = [case for case in cases if all(abs(value) < 1e6 for value in case.values)]
    names = [f"{number}.json" for number in range(len(cases))]
    for name, case in zip(names, cases):
        files.write_json(case, folder / name)
    for more in ([], ["--extended"], ["--clique"]):
        def arrays(options: list[str]):
            run(program, [*more, *options, "--format", "npz", "--out", "out.npz", *names], folder)
            return dict(np.load(folder / "out.npz"))

        bars = arrays([])
        for options in vectors.OPTIONS:
            found = arrays(options)
            for name in vectors.names(bars):
                differences.compared += 1
                if what := vectors.differ(bars, found, name):
                    differences.differ(f"{name}, {' '.join([*more, *options])}: {what}")


def repr_of(bar: tuple) -> str:
    """With one zero."""
    return repr(tuple(float(value) + 0.0 for value in bar))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=lambda path: str(Path(path).resolve()))
    arguments.add_argument("--each", type=int, default=10, help="graphs of every family")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--at-least", type=int, default=1, help="comparisons there have to be")
    options = arguments.parse_args()
    differences = Differences()
    started = time.monotonic()
    cases = make_cases(options.each, options.seed)
    for compare in (compare_one_graph_files, compare_data_sets, compare_other_outputs, compare_vectors):
        with tempfile.TemporaryDirectory() as folder:
            compare(options.program, cases, Path(folder), differences)
    with tempfile.TemporaryDirectory() as folder:
        compare_points(options.program, options.each, options.seed, Path(folder), differences)
    seconds = time.monotonic() - started
    print(f"{len(cases)} graphs, {differences.compared} comparisons, {differences.differing} differences, {seconds:.0f} s")
    return int(differences.differing > 0 or differences.compared < options.at_least)


if __name__ == "__main__":
    raise SystemExit(main())
