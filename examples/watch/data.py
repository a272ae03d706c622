"""Random graphs of two classes as loaders of PyTorch Geometric: trees with one additional edge, and with three."""
import torch
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader
from torch_geometric.utils import degree, to_undirected


def loaders(count=120, batch_size=20):
    """The loaders of the training graphs and of the test graphs."""
    random = torch.Generator().manual_seed(0)
    graphs = []
    for index in range(count):
        n = int(torch.randint(10, 30, (), generator=random))
        edges = {(int(torch.randint(v, (), generator=random)), v) for v in range(1, n)}
        while len(edges) < n + 2 * (index % 2):
            u, v = sorted(torch.randperm(n, generator=random)[:2].tolist())
            edges.add((u, v))
        edge_index = to_undirected(torch.tensor(sorted(edges)).T, num_nodes=n)
        x = torch.nn.functional.one_hot(degree(edge_index[0], n).long().clamp(max=7), 8).float()
        graphs.append(Data(x=x, edge_index=edge_index, y=index % 2, num_nodes=n))
    test = count // 5
    return DataLoader(graphs[test:], batch_size, shuffle=True), DataLoader(graphs[:test], batch_size)
