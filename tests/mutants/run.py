"""Inserts errors into the sources and checks that tests fail: python3 tests/mutants/run.py [--check | --random N] [NAME...]

Each file NAME.mutant contains a description, the arguments of `cargo test`, and one or more edits. An edit replaces the lines after
`-` by the lines after `+`, without regard to indentation. The lines after `-` occur exactly once in the file.

Without arguments, the script runs every mutant in a worktree of the last commit: minutes for each. `--random N` runs N of them.
`--check` only checks that every edit applies to the files of the working tree.
The exit status is 0 if every test passes without a mutant and fails with its mutant.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent


class Mutant:
    def __init__(self, path):
        self.name = path.stem
        self.edits = []
        for line in path.read_text().splitlines():
            if line.startswith("Test: "):
                self.test = line.removeprefix("Test: ").split()
            elif line.startswith("File: "):
                self.edits.append((line.removeprefix("File: "), [], []))
            elif line[:1] in ("-", "+") and self.edits:
                self.edits[-1][1 if line[0] == "-" else 2].append(line[1:].strip())

    def applied(self, root):
        """The changed files: path and text. Raises ValueError if there is no such test, or the lines of an edit do not occur once."""
        texts = {}
        name = self.test[-1].rpartition("::")[2]
        sources = [path for folder in ("tests", "src") for path in (root / folder).rglob("*.rs")]
        if not any(f"fn {name}" in path.read_text() for path in sources):
            raise ValueError(f"there is no test {self.test[-1]}")
        for file, old, new in self.edits:
            path = root / file
            if not path.exists():
                raise ValueError(f"{file} does not exist")
            lines = texts.get(path, path.read_text()).splitlines()
            plain = [line.strip() for line in lines]
            found = [at for at in range(len(lines)) if plain[at : at + len(old)] == old]
            if not old or len(found) != 1:
                raise ValueError(f"its lines occur {len(found)} times in {file}; expected once: {' / '.join(old)}")
            at = found[0]
            texts[path] = "\n".join(lines[:at] + new + lines[at + len(old) :]) + "\n"
        return texts


def outcome(test, root, log):
    """Compiles and runs a test: "passed", "failed", "does not compile" or "no such test"."""
    settings = {
        "CARGO_TARGET_DIR": os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target")),
        "CARGO_INCREMENTAL": "1",
        "RUST_BACKTRACE": "0",
    }
    # The mutant changes one crate, which compiles fastest without optimisation. The profile also gives it separate files in the target
    # folder. Otherwise cargo could run a mutant as the test of this working tree, whose sources are older.
    own = [f"--config=profile.dev.package.sublevel.{key}=0" for key in ("debug", "opt-level")]
    cargo = ["cargo", "test", "--quiet", *own]
    run = dict(cwd=root, env={**os.environ, **settings}, stdout=log, stderr=log)
    if subprocess.run([*cargo, "--no-run", *test], **run).returncode:
        return "does not compile"
    run["stdout"] = subprocess.PIPE
    done = subprocess.run([*cargo, *test, "--", "--include-ignored"], **run)
    if done.returncode:
        return "failed"
    lines = done.stdout.splitlines()
    ran = any(line.startswith(b"test result: ok. ") and not line.startswith(b"test result: ok. 0") for line in lines)
    return "passed" if ran else "no such test"


def run(mutants):
    """Runs mutants in a worktree; prints a line for each. Returns whether all were detected."""
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "sublevel"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(root), "HEAD"], cwd=ROOT, check=True)
        try:
            with open(Path(folder) / "log", "w+b") as log:
                for test in sorted({tuple(mutant.test) for mutant in mutants}):
                    found = outcome(test, root, log)
                    if found != "passed":
                        print(f"without a mutant: {' '.join(test)}: {found}", flush=True)
                        fine = False
                for mutant in mutants:
                    texts = mutant.applied(root)
                    before = {path: path.read_text() for path in texts}
                    for path, text in texts.items():
                        path.write_text(text)
                    found = outcome(mutant.test, root, log)
                    for path, text in before.items():
                        path.write_text(text)
                    word = {"failed": "detected", "passed": "NOT DETECTED"}.get(found, found)
                    fine &= found == "failed"
                    print(f"{word:<16} {mutant.name:<44} {' '.join(mutant.test)}", flush=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(root)], cwd=ROOT, check=True)
    return fine


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--random", type=int, metavar="N")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    names = arguments.names or [path.stem for path in FOLDER.glob("*.mutant")]
    mutants = [Mutant(FOLDER / f"{name}.mutant") for name in sorted(names)]
    errors = []
    for mutant in mutants:
        try:
            mutant.applied(ROOT)
        except ValueError as error:
            errors.append(f"{mutant.name}.mutant: {error}")
    if errors:
        sys.exit("\n".join(errors))
    if arguments.check:
        print(f"all {len(mutants)} mutants apply")
    else:
        if arguments.random:
            mutants = sorted(random.sample(mutants, min(arguments.random, len(mutants))), key=lambda mutant: mutant.name)
        sys.exit(not run(mutants))


if __name__ == "__main__":
    main()
