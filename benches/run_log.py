"""Memory of a large run log: of the program that writes it, of `sublevel serve` that sends it, and of the page that shows it.

    python benches/run_log.py SUBLEVEL --chromium CHROMIUM

SUBLEVEL is the program. The log has 100000 graphs of 8 vertices and 100 epochs. `--graphs` and `--epochs` set other numbers. The
result is a line for each process, with its peak in MiB before the first epoch and after the last one. With `--chromium`, the page opens
the run log and receives one more epoch; this requires Node.js and the npm packages of `www`. Requires Linux.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

VERTICES = 8
#: Size of a portion in the page: www/src/services/log/index.ts.
PORTION = 8 * 2**20
PAGE = Path(__file__).parents[1] / "www/tests/browser/run-log-memory.mjs"
WRITER = """
import sys, numpy as np, sublevel
folder, graphs, epochs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
ring = (8, [(v, (v + 1) % 8) for v in range(8)])
def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
random = np.random.default_rng(0)
with sublevel.Run(folder, [ring] * graphs, labels=[0, 1] * (graphs // 2)) as run:
    started = peak()
    first = 0 if run.last_epoch is None else run.last_epoch + 1
    for epoch in range(first, first + epochs):
        run.log(epoch, f=random.random(8 * graphs), predictions=random.random((graphs, 2)))
print(started, peak())
"""


def peak(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1])


def told(name: str, started: int, ended: int) -> None:
    print(f"{name}: {started / 1024:.0f} MiB before the epochs, {ended / 1024:.0f} MiB after them")


def read(address: str) -> int:
    """Reads a run log in portions, as the page does. Returns the number of bytes."""
    with urllib.request.urlopen(f"{address}/run/0/epochs.jsonl") as answer:
        lines = [json.loads(line) for line in answer.read().splitlines()]
    end = lines[-1]["offset"] + lines[-1]["bytes"]
    for start in range(0, end, PORTION):
        part = {"range": f"bytes={start}-{min(start + PORTION, end) - 1}"}
        with urllib.request.urlopen(urllib.request.Request(f"{address}/run/0/values.f32", headers=part)) as answer:
            assert answer.status == 206
            answer.read()
    return end


def write(folder: str, graphs: int, epochs: int) -> list[int]:
    """Adds epochs. Returns the peak of the memory before and after them."""
    command = [sys.executable, "-c", WRITER, folder, str(graphs), str(epochs)]
    return [int(size) for size in subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()]


def show(address: str, chromium: str, folder: str, graphs: int) -> None:
    """Prints the figures of the page, which receives one more epoch."""
    with tempfile.TemporaryDirectory() as out:
        command = ["node", str(PAGE), "--url", address, "--chromium", chromium, "--out", out]
        page = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in page.stdout:
            if line == "waiting\n":
                write(folder, graphs, 1)
            else:
                print(line, end="", flush=True)
        if page.wait() != 0:
            sys.exit("the page did not show the run log; its message is above")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program sublevel")
    parser.add_argument("--graphs", type=int, default=100_000)
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--chromium", help="measures the page in this browser, too")
    parser.add_argument("--port", type=int, default=8199)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told("writer", *write(folder, options.graphs, options.epochs))
        print(f"folder: {sum(file.stat().st_size for file in Path(folder).iterdir()) / 2**20:.0f} MiB")
        command = [options.program, "serve", "--run", folder, "-p", str(options.port), "--no-open"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{options.port}"
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"{address}/data/index.json").close()
                    break
                except OSError:
                    if server.poll() is not None:
                        sys.exit("sublevel serve has ended: start it by hand to read its message")
                    time.sleep(0.5)
            started = peak(server.pid)
            read(address)
            told("serve", started, peak(server.pid))
            if options.chromium:
                show(address, options.chromium, folder, options.graphs)
                told("serve", started, peak(server.pid))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    if not os.path.exists("/proc/self/status"):
        sys.exit("this measurement requires Linux")
    main()
