//! The tuples of RePHINE (Immonen et al., NeurIPS 2023) for fixed filters: the degree of the vertices and the Forman curvature of the
//! edges. With the spectra of components, these are the descriptors of SpectRe (NeurIPS 2025).
//!
//! [`rephine`] pairs the vertices by degree and the edges by ascending curvature. A vertex gives the tuple (0, death, degree, γ), and an
//! edge that closes a cycle gives (1, curvature, 0, 0). Deaths of the surviving vertices and γ of isolated vertices are infinite. Edges
//! of equal curvature give the same multiset in every order.

use super::colours::Coloured;
use super::edge_filters::{keys, ordered};
use super::spectrum::{Matrix, polynomial_words};
use super::steps::{OutOfSteps, Steps};
use crate::graph::quantities::forman;
use crate::homology::{Pair, Rephine, levels, rephine};

/// A tuple in words: dimension, death, degree and γ in their order, infinity as the largest word.
pub(super) type Tuple = [u64; 4];

/// The number that a word of a tuple represents, if it is finite.
pub(super) fn number(word: u64) -> Option<f64> {
    (word != u64::MAX).then_some((word ^ 1 << 63) as i64 as f64)
}

/// The pairs of a graph.
struct Pairs<'a> {
    one: &'a Coloured,
    values: Vec<i64>,
    keys: Vec<u32>,
    pairs: Rephine,
}

impl<'a> Pairs<'a> {
    fn new(one: &'a Coloured) -> Self {
        let values = forman(&one.graph, &one.adjacency);
        let keys = keys(&values);
        let degree = |vertex: u32| one.adjacency.around(vertex).len() as u32;
        let degrees: Vec<u32> = (0..one.graph.vertices).map(degree).collect();
        let pairs = rephine(&one.graph.edges, &degrees, &keys);
        Self {
            one,
            values,
            keys,
            pairs,
        }
    }

    fn tuple(&self, pair: Pair) -> Tuple {
        let value = |edge: u32| self.values.get(edge as usize);
        let word = |edge: u32| value(edge).map_or(u64::MAX, |&value| ordered(value));
        match pair {
            Pair::Component(vertex) => {
                let Rephine { death, first, .. } = &self.pairs;
                let [death, first] = [death, first].map(|edges| word(edges[vertex as usize]));
                let degree = self.one.adjacency.around(vertex).len() as u64;
                [0, death, degree, first]
            }
            Pair::Loop(edge) => [1, word(edge), 0, 0],
        }
    }
}

/// The tuples of a graph, sorted.
pub(super) fn tuples(one: &Coloured) -> Vec<Tuple> {
    let pairs = Pairs::new(one);
    let vertices = (0..one.graph.vertices).map(Pair::Component);
    let loops = pairs.pairs.loops.iter().map(|&edge| Pair::Loop(edge));
    let mut tuples: Vec<Tuple> = vertices
        .chain(loops)
        .map(|pair| pairs.tuple(pair))
        .collect();
    tuples.sort_unstable();
    tuples
}

/// Writes the number of tuples and the sorted tuples.
pub(super) fn rephine_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    take(one, steps)?;
    let tuples = tuples(one);
    words.push(tuples.len() as u64);
    words.extend(tuples.as_flattened());
    Ok(())
}

/// Writes the sorted tuples, each with the characteristic polynomial of the Laplacian of a component. The component contains the vertex or
/// the edge, in the subgraph of the edges up to the death or the birth. For surviving vertices, it is that of the graph.
pub(super) fn spectral_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    take(one, steps)?;
    let found = Pairs::new(one);
    let edges = &one.graph.edges;
    let mut rows: Vec<Vec<u64>> = Vec::new();
    levels(edges, &found.keys, &found.pairs, |pairs, level| {
        let mut of_root: Vec<(u32, Vec<u64>)> = Vec::new();
        for &pair in pairs {
            let root = level.root(match pair {
                Pair::Component(vertex) => vertex,
                Pair::Loop(edge) => edges[edge as usize][0],
            });
            let known = of_root.iter().position(|(other, _)| *other == root);
            let index = match known {
                Some(index) => index,
                None => {
                    steps.take(u64::from(one.graph.vertices) + level.entered.len() as u64)?;
                    let vertices = level.vertices(root);
                    steps.take((vertices.len() as u64).pow(2))?;
                    let laplacian = Matrix::laplacian(vertices.len(), level.edges(&vertices));
                    let mut polynomial = Vec::new();
                    polynomial_words(&laplacian, &mut polynomial, steps)?;
                    of_root.push((root, polynomial));
                    of_root.len() - 1
                }
            };
            let mut row = found.tuple(pair).to_vec();
            row.extend(&of_root[index].1);
            rows.push(row);
        }
        Ok(())
    })?;
    rows.sort_unstable();
    words.push(rows.len() as u64);
    for row in rows {
        words.push(row.len() as u64);
        words.extend(row);
    }
    Ok(())
}

/// Takes the steps of a sweep.
fn take(one: &Coloured, steps: &mut Steps) -> Result<(), OutOfSteps> {
    let edges = one.graph.edges.iter();
    let work: u64 = edges
        .map(|&[_, v]| 8 + one.adjacency.around(v).len() as u64)
        .sum();
    steps.take(work + u64::from(one.graph.vertices))
}
