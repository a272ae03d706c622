"""The graphs behind the loaders of a training program, in the order of the data set."""
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .._run_log import arguments


class Size(NamedTuple):
    """The numbers of vertices and of listed edges of a batch or a graph; both directions of an edge count."""

    vertices: int
    edges: int


class Part:
    """The graphs that the sampler of a loader can draw. The iterator of the loader would use random numbers of the program."""

    def __init__(self, name: str, loader: Any):
        dataset, batches = getattr(loader, "dataset", None), getattr(loader, "batch_sampler", None)
        if batches is None or not hasattr(loader, "collate_fn") or not hasattr(dataset, "__getitem__") or not hasattr(dataset, "__len__"):
            raise ValueError(f"{name}: expected a DataLoader of PyTorch Geometric over a data set with a length, found {type(loader).__name__}")
        # The test graphs can be in the same data set.
        indices = getattr(getattr(batches, "sampler", loader.sampler), "indices", None)
        self.graphs = [dataset[int(index)] for index in (range(len(dataset)) if indices is None else sorted(indices))]
        self._collate, self._size = loader.collate_fn, loader.batch_size or 64
        try:
            read = [arguments.read_graph(index, graph) for index, graph in enumerate(self.graphs)]
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        self._sizes = [Size(graph.vertices, len(graph.edges)) for graph in read]

    def batches(self) -> Iterator[tuple[Any, int, Size]]:
        """All graphs in the same batches in every pass: the batch, and its numbers of graphs and of cells."""
        for start in range(0, len(self.graphs), self._size):
            own = slice(start, start + self._size)
            graphs = self.graphs[own]
            yield self._collate(graphs), len(graphs), Size(*map(sum, zip(*self._sizes[own], strict=True)))


def labels_of(graphs: list[Any], labels: Any) -> list[int] | None:
    """The class of each graph, by default from `y`, which some losses require as a float; None: no graph has one."""
    if labels is not None:
        return arguments.read_labels(graphs, range(len(graphs)), labels)
    ys = [getattr(graph, "y", None) for graph in graphs]
    if all(y is None for y in ys):
        return None
    for index, y in enumerate(ys):
        if y is None or getattr(y, "numel", lambda: 1)() != 1 or not float(y).is_integer():
            raise ValueError(f"labels: expected a class as y of graph {index}, found {y}; pass labels=[…] with the class of each graph")
    return [int(y) for y in ys]
