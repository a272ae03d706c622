"""The page in a cell of a notebook, and its predictions as tables."""
import asyncio
import difflib
import json
import operator
import time
from collections import deque
from pathlib import Path
from typing import NamedTuple

import anywidget
import traitlets

from . import _run_log
from .data import read
from .tables import Tables

PAGE = Path(__file__).parent / "page"
WIDGET = PAGE / "widget.js"
#: The names of the settings of a run.
SETTINGS = PAGE / "settings.json"
NO_PAGE = f"""this installation of sublevel does not include the page. Run in the root of the repository:
    cargo run --release -- build
    npm --prefix www run notebook
    pip install "./python[notebook]"
(expected the page in {PAGE})"""
NOT_YET = (
    "the page has sent no tables yet. The kernel receives them when the page is visible and no cell runs: run this cell again"
)
NOT_RECEIVED = (
    "the page has sent no tables: show the explorer in a cell above. Older kernels receive messages only while no cell "
    "runs; there, use the tables in a later cell, without wait"
)
#: The suffix that the page gives to the name of weights before the first step: services/export/provenance.ts.
UNTRAINED = "untrained"


class Selected(NamedTuple):
    """The graph and the vertex in view, counted from 0."""

    graph: int
    vertex: int | None = None


class Explorer(anywidget.AnyWidget):
    """Shows graphs in the page of Sublevel, in the cell. The page shows the new epochs of a run log while its run trains.

    The page updates the tables `filter`, `bars` and `predictions` when it opens, after each epoch, and when training stops.
    `observe(function, "updates")` calls a function after each update.

    Parameters:
        data: Graphs of NetworkX or PyTorch Geometric, a `Run`, or the path of a TU zip, a file of JSON lines, or the folder of a
            run log.
        labels: The class of each graph, a whole number or a text, or its target of regression, a float. By default the graph attribute `y`.
        splits: "train", "val" or "test" for each graph of NetworkX.
        x: Names of the vertex attributes to use, for graphs of NetworkX. The attributes are numbers.
        edge_attr: Names of the edge attributes to use, for graphs of NetworkX. The attributes are numbers.
        name: Name of the data set.
        height: Height of the page in pixels.
    """

    _esm = WIDGET.read_text() if WIDGET.is_file() else "export default {}"
    height = traitlets.Int(720, min=200).tag(sync=True)
    #: The graph in view; None: no graph of the data set. Assign a graph, or a graph and a vertex, to show it.
    selected = traitlets.Any(None, allow_none=True)
    #: The number of updates of the tables.
    updates = traitlets.Int(0)

    def __init__(self, data, labels=None, *, splits=None, x=(), edge_attr=(), name="graphs", height=720):
        if not WIDGET.is_file():
            raise FileNotFoundError(NO_PAGE)
        self._data = read(data, labels, splits=splits, x=x, edge_attr=edge_attr, name=name)
        self._waiting = deque()  # messages until the page is ready
        self._is_open = False
        self._tables = None
        self._weights = b""
        self._problem = None
        self._parts = []
        self._from_page = False  # the page changes `selected`
        self._renewing = False
        self._training = False  # until the tables of a stopped run arrive
        self._requests = 0  # number of requests to train
        self._awaited = 1  # number of updates that `wait` waits for
        self._feed = None if self._data.log is None else _run_log.Feed(self._data.log, self._send_epochs)
        super().__init__(height=height)
        self.on_msg(self._receive)

    # ---- the prediction ----

    @property
    def filter(self):
        """The learned filter: graph, vertex, f in [0, 1]; and node, where the graphs have names for their vertices."""
        return self._current().filter

    @property
    def bars(self):
        """The bars that the model reads: graph, direction, dimension, birth, death (nan for essential bars), the vertices
        of both, and the multiplicity of equal bars. Bars of length zero are included."""
        return self._current().bars

    @property
    def predictions(self):
        """graph, class, the predicted class with its probability, and the part of the split."""
        return self._current().predictions

    @property
    def weights(self):
        """The run as the bytes of a safetensors file, at the last time that training stopped. `sublevel train` can resume it."""
        self._current()
        return self._weights

    # ---- requests to the page ----

    def train(self, **settings):
        """Resumes training; with settings, such as epochs=20 or learning_rate=0.001, starts a new run first.

        Returns immediately. If the page rejects the request, the next access to a table raises the error.
        """
        _check_settings(settings)
        self._problem = None
        config = {_camel(name): value for name, value in settings.items()}
        self._training = True
        self._requests += 1
        self._ask("train", request=self._requests, config=config or None)

    def stop(self):
        """Pauses training."""
        self._ask("pause")

    def update(self):
        """Requests the tables. This is necessary only for data sets with more than 200000 vertices."""
        self._awaited = self.updates + 1
        self._ask("tell")

    async def wait(self, timeout=600):
        """Waits until the tables arrive, after `train` those of the finished run; returns the explorer.

        With `await view.wait()`, "Run all" gives the same results as single cells. The page must be visible. The kernel
        must receive messages while a cell waits: JupyterLab 4.4 or Notebook 7.4, with ipykernel 7 or newer.
        """
        end = time.monotonic() + timeout
        while self._tables is None or self._training or self.updates < self._awaited:
            if self._problem is not None:
                self._training = False
                self._current()
            if time.monotonic() > end:
                raise TimeoutError(f"after {timeout} s, {NOT_RECEIVED}")
            await asyncio.sleep(0.05)
        return self

    # ---- internal ----

    def _current(self):
        # An exception in an observer of updates is invisible, and the tables that it reads are available.
        if self._problem is not None and not self._renewing:
            problem, self._problem = self._problem, None
            raise RuntimeError(problem)
        if self._tables is None:
            raise RuntimeError(NOT_YET)
        return self._tables

    @traitlets.validate("selected")
    def _check_selected(self, proposal):
        value = proposal["value"]
        if value is None:
            return None
        expected = "selected: expected a graph, or a graph and a vertex, counted from 0"
        try:
            graph, vertex = (_number(value), None) if hasattr(value, "__index__") else value
            graph, vertex = _number(graph), None if vertex is None else _number(vertex)
        except (TypeError, ValueError):
            raise traitlets.TraitError(f"{expected}; found {value!r}") from None
        sizes = self._sizes()
        if sizes is not None and not 0 <= graph < len(sizes):
            raise traitlets.TraitError(f"{expected}; found graph {graph} of {len(sizes)} graphs")
        if sizes is not None and vertex is not None and not 0 <= vertex < sizes[graph]:
            raise traitlets.TraitError(f"{expected}; found vertex {vertex}, and graph {graph} has {sizes[graph]} vertices")
        if graph < 0 or (vertex is not None and vertex < 0):
            raise traitlets.TraitError(f"{expected}; found {value!r}")
        return Selected(graph, vertex)

    def _sizes(self):
        """The number of vertices of each graph; None if it is unknown."""
        if self._data.sizes is not None:
            return self._data.sizes
        own = self._tables is not None and self._tables.about["own"]
        return self._tables.sizes if own else None

    @traitlets.observe("selected")
    def _show_selected(self, change):
        if not self._from_page and change["new"] is not None:
            self._ask("show", **change["new"]._asdict())

    def _ask(self, kind, **more):
        """Sends a request to the page, or stores it until the page is ready."""
        # The message that opens the data contains the selection.
        if kind == "show" and not self._is_open:
            return
        self._waiting.append({"type": kind, **more})
        if self._is_open:
            self._send_waiting()

    def _receive(self, _, content, buffers):
        kind = content.get("type")
        if kind == "file":
            self._send_file(content["name"])
        elif kind == "ready":
            self._open()
        elif kind == "selected":
            self._receive_selected(content)
        elif kind == "refused":
            self._problem = content["problem"]
        elif kind == "tables":
            self._receive_tables(content, buffers)

    def _send_file(self, name):
        packed = PAGE / f"{Path(name).name}.gz"
        self.send({"type": "file", "name": name}, [packed.read_bytes()])

    def _open(self):
        """Sends the data to a page that is ready. A page that opens again resumes the last stored run."""
        self._is_open = False
        if self._feed is None:
            self._send_open([self._data.bytes, *([self._weights] if self._weights else [])])
            return
        self._feed.stop()
        if (self._data.log / _run_log.INDEX).stat().st_size == 0:
            self.send({"type": "empty-log"})
        self._feed.start()

    def _send_open(self, buffers):
        graph, vertex = self.selected or Selected(0)
        opened = {"type": "open", "name": self._data.name, "isLog": self._feed is not None, "graph": graph, "vertex": vertex}
        self.send(opened, buffers)
        self._is_open = True
        self._send_waiting()

    def _send_waiting(self):
        while self._waiting:
            self.send(self._waiting.popleft())

    def _send_epochs(self, lines, values):
        if self._is_open:
            self.send({"type": "epochs"}, [lines, values])
        else:
            files = [(self._data.log / name).read_bytes() for name in (_run_log.HEADER, _run_log.GRAPHS)]
            self._send_open([*files, lines, values])

    def close(self):
        """Removes the page from its cell."""
        if self._feed is not None:
            self._feed.stop()
        super().close()

    def _receive_selected(self, content):
        self._from_page = True
        try:
            self.selected = Selected(content["graph"], content["vertex"])
        finally:
            self._from_page = False

    def _receive_tables(self, content, buffers):
        if self._parts and self._parts[0][0] != content["id"]:
            self._parts = []
        self._parts.append((content["id"], bytes(buffers[0])))
        if content["about"] is None:
            return
        payload = b"".join(part for _, part in self._parts)
        self._parts = []
        self.send({"type": "taken", "id": content["id"]})
        about = content["about"]
        try:
            tables = Tables(about, payload, self._data.nodes if about["own"] else None)
            tables.check()
        except (KeyError, TypeError, ValueError) as error:
            # The previous tables stay valid.
            self._problem = f"the tables of the page cannot be read ({error}): view.update() requests them again"
            return
        self._tables = tables
        # The tables of a run before its first step arrive before those of the training.
        is_asked = about["request"] == self._requests
        if is_asked and about["weights"] and not tables.attrs["weights"].endswith(UNTRAINED):
            self._training = False
        # A page opens these weights together with this data set.
        if about["own"] and about["weights"]:
            self._weights = self._tables.weights
        self._renewing = True
        try:
            self.updates += 1
        finally:
            self._renewing = False


def _number(value):
    """A whole number of Python or NumPy."""
    if isinstance(value, bool):
        raise TypeError("expected a number, found a bool")
    return operator.index(value)


def _check_settings(settings):
    """Raises TypeError for an unknown setting."""
    known = json.loads(SETTINGS.read_text())
    for name in settings:
        if name not in known:
            alike = difflib.get_close_matches(name, known, n=1)
            meant = f"; did you mean {alike[0]}? The settings are" if alike else "; the settings are"
            raise TypeError(f"there is no setting {name}{meant} {', '.join(known)}")


def _camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
