"""Arrays of numbers from what users pass."""
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def numbers(name: str, values: Any, dimensions: int = 1) -> NDArray[np.float64]:
    """A 64-bit array of real numbers; tensors leave their gradient and their device."""
    array = _array(name, values)
    if array.size == 0:
        array = np.zeros(array.shape)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name}: expected real numbers, found {array.dtype}; convert them to floats")
    _check_dimensions(name, array, dimensions)
    return array.astype(np.float64, copy=False)


def integers(name: str, values: Any, dimensions: int) -> NDArray[np.int64]:
    """A 64-bit array of whole numbers."""
    array = _array(name, values)
    if array.size == 0:
        array = np.zeros(array.shape, np.int64)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name}: expected whole numbers, found {array.dtype}; vertices are numbers from 0")
    if array.dtype == np.uint64 and array.max() > np.iinfo(np.int64).max:
        raise ValueError(f"{name}: {array.max()} is too large for the number of a vertex")
    _check_dimensions(name, array, dimensions)
    return array.astype(np.int64, copy=False)


def whole(name: str, value: Any) -> int:
    """A count, at least 0."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise ValueError(f"{name}: expected a whole number, found {value!r}")
    count = value.__index__()
    if not 0 <= count < 2**63:
        raise ValueError(f"{name}: expected a number from 0 to 2^63, found {count}")
    return count


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected {' or '.join(map(repr, choices))}, found {value!r}")
    return value


def _array(name: str, values: Any) -> np.ndarray:
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name}: expected an array of numbers: {error}") from None


def _check_dimensions(name: str, array: np.ndarray, dimensions: int) -> None:
    if array.ndim != dimensions:
        raise ValueError(f"{name}: expected an array with {dimensions} axes, found the shape {array.shape}")
