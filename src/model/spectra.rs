//! The spectra of SpectRe (NeurIPS 2025): the non-zero eigenvalues of the Laplacian of a component, as a row.
//!
//! A perceptron maps each eigenvalue to a row, and the row of a component is their sum. The eigenvalues are constants of the graph, so
//! no gradient flows through them. A component with n vertices has n − 1 non-zero eigenvalues.

use std::collections::HashMap;

use burn::prelude::*;
use nalgebra::DMatrix;
use rand::Rng;

use super::{initial::Initial, perceptron::ReluPerceptron};
use crate::{
    homology::{self, Pair, Rephine},
    ops::{SparseRows, row_sum},
};

/// The perceptron of the eigenvalues.
#[derive(Module, Debug)]
pub struct Spectra {
    /// Eigenvalue → a row, before the sum.
    pub network: ReluPerceptron,
}

impl Spectra {
    /// Number of columns of a row, as in the authors' code.
    pub const COLUMNS: usize = 8;

    pub fn new<R: Rng>(initial: &mut Initial<R>) -> Self {
        Self {
            network: ReluPerceptron::new(1, Self::COLUMNS, Self::COLUMNS, initial),
        }
    }

    /// The row of each spectrum, `[S, 8]`.
    pub fn forward(&self, known: &KnownSpectra, device: &Device) -> Tensor<2> {
        let mut eigenvalues: Vec<f32> = known.spectra.concat();
        eigenvalues.sort_unstable_by(f32::total_cmp);
        eigenvalues.dedup();
        let place = |value: &f32| eigenvalues.partition_point(|other| other < value) as u32;
        let places: Vec<u32> = known.spectra.iter().flatten().map(place).collect();
        let ends = known.spectra.iter().scan(0, |end, spectrum| {
            *end += spectrum.len() as u32;
            Some(*end)
        });
        let offsets: Vec<u32> = std::iter::once(0).chain(ends).collect();
        // Buffers cannot be empty.
        eigenvalues.resize(eigenvalues.len().max(1), 0.0);
        let rows = eigenvalues.len();
        let eigenvalues = Tensor::from_data(TensorData::new(eigenvalues, [rows, 1]), device);
        let rows = SparseRows::new(&offsets, &places, rows, device);
        row_sum(self.network.forward(eigenvalues), &rows)
    }
}

/// The different spectra of the components of a batch.
#[derive(Debug)]
pub struct KnownSpectra {
    /// The non-zero eigenvalues of each spectrum, ascending. The first one is that of a single vertex.
    spectra: Vec<Vec<f32>>,
    /// The index of each spectrum by its bits.
    by_bits: HashMap<Vec<u32>, u32>,
    /// The index of the spectrum of each graph, by its number of vertices and its edges.
    by_graph: HashMap<(usize, Vec<[usize; 2]>), u32>,
}

impl Default for KnownSpectra {
    fn default() -> Self {
        Self {
            spectra: vec![Vec::new()],
            by_bits: HashMap::from([(Vec::new(), 0)]),
            by_graph: HashMap::new(),
        }
    }
}

impl KnownSpectra {
    /// Calls `take` with each pair of an edge filtration and the index of the spectrum of its component. This is the component in the
    /// subgraph of the edges up to the death or birth, and in the whole graph for a vertex that survives.
    pub fn of_pairs(
        &mut self,
        edges: &[[u32; 2]],
        edge_keys: &[u32],
        pairs: &Rephine,
        mut take: impl FnMut(Pair, u32),
    ) {
        let levels = homology::levels(edges, edge_keys, pairs, |pairs, level| {
            let mut of_root: HashMap<u32, u32> = HashMap::new();
            for &pair in pairs {
                let root = level.root(match pair {
                    Pair::Component(vertex) => vertex,
                    Pair::Loop(edge) => edges[edge as usize][0],
                });
                let spectrum = *of_root.entry(root).or_insert_with(|| {
                    let vertices = level.vertices(root);
                    let mut edges = level.edges(&vertices);
                    edges.sort_unstable();
                    self.of_component(vertices.len(), edges)
                });
                take(pair, spectrum);
            }
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(()) = levels;
    }

    /// The index of the spectrum of a connected graph.
    fn of_component(&mut self, vertices: usize, edges: Vec<[usize; 2]>) -> u32 {
        let Self {
            spectra,
            by_bits,
            by_graph,
        } = self;
        let index = by_graph.entry((vertices, edges));
        *index.or_insert_with_key(|(vertices, edges)| {
            let eigenvalues = non_zero_eigenvalues(*vertices, edges);
            let bits: Vec<u32> = eigenvalues.iter().map(|value| value.to_bits()).collect();
            let next = spectra.len() as u32;
            *by_bits.entry(bits).or_insert_with(|| {
                spectra.push(eigenvalues);
                next
            })
        })
    }
}

/// The non-zero eigenvalues of the Laplacian of a connected graph, ascending. Self-loops have no effect, and parallel edges count.
fn non_zero_eigenvalues(vertices: usize, edges: &[[usize; 2]]) -> Vec<f32> {
    let mut laplacian = DMatrix::<f64>::zeros(vertices, vertices);
    for &[a, b] in edges.iter().filter(|[a, b]| a != b) {
        for end in [a, b] {
            laplacian[(end, end)] += 1.0;
        }
        laplacian[(a, b)] -= 1.0;
        laplacian[(b, a)] -= 1.0;
    }
    let mut eigenvalues: Vec<f64> = laplacian.symmetric_eigenvalues().iter().copied().collect();
    eigenvalues.sort_unstable_by(f64::total_cmp);
    // A connected graph has one eigenvalue 0.
    eigenvalues
        .into_iter()
        .skip(1)
        .map(|value| value as f32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: &[f32], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (f64::from(*found) - expected).abs() < 1e-6,
                "{found}, {expected}"
            );
        }
    }

    #[test]
    fn spectra_of_paths_cycles_and_complete_graphs() {
        let path: Vec<[usize; 2]> = (0..5).map(|v| [v, v + 1]).collect();
        let mut expected = Vec::new();
        for k in 1..6 {
            expected.push(2.0 - 2.0 * (std::f64::consts::PI * f64::from(k) / 6.0).cos());
        }
        assert_close(&non_zero_eigenvalues(6, &path), &expected);
        assert_close(
            &non_zero_eigenvalues(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]),
            &[2.0, 2.0, 4.0],
        );
        assert_close(
            &non_zero_eigenvalues(3, &[[0, 1], [0, 2], [1, 2]]),
            &[3.0, 3.0],
        );
        assert_close(&non_zero_eigenvalues(2, &[[0, 1], [0, 1], [1, 1]]), &[4.0]);
        assert!(non_zero_eigenvalues(1, &[]).is_empty());
    }

    /// A path of three vertices whose second edge enters later, and an isolated vertex.
    #[test]
    fn each_pair_has_the_component_at_its_value() {
        let edges = [[0, 1], [1, 2], [0, 2]];
        let keys = [1, 2, 2];
        let pairs = homology::rephine(&edges, &[0, 1, 2, 3], &keys);
        let mut known = KnownSpectra::default();
        let mut found = Vec::new();
        known.of_pairs(&edges, &keys, &pairs, |pair, spectrum| {
            found.push((pair, spectrum));
        });
        let spectra: Vec<(Pair, &[f32])> = found
            .iter()
            .map(|&(pair, index)| (pair, &known.spectra[index as usize][..]))
            .collect();
        assert_eq!(spectra[0].0, Pair::Component(1));
        assert_close(spectra[0].1, &[2.0]);
        assert_eq!(
            [spectra[1].0, spectra[2].0],
            [Pair::Component(2), Pair::Loop(2)]
        );
        assert_close(spectra[1].1, &[3.0, 3.0]);
        assert_eq!(spectra[1].1, spectra[2].1);
        assert_eq!(
            [spectra[3].0, spectra[4].0],
            [Pair::Component(0), Pair::Component(3)]
        );
        assert_eq!(spectra[3].1, spectra[1].1);
        assert!(spectra[4].1.is_empty());
    }
}
