"""Which sizes of the ten folds of NCI1 can give the mean accuracies in the authors' notebook: python reachable.py

The means are the column acc_last_mean of results.ipynb (c-hofer/graph_filtration_learning, commits 06db609 and bbb08b2): all rows of
NCI1 with ten folds and batches of 32. The notebook prints six decimals. The accuracy of a fold is a whole number of graphs divided by
the size of the fold, so most means are impossible for given sizes.
"""

MEANS = [
    65.109775, 65.839116, 66.203016, 67.395530, 67.785655, 75.375739,
    75.862655, 77.248393, 77.444583, 80.850210, 81.652658,
]
HALF_DIGIT = 0.5e-6

# Sizes by version of scikit-learn: number of folds of each size. `folds.py` shows them.
SIZES = {
    "before 0.22": {412: 3, 411: 4, 410: 3},
    "0.22 and newer": {411: 10},
}


def solutions(mean, sizes):
    """Numbers of ways to divide correct graphs among the folds of each size, so that the mean rounds to this one."""
    *others, last = sizes.items()

    def count(rest, others):
        # rest: the sum over the folds of correct graphs / size that is still missing.
        if not others:
            size, folds = last
            low = -(-(rest - 0.1 * HALF_DIGIT) * size // 1)
            high = (rest + 0.1 * HALF_DIGIT) * size // 1
            return sum(0 <= correct <= size * folds for correct in range(int(low), int(high) + 1))
        (size, folds), *left = others
        return sum(count(rest - correct / size, left) for correct in range(size * folds + 1))

    return count(mean / 10, others)


for versions, sizes in SIZES.items():
    text = ", ".join(f"{folds} folds of {size}" for size, folds in sizes.items())
    print(f"scikit-learn {versions} ({text})")
    for mean in MEANS:
        print(f"  {mean:.6f} %: {solutions(mean, sizes)} solutions")
