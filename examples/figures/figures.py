"""Draws the figures of a report of `sublevel report`: python figures.py REPORT [--out DIR] [--format svg|pdf|png]

It reads its tables of comma-separated values. The figures are as wide as a column of a paper, 90 mm, in Okabe and Ito's colours.
"""
import argparse
import csv
import re
from itertools import groupby
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullFormatter

WIDTH = 90 / 25.4
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
TITLE = {"x": 0.02, "ha": "left", "fontsize": 7}
STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "sublevel", "font.size": 7, "axes.titlesize": 8, "axes.spines.top": False,
    "axes.spines.right": False, "axes.prop_cycle": plt.cycler(color=COLOURS), "legend.frameon": False,
    "figure.constrained_layout.use": True, "lines.linewidth": 1,
    "text.parse_math": False,  # A name may contain a dollar sign.
}


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def numbers(rows, column):
    """A column, with nan for empty fields."""
    return np.array([float(row[column] or "nan") for row in rows])


def groups(rows, *columns):
    """Consecutive rows that agree in these columns."""
    return [(key, list(same)) for key, same in groupby(rows, key=lambda row: tuple(row[column] for column in columns))]


def logarithmic(axes, *names):
    """Logarithmic axes with plain numbers: powers of ten, and with few of them also their doubles and fivefolds."""
    axes.set(**{f"{name}scale": "log" for name in names})
    for axis in (getattr(axes, f"{name}axis") for name in names):
        least, most = axis.get_view_interval()
        axis.set_major_locator(LogLocator(subs=(1,) if most > 50 * least else (1, 2, 5)))
        axis.set_major_formatter("{x:g}")
        axis.set_minor_formatter(NullFormatter())


def accuracy(path):
    """Mean and deviation of each run beside those of the paper, a panel for each data set."""
    sets = [rows for _, rows in groups((row for row in rows_of(path) if row["mean"]), "data")]
    if not sets:
        return
    heights = [len(rows) + 1 for rows in sets]
    names = [[", ".join(filter(None, [row["model"], row["details"]])) for row in rows] for rows in sets]
    # Two columns of a paper, if the names would leave no room for the numbers.
    width = WIDTH * (2 if max(len(name) for own in names for name in own) > 30 else 1)
    size = (width, 0.7 + 0.16 * sum(heights))
    figure, panels = plt.subplots(len(sets), squeeze=False, sharex=True, height_ratios=heights, figsize=size)
    for axes, rows, own in zip(panels[:, 0], sets, names):
        places = np.arange(len(rows))
        for shift, prefix, marker, colour, words in [
            (0.15, "published_", "D", "#565e6b", "published"),
            (-0.15, "", "o", COLOURS[0], "Sublevel"),
        ]:
            means, stds = (numbers(rows, prefix + column) for column in ["mean", "std"])
            axes.errorbar(means, places + shift, xerr=np.nan_to_num(stds), fmt=marker, color=colour, markersize=2.5, label=words)
        axes.set_title(rows[0]["data"], loc="left")
        axes.set(yticks=places, yticklabels=own, ylim=(len(rows) - 0.5, -0.5))
        axes.grid(axis="x", color="#dfe3e8", linewidth=0.5)
    panels[-1, 0].set_xlabel("test accuracy (%); bars: one standard deviation")
    figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside upper right", ncols=2)
    yield "accuracy", figure


def curves(path):
    """Loss and metric against the epoch, mean and one standard deviation to either side."""
    errors = path.parent / "errors.csv"
    of_numbers = {row["data"] for row in rows_of(errors)} if errors.exists() else set()
    for run, rows in groups(rows_of(path), "data", "run"):
        scale, unit = (1, "error (MAE)") if run[0] in of_numbers else (100, "accuracy (%)")
        figure, (upper, lower) = plt.subplots(2, sharex=True, figsize=(WIDTH, 0.9 * WIDTH))
        epochs = numbers(rows, "epoch")
        for axes, column, factor, colour, dashes, words in [
            (upper, "train_loss", 1, COLOURS[1], "--", "training"),
            (lower, "train_metric", scale, COLOURS[1], "--", "training"),
            (lower, "test_metric", scale, COLOURS[0], "-", "test"),
        ]:
            mean, std = (factor * numbers(rows, name) for name in [column, f"{column}_std"])
            low = mean - std
            if axes is upper:
                mean, low = np.maximum(mean, 1e-6), np.maximum(low, np.maximum(mean, 1e-6) / 4)
            axes.fill_between(epochs, low, mean + std, color=colour, alpha=0.18, linewidth=0)
            axes.plot(epochs, mean, dashes, color=colour, label=words, marker="o" if len(rows) == 1 else None)
            for epoch in epochs[numbers(rows, "halved") > 0]:
                axes.axvline(epoch, color="#565e6b", linewidth=0.6, linestyle=":")
        folds = "one fold" if rows[0]["folds"] == "1" else f"{rows[0]['folds']} folds, mean ± std"
        figure.suptitle("\n".join([*run, folds]), **TITLE)
        # The loss of the first epoch can be far above the others.
        logarithmic(upper, "y")
        upper.set_ylabel("training loss")
        lower.set(xlabel="epoch; dotted: learning rate halved", ylabel=unit)
        lower.legend(ncols=2)
        yield name("curves", *run), figure


def confusion(path):
    """Graphs of each actual and predicted class, shaded by the share of the actual class."""
    for run, rows in groups(rows_of(path), "data", "run"):
        classes = list(dict.fromkeys(row["actual"] for row in rows))
        counts = numbers(rows, "graphs").reshape(len(classes), -1)
        shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        figure, axes = plt.subplots(figsize=(WIDTH, WIDTH))
        axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
        for (row, column), share in np.ndenumerate(shares):
            words = f"{counts[row, column]:.0f}\n{100 * share:.1f} %"
            axes.text(column, row, words, ha="center", va="center", color="white" if share > 0.6 else "black")
        figure.suptitle("\n".join(run), **TITLE)
        axes.set(xlabel="predicted class", ylabel="actual class")
        axes.set_xticks(range(len(classes)), classes)
        axes.set_yticks(range(len(classes)), classes)
        yield name("confusion", *run), figure


def predictions(path):
    """Predictions of the test parts against the targets; the line marks equal numbers."""
    for run, rows in groups(rows_of(path), "data", "run"):
        targets, predicted = numbers(rows, "target"), numbers(rows, "predicted")
        figure, axes = plt.subplots(figsize=(WIDTH, WIDTH))
        axes.scatter(targets, predicted, s=6, alpha=0.5, linewidths=0)
        axes.axline((targets[0],) * 2, slope=1, linestyle="--", color="#565e6b", linewidth=0.6)
        figure.suptitle("\n".join(run), **TITLE)
        axes.set(xlabel="target", ylabel="predicted", aspect="equal")
        yield name("predictions", *run), figure


def times(rows, column, title):
    """Time against the number of simplices, double logarithmic, with a power law fitted to each group."""
    figure, axes = plt.subplots(figsize=(WIDTH, 0.8 * WIDTH))
    for ((group,), rows), marker, colour in zip(groups(rows, column), "os^D" * 9, COLOURS * 6):
        points = np.array([numbers(rows, "simplices"), numbers(rows, "us")])
        points = points[:, (points > 0).all(axis=0)]
        if len(set(points[0])) > 1:
            slope, start = np.polyfit(*np.log10(points), 1)
            group += f": slope {slope:.2f}"
            ends = np.array([points[0].min(), points[0].max()])
            axes.plot(ends, 10**start * ends**slope, "--", color=colour, zorder=3)
        axes.scatter(*points, s=4, marker=marker, color=colour, alpha=0.4, linewidths=0, label=group)
    figure.suptitle(title, **TITLE)
    logarithmic(axes, "x", "y")
    axes.set(xlabel="simplices (vertices + edges)", ylabel="time (µs)")
    axes.legend(fontsize=6, markerscale=2)
    return figure


def persistence(path):
    yield "persistence", times(rows_of(path), "data", "Persistence of single graphs")


def readout(path):
    for (data,), rows in groups(rows_of(path), "data"):
        yield name("readout", data), times(rows, "part", f"{data}: one graph at a time")


def name(*words):
    """Letters, digits and single hyphens, valid in file names of every system."""
    return "-".join(re.findall("[a-z0-9]+", " ".join(words).lower()))[:100]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", type=Path, help="folder of `sublevel report --out`")
    parser.add_argument("--out", type=Path, help="folder of the figures [default: that of the report]")
    parser.add_argument("--format", default="svg", choices=["svg", "pdf", "png"])
    options = parser.parse_args()
    out = options.out or options.report
    out.mkdir(parents=True, exist_ok=True)
    plt.switch_backend("Agg")
    plt.rcParams.update(STYLE)
    written = set()
    for draw in [accuracy, curves, confusion, predictions, persistence, readout]:
        path = options.report / f"{draw.__name__}.csv"
        for stem, figure in draw(path) if path.exists() else ():
            # Names that differ only in other characters.
            while stem in written:
                stem += "-2"
            written.add(stem)
            file = out / f"{stem}.{options.format}"
            figure.savefig(file, dpi=300, metadata={"Date": None} if options.format == "svg" else None)
            plt.close(figure)
            print(file)
    if not written:
        parser.error(f"{options.report}: there is none of the tables that `sublevel report` writes")


if __name__ == "__main__":
    main()
