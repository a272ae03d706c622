"""Random graphs of two classes for the examples: trees with one additional edge, and with three."""
import numpy as np
import torch


def graphs(count, seed=0):
    """Pairs (number of vertices, edges), their classes, and the part of each graph."""
    random = np.random.default_rng(seed)
    made, labels = [], []
    for index in range(count):
        n, label = int(random.integers(10, 30)), index % 2
        edges = {(int(random.integers(v)), v) for v in range(1, n)}
        while len(edges) < n + 2 * label:
            u, v = sorted(random.choice(n, 2, replace=False).tolist())
            edges.add((u, v))
        made.append((n, sorted(edges)))
        labels.append(label)
    return made, labels, ["test" if index % 5 == 4 else "train" for index in range(count)]


class Batch:
    """Graphs as one graph: both directions of each edge, the graph of each vertex, and the degrees."""

    def __init__(self, graphs, labels):
        first = np.cumsum([0] + [n for n, _ in graphs])
        edges = np.concatenate([np.array(edges) + start for (_, edges), start in zip(graphs, first)])
        self.edge_index = torch.from_numpy(np.concatenate([edges, edges[:, ::-1]]).T.copy())
        self.batch = torch.from_numpy(np.repeat(np.arange(len(graphs)), np.diff(first)))
        self.graphs, self.vertices = len(graphs), int(first[-1])
        self.y = torch.tensor(labels)
        self.degree = torch.bincount(self.edge_index[0], minlength=self.vertices)

    def neighbours(self, x):
        """The sum of the rows of the neighbours of each vertex."""
        source, target = self.edge_index
        return torch.zeros_like(x).index_add(0, target, x[source])
