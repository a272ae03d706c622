"""The files of a run log: created or continued, appended to epoch by epoch, complete after a kill, and bounded."""
import json
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

try:
    import fcntl
except ImportError:
    # Windows has no such locks.
    fcntl = None

HEADER, GRAPHS, INDEX, VALUES = "run-log.json", "graphs.jsonl", "epochs.jsonl", "values.f32"


class Folder:
    """An open run log.

    Parameters:
        path: The folder. It is created, or its run log is continued.
        header: The bytes of the header. An earlier run log must have the same ones.
        graphs: The bytes of `graphs.jsonl`, likewise.
        sizes: The possible numbers of bytes of the arrays of an epoch.
        max_bytes: Limit of the arrays; see `Run`.

    Raises:
        ValueError: If the folder has another or a damaged run log, or another program writes it.
    """

    def __init__(self, path: Path, header: bytes, graphs: bytes, sizes: tuple[int, ...], max_bytes: int):
        self._path = path
        self._sizes = sizes
        self._max_bytes = max_bytes
        self._index = self._values = None
        #: Number of epochs.
        self._epochs = 0
        #: The last epoch; None before the first.
        self.last_epoch: int | None = None
        path.mkdir(parents=True, exist_ok=True)
        self._create(header, graphs)

    @property
    def closed(self) -> bool:
        return self._index is None

    def append(self, epoch: int, loss: float | None, optional: list[np.ndarray], always: np.ndarray) -> None:
        """Adds an epoch, with arrays as 32-bit floats. Close to the limit, an epoch has no `optional` arrays.

        Raises:
            OSError: If the disk is full. The epoch is removed.
        """
        data = always.astype("<f4").tobytes()
        if self._keeps(len(data) + sum(4 * values.size for values in optional)):
            data = b"".join(values.astype("<f4").tobytes() for values in optional) + data
        # The arrays first: a line of the index means that its arrays are complete.
        offset = self._values.seek(0, os.SEEK_END)
        lines = self._index.seek(0, os.SEEK_END)
        line: dict[str, Any] = {"epoch": epoch} if loss is None else {"epoch": epoch, "loss": loss}
        line |= {"offset": offset, "bytes": len(data), "crc32": zlib.crc32(data)}
        try:
            _write(self._values, data)
            _write(self._index, json.dumps(line).encode() + b"\n")
        except OSError:
            # A full disk must not leave a half line, to which the next epoch would be appended.
            self._index.truncate(lines)
            self._values.truncate(offset)
            raise
        self.last_epoch = epoch
        self._epochs += 1

    def close(self) -> None:
        """Closes the files."""
        for file in (self._index, self._values):
            if file is not None:
                file.close()
        self._index = self._values = None

    def _create(self, header: bytes, graphs: bytes) -> None:
        """Writes the graphs and the header, or checks those of an earlier run; then opens the files of the epochs."""
        known = self._path / HEADER
        if known.exists():
            absent = [name for name in (GRAPHS, INDEX, VALUES) if not (self._path / name).is_file()]
            if absent:
                raise ValueError(f"{self._path}: the run log lacks {' and '.join(absent)}; copy the whole folder, or choose another one")
            if (known.read_bytes(), (self._path / GRAPHS).read_bytes()) != (header, graphs):
                raise ValueError(
                    f"{self._path}: the folder has a run log with another name, other graphs, labels, classes or channels; choose another folder"
                )
        else:
            _replace(self._path / GRAPHS, graphs)
            for name in (INDEX, VALUES):
                (self._path / name).write_bytes(b"")
            # Last: a folder with a header is a run log.
            _replace(known, header)
        # Without buffers: after each write, the system has the bytes, also if this program is killed.
        self._index = open(self._path / INDEX, "r+b", buffering=0)
        self._values = open(self._path / VALUES, "r+b", buffering=0)
        try:
            self._lock()
            self._resume()
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        """Two writers would damage the log. The system frees the lock at the end of the program."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._index, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"{self._path}: another program writes this run log; stop it, or choose another folder") from None

    def _resume(self) -> None:
        """Finds the last epoch. A killed writer leaves at most one epoch that is incomplete; it is removed.

        Any other damage is an error: the epochs after it would be lost.
        """
        size = self._values.seek(0, os.SEEK_END)
        self._index.seek(0)
        # A line is written after its arrays, and its end last.
        lines = self._index.read().split(b"\n")[:-1]
        end = complete = 0
        for number, line in enumerate(lines, 1):
            epoch, after = self._record(number, line, end)
            if after > size:
                if number < len(lines):
                    raise self._damaged(VALUES, f"expected {after} bytes up to epoch {epoch}, line {number} of {INDEX}, found {size}")
                break
            self.last_epoch = epoch
            self._epochs += 1
            end, complete = after, complete + len(line) + 1
        if size - end > max(self._sizes):
            raise self._damaged(VALUES, f"expected {end} bytes for the {self._epochs} epochs of {INDEX}, found {size}")
        self._index.truncate(complete)
        self._index.seek(complete)
        self._values.truncate(end)
        self._values.seek(end)

    def _record(self, number: int, line: bytes, start: int) -> tuple[int, int]:
        """The epoch of a line, and the end of its arrays, which begin at `start`."""
        try:
            known = json.loads(line)
        except ValueError as error:
            raise self._damaged(f"{INDEX}, line {number}", str(error)) from None
        keys = ("epoch", "offset", "bytes")
        if not isinstance(known, dict) or not all(type(known.get(key)) is int for key in keys):
            raise self._damaged(f"{INDEX}, line {number}", f"expected whole numbers as {', '.join(keys)}, found {line[:80].decode(errors='replace')}")
        epoch, offset, size = (known[key] for key in keys)
        if epoch < 0 or (self.last_epoch is not None and epoch <= self.last_epoch):
            raise self._damaged(f"{INDEX}, line {number}", f"expected an epoch above {self.last_epoch}, found {epoch}")
        if offset != start or size not in self._sizes:
            expected = f"expected {' or '.join(map(str, self._sizes))} bytes from {start} on"
            raise self._damaged(f"{INDEX}, line {number}", f"{expected}, found {size} from {offset} on")
        return epoch, start + size

    def _damaged(self, place: str, problem: str) -> ValueError:
        return ValueError(
            f"{self._path / place}: {problem}. The run log is damaged there and unchanged: restore it from a copy, delete its later epochs, or choose "
            "another folder"
        )

    def _keeps(self, size: int) -> bool:
        """Whether the next epoch keeps its filter values: every epoch in the first half of the limit, every second one in the next
        quarter, every fourth one in the next eighth, and so on. The size alone determines this, so a continued run keeps the same epochs."""
        used, room, stride = self._values.seek(0, os.SEEK_END), self._max_bytes, 1
        if used + size > room:
            return False
        threshold = room / 2
        while used >= threshold and stride < 2**30:
            threshold += (room - threshold) / 2
            stride *= 2
        return self._epochs % stride == 0


def name_of(folder: Path) -> str | None:
    """The name of the run log in a folder; None: there is none."""
    try:
        header = json.loads((folder / HEADER).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError as error:
        raise ValueError(f"{folder / HEADER}: expected the header of a run log: {error}; choose another folder") from None
    name = header.get("name") if isinstance(header, dict) else None
    return name if isinstance(name, str) else None


def _replace(path: Path, data: bytes) -> None:
    """A file that exists completely or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def _write(file: Any, data: bytes) -> None:
    """Writes all bytes: the system may accept a part of them."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest):]
