"""A graph network with learned filtrations, as in TOGL: python filtrations.py FOLDER."""
import sys

import torch
from torch import nn
from torch_geometric.nn import GCNConv, global_mean_pool

import sublevel
from data import loaders


class Topology(nn.Module):
    """Adds to each vertex a function of the bars that are born there: one bar for each filtration."""

    def __init__(self, width, filtrations=4):
        super().__init__()
        self.filtrations = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, filtrations))
        self.of_bars = nn.Sequential(nn.Linear(2 * filtrations, width), nn.ReLU(), nn.Linear(width, width))

    def forward(self, x, data):
        columns = []
        for f in self.filtrations(x).T:
            h0 = sublevel.torch.persistence(f, data.edge_index, data.batch).h0
            # The vertices that give birth to no component that dies have a bar of length zero.
            columns += [f, f.index_put((h0[:, 0],), f[h0[:, 1]])]
        return x + self.of_bars(torch.stack(columns, 1))


class Network(nn.Module):
    def __init__(self, features, classes, width=16):
        super().__init__()
        self.first, self.topology, self.second = GCNConv(features, width), Topology(width), GCNConv(width, classes)

    def forward(self, data):
        x = self.topology(self.first(data.x, data.edge_index).relu(), data)
        return global_mean_pool(self.second(x, data.edge_index), data.batch).log_softmax(1)


def main(folder=None, epochs=20, seed=0):
    torch.manual_seed(seed)
    train, test = loaders()
    model = Network(features=8, classes=2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    if folder is not None:
        sublevel.watch(model, train, test=test, path=folder)  # the one line
    for epoch in range(1, epochs + 1):
        losses = []
        for data in train:
            loss = nn.functional.nll_loss(model(data), data.y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}")
    return model


if __name__ == "__main__":
    main(*sys.argv[1:2])
