"""Graph Filtration Learning (Hofer et al., ICML 2020) in PyTorch, with the weights of a run of Sublevel.

    model = GFL.load("weights.safetensors").eval()
    scores = model(edge_index, batch)   # one row for each graph, one column for each of model.classes

A model of regression has one column, the prediction in the unit of the targets, in 64 bits.

The code requires torch and safetensors. As a program, it prints the class and the scores, or the predicted number, of each graph of a file in JSON lines:

    python model.py weights.safetensors graphs.jsonl
"""
import json
import sys

import torch
from torch import nn
from torch.nn.functional import batch_norm, dropout, leaky_relu


class Norm(nn.Module):
    """Batch normalisation, then LeakyReLU."""

    def __init__(self, width):
        super().__init__()
        self.gamma, self.beta = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("variance", torch.ones(width))

    def forward(self, x):
        return leaky_relu(batch_norm(x, self.mean, self.variance, self.gamma, self.beta, self.training))


class Perceptron(nn.Module):
    """A linear layer, normalisation, and a second linear layer."""

    def __init__(self, inputs, hidden, outputs):
        super().__init__()
        self.first, self.norm, self.second = nn.Linear(inputs, hidden), Norm(hidden), nn.Linear(hidden, outputs)

    def forward(self, x):
        return self.second(self.norm(self.first(x)))


class Gin(nn.Module):
    """A round of message passing: the normalised perceptron of (1 + ε) x + Σ x_neighbour."""

    def __init__(self, inputs, width):
        super().__init__()
        self.epsilon, self.perceptron, self.norm = nn.Parameter(torch.zeros(1)), Perceptron(inputs, inputs, width), Norm(width)

    def forward(self, x, edge_index):
        u, v = edge_index
        return self.norm(self.perceptron((1 + self.epsilon) * x + torch.zeros_like(x).index_add(0, v, x[u])))


class Hats(nn.Module):
    """Rational hats of bars p, with centres c and radii r: 1 / (1 + ‖p − c‖₁) − 1 / (1 + | |r| − ‖p − c‖₁ |)."""

    def __init__(self, functions, coordinates):
        super().__init__()
        self.centres = nn.Parameter(torch.rand(functions, coordinates))
        self.radii = nn.Parameter(torch.full((functions,), 0.1))

    def forward(self, bars):
        distance = (bars.reshape(-1, 1, self.centres.shape[1]) - self.centres).abs().sum(2)
        return 1 / (1 + distance) - 1 / (1 + (self.radii.abs() - distance).abs())


def sum_of_graphs(values, graph, graphs):
    """The sum of the rows of each graph; `graph` is the graph of each row."""
    return values.new_zeros(graphs, values.shape[1]).index_add(0, graph, values)


def first_alike(features, edge_index, layers):
    """For each vertex the first vertex that no filter distinguishes from it, by colour refinement.

    Such vertices need the same value to the last bit. Sums in another order differ by rounding, and would create bars.
    """
    neighbours = [[] for _ in features[0]]
    for u, v in edge_index.T.tolist():
        neighbours[v].append(u)
    colours = list(zip(*features))
    for layer in range(layers):
        # The first layer sums the features separately, and does not know the combinations.
        parts = features if layer == 0 else [colours]
        around = [tuple(tuple(sorted(part[u] for u in own)) for part in parts) for own in neighbours]
        numbers = {}
        colours = [numbers.setdefault(colour, len(numbers)) for colour in zip(colours, around)]
    first = {}
    return torch.tensor([first.setdefault(colour, vertex) for vertex, colour in enumerate(colours)], dtype=torch.long)


def persistence(values, edge_index, superlevel):
    """The bars of a filter as vertices: components (birth, death) of positive length, births of essential components and of loops."""
    order = sorted(range(len(values)), key=values.__getitem__)
    rank = [0] * len(values)
    for place, vertex in enumerate(reversed(order) if superlevel else order):
        rank[vertex] = place
    parent = list(range(len(values)))

    def root(vertex):
        """The vertex of the component that entered first."""
        while parent[vertex] != vertex:
            parent[vertex] = vertex = parent[parent[vertex]]
        return vertex

    components, loops = [], []
    edges = [(max(edge, key=rank.__getitem__), *edge) for edge in edge_index.T.tolist() if edge[0] < edge[1]]
    for vertex, u, v in sorted(edges, key=lambda edge: rank[edge[0]]):
        elder, younger = sorted((root(u), root(v)), key=rank.__getitem__)
        parent[younger] = elder
        if elder == younger:
            loops.append(vertex)
        elif values[younger] != values[vertex]:
            components.append((younger, vertex))
    essential = [vertex for vertex, elder in enumerate(parent) if vertex == elder]
    components = torch.tensor(components, dtype=torch.long).reshape(-1, 2)
    return components, torch.tensor(essential, dtype=torch.long), torch.tensor(loops, dtype=torch.long)


class GFL(nn.Module):
    """Scores of graphs from the barcodes of a learned filter; `classes` are their names. Parameters have the names of the file."""

    #: The settings that every supported model has.
    SUPPORTED = {"model": "gfl", "edges": "none", "hat": "rational", "barWeight": "none", "extended": False, "filters": 1, "readout": "gfl", "edgeFilter": "max"}
    #: The options of a model and their settings.
    OPTIONS = {"layers": "layers", "width": "width", "hats": "hats"}

    def __init__(self, classes, *, degrees=0, labels=0, attributes=0, layers=1, width=64, hats=100, dropout=0.0):
        super().__init__()
        self.classes, self.width, self.dropout = list(classes), width, dropout
        self.filter, self.filter.features = nn.Module(), nn.Module()
        self.filter.features.degree = nn.Parameter(torch.randn(degrees, width)) if degrees else None
        self.filter.features.label = nn.Parameter(torch.randn(labels, width)) if labels else None
        self.filter.features.attributes = nn.Linear(attributes, width) if attributes else None
        columns = width * max(1, (degrees > 0) + (labels > 0) + (attributes > 0))
        self.filter.layers = nn.ModuleList(Gin(width if layer else columns, width) for layer in range(layers))
        self.filter.perceptron = Perceptron(columns + layers * width, width, 1)
        self.head, self.head.classifier = nn.Module(), nn.Module()
        self.head.readout = nn.ModuleDict({"h0": Hats(hats, 2), "h0_essential": Hats(hats, 1), "h1_essential": Hats(hats, 1)})
        self.head.classifier.first, self.head.classifier.second = nn.Linear(3 * hats, width), nn.Linear(width, len(self.classes))
        self.statistics = nn.Module()
        self.statistics.register_buffer("attributes", torch.zeros(attributes, 2, dtype=torch.float64))
        # Mean of the targets, and 1 over their standard deviation; only in a file of regression.
        self.statistics.register_buffer("targets", None)

    @classmethod
    def load(cls, path):
        """The model of a file of weights, for training; call `eval()` for predictions."""
        from safetensors import safe_open

        with safe_open(path, "pt") as file:
            texts, weights = file.metadata() or {}, {name: file.get_tensor(name) for name in file.keys()}
        if texts.get("format") != "sublevel checkpoint":
            raise ValueError(f"{path}: expected weights saved by Sublevel, found a safetensors file of another program")
        config = json.loads(texts["config"])
        for name, only in cls.SUPPORTED.items():
            # A file of an earlier version has no settings that were added later.
            if config.get(name, only) != only:
                raise ValueError(f"{path}: expected a model with {name} = {only}, found {config[name]}")
        sizes = {name: int(texts[name]) for name in ("degrees", "labels", "attributes")}
        options = {name: config[key] for name, key in cls.OPTIONS.items()}
        model = cls(json.loads(texts["classes"]), **sizes, **options, dropout=config["dropout"] or 0.0)
        parts = ("filter.", "head.", "statistics.attributes")
        model.load_state_dict({name: weights[name] for name in weights if name.startswith(parts)})
        model.statistics.targets = weights.get("statistics.targets")
        return model

    def vertex_filter(self, edge_index, labels=None, attributes=None, *, vertices):
        """The value of each vertex, in [0, 1]. `labels` are numbers from 0, and `attributes` has the shape (vertices, columns)."""
        u, v = edge_index
        edges = u * vertices + v
        if (u == v).any() or not torch.equal(edges.unique(), (v * vertices + u).sort().values):
            raise ValueError("edge_index: expected each edge once in each direction, and no self-loops")
        own, rows, told = self.filter.features, [], []
        if own.degree is not None:
            degree = torch.bincount(v, minlength=vertices).clamp(max=len(own.degree) - 1)
            rows, told = [own.degree[degree]], [degree.tolist()]
        if own.label is not None:
            if labels is None:
                raise ValueError(f"labels: the model reads labels of vertices, numbers below {len(own.label)}")
            rows, told = [*rows, own.label[labels]], [*told, labels.tolist()]
        if own.attributes is not None:
            if attributes is None:
                raise ValueError(f"attributes: the model reads {own.attributes.in_features} attributes of each vertex")
            mean, scale = self.statistics.attributes.T
            standard = ((attributes.double() - mean) * scale).to(own.attributes.weight)
            rows, told = [*rows, own.attributes(standard)], [*told, [tuple(row) for row in standard.tolist()]]
        outputs = [torch.cat(rows, 1) if rows else self.filter.perceptron.first.weight.new_ones(vertices, self.width)]
        for layer in self.filter.layers:
            outputs.append(layer(outputs[-1], edge_index))
        f = torch.sigmoid(self.filter.perceptron(torch.cat(outputs, 1))).flatten()
        return f[first_alike(told or [[0] * vertices], edge_index, len(self.filter.layers)).to(f.device)]

    def barcodes(self, f, edge_index, batch):
        """The functions and the bars of each barcode: the bars of both directions, as vertices."""
        both = zip(*(persistence(f.tolist(), edge_index, superlevel) for superlevel in (False, True)))
        return zip(self.head.readout.values(), map(torch.cat, both))

    def readout(self, f, edge_index, batch, graphs):
        """The vector of each graph: for each barcode, the sums of its functions over its bars."""
        parts = []
        for functions, vertices in self.barcodes(f, edge_index, batch):
            vertices = vertices.to(f.device)
            graph = batch[vertices[:, 0] if vertices.ndim == 2 else vertices]
            parts.append(sum_of_graphs(functions(f[vertices]), graph, graphs))
        return torch.cat(parts, 1)

    def forward(self, edge_index, batch, labels=None, attributes=None, *, graphs=None):
        """The scores of each graph, one for each class, or the predicted numbers in 64 bits. `edge_index` and `batch` are those of PyTorch Geometric."""
        graphs = graphs if graphs is not None else int(batch.max()) + 1
        f = self.vertex_filter(edge_index, labels, attributes, vertices=len(batch))
        hidden = leaky_relu(self.head.classifier.first(self.readout(f, edge_index, batch, graphs)))
        scores = self.head.classifier.second(dropout(hidden, self.dropout, self.training))
        if self.statistics.targets is None:
            return scores
        mean, scale = self.statistics.targets[0]
        # 32 bits do not distinguish targets far from 0.
        return scores.double() / scale + mean


if __name__ == "__main__":
    model = GFL.load(sys.argv[1]).eval()
    for line in open(sys.argv[2]):
        graph = json.loads(line)
        edges = {tuple(sorted(edge)) for edge in graph["edges"] if edge[0] != edge[1]}
        edge_index = torch.tensor([*edges, *((v, u) for u, v in edges)], dtype=torch.long).reshape(-1, 2).T
        x = torch.tensor(graph["x"], dtype=torch.float64) if "x" in graph else None
        batch = torch.zeros(graph["n"], dtype=torch.long)
        # Without a list of labels, rows with a single 1 are labels.
        labels = torch.tensor(graph["labels"]) if "labels" in graph else None if x is None else x.argmax(1)
        scores = model(edge_index, batch, labels, x)[0]
        if model.statistics.targets is not None:
            print(json.dumps({"prediction": scores.item()}))
        else:
            print(json.dumps({"class": model.classes[scores.argmax()], "scores": scores.tolist()}))
