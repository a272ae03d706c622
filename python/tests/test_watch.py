"""`sublevel.watch`: the logged values are those of the model, and the training does not change."""
import copy
import importlib
import json
import random
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_geometric")

import sublevel
from torch import nn
from torch.utils.data import SubsetRandomSampler
from torch_geometric.data import Batch, Data
from torch_geometric.loader import DataLoader
from torch_geometric.nn import global_add_pool

EXAMPLES = Path(__file__).parents[2] / "examples/watch"


@pytest.fixture(autouse=True)
def in_own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # More threads than free cores are slow for small graphs.
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def graphs(count=10, dtype=torch.long):
    """Trees of different sizes; the vertex v of graph g has the feature 10 g + v."""
    made = []
    for index in range(count):
        n = 3 + index % 4
        edges = torch.tensor([[v // 2, v + 1] for v in range(n - 1)]).T
        x = 10.0 * index + torch.arange(n, dtype=torch.float)[:, None]
        made.append(Data(x=x, edge_index=torch.cat([edges, edges.flip(0)], 1), y=torch.tensor(index % 2, dtype=dtype), num_nodes=n))
    return made


class Scored(nn.Module):
    """A score of each vertex, and the sums over each graph."""

    def __init__(self, classes=2):
        super().__init__()
        self.score, self.drop, self.norm = nn.Linear(1, 1), nn.Dropout(0.5), nn.BatchNorm1d(3)
        self.last = nn.Linear(3, classes)

    def forward(self, data):
        score = self.score(data.x / 100)
        return self.last(global_add_pool(self.norm(self.drop(score.repeat(1, 3))), data.batch))


def train(model, loader, epochs=1, call=lambda model, data: model(data), loss=nn.functional.cross_entropy):
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    for _ in range(epochs):
        model.train()
        for data in loader:
            optimizer.zero_grad()
            loss(call(model, data), data.y).backward()
            optimizer.step()


def logged(folder):
    """The header, and for each epoch the values of all channels and the scores."""
    folder = Path(folder)
    header = json.loads((folder / "run-log.json").read_text())
    records = {}
    for line in map(json.loads, (folder / "epochs.jsonl").read_text().splitlines()):
        array = np.fromfile(folder / "values.f32", "<f4", line["bytes"] // 4, offset=line["offset"])
        scores = header["graphs"] * len(header["classes"])
        records[line["epoch"]] = array[:-scores], array[-scores:].reshape(header["graphs"], -1)
    return header, records


def own_values(name, model, data):
    """The filter and the scores, from the parts of the model."""
    if name == "attention":
        x = data.x
        for conv in model.convs:
            x = conv(x, data.edge_index).relu()
        return model.readout.gate_nn(x), model(data.x, data.edge_index, data.batch)
    if name == "gfl":
        return model.vertex_filter(data.edge_index, vertices=data.num_nodes), model(data.edge_index, data.batch)
    return model.topology.filtrations(model.first(data.x, data.edge_index).relu()), model(data)


@pytest.mark.parametrize("name", ["attention", "gfl", "filtrations"])
def test_a_program_has_the_same_result_and_its_own_values(name, monkeypatch, capfd):
    if name == "gfl":
        pytest.importorskip("safetensors")
    monkeypatch.syspath_prepend(EXAMPLES)
    program, data = importlib.import_module(name), importlib.import_module("data")
    watched, plain = program.main("log", epochs=3), program.main(epochs=3)
    for (key, one), other in zip(watched.state_dict().items(), plain.state_dict().values(), strict=True):
        assert torch.equal(one, other), key
    assert "sublevel serve --run log\n" in capfd.readouterr().err

    header, records = logged("log")
    assert list(records) == [0, 1, 2, 3]
    train, test = data.loaders()
    own = [*train.dataset, *test.dataset]
    lines = [json.loads(line) for line in Path("log/graphs.jsonl").read_text().splitlines()]
    assert [(line["n"], line["y"]) for line in lines] == [(graph.num_nodes, graph.y) for graph in own]
    assert [line["split"] for line in lines] == ["train"] * len(train.dataset) + ["test"] * len(test.dataset)
    watched.eval()
    with torch.no_grad():
        f, scores = own_values(name, watched, Batch.from_data_list(own))
    values, predictions = records[3]
    assert np.abs(values - f.reshape(len(f), -1).T.flatten().numpy()).max() < 1e-5
    assert np.abs(predictions - scores.numpy()).max() < 1e-4
    assert not np.array_equal(records[2][0], values)


def test_an_epoch_is_a_complete_pass_with_training():
    model, loader = Scored(), DataLoader(graphs(), 4, shuffle=True)
    with sublevel.watch(model, loader, path="log") as watch:
        assert watch.filter == "score" and watch.run.last_epoch == 0
        # Evaluation, with and without gradients, and a pass that ends early.
        model.eval()
        for data in loader:
            model(data)
        model.train()
        with torch.no_grad():
            for data in loader:
                model(data)
        for data in loader:
            model(data)
            break
        assert watch.run.last_epoch == 0
        train(model, loader, 2)
        assert watch.run.last_epoch == 2
        assert isinstance(loader, DataLoader) and len(loader) == 3
    assert type(loader) is DataLoader and not model._forward_pre_hooks
    train(model, loader)
    header, records = logged("log")
    assert list(records) == [0, 1, 2] and header["channels"] == ["score"]


def test_every_and_the_continued_run():
    model, loader = Scored(), DataLoader(graphs(), 4, shuffle=True)
    with sublevel.watch(model, loader, path="log", every=2):
        train(model, loader, 5)
    with sublevel.watch(model, loader, path="log") as watch:
        train(model, loader)
        assert repr(watch) == "<Watch of 'score': <Run 'log': 10 graphs, 1 channel, last epoch 5>>"
    assert list(logged("log")[1]) == [0, 2, 4, 5]


def test_the_default_folder_is_new():
    model, loader = Scored(), DataLoader(graphs(), 4)
    with sublevel.watch(model, loader) as one, sublevel.watch(model, loader) as other:
        assert one.run.path != other.run.path and one.run.path.parent == Path("runs")
        train(model, loader)
        assert one.run.last_epoch == other.run.last_epoch == 1


def test_the_graphs_of_a_sampler():
    own = graphs()
    model, train_loader = Scored(), DataLoader(own, 4, sampler=SubsetRandomSampler([7, 1, 4, 2]))
    test = DataLoader(own, 3, sampler=SubsetRandomSampler([0, 9]))
    with sublevel.watch(model, train_loader, test=test, path="log"):
        train(model, train_loader)
    lines = [json.loads(line) for line in Path("log/graphs.jsonl").read_text().splitlines()]
    assert [(line["x"][0][0], line["split"]) for line in lines] == [(10, "train"), (20, "train"), (40, "train"), (70, "train"), (0, "test"), (90, "test")]


def test_modes_buffers_and_random_numbers_stay():
    class Counting(Scored):
        def __init__(self):
            super().__init__()
            self.register_buffer("calls", torch.zeros(1))

        def forward(self, data):
            self.calls += 1
            random.random(), np.random.rand(), torch.rand(1)
            return super().forward(data)

    model, loader = Counting(), DataLoader(graphs(), 4, shuffle=True)
    model.norm.eval()
    states = random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()
    watch = sublevel.watch(model, loader)
    assert (random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()) == states
    assert model.training and not model.norm.training and model.calls == 0 and torch.is_grad_enabled()
    # The step after the pass needs the buffers of the pass.
    sum(nn.functional.cross_entropy(model(data), data.y) for data in loader).backward()
    assert model.calls == 3 and watch.run.last_epoch == 1


def test_mixed_precision():
    def trained(is_watched):
        torch.manual_seed(0)
        model, loader = Scored(), DataLoader(graphs(), 4, shuffle=True)
        with torch.autocast("cpu", torch.bfloat16):
            if is_watched:
                sublevel.watch(model, loader, path="log")
            train(model, loader, 3)
        return model

    model, other = trained(True), trained(False)
    assert all(map(torch.equal, model.state_dict().values(), other.state_dict().values()))
    with torch.autocast("cpu", torch.bfloat16), torch.no_grad():
        f = model.score(torch.tensor(X)[:, None] / 100)[:, 0].float().numpy()
    assert (logged("log")[1][3][0] == f).all()


def test_a_model_can_be_copied_and_saved():
    model, loader = Scored(), DataLoader(graphs(), 4, shuffle=True)
    with sublevel.watch(model, loader) as watch:
        torch.save(model, "model")
        for other in (copy.deepcopy(model), torch.load("model", weights_only=False)):
            for data in loader:
                assert other(data).shape[1] == 2
        assert watch.run.last_epoch == 0
        train(model, loader)
        assert watch.run.last_epoch == 1


def test_a_later_error_ends_the_watch_only():
    model, loader = Scored(), DataLoader(graphs(), 4, shuffle=True)
    watch = sublevel.watch(model, loader, path="log")
    train(model, loader)
    with torch.no_grad():
        model.score.weight.fill_(float("nan"))
    with pytest.warns(UserWarning, match="ended before epoch 2, and the training continues: .*finite numbers") as caught:
        train(model, loader, 3)
    assert len(caught) == 1 and caught[0].filename == __file__
    assert model.training and type(loader) is DataLoader and watch.run.last_epoch == 1


def watched(model, **options):
    """The header and the epoch 0 of a watched model."""
    options.setdefault("path", f"log-{len(list(Path().iterdir()))}")
    loader = DataLoader(options.pop("graphs", None) or graphs(), 4, shuffle=True)
    with sublevel.watch(model, loader, **options) as watch:
        pass
    header, records = logged(watch.run.path)
    return header, *records[0]


def own(**modules):
    """A model with these modules. It returns what its last argument computes from them."""

    class Own(nn.Module):
        def __init__(self, forward):
            super().__init__()
            for name, module in modules.items():
                setattr(self, name, module)
            self.own = forward

        def forward(self, data):
            return self.own(self, data)

    return Own


X = torch.cat([graph.x for graph in graphs()])[:, 0].numpy()


def pooled(values, data):
    values = global_add_pool(values, data.batch)
    return torch.cat([values, -values], 1)


def test_the_choice_of_the_filter():
    gates = own(a=nn.Linear(1, 1), b=nn.Sequential(nn.Linear(1, 5), nn.Linear(5, 1), nn.Sigmoid()), wide=nn.Linear(1, 3))
    model = gates(lambda self, data: pooled(self.a(data.x) + self.b(data.x) + self.wide(data.x).mean(1, keepdim=True), data))
    with pytest.raises(ValueError, match=re.escape("filter: expected one module with one value for each vertex, found a, b; pass the name of")) as error:
        watched(model)
    assert [line.strip() for line in str(error.value).splitlines()[1:]] == [
        "a: 1 value for each vertex", "b.1: 1 value for each vertex", "b.2: 1 value for each vertex", "b: 1 value for each vertex",
        "wide: 3 values for each vertex", "b.0: 5 values for each vertex",
    ]
    assert not any(module._forward_hooks for module in model.modules()) and model.training
    with pytest.raises(ValueError, match="'c' does not return from 1 to 64 values"):
        watched(model, filter="c")
    assert watched(model, filter="b.1")[0]["channels"] == ["b.1"]
    header, values, _ = watched(model, filter="wide")
    assert header["channels"] == ["wide 1", "wide 2", "wide 3"]
    with torch.no_grad():
        expected = model.wide(torch.tensor(X)[:, None]).T.flatten().numpy()
    assert np.allclose(values, expected, atol=1e-4)

    header, values, _ = watched(model, filter=lambda model, data: {"x": data.x, "sum": data.x[data.edge_index].sum(0)})
    assert header["channels"] == ["x"] and header["edge_channels"] == ["sum"] and (values[:len(X)] == X).all()
    assert watched(model, filter=lambda model, data: model.a(data.x))[0]["channels"] == ["f"]


def test_a_name_that_begins_with_filt_is_a_filter():
    model = own(gate=nn.Linear(1, 1), filtrations=nn.Linear(1, 2))(
        lambda self, data: pooled(self.gate(data.x) + self.filtrations(data.x).sum(1, keepdim=True), data)
    )
    assert watched(model)[0]["channels"] == ["filtrations 1", "filtrations 2"]


def test_a_module_that_is_called_again_is_no_filter():
    model = own(a=nn.Linear(1, 1), b=nn.Linear(1, 1))(lambda self, data: pooled(self.b(self.b(data.x)) + self.a(data.x), data))
    assert watched(model)[0]["channels"] == ["a"]
    with pytest.raises(ValueError, match="'b' does not return"):
        watched(model, filter="b")


def test_a_method_and_an_output_are_filters():
    class Named(nn.Module):
        def height(self, data):
            return data.x[:, 0]

        def forward(self, data):
            return pooled(self.height(data)[:, None], data)

    with pytest.raises(ValueError, match="found none; pass filter=lambda model, batch"):
        watched(Named())
    header, values, _ = watched(Named(), filter="height")
    assert header["channels"] == ["height"] and (values == X).all()
    both = own(output=nn.Linear(1, 1))(lambda self, data: (pooled(self.output(data.x), data), {"f": data.x}))
    header, values, _ = watched(both)
    assert header["channels"] == ["forward[1]['f']"] and (values == X).all()


def test_the_values_of_edges():
    def forward(self, data):
        ends = data.x[data.edge_index[0]] + data.x[data.edge_index[1]]
        return pooled(self.weight(ends).new_zeros(data.num_nodes, 1).index_add(0, data.edge_index[0], self.weight(ends)), data)

    model = own(weight=nn.Sequential(nn.Linear(1, 1)))(forward)
    # A module that is called again has no single value.
    with pytest.raises(ValueError, match="'weight' does not return"):
        watched(model, filter="weight")
    model = own(weight=nn.Linear(1, 1))(lambda self, data: global_add_pool(
        self.weight(data.x[data.edge_index].sum(0)), data.batch[data.edge_index[0]]).repeat(1, 2)
    )
    with pytest.raises(ValueError, match="weight: 1 value for each edge"):
        watched(model)
    header, values, _ = watched(model, filter="weight")
    assert header["channels"] == [] and header["edge_channels"] == ["weight"]
    sums = [graph.x[u] + graph.x[v] for graph in graphs() for u, v in sorted({tuple(sorted(edge)) for edge in graph.edge_index.T.tolist()})]
    with torch.no_grad():
        assert np.allclose(values, model.weight(torch.stack(sums))[:, 0], atol=1e-4)
    one_way = own(weight=nn.Linear(1, 1))(lambda self, data: global_add_pool(
        self.weight(data.x[data.edge_index[0]]), data.batch[data.edge_index[0]]).repeat(1, 2)
    )
    with pytest.raises(ValueError, match="edge_values: expected one value for an edge that is listed again"):
        watched(one_way, filter="weight", path="log")
    assert not Path("log").exists()


def test_the_predictions():
    forms = own(gate=nn.Linear(1, 1))
    scores = watched(forms(lambda self, data: pooled(self.gate(data.x), data)))[2]

    def form(function, **options):
        model = forms(lambda self, data: function(pooled(self.gate(data.x) / 100, data)))
        torch.manual_seed(1)
        nn.init.normal_(model.gate.weight)
        return watched(model, **options)[2]

    scores = form(lambda logits: logits)
    softmax = torch.tensor(scores).softmax(1).numpy()
    for function in (lambda logits: logits.log_softmax(1), lambda logits: logits.softmax(1), lambda logits: {"scores": logits, "loss": logits.sum()}):
        assert np.allclose(torch.tensor(form(function)).softmax(1).numpy(), softmax, atol=1e-5)
    single = form(lambda logits: logits[:, 1] - logits[:, 0], graphs=graphs(dtype=torch.float))
    assert single.shape == (10, 2) and np.allclose(torch.tensor(single).softmax(1), softmax, atol=1e-5)
    logit = form(lambda logits: logits[:, 1].sigmoid(), call=lambda model, data: torch.logit(model(data)))
    assert np.allclose(logit[:, 1], scores[:, 1], atol=1e-3)
    with pytest.raises(ValueError, match="can be a probability or a logit"):
        form(lambda logits: logits[:, 1].sigmoid())
    with pytest.raises(ValueError, match=re.escape("found forward[0] (4, 2), forward[1] (4, 2); pass call=")):
        form(lambda logits: (logits, logits))
    with pytest.raises(ValueError, match="expected one tensor with a row for each of 4 graphs as the output of the model, found forward \\(2, 4\\)"):
        form(lambda logits: logits.T)
    three = graphs()
    three[0].y = torch.tensor(2)
    with pytest.raises(ValueError, match="requires the labels 0 and 1"):
        form(lambda logits: logits[:, :1], graphs=three)
    three[0].y = torch.tensor(0.5)
    with pytest.raises(ValueError, match="labels: expected a class as y of graph 0, found 0.5"):
        form(lambda logits: logits, graphs=three)
    assert form(lambda logits: logits, graphs=three, labels=[0, 1] * 5, classes=["a", "b"]).shape == (10, 2)


class Arguments(Scored):
    def forward(self, x, edge_index, batch, scale=None):
        x = x if scale is None else x * scale
        return super().forward(Data(x=x, batch=batch))


def test_the_arguments_of_the_model():
    def by_name(model, data):
        return model(data.x, data.edge_index, batch=data.batch)

    def scaled(model, data):
        return model(data.x * 2, data.edge_index, data.batch)

    model, loader = Arguments(), DataLoader(graphs(), 4, shuffle=True)
    with sublevel.watch(model, loader) as watch:
        train(model, loader, 2, by_name)
        assert watch.run.last_epoch == 2
    for call, name in ((scaled, "x"), (lambda model, data: model(data.x, data.edge_index, data.batch, 2), "scale")):
        with sublevel.watch(model, loader, path="log"), pytest.raises(ValueError, match=f"another argument '{name}' than the batch has; pass call="):
            train(model, loader, 1, call)
        assert not Path("log").exists() and type(loader) is DataLoader and not model._forward_pre_hooks
    with sublevel.watch(model, loader, path="log", call=scaled) as watch:
        train(model, loader, 1, scaled)
        assert watch.run.last_epoch == 1

    class Other(Scored):
        def forward(self, h, edges, batch):
            return super().forward(Data(x=h, batch=batch))

    with pytest.raises(ValueError, match="the argument 'h' of forward is no attribute of the batches; pass call="):
        sublevel.watch(Other(), loader)
    with sublevel.watch(Other(), loader, call=by_name):
        pass


def test_a_batch_that_the_program_changes():
    def changed(model, data):
        data.x = data.x + 1
        return model(data)

    model, loader = Scored(), DataLoader(graphs(), 4, shuffle=True)
    with sublevel.watch(model, loader), pytest.raises(ValueError, match="another argument 'data'"):
        train(model, loader, 1, changed)


def test_a_program_may_prepare_the_next_batch():
    def early(batches):
        batches = iter(batches)
        batch = next(batches)
        for following in batches:
            yield batch
            batch = following
        yield batch

    model, loader = Scored(), DataLoader(graphs(), 4, shuffle=True)
    with sublevel.watch(model, loader) as watch, warnings.catch_warnings():
        warnings.simplefilter("error")
        for data in early(loader):
            model(data)
        assert watch.run.last_epoch == 1


def test_errors_of_the_start():
    model, loader = Scored(), DataLoader(graphs(), 4)
    lazy = nn.Sequential(nn.LazyLinear(2))
    single = graphs()
    single[3].y = None
    without_vertices = [*graphs(), Data(edge_index=torch.zeros(2, 0, dtype=torch.long), num_nodes=0)]
    for call, words in [
        (lambda: sublevel.watch(lambda data: data, loader), "model: expected a module of PyTorch, found function"),
        (lambda: sublevel.watch(lazy, loader), "the first batch determines the size of 0.weight"),
        (lambda: sublevel.watch(model, list(loader)), "loader: expected a DataLoader of PyTorch Geometric .*, found list"),
        (lambda: sublevel.watch(model, loader, test=graphs()), "test: expected a DataLoader"),
        (lambda: sublevel.watch(model, loader, val=loader), "split: expected at least two graphs in 'train' and one in 'test'"),
        (lambda: sublevel.watch(model, loader, every=0), "every: expected at least 1, found 0"),
        (lambda: sublevel.watch(model, DataLoader(single, 4)), "labels: expected a class as y of graph 3, found None"),
        (lambda: sublevel.watch(model, DataLoader(without_vertices, 4)), "loader: graph 10 has no vertices"),
        (lambda: sublevel.watch(model, loader, filter=lambda model, data: data.y.float()), "filter: expected a value for each of 18 vertices"),
        (lambda: sublevel.watch(model, loader, filter=lambda model, data: 1), "found int"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
        assert type(loader) is DataLoader and not model._forward_pre_hooks
    assert not list(Path().iterdir())
    with sublevel.watch(model, loader), pytest.warns(UserWarning, match="on a batch of another loader"):
        train(model, DataLoader(graphs(), 4))


def test_features_with_one_axis():
    made = graphs()
    for graph in made:
        graph.x = graph.x[:, 0].long()
    model = own(score=nn.Embedding(100, 1))(lambda self, data: pooled(self.score(data.x), data))
    assert watched(model, graphs=made)[0]["channels"] == ["score"]
