"""Persistence of batches of graphs as indices of vertices, for PyTorch.

Gathering the filter at the indices gives bars that the filter can be trained through:

    pairs = sublevel.torch.persistence(f, data.edge_index, data.batch)
    bars = f[pairs.h0]                    # births and deaths of components, shape (k, 2)
    graphs = data.batch[pairs.h0[:, 0]]   # the graph of each bar
"""
from typing import Literal, NamedTuple

import torch

from . import _native
from ._arrays import integers, numbers, one_of


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
    if not isinstance(f, torch.Tensor):
        raise ValueError(f"f: expected a tensor, found {type(f).__name__}")
    superlevel = one_of("direction", direction, ("sublevel", "superlevel")) == "superlevel"
    # NumPy has no bfloat16, and 32 bits hold all values of 16 bits.
    tensor = f.detach().to("cpu", torch.float32 if f.dtype in (torch.float16, torch.bfloat16) else f.dtype)
    values = tensor.numpy() if tensor.dtype == torch.float32 and tensor.ndim == 1 else numbers("f", tensor)
    graphs = None if batch is None else integers("batch", batch, 1)
    h0, h0_essential, h1_essential, parts = _native.pairs(
        values, integers("edge_index", edge_index, 2), graphs, superlevel, bool(extended)
    )

    def on_device(indices):
        return None if indices is None else torch.from_numpy(indices).to(f.device)

    return Pairs(*map(on_device, (h0, h0_essential, h1_essential, *(parts or (None, None)))))


class RationalHats(torch.nn.Module):
    """Rational hats of Graph Filtration Learning: learnable functions of bars, summed over the bars of each graph.

    The function with centre c and radius r is 1 / (1 + ‖p − c‖₁) − 1 / (1 + | |r| − ‖p − c‖₁ |). `coordinates` is 2 for bars (birth, death)
    and 1 for births.

    >>> import torch, sublevel
    >>> hats = sublevel.torch.RationalHats(5)
    >>> hats(torch.tensor([[0.2, 0.7], [0.1, 0.9]]), torch.tensor([0, 2]), graphs=3).shape
    torch.Size([3, 5])
    """

    def __init__(self, functions: int, coordinates: int = 2):
        super().__init__()
        self.centres = torch.nn.Parameter(torch.rand(functions, coordinates))
        self.radii = torch.nn.Parameter(torch.full((functions,), 0.1))

    def forward(self, bars: torch.Tensor, graph: torch.Tensor, graphs: int) -> torch.Tensor:
        """The sums of `graphs` graphs. `bars` has a row for each bar, and `graph` has its graph."""
        distance = (bars.reshape(len(bars), 1, -1) - self.centres).abs().sum(2)
        values = 1 / (1 + distance) - 1 / (1 + (self.radii.abs() - distance).abs())
        return values.new_zeros(graphs, len(self.radii)).index_add(0, graph, values)
