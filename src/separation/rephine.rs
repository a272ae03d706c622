//! The tuples of RePHINE (Immonen et al., NeurIPS 2023) for fixed filters: the degree of the vertices and the Forman curvature of the
//! edges. With the spectra of components, these are the descriptors of SpectRe (NeurIPS 2025).
//!
//! [`rephine`] pairs the vertices by degree and the edges by ascending curvature. A vertex gives the tuple (0, death, degree, γ), and an
//! edge that closes a cycle gives (1, curvature, 0, 0). Deaths of the surviving vertices and γ of isolated vertices are infinite. Edges
//! of equal curvature give the same multiset in every order.

use super::colours::Coloured;
use super::edge_filters::{forman, keys, ordered};
use super::spectrum::{Matrix, polynomial_words};
use super::steps::{OutOfSteps, Steps};
use crate::homology::{Level, Pair, levels, rephine};

/// A tuple in words: dimension, death, degree and γ in their order, infinity as the largest word.
pub(super) type Tuple = [u64; 4];

/// The number that a word of a tuple represents, if it is finite.
pub(super) fn number(word: u64) -> Option<f64> {
    (word != u64::MAX).then_some((word ^ 1 << 63) as i64 as f64)
}

/// A tuple, with a vertex of the component where the class dies, or a loop is born.
struct Event {
    tuple: Tuple,
    vertex: u32,
}

/// The tuples of a graph, sorted.
pub(super) fn tuples(one: &Coloured) -> Vec<Tuple> {
    let mut tuples = Vec::new();
    sweep(one, |events, _| {
        tuples.extend(events.iter().map(|event| event.tuple));
        Ok(())
    })
    // The tuples alone take no steps.
    .unwrap_or_default();
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
    let mut rows: Vec<Vec<u64>> = Vec::new();
    sweep(one, |events, level| {
        let mut of_root: Vec<(u32, Vec<u64>)> = Vec::new();
        for event in events {
            let root = level.root(event.vertex);
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
            let mut row = event.tuple.to_vec();
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

/// Calls `take` with the events at each curvature, and at the end with the surviving vertices.
fn sweep(
    one: &Coloured,
    mut take: impl FnMut(&[Event], &mut Level<'_>) -> Result<(), OutOfSteps>,
) -> Result<(), OutOfSteps> {
    let values = forman(one);
    let keys = keys(&values);
    let degree = |vertex: u32| one.adjacency.around(vertex).len() as u32;
    let degrees: Vec<u32> = (0..one.graph.vertices).map(degree).collect();
    let pairs = rephine(&one.graph.edges, &degrees, &keys);
    let word = |edge: u32| {
        values
            .get(edge as usize)
            .map_or(u64::MAX, |&value| ordered(value))
    };
    let tuple = |vertex: u32| {
        let [death, first] = [&pairs.death, &pairs.first].map(|edges| word(edges[vertex as usize]));
        [0, death, degree(vertex).into(), first]
    };
    let event = |pair: &Pair| match *pair {
        Pair::Component(vertex) => Event {
            tuple: tuple(vertex),
            vertex,
        },
        Pair::Loop(edge) => Event {
            tuple: [1, word(edge), 0, 0],
            vertex: one.graph.edges[edge as usize][0],
        },
    };
    levels(&one.graph.edges, &keys, &pairs, |pairs, level| {
        let events: Vec<Event> = pairs.iter().map(event).collect();
        take(&events, level)
    })
}
