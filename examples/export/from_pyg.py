"""Writes graphs of PyTorch Geometric as JSON lines: write("mine.jsonl", dataset) or write("mine.jsonl", train=…, val=…, test=…)."""
import json


def write(path, dataset=(), **parts):
    with open(path, "w") as file:
        for split, graphs in {None: dataset, **parts}.items():
            for data in graphs:
                line = {"n": data.num_nodes, "edges": data.edge_index.t().tolist(), "y": data.y.item()}
                for key, rows, count in [("x", data.x, data.num_nodes), ("edge_attr", data.edge_attr, data.num_edges)]:
                    if rows is not None and rows.numel() > 0:
                        line[key] = rows.reshape(count, -1).tolist()
                file.write(json.dumps(line if split is None else {**line, "split": split}, allow_nan=False) + "\n")
