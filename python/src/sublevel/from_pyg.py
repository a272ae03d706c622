"""Writes graphs of PyTorch Geometric as JSON lines: write("mine.jsonl", dataset) or write("mine.jsonl", train=…, val=…, test=…)."""
import json


def write(path, dataset=(), **parts):
    with open(path, "w") as file:
        file.writelines(lines(dataset, **parts))


def lines(dataset=(), classes=None, **parts):
    """One line for each graph. By default its class is `y`."""
    if classes is not None and len(classes) != len(dataset):
        raise ValueError(f"classes: expected {len(dataset)}, one for each graph, found {len(classes)}")
    index = -1
    for split, graphs in {None: dataset, **parts}.items():
        for data in graphs:
            index += 1
            if classes is None and (data.y is None or data.y.numel() != 1):
                raise ValueError(f"graph {index} has no class: set y to a single number, or pass classes")
            y = data.y.item() if classes is None else classes[index]
            line = {"n": data.num_nodes, "edges": data.edge_index.t().tolist(), "y": y}
            for key, rows, count in [("x", data.x, data.num_nodes), ("edge_attr", data.edge_attr, data.num_edges)]:
                if rows is not None and rows.numel() > 0:
                    if not rows.isfinite().all():
                        raise ValueError(f"graph {index}, {key}: expected finite numbers")
                    line[key] = rows.reshape(count, -1).tolist()
            yield json.dumps(line if split is None else {**line, "split": split}, allow_nan=False) + "\n"
