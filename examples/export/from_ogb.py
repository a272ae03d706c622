"""Writes a GraphPropPredDataset of OGB, its split included, as JSON lines: write("mine.jsonl", dataset). Graphs without a label are left out."""
import json


def write(path, dataset, task=0):
    # Classes are whole numbers, and targets of regression have a decimal point.
    number = float if dataset.task_type == "regression" else int
    with open(path, "w") as file:
        for split, name in [("train", "train"), ("valid", "val"), ("test", "test")]:
            for graph, label in (dataset[int(index)] for index in dataset.get_idx_split()[split]):
                if label[task] == label[task]:
                    line = {"n": int(graph["num_nodes"]), "edges": graph["edge_index"].T.tolist(), "y": number(label[task]), "split": name}
                    rows = {"x": graph["node_feat"], "edge_attr": graph["edge_feat"]}
                    line |= {key: values.tolist() for key, values in rows.items() if values is not None and values.size > 0}
                    file.write(json.dumps(line, allow_nan=False) + "\n")
