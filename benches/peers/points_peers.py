#!/usr/bin/env python3
"""Times components and loops of points in the plane by GUDHI, Ripser and giotto-ph, from the points in memory on. The field has two
elements. See README.md."""
import argparse
import json
import time

from large_graphs import square


def gudhi_rips(points, threads):
    from gudhi.sklearn.rips_persistence import RipsPersistence

    return lambda: RipsPersistence([0, 1], homology_coeff_field=2, n_jobs=threads).fit_transform([points])


def gudhi_alpha(points, threads):
    import gudhi

    def diagrams():
        tree = gudhi.AlphaComplex(points=points).create_simplex_tree()
        tree.compute_persistence(homology_coeff_field=2)
        return tree.persistence_intervals_in_dimension(1)

    return diagrams


def ripser(points, threads):
    from ripser import ripser

    return lambda: ripser(points, maxdim=1)


def giotto_ph(points, threads):
    from gph import ripser_parallel

    return lambda: ripser_parallel(points, maxdim=1, n_threads=threads)


# By complex, the name of each program.
PEERS = {
    "rips": {"GUDHI": gudhi_rips, "Ripser": ripser, "giotto-ph": giotto_ph},
    "alpha": {"GUDHI": gudhi_alpha},
}


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("complex", choices=PEERS)
    a.add_argument("program", choices=dict.fromkeys(name for peers in PEERS.values() for name in peers))
    a.add_argument("--points", type=int, required=True)
    a.add_argument("--threads", type=int, default=1)
    a.add_argument("--json", action="store_true")
    a = a.parse_args()
    if a.program not in PEERS[a.complex]:
        raise SystemExit(f"{a.program} does not compute the {a.complex} complex; those that do: {', '.join(PEERS[a.complex])}")
    diagrams = PEERS[a.complex][a.program](square(a.points), a.threads)
    start = time.perf_counter()
    diagrams()
    result = dict(program=a.program, seconds=time.perf_counter() - start)
    print(json.dumps(result) if a.json else result)


if __name__ == "__main__":
    main()
