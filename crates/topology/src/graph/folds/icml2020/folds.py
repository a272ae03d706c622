"""Writes the index files of one scikit-learn version from TU zips: python folds.py FOLDER ZIP...

The files are the output of the split code of the paper's authors: StratifiedKFold(10, shuffle=True, random_state=0) over the classes
in the order of NAME_graph_labels.txt, and in each training part StratifiedShuffleSplit(1, test_size=0.1, random_state=0).
The result depends on the version of scikit-learn. These files come from the released wheels:

  0.20: 0.20.1 (0.19.2 to 0.20.3 are equal)
  0.21: 0.21.3 (0.20.4 and 0.21.0 to 0.21.3 are equal)
  0.22: 1.9.1 (0.22 to 1.9.1 are equal)

A line contains the fold whose test part contains the graph, then the folds whose validation part contains it, as digits from 0.
"""

import sys
import zipfile
from pathlib import Path

import numpy as np
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit

for path in map(Path, sys.argv[2:]):
    name = path.stem
    labels = zipfile.ZipFile(str(path)).read(f"{name}/{name}_graph_labels.txt").split()
    classes = np.unique([int(label) for label in labels], return_inverse=True)[1]
    lines = [""] * len(classes)
    validations = [""] * len(classes)
    folds = StratifiedKFold(10, shuffle=True, random_state=0).split(classes, classes)
    for fold, (rest, test) in enumerate(folds):
        within = StratifiedShuffleSplit(1, test_size=0.1, random_state=0)
        _, validation = next(within.split(rest, classes[rest]))
        for graph in test:
            lines[graph] = str(fold)
        for graph in rest[validation]:
            validations[graph] += str(fold)
    text = "".join(f"{line}{validation}\n" for line, validation in zip(lines, validations))
    (Path(sys.argv[1]) / f"{name}.txt").write_text(text)
