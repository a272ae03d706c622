"""The files of this folder from TU zips: python folds.py ZIP... (needs scikit-learn; 1.9.1 gives these files).

StratifiedKFold(10, shuffle=True, random_state=0) over the classes in the order of NAME_graph_labels.txt, and in each training
part StratifiedShuffleSplit(1, test_size=0.1, random_state=0), as in the code of the paper's authors.
"""

import sys
import zipfile
from pathlib import Path

import numpy as np
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit

for path in map(Path, sys.argv[1:]):
    name = path.stem
    labels = zipfile.ZipFile(path).read(f"{name}/{name}_graph_labels.txt").split()
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
    Path(__file__).with_name(f"{name}.txt").write_text(text)
