"""Writes graphs in every format that `sublevel barcode` reads, where possible by the program that people have them from."""
import json
import math
import zipfile
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.io

from graphs import Case


def networkx_graph(case: Case, named: bool) -> nx.MultiGraph:
    """With a filter value and the number `height` for each vertex, and a filter value for each edge."""
    graph = nx.MultiGraph()
    name = (lambda vertex: f"vertex {vertex}") if named else (lambda vertex: vertex)
    for vertex, value in enumerate(case.values):
        graph.add_node(name(vertex), filter=value, height=height(vertex))
    for (u, v), value in zip(case.edges, case.edge_values):
        graph.add_edge(name(u), name(v), filter=value)
    return graph


def height(vertex: int) -> float:
    """An attribute with a name of its own, and with ties."""
    return float(vertex * 7 % 5) / 3


def write_json(case: Case, path: Path, **_) -> None:
    path.write_text(json.dumps({"n": case.vertices, "edges": case.edges, "filter": case.values, "edge_filter": case.edge_values}))


def write_node_link(case: Case, path: Path, named: bool) -> None:
    path.write_text(json.dumps(nx.node_link_data(networkx_graph(case, named), edges="links" if named else "edges")))


def write_graphml(case: Case, path: Path, named: bool) -> None:
    nx.write_graphml(networkx_graph(case, named), path)


def write_edge_list(case: Case, path: Path, named: bool) -> None:
    with path.open("w") as file:
        for u, v, value in networkx_graph(case, False).edges(data="filter"):
            name = "v" if named else ""
            file.write(f"{name}{u} {name}{v} {value!r}\n")


def write_bare_edge_list(case: Case, path: Path, named: bool) -> None:
    """With headings: without them, a first edge 0,1 that meets no other edge is refused, because pandas writes such a heading."""
    separator = "\t" if named else ","
    with path.open("wb") as file:
        file.write(f"source{separator}target\n".encode())
        nx.write_edgelist(networkx_graph(case, False), file, data=False, delimiter=separator)


def write_values(case: Case, path: Path, named: bool) -> None:
    """The values of the vertices of an edge list, with the vertices or without."""
    lines = [f"{vertex} {value!r}\n" if named else f"{value!r}\n" for vertex, value in enumerate(case.values)]
    path.write_text("".join(lines))


def write_matrix_market(case: Case, path: Path, named: bool) -> None:
    """By SciPy, symmetric or with every edge twice; the graph is simple."""
    ends = np.array(case.edges, int).reshape(-1, 2)
    rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
    values = np.tile(np.array(case.edge_values, float), 2)
    matrix = scipy.sparse.coo_array((values, (rows, columns)), shape=(case.vertices,) * 2)
    scipy.io.mmwrite(path, matrix, symmetry="general" if named else None)


def write_graph6(case: Case, path: Path, named: bool) -> None:
    """By NetworkX, with or without a header; the graph is simple."""
    graph = nx.Graph()
    graph.add_nodes_from(range(case.vertices))
    graph.add_edges_from(case.edges)
    nx.write_graph6(graph, path, header=named)


def write_sparse6(case: Case, path: Path, named: bool) -> None:
    """By NetworkX, with self-loops and repeated edges."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(case.vertices))
    graph.add_edges_from(case.edges)
    nx.write_sparse6(graph, path, header=named)


def write_json_lines(cases: list[Case], path: Path) -> None:
    with path.open("w") as file:
        for number, case in enumerate(cases):
            both = [edge for u, v in case.edges for edge in ((u, v), (v, u))]
            file.write(json.dumps({
                "n": case.vertices, "edges": both, "y": number % 2, "x": [[value] for value in case.values],
                "edge_attr": [[value] for value in case.edge_values for _ in range(2)],
            }) + "\n")


def tu_texts(cases: list[Case]) -> dict[str, str]:
    """The files of a TU data set by their endings."""
    texts = {end: [] for end in ("A", "graph_indicator", "graph_labels", "node_attributes", "node_labels", "edge_attributes")}
    first = 1
    for number, case in enumerate(cases):
        for (u, v), value in zip(case.edges, case.edge_values):
            texts["A"] += [f"{first + u}, {first + v}", f"{first + v}, {first + u}"]
            texts["edge_attributes"] += [repr(value)] * 2
        texts["graph_indicator"] += [str(number + 1)] * case.vertices
        texts["graph_labels"].append(str(number % 2))
        texts["node_attributes"] += [repr(value) for value in case.values]
        texts["node_labels"] += [str(label(vertex)) for vertex in range(case.vertices)]
        first += case.vertices
    return {end: "".join(line + "\n" for line in lines) for end, lines in texts.items()}


def label(vertex: int) -> int:
    return vertex * 5 % 3


def write_tu_folder(cases: list[Case], folder: Path) -> None:
    folder.mkdir()
    for end, text in tu_texts(cases).items():
        (folder / f"GRAPHS_{end}.txt").write_text(text)


def write_tu_zip(cases: list[Case], path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for end, text in tu_texts(cases).items():
            archive.writestr(f"GRAPHS/GRAPHS_{end}.txt", text)


def is_finite(values: list[float]) -> bool:
    return all(math.isfinite(value) for value in values)


def write_points(cloud: list, path: Path) -> None:
    """With headings: without them, a first point such as 0,1 is refused where it may be the heading of pandas or a size."""
    write_rows(cloud, path, ",".join(f"x{axis}" for axis in range(len(cloud[0]))) + "\n" if cloud else "")


def write_rows(rows: list, path: Path, heading: str = "") -> None:
    """Rows of numbers, each as its shortest text."""
    path.write_text(heading + "".join(",".join(map(repr, row)) + "\n" for row in rows))
