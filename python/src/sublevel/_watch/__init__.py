"""Run logs of PyTorch programs that only name their model and their loader."""
from .watch import Watch, watch

__all__ = ["Watch", "watch"]
