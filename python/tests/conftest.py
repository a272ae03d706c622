"""Makes the graphs and the references of `tests/differential` importable."""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "tests/differential"))
