"""The page in a cell, and what it knows as tables."""
import asyncio
import difflib
import json
import operator
import time
from pathlib import Path
from typing import NamedTuple

import anywidget
import traitlets

from .data import read
from .tables import Tables

PAGE = Path(__file__).parent / "page"
WIDGET = PAGE / "widget.js"
#: The names of the settings of a run.
SETTINGS = PAGE / "settings.json"
NO_PAGE = f"""this installation of sublevel has no page. In the root of the repository:
    cargo run --release -- build
    npm --prefix www run notebook
    pip install "./python[notebook]"
(looked for in {PAGE})"""
NOT_YET = (
    "the page has told nothing yet. The kernel hears it when it is shown and no cell runs: run this again in a moment"
)
NOT_HEARD = (
    "the page has not told its tables: show the explorer in a cell above. Older kernels hear the page only while no cell "
    "runs; use the tables in a later cell there, without wait"
)
#: The suffix of the page's name for weights before the first step: services/export/provenance.ts.
UNTRAINED = "untrained"


class Selected(NamedTuple):
    """What is in view, counted from 0."""

    graph: int
    vertex: int | None = None


class Explorer(anywidget.AnyWidget):
    """Shows graphs in the page of Sublevel, in the cell.

    `data`: graphs of NetworkX (their classes as `labels`, otherwise the graph attribute `y`; `x` and `edge_attr` name
    attributes of vertices and edges, which are numbers; `splits` are "train", "val" or "test"), graphs of PyTorch
    Geometric, a `Run`, or the path of a TU zip, of a file of JSON lines, or of the folder of a run log. `height` is that of the page in pixels.

    The tables `filter`, `bars` and `predictions` are renewed when the page is there, at the ends of epochs and when the
    run rests. `observe(function, "updates")` calls a function whenever they are.
    """

    _esm = WIDGET.read_text() if WIDGET.is_file() else "export default {}"
    height = traitlets.Int(720, min=200).tag(sync=True)
    #: The graph in view; None: no graph of the data set. Can be set to a graph, or to a graph and a vertex.
    selected = traitlets.Any(None, allow_none=True)
    #: The number of updates of the tables.
    updates = traitlets.Int(0)

    def __init__(self, data, labels=None, *, splits=None, x=(), edge_attr=(), name="graphs", height=720):
        if not WIDGET.is_file():
            raise FileNotFoundError(NO_PAGE)
        self._data = read(data, labels, splits=splits, x=x, edge_attr=edge_attr, name=name)
        self._waiting = []  # until the page is ready
        self._there = False
        self._tables = None
        self._weights = b""
        self._problem = None
        self._parts = []
        self._hearing = False
        self._renewing = False
        self._training = False  # until the tables of a paused run arrive
        self._requests = 0  # to train
        self._awaited = 1  # number of updates that `wait` waits for
        super().__init__(height=height)
        self.on_msg(self._hear)

    # ---- the prediction ----

    @property
    def filter(self):
        """The learned filter: graph, vertex, f in [0, 1]; and node, where the graphs have names for their vertices."""
        return self._told().filter

    @property
    def bars(self):
        """The bars that the model reads: graph, direction, dimension, birth, death (nan where a bar never ends), the vertices
        of both, and the multiplicity of equal bars. Bars of length zero are there."""
        return self._told().bars

    @property
    def predictions(self):
        """graph, class, the predicted class with its probability, and the part of the split that the graph is in."""
        return self._told().predictions

    @property
    def weights(self):
        """The run as the bytes of a safetensors file, as it was when it last rested; `sublevel train` goes on with it, too."""
        self._told()
        return self._weights

    # ---- requests to the page ----

    def train(self, **settings):
        """Goes on training; with settings, such as epochs=20 or learning_rate=0.001, starts a new run first.

        Returns at once. What the page refuses is raised when a cell asks for a table next.
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
        """Asks for the tables. Only data sets of more than 200000 vertices need it: of these they are not told unasked."""
        self._awaited = self.updates + 1
        self._ask("tell")

    async def wait(self, timeout=600):
        """Waits in the cell until the tables are there, after `train` those of the finished run; returns the explorer.

        With `await view.wait()`, the cells of a notebook give the same under "Run all". The page must be shown. The kernel
        must receive its messages while a cell waits: JupyterLab 4.4 or Notebook 7.4, with ipykernel 7 or newer.
        """
        end = time.monotonic() + timeout
        while self._tables is None or self._training or self.updates < self._awaited:
            if self._problem is not None:
                self._training = False
                self._told()
            if time.monotonic() > end:
                raise TimeoutError(f"after {timeout} s, {NOT_HEARD}")
            await asyncio.sleep(0.05)
        return self

    # ---- internal ----

    def _told(self):
        # An exception in a function that observes updates is invisible, and the tables that it reads are available.
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
        expected = "selected is a graph, or a graph and a vertex, counted from 0"
        try:
            graph, vertex = (_number(value), None) if hasattr(value, "__index__") else value
            graph, vertex = _number(graph), None if vertex is None else _number(vertex)
        except (TypeError, ValueError):
            raise traitlets.TraitError(f"{expected}; not {value!r}") from None
        sizes = self._sizes()
        if sizes is not None and not 0 <= graph < len(sizes):
            raise traitlets.TraitError(f"{expected}; there are {len(sizes)} graphs, and {graph} is none of them")
        if sizes is not None and vertex is not None and not 0 <= vertex < sizes[graph]:
            raise traitlets.TraitError(f"{expected}; graph {graph} has {sizes[graph]} vertices, and {vertex} is none of them")
        if graph < 0 or (vertex is not None and vertex < 0):
            raise traitlets.TraitError(f"{expected}; not {value!r}")
        return Selected(graph, vertex)

    def _sizes(self):
        """The number of vertices of each graph; None as long as it is unknown."""
        if self._data.sizes is not None:
            return self._data.sizes
        own = self._tables is not None and self._tables.about["own"]
        return self._tables.sizes if own else None

    @traitlets.observe("selected")
    def _show_selected(self, change):
        if not self._hearing and change["new"] is not None:
            self._ask("show", **change["new"]._asdict())

    def _ask(self, kind, **more):
        """The page is asked at once where it is there, and otherwise when it is."""
        message = {"type": kind, **more}
        if self._there:
            self.send(message)
        else:
            self._waiting.append(message)

    def _hear(self, _, content, buffers):
        kind = content.get("type")
        if kind == "file":
            self._send_file(content["name"])
        elif kind == "ready":
            self._open()
        elif kind == "selected":
            self._hear_selected(content)
        elif kind == "refused":
            self._problem = content["problem"]
        elif kind == "tables":
            self._hear_tables(content, buffers)

    def _send_file(self, name):
        packed = PAGE / f"{Path(name).name}.gz"
        self.send({"type": "file", "name": name}, [packed.read_bytes()])

    def _open(self):
        """A page is there: the first one, or one that was shown anew and goes on with the last run that rested."""
        graph, vertex = self.selected or Selected(0)
        opened = {"type": "open", "name": self._data.name, "graph": graph, "vertex": vertex}
        self.send(opened, [self._data.bytes, *([self._weights] if self._weights else [])])
        self._there = True
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            if message["type"] != "show":
                self.send(message)

    def _hear_selected(self, content):
        self._hearing = True
        try:
            self.selected = Selected(content["graph"], content["vertex"])
        finally:
            self._hearing = False

    def _hear_tables(self, content, buffers):
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
            self._problem = f"the page told tables that cannot be read ({error}): view.update() asks for them again"
            return
        self._tables = tables
        # The state of a run before its first step arrives before training.
        is_asked = about["request"] == self._requests
        if is_asked and about["weights"] and not tables.attrs["weights"].endswith(UNTRAINED):
            self._training = False
        # These weights belong to the data set that a page opens together with them.
        if about["own"] and about["weights"]:
            self._weights = self._tables.weights
        self._renewing = True
        try:
            self.updates += 1
        finally:
            self._renewing = False


def _number(value):
    """A whole number of Python or of NumPy."""
    if isinstance(value, bool):
        raise TypeError("a bool is no number of a graph")
    return operator.index(value)


def _check_settings(settings):
    """Raises TypeError for a setting that no run has."""
    known = json.loads(SETTINGS.read_text())
    for name in settings:
        if name not in known:
            alike = difflib.get_close_matches(name, known, n=1)
            meant = f"; did you mean {alike[0]}? The settings are" if alike else "; the settings are"
            raise TypeError(f"a run has no setting {name}{meant} {', '.join(known)}")


def _camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
