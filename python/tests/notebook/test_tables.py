"""Tables in the messages of the page."""
import math

import numpy as np
from sublevel.tables import NEVER, Tables

ARRAYS = {
    "graphs": np.array([0, 2], "<u4"),
    "vertexOffsets": np.array([0, 2, 5], "<u4"),
    "filter": np.array([0.25, 0.5, 0.1, 0.2, 0.3], "<f4"),
    "barOffsets": np.array([0, 1, 3], "<u4"),
    "bars": np.array([1, 0, 0, NEVER, 1, 0, 1, 2, 0, 4, 2, 0, 1, NEVER, 1], "<u4"),
    "logits": np.array([1, 1, -1, 2], "<f4"),
    "classes": np.array([1, 1], "<u4"),
    "parts": np.array([0, 2], "<u4"),
}


def tables(arrays, nodes=None, classes=("tree", "ring")):
    about = {
        "arrays": [[name, values.dtype.str[1:], len(values)] for name, values in arrays.items()],
        "classes": list(classes),
        "provenance": [["data set", "graphs"], ["weights", "after epoch 3"]],
        "weights": 3,
    }
    return Tables(about, b"".join(values.tobytes() for values in arrays.values()) + b"abc", nodes)


def test_values_belong_to_their_graphs_and_vertices():
    table = tables(ARRAYS).filter
    assert table[["graph", "vertex"]].values.tolist() == [[0, 0], [0, 1], [2, 0], [2, 1], [2, 2]]
    assert table["f"].tolist() == ARRAYS["filter"].tolist()
    assert table.attrs == {"data set": "graphs", "weights": "after epoch 3"}


def test_vertices_keep_their_names():
    table = tables(ARRAYS, [["a", (1, 2)], ["other"], [3, "c", "d"]]).filter
    assert table["node"].tolist() == ["a", (1, 2), 3, "c", "d"]


def test_bars_have_the_values_of_their_vertices():
    table = tables(ARRAYS).bars
    assert table["graph"].tolist() == [0, 2, 2]
    assert table["direction"].tolist() == ["sublevel", "superlevel", "sublevel"]
    assert table["dimension"].tolist() == [0, 0, 1]
    assert np.allclose(table["birth"], [0.25, 0.3, 0.2])
    assert math.isnan(table["death"][0]) and math.isclose(table["death"][1], 0.1, rel_tol=1e-6)
    assert table["death_vertex"].isna().tolist() == [True, False, True] and table["death_vertex"][1] == 0
    assert table["multiplicity"].tolist() == [1, 4, 1]


def test_equal_scores_predict_the_first_class_as_on_the_page():
    table = tables(ARRAYS).predictions
    assert table["predicted"].tolist() == ["tree", "ring"]
    assert table["class"].tolist() == ["ring", "ring"]
    assert table["part"].tolist() == ["train", "test"]
    assert np.allclose(table["probability"], [0.5, 1 / (1 + math.exp(-3))])


def test_a_model_without_a_filter_has_empty_tables_of_the_same_columns():
    empty = {"filter": np.zeros(0, "<f4"), "bars": np.zeros(0, "<u4"), "barOffsets": np.zeros(3, "<u4")}
    table = tables({**ARRAYS, **empty}, [["a", "b"], [], [1, 2, 3]])
    assert (len(table.filter), len(table.bars), len(table.predictions)) == (0, 0, 2)
    assert table.filter.columns.tolist() == ["graph", "vertex", "f", "node"]


def test_weights_come_after_the_tables():
    assert tables(ARRAYS).weights == b"abc"


def test_predicted_numbers_have_their_targets():
    arrays = {**ARRAYS, "logits": np.array([0.5, 1e8 + 0.25], "<f8"), "targets": np.array([1, 1e8], "<f8")}
    table = tables(arrays, classes=()).predictions
    assert table.columns.tolist() == ["graph", "target", "predicted", "part"]
    assert table[["graph", "target", "predicted"]].values.tolist() == [[0, 1, 0.5], [2, 1e8, 1e8 + 0.25]]
