"""Persistent homology on graphs and learned graph filtrations in a notebook: `Explorer(graphs, labels)`."""
from .explorer import Explorer, Selected

__all__ = ["Explorer", "Selected"]
