"""The tables in the messages of the page."""
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

#: The death of an essential bar.
NEVER = 2**32 - 1
PARTS = ["train", "validation", "test"]
DIRECTIONS = ["sublevel", "superlevel"]
#: The dimension of each kind of bar: H0, essential H0, essential H1, and a loop of extended persistence.
DIMENSIONS = np.array([0, 0, 1, 1])


@dataclass(frozen=True)
class Tables:
    """Filter, bars and predictions of all graphs of a data set, with the weights of one step."""

    #: The description of the tables from the page: src/notebook/messages.ts, About.
    about: dict
    payload: bytes
    #: The names of the vertices of each graph; None: their numbers.
    nodes: list[list] | None

    @cached_property
    def _arrays(self):
        arrays, place = {}, 0
        for name, kind, length in self.about["arrays"]:
            arrays[name] = np.frombuffer(self.payload, dtype=f"<{kind}", count=length, offset=place)
            place += arrays[name].nbytes
        return arrays

    def check(self):
        """Raises ValueError if the bytes do not agree with `about`."""
        arrays = self._arrays
        lengths = {name: len(values) for name, values in arrays.items()}
        graphs = lengths["graphs"]
        expected = {"vertexOffsets": graphs + 1, "barOffsets": graphs + 1, "classes": graphs, "targets": graphs, "parts": graphs}
        # A model of regression has one output.
        expected["logits"] = graphs * max(len(self.about["classes"]), 1)
        wrong = [name for name, length in expected.items() if name in lengths and lengths[name] != length]
        if wrong or sum(values.nbytes for values in arrays.values()) + self.about["weights"] != len(self.payload):
            raise ValueError(f"the lengths of {', '.join(wrong) or 'the parts'} do not fit together")

    @property
    def sizes(self):
        """The number of vertices of each graph of the data set; None if the tables do not contain the filter."""
        offsets = self._arrays.get("vertexOffsets")
        return None if offsets is None else np.diff(offsets).tolist()

    @property
    def weights(self):
        """The run as the bytes of a safetensors file; empty during training."""
        length = self.about["weights"]
        return self.payload[len(self.payload) - length :]

    @property
    def attrs(self):
        """Data set, configuration and weights of the numbers."""
        return dict(self.about["provenance"])

    @cached_property
    def filter(self):
        """graph, vertex, f, and node if the vertices have names."""
        arrays = self._arrays
        graph, vertex = _counted(arrays["graphs"], arrays["vertexOffsets"])
        values = arrays["filter"]
        if len(values) == 0:
            graph, vertex = graph[:0], vertex[:0]
        columns = {"graph": graph, "vertex": vertex, "f": values}
        if self.nodes is not None:
            names = [node for index in arrays["graphs"] for node in self.nodes[index]] if len(values) else []
            columns["node"] = pd.Series(names, dtype=object)
        return self._table(columns)

    @cached_property
    def bars(self):
        """graph, direction, dimension, birth, death, birth_vertex, death_vertex, multiplicity."""
        arrays = self._arrays
        bars = arrays["bars"].reshape(-1, 5)
        graph, _ = _counted(arrays["graphs"], arrays["barOffsets"])
        first = np.repeat(arrays["vertexOffsets"][:-1], np.diff(arrays["barOffsets"]))
        kind, direction, birth, death, multiplicity = bars.T
        ends = death != NEVER
        values = arrays["filter"]
        deaths = np.full(len(bars), np.nan, dtype=np.float32)
        deaths[ends] = values[first[ends] + death[ends]]
        return self._table(
            {
                "graph": graph,
                "direction": pd.Categorical.from_codes(direction.astype(np.int8), DIRECTIONS),
                "dimension": DIMENSIONS[kind],
                "birth": values[first + birth],
                "death": deaths,
                "birth_vertex": birth.astype(np.int64),
                "death_vertex": pd.Series(death.astype(np.int64), dtype="Int64").where(ends),
                "multiplicity": multiplicity.astype(np.int64),
            }
        )

    @cached_property
    def predictions(self):
        """graph, class, predicted, part, and the probability of the predicted class. For regression: graph, target, predicted, part."""
        arrays = self._arrays
        names = self.about["classes"]
        if not names:
            return self._table(
                {
                    "graph": arrays["graphs"].astype(np.int64),
                    "target": arrays["targets"],
                    "predicted": arrays["logits"],
                    "part": pd.Categorical.from_codes(arrays["parts"].astype(np.int8), PARTS),
                }
            )
        scores = arrays["logits"].reshape(len(arrays["graphs"]), len(names)).astype(np.float64)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        best = scores.argmax(axis=1)
        return self._table(
            {
                "graph": arrays["graphs"].astype(np.int64),
                "class": pd.Categorical.from_codes(arrays["classes"].astype(np.int32), names),
                "predicted": pd.Categorical.from_codes(best.astype(np.int32), names),
                "probability": shares[np.arange(len(best)), best],
                "part": pd.Categorical.from_codes(arrays["parts"].astype(np.int8), PARTS),
            }
        )

    def _table(self, columns):
        table = pd.DataFrame(columns)
        table.attrs = self.attrs
        return table


def _counted(graphs, offsets):
    """The graph of each row, and the index of the row within the graph."""
    lengths = np.diff(offsets)
    rows = np.arange(lengths.sum(), dtype=np.int64)
    return np.repeat(graphs.astype(np.int64), lengths), rows - np.repeat(offsets[:-1].astype(np.int64), lengths)
