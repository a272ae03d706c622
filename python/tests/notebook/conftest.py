"""The tests of the widget need anywidget and pandas, which the rest of the package does not."""
import importlib.util

collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("anywidget") is None else []
