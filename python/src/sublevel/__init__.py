"""Persistent homology on graphs and points: barcodes, representatives of bars, and distances between diagrams.

>>> import sublevel
>>> bars = sublevel.barcode([(0, 1), (1, 2)], f=[1, 3, 2])
>>> bars.diagram(0)
array([[ 2.,  3.],
       [ 1., inf]])
"""
import importlib

from ._barcode import Bar, Barcode, barcode, points
from ._distances import Distance, bottleneck, wasserstein

__all__ = ["Bar", "Barcode", "Distance", "barcode", "bottleneck", "points", "torch", "wasserstein"]


def __getattr__(name: str):
    # PyTorch takes a second to import, and the rest of the package does without it.
    if name == "torch":
        return importlib.import_module(".torch", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
