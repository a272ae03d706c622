"""A GIN with two filters, the Forman-Ricci curvature and a learned one: python gin_curvature.py FOLDER, then sublevel serve --run FOLDER."""
import sys

import torch
from torch import nn

import sublevel
from graphs import Batch, graphs


def curvature(batch):
    """The mean Forman-Ricci curvature 4 - deg u - deg v of the edges at each vertex."""
    source, target = batch.edge_index
    of_edges = (4 - batch.degree[source] - batch.degree[target]).float()
    sums = torch.zeros(batch.vertices).index_add(0, target, of_edges)
    return sums / batch.degree.clamp(min=1)


class GIN(nn.Module):
    """Two GIN layers over the curvature. The learned filter is the contribution of a vertex to the score of the second class."""

    def __init__(self, width=32):
        super().__init__()
        sizes = (1, width, width)
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU(), nn.Linear(b, b)) for a, b in zip(sizes, sizes[1:])
        )
        self.scores = nn.Linear(width, 2)

    def forward(self, batch):
        x = curvature(batch)[:, None]
        for layer in self.layers:
            x = torch.relu(layer(x + batch.neighbours(x)))
        scores = self.scores(x)
        pooled = torch.zeros(batch.graphs, 2).index_add(0, batch.batch, scores)
        return scores[:, 1] - scores[:, 0], pooled


def main(folder, epochs=30):
    torch.manual_seed(0)
    data, labels, split = graphs(100)
    everything = Batch(data, labels)
    train = [index for index, part in enumerate(split) if part == "train"]
    batch = Batch([data[i] for i in train], [labels[i] for i in train])
    model = GIN()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    channels = ["curvature", "learned"]
    with sublevel.Run(folder, data, labels=labels, split=split, channels=channels) as run:
        for epoch in range(1, epochs + 1):
            model.train()
            loss = nn.functional.cross_entropy(model(batch)[1], batch.y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            model.eval()
            with torch.no_grad():
                f, scores = model(everything)
            run.log(epoch, f={"curvature": curvature(everything), "learned": f}, predictions=scores, loss=loss)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
