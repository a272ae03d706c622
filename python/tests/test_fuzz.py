"""Arrays of any type, shape and content: a result or a ValueError."""
import os

import numpy as np
import pytest

import sublevel
from sublevel import _native

DTYPES = [np.int8, np.uint8, np.int32, np.int64, np.uint64, np.float16, np.float32, np.float64, np.longdouble, np.complex64, bool, object, "U3"]
NUMBERS = [0, 1, 2, 3, -1, -2, 2**31, 2**32 - 1, 2**32, 2**63 - 1, -(2**63), 0.5, np.nan, np.inf, -np.inf, 1e300, 5e-324, -0.0]
ROUNDS = int(os.environ.get("FUZZ_ROUNDS", 4000))


def number(rng):
    return NUMBERS[rng.integers(5 if rng.random() < 0.7 else len(NUMBERS))]


def array(rng, shape):
    """An array of this shape, or of another one, with any strides."""
    if rng.random() < 0.1:
        shape = tuple(rng.integers(0, 4, rng.integers(0, 4)))
    dtype = DTYPES[rng.integers(len(DTYPES)) if rng.random() < 0.2 else rng.choice([3, 7])]
    large = tuple(2 * size for size in shape)
    values = np.array([number(rng) for _ in range(int(np.prod(large)))], object).reshape(large)
    with np.errstate(all="ignore"):
        try:
            values = values.astype(dtype)
        except (ValueError, OverflowError, TypeError):
            values = values.astype(np.float64)
    step = rng.choice([1, 2, -1, -2])
    values = values[(..., *(slice(None, None, step) for _ in shape))]
    values = values[(..., *(slice(0, size) for size in shape))]
    if rng.random() < 0.3:
        values = values.T
    if rng.random() < 0.2:
        values.flags.writeable = False
    return values.tolist() if rng.random() < 0.1 else values


def options(rng):
    return {
        "vertices": [None, 0, 3, -1, 2**40][rng.integers(5)] if rng.random() < 0.3 else None,
        "clique": rng.random() < 0.3,
        "extended": rng.random() < 0.2,
        "direction": ["sublevel", "superlevel", "up", None][rng.choice(4, p=[0.6, 0.3, 0.05, 0.05])],
        "parallel_edges": [None, "keep", "merge", 3][rng.choice(4, p=[0.6, 0.2, 0.15, 0.05])],
        "keep_zero": rng.random() < 0.3,
    }


def attempt(function, *arguments, **named):
    """The result; none after an error for the user."""
    try:
        return function(*arguments, **named)
    except ValueError as error:
        assert str(error)
        return None


def test_any_arrays_give_bars_or_a_value_error():
    rng = np.random.default_rng(8)
    succeeded = 0
    for _ in range(ROUNDS):
        n, m = rng.integers(0, 6), rng.integers(0, 8)
        edges, f = array(rng, (m, 2)), array(rng, (n,))
        if rng.random() < 0.5:
            edges = rng.integers(0, max(n, 1), (m if n else 0, 2))
        edge_values = array(rng, (m,)) if rng.random() < 0.3 else None
        if rng.random() < 0.1:
            f = [None, "degree", "edges", "closeness", {}, 3, object()][rng.integers(7)]
        bars = attempt(sublevel.barcode, edges, f, edge_values=edge_values, **options(rng))
        if bars is not None:
            succeeded += 1
            for bar in bars:
                assert len(bar.cycle() if bar.dimension else bar.component()) > 0
        X = array(rng, (n, rng.integers(1, 4)))
        for complex in ("rips", "alpha"):
            attempt(sublevel.points, X, complex)
        attempt(sublevel.points, array(rng, (n, n)), distances=True, max_scale=[None, 1, np.inf, -1, np.nan][rng.integers(5)])
        a, b = array(rng, (n, 2)), array(rng, (m, 2))
        for distance in (sublevel.bottleneck, sublevel.wasserstein):
            found = attempt(distance, a, b)
            assert found is None or found.value >= 0
    assert succeeded > ROUNDS / 10


def test_the_native_module_takes_any_arrays():
    """The native functions check types themselves: a TypeError names the argument."""
    rng = np.random.default_rng(9)
    succeeded = 0
    for _ in range(ROUNDS):
        n, m = rng.integers(0, 6), rng.integers(0, 8)
        edge_index = rng.integers(0, max(n, 1), (2, m if n else 0)) if rng.random() < 0.7 else array(rng, (2, m))
        f = rng.random(n).astype(rng.choice([np.float32, np.float64])) if rng.random() < 0.7 else array(rng, (n,))
        batch = np.sort(rng.integers(0, 3, n)) if rng.random() < 0.5 else None if rng.random() < 0.5 else array(rng, (n,))
        try:
            _native.pairs(f, edge_index, batch, rng.random() < 0.5, rng.random() < 0.5)
            succeeded += 1
        except (ValueError, TypeError):
            pass
        try:
            _native.graph(n, edge_index, f, "", None, None, "", False, False, False, False)
        except (ValueError, TypeError):
            pass
    assert succeeded > ROUNDS / 10


def test_a_large_distance_matrix_without_loops():
    with pytest.raises(ValueError, match="at most"):
        sublevel.bottleneck(np.ones((2**14, 2)) * [0, 1], np.ones((2**14, 2)) * [0, 1])
