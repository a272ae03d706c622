"""`GFL` and the PyTorch program of the page, compared with golden values and with `sublevel evaluate`.

The environment variable SUBLEVEL names the program, which needs training.
"""
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")

import sublevel
from safetensors.torch import save_file
from sublevel.torch import model as program

ROOT = Path(__file__).parents[2]
SUBLEVEL = os.environ.get("SUBLEVEL")
needs_program = pytest.mark.skipif(SUBLEVEL is None, reason="SUBLEVEL names no program")
#: How far scores in 32 bits may differ, as a share of the largest score.
ROUNDING = 1e-5

#: Names of the paper's published code and of our files.
NAMES = [
    (r"^fil\.embed_deg\.weight", "filter.features.degree"),
    (r"^fil\.embed_lab\.weight", "filter.features.label"),
    (r"^fil\.convs\.(\d)\.eps", r"filter.layers.\1.epsilon"),
    (r"^fil\.convs\.(\d)\.nn\.", r"filter.layers.\1.perceptron."),
    (r"^fil\.bns\.(\d)\.", r"filter.layers.\1.norm.1."),
    (r"^fil\.fc\.", "filter.perceptron."),
    (r"^cls\.ldgm_0\.", "head.readout.h0."),
    (r"^cls\.ldgm_0_ess\.", "head.readout.h0_essential."),
    (r"^cls\.ldgm_1_ess\.", "head.readout.h1_essential."),
    (r"^cls\.cls_head\.0\.", "head.classifier.first."),
    (r"^cls\.cls_head\.2\.", "head.classifier.second."),
    (r"\.centers$", ".centres"),
    (r"\.radius$", ".radii"),
    (r"\.0\.(weight|bias)$", r".first.\1"),
    (r"\.3\.(weight|bias)$", r".second.\1"),
    (r"\.norm\.1\.", ".1."),
    (r"\.1\.weight$", ".norm.gamma"),
    (r"\.1\.bias$", ".norm.beta"),
    (r"\.1\.running_mean$", ".norm.mean"),
    (r"\.1\.running_var$", ".norm.variance"),
]


def renamed(name):
    for pattern, ours in NAMES:
        name = re.sub(pattern, ours, name)
    return name


@pytest.mark.parametrize("kind", [sublevel.torch.GFL, program.GFL])
def test_scores_and_gradients_are_those_of_the_golden_values(kind):
    golden = json.loads((ROOT / "tests/fixtures/model_golden.json").read_text())
    compared = 0
    for case in golden["models"]:
        config = case["config"]
        # GFL in PyTorch has one filter and the readout of the paper.
        if not case["name"].startswith("gfl") or "filters" in config or "readout" in config or "edge_filter" in config:
            continue
        informative = not config["set_node_degree_uninformative"]
        labels = case["num_node_lab"] or 0 if informative and config["use_node_label"] else 0
        model = kind(
            ["0", "1"], degrees=(case["max_node_deg"] + 1) * informative, labels=labels, layers=config["gin_number"],
            width=config["gin_dimension"], hats=config["num_struct_elements"],
        ).double()
        # The classifiers of the golden values have another width.
        hidden = config["cls_hidden_dimension"]
        model.head.classifier.first = torch.nn.Linear(3 * config["num_struct_elements"], hidden).double()
        model.head.classifier.second = torch.nn.Linear(hidden, 2).double()
        init = {name: value for name, value in case["init"].items() if not name.endswith("num_batches_tracked")}
        weights = {renamed(name): torch.tensor(value, dtype=torch.float64) for name, value in init.items()}
        model.load_state_dict({**weights, "statistics.attributes": torch.zeros(0, 2)})
        sizes = [graph["n"] for graph in case["graphs"]]
        first = [sum(sizes[:index]) for index in range(len(sizes))]
        edges = torch.tensor([[u + start, v + start] for graph, start in zip(case["graphs"], first) for u, v in graph["edges"]])
        edge_index = torch.cat([edges, edges.flip(1)]).T
        batch = torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes))
        label = torch.tensor([x for graph in case["graphs"] for x in graph["label"]]) if labels else None
        scores = model(edge_index, batch, label, graphs=len(sizes))
        torch.testing.assert_close(scores, torch.tensor(case["step0"]["logits"], dtype=torch.float64), rtol=1e-9, atol=1e-9)
        torch.nn.functional.cross_entropy(scores, torch.tensor([graph["y"] for graph in case["graphs"]])).backward()
        parameters = dict(model.named_parameters())
        for name, expected in case["step0"]["grads"].items():
            torch.testing.assert_close(parameters[renamed(name)].grad, torch.tensor(expected, dtype=torch.float64), rtol=1e-8, atol=1e-9, msg=name)
        compared += 1
    assert compared >= 3


def molecules(path, seed, count=60):
    """A data set of connected graphs with labels, as JSON lines: trees with some rings."""
    rng = random.Random(seed)
    with open(path, "w") as file:
        for index in range(count):
            n = rng.randint(8, 24)
            edges = [[rng.randint(max(0, v - 3), v - 1), v] for v in range(1, n)]
            edges += [[v, v + 4] for v in range(0, n - 5, 5) if [v, v + 4] not in edges and rng.random() < 0.3 + 0.5 * (index % 2)]
            label = [rng.choice([0, 0, 0, 1, 2]) for _ in range(n)] if index else [v % 3 for v in range(n)]
            x = [[int(kind == column) for column in range(3)] for kind in label]
            file.write(json.dumps({"n": n, "edges": edges, "y": index % 2, "x": x}) + "\n")


def rings(path, seed, count=50):
    """A data set of rings with attributes that distinguish no vertices of a ring."""
    rng = random.Random(seed)
    with open(path, "w") as file:
        for index in range(count):
            n = rng.randint(3, 12)
            edges = [[v, (v + 1) % n] for v in range(n)] + ([[0, n]] if index % 2 else [])
            size = n + index % 2
            x = [[rng.choice([0.5, 1.5, 2.5]) if index % 3 == 0 else 1.25, 0.25 * n] for _ in range(size)]
            file.write(json.dumps({"n": size, "edges": edges, "y": index % 2, "x": x}) + "\n")


def attached(path, seed, count=50):
    """A data set of graphs that grow by preferential attachment, without features."""
    rng = random.Random(seed)
    with open(path, "w") as file:
        for index in range(count):
            n, edges = rng.randint(10, 40), [[0, 1]]
            for v in range(2, n):
                for _ in range(1 + index % 2):
                    u = rng.choice(rng.choice(edges))
                    if u != v and [u, v] not in edges:
                        edges.append([u, v])
            file.write(json.dumps({"n": n, "edges": edges, "y": index % 2}) + "\n")


def numbers(path, seed):
    """The graphs of `molecules` with a target of regression: a multiple of their number of edges."""
    molecules(path, seed)
    graphs = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps({**graph, "y": 25.5 * len(graph["edges"])}) + "\n" for graph in graphs))


#: Data sets, options of the training, and whether the program of the page computes the model.
RUNS = [
    (molecules, "--features degree+label --layers 2", True),
    (rings, "--features degree+attributes", True),
    (attached, "--features uninformative --layers 3", True),
    (molecules, "--features label", True),
    (numbers, "--features degree+label", True),
    (molecules, "--features degree --hat exponential --bar-weight grid", False),
    (molecules, "--features degree --hat triangle --bar-weight length --extended", False),
    (attached, "--features degree --hat gaussian --bar-weight gaussians --extended", False),
    (attached, "--features degree --hat line", False),
    (attached, "--features degree --hat deep-sets", False),
]


def trained(folder, make, options):
    """A data set, the weights of a short run on it, and its evaluation by the program."""
    data = folder / f"{make.__name__}.jsonl"
    make(data, 1)
    train = f"train --data {data} --folds 3 --fold 1 --epochs 3 --width 12 --hats 10 {options} --save-weights {folder / 'weights'}"
    subprocess.run([SUBLEVEL, *train.split()], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    weights = folder / "weights/fold-1.safetensors"
    evaluate = f"evaluate --weights {weights} --data {data} --filter --scores --format json"
    output = subprocess.run([SUBLEVEL, *evaluate.split()], check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout
    return data, weights, json.loads(output)


def inputs(data, dtype=torch.float64):
    """The graphs of a data set as one batch."""
    graphs = [json.loads(line) for line in data.read_text().splitlines()]
    sizes = torch.tensor([graph["n"] for graph in graphs])
    first = (sizes.cumsum(0) - sizes).tolist()
    edges = torch.tensor([[u + start, v + start] for graph, start in zip(graphs, first) for u, v in graph["edges"]])
    x = torch.tensor([row for graph in graphs for row in graph.get("x", [])], dtype=dtype)
    batch = torch.repeat_interleave(torch.arange(len(graphs)), sizes)
    features = (x.argmax(1), x) if len(x) else (None, None)
    return torch.cat([edges, edges.flip(1)]).T, batch, features


def differs(scores, expected):
    """The largest difference of two lists of scores, as a share of the largest score."""
    expected = torch.tensor(expected)
    return float((torch.as_tensor(scores) - expected).abs().max() / expected.abs().max().clamp(min=1))


@needs_program
@pytest.mark.parametrize(("make", "options", "is_exported"), RUNS, ids=[f"{make.__name__} {options}" for make, options, _ in RUNS])
def test_scores_are_those_of_the_program(tmp_path, make, options, is_exported):
    data, weights, expected = trained(tmp_path, make, options)
    edge_index, batch, features = inputs(data)
    model = sublevel.torch.GFL.load(weights).eval()
    with torch.no_grad():
        f = model.vertex_filter(edge_index, *features, vertices=len(batch))
        scores = model(edge_index, batch, *features)
    assert (f - torch.tensor([value for values in expected["filter"] for value in values])).abs().max() < ROUNDING
    assert differs(scores, expected["scores"]) < ROUNDING
    if make is numbers:
        assert scores.flatten().tolist() == pytest.approx([predicted for _, _, predicted in expected["values"]], rel=ROUNDING)
    else:
        assert scores.argmax(1).tolist() == [predicted for _, _, predicted in expected["predictions"]]
        assert model.classes == expected["classes"]

    # The file that the page offers, as a program.
    run = subprocess.run([sys.executable, program.__file__, weights, data], capture_output=True, text=True)
    if not is_exported:
        assert run.returncode != 0 and "expected a model with" in run.stderr
        return
    assert run.returncode == 0, run.stderr
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if make is numbers:
        assert differs([[line["prediction"]] for line in lines], expected["scores"]) < ROUNDING
        return
    assert differs([line["scores"] for line in lines], expected["scores"]) < ROUNDING
    assert [line["class"] for line in lines] == [expected["classes"][predicted] for _, _, predicted in expected["predictions"]]


@needs_program
def test_a_loaded_model_learns(tmp_path):
    data, weights, expected = trained(tmp_path, molecules, "--features degree+label")
    edge_index, batch, features = inputs(data)
    classes = torch.tensor([actual for _, actual, _ in expected["predictions"]])
    model = sublevel.torch.GFL.load(weights)
    optimiser = torch.optim.Adam(model.parameters(), 0.01)
    losses = []
    for _ in range(40):
        optimiser.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(edge_index, batch, *features), classes)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0]


def test_indistinguishable_vertices_have_equal_values():
    # All vertices of a ring and of its copies are alike, and their neighbours are summed in different orders.
    torch.manual_seed(0)
    ring = torch.arange(200)
    edges = torch.stack([ring, (ring + 1) % 200])
    edges = edges[:, torch.randperm(200)]
    edge_index = torch.cat([edges, edges.flip(0)], 1)
    attributes = torch.rand(1, 3, dtype=torch.float64).expand(200, 3)
    model = sublevel.torch.GFL(["a", "b"], degrees=3, attributes=3, layers=3).eval()
    f = model.vertex_filter(edge_index, attributes=attributes, vertices=200)
    assert len(f.unique()) == 1


def test_errors_say_what_to_change(tmp_path):
    model = sublevel.torch.GFL(["a", "b"], degrees=3, labels=2)
    batch, labels = torch.zeros(3, dtype=torch.long), torch.zeros(3, dtype=torch.long)
    path = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
    for call, words in [
        (lambda: model(path, batch), "labels: the model reads labels of vertices, numbers below 2"),
        (lambda: model(path[:, :2], batch[:2], torch.tensor([0, 2])), "labels: expected numbers below 2, found 2"),
        (lambda: model(path[:, :3], batch, labels), "each edge once in each direction"),
        (lambda: model(torch.cat([path, path], 1), batch, labels), "each edge once in each direction"),
        (lambda: model(torch.tensor([[0], [0]]), batch, labels), "no self-loops"),
        (lambda: model(path, batch[:2], labels[:2]), "edge_index: expected vertices below 2, found 2"),
        (lambda: sublevel.torch.GFL(["a"], attributes=2)(path, batch), "reads 2 attributes of each vertex"),
        (lambda: sublevel.torch.GFL(["a"], hat="round"), "hat: expected"),
        (lambda: sublevel.torch.GFL(["a"], bar_weight="round"), "bar_weight: expected"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
    text = tmp_path / "text.safetensors"
    text.write_text("no tensors at all")
    foreign = tmp_path / "foreign.safetensors"
    save_file({"a": torch.zeros(1)}, foreign)
    for path in (text, foreign):
        with pytest.raises(ValueError, match=f"{path.name}: expected weights saved by Sublevel"):
            sublevel.torch.GFL.load(path)
    with pytest.raises(FileNotFoundError):
        sublevel.torch.GFL.load(tmp_path / "absent")


def test_graphs_without_edges_and_without_vertices_have_scores():
    model = sublevel.torch.GFL(["a", "b", "c"], degrees=2, extended=True).eval()
    none = torch.zeros(2, 0, dtype=torch.long)
    assert model(none, torch.tensor([0, 0, 2]), graphs=4).shape == (4, 3)
    assert model(none, torch.zeros(0, dtype=torch.long), graphs=2).isfinite().all()


def test_predictions_far_from_zero_stay_different():
    torch.manual_seed(0)
    model = sublevel.torch.GFL(["prediction"], degrees=3).eval()
    model.statistics.targets = torch.tensor([[1e8, 4.0]], dtype=torch.float64)
    edge_index, batch = torch.tensor([[0, 1, 2, 3, 3, 4], [1, 0, 3, 2, 4, 3]]), torch.tensor([0, 0, 1, 1, 1])
    predicted = model(edge_index, batch).flatten()
    model.statistics.targets = None
    scores = model(edge_index, batch).flatten()
    assert scores[0] != scores[1]
    assert (predicted - 1e8).tolist() == pytest.approx((scores / 4).tolist(), abs=1e-7)
