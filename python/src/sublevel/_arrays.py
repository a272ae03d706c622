"""Arrays of numbers from what users pass."""
import sys
import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def numbers(name: str, values: Any, dimensions: int = 1) -> NDArray[np.float64]:
    """A 64-bit array of real numbers; tensors leave their gradient and their device."""
    array = as_array(name, values)
    if array.size == 0:
        array = np.zeros(array.shape)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name}: expected real numbers, found {array.dtype}; convert them to floats")
    _check_dimensions(name, array, dimensions)
    rounded = array.astype(np.float64, copy=False)
    if _has_more_digits(array):
        before, after = len(np.unique(array)), len(np.unique(rounded))
        if after < before:
            warn(f"{name}: {before} different values became {after}, because values are 64-bit floats; subtract the smallest value first")
    return rounded


def _has_more_digits(array: np.ndarray) -> bool:
    """Whether numbers may change as 64-bit floats, which have 53 binary digits."""
    if array.dtype.kind == "f":
        return array.dtype.itemsize > 8
    return array.dtype.itemsize == 8 and array.size > 0 and (array.max() > 2**53 or array.min() < -(2**53))


def integers(name: str, values: Any, dimensions: int) -> NDArray[np.int64]:
    """A 64-bit array of whole numbers."""
    array = as_array(name, values)
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


def by_keys(
    name: str, values: Any, keys: Sequence[Hashable], what: str, same: Callable[[Any], Hashable] | None = None
) -> Any:
    """The values of a dictionary, or of a Series of pandas, in the order of the keys; other values unchanged.

    Keys that count positions (a `range`) are not in the data, so the index of a Series does not tell whether it was sorted together with
    the rest: it must count in the same order. `same` is another name of a key.
    """
    own = keys_of(values)
    if own is None:
        return values
    check_unmasked(name, values)
    is_series = not isinstance(values, Mapping)
    array = np.asarray(values) if is_series else list(values.values())
    if own == list(keys):
        return array
    many = "vertices" if what == "vertex" else f"{what}s"
    advice = f"; if the values have the order of the {many}, pass them as an array, with to_numpy()" if is_series else ""
    if is_series and isinstance(keys, range):
        raise ValueError(f"{name}: expected the index 0, 1, 2 … of {len(keys)} {many} in this order, found {_first(own)}{advice}")
    place = {key: index for index, key in enumerate(own)}
    again = next((key for index, key in enumerate(own) if place[key] != index), None)
    if again is not None:
        raise ValueError(f"{name}: the index has {again!r} more than once{advice}")
    found = [key if key in place or same is None else same(key) for key in keys]
    absent = next((key for key, given in zip(keys, found, strict=True) if given not in place), None)
    if absent is not None:
        raise ValueError(f"{name}: there is no value for the {what} {absent!r}, only for {_first(own)}{advice}")
    used = set(found)
    more = [key for key in own if key not in used]
    if same is not None:
        for key in more:
            if same(key) in used and array[place[key]] != array[place[same(key)]]:
                raise ValueError(f"{name}: the {what} {key!r} has another value as {same(key)!r}")
        more = [key for key in more if same(key) not in used]
    if more:
        words = f"{name}: there are values for {_first(more)}, and no such {what}"
        if is_series:
            raise ValueError(f"{words}; select those of the {many} with loc")
        warn(words)
    return [array[place[key]] for key in found]


def keys_of(values: Any) -> list[Any] | None:
    """The keys of a dictionary or of a Series of pandas; None for other values."""
    if isinstance(values, Mapping):
        return list(values)
    index = getattr(values, "index", None)
    return None if index is None or callable(index) else list(index)


def _first(keys: Any) -> str:
    """The first keys in words."""
    shown = [repr(key) for key, _ in zip(keys, range(4))]
    return ", ".join(shown[:3]) + (" …" if len(shown) > 3 else "") or "none"


def warn(text: str) -> None:
    """Warns at the line outside of this package that called it."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and Path(frame.f_code.co_filename).is_relative_to(Path(__file__).parent):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, stacklevel=level)


# The headings of row numbers and names in files, without blanks, _ and -.
INDEX_COLUMNS = {"", "id", "index", "unnamed:0", "...1", "vertex", "vertexid", "node", "nodeid"}


def check_columns(name: str, values: Any) -> None:
    """Refuses a table with a column that numbers its rows, such as the index in a file of pandas: its numbers are no coordinates."""
    for column in getattr(values, "columns", ()):
        plain = "".join(letter for letter in str(column).lower() if letter not in " _-")
        if plain in INDEX_COLUMNS:
            raise ValueError(f"{name}: the column {column!r} numbers the rows; pass the columns of the coordinates alone, or read the file with index_col=0")


def check_unmasked(name: str, values: Any) -> None:
    """NumPy would use the numbers under a mask, and NaN for missing values of pandas."""
    if hasattr(values, "isna") and not isinstance(getattr(values, "dtype", None), np.dtype) and np.any(values.isna()):
        raise ValueError(f"{name}: expected no missing values (NA); replace them with fillna(…), or leave them out with dropna()")
    if _is_masked(values):
        raise ValueError(f"{name}: expected an array without a mask; replace the masked values with filled(…), or leave them out with compressed()")


def _is_masked(values: Any) -> bool:
    return isinstance(values, np.ma.MaskedArray) or isinstance(values, (list, tuple)) and any(map(_is_masked, values))


def as_array(name: str, values: Any) -> np.ndarray:
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    check_unmasked(name, values)
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name}: expected an array of numbers: {error}") from None


def _check_dimensions(name: str, array: np.ndarray, dimensions: int) -> None:
    if array.ndim != dimensions:
        raise ValueError(f"{name}: expected an array with {dimensions} axes, found the shape {array.shape}")
