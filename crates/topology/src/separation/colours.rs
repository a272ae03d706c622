//! Colours of the vertices of several graphs by colour refinement (1-WL), with the same numbers for all graphs.

use crate::graph::{Adjacency, Colours, Graph, Lists, refine_until_stable};

/// Maximum number of colours in memory: those of every vertex after every round.
const MAX_NUMBERS: usize = 1 << 25;

/// A graph with the colours of its vertices.
#[derive(Clone, Debug)]
pub struct Coloured {
    /// The graph. Its labels are the colours before the first round.
    pub graph: Graph,
    /// The neighbours of its vertices.
    pub adjacency: Adjacency,
    /// The colour of each vertex before the first round and after each round that splits a class.
    pub rounds: Vec<Vec<u32>>,
    /// Whether another round would split no class of any of the graphs.
    pub stable: bool,
}

impl Coloured {
    /// Colours of graphs that are refined together. Two vertices, of one graph or of two, have the same colour after a round exactly if
    /// 1-WL does not distinguish them until then. A graph without labels has the label 0 at each vertex.
    pub fn all(graphs: Vec<Graph>) -> Vec<Self> {
        let graphs: Vec<(Graph, Adjacency)> = graphs
            .into_iter()
            .map(|graph| {
                let adjacency = graph.adjacency();
                (graph, adjacency)
            })
            .collect();
        let (rounds, stable) = refined(&graphs);
        let mut first = 0;
        let of_one = |(graph, adjacency): (Graph, Adjacency)| {
            let own = first..first + graph.vertices as usize;
            first = own.end;
            Self {
                graph,
                adjacency,
                rounds: rounds
                    .iter()
                    .map(|(all, _)| all[own.clone()].to_vec())
                    .collect(),
                stable,
            }
        };
        graphs.into_iter().map(of_one).collect()
    }

    /// The colours after the last round.
    pub fn last(&self) -> &[u32] {
        self.rounds.last().map_or(&[], Vec::as_slice)
    }

    /// Whether the colours after this round are stable.
    pub fn is_stable_after(&self, round: u32) -> bool {
        self.stable && round as usize + 1 >= self.rounds.len()
    }

    /// The colours after this round, or the stable ones if they precede it.
    pub fn after(&self, round: u32) -> &[u32] {
        match self.rounds.get(round as usize) {
            Some(colours) => colours,
            None => self.last(),
        }
    }
}

/// Refines the disjoint union of the graphs.
fn refined(graphs: &[(Graph, Adjacency)]) -> (Vec<Colours>, bool) {
    let mut labels = Vec::new();
    let mut lists = Lists::default();
    for (graph, adjacency) in graphs {
        match graph.vertex_labels.is_empty() {
            true => labels.resize(labels.len() + graph.vertices as usize, 0),
            false => labels.extend(&graph.vertex_labels),
        }
        lists.push_graph(adjacency);
    }
    refine_until_stable(&labels, lists.lists(), MAX_NUMBERS)
}

/// The colours, ascending, with the number of their vertices.
pub(super) fn histogram(colours: &[u32]) -> Vec<[u32; 2]> {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    let classes = sorted.chunk_by(|a, b| a == b);
    classes
        .map(|class| [class[0], class.len() as u32])
        .collect()
}
