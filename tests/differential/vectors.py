"""Vectors of barcodes by GUDHI's representations, from the arrays of `sublevel barcode --format npz`."""
import numpy as np
from gudhi.representations import BettiCurve, Landscape, PersistenceImage

TOLERANCE = dict(rtol=1e-9, atol=1e-12)
OPTIONS = [
    ["--vectorize", "betti"],
    ["--vectorize", "betti", "--range=-1,3", "--resolution", "7"],
    ["--vectorize", "landscape"],
    ["--vectorize", "landscape", "--levels", "2", "--resolution", "33"],
    ["--vectorize", "image"],
    ["--vectorize", "image", "--range", "0,2", "--resolution", "9", "--bandwidth", "0.3"],
]


def diagrams(bars, name: str, never: float) -> list[np.ndarray]:
    """The bars of one dimension and direction of every graph; those without an end get `never`."""
    def lists(array: str, width: int) -> list[np.ndarray]:
        count = len(bars["graph"])
        if array not in bars:
            return [np.empty((0, width))] * count
        offsets = bars[f"{array}_offsets"]
        return [bars[array][offsets[i]:offsets[i + 1]].reshape(-1, width) for i in range(count)]

    finite, essential = lists(name, 2), lists(f"{name}_essential", 1)
    return [np.vstack([a, np.hstack([b, np.full_like(b, never)])]) for a, b in zip(finite, essential)]


def names(bars) -> set[str]:
    """The diagrams of an archive of bars."""
    lists = [name for name in bars if name.endswith("_offsets")]
    return {name.removesuffix("_offsets").removesuffix("_essential") for name in lists}


def upwards(diagram: np.ndarray) -> np.ndarray:
    """Each bar from its smaller end to its larger one."""
    return np.sort(diagram, axis=1)


def expected(bars, found, name: str) -> list[np.ndarray]:
    """GUDHI's vectors of a diagram, on the samples of `found`."""
    down = name.startswith("superlevel")
    if "births" in found:
        births, lengths = found["births"], found["lengths"]
        end = births[0] if down else births[-1]
        [bandwidth] = found["bandwidth"]
        image = PersistenceImage(bandwidth=bandwidth, weight=lambda point: point[1], resolution=[len(births), len(lengths)],
                                 im_range=[births[0], births[-1], lengths[0], lengths[-1]])
        # GUDHI's second coordinate is the death minus the birth.
        made = [np.column_stack([bar[:, 0], bar[:, 0] + np.abs(bar[:, 1] - bar[:, 0])]) for bar in ended(bars, name, end, down)]
        return [image(bar).reshape(len(lengths), len(births)) if len(bar) else np.zeros((len(lengths), len(births))) for bar in made]
    samples = found["samples"]
    if found[name].ndim == 3:
        levels = found[name].shape[1]
        end = samples[0] if down else samples[-1]
        landscape = Landscape(num_landscapes=levels, resolution=len(samples), sample_range=[samples[0], samples[-1]], keep_endpoints=True)
        made = [upwards(bar) for bar in ended(bars, name, end, down)]
        # GUDHI multiplies by √2.
        return [landscape(bar).reshape(levels, -1) / np.sqrt(2) if len(bar) else np.zeros((levels, len(samples))) for bar in made]
    made = []
    for diagram in diagrams(bars, name, -np.inf if down else np.inf):
        up, descending = diagram[diagram[:, 0] < diagram[:, 1]], diagram[diagram[:, 0] > diagram[:, 1]]
        # A bar contains its birth: one that descends is a bar of the negated values.
        made.append(curve(up, samples) + curve(-descending, -samples[::-1])[::-1])
    return made


def ended(bars, name: str, end: float, down: bool) -> list[np.ndarray]:
    """The diagrams with their essential bars ended at `end`, or at once if they begin beyond it."""
    made = diagrams(bars, name, -np.inf if down else np.inf)
    for diagram in made:
        last = np.isinf(diagram[:, 1])
        beyond = np.minimum if down else np.maximum
        diagram[last, 1] = beyond(end, diagram[last, 0])
    return made


def curve(diagram: np.ndarray, samples: np.ndarray) -> np.ndarray:
    if len(diagram) == 0:
        return np.zeros(len(samples))
    return BettiCurve(predefined_grid=samples).fit_transform([diagram])[0]


def differ(bars, found, name: str) -> str | None:
    """Where the vectors of a diagram differ from GUDHI's."""
    for graph, (own, wanted) in enumerate(zip(found[name], expected(bars, found, name), strict=True)):
        if own.shape != wanted.shape or not np.allclose(own, wanted, **TOLERANCE):
            return f"graph {graph}\n  found    {own}\n  expected {wanted}"
    return None
