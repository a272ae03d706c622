"""Run logs: a folder with the filters and predictions of a training run in any program, for the page."""
from .arguments import PARTS, parts
from .feed import Feed
from .folder import GRAPHS, HEADER, INDEX
from .run import Run

__all__ = ["GRAPHS", "HEADER", "INDEX", "PARTS", "Feed", "Run", "parts"]
