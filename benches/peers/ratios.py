#!/usr/bin/env python3
"""Measures the results of docs/benchmarks.md on this machine, this program and its peers in turn, and prints them as Markdown.

Needs nothing but Python 3.11 or 3.12, for which giotto-ph has wheels, and a C compiler; the peers' packages go into a virtual environment beside this file.
"""
import argparse
import itertools
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Data sets, features and numbers of graphs; 81 % of the graphs are trained on.
TRAINING = [("IMDB-BINARY", "degree", 1000), ("PROTEINS", "degree", 1113), ("NCI1", "degree+label", 4110),
            ("REDDIT-BINARY", "uninformative", 2000)]
TRAINED_SHARE = 0.81
PERSISTENCE = ["REDDIT-BINARY", "IMDB-BINARY"]
BIGGEST = "REDDIT-MULTI-5K"
MANY_GRAPHS = "REDDIT-BINARY"
EDGES = [10**6, 10**7]
# The kinds of large_graphs.py.
GRAPHS = {"a fifth as many vertices": [], "a tree": ["--tree"]}
FORMATS = ["edge list", "MatrixMarket", "JSON", "node-link JSON", "GraphML", "JSON lines"]
# GUDHI's SimplexTree takes minutes and 10 GB from here on.
POINTS = [190, 400, 700, 1000]
MAX_IN_TREE = 400
# Points in the plane; a Rips complex of the last number has too many edges.
CLOUDS = [400, 1000, 3000, 10000]
RIPS_PROGRAMS = ["GUDHI", "Ripser", "giotto-ph"]
PARTS = ["persistence", "python_batches", "many", "large", "cliques", "points", "formats", "training", "memory", "page", "downloads",
         "build"]
CHROMIUM = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def say(text):
    print(text, file=sys.stderr, flush=True)


def output(command, **env):
    """What a command writes to stdout. Failing, it ends the script with the command's own message."""
    done = subprocess.run([str(x) for x in command], stdout=subprocess.PIPE, text=True, env={**os.environ, **env})
    if done.returncode:
        sys.exit(f"failed with {done.returncode}: {' '.join(map(str, command))}")
    return done.stdout


def table(head, rows):
    print(f"| {' | '.join(head)} |\n| --- |{' ---: |' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(flush=True)


def number(x):
    return f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 10 else f"{x:.2f}"


def ratio(theirs, ours):
    """Median and range of the ratios of the rounds: a round is what ran right after each other."""
    each = [a / b for a, b in zip(theirs, ours)]
    return f"{number(statistics.median(each))} ({number(min(each))}–{number(max(each))})"


def median(values):
    return number(statistics.median(values))


class Measure:
    def __init__(self, a):
        self.quick, self.rounds, self.program = a.quick, 1 if a.quick else a.rounds, a.sublevel
        self.folder, self.python = a.data, None
        # Microseconds per graph and epoch, by data set: of PyTorch, and of one thread of this program.
        self.trained = {}

    def data(self, name):
        return self.folder / f"{name}.zip"

    def peer_python(self):
        if self.python is None:
            folder = HERE / "venv"
            self.python = folder / "bin/python"
            if not self.python.exists():
                say("installing NumPy, GUDHI and PyTorch into benches/peers/venv …")
                venv.create(folder, with_pip=True)
                output([self.python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"])
        return self.python

    def peer(self, script, *arguments, **env):
        return json.loads(output([self.peer_python(), HERE / script, *arguments, "--json"], **env))

    # ---- persistence

    def persistence(self):
        rows, versions = {}, set()
        for name in PERSISTENCE:
            for turn in range(self.rounds):
                say(f"persistence, {name}, round {turn + 1} of {self.rounds}")
                limit = ["--limit", 100, "--repeats", 1] if self.quick else ["--repeats", 5]
                peer = self.peer("persistence_gudhi.py", self.data(name), *limit)
                repeats = 3 if self.quick else 21
                own = json.loads(output([self.program, "bench", "persistence", "--data", self.data(name), "--format", "json",
                                         "--repeats", repeats]))
                versions.add(peer["gudhi"])
                for what, theirs in (("both directions", "gudhi_both_directions"), ("extended", "gudhi_extended")):
                    computes = "extended" if what == "extended" else "ordinary"
                    # One thread comes first; on one core this is the only number.
                    times = [run["us_per_graph"]["median"] for run in own["sets"][0]["runs"]
                             if run["computes"] == computes and run["device"] == "CPU"]
                    row = rows.setdefault((what, name), [])
                    row.append((peer["us_per_graph"][theirs], times[0], times[-1]))
        head = ["Persistence on the CPU, sorting included, µs per graph", f"GUDHI {', '.join(versions)}", "one thread",
                f"{own['cores']} threads", "GUDHI / one thread"]
        table(head, [[f"{name}, {what}", *map(median, zip(*row)), ratio(*list(zip(*row))[:2])]
                     for (what, name), row in sorted(rows.items())])

    def python_batches(self):
        output([self.peer_python(), "-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", ROOT / "python"])
        rows = []
        for name in PERSISTENCE:
            for threads, env in ((f"{os.cpu_count()} threads", {}), ("one thread", {"RAYON_NUM_THREADS": "1"})):
                say(f"batches in Python, {name}, {threads}")
                limit = ["--limit", 100, "--repeats", 1] if self.quick else ["--repeats", self.rounds]
                rounds = self.peer("python_batches.py", self.data(name), *limit, **env)["us_per_graph"]
                looped, theirs, ours = zip(*rounds)
                rows.append([f"{name}, {threads}", median(looped), median(theirs), median(ours), ratio(looped, ours), ratio(theirs, ours)])
        table(["Sublevel persistence of batches of 32 graphs in Python, µs per graph", "GUDHI from tensors, as torch-topological",
               "GUDHI from arrays", "sublevel.torch", "From tensors / sublevel.torch", "From arrays / sublevel.torch"], rows)

    # ---- large graphs, and many

    def barcode(self, *arguments, **env):
        """Of `sublevel barcode` the seconds from its start to its end, those that it says it computed (None of many graphs), and
        its peak memory in bytes."""
        with tempfile.TemporaryDirectory() as folder:
            command = [self.program, "barcode", *arguments, "--verbose", "--out", Path(folder) / "bars"]
            start = time.perf_counter()
            child = subprocess.Popen(list(map(str, command)), env={**os.environ, **env}, stderr=subprocess.PIPE, text=True)
            printed = child.stderr.read()
            _, status, usage = os.wait4(child.pid, 0)
            seconds = time.perf_counter() - start
        if status:
            sys.exit(f"failed: {' '.join(map(str, command))}\n{printed}")
        computed = re.search(r"computed in (\S+) s", printed)
        return seconds, float(computed[1]) if computed else None, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def beside(self, what, peers, *arguments, unit=1, **env):
        """A row of a table: GUDHI in one or two ways, none where it is left out, and this program. `unit` is that of times, 1000 for
        milliseconds."""
        found = []
        for turn in range(self.rounds):
            say(f"{what}, round {turn + 1} of {self.rounds}")
            theirs = [peer and self.peer("scale_gudhi.py", *peer)["seconds"] for peer in peers]
            found.append((theirs, *self.barcode(*arguments, **env)))
        theirs, whole, computed, peak = zip(*found)
        fastest = [min(filter(None, times)) for times in theirs]
        # GUDHI starts with the graph in memory, except for a whole set.
        ours = whole if computed[0] is None else computed
        shown = lambda times: median([unit * seconds for seconds in times]) if times[0] else ""
        own = [whole] if computed[0] is None else [computed, whole]
        return [what, *map(shown, zip(*theirs)), *map(shown, own), ratio(fastest, ours),
                f"{max(peak) / 1e6:.0f} MB"]

    def many(self):
        path = self.data(MANY_GRAPHS)
        arguments = [path, "--all", "--filter", "degree", "--format", "npz"]
        rows = [self.beside(f"{MANY_GRAPHS}, {threads}", [("--data", path)], *arguments, **env)
                for threads, env in ((f"{os.cpu_count()} threads", {}), ("one thread", {"RAYON_NUM_THREADS": "1"}))]
        table(["All graphs of a zip into arrays, s", "GUDHI, SimplexTree", "Sublevel", "GUDHI / Sublevel", "peak"], rows)

    def large(self):
        rows = []
        for edges in EDGES[:1] if self.quick else EDGES:
            with tempfile.TemporaryDirectory() as folder:
                made = self.peer("large_graphs.py", "--edges", edges, "--format", "edge list", "--out", folder)
                rows.append(self.beside(f"{edges:.0e} edges", [("--edges", edges)], *made["edge list"]))
        table(["One graph, both directions, s", "GUDHI, SimplexTree", "Sublevel", "from file to file", "GUDHI / Sublevel", "peak"],
              rows)

    def cliques(self):
        rows = []
        with tempfile.TemporaryDirectory() as folder:
            for points in POINTS[:1] if self.quick else POINTS:
                for kind in ("square", "random") if points <= MAX_IN_TREE else ("square",):
                    name = f"{kind}-{points}"
                    made = self.peer("large_graphs.py", "--distances", name, "--out", folder)
                    # RipsPersistence takes longer than the tree for random numbers, and many minutes for 400 points.
                    peers = [("--simplex-tree", name) if points <= MAX_IN_TREE else None,
                             ("--points", name) if kind == "square" else None]
                    rows.append(self.beside(f"{points} points, {kind}", peers, *made[name], unit=1000))
        table(["Loops of a clique complex, ms", "GUDHI, SimplexTree", "GUDHI, RipsPersistence", "Sublevel", "from file to file",
               "faster GUDHI / Sublevel", "peak"], rows)

    def points(self):
        with tempfile.TemporaryDirectory() as folder:
            for complex, (sizes, programs) in {"rips": (CLOUDS[:-1], RIPS_PROGRAMS), "alpha": (CLOUDS, ["GUDHI"])}.items():
                rows = [self.of_points(complex, programs, points, threads, folder)
                        for points in (sizes[:1] if self.quick else sizes)
                        for threads in dict.fromkeys((1, os.cpu_count()))]
                table([f"{complex.capitalize()} complex of points in the plane, ms", *programs, "Sublevel", "from file to file",
                       "fastest / Sublevel", "peak"], rows)

    def of_points(self, complex, programs, points, threads, folder):
        """A row of the table of points: the programs, which start with the points in memory, and this one in turn."""
        file, flag = self.peer("large_graphs.py", "--points", points, "--out", folder)[f"--{complex}"]
        what = f"{points} points, {threads} {'thread' if threads == 1 else 'threads'}"
        found = []
        for turn in range(self.rounds):
            say(f"{complex}, {what}, round {turn + 1} of {self.rounds}")
            theirs = [self.peer("points_peers.py", complex, program, "--points", points, "--threads", threads)["seconds"]
                      for program in programs]
            found.append((theirs, *self.barcode(file, flag, RAYON_NUM_THREADS=str(threads))))
        theirs, whole, computed, peak = zip(*found)
        shown = lambda times: median([1000 * seconds for seconds in times])
        return [what, *map(shown, zip(*theirs)), shown(computed), shown(whole), ratio([min(times) for times in theirs], computed),
                f"{max(peak) / 1e6:.0f} MB"]

    def formats(self):
        sizes, found = EDGES[:1] if self.quick else EDGES, {}
        for (graph, options), edges in itertools.product(GRAPHS.items(), sizes):
            for name in FORMATS:
                with tempfile.TemporaryDirectory() as folder:
                    say(f"formats, {graph}, {edges} edges, {name}")
                    made = self.peer("large_graphs.py", "--edges", edges, *options, "--format", name, "--out", folder)
                    seconds, _, peak = self.barcode(*made[name])
                    found.setdefault(f"{name}, {graph}", []).append((number(seconds), f"{peak / edges:.0f}"))
        head = ["Reading and barcode", *(f"{edges:.0e} edges, {what}" for edges in sizes for what in ("s", "peak bytes an edge"))]
        table(head, [[name, *(cell for run in runs for cell in run)] for name, runs in found.items()])

    # ---- training

    def train(self, name, features, epochs, folds, threads):
        """Microseconds per graph and epoch."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run.json"
            chosen = [x for fold in range(1, folds + 1) for x in ("--fold", fold)]
            env = {"RAYON_NUM_THREADS": "1"} if threads == 1 else {}
            output([self.program, "train", "--data", self.data(name), "--features", features, "--epochs", epochs, *chosen,
                    "--jobs", folds, "--out", out], **env)
            run = json.loads(out.read_text())
        graphs = dict((n, g) for n, _, g in TRAINING)[name] * TRAINED_SHARE
        seconds = [epoch["seconds"] for fold in run["folds"] for epoch in fold["epochs"]]
        return 1e6 * statistics.median(seconds) / graphs / folds

    def training(self):
        rows, versions = [], set()
        for name, features, _ in TRAINING:
            found = []
            for turn in range(self.rounds):
                say(f"training, {name}, round {turn + 1} of {self.rounds}")
                epochs = 2 if self.quick else 9
                peer = self.peer("gfl_torch.py", self.data(name), "--features", features, "--epochs", epochs, "--threads", 1)
                versions.add(peer["torch"].split("+")[0])
                own = [self.train(name, features, epochs, *how) for how in ((1, 1), (1, None), (2, None))]
                found.append([peer["us_per_graph"], *own])
            theirs, *ours = zip(*found)
            cells = [cell for own in ours for cell in (median(own), ratio(theirs, own))]
            rows.append([f"{name}, {features}", median(theirs), *cells])
            self.trained[name] = statistics.median(theirs), statistics.median(ours[0])
        head = ["Training of GFL on the CPU, µs per graph and epoch", f"PyTorch {', '.join(versions)}, one thread", "one thread",
                "ratio", "all cores", "ratio", "two folds at a time", "ratio"]
        table(head, rows)

    # ---- memory, page, downloads, build

    def memory(self):
        say(f"memory of an epoch of {BIGGEST}")
        command = [self.program, "train", "--data", self.data(BIGGEST), "--features", "uninformative", "--fold", "1",
                   "--epochs", "1"]
        child = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status:
            sys.exit(f"failed: {' '.join(map(str, command))}")
        unit = 1 if sys.platform == "darwin" else 1024
        print(f"An epoch of {BIGGEST} peaks at {usage.ru_maxrss * unit / 1e6:.0f} MB of memory.\n", flush=True)

    def page(self):
        browser = os.environ.get("SUBLEVEL_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
        if browser is None:
            say("no Chromium on this computer: the figures of the page are left out")
            return
        say("the page in Chromium")
        serve = subprocess.Popen([str(self.program), "serve", "--no-open", "--port", "0", "--data", str(self.folder)],
                                 stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://\S+", serve.stdout.readline()).group()
            with tempfile.TemporaryDirectory() as out:
                figures = output(["node", ROOT / "www/tests/browser/figures.mjs", "--url", address, "--chromium", browser,
                                  "--out", out])
        finally:
            serve.terminate()
            serve.wait()
        print(f"```\n{figures}```\n", flush=True)
        found = re.findall(r"^(\S+), (\S+): .* (\d+) µs a graph", figures, re.M)
        rows = [(name, features, float(us), *self.trained[name]) for name, features, us in found if name in self.trained]
        if rows:
            head = ["Training in Chromium, µs per graph and epoch", "", "PyTorch, one thread / Chromium", "Chromium / one thread"]
            table(head, [[f"{name}, {features}", number(us), number(peer / us), number(us / own)]
                         for name, features, us, peer, own in rows])

    def downloads(self):
        say("size of the page")
        with tempfile.TemporaryDirectory() as site:
            output([self.program, "build", "--out", Path(site) / "site"])
            sizes = {file.name: file.stat().st_size for file in Path(site).rglob("*.br")}
        modules = {name: size for name, size in sizes.items() if name.endswith(".wasm.br")}
        training = sum(size for name, size in modules.items() if name.startswith("training"))
        topology = sum(modules.values()) - training
        rest = sum(sizes.values()) - training - topology
        print(f"Downloads (brotli): page {(topology + rest) / 1e3:.0f} kB, of which topology module {topology / 1e3:.0f} kB; "
              f"training module {training / 1e6:.2f} MB.\n", flush=True)

    def build(self):
        say("first start: clone, empty target folder, empty npm cache; takes minutes")
        with tempfile.TemporaryDirectory() as folder:
            clone = Path(folder) / "sublevel"
            output(["git", "clone", "--quiet", ROOT, clone])
            env = {**os.environ, "CARGO_TARGET_DIR": f"{folder}/target", "npm_config_cache": f"{folder}/npm"}
            start, before = time.perf_counter(), os.times()
            serve = subprocess.Popen(["cargo", "run", "--release", "--", "--no-open", "--port", "0"], cwd=clone, env=env,
                                     stdout=subprocess.PIPE, text=True)
            try:
                address = re.search(r"http://\S+", serve.stdout.readline()).group()
                usable = time.perf_counter() - start
                while True:
                    time.sleep(1)
                    training = json.load(urllib.request.urlopen(f"{address}/training.json"))
                    if training["state"] == "failed":
                        sys.exit(training["message"])
                    if training["state"] == "ready":
                        break
                trains = time.perf_counter() - start
            finally:
                serve.send_signal(signal.SIGINT)
                serve.wait()
        after = os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"First start on {os.cpu_count()} cores: the page is there after {usable / 60:.1f} minutes, training is possible after "
              f"{trains / 60:.1f}; {cpu / 60:.0f} minutes of processor time.\n", flush=True)


def cache():
    """As `sublevel datasets get` has it."""
    if os.environ.get("SUBLEVEL_DATA"):
        return Path(os.environ["SUBLEVEL_DATA"])
    home = Path.home()
    base = home / "Library/Caches" if sys.platform == "darwin" else Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "sublevel"


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--data", type=Path, default=cache(), metavar="DIR", help="folder with the zips (default: %(default)s)")
    a.add_argument("--sublevel", type=Path, default=ROOT / "target/release/sublevel", metavar="PROGRAM")
    a.add_argument("--rounds", type=int, default=4)
    a.add_argument("--quick", action="store_true", help="a check that everything runs; its figures mean nothing")
    a.add_argument("--only", action="append", choices=PARTS, help="may be repeated (default: all but build)")
    a = a.parse_args()
    parts = a.only or PARTS[:-1]
    read = (("persistence", PERSISTENCE), ("python_batches", PERSISTENCE), ("training", [n for n, _, _ in TRAINING]), ("memory", [BIGGEST]),
            ("many", [MANY_GRAPHS]))
    wanted = dict.fromkeys(name for part, names in read if part in parts for name in names)
    missing = [name for name in wanted if not (a.data / f"{name}.zip").is_file()]
    if missing:
        sys.exit(f"not in {a.data}: {' '.join(missing)}; fetch them with: sublevel datasets get {' '.join(missing)}")
    if not a.sublevel.is_file() and parts != ["build"]:
        sys.exit(f"{a.sublevel} is not there; build it with: cargo build --release")
    measure = Measure(a)
    start = time.perf_counter()
    for part in parts:
        getattr(measure, part)()
    say(f"took {(time.perf_counter() - start) / 60:.0f} minutes")


if __name__ == "__main__":
    main()
