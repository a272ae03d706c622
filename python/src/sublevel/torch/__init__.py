"""Persistence of batches of graphs as indices of vertices, and Graph Filtration Learning, for PyTorch.

Gathering the filter at the indices gives bars that the filter can be trained through:

    pairs = sublevel.torch.persistence(f, data.edge_index, data.batch)
    bars = f[pairs.h0]                    # births and deaths of components, shape (k, 2)
    graphs = data.batch[pairs.h0[:, 0]]   # the graph of each bar

`GFL.load` reads the weights of a run of Sublevel.
"""
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Literal, NamedTuple, Self

import torch

from .. import _native
from .._arrays import integers, numbers, one_of
from . import model
from ._functions import BAR_WEIGHTS, COORDINATE_FUNCTIONS, BarWeight, CoordinateFunctions


class Pairs(NamedTuple):
    """Birth and death vertices of the bars of a batch, as indices in the filter. Bars of length zero are absent."""

    #: Components that merge into an elder one: (birth, death), shape (k, 2).
    h0: torch.Tensor
    #: Essential components: births.
    h0_essential: torch.Tensor
    #: Loops: births, one for each loop.
    h1_essential: torch.Tensor
    #: Components from their first to their last vertex, shape (k, 2); None unless extended.
    extended_h0: torch.Tensor | None
    #: Loops from their birth to their death in the superlevel part, shape (k, 2); None unless extended.
    extended_h1: torch.Tensor | None


def persistence(
    f: torch.Tensor,
    edge_index: torch.Tensor,
    batch: torch.Tensor | None = None,
    *,
    direction: Literal["sublevel", "superlevel"] = "sublevel",
    extended: bool = False,
) -> Pairs:
    """The pairs of a batch of graphs, on all cores.

    `f` has a value for each vertex, `edge_index` has the shape (2, m) as in PyTorch Geometric, and `batch` has the graph of each vertex
    in ascending order. The two directions of an edge are one edge. The indices are on the device of `f`.

    >>> import torch, sublevel
    >>> f = torch.tensor([1.0, 3.0, 2.0], requires_grad=True)
    >>> edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
    >>> pairs = sublevel.torch.persistence(f, edge_index)
    >>> pairs.h0
    tensor([[2, 1]])
    >>> bars = f[pairs.h0]
    >>> (bars[:, 1] - bars[:, 0]).sum().backward()
    >>> f.grad
    tensor([ 0.,  1., -1.])
    """
    superlevel = one_of("direction", direction, ("sublevel", "superlevel")) == "superlevel"
    [one_way], parts = _pairs(f, edge_index, batch, superlevel, extended)
    return Pairs(*one_way, *(parts or (None, None)))


def _pairs(
    f: torch.Tensor, edge_index: torch.Tensor, batch: torch.Tensor | None, superlevel: bool | None, extended: bool
) -> tuple[list[tuple[torch.Tensor, ...]], tuple[torch.Tensor, ...] | None]:
    """The pairs of one direction, or of both if `superlevel` is None, and the extended part."""
    if not isinstance(f, torch.Tensor):
        raise ValueError(f"f: expected a tensor, found {type(f).__name__}")
    # NumPy has no bfloat16, and 32 bits hold all values of 16 bits.
    tensor = f.detach().to("cpu", torch.float32 if f.dtype in (torch.float16, torch.bfloat16) else f.dtype)
    values = tensor.numpy() if tensor.dtype == torch.float32 and tensor.ndim == 1 else numbers("f", tensor)
    graphs = None if batch is None else integers("batch", batch, 1)
    directions, parts = _native.pairs(values, integers("edge_index", edge_index, 2), graphs, superlevel, bool(extended))

    def on_device(arrays):
        return tuple(torch.from_numpy(array).to(f.device) for array in arrays)

    return list(map(on_device, directions)), None if parts is None else on_device(parts)


class RationalHats(model.Hats):
    """Rational hats of Graph Filtration Learning: learnable functions of bars, summed over the bars of each graph.

    The function with centre c and radius r is 1 / (1 + ‖p − c‖₁) − 1 / (1 + | |r| − ‖p − c‖₁ |). `coordinates` is 2 for bars (birth, death)
    and 1 for births.

    >>> import torch, sublevel
    >>> hats = sublevel.torch.RationalHats(5)
    >>> hats(torch.tensor([[0.2, 0.7], [0.1, 0.9]]), torch.tensor([0, 2]), graphs=3).shape
    torch.Size([3, 5])
    """

    def __init__(self, functions: int, coordinates: int = 2):
        super().__init__(functions, coordinates)

    def forward(self, bars: torch.Tensor, graph: torch.Tensor, graphs: int) -> torch.Tensor:  # type: ignore[override]
        """The sums of `graphs` graphs. `bars` has a row for each bar, and `graph` has its graph."""
        return model.sum_of_graphs(super().forward(bars), graph, graphs)


class GFL(model.GFL):
    """Graph Filtration Learning: scores of graphs from the barcodes of a learned filter (Hofer et al., ICML 2020).

    `GFL.load` reads the weights that `sublevel train --save-weights` and the page save. The scores are then those of Sublevel, up to rounding.
    The constructor creates a model with the initial weights of the paper.

    `classes` are the names of the classes, in the order of the scores. `degrees` and `labels` are the numbers of rows of the tables of
    degrees and labels, and `attributes` is the number of attributes; 0: the model does not read them. `layers`, `width`, `hats`, `dropout`,
    `hat`, `bar_weight` and `extended` are the options of `sublevel train` with these names.

    >>> import torch, sublevel
    >>> model = sublevel.torch.GFL(["path", "cycle"], degrees=3).eval()
    >>> triangle = torch.tensor([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]])
    >>> model(triangle, batch=torch.zeros(3, dtype=torch.long)).shape
    torch.Size([1, 2])
    """

    SUPPORTED = {"model": "gfl", "edges": "none", "filters": 1, "readout": "gfl", "edgeFilter": "max"}
    OPTIONS = {**model.GFL.OPTIONS, "hat": "hat", "bar_weight": "barWeight", "extended": "extended"}

    def __init__(
        self,
        classes: Sequence[str],
        *,
        degrees: int = 0,
        labels: int = 0,
        attributes: int = 0,
        layers: int = 1,
        width: int = 64,
        hats: int = 100,
        dropout: float = 0.0,
        hat: Literal["rational", "exponential", "triangle", "gaussian", "line", "deep-sets"] = "rational",
        bar_weight: Literal["none", "length", "grid", "gaussians"] = "none",
        extended: bool = False,
    ):
        one_of("hat", hat, ("rational", *COORDINATE_FUNCTIONS))
        one_of("bar_weight", bar_weight, BAR_WEIGHTS)
        super().__init__(
            classes, degrees=degrees, labels=labels, attributes=attributes, layers=layers, width=width, hats=hats, dropout=dropout
        )
        self.extended = extended

        def barcode(name: str, coordinates: int) -> dict[str, torch.nn.Module]:
            functions = model.Hats(hats, coordinates) if hat == "rational" else CoordinateFunctions(hat, hats, coordinates)
            return {name: functions, f"{name}_weight": BarWeight(bar_weight, coordinates)}

        self.head.readout = torch.nn.ModuleDict(barcode("h0", 2) | barcode("h0_essential", 1) | barcode("h1_essential", 1))
        if extended:
            self.head.extended = torch.nn.ModuleDict(barcode("h1", 2))
            self.head.classifier.first = torch.nn.Linear(4 * hats, width)
        for layer in self.modules():
            if isinstance(layer, torch.nn.Linear):
                torch.nn.init.xavier_uniform_(layer.weight)
                torch.nn.init.constant_(layer.bias, 0.01)

    @classmethod
    def load(cls, path: str | PathLike) -> Self:
        """The model of a file of weights, in training mode; call `eval()` for predictions. It requires the package safetensors.

        A `ValueError` reports a file of another program, a damaged file, a model other than GFL, and a model with edge features, several filters, or the readout of extended persistence.
        """
        from safetensors import SafetensorError

        try:
            return super().load(path)
        except (SafetensorError, RuntimeError) as error:
            raise ValueError(f"{path}: expected weights saved by Sublevel: {error}") from None

    def vertex_filter(
        self,
        edge_index: torch.Tensor,
        labels: torch.Tensor | None = None,
        attributes: torch.Tensor | None = None,
        *,
        vertices: int,
    ) -> torch.Tensor:
        """The filter of a graph or of a batch with this number of vertices: one value in [0, 1] for each vertex.

        `edge_index` has the shape (2, m), with each edge once in each direction. `labels` are numbers from 0 in the order of the labels of
        the data set, and `attributes` has the shape (vertices, columns). A degree beyond the table uses the last row. Vertices that no filter
        distinguishes have the same value.
        """
        if edge_index.ndim != 2 or len(edge_index) != 2:
            raise ValueError(f"edge_index: expected the shape (2, m), found {tuple(edge_index.shape)}")
        _check_below("edge_index: expected vertices", edge_index, vertices)
        features = self.filter.features
        if labels is not None and features.label is not None:
            _check_below("labels: expected numbers", labels, len(features.label))
            _check_rows("labels", labels, (vertices,))
        if attributes is not None and features.attributes is not None:
            _check_rows("attributes", attributes, (vertices, features.attributes.in_features))
        return super().vertex_filter(edge_index, labels, attributes, vertices=vertices)

    def forward(
        self,
        edge_index: torch.Tensor,
        batch: torch.Tensor,
        labels: torch.Tensor | None = None,
        attributes: torch.Tensor | None = None,
        *,
        graphs: int | None = None,
    ) -> torch.Tensor:
        """The scores of each graph, shape (graphs, classes), without softmax. A model of regression predicts a number, shape (graphs, 1).

        `batch` has the graph of each vertex in ascending order, as in PyTorch Geometric. The other arguments are those of `vertex_filter`.
        The default of `graphs` is the number of the last vertex in `batch` plus 1.
        """
        if graphs is None and len(batch) == 0:
            graphs = 0
        return super().forward(edge_index, batch, labels, attributes, graphs=graphs)

    def barcodes(self, f: torch.Tensor, edge_index: torch.Tensor, batch: torch.Tensor) -> Iterator:
        """The weighted functions and the bars of each barcode, as vertices."""
        directions, extended = _pairs(f, edge_index, batch, None, self.extended)
        bars = dict(zip(("h0", "h0_essential", "h1_essential"), map(torch.cat, zip(*directions))))
        modules = dict(self.head.readout.items())
        if extended is not None:
            bars["h1"] = extended[1]
            modules.update(self.head.extended.items())
        for name, vertices in bars.items():
            yield _weighted(modules[name], modules[f"{name}_weight"]), vertices


def _weighted(functions: torch.nn.Module, weight: torch.nn.Module) -> Callable[[torch.Tensor], torch.Tensor]:
    return lambda bars: functions(bars) * weight(bars)


def _check_below(expected: str, numbers: torch.Tensor, end: int) -> None:
    outside = numbers[(numbers < 0) | (numbers >= end)]
    if len(outside):
        raise ValueError(f"{expected} below {end}, found {outside[0]}")


def _check_rows(name: str, values: torch.Tensor, shape: tuple[int, ...]) -> None:
    if values.shape != shape:
        raise ValueError(f"{name}: expected the shape {shape}, found {tuple(values.shape)}")
