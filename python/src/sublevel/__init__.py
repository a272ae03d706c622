"""Persistent homology on graphs and points: barcodes, representatives of bars, distances between diagrams, and run logs.

>>> import sublevel
>>> bars = sublevel.barcode([(0, 1), (1, 2)], f=[1, 3, 2])
>>> bars.diagram(0)
array([[ 2.,  3.],
       [ 1., inf]])

`sublevel.torch` has persistence for PyTorch, `sublevel.watch` logs a training of PyTorch, and `sublevel.Explorer` shows the page in a
notebook. They load their packages when they are used.
"""
from importlib import import_module
from typing import TYPE_CHECKING

from ._barcode import Bar, Barcode, barcode, points
from ._distances import Distance, bottleneck, wasserstein
from ._run_log import Run

if TYPE_CHECKING:
    from . import torch
    from ._watch import Watch, watch
    from .explorer import Explorer, Selected

__all__ = ["Bar", "Barcode", "Distance", "Run", "barcode", "bottleneck", "points", "wasserstein"]


def __getattr__(name: str):
    if name == "torch":
        return import_module(".torch", __name__)
    for names, module, extra in ((("Explorer", "Selected"), ".explorer", "notebook"), (("Watch", "watch"), "._watch", "torch")):
        if name in names:
            try:
                return getattr(import_module(module, __name__), name)
            except ModuleNotFoundError as error:
                raise ImportError(f'sublevel.{name}: {error}; install the package with pip install "./python[{extra}]"') from error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
