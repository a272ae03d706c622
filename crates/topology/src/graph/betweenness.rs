//! Betweenness centrality, with equal values for vertices that an automorphism exchanges.

use super::{Lists, NeighbourLists};

/// Binary digits after the point of the shares of shortest paths.
const DIGITS: u32 = 32;
/// Those of the results.
const RESULT_DIGITS: u32 = 16;
/// Whole numbers in 64 bits are exact below it.
const EXACT: f64 = (1_u64 << 53) as f64;

/// The betweenness centrality of every vertex in units of 2⁻¹⁶: the sum, over all ordered pairs of other vertices, of the share of
/// their shortest paths that contain it. `None` if `steps` runs out. A step takes a few nanoseconds.
///
/// Isomorphic graphs have bit-identical values, because every number below is a function of the graph without the order of its
/// vertices. By induction over the breadth-first search from a vertex:
///
/// - The number of shortest paths to a vertex is a sum of those of its predecessors. It is exact below 2⁵³, and otherwise a sum in
///   ascending order.
/// - A share is a function of two such numbers, rounded to 32 binary digits. Sums of such numbers are sums of whole numbers, which do
///   not depend on the order.
///
/// The last rounding makes most values equal that are equal without rounding, also for vertices that no automorphism exchanges.
///
/// The algorithm is that of Brandes (2001) on the graph without its trees: a vertex with one neighbour is merged into it, as often as
/// possible. A pair inside a tree has one path, so its vertices are counted without a search.
///
/// From 2¹⁰²⁴ shortest paths on, the shares of a pair count as 0.
pub(super) fn betweenness(graph: NeighbourLists, steps: &mut u64) -> Option<Vec<u64>> {
    let n = graph.offsets.len() - 1;
    let folded = Folded::new(graph);
    let core = folded.core(graph);
    let sources: Vec<u32> = (0..n as u32).filter(|&v| folded.is_core(v)).collect();
    let arcs = core.lists().neighbours.len() as u64;
    let cost = (n + graph.neighbours.len()) as u64 + sources.len() as u64 * arcs;
    *steps = steps.checked_sub(cost)?;

    let mut between = vec![0_u128; n];
    // Number of vertices of the component of each vertex.
    let mut component = vec![0; n];
    let mut search = Search::new(n);
    for source in sources {
        search.run(core.lists(), source);
        let reached = search.order.iter();
        component[source as usize] = reached.map(|&v| folded.size[v as usize]).sum();
        search.add_shares(core.lists(), &folded.size, &mut between);
    }
    for &v in folded.order.iter().rev() {
        let parent = folded.parent[v as usize].expect("a folded vertex");
        component[v as usize] = component[parent as usize];
    }
    let value = |v: usize| {
        // The vertex separates its trees from each other and from the rest.
        let (others, rest) = (component[v] - 1, component[v] - folded.size[v]);
        let separated = others * others - folded.squares[v] - rest * rest;
        let half = 1 << (DIGITS - RESULT_DIGITS - 1);
        let searched = (between[v] + half) >> (DIGITS - RESULT_DIGITS);
        (separated << RESULT_DIGITS) + searched as u64
    };
    Some((0..n).map(value).collect())
}

/// A graph whose trees are merged into the vertices that they hang from. A component that is a tree becomes one vertex.
struct Folded {
    /// The vertex that each vertex is merged into, if any.
    parent: Vec<Option<u32>>,
    /// The merged vertices; a vertex is after those that are merged into it.
    order: Vec<u32>,
    /// Number of vertices of the trees at each vertex, and the vertex.
    size: Vec<u64>,
    /// Sum of the squares of the numbers of vertices of these trees.
    squares: Vec<u64>,
}

impl Folded {
    fn new(graph: NeighbourLists) -> Self {
        let offsets = graph.offsets.array_windows();
        let mut degree: Vec<u32> = offsets.map(|[start, end]| end - start).collect();
        let n = degree.len();
        let mut folded = Self {
            parent: vec![None; n],
            order: Vec::new(),
            size: vec![1; n],
            squares: vec![0; n],
        };
        let mut leaves: Vec<u32> = (0..n as u32).filter(|&v| degree[v as usize] == 1).collect();
        while let Some(leaf) = leaves.pop() {
            let mut left = graph.around(leaf).iter();
            // Of the last two vertices of a tree, one has no neighbour any more.
            let Some(&parent) = left.find(|&&u| folded.is_core(u)) else {
                continue;
            };
            let (leaf_at, at) = (leaf as usize, parent as usize);
            folded.parent[leaf_at] = Some(parent);
            folded.order.push(leaf);
            folded.size[at] += folded.size[leaf_at];
            folded.squares[at] += folded.size[leaf_at].pow(2);
            degree[at] -= 1;
            if degree[at] == 1 {
                leaves.push(parent);
            }
        }
        folded
    }

    /// Whether a vertex is left.
    fn is_core(&self, vertex: u32) -> bool {
        self.parent[vertex as usize].is_none()
    }

    /// The graph of the vertices that are left. The others have no neighbours.
    fn core(&self, graph: NeighbourLists) -> Lists {
        let mut core = Lists::default();
        for v in 0..self.parent.len() as u32 {
            let around = graph.around(v).iter().copied();
            let around = around.filter(|&u| self.is_core(v) && self.is_core(u));
            core.push(around);
        }
        core
    }
}

/// A breadth-first search, with the buffers for the next one.
struct Search {
    /// The reached vertices, by distance.
    order: Vec<u32>,
    /// Distance of each vertex from the source, or [`FAR`].
    distance: Vec<u32>,
    /// Number of shortest paths from the source to each reached vertex.
    paths: Vec<f64>,
    /// Shares of the pairs of the source and a vertex, in units of 2⁻³²: the sum for each reached vertex.
    shares: Vec<u64>,
}

/// The distance of a vertex that is not reached.
const FAR: u32 = u32::MAX;

impl Search {
    fn new(n: usize) -> Self {
        Self {
            order: Vec::new(),
            distance: vec![FAR; n],
            paths: vec![0.0; n],
            shares: vec![0; n],
        }
    }

    /// Searches from a vertex.
    fn run(&mut self, graph: NeighbourLists, source: u32) {
        for v in self.order.drain(..) {
            self.distance[v as usize] = FAR;
        }
        self.order.push(source);
        self.distance[source as usize] = 0;
        self.paths[source as usize] = 1.0;
        let mut next = 0;
        while let Some(&v) = self.order.get(next) {
            next += 1;
            let distance = self.distance[v as usize];
            for &u in graph.around(v) {
                if self.distance[u as usize] == FAR {
                    self.distance[u as usize] = distance + 1;
                    self.order.push(u);
                }
            }
            if v != source {
                let before = graph.around(v).iter();
                let before = before.filter(|&&u| self.distance[u as usize] == distance - 1);
                self.paths[v as usize] = sum(before.map(|&u| self.paths[u as usize]));
            }
        }
    }

    /// Adds the shares of each reached vertex for all pairs of the source, or of a vertex of its trees, and another vertex.
    fn add_shares(&mut self, graph: NeighbourLists, size: &[u64], between: &mut [u128]) {
        for &v in &self.order {
            self.shares[v as usize] = 0;
        }
        let source = self.order[0] as usize;
        for &v in self.order[1..].iter().rev() {
            let at = v as usize;
            let ends = (size[at] << DIGITS) + self.shares[at];
            let share = ends as f64 / self.paths[at];
            for &u in graph.around(v) {
                let u = u as usize;
                if self.distance[u] + 1 == self.distance[at] {
                    // NaN becomes 0.
                    self.shares[u] += (self.paths[u] * share).round() as u64;
                }
            }
            between[at] += u128::from(size[source]) * u128::from(self.shares[at]);
        }
    }
}

/// The sum of whole numbers, independent of their order.
fn sum(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    // Partial sums do not decrease, so they are exact, too.
    let sum: f64 = numbers.clone().sum();
    if sum < EXACT {
        return sum;
    }
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.into_iter().sum()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng, seq::SliceRandom};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::graph::Graph;

    fn with_steps(graph: &Graph, mut steps: u64) -> Option<Vec<u64>> {
        betweenness(graph.adjacency().lists(), &mut steps)
    }

    fn of(graph: &Graph) -> Vec<u64> {
        with_steps(graph, u64::MAX).unwrap()
    }

    /// The definition: for each pair, the numbers of its shortest paths and of those that contain a vertex.
    fn by_definition(graph: &Graph) -> Vec<f64> {
        let n = graph.vertices as usize;
        let mut distance = vec![vec![usize::MAX; n]; n];
        let mut paths = vec![vec![0.0; n]; n];
        let adjacency = graph.adjacency();
        for s in 0..n {
            (distance[s][s], paths[s][s]) = (0, 1.0);
            for length in 1..n {
                for v in 0..n {
                    let around = adjacency.around(v as u32).iter().map(|&u| u as usize);
                    let before = around.filter(|&u| distance[s][u] == length - 1);
                    let number: f64 = before.map(|u| paths[s][u]).sum();
                    if distance[s][v] == usize::MAX && number > 0.0 {
                        (distance[s][v], paths[s][v]) = (length, number);
                    }
                }
            }
        }
        let mut between = vec![0.0; n];
        for (s, t, v) in (0..n * n * n).map(|i| (i / n / n, i / n % n, i % n)) {
            let is_far = distance[s][t] == usize::MAX || distance[s][v] == usize::MAX;
            if s != t
                && v != s
                && v != t
                && !is_far
                && distance[s][v] + distance[v][t] == distance[s][t]
            {
                between[v] += paths[s][v] * paths[v][t] / paths[s][t];
            }
        }
        between
    }

    fn random(rng: &mut ChaCha8Rng, edges: u32) -> Graph {
        let n = rng.random_range(1..16_u32);
        let ends = (0..rng.random_range(0..=edges)).map(|_| [0; 2].map(|_| rng.random_range(0..n)));
        Graph::new(n, ends.collect::<Vec<_>>())
    }

    #[test]
    fn values_are_those_of_the_definition() {
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        for case in 0..300 {
            let graph = random(rng, [12, 20, 60][case % 3]);
            for (found, expected) in of(&graph).into_iter().zip(by_definition(&graph)) {
                let found = found as f64 / f64::from(1 << RESULT_DIGITS);
                assert!(
                    (found - expected).abs() < 1e-4,
                    "{graph:?}: {found}, {expected}"
                );
            }
        }
    }

    #[test]
    fn vertices_that_an_automorphism_exchanges_have_equal_values() {
        // A torus of 5 × 7, and a path of 1100 squares that has 2¹¹⁰⁰ shortest paths between its ends.
        let torus = (0..35).flat_map(|v| [[v, v / 7 * 7 + (v + 1) % 7], [v, (v + 7) % 35]]);
        let values = of(&Graph::new(35, torus));
        assert!(values.iter().all(|&value| value == values[0]));
        let squares = (0..1100).flat_map(|i| {
            let v = 3 * i;
            [[v, v + 1], [v, v + 2], [v + 1, v + 3], [v + 2, v + 3]]
        });
        let values = of(&Graph::new(3301, squares));
        let mirrored: Vec<u64> = values.iter().rev().copied().collect();
        for v in 0..values.len() {
            assert_eq!(values[v], mirrored[v], "{v}");
        }
    }

    #[test]
    fn values_do_not_depend_on_the_numbers_of_the_vertices() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        // In a grid, more than 2⁵³ paths have equal lengths.
        let grid = (0..900).flat_map(|v| [[v, v + 30], [v, v + 1]]);
        let grid = grid.filter(|&[u, v]| v < 900 && (v != u + 1 || v % 30 > 0));
        let mut graphs = vec![Graph::new(900, grid)];
        graphs.extend((0..100).map(|_| random(rng, 40)));
        for graph in graphs {
            let mut number: Vec<u32> = (0..graph.vertices).collect();
            number.shuffle(rng);
            let edges = graph.edges.iter();
            let renumbered = edges.map(|edge| edge.map(|v| number[v as usize]));
            let after = of(&Graph::new(graph.vertices, renumbered));
            for (v, value) in of(&graph).into_iter().enumerate() {
                assert_eq!(after[number[v] as usize], value);
            }
        }
    }

    #[test]
    fn trees_and_graphs_without_edges_need_no_search() {
        assert!(of(&Graph::new(0, [])).is_empty());
        assert_eq!(of(&Graph::new(2, [])), [0; 2]);
        assert_eq!(of(&Graph::new(2, [[0, 1]])), [0; 2]);
        let star = Graph::new(4000, (1..4000).map(|v| [0, v]));
        let values = with_steps(&star, 20_000).unwrap();
        assert_eq!(values[0], (3999 * 3998) << RESULT_DIGITS);
        assert!(values[1..].iter().all(|&value| value == 0));
        let circle = Graph::new(200, (0..200).map(|v| [v, (v + 1) % 200]));
        assert_eq!(with_steps(&circle, 20_000), None);
    }
}
