"""Point clouds, and their persistence by GUDHI: Rips complexes of points and of distances, and alpha complexes."""
import math
import random

import gudhi

TOLERANCE = 1e-9


def make_clouds(count: int, rng: random.Random) -> list[tuple[str, list[tuple[float, float]]]]:
    """Clouds with ties, duplicates, and collinear and cocircular points among them."""

    def grid(size: int) -> list[tuple[float, float]]:
        return [(rng.randrange(5), rng.randrange(5)) for _ in range(size)]

    def circle(size: int) -> list[tuple[float, float]]:
        # Pythagorean triples: exactly cocircular.
        on = [(5, 0), (4, 3), (3, 4), (0, 5), (-3, 4), (-4, 3), (-5, 0), (-4, -3), (-3, -4), (0, -5), (3, -4), (4, -3)]
        return [on[rng.randrange(12)] for _ in range(size)]

    def line(size: int) -> list[tuple[float, float]]:
        return [(place, 2 * place) for place in (rng.randrange(9) for _ in range(size))]

    def uniform(size: int) -> list[tuple[float, float]]:
        return [(rng.random(), rng.random()) for _ in range(size)]

    def annulus(size: int) -> list[tuple[float, float]]:
        angles = (rng.uniform(0, math.tau) for _ in range(size))
        return [(math.cos(a) + rng.gauss(0, 0.1), math.sin(a) + rng.gauss(0, 0.1)) for a in angles]

    def repeated(size: int) -> list[tuple[float, float]]:
        few = uniform(max(1, size // 3))
        return [rng.choice(few) for _ in range(size)]

    kinds = [grid, circle, line, uniform, annulus, repeated]
    return [(f"{kinds[i % 6].__name__} {i}", kinds[i % 6](rng.randrange(1, 24))) for i in range(count)]


def distances(points: list[tuple[float, float]]) -> list[list[float]]:
    return [[math.dist(a, b) for b in points] for a in points]


def rips_bars(points: list[tuple[float, float]]) -> list[tuple[int, float, float]]:
    tree = gudhi.RipsComplex(distance_matrix=distances(points)).create_simplex_tree(max_dimension=2)
    bars = tree.persistence(homology_coeff_field=2, persistence_dim_max=True)
    return [(dim, *bar) for dim, bar in bars if dim < 2]


def alpha_bars(points: list[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """With diameters: GUDHI has squared radii. It drops repeated points, which the program joins at 0."""
    tree = gudhi.AlphaComplex(points=points, precision="exact").create_simplex_tree()
    bars = tree.persistence(homology_coeff_field=2, persistence_dim_max=True)
    return [(dim, *(2 * math.sqrt(value) for value in bar)) for dim, bar in bars if dim < 2]


def bars_of(part: dict) -> list[tuple[int, float, float]]:
    """The program's bars in the same form."""
    finite = [(dim, bar["birth"], bar["death"]) for dim in (0, 1) for bar in part[f"h{dim}"]]
    return finite + [(dim, bar["birth"], math.inf) for dim in (0, 1) for bar in part[f"h{dim}_essential"]]


def differ(found: list[tuple], expected: list[tuple]) -> str | None:
    """Where two lists of bars differ; bars of length zero up to rounding do not count."""
    lasting = [sorted(bar for bar in bars if bar[2] - bar[1] > TOLERANCE) for bars in (found, expected)]
    close = len(lasting[0]) == len(lasting[1]) and all(
        a[0] == b[0] and all(math.isclose(x, y, rel_tol=TOLERANCE, abs_tol=TOLERANCE) for x, y in zip(a[1:], b[1:]))
        for a, b in zip(*lasting))
    return None if close else f"\n  found    {lasting[0]}\n  expected {lasting[1]}"


def noise(found: list[tuple]) -> list[tuple]:
    """Bars that only rounding creates."""
    return [bar for bar in found if 0 < bar[2] - bar[1] <= TOLERANCE]
