//! Colour refinement (1-WL) over all graphs of a data set.

use super::sparse::{Sparse, SparseBuilder};
use crate::graph::{Colours, Dataset, Features, Lists, refine_rounds};

/// The colours of all vertices of a data set. Equal colours in two graphs have equal numbers.
///
/// The numbers of a round are the ranks of the colours. Colours before the first round are ordered by degree and label. Later ones are
/// ordered by their own colour and the sorted colours of the neighbours in the round before. The order therefore depends neither on the
/// numbers of the vertices nor on the order of the graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct WlColours {
    /// First vertex of each graph, then the number of vertices.
    offsets: Vec<usize>,
    /// The colour of each vertex and the number of colours, before the first round and after each.
    rounds: Vec<Colours>,
}

impl WlColours {
    /// The colours before the first round and after each of `rounds` rounds. Before the first round, vertices with the same degree and
    /// the same label have the same colour, as far as the features include degree and label. Attributes are ignored.
    ///
    /// # Panics
    /// If the features include labels and the graphs have none.
    pub fn new(dataset: &Dataset, features: Features, rounds: u32) -> Self {
        let mut offsets = vec![0];
        let (mut first, mut lists) = (Vec::new(), Lists::default());
        for graph in &dataset.graphs {
            let degrees = graph.degrees();
            first.extend((0..graph.vertices as usize).map(|v| {
                let degree = if features.has_degree() { degrees[v] } else { 0 };
                let label = match features.has_label() {
                    true => graph.vertex_labels[v],
                    false => 0,
                };
                [degree, label]
            }));
            lists.push_graph(&graph.adjacency());
            offsets.push(first.len());
        }
        let first = ranks(&first);
        let lists = lists.lists();
        let mut ordered: Vec<Colours> = Vec::new();
        for colours in refine_rounds(&first, lists, rounds) {
            let signature = |v: usize| match ordered.last() {
                None => vec![first[v]],
                Some((before, _)) => {
                    let around = lists.around(v as u32).iter();
                    let around = around.map(|&u| before[u as usize]);
                    let mut signature: Vec<_> = around.collect();
                    signature.sort_unstable();
                    signature.insert(0, before[v]);
                    signature
                }
            };
            let colours = in_order(colours, signature);
            ordered.push(colours);
        }
        Self {
            offsets,
            rounds: ordered,
        }
    }

    /// The number of colours after a round; round 0 is before the first.
    pub fn number(&self, round: usize) -> usize {
        self.rounds[round].1
    }

    /// The colours of the vertices of a graph after a round.
    pub fn of_graph(&self, round: usize, graph: usize) -> &[u32] {
        &self.rounds[round].0[self.offsets[graph]..self.offsets[graph + 1]]
    }

    /// The number of graphs.
    pub fn graphs(&self) -> usize {
        self.offsets.len() - 1
    }

    /// For each round, the number of vertices of each colour: a row for each graph, a column for each colour.
    pub fn histograms(&self) -> Vec<Sparse> {
        let histogram = |round| {
            let mut rows = SparseBuilder::new(self.number(round));
            for graph in 0..self.graphs() {
                let mut colours = self.of_graph(round, graph).to_vec();
                colours.sort_unstable();
                let entries = colours.chunk_by(|a, b| a == b);
                rows.push(entries.map(|same| (same[0], same.len() as f64)));
            }
            rows.finish()
        };
        (0..self.rounds.len()).map(histogram).collect()
    }
}

/// The rank of each value among the different values.
fn ranks(values: &[[u32; 2]]) -> Vec<u32> {
    let mut different = values.to_vec();
    different.sort_unstable();
    different.dedup();
    let rank = |value| different.partition_point(|other| other < value) as u32;
    values.iter().map(rank).collect()
}

/// Numbers the colours by the order of the signatures of their vertices.
fn in_order((mut colour_of, count): Colours, signature: impl Fn(usize) -> Vec<u32>) -> Colours {
    let mut vertex_of = vec![0; count];
    for (v, &colour) in colour_of.iter().enumerate() {
        vertex_of[colour as usize] = v;
    }
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_by_cached_key(|&colour| signature(vertex_of[colour as usize]));
    let mut rank_of = vec![0; count];
    for (rank, colour) in (0..).zip(order) {
        rank_of[colour as usize] = rank;
    }
    for colour in &mut colour_of {
        *colour = rank_of[*colour as usize];
    }
    (colour_of, count)
}
