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
        max_bytes: Limit of the arrays; see `Run`.

    Raises:
        ValueError: If the folder has another run log, or another program writes it.
    """

    def __init__(self, path: Path, header: bytes, graphs: bytes, max_bytes: int):
        self._path = path
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
        """Finds the last complete epoch and removes an incomplete one after it."""
        size = self._values.seek(0, os.SEEK_END)
        end = complete = 0
        self._index.seek(0)
        for line in self._index.read().splitlines(keepends=True):
            try:
                known = json.loads(line) if line.endswith(b"\n") else None
                after = known["offset"] + known["bytes"]
            except (ValueError, TypeError, KeyError):
                break
            if after > size:
                break
            self.last_epoch = known["epoch"]
            self._epochs += 1
            end, complete = after, complete + len(line)
        self._index.truncate(complete)
        self._index.seek(complete)
        self._values.truncate(end)
        self._values.seek(end)

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
