"""A GIN of PyTorch Geometric whose readout weights each vertex: python attention.py FOLDER."""
import sys

import torch
from torch import nn
from torch_geometric.nn import AttentionalAggregation, GINConv

import sublevel
from data import loaders


class GIN(nn.Module):
    def __init__(self, features, classes, width=32, layers=3):
        super().__init__()
        sizes = [features] + layers * [width]
        self.convs = nn.ModuleList(
            GINConv(nn.Sequential(nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU(), nn.Linear(b, b))) for a, b in zip(sizes, sizes[1:])
        )
        self.readout = AttentionalAggregation(gate_nn=nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1)))
        self.classifier = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Dropout(0.5), nn.Linear(width, classes))

    def forward(self, x, edge_index, batch):
        for conv in self.convs:
            x = conv(x, edge_index).relu()
        return self.classifier(self.readout(x, batch))


def accuracy(model, loader):
    model.eval()
    with torch.no_grad():
        right = sum(int((model(data.x, data.edge_index, data.batch).argmax(1) == data.y).sum()) for data in loader)
    return right / len(loader.dataset)


def main(folder=None, epochs=20, seed=0):
    torch.manual_seed(seed)
    train, test = loaders()
    model = GIN(features=8, classes=2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    if folder is not None:
        sublevel.watch(model, train, test=test, path=folder)  # the one line
    for epoch in range(1, epochs + 1):
        model.train()
        for data in train:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(data.x, data.edge_index, data.batch), data.y).backward()
            optimizer.step()
        print(f"epoch {epoch}: accuracy {accuracy(model, train):.2f}, test {accuracy(model, test):.2f}")
    return model


if __name__ == "__main__":
    main(*sys.argv[1:2])
