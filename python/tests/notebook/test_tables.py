"""Tables out of what the page sends."""
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


def tables(arrays, nodes=None):
    about = {
        "arrays": [[name, values.dtype.str[1:], len(values)] for name, values in arrays.items()],
        "classes": ["tree", "ring"],
        "provenance": [["data set", "graphs"], ["weights", "after epoch 3"]],
        "weights": 3,
    }
    return Tables(about, b"".join(values.tobytes() for values in arrays.values()) + b"abc", nodes)


def test_values_belong_to_their_graphs_and_vertices():
    told = tables(ARRAYS).filter
    assert told[["graph", "vertex"]].values.tolist() == [[0, 0], [0, 1], [2, 0], [2, 1], [2, 2]]
    assert told["f"].tolist() == ARRAYS["filter"].tolist()
    assert told.attrs == {"data set": "graphs", "weights": "after epoch 3"}


def test_vertices_have_the_names_that_they_came_with():
    told = tables(ARRAYS, [["a", (1, 2)], ["not told"], [3, "c", "d"]]).filter
    assert told["node"].tolist() == ["a", (1, 2), 3, "c", "d"]


def test_bars_have_the_values_of_their_vertices():
    told = tables(ARRAYS).bars
    assert told["graph"].tolist() == [0, 2, 2]
    assert told["direction"].tolist() == ["sublevel", "superlevel", "sublevel"]
    assert told["dimension"].tolist() == [0, 0, 1]
    assert np.allclose(told["birth"], [0.25, 0.3, 0.2])
    assert math.isnan(told["death"][0]) and math.isclose(told["death"][1], 0.1, rel_tol=1e-6)
    assert told["death_vertex"].isna().tolist() == [True, False, True] and told["death_vertex"][1] == 0
    assert told["multiplicity"].tolist() == [1, 4, 1]


def test_of_equal_scores_the_first_class_is_predicted_as_on_the_page():
    told = tables(ARRAYS).predictions
    assert told["predicted"].tolist() == ["tree", "ring"]
    assert told["class"].tolist() == ["ring", "ring"]
    assert told["part"].tolist() == ["train", "test"]
    assert np.allclose(told["probability"], [0.5, 1 / (1 + math.exp(-3))])


def test_a_model_without_a_filter_has_empty_tables_of_the_same_columns():
    empty = {"filter": np.zeros(0, "<f4"), "bars": np.zeros(0, "<u4"), "barOffsets": np.zeros(3, "<u4")}
    told = tables({**ARRAYS, **empty}, [["a", "b"], [], [1, 2, 3]])
    assert (len(told.filter), len(told.bars), len(told.predictions)) == (0, 0, 2)
    assert told.filter.columns.tolist() == ["graph", "vertex", "f", "node"]


def test_weights_come_after_the_tables():
    assert tables(ARRAYS).weights == b"abc"
