//! The reason and the evidence of a comparison, for people.
//!
//! Field names are single words, so that they are the same in the JSON of the command line and in the messages of the page.

use serde::Serialize;

use super::colours::{Coloured, histogram};
use super::edge_filters::separating_edges;
use super::eigenvalues::eigenvalues;
use super::parts::parts;
use super::rephine;
use super::steps::Steps;
use super::vertex_filters::separating_filter;
use super::{Pair, Settings, Verdict, cycles as counted, degree_filter};
use crate::graph::quantities::forman;
use crate::homology::Components;

/// The result of one descriptor for two graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Comparison {
    /// The id of the descriptor.
    pub descriptor: String,
    /// The result.
    pub verdict: Verdict,
    /// One or two sentences.
    pub reason: String,
    /// The numbers behind them.
    pub evidence: Evidence,
}

/// The evidence of a comparison. Every pair is for the two graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Evidence {
    /// Numbers of vertices and edges.
    Counts {
        /// Numbers of vertices.
        vertices: [u32; 2],
        /// Numbers of edges.
        edges: [u32; 2],
    },
    /// Colour refinement.
    Colours {
        /// The colours before the first round and after each. The last ones are stable.
        rounds: Vec<Round>,
        /// The first round after which the numbers of vertices differ; null if they never do.
        first: Option<u32>,
    },
    /// A vertex filter. For all filters of the colours, one that separates the graphs, or null.
    Filter {
        /// The value of each vertex.
        values: Option<[Vec<f32>; 2]>,
        /// Number of rounds after which the filter is a function of the colours; null for the degree.
        rounds: Option<u32>,
    },
    /// An edge filter. For all filters of the colours, one that separates the graphs, or null. All vertices enter at the least value.
    Edges {
        /// The value of each edge.
        values: Option<[Vec<f32>; 2]>,
        /// Number of rounds after which the filter is a function of the colours; null for the curvature.
        rounds: Option<u32>,
        /// The subgraphs of the edges up to each value, with all vertices.
        levels: Vec<EdgeLevel>,
    },
    /// The tuples of RePHINE.
    Tuples {
        /// Each tuple that occurs.
        rows: Vec<TupleCount>,
    },
    /// Eigenvalues.
    Spectrum {
        /// The eigenvalues, ascending; for the spectra of components, by component. Rounded numbers, for display; null for large graphs.
        values: Option<[Vec<Vec<f64>>; 2]>,
    },
    /// Numbers of cycles.
    Cycles {
        lengths: Vec<u32>,
        /// The number of cycles of each length; fewer if the maximum number of steps was reached.
        counts: [Vec<f64>; 2],
    },
    /// Lengths of the loops of a minimum cycle basis.
    Loops {
        /// The lengths, ascending; null if the maximum number of steps was reached.
        lengths: [Option<Vec<u32>>; 2],
    },
    Isomorphism {
        /// The image of each vertex of the first graph; null without an isomorphism.
        image: Option<Vec<u32>>,
    },
}

/// The subgraphs of two graphs with all vertices and the edges up to a value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EdgeLevel {
    pub value: f32,
    /// Numbers of edges.
    pub edges: [u32; 2],
    /// Numbers of components.
    pub components: [u32; 2],
    /// Numbers of independent loops.
    pub loops: [u32; 2],
}

/// The colours after a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Round {
    /// The colours that occur, ascending.
    pub classes: Vec<ColourClass>,
    /// The colour of each vertex.
    pub colours: [Vec<u32>; 2],
}

/// The vertices of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ColourClass {
    /// The colour. Numbers of different rounds are not related.
    pub colour: u32,
    /// Numbers of vertices.
    pub counts: [u32; 2],
}

/// A tuple of RePHINE with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TupleCount {
    /// 0 for components, 1 for loops.
    pub dimension: u32,
    /// The death of a component, or the birth of a loop; null for surviving components.
    pub value: Option<f64>,
    /// The degree of the vertex; null for loops.
    pub degree: Option<f64>,
    /// γ, the least curvature of its edges; null for loops and isolated vertices.
    pub gamma: Option<f64>,
    /// Number of occurrences.
    pub counts: [u32; 2],
}

/// Finds the reason and the evidence of a verdict.
pub(super) type Explain = fn(&Pair, &Settings, Verdict) -> (String, Evidence);

/// Words for two numbers: once if they are equal.
fn both(numbers: [impl ToString + PartialEq; 2]) -> String {
    match numbers[0] == numbers[1] {
        true => numbers[0].to_string(),
        false => format!("{} and {}", numbers[0].to_string(), numbers[1].to_string()),
    }
}

/// A number with its noun.
fn counted_noun(count: u32, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

pub(super) fn counts(pair: &Pair, _: &Settings, _: Verdict) -> (String, Evidence) {
    let vertices = pair.graphs().map(|one| one.graph.vertices);
    let edges = pair.graphs().map(|one| one.graph.edges.len() as u32);
    let [first, second] = [0, 1].map(|which| {
        let vertices = counted_noun(vertices[which], "vertex", "vertices");
        let edges = counted_noun(edges[which], "edge", "edges");
        format!("{vertices} and {edges}")
    });
    let reason = match first == second {
        true => format!("Both graphs have {first}."),
        false => format!("The first graph has {first}, and the second one has {second}."),
    };
    (reason, Evidence::Counts { vertices, edges })
}

/// The evidence of colour refinement.
fn refinement(pair: &Pair) -> (Vec<Round>, Option<u32>) {
    let rounds: Vec<Round> = (0..=pair.rounds())
        .map(|round| {
            let colours = pair.graphs().map(|one| one.after(round).to_vec());
            Round {
                classes: classes(&colours),
                colours,
            }
        })
        .collect();
    let differs = |round: &Round| {
        round
            .classes
            .iter()
            .any(|class| class.counts[0] != class.counts[1])
    };
    let first = rounds.iter().position(differs).map(|round| round as u32);
    (rounds, first)
}

fn classes(colours: &[Vec<u32>; 2]) -> Vec<ColourClass> {
    let own = [0, 1].map(|which| histogram(&colours[which]));
    let mut all: Vec<u32> = own.iter().flatten().map(|[colour, _]| *colour).collect();
    all.sort_unstable();
    all.dedup();
    let count = |which: usize, colour: u32| {
        let place = own[which].binary_search_by_key(&colour, |[colour, _]| *colour);
        place.map_or(0, |place| own[which][place][1])
    };
    let class = |colour| ColourClass {
        colour,
        counts: [count(0, colour), count(1, colour)],
    };
    all.into_iter().map(class).collect()
}

fn rounds_of(count: u32) -> String {
    counted_noun(count, "round", "rounds")
}

pub(super) fn colours(pair: &Pair, _: &Settings, verdict: Verdict) -> (String, Evidence) {
    let (rounds, first) = refinement(pair);
    let reason = match (verdict, first) {
        (Verdict::Separates, Some(0)) => {
            "The numbers of vertices of each colour differ before the first round.".into()
        }
        (Verdict::Separates, Some(first)) => {
            format!("The numbers of vertices of each colour differ after round {first}.")
        }
        _ => format!(
            "Each colour has the same number of vertices in both graphs. The colours are stable after {}.",
            rounds_of(pair.rounds())
        ),
    };
    (reason, Evidence::Colours { rounds, first })
}

pub(super) fn layers(pair: &Pair, settings: &Settings, verdict: Verdict) -> (String, Evidence) {
    let (rounds, first) = refinement(pair);
    let layers = counted_noun(settings.rounds, "layer", "layers");
    let reason = match (verdict, first) {
        (Verdict::Separates, Some(first)) => format!(
            "The colours differ after round {first}. There are weights for which the sums of a GIN with {layers} differ \
             (Xu et al., ICLR 2019, theorem 3)."
        ),
        (_, Some(first)) => format!(
            "After {}, each colour has the same number of vertices in both graphs. A GIN with {layers} gives equal sums \
             for all weights. {} the graphs.",
            rounds_of(settings.rounds),
            counted_noun(first, "layer separates", "layers separate")
        ),
        (_, None) => {
            "Each colour has the same number of vertices in both graphs after every round. A GIN with any number of \
             layers gives equal sums for all weights."
                .into()
        }
    };
    (reason, Evidence::Colours { rounds, first })
}

/// The first rounds after which a function of the colours separates the graphs, with that function.
fn first_round<T>(pair: &Pair, mut find: impl FnMut(u32) -> Option<T>) -> Option<T> {
    (0..=pair.rounds()).find_map(&mut find)
}

fn found_vertex_filter(pair: &Pair, settings: &Settings) -> (Option<String>, Evidence) {
    let find = |round| {
        let steps = &mut Steps::new(settings.steps);
        separating_filter(pair.graphs(), round, steps)
            .ok()
            .flatten()
    };
    let Some(found) = first_round(pair, find) else {
        return (None, no_filter());
    };
    let parts = |count: u32| counted_noun(count, "component", "components");
    let loops = |count: u32| counted_noun(count, "loop", "loops");
    let [first, second] = [0, 1].map(|which| {
        format!(
            "{} and {}",
            parts(found.components[which]),
            loops(found.loops[which])
        )
    });
    let reason = format!(
        "A filter of the colours after {} separates the graphs. The vertices that enter first form {first} in the first \
         graph, and {second} in the second one.",
        rounds_of(found.rounds)
    );
    let evidence = Evidence::Filter {
        values: Some(
            found
                .values
                .map(|values| values.into_iter().map(|value| value as f32).collect()),
        ),
        rounds: Some(found.rounds),
    };
    (Some(reason), evidence)
}

fn no_filter() -> Evidence {
    Evidence::Filter {
        values: None,
        rounds: None,
    }
}

/// The proof that no filter of the colours separates the graphs.
const NO_FILTER: &str = "For every connected set of colours, the vertices of these colours induce subgraphs with the same numbers of \
                         components and loops. These numbers determine the barcodes of all filters of the colours.";

pub(super) fn vertex_filter(
    pair: &Pair,
    settings: &Settings,
    verdict: Verdict,
) -> (String, Evidence) {
    match verdict {
        Verdict::Separates => {
            let (reason, evidence) = found_vertex_filter(pair, settings);
            (reason.unwrap_or_default(), evidence)
        }
        _ => (NO_FILTER.into(), no_filter()),
    }
}

pub(super) fn extended_filter(
    pair: &Pair,
    settings: &Settings,
    verdict: Verdict,
) -> (String, Evidence) {
    let (reason, evidence) = vertex_filter(pair, settings, verdict);
    let reason = match verdict {
        Verdict::Separates => reason,
        _ => format!("{reason} They also determine the extended barcodes."),
    };
    (reason, evidence)
}

pub(super) fn edge_filter(
    pair: &Pair,
    settings: &Settings,
    verdict: Verdict,
) -> (String, Evidence) {
    let none = Evidence::Edges {
        values: None,
        rounds: None,
        levels: vec![],
    };
    if verdict != Verdict::Separates {
        let reason = "For every set of edge colours, all vertices with these edges form subgraphs with the same numbers of \
                      components and edges. These numbers determine the barcodes of all edge filters of the colours.";
        return (reason.into(), none);
    }
    let find = |round| {
        let steps = &mut Steps::new(settings.steps);
        separating_edges(pair.graphs(), round, steps).ok().flatten()
    };
    let Some(found) = first_round(pair, find) else {
        return (String::new(), none);
    };
    let components = both(found.components);
    let reason = match found.edges {
        [0, 0] => format!(
            "Without edges, the graphs have {components} components. Every edge filter separates them."
        ),
        edges => format!(
            "A filter of the edge colours after {} separates the graphs. With the edges that enter first, {} in number, the graphs \
             have {components} components.",
            rounds_of(found.rounds),
            both(edges)
        ),
    };
    let values = found
        .values
        .map(|values| values.into_iter().map(|value| value as f32).collect());
    (reason, edge_evidence(pair, values, Some(found.rounds)))
}

/// The evidence of an edge filter with these values.
fn edge_evidence(pair: &Pair, values: [Vec<f32>; 2], rounds: Option<u32>) -> Evidence {
    let mut all = values.concat();
    all.sort_unstable_by(f32::total_cmp);
    all.dedup();
    let level = |value: f32| {
        let [first, second] = [0, 1].map(|which| {
            let one = pair.graphs()[which];
            let mut components = Components::new(one.graph.vertices);
            let (mut edges, mut merges) = (0, 0);
            for (&[a, b], &own) in one.graph.edges.iter().zip(&values[which]) {
                if own <= value {
                    edges += 1;
                    merges += u32::from(components.join(a, b).is_some());
                }
            }
            [edges, one.graph.vertices - merges, edges - merges]
        });
        EdgeLevel {
            value,
            edges: [first[0], second[0]],
            components: [first[1], second[1]],
            loops: [first[2], second[2]],
        }
    };
    Evidence::Edges {
        levels: all.into_iter().map(level).collect(),
        values: Some(values),
        rounds,
    }
}

pub(super) fn rephine_filters(
    pair: &Pair,
    settings: &Settings,
    verdict: Verdict,
) -> (String, Evidence) {
    let (reason, evidence) = edge_filter(pair, settings, verdict);
    match (verdict, &evidence) {
        (Verdict::Separates, Evidence::Edges { values: None, .. }) => {
            let reason =
                "The numbers of vertices of each colour differ, and each vertex gives a tuple.";
            (reason.into(), evidence)
        }
        (Verdict::Separates, _) => (reason, evidence),
        _ => {
            let reason = "Each colour has the same number of vertices, and every set of edge colours gives the same number of \
                          components. For stable colours, these numbers determine the tuples.";
            (reason.into(), evidence)
        }
    }
}

/// The sentence about a fixed descriptor.
fn fixed(verdict: Verdict, what: &str) -> String {
    match verdict {
        Verdict::Separates => format!("The graphs have different {what}."),
        _ => format!("The graphs have the same {what}."),
    }
}

pub(super) fn degree(pair: &Pair, _: &Settings, verdict: Verdict) -> (String, Evidence) {
    let evidence = Evidence::Filter {
        values: Some(pair.graphs().map(degree_filter::degrees)),
        rounds: None,
    };
    (fixed(verdict, "barcodes of the degree"), evidence)
}

pub(super) fn curvature(pair: &Pair, _: &Settings, verdict: Verdict) -> (String, Evidence) {
    let values = |one: &Coloured| {
        forman(&one.graph, &one.adjacency)
            .into_iter()
            .map(|value| value as f32)
            .collect()
    };
    let evidence = edge_evidence(pair, pair.graphs().map(values), None);
    (fixed(verdict, "barcodes of the curvature"), evidence)
}

pub(super) fn tuples(pair: &Pair, _: &Settings, verdict: Verdict) -> (String, Evidence) {
    let own = pair.graphs().map(rephine::tuples);
    let mut all = own.concat();
    all.sort_unstable();
    all.dedup();
    let count = |which: usize, tuple: &rephine::Tuple| {
        let above = own[which].partition_point(|other| other <= tuple);
        let below = own[which].partition_point(|other| other < tuple);
        (above - below) as u32
    };
    let rows = all.iter().map(|tuple| {
        let [dimension, value, degree, gamma] = *tuple;
        let is_component = dimension == 0;
        TupleCount {
            dimension: dimension as u32,
            value: rephine::number(value),
            degree: is_component.then_some(degree as f64),
            gamma: rephine::number(gamma).filter(|_| is_component),
            counts: [count(0, tuple), count(1, tuple)],
        }
    });
    let rows: Vec<TupleCount> = rows.collect();
    let differ = rows.iter().any(|row| row.counts[0] != row.counts[1]);
    let reason = match (verdict, differ) {
        (Verdict::Separates, false) => {
            "The tuples are equal. The spectra of the components at their deaths and births differ."
                .into()
        }
        (verdict, _) => fixed(verdict, "tuples"),
    };
    (reason, Evidence::Tuples { rows })
}

/// Largest number of vertices whose eigenvalues are shown.
const MAX_SHOWN: u32 = 256;

fn spectrum(
    pair: &Pair,
    verdict: Verdict,
    values: impl Fn(&Coloured) -> Vec<Vec<f64>>,
) -> (String, Evidence) {
    let is_shown = pair
        .graphs()
        .iter()
        .all(|one| one.graph.vertices <= MAX_SHOWN);
    let reason = match verdict {
        Verdict::Separates => "The characteristic polynomials differ modulo a prime.",
        _ => {
            "The characteristic polynomials are equal modulo primes whose product is above any difference of coefficients."
        }
    };
    let values = is_shown.then(|| pair.graphs().map(values));
    (reason.into(), Evidence::Spectrum { values })
}

/// The eigenvalues of the adjacency matrix of these edges, or of the Laplacian.
fn eigenvalues_of(size: usize, edges: &[[usize; 2]], laplacian: bool) -> Vec<f64> {
    let mut matrix = vec![0.0; size * size];
    for &[a, b] in edges {
        let entry = if laplacian { -1.0 } else { 1.0 };
        matrix[a * size + b] = entry;
        matrix[b * size + a] = entry;
        if laplacian {
            matrix[a * size + a] += 1.0;
            matrix[b * size + b] += 1.0;
        }
    }
    eigenvalues(matrix, size)
}

/// The eigenvalues of a whole graph.
fn of_graph(one: &Coloured, laplacian: bool) -> Vec<Vec<f64>> {
    let edges = one.graph.edges.iter();
    let edges: Vec<_> = edges
        .map(|edge| edge.map(|vertex| vertex as usize))
        .collect();
    vec![eigenvalues_of(
        one.graph.vertices as usize,
        &edges,
        laplacian,
    )]
}

pub(super) fn adjacency_spectrum(
    pair: &Pair,
    _: &Settings,
    verdict: Verdict,
) -> (String, Evidence) {
    spectrum(pair, verdict, |one| of_graph(one, false))
}

pub(super) fn laplacian_spectrum(
    pair: &Pair,
    _: &Settings,
    verdict: Verdict,
) -> (String, Evidence) {
    spectrum(pair, verdict, |one| of_graph(one, true))
}

pub(super) fn component_spectra(pair: &Pair, _: &Settings, verdict: Verdict) -> (String, Evidence) {
    spectrum(pair, verdict, |one| {
        let parts = parts(&one.graph).into_iter();
        parts
            .map(|(size, edges)| eigenvalues_of(size, &edges, false))
            .collect()
    })
}

pub(super) fn cycles(pair: &Pair, settings: &Settings, verdict: Verdict) -> (String, Evidence) {
    let counts = pair.graphs().map(|one| {
        let mut words = Vec::new();
        let steps = &mut Steps::new(settings.steps);
        // The numbers before the end of the steps are shown.
        let _ = counted::cycle_words(one, settings.cycle_length, &mut words, steps);
        words
    });
    let lengths: Vec<u32> = (3..=settings.cycle_length).collect();
    let different = counts[0].iter().zip(&counts[1]).position(|(a, b)| a != b);
    let reason = match (verdict, different) {
        (Verdict::Separates, Some(index)) => format!(
            "The graphs have {} and {} cycles of length {}.",
            counts[0][index], counts[1][index], lengths[index]
        ),
        _ => format!(
            "The graphs have the same number of cycles of each length from 3 to {}.",
            settings.cycle_length
        ),
    };
    let counts = counts.map(|counts| counts.into_iter().map(|count| count as f64).collect());
    (reason, Evidence::Cycles { lengths, counts })
}

pub(super) fn loops(pair: &Pair, settings: &Settings, verdict: Verdict) -> (String, Evidence) {
    let lengths: [Option<Vec<u32>>; 2] = pair.graphs().map(|one| {
        let mut words = Vec::new();
        let done = counted::loop_words(one, &mut words, &mut Steps::new(settings.steps));
        let lengths = words.into_iter().skip(1).map(|length| length as u32);
        done.is_ok().then(|| lengths.collect())
    });
    let reason = match &lengths {
        [Some(first), Some(second)] if first.is_empty() && second.is_empty() => {
            "The graphs have no loops.".into()
        }
        _ => fixed(verdict, "lengths of the loops of a minimum cycle basis"),
    };
    (reason, Evidence::Loops { lengths })
}

pub(super) fn isomorphic(pair: &Pair, settings: &Settings, verdict: Verdict) -> (String, Evidence) {
    let image = pair.isomorphism(settings).clone().ok().flatten();
    let reason = match verdict {
        Verdict::Separates => "An exhaustive search finds no isomorphism.",
        _ => "The graphs are isomorphic.",
    };
    (reason.into(), Evidence::Isomorphism { image })
}
