"""Baselines without a neural network, on the folds icml2020: python wl.py {wl,p-wl} NAME.zip [--out FILE.json.gz]

wl    Weisfeiler–Lehman subtree kernel (Shervashidze et al., JMLR 2011; GraKeL) with a C-SVM (LIBSVM)
p-wl  persistent Weisfeiler–Lehman features (Rieck et al., ICML 2019) with a random forest (scikit-learn)

`sublevel report` reads the result file. docs/models.md describes both methods and the choice of their hyperparameters.
"""
import argparse
import gzip
import json
import math
import sys
import warnings
from collections import Counter, defaultdict
from pathlib import Path

import grakel
import joblib
import numpy as np
import sklearn
from scipy.sparse import csc_matrix, hstack
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC

HERE = Path(__file__).resolve().parent
FOLDS = HERE / "../../crates/topology/src/graph/folds/icml2020/0.20"
sys.path.append(str(HERE.parent / "peers"))
from peer_common import read_tu  # noqa: E402

ROUNDS = range(6)
EXPONENTS = [-7, -5, -3, -1, 1, 3, 5, 7]
TREES = [25, 50, 100]


def first_colours(data, features):
    """A colour for each vertex, by the named features."""
    if "label" in features and data.label is None:
        sys.exit(f"{data.name} has no vertex labels: use --features uninformative or degree")
    columns = [data.degree] * ("degree" in features) + [data.label] * ("label" in features)
    rows = np.stack(columns or [np.zeros_like(data.degree)], axis=1)
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)


def kernels(data, colours, normalise):
    """The subtree kernel after each number of rounds, by GraKeL."""
    graphs = []
    for first, end in zip(data.voff, data.voff[1:]):
        around = {v: dict.fromkeys(data.col[data.row[v]:data.row[v + 1]].tolist(), 1.0) for v in range(first, end)}
        graphs.append(grakel.Graph(around, node_labels={v: int(colours[v]) for v in around}))
    for rounds in ROUNDS:
        kernel = grakel.WeisfeilerLehman(n_iter=rounds, normalize=normalise) if rounds else grakel.VertexHistogram(normalize=normalise)
        yield kernel.fit_transform(graphs)


def refinements(data, colours):
    """The colours before the first round and after each. Their numbers are ranks that do not depend on the numbers of the vertices."""
    for _ in ROUNDS:
        yield colours
        words = [(c, *sorted(colours[data.col[a:b]])) for c, a, b in zip(colours, data.row, data.row[1:])]
        rank = {word: number for number, word in enumerate(sorted(set(words)))}
        colours = np.array([rank[word] for word in words])


def edge_weights(colours, before, around, edges, p):
    """‖n(u) − n(v)‖_p + [c(u) ≠ c(v)] + 1 with the colours c of the round before, whose counts among the neighbours are n.

    The first round has no round before, so its weights are [c(u) ≠ c(v)] + 1.
    """
    compared = colours if before is None else before
    for u, v in edges:
        difference = Counter()
        if before is not None:
            difference.update(before[around(u)])
            difference.subtract(before[around(v)])
        norm = sum(abs(count) ** p for count in difference.values()) ** (1 / p)
        yield norm + (compared[u] != compared[v]) + 1.0


def persistence_row(colours, edges, weights, vertices, p, cycles):
    """The feature of each colour: the sum of the lengths, to the power p, of the bars of its vertices.

    All vertices are born at 0, so the elder rule leaves open which of two dies. Here the larger colour dies, and edges of the same
    weight are sorted by the colours of their ends, because the features then do not depend on the numbers of the vertices.
    """
    parent = {v: v for v in vertices}

    def root(v):
        while parent[v] != v:
            parent[v] = v = parent[parent[v]]
        return v

    lengths = defaultdict(list)
    ends = [sorted(colours[[u, v]]) for u, v in edges]
    for weight, pair, (u, v) in sorted(zip(weights, ends, edges), key=lambda edge: edge[:2]):
        survivor, dying = sorted([root(u), root(v)], key=lambda vertex: colours[vertex])
        if survivor != dying:
            parent[dying] = survivor
            lengths[colours[dying]].append(weight)
        elif cycles:
            for colour in pair:
                lengths[colour].append(weight)
    for v in vertices:
        if parent[v] == v:
            lengths[colours[v]].append(max(weights, default=1.0))
    # Exact, because a rounded sum would depend on the order of the edges.
    return {colour: math.fsum(length**p for length in of_colour) for colour, of_colour in lengths.items()}


def persistence_features(data, first, p, cycles, uniform):
    """A sparse matrix for each round, with a row for each graph and a column for each colour."""
    tables, before = [], None
    edges = [[(v, u) for v in range(a, b) for u in data.col[data.row[v]:data.row[v + 1]].tolist() if u > v]
             for a, b in zip(data.voff, data.voff[1:])]
    for colours in refinements(data, first):
        around = lambda v: data.col[data.row[v]:data.row[v + 1]]
        entries = []
        for graph, own in enumerate(edges):
            weights = [1.0] * len(own) if uniform else list(edge_weights(colours, before, around, own, p))
            vertices = range(data.voff[graph], data.voff[graph + 1])
            row = persistence_row(colours, own, weights, vertices, p, cycles)
            entries += [(value, graph, colour) for colour, value in row.items()]
        values, rows, columns = zip(*entries)
        tables.append(csc_matrix((values, (rows, columns)), shape=(len(data), max(colours) + 1)))
        before = colours
    return tables


class Machine:
    """The C-SVMs of one kernel for every C = 10^k / n, where n is the number of training graphs."""
    settings = [{"c_exponent": k} for k in EXPONENTS]

    def __init__(self, rounds, kernel):
        self.setting, self.kernel = {"rounds": rounds}, kernel

    def predictions(self, y, train, test):
        for k in EXPONENTS:
            # Large C do not converge in any time if the classes cannot be separated.
            svm = SVC(C=10.0**k / len(train), kernel="precomputed", max_iter=100 * len(train))
            svm.fit(self.kernel[np.ix_(train, train)], y[train])
            yield svm.predict(self.kernel[np.ix_(test, train)])


class Forest:
    """Random forests of several sizes on the features of the rounds up to one that are not 0 in two training graphs or more."""
    settings = [{"trees": trees} for trees in TREES]

    def __init__(self, rounds, p, tables, seed):
        self.setting, self.seed = {"rounds": rounds, "p": p}, seed
        self.table = hstack(tables[:rounds + 1], "csr")

    def predictions(self, y, train, test):
        columns = np.flatnonzero(self.table[train].getnnz(axis=0) > 1)
        forest = RandomForestClassifier(warm_start=True, random_state=self.seed)
        for trees in TREES:
            # Keeps the trees that it has.
            forest.set_params(n_estimators=trees).fit(self.table[train][:, columns], y[train])
            yield forest.predict(self.table[test][:, columns])


def correct(candidate, y, train, test):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return [int(np.sum(found == y[test])) for found in candidate.predictions(y, train, test)]


def fold_result(pool, candidates, y, train, test, seed):
    """Chooses the hyperparameters by a cross-validation in the training part, and counts correct predictions of the test part."""
    inner = StratifiedKFold(min(5, min(Counter(y[train]).values())), shuffle=True, random_state=seed)
    parts = [(train[a], train[b]) for a, b in inner.split(train, y[train])]
    counts = pool(joblib.delayed(correct)(candidate, y, *part) for candidate in candidates for part in parts)
    sums = np.reshape(counts, (len(candidates), len(parts), -1)).sum(axis=1)
    # Of equal ones, the first.
    chosen, place = np.unravel_index(np.argmax(sums), sums.shape)
    candidate = candidates[chosen]
    return {
        "setting": candidate.setting | candidate.settings[place],
        "inner_accuracy": int(sums.max()) / len(train),
        "test_accuracy": correct(candidate, y, train, test)[place] / len(test),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("method", choices=["wl", "p-wl"])
    parser.add_argument("zip", type=Path, help="zip of the TU collection, of a data set with folds of the paper")
    parser.add_argument("--features", choices=["uninformative", "degree", "label", "degree+label"],
                        help="first colours [default: label if there are any, otherwise uninformative]")
    parser.add_argument("--unnormalised", action="store_true", help="wl: do not divide the kernel by the norms")
    parser.add_argument("--cycles", action="store_true", help="p-wl: also count the edges that close cycles (P-WL-C)")
    parser.add_argument("--uniform", action="store_true", help="p-wl: give every edge the weight 1 (with --cycles: P-WL-UC)")
    parser.add_argument("--seed", type=int, default=0, help="of the inner cross-validation and the forest")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="result file for `sublevel report`, compressed if its name ends in .gz")
    options = parser.parse_args()
    data = read_tu(options.zip)
    folds = FOLDS / f"{data.name}.txt"
    if not folds.exists():
        parser.error(f"{data.name} has no folds of the paper; they exist for {', '.join(sorted(f.stem for f in FOLDS.glob('*.txt')))}")
    # The first digit of a line is the fold whose test part contains the graph.
    fold_of = np.array([int(line[0]) for line in folds.read_text().split()])
    if len(fold_of) != len(data):
        parser.error(f"{options.zip}: expected {len(fold_of)} graphs, found {len(data)}: use the file of the TU collection")
    features = options.features or ("uninformative" if data.label is None else "label")
    colours = first_colours(data, features)
    if options.method == "wl":
        variant = {"unnormalised": True} if options.unnormalised else {}
        candidates = [Machine(*pair) for pair in enumerate(kernels(data, colours, not options.unnormalised))]
    else:
        variant = {"cycles": options.cycles, "uniform": options.uniform}
        # Powers of 1 are 1.
        tables = {p: persistence_features(data, colours, p, **variant) for p in ([1] if options.uniform else [1, 2])}
        candidates = [Forest(rounds, p, tables[p], options.seed) for rounds in ROUNDS for p in tables]
    results = []
    with joblib.Parallel(options.jobs) as pool:
        for fold in range(10):
            train, test = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
            results.append({"fold": fold + 1} | fold_result(pool, candidates, data.y, train, test, options.seed))
            print(*results[-1].items(), file=sys.stderr)
    shares = [result["test_accuracy"] for result in results]
    print(f"test accuracy {100 * np.mean(shares):.1f} ± {100 * np.std(shares):.1f} % over 10 folds")
    text = json.dumps({
        "method": options.method, **variant, "data": data.name, "features": features, "seed": options.seed, "splits": "icml2020",
        "versions": {"GraKeL": grakel.__version__, "scikit-learn": sklearn.__version__}, "folds": results,
    }, indent=1) + "\n"
    if options.out:
        # Without a time, equal results give equal bytes.
        options.out.write_bytes(gzip.compress(text.encode(), mtime=0) if options.out.suffix == ".gz" else text.encode())


if __name__ == "__main__":
    main()
