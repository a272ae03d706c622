"""Run logs: the filters and predictions of a training run in any program, for the page."""
import json
import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from . import _graphs
from ._arrays import _array, integers, numbers, whole

try:
    import fcntl
except ImportError:
    # Windows has no such locks.
    fcntl = None

HEADER, GRAPHS, INDEX, VALUES = "run-log.json", "graphs.jsonl", "epochs.jsonl", "values.f32"
PARTS = ("train", "val", "test")
DIRECTIONS = ("sublevel", "superlevel")
#: The page computes with 32-bit numbers.
MAX_EPOCH = 2**31 - 1
LARGEST = float(np.finfo(np.float32).max)


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
        split: "train", "val" or "test" for each graph, or a dictionary of these names with the indices of graphs.
        classes: Names of the classes, in the order of the columns, or their number. By default "0", "1" … up to the largest label.
        channels: Names of the filters.
        attributions: Whether each epoch contains the contribution of each bar to each score.
        name: Name of the run. By default that of the folder.
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
        attributions: bool = False,
        name: str | None = None,
        max_bytes: int = 2**30,
    ):
        self.path = Path(path)
        graphs = list(graphs)
        if not graphs:
            raise ValueError("graphs: expected at least one graph, found none")
        read = [_read(index, graph) for index, graph in enumerate(graphs)]
        labels = _labels(graphs, labels)
        #: First vertex of each graph, and the number of all vertices.
        self._first = np.cumsum([0] + [graph.vertices for graph in read])
        self.channels = _names("channels", channels)
        self.classes = _classes(labels, classes)
        if labels is not None and max(labels) >= len(self.classes):
            raise ValueError(f"labels: expected classes below {len(self.classes)}, the number of names in classes, found {max(labels)}")
        self.name = str(name if name is not None else self.path.resolve().name)
        self._max_bytes = whole("max_bytes", max_bytes)
        header = {
            "run_log": 1,
            "name": self.name,
            "channels": self.channels,
            "classes": self.classes,
            "graphs": len(graphs),
            "vertices": int(self._first[-1]),
        }
        if labels is None:
            header["labelled"] = False
        self._attributions = bool(attributions)
        if self._attributions:
            header["attributions"] = True
        lines = _lines(graphs, read, labels, _split(split, len(graphs)))
        self._index = self._values = None
        #: The last logged epoch; None before the first.
        self.last_epoch: int | None = None
        self.path.mkdir(parents=True, exist_ok=True)
        self._create(json.dumps(header, ensure_ascii=False).encode(), "".join(lines).encode())

    def log(self, epoch: int, *, f: Any, predictions: Any, loss: Any = None, attributions: Any = None) -> None:
        """Adds an epoch. Epoch 0 is before the first training step.

        Parameters:
            epoch: Larger than the last one.
            f: One value for each vertex of all graphs, graph by graph, as one array or as a list with an array for each graph. For
                several channels, a dictionary with such values for each channel.
            predictions: The score of each class for each graph, shape (graphs, classes).
            loss: Mean loss over the training graphs.
            attributions: If the run has them, a dictionary with the keys "sublevel" and "superlevel". Its values are pairs of arrays
                of the shape (vertices of all graphs, classes). Row v of the first array is the contribution of the component born at
                vertex v to each score. Row v of the second array is that of the loops born at v. A missing direction is 0. For
                several channels, a dictionary with such dictionaries for each channel.

        Raises:
            ValueError: If a number is missing, superfluous or not finite. Nothing is written.
        """
        if self._index is None:
            raise ValueError("the run log is closed: open it again")
        epoch = whole("epoch", epoch)
        if epoch > MAX_EPOCH or (self.last_epoch is not None and epoch <= self.last_epoch):
            after = "" if self.last_epoch is None else f" above {self.last_epoch}, the last one,"
            raise ValueError(f"epoch: expected a number{after} up to {MAX_EPOCH}, found {epoch}")
        filters = [self._filter(name, values) for name, values in self._channels(f).items()]
        scores = numbers("predictions", predictions, 2)
        expected = (len(self._first) - 1, len(self.classes))
        if scores.shape != expected:
            advice = "; name every class with classes=[…]" if scores.shape[0] == expected[0] else ""
            raise ValueError(f"predictions: expected the shape {expected}, graphs and classes, found {scores.shape}{advice}")
        self._check("predictions", scores, lambda at: f" at graph {at[0]}, class {at[1]}")
        shares = self._shares(attributions)
        line: dict[str, Any] = {"epoch": epoch}
        if loss is not None:
            line["loss"] = self._loss(loss)
        data = scores.astype("<f4").tobytes()
        arrays = filters + shares
        size = sum(4 * values.size for values in arrays)
        if self._keeps(size + len(data)):
            data = b"".join(values.astype("<f4").tobytes() for values in arrays) + data
        # The arrays first: a line of the index means that its arrays are complete.
        offset = self._values.seek(0, os.SEEK_END)
        lines = self._index.seek(0, os.SEEK_END)
        line |= {"offset": offset, "bytes": len(data), "crc32": zlib.crc32(data)}
        try:
            _write(self._values, data)
            _write(self._index, json.dumps(line).encode() + b"\n")
        except OSError:
            # A full disk must not leave a half line, to which the next epoch would be appended.
            self._index.truncate(lines)
            self._values.truncate(offset)
            raise
        self.last_epoch = epoch
        self._epochs += 1

    def close(self) -> None:
        """Closes the files. The run log is complete after every `log`, so this only frees them."""
        for file in (self._index, self._values):
            if file is not None:
                file.close()
        self._index = self._values = None

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        channels = len(self.channels)
        last = "no epoch" if self.last_epoch is None else f"last epoch {self.last_epoch}"
        return f"<Run {self.name!r}: {len(self._first) - 1} graphs, {channels} channel{'s' if channels > 1 else ''}, {last}>"

    def _create(self, header: bytes, graphs: bytes) -> None:
        """Writes the graphs and the header, or checks those of an earlier run; then opens the files of the epochs."""
        known = self.path / HEADER
        if known.exists():
            if (known.read_bytes(), (self.path / GRAPHS).read_bytes()) != (header, graphs):
                raise ValueError(
                    f"{self.path}: the folder has a run log with another name, other graphs, labels, classes or channels; choose another folder"
                )
        else:
            _replace(self.path / GRAPHS, graphs)
            for name in (INDEX, VALUES):
                (self.path / name).write_bytes(b"")
            # Last: a folder with a header is a run log.
            _replace(known, header)
        # Without buffers: after each write, the system has the bytes, also if this program is killed.
        self._index = open(self.path / INDEX, "r+b", buffering=0)
        self._values = open(self.path / VALUES, "r+b", buffering=0)
        try:
            self._lock()
            self._resume()
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        """Two writers would damage the log. The system frees the lock at the end of the program."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._index, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"{self.path}: another program writes this run log; stop it, or choose another folder") from None

    def _resume(self) -> None:
        """Finds the last complete epoch and removes an incomplete one after it."""
        size = self._values.seek(0, os.SEEK_END)
        end = complete = 0
        self._epochs = 0
        self._index.seek(0)
        for line in self._index.read().splitlines(keepends=True):
            try:
                known = json.loads(line) if line.endswith(b"\n") else None
                after = known["offset"] + known["bytes"]
            except (ValueError, TypeError, KeyError):
                break
            if after > size:
                break
            self.last_epoch = known["epoch"]
            self._epochs += 1
            end, complete = after, complete + len(line)
        self._index.truncate(complete)
        self._index.seek(complete)
        self._values.truncate(end)
        self._values.seek(end)

    def _keeps(self, size: int) -> bool:
        """Whether the next epoch keeps its filter values: every epoch in the first half of the limit, every second one in the next
        quarter, every fourth one in the next eighth, and so on. The size alone determines this, so a continued run goes on equally."""
        used, room, stride = self._values.seek(0, os.SEEK_END), self._max_bytes, 1
        if used + size > room:
            return False
        threshold = room / 2
        while used >= threshold and stride < 2**30:
            threshold += (room - threshold) / 2
            stride *= 2
        return self._epochs % stride == 0

    def _channels(self, f: Any, what: str = "f") -> dict[str, Any]:
        known = ", ".join(map(repr, self.channels))
        if not isinstance(f, Mapping):
            if len(self.channels) > 1:
                raise ValueError(f"{what}: expected a dictionary with the channels {known}, found {type(f).__name__}")
            return {self.channels[0]: f}
        if set(f) != set(self.channels):
            raise ValueError(f"{what}: expected the channels {known}, found {', '.join(map(repr, f)) or 'none'}")
        return {name: f[name] for name in self.channels}

    def _shares(self, attributions: Any) -> list[np.ndarray]:
        """The contributions of the bars: components and loops of the sublevel filtration, then of the superlevel filtration."""
        if not self._attributions:
            if attributions is not None:
                raise ValueError("attributions: the run has none; create it with attributions=True")
            return []
        if attributions is None:
            raise ValueError("attributions: expected the contributions of the bars, found none")
        single = len(self.channels) == 1 and not (isinstance(attributions, Mapping) and set(attributions) == set(self.channels))
        by_channel = {self.channels[0]: attributions} if single else self._channels(attributions, "attributions")
        expected = (int(self._first[-1]), len(self.classes))
        arrays = []
        for channel, by_direction in by_channel.items():
            name = "attributions" if len(self.channels) == 1 else f"attributions[{channel!r}]"
            if not isinstance(by_direction, Mapping) or not set(by_direction) <= set(DIRECTIONS):
                raise ValueError(f"{name}: expected a dictionary with the keys 'sublevel' and 'superlevel'")
            for direction in DIRECTIONS:
                pair = by_direction.get(direction, (np.zeros(expected), np.zeros(expected)))
                if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                    raise ValueError(f"{name}[{direction!r}]: expected two arrays, for components and for loops")
                for bars, values in zip(("components", "loops"), pair, strict=True):
                    what = f"{name}[{direction!r}], {bars}"
                    array = numbers(what, values, 2)
                    if array.shape != expected:
                        raise ValueError(f"{what}: expected the shape {expected}, vertices and classes, found {array.shape}")
                    self._check(what, array, self._place)
                    arrays.append(array)
        return arrays

    def _filter(self, channel: str, values: Any) -> np.ndarray:
        name = "f" if len(self.channels) == 1 else f"f[{channel!r}]"
        if isinstance(values, (list, tuple)) and len(values) > 0 and np.ndim(_plain(values[0])) > 0:
            values = self._joined(name, values)
        array = numbers(name, values)
        vertices = int(self._first[-1])
        if len(array) != vertices:
            raise ValueError(f"{name}: expected {vertices} values, one for each vertex of all graphs, found {len(array)}")
        self._check(name, array, self._place)
        return array

    def _loss(self, loss: Any) -> float:
        value = numbers("loss", np.atleast_1d(_array("loss", loss)))
        if len(value) != 1:
            raise ValueError(f"loss: expected one number, found {len(value)}")
        self._check("loss", value, lambda _: "")
        return float(value[0])

    def _joined(self, name: str, parts: Sequence[Any]) -> np.ndarray:
        graphs = len(self._first) - 1
        if len(parts) != graphs:
            raise ValueError(f"{name}: expected {graphs} arrays, one for each graph, found {len(parts)}")
        arrays = [numbers(f"{name}, graph {index}", part) for index, part in enumerate(parts)]
        for index, (array, size) in enumerate(zip(arrays, np.diff(self._first), strict=True)):
            if len(array) != size:
                raise ValueError(f"{name}: graph {index} has {size} vertices, found {len(array)} values")
        return np.concatenate(arrays)

    def _place(self, at: Any) -> str:
        graph = int(np.searchsorted(self._first, at[0], side="right")) - 1
        return f" at graph {graph}, vertex {at[0] - self._first[graph]}"

    @staticmethod
    def _check(name: str, array: np.ndarray, place: Any) -> None:
        wrong = np.argwhere(~(np.abs(array) <= LARGEST))
        if len(wrong) > 0:
            at = wrong[0]
            raise ValueError(f"{name}: expected finite numbers of at most 3.4e38, found {array[tuple(at)]}{place(at)}")


def _plain(values: Any) -> Any:
    return values.detach().cpu() if hasattr(values, "detach") else values


def _read(index: int, graph: Any) -> _graphs.Graph:
    try:
        if isinstance(graph, tuple) and len(graph) == 2 and hasattr(graph[0], "__index__"):
            read = _graphs.read(graph[1], None, graph[0])
        elif hasattr(graph, "adj") or hasattr(graph, "edge_index") or hasattr(graph, "tocoo"):
            read = _graphs.read(graph, None, None)
        else:
            raise ValueError("expected a graph of NetworkX or PyTorch Geometric, a matrix of SciPy, or a pair (number of vertices, edges)")
    except ValueError as error:
        raise ValueError(f"graph {index}: {error}") from None
    if read.vertices == 0:
        raise ValueError(f"graph {index} has no vertices; leave it out, with its label")
    if read.edges.size > 0 and (read.edges.min() < 0 or read.edges.max() >= read.vertices):
        raise ValueError(f"graph {index}: expected edges between vertices from 0 to {read.vertices - 1}, found {read.edges.max()} or {read.edges.min()}")
    return read


def _labels(graphs: list[Any], labels: Any) -> list[int] | None:
    if labels is None:
        labels = [_own_label(graph) for graph in graphs]
        absent = labels.count(None)
        if absent == len(graphs):
            return None
        if absent > 0:
            raise ValueError(f"labels: graph {labels.index(None)} has no y; pass labels=[…] with the class of each graph")
    array = integers("labels", labels, 1)
    if len(array) != len(graphs):
        raise ValueError(f"labels: expected {len(graphs)}, one for each graph, found {len(array)}")
    if array.min() < 0 or array.max() >= 1024:
        raise ValueError(f"labels: expected classes from 0 to 1023, found {array.min() if array.min() < 0 else array.max()}")
    return array.tolist()


def _own_label(graph: Any) -> Any:
    label = graph.graph.get("y") if hasattr(graph, "adj") else getattr(graph, "y", None)
    return label.item() if hasattr(label, "item") else label


def _classes(labels: list[int] | None, classes: Any) -> list[str]:
    if classes is None:
        if labels is None:
            raise ValueError("classes: the graphs have no labels; pass labels=[…], or classes=[…] with a name for each column of the predictions")
        classes = max(labels) + 1
    if hasattr(classes, "__index__"):
        count = whole("classes", classes)
        if count == 0:
            raise ValueError("classes: expected at least one class, found 0")
        return [str(index) for index in range(count)]
    return _names("classes", classes)


def _names(what: str, names: Iterable[str]) -> list[str]:
    if isinstance(names, str):
        raise ValueError(f"{what}: expected a list of names, found the text {names!r}")
    names = list(names)
    if not names or not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
        raise ValueError(f"{what}: expected different names, found {names!r}")
    return names


def _split(split: Any, graphs: int) -> list[str] | None:
    if split is None:
        return None
    if isinstance(split, Mapping):
        parts: list[str | None] = [None] * graphs
        for part, indices in split.items():
            _part("split", part)
            for index in integers(f"split[{part!r}]", indices, 1).tolist():
                if not 0 <= index < graphs or parts[index] is not None:
                    raise ValueError(f"split: expected each graph from 0 to {graphs - 1} in one part, found {index} again or out of range")
                parts[index] = part
        absent = next((index for index, part in enumerate(parts) if part is None), None)
        if absent is not None:
            raise ValueError(f"split: graph {absent} is in no part")
    else:
        parts = [str(part) for part in split]
        if len(parts) != graphs:
            raise ValueError(f"split: expected {graphs} parts, one for each graph, found {len(parts)}")
        for index, part in enumerate(parts):
            _part(f"split: graph {index}", part)
    if parts.count("train") < 2 or "test" not in parts:
        raise ValueError("split: expected at least two graphs in 'train' and one in 'test'")
    return [str(part) for part in parts]


def _part(place: str, part: Any) -> None:
    if part not in PARTS:
        raise ValueError(f"{place}: expected 'train', 'val' or 'test', found {part!r}")


def _lines(graphs: list[Any], read: list[_graphs.Graph], labels: list[int] | None, split: list[str] | None) -> Iterable[str]:
    for index, (graph, arrays) in enumerate(zip(graphs, read, strict=True)):
        line: dict[str, Any] = {"n": arrays.vertices, "edges": arrays.edges.tolist()}
        if labels is not None:
            line["y"] = labels[index]
        x = getattr(graph, "x", None) if hasattr(graph, "edge_index") else None
        if x is not None:
            rows = numbers(f"graph {index}, x", x, 2)
            if len(rows) != arrays.vertices or not np.isfinite(rows).all():
                raise ValueError(f"graph {index}: expected {arrays.vertices} rows of finite numbers as x, found {len(rows)} or other numbers")
            if rows.shape[1] > 0:
                line["x"] = rows.tolist()
        yield json.dumps(line if split is None else {**line, "split": split[index]}, allow_nan=False) + "\n"


def _replace(path: Path, data: bytes) -> None:
    """A file that exists completely or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def _write(file: Any, data: bytes) -> None:
    """Writes all bytes: the system may accept a part of them."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest):]
