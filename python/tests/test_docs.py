"""The examples of the docstrings, of docs/python.md and of docs/run-log.md."""
import doctest
import importlib.util
import re
import textwrap
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["sublevel", "sublevel._barcode", "sublevel._distances", "sublevel._run_log.run", "sublevel.torch"])
def test_docstrings(name):
    if name == "sublevel.torch":
        pytest.importorskip("torch")
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0 and found.failed == 0


@pytest.mark.parametrize(("page", "least"), [("python.md", 20), ("run-log.md", 8)])
def test_page(page, least, tmp_path, monkeypatch):
    text = (DOCS / page).read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names = {}
    ran = 0
    # Programs write folders.
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        if "torch" in block and importlib.util.find_spec("torch") is None:
            continue
        if ">>>" not in block:
            exec(textwrap.dedent(block), names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
        found = doctest.DocTestRunner().run(test, clear_globs=False)
        names = test.globs
        assert found.failed == 0
        ran += found.attempted
    assert ran >= least
