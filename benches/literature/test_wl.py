"""Checks of wl.py: python test_wl.py"""
import sys
import unittest
from pathlib import Path

import numpy as np

from wl import first_colours, kernels, persistence_features, refinements

sys.path.append(str(Path(__file__).resolve().parent.parent / "peers"))
from peer_common import from_edges  # noqa: E402


def random_graphs(rng, count=30):
    """Graphs with few labels, so that there are many ties: sizes, edges and labels."""
    sizes = rng.integers(2, 9, count)
    offsets = np.cumsum(sizes) - sizes
    # Without an edge, GraKeL refuses a graph.
    edges = np.concatenate([offset + np.vstack([[0, 1], rng.integers(0, size, (12, 2))]) for offset, size in zip(offsets, sizes)])
    return sizes, edges, rng.integers(0, 2, sizes.sum())


class Test(unittest.TestCase):
    def test_persistence_features_follow_the_definition(self):
        """A path a–a–b with a triangle b–b–a at its end: 0(a) – 1(a) – 2(b), 2–3(b), 2–4(a), 3–4."""
        data = from_edges("", [5], [[0, 1], [1, 2], [2, 3], [2, 4], [3, 4]], [0], [0, 0, 1, 1, 0])
        # Round 0: 01 and 23 have the weight 1, and one a and one b die. The others have the weight 2: 12 kills b, 24 kills a, and 34
        # closes a cycle. An a survives.
        #
        # Round 1: the colours in order are those of the vertices 0 (a; a), 1 (a; a b), 4 (a; b b), 2 (b; a a b) and 3 (b; a b). With
        # p = 1, the weights of 01, 12, 23, 24 and 34 are 2, 3, 2, 5 and 4. 01 kills 1, 23 kills 3, 12 kills 2, 34 kills 4, and 24
        # closes a cycle. Vertex 0 survives with the weight 5. With p = 2, vertex 4 dies at the weight 2 + √2.
        #
        # With the weight 1, the edges are sorted by colours, and 23 is the last one.
        for p, cycles, uniform, rounds in [
            (1, False, False, [[5, 3], [5, 2, 4, 3, 2]]),
            (1, True, False, [[7, 5], [5, 2, 9, 8, 2]]),
            (2, True, False, [[13, 9], None]),
            (1, True, True, [None, [1, 1, 1, 2, 2]]),
            (2, False, False, [None, [None, None, (2 + 2**0.5) ** 2, None, None]]),
        ]:
            tables = persistence_features(data, first_colours(data, "label"), p, cycles, uniform)
            for table, expected in zip(tables, rounds):
                for found, number in zip(table.toarray()[0], expected or []):
                    if number is not None:
                        self.assertAlmostEqual(found, number, msg=f"{p} {cycles} {uniform}")

    def test_features_do_not_depend_on_the_numbers_of_the_vertices(self):
        rng = np.random.default_rng(3)
        sizes, edges, labels = random_graphs(rng)
        offsets = np.cumsum(sizes) - sizes
        new = np.concatenate([offset + rng.permutation(size) for offset, size in zip(offsets, sizes)])
        renumbered = np.empty_like(labels)
        renumbered[new] = labels
        before, after = (from_edges("", sizes, *rest) for rest in [(edges, [0], labels), (new[edges], [0], renumbered)])
        for cycles in [False, True]:
            tables = [persistence_features(data, first_colours(data, "label"), 2, cycles, False) for data in [before, after]]
            for table, other in zip(*tables):
                self.assertTrue(np.array_equal(table.toarray(), other.toarray()))

    def test_kernels_are_the_products_of_the_colours(self):
        """GraKeL against the definition: counts of the colours of all rounds."""
        data = from_edges("", *random_graphs(np.random.default_rng(11))[:2], [0], None)
        first = first_colours(data, "degree")
        sums = 0
        for kernel, colours in zip(kernels(data, first, False), refinements(data, first)):
            counts = [np.bincount(colours[a:b], minlength=max(colours) + 1) for a, b in zip(data.voff, data.voff[1:])]
            sums = sums + np.array(counts) @ np.array(counts).T
            self.assertTrue(np.array_equal(kernel, sums))


if __name__ == "__main__":
    unittest.main()
