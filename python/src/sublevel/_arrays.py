"""Arrays of numbers from what users pass."""
import numpy as np


def numbers(name, values, dimensions=1):
    """A 64-bit array of real numbers; tensors leave their gradient and their device."""
    array = _array(name, values)
    if array.dtype.kind not in "fiub" and array.size:
        raise ValueError(f"{name}: expected real numbers, found {array.dtype}; convert them to floats")
    _check_dimensions(name, array, dimensions)
    return array.astype(np.float64)


def integers(name, values, dimensions):
    """A 64-bit array of whole numbers."""
    array = _array(name, values)
    if array.dtype.kind not in "iu" and array.size:
        raise ValueError(f"{name}: expected whole numbers, found {array.dtype}; vertices are numbers from 0")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise ValueError(f"{name}: {array.max()} is too large for the number of a vertex")
    _check_dimensions(name, array, dimensions)
    return array.astype(np.int64)


def whole(name, value):
    """A count, at least 0."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise ValueError(f"{name}: expected a whole number, found {value!r}")
    count = value.__index__()
    if not 0 <= count < 2**63:
        raise ValueError(f"{name}: expected a number from 0 to 2^63, found {count}")
    return count


def one_of(name, value, choices):
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected {' or '.join(map(repr, choices))}, found {value!r}")
    return value


def _array(name, values):
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name}: expected an array of numbers: {error}") from None


def _check_dimensions(name, array, dimensions):
    if array.ndim != dimensions:
        raise ValueError(f"{name}: expected an array with {dimensions} axes, found the shape {array.shape}")
