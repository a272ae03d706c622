//! Persistent Weisfeiler–Lehman features (P-WL; Rieck, Bock and Borgwardt, ICML 2019).
//!
//! In each round, the weight of an edge measures how much the colours of its ends differ, and vertices are born at 0. The sublevel
//! filtration of the weights merges components. A merge ends the bar of one vertex, whose length is the weight of the edge. The feature of
//! a colour is the sum of the lengths, to a power, over the vertices of the colour.
//!
//! **Ties.** All vertices are born at 0, so the elder rule leaves open which of two vertices dies. The authors' code decides by vertex
//! numbers. Here, the vertex with the larger colour dies, in the order of [`WlColours`], and edges of the same weight are sorted by the
//! colours of their ends. The features then do not depend on the numbers of the vertices:
//!
//! - The survivor of a component has the smallest colour of the component. The components of the edges up to a weight do not depend on
//!   the order of the edges. The colours that die at a weight are those of the survivors before it, without those of the survivors
//!   after it.
//! - Edges that close a cycle are the edges outside a spanning forest of smallest weight. All such forests have the same numbers of edges
//!   of each weight and pair of colours, because sorting by these keys builds a basis of smallest weight of a matroid.

use rayon::prelude::*;

use super::colours::WlColours;
use super::sparse::{Sparse, SparseBuilder};
use crate::graph::{Adjacency, Graph};
use crate::homology::root;

/// The smallest weight of an edge, and the length of the bars of a graph without edges.
const MIN_WEIGHT: f64 = 1.0;

/// The choices of P-WL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// p, at least 1: the norm in the weights, and the power of the lengths.
    pub power: u32,
    /// Adds the weight, to the power p, of each edge that closes a cycle to the colours of both ends (P-WL-C).
    pub cycles: bool,
    /// Every edge has the weight 1 (U).
    pub uniform: bool,
}

/// The features of each round: a row for each graph, a column for each colour. `graphs` are the graphs of the colours.
///
/// The weight of an edge in round h ≥ 1 is ‖n(u) − n(v)‖_p + [c(u) ≠ c(v)] + 1, where c are the colours of round h − 1 and n counts the
/// neighbours of each of these colours. In round 0 it is [c(u) ≠ c(v)] + 1 with the colours c of round 0. Survivors have bars of the
/// largest weight of the graph, or of 1 if it has no edge.
pub fn features(
    graphs: &[Graph],
    colours: &WlColours,
    rounds: u32,
    variant: Variant,
) -> Vec<Sparse> {
    let of_round = |round: usize| {
        let rows: Vec<Vec<(u32, f64)>> = (0..graphs.len())
            .into_par_iter()
            .map(|graph| {
                let own = colours.of_graph(round, graph);
                let weights = match round {
                    _ if variant.uniform => vec![MIN_WEIGHT; graphs[graph].edges.len()],
                    0 => differences(&graphs[graph], own).collect(),
                    _ => {
                        let before = colours.of_graph(round - 1, graph);
                        weights(&graphs[graph], before, variant.power)
                    }
                };
                row(&graphs[graph], own, &weights, variant)
            })
            .collect();
        let mut matrix = SparseBuilder::new(colours.number(round));
        rows.into_iter().for_each(|row| matrix.push(row));
        matrix.finish()
    };
    (0..=rounds as usize).map(of_round).collect()
}

/// [c(u) ≠ c(v)] + 1 for each edge.
fn differences(graph: &Graph, colours: &[u32]) -> impl Iterator<Item = f64> {
    let ends = graph
        .edges
        .iter()
        .map(|edge| edge.map(|v| colours[v as usize]));
    ends.map(|[a, b]| MIN_WEIGHT + if a == b { 0.0 } else { 1.0 })
}

/// The weight of each edge by the colours of the round before.
fn weights(graph: &Graph, before: &[u32], power: u32) -> Vec<f64> {
    let Adjacency {
        offsets,
        neighbours,
        ..
    } = graph.adjacency();
    let mut around: Vec<u32> = neighbours.iter().map(|&v| before[v as usize]).collect();
    let range = |v: u32| offsets[v as usize] as usize..offsets[v as usize + 1] as usize;
    for v in 0..graph.vertices {
        around[range(v)].sort_unstable();
    }
    let edges = graph.edges.iter().zip(differences(graph, before));
    let weight = |(&[u, v], difference): (&[u32; 2], f64)| {
        let sum = power_sum(&around[range(u)], &around[range(v)], power);
        difference
            + if power == 1 {
                sum
            } else {
                sum.powf(1.0 / f64::from(power))
            }
    };
    edges.map(weight).collect()
}

/// Σ |n(u) − n(v)|^p over the colours, from two sorted lists of colours.
fn power_sum(mut first: &[u32], mut second: &[u32], power: u32) -> f64 {
    let mut sum = 0.0;
    while let Some(&colour) = first.first().into_iter().chain(second.first()).min() {
        let count = |list: &mut &[u32]| {
            let number = list.partition_point(|&other| other == colour);
            *list = &list[number..];
            number
        };
        let difference = count(&mut first).abs_diff(count(&mut second));
        sum += (difference as f64).powi(power as i32);
    }
    sum
}

/// The features of one graph in one round.
fn row(graph: &Graph, colours: &[u32], weights: &[f64], variant: Variant) -> Vec<(u32, f64)> {
    let ends = graph.edges.iter().map(|edge| {
        let mut ends = edge.map(|v| colours[v as usize]);
        ends.sort_unstable();
        ends
    });
    let mut order: Vec<_> = weights.iter().zip(ends).zip(&graph.edges).collect();
    order.sort_by(|((a, ends), _), ((b, others), _)| a.total_cmp(b).then(ends.cmp(others)));
    let mut parent: Vec<u32> = (0..graph.vertices).collect();
    let mut lengths: Vec<(u32, f64)> = Vec::new();
    for ((&weight, ends), edge) in order {
        let [a, b] = edge.map(|v| root(&mut parent, v));
        if a != b {
            let is_larger = colours[a as usize] > colours[b as usize];
            let [dying, survivor] = if is_larger { [a, b] } else { [b, a] };
            parent[dying as usize] = survivor;
            lengths.push((colours[dying as usize], weight));
        } else if variant.cycles {
            lengths.extend(ends.map(|colour| (colour, weight)));
        }
    }
    let largest = weights.iter().copied().fold(MIN_WEIGHT, f64::max);
    let survivors = (0..graph.vertices).filter(|&v| parent[v as usize] == v);
    lengths.extend(survivors.map(|v| (colours[v as usize], largest)));
    // Sorted, so that rounding does not depend on the order of the edges.
    lengths.sort_by(|(colour, a), (other, b)| colour.cmp(other).then(a.total_cmp(b)));
    let of_colour = lengths.chunk_by(|(a, _), (b, _)| a == b);
    let powers = of_colour.map(|same| {
        let power = |(_, length): &(u32, f64)| length.powi(variant.power as i32);
        (same[0].0, same.iter().map(power).sum())
    });
    powers.collect()
}
