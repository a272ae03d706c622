//! The sets of two and of three vertices of a graph, their isomorphism types and their neighbours, for 1-2-3-GNN.
//!
//! None of them depends on the numbers of the vertices: another numbering permutes the sets.

use std::{cmp::Reverse, collections::BTreeSet};

use hashbrown::HashMap;

use super::set_memory::check;
use crate::graph::{Dataset, Graph, Lists, NeighbourLists};

/// The labelled subgraph of a set of two or three vertices, up to isomorphism.
///
/// The first number is the number of edges between the vertices, from all pairs of them. The labels of the vertices follow. Vertices with
/// more of these edges are first, and equal ones ascend by label: in a path of three vertices, the middle is first. If there are two
/// vertices, the last number is 0. Two sets of the same size have the same type exactly if their labelled subgraphs are isomorphic.
pub type SetType = [u32; 4];

/// The types of the sets of all graphs of a data set, ascending. The place of a type is its row in the table of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetTypes {
    /// The types of all pairs.
    pub pairs: Vec<SetType>,
    /// The types of all connected triples.
    pub triples: Vec<SetType>,
}

impl SetTypes {
    /// The types in a data set, with vertex labels or as if all labels were equal.
    ///
    /// # Errors
    /// If a training with batches of `batch_size` graphs would need too much memory, see [`check`].
    pub fn of(dataset: &Dataset, with_labels: bool, batch_size: usize) -> Result<Self, String> {
        check(dataset, batch_size)?;
        let (mut pairs, mut triples) = (BTreeSet::new(), BTreeSet::new());
        for graph in &dataset.graphs {
            let adjacency = graph.adjacency();
            let lists = adjacency.lists();
            let labels = labels_of(graph, with_labels);
            pairs.extend(pairs_of(graph.vertices).map(|set| set_type(set, lists, &labels)));
            triples.extend(triples_of(lists).map(|set| set_type(set, lists, &labels)));
        }
        Ok(Self {
            pairs: pairs.into_iter().collect(),
            triples: triples.into_iter().collect(),
        })
    }
}

/// The label of each vertex, or zeros.
pub(super) fn labels_of(graph: &Graph, with_labels: bool) -> Vec<u32> {
    match with_labels {
        true => graph.vertex_labels.clone(),
        false => vec![0; graph.vertices as usize],
    }
}

/// All pairs of different vertices, each ascending.
pub(super) fn pairs_of(vertices: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..vertices).flat_map(move |u| (u + 1..vertices).map(move |v| [u, v]))
}

/// All sets of three vertices with at least two edges between them, each ascending.
pub(super) fn triples_of(graph: NeighbourLists) -> impl Iterator<Item = [u32; 3]> {
    let vertices = graph.offsets.len() as u32 - 1;
    (0..vertices).flat_map(move |middle| {
        let around = graph.around(middle);
        let wedges = (1..).zip(around);
        let wedges = wedges.flat_map(move |(next, &u)| around[next..].iter().map(move |&v| (u, v)));
        // A triangle has three middles: the first one counts.
        let new = wedges.filter(move |&(u, v)| middle < u || !are_adjacent(graph, u, v));
        new.map(move |(u, v)| ascending([middle, u, v]))
    })
}

/// Computes the [`SetType`] of vertices with these labels.
pub(super) fn set_type<const K: usize>(
    set: [u32; K],
    graph: NeighbourLists,
    labels: &[u32],
) -> SetType {
    let mut members = set.map(|v| {
        let inside = set.iter().filter(|&&u| are_adjacent(graph, u, v)).count();
        (Reverse(inside as u32), labels[v as usize])
    });
    members.sort_unstable();
    let mut found = [0; 4];
    found[0] = members.iter().map(|(inside, _)| inside.0).sum::<u32>() / 2;
    for (slot, (_, label)) in found[1..].iter_mut().zip(members) {
        *slot = label;
    }
    found
}

/// The neighbours of each of these sets among them, by index: the sets in which a neighbour of a member replaces this member.
///
/// This is the local neighbourhood of Morris et al. (2019). It is symmetric, and two sets are neighbours at most once, because they
/// determine the two vertices in which they differ.
pub(super) fn set_neighbours<const K: usize>(sets: &[[u32; K]], graph: NeighbourLists) -> Lists {
    let index: HashMap<[u32; K], u32> = sets.iter().copied().zip(0..).collect();
    let index = &index;
    let mut lists = Lists::default();
    for &set in sets {
        let swaps = (0..K).flat_map(|place| {
            let others = graph.around(set[place]).iter();
            let others = others.filter(move |other| !set.contains(other));
            others.filter_map(move |&other| {
                let mut swapped = set;
                swapped[place] = other;
                index.get(&ascending(swapped)).copied()
            })
        });
        lists.push(swaps);
    }
    lists
}

/// Whether two vertices are neighbours.
pub(super) fn are_adjacent(graph: NeighbourLists, u: u32, v: u32) -> bool {
    graph.around(u).binary_search(&v).is_ok()
}

fn ascending<const K: usize>(mut set: [u32; K]) -> [u32; K] {
    set.sort_unstable();
    set
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{RngExt, SeedableRng, seq::SliceRandom};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The type and the neighbours of each set.
    type Structure = BTreeMap<Vec<u32>, (SetType, BTreeSet<Vec<u32>>)>;

    /// Random labelled graphs, the first of them without vertices or without edges.
    fn graphs() -> Vec<Graph> {
        let rng = &mut ChaCha8Rng::seed_from_u64(4);
        let mut graph = |number: u32| {
            let n = number % 9;
            let ends = (0..number * n.min(number / 9) / 4)
                .map(|_| [0; 2].map(|_| rng.random_range(0..n)))
                .collect::<Vec<_>>();
            Graph {
                vertex_labels: (0..n).map(|_| rng.random_range(0..3)).collect(),
                ..Graph::new(n, ends)
            }
        };
        (0..60).map(&mut graph).collect()
    }

    fn structure(graph: &Graph) -> Structure {
        let adjacency = graph.adjacency();
        let lists = adjacency.lists();
        let pairs: Vec<_> = pairs_of(graph.vertices).collect();
        let triples: Vec<_> = triples_of(lists).collect();
        let mut found = Structure::new();
        add(&mut found, &pairs, graph, lists);
        add(&mut found, &triples, graph, lists);
        assert_eq!(found.len(), pairs.len() + triples.len(), "each set once");
        found
    }

    fn add<const K: usize>(
        into: &mut Structure,
        sets: &[[u32; K]],
        graph: &Graph,
        lists: NeighbourLists,
    ) {
        let neighbours = set_neighbours(sets, lists);
        for (number, set) in (0..).zip(sets) {
            let around = neighbours.lists().around(number);
            let others: BTreeSet<_> = around
                .iter()
                .map(|&other| sets[other as usize].to_vec())
                .collect();
            assert_eq!(others.len(), around.len(), "each neighbour once");
            let own = set_type(*set, lists, &labels_of(graph, true));
            into.insert(set.to_vec(), (own, others));
        }
    }

    fn has_edge(graph: &Graph, u: u32, v: u32) -> bool {
        graph.edges.contains(&[u.min(v), u.max(v)])
    }

    #[test]
    fn sets_and_their_neighbours_are_those_of_the_definition() {
        for graph in graphs() {
            let vertices = 0..graph.vertices;
            let all = vertices.clone().flat_map(|u| {
                let (graph, vertices) = (&graph, vertices.clone());
                (u + 1..graph.vertices).flat_map(move |v| {
                    let triples = vertices.clone().filter(move |&w| w > v);
                    std::iter::once(vec![u, v]).chain(triples.map(move |w| vec![u, v, w]))
                })
            });
            // Three vertices are connected if each has a neighbour among the others.
            let is_connected = |set: &Vec<u32>| {
                set.iter()
                    .all(|&u| set.iter().any(|&v| has_edge(&graph, u, v)))
            };
            let sets: Vec<_> = all
                .filter(|set| set.len() == 2 || is_connected(set))
                .collect();
            let found = structure(&graph);
            assert_eq!(
                found.keys().cloned().collect::<BTreeSet<_>>(),
                sets.iter().cloned().collect()
            );
            for (s, (_, neighbours)) in &found {
                let is_neighbour = |t: &&Vec<u32>| {
                    let outside = |a: &[u32], b: &[u32]| -> Vec<u32> {
                        a.iter().copied().filter(|v| !b.contains(v)).collect()
                    };
                    match (&outside(s, t)[..], &outside(t, s)[..]) {
                        (&[old], &[new]) => s.len() == t.len() && has_edge(&graph, old, new),
                        _ => false,
                    }
                };
                let expected: BTreeSet<_> = sets.iter().filter(is_neighbour).cloned().collect();
                assert_eq!(neighbours, &expected, "{s:?} of {graph:?}");
            }
        }
    }

    #[test]
    fn types_are_equal_exactly_for_isomorphic_labelled_subgraphs() {
        let graphs = graphs();
        let sets = graphs.iter().skip(30).flat_map(|graph| {
            let found = structure(graph).into_iter();
            found.map(move |(set, (own, _))| (graph, set, own))
        });
        let sets: Vec<_> = sets.collect();
        let orders: [&[usize]; 8] = [
            &[0, 1],
            &[1, 0],
            &[0, 1, 2],
            &[0, 2, 1],
            &[1, 0, 2],
            &[1, 2, 0],
            &[2, 0, 1],
            &[2, 1, 0],
        ];
        for (a, s, of_s) in sets.iter().step_by(11) {
            for (b, t, of_t) in sets.iter().filter(|(_, t, _)| t.len() == s.len()) {
                let is_isomorphism = |order: &&[usize]| {
                    let image = |place: usize| t[order[place]];
                    (0..s.len()).all(|i| {
                        a.vertex_labels[s[i] as usize] == b.vertex_labels[image(i) as usize]
                            && (0..i)
                                .all(|j| has_edge(a, s[i], s[j]) == has_edge(b, image(i), image(j)))
                    })
                };
                let mut orders = orders.iter().filter(|order| order.len() == s.len());
                assert_eq!(
                    of_s == of_t,
                    orders.any(is_isomorphism),
                    "{a:?} {s:?}, {b:?} {t:?}"
                );
            }
        }
    }

    #[test]
    fn another_numbering_permutes_the_sets() {
        let rng = &mut ChaCha8Rng::seed_from_u64(5);
        for graph in graphs() {
            let mut number: Vec<u32> = (0..graph.vertices).collect();
            number.shuffle(rng);
            let ends = graph
                .edges
                .iter()
                .map(|edge| edge.map(|v| number[v as usize]));
            let mut renumbered = Graph::new(graph.vertices, ends);
            renumbered.vertex_labels = graph.vertex_labels.clone();
            for (&number, &label) in number.iter().zip(&graph.vertex_labels) {
                renumbered.vertex_labels[number as usize] = label;
            }
            let image = |set: Vec<u32>| {
                let mut set: Vec<u32> = set.into_iter().map(|v| number[v as usize]).collect();
                set.sort_unstable();
                set
            };
            let before = structure(&graph).into_iter();
            let moved = before.map(|(set, (own, neighbours))| {
                (
                    image(set),
                    (own, neighbours.into_iter().map(image).collect()),
                )
            });
            assert_eq!(structure(&renumbered), moved.collect());
        }
    }

    #[test]
    fn the_types_of_a_data_set_are_those_of_its_sets() {
        let dataset = Dataset {
            graphs: vec![
                // A path whose middle has the largest number, and a triangle.
                Graph {
                    vertex_labels: vec![1, 0, 1],
                    ..Graph::new(3, [[0, 2], [1, 2]])
                },
                Graph {
                    vertex_labels: vec![0, 0, 1],
                    ..Graph::new(3, [[0, 1], [1, 2], [0, 2]])
                },
            ],
            ..Dataset::default()
        };
        let types = SetTypes::of(&dataset, true, 1).unwrap();
        assert_eq!(
            types.pairs,
            [[0, 0, 1, 0], [1, 0, 0, 0], [1, 0, 1, 0], [1, 1, 1, 0]]
        );
        assert_eq!(types.triples, [[2, 1, 0, 1], [3, 0, 0, 1]]);
        let types = SetTypes::of(&dataset, false, 1).unwrap();
        assert_eq!(types.pairs, [[0; 4], [1, 0, 0, 0]]);
        assert_eq!(types.triples, [[2, 0, 0, 0], [3, 0, 0, 0]]);
    }
}
