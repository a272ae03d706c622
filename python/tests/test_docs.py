"""The examples of the docstrings and of docs/python.md."""
import doctest
import importlib.util
import re
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
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    names = {}
    ran = 0
    for block in blocks:
        if "torch" in block and importlib.util.find_spec("torch") is None:
            continue
        test = doctest.DocTestParser().get_doctest(block, names, "docs/python.md", str(PAGE), 0)
        found = doctest.DocTestRunner().run(test, clear_globs=False)
        names = test.globs
        assert found.failed == 0
        ran += found.attempted
    assert ran > 20
