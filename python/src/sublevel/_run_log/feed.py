"""Sends the epochs of a run log to a page in a notebook."""
import json
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from .folder import INDEX, VALUES

#: Seconds between two looks at the folder.
INTERVAL = 0.5
#: Seconds between two portions of the epochs that are there already.
PAUSE = 0.05
#: Bytes of the arrays in one message, or one epoch.
PORTION = 4 * 2**20


class Feed:
    """Calls a method with the epochs of a run log, in portions, as the log grows.

    The kernel can be busy with a cell that trains, so a thread looks at the folder. It ends when the object of the method is deleted.

    Parameters:
        folder: The run log.
        send: A method. Its arguments are whole lines of the index, and their arrays.
    """

    def __init__(self, folder: Path, send: Callable[[bytes, bytes], None]):
        self._folder = folder
        self._send = weakref.WeakMethod(send)
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Sends all epochs from the first one on. The feed must be stopped."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._ended,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Sends no more epochs."""
        self._ended.set()
        if self._thread not in (None, threading.current_thread()):
            self._thread.join()
        self._thread = None

    def _run(self, ended: threading.Event) -> None:
        lines = values = 0  # bytes of both files that are sent
        while not ended.is_set():
            try:
                portion = _portion(self._folder, lines, values)
            except OSError:
                # The folder was deleted.
                return
            send = self._send()
            if send is None:
                return
            if portion is not None:
                send(*portion)
                lines += len(portion[0])
                values += len(portion[1])
            del send
            ended.wait(INTERVAL if portion is None else PAUSE)


def _portion(folder: Path, lines: int, values: int) -> tuple[bytes, bytes] | None:
    """The next epochs after these numbers of bytes; None: there is none yet. The writer completes the arrays before their line."""
    with open(folder / INDEX, "rb") as file:
        file.seek(lines)
        complete, _, _ = file.read().rpartition(b"\n")
    if not complete:
        return None
    chosen, end = b"", values
    for line in complete.split(b"\n"):
        try:
            record = json.loads(line)
            after = record["offset"] + record["bytes"]
        except (KeyError, TypeError, ValueError):
            # The page reports the damaged line.
            after = end
        if chosen and after - values > PORTION:
            break
        chosen += line + b"\n"
        end = max(end, after)
    with open(folder / VALUES, "rb") as file:
        file.seek(values)
        return chosen, file.read(end - values)
