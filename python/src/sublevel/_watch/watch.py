"""`sublevel.watch`: a run log of the epochs of a PyTorch program that does not know of it."""
import shlex
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from copy import deepcopy
from os import PathLike
from pathlib import Path
from typing import Any

import torch

from .._arrays import warn, whole
from .._run_log import GRAPHS, HEADER, INDEX, Run
from .._run_log.folder import VALUES
from .call import arguments_of, different, predictions_of, scores_from
from .graphs import Part, Size, labels_of
from .modules import choose, columns_of, fitting, recorded, untouched


class Watch:
    """A watched training, from `sublevel.watch`. As a context manager, it ends with the block."""

    def __init__(
        self, model: torch.nn.Module, loaders: dict[str, Any], path: Any, filter: Any, call: Any, labels: Any, classes: Any, every: int
    ):
        if not isinstance(model, torch.nn.Module):
            raise ValueError(f"model: expected a module of PyTorch, found {type(model).__name__}")
        for own, parameter in model.named_parameters():
            if isinstance(parameter, torch.nn.parameter.UninitializedParameter):
                raise ValueError(f"model: the first batch determines the size of {own}; call the model on a batch before sublevel.watch")
        # Hooks on the modules of a compiled model would have no effect.
        self._model, self._call = getattr(model, "_orig_mod", model), call
        self._every = whole("every", every)
        if self._every == 0:
            raise ValueError("every: expected at least 1, found 0")
        #: Number of calls of the model for training.
        self._steps = 0
        self._is_checked = call is not None
        # A program can prepare the next batch during a step.
        self._offered: deque[Any] = deque(maxlen=2)
        with untouched(self._model):
            self._parts = [Part("loader" if part == "train" else part, loader) for part, loader in loaders.items()]
        graphs = [graph for part in self._parts for graph in part.graphs]
        split = [name for name, part in zip(loaders, self._parts, strict=True) for _ in part.graphs] if len(loaders) > 1 else None
        labels = labels_of(graphs, labels)
        self._function = filter if callable(filter) else None
        #: The name of the module or the method with the filter; "f" for a function.
        self.filter = "f" if callable(filter) else self._chosen(filter)
        values, kinds, predictions = self._evaluated()
        self._scores = scores_from(predictions, labels, call is not None)
        classes = self._scores(predictions).shape[1] if classes is None else classes
        self._channels = [own for own in values if "vertex" in kinds[own]]
        self._edge_channels = [own for own in values if own not in self._channels]
        path = _folder() if path is None else path
        #: The run log.
        self.run = Run(path, graphs, labels, split=split, classes=classes, channels=self._channels, edge_channels=self._edge_channels)
        self._epoch, self._is_new = self.run.last_epoch or 0, self.run.last_epoch is None
        self._hook = model.register_forward_pre_hook(_Hook(self._before_call), with_kwargs=True)
        self._loader, self._kind = loaders["train"], type(loaders["train"])
        self._own_kind = self._loader.__class__ = _watched(self._kind, self._passed)
        if self._is_new:
            try:
                self._log(values, predictions)
            except BaseException:
                self._discard()
                raise
        what = self.filter if len(values) == 1 else f"{len(values)} channels of {self.filter}"
        epochs = "every epoch" if self._every == 1 else f"every {self._every} epochs"
        command = f"sublevel serve --run {shlex.quote(str(self.run.path))}"
        print(f"sublevel: {what} of {len(graphs)} graphs, {epochs}. To see them: {command}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Ends the watch, and closes the run log. The model and the loader are as before it."""
        self._hook.remove()
        if type(self._loader) is self._own_kind:
            self._loader.__class__ = self._kind
        self.run.close()
        self._parts = []

    def _discard(self) -> None:
        """Removes a new run log, so that the corrected program can use its folder."""
        self.close()
        if self._is_new:
            for file in (HEADER, GRAPHS, INDEX, VALUES):
                (self.run.path / file).unlink()
            with suppress(OSError):
                self.run.path.rmdir()

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Watch of {self.filter!r}: {self.run!r}>"

    def _batches(self) -> Iterator[tuple[Any, int, Size]]:
        device = next((parameter.device for parameter in self._model.parameters()), None)
        for part in self._parts:
            for batch, graphs, size in part.batches():
                yield batch if device is None or not hasattr(batch, "to") else batch.to(device), graphs, size

    def _output(self, batch: Any) -> Any:
        if self._call is not None:
            return self._call(self._model, batch)
        arguments = arguments_of(self._model, batch)
        return self._model(*arguments.args, **arguments.kwargs)

    def _chosen(self, name: str | None) -> str:
        outputs = None
        with untouched(self._model):
            for batch, _, size in self._batches():
                with recorded(self._model, name, only=False) as found:
                    self._output(batch)
                outputs = fitting(found, size, outputs)
        return choose(outputs or {}, name)

    def _evaluated(self) -> tuple[dict[str, torch.Tensor], dict[str, set[str]], torch.Tensor]:
        """For all graphs, the values of each channel, whether they can belong to vertices or edges, and the predictions."""
        values: dict[str, list[torch.Tensor]] = {}
        kinds: dict[str, set[str]] = {}
        predictions = []
        with untouched(self._model):
            for batch, graphs, size in self._batches():
                with recorded(self._model, self.filter, only=True) as found:
                    output = self._output(batch)
                predictions.append(predictions_of(output, graphs))
                value = dict(found).get(self.filter) if self._function is None else self._function(self._model, batch)
                for name, possible, column in columns_of(self.filter, value, size):
                    values.setdefault(name, []).append(column)
                    kinds[name] = kinds.get(name, possible) & possible
        for name, possible in kinds.items():
            if not possible:
                raise ValueError(f"filter: {name!r} has the values of vertices in one batch, and of edges in another one")
        return {name: torch.cat(columns) for name, columns in values.items()}, kinds, torch.cat(predictions)

    def _log(self, values: dict[str, torch.Tensor], predictions: torch.Tensor) -> None:
        of_vertices, of_edges = ({name: values[name] for name in names} or None for names in (self._channels, self._edge_channels))
        self.run.log(self._epoch, f=of_vertices, edge_values=of_edges, predictions=self._scores(predictions))

    def _before_call(self, module: torch.nn.Module, args: tuple, kwargs: dict[str, Any]) -> None:
        # The watch itself evaluates without gradients.
        if not (module.training and torch.is_grad_enabled()):
            return
        self._steps += 1
        if self._is_checked:
            return
        self._is_checked = True
        if not self._offered:
            warn("sublevel.watch: the model is trained on a batch of another loader; pass the loader of the training loop")
            return
        differences = [different(self._model, batch, args, kwargs) for batch in self._offered]
        self._offered.clear()
        if None not in differences:
            self._discard()
            raise ValueError(
                f"model: the training loop passes another argument {differences[-1]!r} than the batch has; pass call=lambda model, batch: "
                "model(…) to sublevel.watch, with the arguments of the training loop"
            )

    def _passed(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The batches of a pass of the program. The end of a pass with training is the end of an epoch."""
        before = self._steps
        for batch in batches:
            if not self._is_checked:
                self._offered.append(deepcopy(batch))
            yield batch
        if self._steps == before or not self._parts:
            return
        self._epoch += 1
        if self._epoch % self._every == 0:
            try:
                values, _, predictions = self._evaluated()
                self._log(values, predictions)
            except Exception as error:  # The training is worth more than its run log.
                self.close()
                warn(f"sublevel.watch ended before epoch {self._epoch}, and the training continues: {error}")


def watch(
    model: torch.nn.Module,
    loader: Any,
    *,
    val: Any = None,
    test: Any = None,
    path: str | PathLike[str] | None = None,
    filter: str | Callable[[torch.nn.Module, Any], Any] | None = None,
    call: Callable[[torch.nn.Module, Any], Any] | None = None,
    labels: Any = None,
    classes: Sequence[str] | int | None = None,
    every: int = 1,
) -> Watch:
    """Logs the filter and the predictions of a model after every epoch of its training, for `sublevel serve --run`.

    An epoch is a complete pass over the loader in which the model was called in training mode. At its end, the model is evaluated on all
    graphs, in the order of the data set. The training has the same random numbers and the same result as without the watch. Epoch 0 is
    the model before the training.

    Parameters:
        model: A model that returns scores of graphs. `forward` takes the batch, or arguments with the names of its attributes, for
            example `x`, `edge_index` and `batch`.
        loader: The loader of the training loop: a `DataLoader` of PyTorch Geometric.
        val, test: Loaders of the graphs that the model is not trained on.
        path: The folder of the run log. By default a new one in `runs`, with the name of the program and the time.
        filter: Name of the module whose output has a value, or up to 64, for each vertex or each edge, as in `named_modules()`; or of
            such a method of the model; or a function of the model and a batch that returns the values, or a dictionary of them by
            channel. By default the method `vertex_filter`, the only module whose name begins with "filt", or the only one with one
            value for each vertex.
        call: A function of the model and a batch that calls the model, and returns scores of the shape (graphs, classes), or logits of
            class 1.
        labels: The class of each graph of all loaders, first those of `loader`, then of `val` and `test`. By default `y`.
        classes: Names of the classes.
        every: Number of epochs from one that is logged to the next.

    Raises:
        ValueError: If an argument is invalid, the filter is not clear, or the output of the model is not that of a classifier. A later
            error is a warning, and ends the watch only.
    """
    loaders = {"train": loader} | {part: own for part, own in (("val", val), ("test", test)) if own is not None}
    return Watch(model, loaders, path, filter, call, labels, classes, every)


class _Hook:
    """A hook that a copied or saved model does not have: the watch has open files, and is for one model."""

    def __init__(self, call: Callable[..., None]):
        self._call = call

    def __call__(self, *args: Any) -> None:
        self._call(*args)

    def __reduce__(self) -> tuple:
        # A function of any arguments that does nothing, and that programs without this package can load.
        return getattr, (nullcontext(), "__exit__")


def _watched(kind: type, passed: Callable[[Iterable[Any]], Iterator[Any]]) -> type:
    """The class of a loader whose passes are watched: Python looks for `__iter__` in the class only."""

    def iterate(self: Any) -> Iterator[Any]:
        # At once, and not with the first batch, because it draws random numbers.
        return passed(kind.__iter__(self))

    return type(kind.__name__, (kind,), {"__iter__": iterate, "__module__": kind.__module__, "__qualname__": kind.__qualname__})


def _folder() -> Path:
    """A new folder with the name of the program."""
    program = Path(sys.argv[0]).stem
    name = "run" if program in ("", "-c", "ipykernel_launcher") else program
    start = Path("runs", f"{name}-{time.strftime('%Y-%m-%d-%H%M%S')}")
    path, count = start, 1
    while path.exists():
        count += 1
        path = start.with_name(f"{start.name}-{count}")
    return path
