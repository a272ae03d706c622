"""Run logs: the arrays that are written, the errors, and what remains of a killed writer."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

import sublevel

GRAPHS = [(3, [(0, 1), (1, 2)]), (2, [(0, 1)]), (1, [])]
VERTICES = 6
LABELS = [0, 1, 1]
F = [0.1, 0.9, 0.4, 0.5, 0.2, 0.7]
SCORES = [[2, -1], [0, 1], [0.5, 0.25]]


def epochs(folder):
    """Every record of a folder, read by the description of the format."""
    values = (folder / "values.f32").read_bytes()
    records = []
    for line in (folder / "epochs.jsonl").read_text().splitlines():
        line = json.loads(line)
        own = values[line["offset"]:line["offset"] + line["bytes"]]
        assert len(own) == line["bytes"] and zlib.crc32(own) == line["crc32"]
        records.append((line["epoch"], line.get("loss"), np.frombuffer(own, "<f4")))
    return records


def open_run(folder, **options):
    return sublevel.Run(folder, GRAPHS, labels=LABELS, **options)


def test_the_folder_has_the_values(tmp_path):
    with open_run(tmp_path / "a", split=["train", "train", "test"], name="one") as run:
        run.log(0, f=F, predictions=SCORES)
        run.log(3, f=[F[:3], F[3:5], F[5:]], predictions=np.array(SCORES), loss=0.25)
    header = json.loads((tmp_path / "a/run-log.json").read_text())
    assert header == {"run_log": 1, "name": "one", "channels": ["f"], "classes": ["0", "1"], "graphs": 3, "vertices": 6}
    lines = [json.loads(line) for line in (tmp_path / "a/graphs.jsonl").read_text().splitlines()]
    assert lines[0] == {"n": 3, "edges": [[0, 1], [1, 2]], "y": 0, "split": "train"}
    first, second = epochs(tmp_path / "a")
    assert first[:2] == (0, None) and second[:2] == (3, 0.25)
    expected = np.array(F + [2, -1, 0, 1, 0.5, 0.25], np.float32)
    assert (first[2] == expected).all() and (second[2] == expected).all()


def test_channels_follow_one_another(tmp_path):
    with open_run(tmp_path, channels=["a", "b"]) as run:
        run.log(1, f={"b": np.arange(6), "a": F}, predictions=SCORES)
    [(_, _, values)] = epochs(tmp_path)
    assert (values[:12] == np.array([*F, *range(6)], np.float32)).all()


def test_torch_tensors(tmp_path):
    torch = pytest.importorskip("torch")
    with open_run(tmp_path) as run:
        f = torch.tensor(F, requires_grad=True)
        run.log(1, f=f, predictions=torch.tensor(SCORES, requires_grad=True), loss=torch.tensor(0.5, requires_grad=True))
        run.log(2, f=list(torch.split(f, [3, 2, 1])), predictions=torch.tensor(SCORES))
    one, two = epochs(tmp_path)
    assert one[1] == 0.5 and (one[2] == two[2]).all()


def test_networkx_graphs(tmp_path):
    nx = pytest.importorskip("networkx")
    graphs = [nx.path_graph(3), nx.cycle_graph(4)]
    for label, graph in enumerate(graphs):
        graph.graph["y"] = label
    with sublevel.Run(tmp_path, graphs) as run:
        run.log(1, f=np.zeros(7), predictions=np.zeros((2, 2)))
        assert run.classes == ["0", "1"]


def test_a_run_continues(tmp_path):
    with open_run(tmp_path) as run:
        run.log(1, f=F, predictions=SCORES)
    with open_run(tmp_path) as run:
        assert run.last_epoch == 1
        with pytest.raises(ValueError, match="above 1, the last one"):
            run.log(1, f=F, predictions=SCORES)
        run.log(2, f=F, predictions=SCORES)
    assert [epoch for epoch, *_ in epochs(tmp_path)] == [1, 2]


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_an_incomplete_last_epoch_is_removed(tmp_path, cut):
    with open_run(tmp_path) as run:
        for epoch in (1, 2):
            run.log(epoch, f=F, predictions=SCORES)
    index, values = tmp_path / "epochs.jsonl", tmp_path / "values.f32"
    # The index ends within its last line, or the arrays end early.
    target = index if cut % 2 else values
    target.write_bytes(target.read_bytes()[:-cut])
    with open_run(tmp_path) as run:
        assert run.last_epoch == 1
        run.log(5, f=F, predictions=SCORES)
    assert [epoch for epoch, *_ in epochs(tmp_path)] == [1, 5]


def damaged(folder, number, change):
    """Replaces a line of the index, counted from 1."""
    index = folder / "epochs.jsonl"
    lines = index.read_bytes().split(b"\n")
    lines[number - 1] = change(lines[number - 1])
    index.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line[:20], "epochs.jsonl, line 2: "),
        (lambda line: b"\0" * len(line), "epochs.jsonl, line 2: "),
        (lambda line: b"", "epochs.jsonl, line 2: "),
        (lambda line: b"[]", "line 2: expected whole numbers as epoch, offset, bytes, found []"),
        (lambda line: line.replace(b'"epoch": 2, ', b""), "line 2: expected whole numbers as epoch"),
        (lambda line: line.replace(b'"epoch": 2', b'"epoch": 1'), "line 2: expected an epoch above 1, found 1"),
        (lambda line: line.replace(b'"epoch": 2', b'"epoch": true'), "line 2: expected whole numbers as epoch"),
        (lambda line: line.replace(b'"offset": 48', b'"offset": 0'), "line 2: expected 48 or 24 bytes from 48 on, found 48 from 0 on"),
        (lambda line: line.replace(b'"bytes": 48', b'"bytes": 40'), "line 2: expected 48 or 24 bytes from 48 on, found 40 from 48 on"),
    ],
)
def test_damage_before_the_last_epoch_is_refused_and_nothing_is_lost(tmp_path, change, words):
    with open_run(tmp_path) as run:
        for epoch in (1, 2, 3):
            run.log(epoch, f=F, predictions=SCORES)
    damaged(tmp_path, 2, change)
    before = [(tmp_path / name).read_bytes() for name in ("epochs.jsonl", "values.f32")]
    with pytest.raises(ValueError) as caught:
        open_run(tmp_path)
    assert words in str(caught.value) and str(tmp_path) in str(caught.value) and "restore it from a copy" in str(caught.value)
    assert [(tmp_path / name).read_bytes() for name in ("epochs.jsonl", "values.f32")] == before


def test_arrays_of_several_epochs_that_are_missing_are_refused(tmp_path):
    with open_run(tmp_path) as run:
        for epoch in (1, 2, 3):
            run.log(epoch, f=F, predictions=SCORES)
    index, values = tmp_path / "epochs.jsonl", tmp_path / "values.f32"
    lines, arrays = index.read_bytes(), values.read_bytes()
    values.write_bytes(arrays[:60])
    with pytest.raises(ValueError, match="values.f32: expected 96 bytes up to epoch 2, line 2 of epochs.jsonl, found 60"):
        open_run(tmp_path)
    # An old copy of the index.
    values.write_bytes(arrays)
    index.write_bytes(lines.splitlines(keepends=True)[0])
    with pytest.raises(ValueError, match="values.f32: expected 48 bytes for the 1 epochs of epochs.jsonl, found 144"):
        open_run(tmp_path)
    assert values.read_bytes() == arrays
    values.unlink()
    with pytest.raises(ValueError, match="lacks values.f32"):
        open_run(tmp_path)


def test_a_copied_folder_continues(tmp_path):
    with open_run(tmp_path / "first") as run:
        run.log(1, f=F, predictions=SCORES)
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    with open_run(tmp_path / "second") as run:
        assert (run.name, run.last_epoch) == ("first", 1)
        run.log(2, f=F, predictions=SCORES)
    assert [epoch for epoch, *_ in epochs(tmp_path / "second")] == [1, 2]
    with pytest.raises(ValueError, match="another name"):
        open_run(tmp_path / "second", name="second")
    (tmp_path / "second/run-log.json").write_text("{")
    with pytest.raises(ValueError, match="run-log.json: expected the header of a run log"):
        open_run(tmp_path / "second")


WRITER = """
import sys, numpy as np, sublevel
graphs = [(2000, [(i, i + 1) for i in range(1999)])] * 10
with sublevel.Run(sys.argv[1], graphs, labels=[0, 1] * 5) as run:
    first = 1 if run.last_epoch is None else run.last_epoch + 1
    for epoch in range(first, 10**6):
        run.log(epoch, f=np.full(20000, epoch), predictions=np.full((10, 2), epoch), loss=epoch)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_writer_loses_at_most_its_last_epoch(tmp_path):
    folder = tmp_path / "run"
    seen = 0
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, folder], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        try:
            lines = seen
            started = time.monotonic()
            while lines < seen + 8:
                assert writer.poll() is None and time.monotonic() - started < 60
                time.sleep(0.01)
                index = folder / "epochs.jsonl"
                lines = index.read_bytes().count(b"\n") if index.exists() else 0
        finally:
            writer.kill()
            writer.wait()
        text = (folder / "epochs.jsonl").read_text()
        complete = text[: text.rfind("\n") + 1]
        (folder / "epochs.jsonl").write_text(complete)
        records = epochs(folder)
        # The log contains every line that a reader saw before the kill, in order.
        assert len(records) >= lines
        assert [epoch for epoch, *_ in records] == list(range(1, len(records) + 1))
        for epoch, loss, values in records:
            assert loss == epoch and (values == epoch).all()
        seen = len(records)


def test_close_to_the_limit_fewer_epochs_have_filter_values(tmp_path):
    size = 4 * VERTICES + 24
    with open_run(tmp_path, max_bytes=20 * size) as run:
        for epoch in range(1, 101):
            run.log(epoch, f=F, predictions=SCORES)
    records = epochs(tmp_path)
    assert len(records) == 100
    filtered = [epoch for epoch, _, values in records if len(values) == VERTICES + 6]
    assert filtered[:9] == list(range(1, 10)) and 10 <= len(filtered) <= 20
    assert all(len(values) in (6, VERTICES + 6) for *_, values in records)
    # The limit counts filter values and scores up to it; later epochs have only scores.
    assert (tmp_path / "values.f32").stat().st_size <= 20 * size + 100 * 24


def test_only_one_program_writes(tmp_path):
    pytest.importorskip("fcntl")
    with open_run(tmp_path):
        with pytest.raises(ValueError, match="another program"):
            open_run(tmp_path)
    open_run(tmp_path).close()


def test_another_run_in_the_folder(tmp_path):
    open_run(tmp_path).close()
    with pytest.raises(ValueError, match="choose another folder"):
        sublevel.Run(tmp_path, GRAPHS[:2], labels=[0, 1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"f": F[:5]}, "f: expected 6 values, one for each vertex of all graphs, found 5"),
        ({"f": [F[:3], F[3:5]]}, "f: expected 3 arrays, one for each graph, found 2"),
        ({"f": [F[:2], F[3:5], F[5:]]}, "f: graph 0 has 3 vertices, found 2 values"),
        ({"f": [*F[:4], np.nan, 0]}, "found nan at graph 1, vertex 1"),
        ({"f": [1e39, *F[1:]]}, "found 1e\\+39 at graph 0, vertex 0"),
        ({"f": ["a"] * 6}, "f: expected real numbers"),
        ({"f": {"g": F}}, "f: expected the channels 'f', found 'g'"),
        ({"f": np.zeros((6, 1))}, "f: expected"),
        ({"f": None}, "f: expected"),
        ({"predictions": [0, 1, 1]}, "predictions: expected an array with 2 axes"),
        ({"predictions": np.zeros((3, 3))}, "shape \\(3, 2\\), graphs and classes, found \\(3, 3\\); name every class"),
        ({"predictions": np.full((3, 2), np.inf)}, "found inf at graph 0, class 0"),
        ({"loss": np.nan}, "loss: expected finite numbers"),
        ({"loss": [1, 2]}, "loss: expected one number, found 2"),
        ({"loss": "low"}, "loss: expected real numbers"),
        ({"epoch": -1}, "epoch: expected a number from 0"),
        ({"epoch": 1.5}, "epoch: expected a whole number"),
        ({"epoch": 2**31}, "epoch: expected a number up to 2147483647"),
    ],
)
def test_invalid_epochs_are_refused_and_nothing_is_written(tmp_path, arguments, message):
    with open_run(tmp_path) as run:
        with pytest.raises(ValueError, match=message):
            run.log(**{"epoch": 1, "f": F, "predictions": SCORES, **arguments})
        assert epochs(tmp_path) == [] and (tmp_path / "values.f32").read_bytes() == b""
        run.log(1, f=F, predictions=SCORES)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"graphs": []}, "at least one graph"),
        ({"graphs": [(2, [(0, 2)]), *GRAPHS[1:]]}, "graph 0: expected edges between vertices from 0 to 1"),
        ({"graphs": [(0, []), *GRAPHS[1:]]}, "graph 0 has no vertices"),
        ({"graphs": [3, *GRAPHS[1:]]}, "graph 0: expected a graph"),
        ({"labels": [0, 1]}, "labels: expected 3, one for each graph, found 2"),
        ({"labels": [0, 1, -1]}, "labels: expected classes from 0"),
        ({"labels": None}, "the graphs have no labels; pass labels"),
        ({"labels": None, "classes": 0}, "at least one class"),
        ({"labels": [0, 1, 5], "classes": ["a", "b"]}, "expected classes below 2"),
        ({"classes": ["a", "a"]}, "classes: expected different names"),
        ({"channels": "f"}, "channels: expected a list of names"),
        ({"split": ["train", "test"]}, "split: expected 3 parts"),
        ({"split": ["train", "train", "dev"]}, "expected 'train', 'val' or 'test', found 'dev'"),
        ({"split": {"train": [0, 1], "test": [1]}}, "found 1 again"),
        ({"split": {"train": [0, 1]}}, "graph 2 is in no part"),
        ({"split": ["train", "test", "test"]}, "at least two graphs in 'train'"),
        ({"max_bytes": -1}, "max_bytes"),
    ],
)
def test_invalid_runs_are_refused(tmp_path, options, message):
    options = {"graphs": GRAPHS, "labels": LABELS, **options}
    with pytest.raises(ValueError, match=message):
        sublevel.Run(tmp_path / "a", options.pop("graphs"), **options)
    assert not (tmp_path / "a/run-log.json").exists()


def test_graphs_can_lack_labels(tmp_path):
    with sublevel.Run(tmp_path, GRAPHS, classes=2) as run:
        run.log(1, f=F, predictions=SCORES)
    header = json.loads((tmp_path / "run-log.json").read_text())
    assert header["labelled"] is False and header["classes"] == ["0", "1"]
    assert all("y" not in json.loads(line) for line in (tmp_path / "graphs.jsonl").read_text().splitlines())


def test_some_graphs_without_labels_are_an_error(tmp_path):
    nx = pytest.importorskip("networkx")
    one, other = nx.path_graph(2), nx.path_graph(3)
    one.graph["y"] = 0
    with pytest.raises(ValueError, match="graph 1 has no y"):
        sublevel.Run(tmp_path, [one, other])


def test_attributions_are_between_the_filters_and_the_scores(tmp_path):
    components, loops = np.arange(12).reshape(6, 2), np.arange(12, 24).reshape(6, 2)
    with open_run(tmp_path, attributions=True) as run:
        run.log(1, f=F, predictions=SCORES, attributions={"superlevel": (components, loops)})
        for given, message in [
            (None, "expected the contributions of the bars"),
            ({"sub": (components, loops)}, "keys 'sublevel' and 'superlevel'"),
            ({"sublevel": components}, "two arrays"),
            ({"sublevel": (components, loops[:5])}, r"sublevel'\], loops: expected the shape \(6, 2\)"),
            ({"sublevel": (components, loops * np.nan)}, "at graph 0, vertex 0"),
        ]:
            with pytest.raises(ValueError, match=message):
                run.log(2, f=F, predictions=SCORES, attributions=given)
    assert json.loads((tmp_path / "run-log.json").read_text())["attributions"] is True
    [(_, _, values)] = epochs(tmp_path)
    expected = [*F, *[0] * 24, *components.flat, *loops.flat, *np.ravel(SCORES)]
    assert (values == np.array(expected, np.float32)).all()


def test_attributions_of_several_channels(tmp_path):
    zero, one = np.zeros((6, 2)), np.ones((6, 2))
    with open_run(tmp_path, attributions=True, channels=["a", "b"]) as run:
        attributions = {"b": {"sublevel": (one, zero)}, "a": {}}
        run.log(1, f={"a": F, "b": F}, predictions=SCORES, attributions=attributions)
    [(_, _, values)] = epochs(tmp_path)
    assert values[12:60].sum() == 0 and values[60:72].sum() == 12 and values[72:108].sum() == 0


# Both directions of an edge, an edge from a vertex to itself, and edges that are not sorted.
EDGE_GRAPHS = [(3, [(2, 1), (0, 1), (1, 1), (1, 0)]), (1, []), (4, [(3, 0), (0, 1), (1, 2), (2, 3)])]
EDGE_VALUES = [0.5, -2, 9, -2, 4, 1, 2, 3]


def open_edge_run(folder, **options):
    options = {"channels": [], "edge_channels": ["curvature"], **options}
    return sublevel.Run(folder, EDGE_GRAPHS, labels=LABELS, **options)


def test_edge_values_are_stored_once_and_sorted(tmp_path):
    with open_edge_run(tmp_path) as run:
        run.log(1, edge_values=EDGE_VALUES, predictions=SCORES)
        run.log(2, edge_values=[EDGE_VALUES[:4], [], EDGE_VALUES[4:]], predictions=SCORES)
        run.log(3, edge_values={"curvature": np.array(EDGE_VALUES)}, predictions=SCORES)
    header = json.loads((tmp_path / "run-log.json").read_text())
    assert header["channels"] == [] and header["edge_channels"] == ["curvature"] and header["edges"] == 6
    # 0–1 and 1–2 of the first graph; 0–1, 0–3, 1–2 and 2–3 of the last one.
    expected = np.array([-2, 0.5, 1, 4, 2, 3, *np.ravel(SCORES)], np.float32)
    for _, _, values in epochs(tmp_path):
        assert (values == expected).all()


def test_edge_values_follow_those_of_vertices(tmp_path):
    with open_edge_run(tmp_path, channels=["f", "g"], edge_channels=["c", "d"]) as run:
        f = np.arange(8)
        values = {"d": np.zeros(8), "c": EDGE_VALUES}
        run.log(1, f={"f": f, "g": -f}, edge_values=values, predictions=SCORES)
        assert "4 channels" in repr(run)
    [(_, _, values)] = epochs(tmp_path)
    expected = [*range(8), *-f, -2, 0.5, 1, 4, 2, 3, *[0] * 6, *np.ravel(SCORES)]
    assert (values == np.array(expected, np.float32)).all()


def test_edge_values_have_the_order_of_networkx(tmp_path):
    nx = pytest.importorskip("networkx")
    graph = nx.Graph([("c", "a"), ("a", "b"), ("b", "c")])
    weights = [3, 1, 2]
    for (u, v), weight in zip(graph.edges(), weights, strict=True):
        graph[u][v]["weight"] = weight
    with sublevel.Run(tmp_path, [graph], labels=[0], channels=[], edge_channels=["weight"]) as run:
        run.log(1, edge_values=weights, predictions=[[1]])
    line = json.loads((tmp_path / "graphs.jsonl").read_text())
    [(_, _, values)] = epochs(tmp_path)
    # The stored values have the bars of the graph of NetworkX.
    stored = sublevel.barcode(sorted(map(sorted, line["edges"])), edge_values=values[:3], vertices=3)
    own = sublevel.barcode(graph, edge_values="weight")
    assert stored.to_gudhi() == own.to_gudhi() == [(0, (1.0, np.inf)), (1, (3.0, np.inf))]


@pytest.mark.parametrize(
    ("edge_values", "message"),
    [
        (None, "edge_values: expected the values of 'curvature', found none"),
        (EDGE_VALUES[:7], "edge_values: expected 8 values, one for each edge of all graphs, found 7"),
        ([EDGE_VALUES[:4], EDGE_VALUES[4:]], "edge_values: expected 3 arrays, one for each graph, found 2"),
        ([EDGE_VALUES[:4], [1], EDGE_VALUES[4:]], "edge_values: graph 1 has 0 edges, found 1 values"),
        ([*EDGE_VALUES[:5], np.nan, 2, 3], "found nan at graph 2, edge 1"),
        ([0.5, -2, 9, -1, *EDGE_VALUES[4:]], "edge_values: expected one value for an edge that is listed again, .* found -2.0 and -1.0 at graph 0, edge 1"),
        ({"f": EDGE_VALUES}, "edge_values: expected the channels 'curvature', found 'f'"),
        (["a"] * 8, "edge_values: expected real numbers"),
    ],
)
def test_invalid_edge_values_are_refused_and_nothing_is_written(tmp_path, edge_values, message):
    with open_edge_run(tmp_path) as run:
        with pytest.raises(ValueError, match=message):
            run.log(1, edge_values=edge_values, predictions=SCORES)
        with pytest.raises(ValueError, match="f: the run has no such channel"):
            run.log(1, f=np.zeros(8), edge_values=EDGE_VALUES, predictions=SCORES)
        assert epochs(tmp_path) == []
        run.log(1, edge_values=EDGE_VALUES, predictions=SCORES)


def test_edge_channels_are_named_and_have_no_attributions(tmp_path):
    for options, message in [
        ({"channels": ["a"], "edge_channels": ["a"]}, "edge_channels: expected other names .* found 'a' in both"),
        ({"edge_channels": ["a", "a"]}, "edge_channels: expected different names"),
        ({"edge_channels": "a"}, "edge_channels: expected a list of names"),
        ({"edge_channels": []}, "channels: expected different names"),
        ({"attributions": True}, "omit attributions or edge_channels"),
    ]:
        with pytest.raises(ValueError, match=message):
            open_edge_run(tmp_path / "a", **options)
    with open_run(tmp_path / "b") as run, pytest.raises(ValueError, match=r"create it with edge_channels=\[…\]"):
        run.log(1, f=F, edge_values=[0, 0, 0], predictions=SCORES)


def test_a_run_with_edge_values_continues_and_recovers(tmp_path):
    with open_edge_run(tmp_path) as run:
        for epoch in (1, 2):
            run.log(epoch, edge_values=EDGE_VALUES, predictions=SCORES)
    values = tmp_path / "values.f32"
    values.write_bytes(values.read_bytes()[:-5])
    with open_edge_run(tmp_path) as run:
        assert run.last_epoch == 1
        run.log(2, edge_values=EDGE_VALUES, predictions=SCORES)
    assert [epoch for epoch, *_ in epochs(tmp_path)] == [1, 2]
    with pytest.raises(ValueError, match="choose another folder"):
        open_edge_run(tmp_path, edge_channels=["other"])


def test_attributions_of_a_run_without_them(tmp_path):
    with open_run(tmp_path) as run, pytest.raises(ValueError, match="attributions=True"):
        run.log(1, f=F, predictions=SCORES, attributions={})


def test_a_closed_run(tmp_path):
    run = open_run(tmp_path)
    run.close()
    with pytest.raises(ValueError, match="closed"):
        run.log(1, f=F, predictions=SCORES)


def test_arrays_of_any_kind_are_a_record_or_a_value_error(tmp_path):
    rng = np.random.default_rng(5)
    rounds = int(os.environ.get("FUZZ_ROUNDS", 2000))
    dtypes = [np.int8, np.int64, np.uint64, np.float16, np.float64, np.longdouble, np.complex64, bool, object, "U3"]
    contents = [0, 1, -1, 0.5, 2**63, 1e300, 1e-300, np.nan, np.inf, -0.0]

    def anything(shape):
        if rng.random() < 0.15:
            shape = tuple(rng.integers(0, 7, rng.integers(0, 4)))
        values = rng.choice(contents[:4] if rng.random() < 0.8 else contents, shape)
        with np.errstate(all="ignore"):
            try:
                values = np.asarray(values, object).astype(dtypes[rng.integers(len(dtypes)) if rng.random() < 0.3 else 4])
            except (ValueError, OverflowError, TypeError):
                pass
        if rng.random() < 0.2:
            values = values[..., ::-1] if values.ndim else values
        return values.tolist() if rng.random() < 0.2 else values

    logged = 0
    with open_run(tmp_path) as run:
        for epoch in range(rounds):
            try:
                run.log(epoch, f=anything((VERTICES,)), predictions=anything((3, 2)), loss=None if rng.random() < 0.5 else anything(()))
                logged += 1
            except ValueError as error:
                assert str(error)
    records = epochs(tmp_path)
    assert len(records) == logged > rounds / 20
    assert all(np.isfinite(values).all() for *_, values in records)


def test_the_package_describes_the_format():
    text = (Path(__file__).parents[2] / "docs/run-log.md").read_text()
    for name in ("run-log.json", "graphs.jsonl", "epochs.jsonl", "values.f32"):
        assert name in text
