//! The memory that 1-2-3-GNN needs for the sets of vertices of a data set, predicted from numbers of vertices and edges.

use super::vertex_sets::are_adjacent;
use crate::graph::{Dataset, Graph};

/// The largest predicted size in bytes. A module in a browser has at most 4 GiB for everything.
const MAX_BYTES: u128 = if cfg!(target_family = "wasm") {
    2 << 30
} else {
    4 << 30
};
/// Bytes of a neighbour: for each of two layers, 4 in the classes of the data set, and 12 in the matrices of the batches.
const BYTES_PER_NEIGHBOUR: u128 = 2 * (4 + 12);
/// Bytes of a set in the lists and tables of its graph and of the data set.
const BYTES_PER_SET: u128 = 64;
/// Bytes of a set in a training step: about twenty rows of 64 numbers, for values and gradients.
const BYTES_IN_STEP: u128 = 20 * 64 * 4;

/// Numbers of sets of vertices, and bounds of the numbers of their neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SetCounts {
    /// Pairs of vertices, `n (n − 1) / 2`.
    pub pairs: u128,
    /// Neighbours of all pairs, `2 m (n − 2)` for m edges.
    pub pair_neighbours: u128,
    /// Connected triples: paths of three vertices and triangles.
    pub triples: u128,
    /// The swaps of a member of a triple for a neighbour of it outside the triple. Each gives at most one neighbour.
    pub triple_swaps: u128,
}

impl SetCounts {
    /// Numbers without the triples.
    fn of_pairs(graph: &Graph) -> Self {
        let [n, m] = [graph.vertices as usize, graph.edges.len()].map(|count| count as u128);
        Self {
            pairs: n * n.saturating_sub(1) / 2,
            pair_neighbours: 2 * m * n.saturating_sub(2),
            ..Self::default()
        }
    }

    /// All numbers, without an enumeration of the triples.
    ///
    /// A triple has as many swaps as its vertices have neighbours, without two for each edge inside it. Its pairs of edges with a common
    /// end number one for a path and three for a triangle. The sum over these pairs therefore counts a triangle twice too often.
    pub(super) fn new(graph: &Graph) -> Self {
        let mut counts = Self::of_pairs(graph);
        let adjacency = graph.adjacency();
        let lists = adjacency.lists();
        let degree = |v: u32| lists.around(v).len() as u128;
        let (mut wedges, mut neighbours, mut triangles) = (0, 0, 0);
        for v in 0..graph.vertices {
            let d = degree(v);
            let own = d * d.saturating_sub(1) / 2;
            wedges += own;
            let ends: u128 = lists.around(v).iter().map(|&u| degree(u)).sum();
            neighbours += own * d + d.saturating_sub(1) * ends;
        }
        for &[u, v] in &graph.edges {
            let [few, many] = match degree(u) < degree(v) {
                true => [u, v],
                false => [v, u],
            };
            let thirds = lists.around(few).iter().filter(|&&w| w > v);
            for &w in thirds.filter(|&&w| are_adjacent(lists, many, w)) {
                triangles += 1;
                neighbours -= 2 * (degree(u) + degree(v) + degree(w));
            }
        }
        counts.triples = wedges - 2 * triangles;
        let inside = 2 * counts.triples + triangles;
        counts.triple_swaps = neighbours - 2 * inside;
        counts
    }

    fn sets(self) -> u128 {
        self.pairs + self.triples
    }

    fn stored_bytes(self) -> u128 {
        self.sets() * BYTES_PER_SET
            + (self.pair_neighbours + self.triple_swaps) * BYTES_PER_NEIGHBOUR
    }

    fn plus(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            pair_neighbours: self.pair_neighbours + other.pair_neighbours,
            triples: self.triples + other.triples,
            triple_swaps: self.triple_swaps + other.triple_swaps,
        }
    }
}

/// Checks that the sets of a data set fit into memory, with a training in batches of `batch_size` graphs.
///
/// The prediction has one row for each set. Sets with equal rows share one, so a training needs less. A step has a batch with the
/// largest graph and mean graphs. The pairs are checked first: without too many of them, the triangles of a graph are soon counted.
///
/// # Errors
/// The numbers of sets and neighbours, the predicted size, the limit, and a remedy.
pub(super) fn check(dataset: &Dataset, batch_size: usize) -> Result<(), String> {
    for count in [SetCounts::of_pairs, SetCounts::new] {
        let of_graphs: Vec<_> = dataset.graphs.iter().map(count).collect();
        let all = of_graphs
            .iter()
            .copied()
            .fold(SetCounts::default(), SetCounts::plus);
        let largest = (0..of_graphs.len()).max_by_key(|&graph| of_graphs[graph].stored_bytes());
        let Some(largest) = largest else {
            return Ok(());
        };
        let most = of_graphs[largest].sets();
        let graphs = of_graphs.len() as u128;
        let in_step = all
            .sets()
            .min(most + batch_size as u128 * all.sets() / graphs);
        let bytes = all.stored_bytes() + in_step * BYTES_IN_STEP;
        if bytes > MAX_BYTES {
            return Err(too_large(
                dataset,
                (all, bytes),
                (largest, of_graphs[largest]),
            ));
        }
    }
    Ok(())
}

fn too_large(
    dataset: &Dataset,
    (all, bytes): (SetCounts, u128),
    (largest, own): (usize, SetCounts),
) -> String {
    let sets = |counts: SetCounts| {
        let pairs = format!(
            "{} pairs with {} neighbours",
            counts.pairs, counts.pair_neighbours
        );
        match counts.triples {
            0 => pairs,
            triples => format!(
                "{pairs} and {triples} connected triples with up to {}",
                counts.triple_swaps
            ),
        }
    };
    let graph = &dataset.graphs[largest];
    let of_all = format!("“{}” has {}", dataset.name, sets(all));
    let of_largest = format!(
        "its graph with the index {largest}, of {} vertices and {} edges, has {}",
        graph.vertices,
        graph.edges.len(),
        sets(own)
    );
    let gigabytes = |bytes: u128| bytes as f64 / f64::from(1 << 30);
    format!(
        "{of_all}, and {of_largest}; the model 1-2-3-gnn needs up to {:.1} GiB of memory for them, above the limit of {:.0} GiB: use \
         smaller graphs, a smaller batch size or another model",
        gigabytes(bytes),
        gigabytes(MAX_BYTES),
    )
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::graph::batch::vertex_sets::{pairs_of, set_neighbours, triples_of};

    fn data_set(graphs: Vec<Graph>) -> Dataset {
        Dataset {
            name: "X".into(),
            graphs,
            ..Dataset::default()
        }
    }

    #[test]
    fn the_predicted_numbers_are_those_of_the_sets() {
        let rng = &mut ChaCha8Rng::seed_from_u64(6);
        for round in 0..80_u32 {
            let n = round % 12;
            let ends = (0..n * (round / 12)).map(|_| [0; 2].map(|_| rng.random_range(0..n)));
            let graph = Graph::new(n, ends.collect::<Vec<_>>());
            let adjacency = graph.adjacency();
            let lists = adjacency.lists();
            let pairs: Vec<_> = pairs_of(n).collect();
            let triples: Vec<_> = triples_of(lists).collect();
            let around = |list: &[u32]| list.len() as u128;
            let swaps = triples.iter().flatten().map(|&v| around(lists.around(v)));
            let swaps: u128 = swaps.sum();
            let inside = triples.iter().map(|&[u, v, w]| {
                let ends = [[u, v], [v, w], [u, w]];
                ends.into_iter()
                    .filter(|&[a, b]| are_adjacent(lists, a, b))
                    .count() as u128
            });
            let inside: u128 = inside.sum();
            let expected = SetCounts {
                pairs: pairs.len() as u128,
                pair_neighbours: around(set_neighbours(&pairs, lists).lists().neighbours),
                triples: triples.len() as u128,
                triple_swaps: swaps - 2 * inside,
            };
            assert_eq!(SetCounts::new(&graph), expected, "{graph:?}");
            let neighbours = around(set_neighbours(&triples, lists).lists().neighbours);
            assert!(neighbours <= expected.triple_swaps);
        }
    }

    #[test]
    fn too_many_sets_are_rejected_with_their_numbers() {
        let star = |n: u32| Graph::new(n, (1..n).map(|v| [0, v]));
        assert_eq!(check(&data_set(vec![]), 32), Ok(()));
        assert_eq!(check(&data_set(vec![star(100); 20]), 32), Ok(()));
        // The pairs alone are too many. No list of the vertices would fit into memory.
        let error = check(&data_set(vec![star(3), Graph::new(u32::MAX, [])]), 32).unwrap_err();
        assert!(
            error.contains("“X” has 9223372030412324868 pairs with 4 neighbours,"),
            "{error}"
        );
        assert!(
            error.contains("its graph with the index 1, of 4294967295 vertices and 0 edges"),
            "{error}"
        );
        // The triples of a star.
        let error = check(&data_set(vec![star(600)]), 32).unwrap_err();
        assert!(
            error.contains("179700 pairs with 716404 neighbours and 179101 connected triples with up to 106923297"),
            "{error}"
        );
        assert!(error.contains("limit of 4 GiB"), "{error}");
        assert!(
            error.ends_with("use smaller graphs, a smaller batch size or another model"),
            "{error}"
        );
    }

    #[test]
    fn a_smaller_batch_needs_less_memory() {
        let sparse = data_set(vec![Graph::new(600, []); 40]);
        assert!(check(&sparse, 40).is_err());
        assert_eq!(check(&sparse, 1), Ok(()));
    }
}
