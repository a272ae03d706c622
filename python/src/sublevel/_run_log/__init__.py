"""Run logs: a folder with the filters and predictions of a training run in any program, for the page."""
from .feed import Feed
from .folder import GRAPHS, HEADER, INDEX
from .run import Run

__all__ = ["GRAPHS", "HEADER", "INDEX", "Feed", "Run"]
