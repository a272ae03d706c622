"""Run logs: the filters and predictions of a training run in any program, for the page."""
import json
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from .._arrays import keys_of, whole
from .._graphs import warn_of_repeated_edges
from . import arguments
from .cells import Edges, vertices_of
from .epoch import Shapes, read_loss
from .folder import Folder, name_of

#: The page computes with 32-bit numbers.
MAX_EPOCH = 2**31 - 1


class Run:
    """A folder with the filter values and the predictions of every epoch, which `sublevel serve --run` shows.

    The folder is created. If it already contains a run log of the same graphs, the run is continued after its last epoch.

    >>> import sublevel, tempfile
    >>> graphs = [(3, [(0, 1), (1, 2)]), (2, [(0, 1)])]
    >>> folder = tempfile.mkdtemp()
    >>> with sublevel.Run(folder, graphs, labels=[0, 1], name="example") as run:
    ...     run.log(1, f=[0.1, 0.9, 0.4, 0.5, 0.2], predictions=[[2, -1], [0, 1]], loss=0.3)
    ...     run
    <Run 'example': 2 graphs, 1 channel, last epoch 1>

    Parameters:
        path: The folder.
        graphs: Graphs of NetworkX or PyTorch Geometric, adjacency matrices of SciPy, or pairs (number of vertices, edges).
        labels: The class of each graph: its column in the predictions. By default `y` of the graphs. If no graph has one, the run
            has predictions and no accuracy.
        split: "train", "val" or "test" for each graph, or a dictionary of these names with the indices of graphs. Labels and parts
            can also be a dictionary or a Series of pandas by graph, from 0.
        classes: Names of the classes, in the order of the columns, or their number. By default "0", "1" … up to the largest label.
        channels: Names of the filters with a value for each vertex. With `edge_channels`, it can be empty.
        edge_channels: Names of the filters with a value for each edge.
        attributions: Whether each epoch contains the contribution of each bar to each score. Not beside `edge_channels`.
        name: Name of the run. By default that of the run log that is continued, or that of the folder.
        max_bytes: Limit of the arrays on the disk. Close to the limit, fewer and fewer epochs keep their filter values. All epochs
            keep their predictions, which do not count as part of the limit.

    Raises:
        ValueError: If an argument is invalid, or the folder has a run log of other graphs or is in use by another program.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        graphs: Iterable[Any],
        labels: Any = None,
        *,
        split: Any = None,
        classes: Sequence[str] | int | None = None,
        channels: Sequence[str] = ("f",),
        edge_channels: Sequence[str] = (),
        attributions: bool = False,
        name: str | None = None,
        max_bytes: int = 2**30,
    ):
        self.path = Path(path)
        rows = keys_of(graphs)
        graphs = list(graphs)
        rows = range(len(graphs)) if rows is None else rows
        if not graphs:
            raise ValueError("graphs: expected at least one graph, found none")
        read = [arguments.read_graph(index, graph) for index, graph in enumerate(graphs)]
        warn_of_repeated_edges(read, "a run log")
        labels = arguments.read_labels(graphs, rows, labels)
        self.channels, self.edge_channels = arguments.read_channels(channels, edge_channels)
        if attributions and self.edge_channels:
            raise ValueError("attributions: they belong to bars that are born at vertices; omit attributions or edge_channels")
        self.classes = arguments.read_classes(labels, classes)
        if labels is not None and max(labels) >= len(self.classes):
            raise ValueError(f"labels: expected classes below {len(self.classes)}, the number of names in classes, found {max(labels)}")
        # A copied or moved folder keeps the name of its run.
        self.name = str(name if name is not None else name_of(self.path) or self.path.resolve().name)
        max_bytes = whole("max_bytes", max_bytes)
        edges = Edges(read) if self.edge_channels else None
        self._shapes = Shapes(vertices_of(read), edges, self.channels, self.edge_channels, self.classes, bool(attributions))
        lines = arguments.lines(graphs, read, labels, arguments.read_split(split, rows))
        header = self._header(labelled=labels is not None)
        self._folder = Folder(self.path, header, "".join(lines).encode(), self._shapes.sizes, max_bytes)

    def log(
        self, epoch: int, *, f: Any = None, edge_values: Any = None, predictions: Any, loss: Any = None, attributions: Any = None
    ) -> None:
        """Adds an epoch. Epoch 0 is before the first training step.

        Parameters:
            epoch: Larger than the last one.
            f: One value for each vertex of all graphs, graph by graph, as one array or as a list with an array for each graph, or with
                a dictionary or a Series of pandas by vertex. For several channels, a dictionary with such values for each channel.
            edge_values: If the run has `edge_channels`, one value for each edge of all graphs, in the order of the edges of each
                graph, in the same forms. An edge that is listed again, for example in both directions, has the same value again.
            predictions: The score of each class for each graph, shape (graphs, classes).
            loss: Mean loss over the training graphs.
            attributions: If the run has them, a dictionary with the keys "sublevel" and "superlevel". Its values are pairs of arrays
                of the shape (vertices of all graphs, classes). Row v of the first array is the contribution of the component born at
                vertex v to each score. Row v of the second array is that of the loops born at v. A missing direction is 0. For
                several channels, a dictionary with such dictionaries for each channel.

        Raises:
            ValueError: If a number is missing, superfluous or not finite. Nothing is written.
        """
        if self._folder.closed:
            raise ValueError("the run log is closed: open it again")
        epoch = whole("epoch", epoch)
        if epoch > MAX_EPOCH or (self.last_epoch is not None and epoch <= self.last_epoch):
            after = "" if self.last_epoch is None else f" above {self.last_epoch}, the last one,"
            raise ValueError(f"epoch: expected a number{after} up to {MAX_EPOCH}, found {epoch}")
        filters = self._shapes.filters(f, edge_values)
        scores = self._shapes.scores(predictions)
        shares = self._shapes.attributions(attributions)
        loss = None if loss is None else read_loss(loss)
        self._folder.append(epoch, loss, optional=filters + shares, always=scores)

    @property
    def last_epoch(self) -> int | None:
        """The last logged epoch; None before the first."""
        return self._folder.last_epoch

    def close(self) -> None:
        """Closes the files. The run log is complete after every `log`, so this only frees them."""
        self._folder.close()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        channels = len(self.channels) + len(self.edge_channels)
        last = "no epoch" if self.last_epoch is None else f"last epoch {self.last_epoch}"
        return f"<Run {self.name!r}: {self._shapes.graphs} graphs, {channels} channel{'s' if channels > 1 else ''}, {last}>"

    def _header(self, labelled: bool) -> bytes:
        header = {
            "run_log": 1,
            "name": self.name,
            "channels": self.channels,
            "classes": self.classes,
            "graphs": self._shapes.graphs,
            "vertices": self._shapes.vertices.count,
        }
        if self._shapes.edges is not None:
            header |= {"edge_channels": self.edge_channels, "edges": self._shapes.edges.count}
        if not labelled:
            header["labelled"] = False
        if self._shapes.has_attributions:
            header["attributions"] = True
        return json.dumps(header, ensure_ascii=False).encode()
