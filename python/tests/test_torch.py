"""Pairs of batches of graphs, compared with the barcodes of each graph."""
import numpy as np
import pytest

import sublevel
from graphs import make_cases

torch = pytest.importorskip("torch")


def batch_of(cases, dtype):
    """A batch with the edges of all graphs in any order, both directions among them."""
    rng = np.random.default_rng(10)
    first = np.cumsum([0, *(case.vertices for case in cases)])
    edges = [(start + u, start + v) for start, case in zip(first, cases) for u, v in case.edges]
    edges += [(v, u) for u, v in edges]
    edge_index = torch.tensor(rng.permutation(np.array(edges)).T.copy())
    f = torch.tensor(np.concatenate([case.values for case in cases]), dtype=dtype)
    batch = torch.tensor(np.repeat(np.arange(len(cases)), [case.vertices for case in cases]))
    return f, edge_index, batch, first


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("direction", ["sublevel", "superlevel"])
def test_pairs_are_those_of_each_graph(dtype, direction):
    cases = [case for case in make_cases(each=40, seed=11) if case.vertices]
    f, edge_index, batch, first = batch_of(cases, dtype)
    pairs = sublevel.torch.persistence(f, edge_index, batch, direction=direction, extended=True)

    def of_graph(graph, indices):
        graph_of = batch[indices if indices.ndim == 1 else indices[:, 0]]
        return sorted((indices[graph_of == graph] - int(first[graph])).tolist())

    for graph, case in enumerate(cases):
        values = f[batch == graph].double().numpy()
        # An edge of a batch occurs once.
        edges = sorted({*case.edges, *((v, u) for u, v in case.edges)})
        edges = [*((u, v) for u, v in edges if u < v), *((v, v) for u, v in case.edges + case.edges if u == v)]
        for u, v in {tuple(sorted(edge)) for edge in case.edges if edge[0] != edge[1]}:
            edges += [(u, v)] * (sum(tuple(sorted(edge)) == (u, v) for edge in case.edges) - 1)
        bars = sublevel.barcode(edges, values, extended=True, direction=direction, parallel_edges="keep")
        is_h0, is_essential = bars.dimensions == 0, bars.death_vertices < 0
        both = np.stack([bars.birth_vertices, bars.death_vertices], 1)
        assert of_graph(graph, pairs.h0) == sorted(both[is_h0 & ~is_essential].tolist())
        assert of_graph(graph, pairs.h0_essential) == sorted(bars.birth_vertices[is_h0 & is_essential].tolist())
        assert of_graph(graph, pairs.h1_essential) == sorted(bars.birth_vertices[~is_h0].tolist())
        part = bars.extended
        both = np.stack([part.birth_vertices, part.death_vertices], 1)
        assert of_graph(graph, pairs.extended_h0) == sorted(both[part.dimensions == 0].tolist())
        assert of_graph(graph, pairs.extended_h1) == sorted(both[part.dimensions == 1].tolist())


def test_a_filter_learns_through_its_bars():
    torch.manual_seed(0)
    f = torch.rand(30, dtype=torch.float64, requires_grad=True)
    path = torch.arange(29)
    edge_index = torch.stack([path, path + 1])

    def persistence(f):
        pairs = sublevel.torch.persistence(f, edge_index)
        bars = f[pairs.h0]
        return (bars[:, 1] - bars[:, 0]).square().sum()

    assert torch.autograd.gradcheck(persistence, f)
    before = persistence(f)
    optimiser = torch.optim.SGD([f], 0.05)
    for _ in range(100):
        optimiser.zero_grad()
        persistence(f).backward()
        optimiser.step()
    assert persistence(f) < 0.1 * before


def test_rational_hats_have_gradients():
    hats = sublevel.torch.RationalHats(3).double()
    bars = torch.rand(5, 2, dtype=torch.float64, requires_grad=True)
    graph = torch.tensor([0, 0, 1, 3, 3])
    assert torch.autograd.gradcheck(lambda bars: hats(bars, graph, 4), bars)
    sums = hats(bars, graph, 4)
    assert sums.shape == (4, 3) and (sums[2] == 0).all()
    births = sublevel.torch.RationalHats(3, coordinates=1)
    assert births(torch.rand(4), torch.zeros(4, dtype=int), 1).shape == (1, 3)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.int64])
def test_other_types_of_numbers(dtype):
    f = torch.tensor([1, 3, 2], dtype=dtype)
    pairs = sublevel.torch.persistence(f, torch.tensor([[0, 1], [1, 2]]))
    assert pairs.h0.tolist() == [[2, 1]] and pairs.extended_h0 is None


@pytest.mark.parametrize(("f", "edges", "batch", "words"), [
    ([1.0], [[0], [1]], None, "edge 0 joins vertices 0 and 1"),
    ([1.0, 2.0], [[0], [-1]], None, "edge 0 joins vertices 0 and -1"),
    ([1.0, 2.0], [[0], [1]], [0, 1], "different graphs"),
    ([1.0, 2.0], [[0], [1]], [1, 0], "sorted by graph"),
    ([1.0, 2.0], [[0], [1]], [0], "each of 2 vertices, found 1"),
    ([1.0, 2.0], [[0, 1]], None, "two rows"),
    ([1.0, 2.0], [0, 1], None, "2 axes"),
    ([[1.0, 2.0]], [[0], [1]], None, "1 axes"),
    ([1.0, 2.0], [[0.5], [1]], None, "whole numbers"),
])
def test_errors_say_what_to_change(f, edges, batch, words):
    batch = None if batch is None else torch.tensor(batch)
    with pytest.raises(ValueError, match=words):
        sublevel.torch.persistence(torch.tensor(f), torch.tensor(edges), batch)
    with pytest.raises(ValueError, match="expected a tensor"):
        sublevel.torch.persistence([1.0], torch.tensor([[0], [0]]))
