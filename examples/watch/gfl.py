"""Graph Filtration Learning in PyTorch: python gfl.py FOLDER."""
import sys

import torch
from torch import nn

import sublevel
from data import loaders


def main(folder=None, epochs=20, seed=0):
    torch.manual_seed(seed)
    train, test = loaders()
    model = sublevel.torch.GFL(["one loop", "three loops"], degrees=8, width=16, hats=20, dropout=0.2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    if folder is not None:
        sublevel.watch(model, train, test=test, path=folder, classes=model.classes)  # the one line
    for epoch in range(1, epochs + 1):
        losses = []
        for data in train:
            loss = nn.functional.cross_entropy(model(data.edge_index, data.batch), data.y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}")
    return model


if __name__ == "__main__":
    main(*sys.argv[1:2])
