"""Graph filtration learning in PyTorch, with a run log: python gfl.py FOLDER, then sublevel serve --run FOLDER."""
import sys

import torch
from torch import nn

import sublevel
from graphs import Batch, graphs


class GFL(nn.Module):
    """A filter of one GIN layer, and rational hats on its barcodes in both directions."""

    def __init__(self, degrees, classes, width=32, hats=20):
        super().__init__()
        self.embedding = nn.Embedding(degrees, width)
        self.gin = nn.Sequential(nn.Linear(width, width), nn.BatchNorm1d(width), nn.LeakyReLU())
        self.filter = nn.Sequential(nn.Linear(2 * width, width), nn.LeakyReLU(), nn.Linear(width, 1), nn.Sigmoid())
        self.finite = sublevel.torch.RationalHats(hats)
        self.births = nn.ModuleList(sublevel.torch.RationalHats(hats, 1) for _ in range(2))
        self.classifier = nn.Sequential(nn.Linear(6 * hats, width), nn.LeakyReLU(), nn.Linear(width, classes))

    def forward(self, batch):
        own = self.embedding(batch.degree)
        f = self.filter(torch.cat([own, self.gin(own + batch.neighbours(own))], 1))[:, 0]
        readout = []
        for direction in ("sublevel", "superlevel"):
            pairs = sublevel.torch.persistence(f, batch.edge_index, batch.batch, direction=direction)
            readout.append(self.finite(f[pairs.h0], batch.batch[pairs.h0[:, 0]], batch.graphs))
            for hats, births in zip(self.births, (pairs.h0_essential, pairs.h1_essential)):
                readout.append(hats(f[births], batch.batch[births], batch.graphs))
        return f, self.classifier(torch.cat(readout, 1))


def main(folder, epochs=30):
    torch.manual_seed(0)
    data, labels, split = graphs(100)
    everything = Batch(data, labels)
    train = [index for index, part in enumerate(split) if part == "train"]
    model = GFL(int(everything.degree.max()) + 1, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    # The lines that log: the graphs once, and the results of every epoch.
    with sublevel.Run(folder, data, labels=labels, split=split, classes=["one loop", "three loops"]) as run:
        for epoch in range(epochs + 1):
            loss = None
            if epoch > 0:
                model.train()
                losses = []
                for part in torch.tensor(train)[torch.randperm(len(train))].split(20):
                    batch = Batch([data[i] for i in part], [labels[i] for i in part])
                    step = nn.functional.cross_entropy(model(batch)[1], batch.y)
                    optimizer.zero_grad()
                    step.backward()
                    optimizer.step()
                    losses.append(float(step.detach()))
                loss = sum(losses) / len(losses)
            model.eval()
            with torch.no_grad():
                f, scores = model(everything)
            run.log(epoch, f=f, predictions=scores, loss=loss)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
