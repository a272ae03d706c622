"""The examples of the docstrings and of docs/python.md."""
import doctest
import importlib
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/python.md"


@pytest.mark.parametrize("name", ["sublevel", "sublevel._barcode", "sublevel._distances", "sublevel.torch"])
def test_docstrings(name):
    if name == "sublevel.torch":
        pytest.importorskip("torch")
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0 and found.failed == 0


def test_page():
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 10 and found.failed == 0
