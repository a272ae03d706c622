"""Run logs: a folder with the filters and predictions of a training run in any program, for the page."""
from .feed import Feed
from .folder import GRAPHS, HEADER
from .run import Run

__all__ = ["GRAPHS", "HEADER", "Feed", "Run"]
