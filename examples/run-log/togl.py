"""A graph network with the TOGL layer of torch-topological, and a run log: python togl.py FOLDER, then sublevel serve --run FOLDER."""
import sys

import torch
from torch import nn
from torch_geometric.data import Batch, Data
from torch_geometric.nn import GCNConv, global_mean_pool
from torch_geometric.utils import degree, to_undirected
from torch_topological.nn.graphs import TOGL

import sublevel
from graphs import graphs


class Layer(TOGL):
    """TOGL. Its own function fails for a graph whose only bar is essential: there, each vertex is paired with itself."""

    def _compute_persistent_homology(self, vertices, f_vertices, *rest):
        try:
            return super()._compute_persistent_homology(vertices, f_vertices, *rest)
        except IndexError:
            return torch.stack((f_vertices, f_vertices), dim=1)


class Network(nn.Module):
    """The network of torch-topological: a convolution, TOGL, another convolution, and the mean over the vertices."""

    def __init__(self, classes, width=16, filtrations=4):
        super().__init__()
        self.first = GCNConv(1, width)
        self.togl = Layer(width, filtrations, 32, 16, "mean")
        self.second = GCNConv(width, classes)

    def forward(self, data):
        x = torch.relu(self.first(data.x, data.edge_index))
        x = self.second(self.togl(x, data), data.edge_index)
        return global_mean_pool(x, data.batch)


def main(folder, epochs=10):
    torch.manual_seed(0)
    made, labels, split = graphs(100)
    data = []
    for (n, edges), label in zip(made, labels):
        edge_index = to_undirected(torch.tensor(edges).T, num_nodes=n)
        data.append(Data(x=degree(edge_index[0], n)[:, None], edge_index=edge_index, y=label))
    train = [index for index, part in enumerate(split) if part == "train"]
    everything = Batch.from_data_list(data)
    model = Network(classes=2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    # The lines that log: a hook reads the filters of TOGL, one column for each filtration.
    filters = {}
    model.togl.filtrations.register_forward_hook(lambda module, inputs, output: filters.update(f=output.detach()))
    channels = [f"filtration {index + 1}" for index in range(model.togl.n_filtrations)]
    with sublevel.Run(folder, data, split=split, classes=["one loop", "three loops"], channels=channels) as run:
        for epoch in range(epochs + 1):
            loss = None
            if epoch > 0:
                model.train()
                losses = []
                for part in torch.tensor(train)[torch.randperm(len(train))].split(20):
                    batch = Batch.from_data_list([data[i] for i in part])
                    step = nn.functional.cross_entropy(model(batch), batch.y)
                    optimizer.zero_grad()
                    step.backward()
                    optimizer.step()
                    losses.append(float(step.detach()))
                loss = sum(losses) / len(losses)
            model.eval()
            with torch.no_grad():
                scores = model(everything)
            run.log(epoch, f=dict(zip(channels, filters["f"].T)), predictions=scores, loss=loss)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
