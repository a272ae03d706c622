//! Pairs of graphs that are hard to distinguish. The vertices have no features.
//!
//! [`FAMILIES`] lists them for the command line and the page. The generators of data sets use the same constructions.

use super::Graph;
use super::enumerate::connected_cubic_graphs;

/// A list of pairs.
pub struct Family {
    /// Its id in addresses and commands.
    pub id: &'static str,
    /// Its displayed title.
    pub title: &'static str,
    /// The two graphs of a pair and their difference.
    pub description: &'static str,
    pairs: fn() -> Vec<NamedPair>,
}

/// Two graphs with their names.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPair {
    /// The names of the two graphs.
    pub names: [String; 2],
    pub graphs: [Graph; 2],
}

pub static FAMILIES: [Family; 9] = [
    Family {
        id: "cycles",
        title: "Triangles or one cycle",
        description: "Disjoint triangles with one cycle of three to five vertices, against one cycle with as many vertices (Horn et \
                      al., ICLR 2022).",
        pairs: || {
            let of_size =
                |n: u32| named(cycles(n), [format!("short cycles of {n}"), cycle_name(n)]);
            (10..20).map(of_size).collect()
        },
    },
    Family {
        id: "necklaces",
        title: "Necklaces",
        description: "A path with two triangles, against the same path with one long loop and a loop across it. Both graphs have the \
                      same numbers of components and loops (Horn et al., ICLR 2022).",
        pairs: || {
            let name = |kind: &str, n: u32| format!("{kind} of {n}");
            let of_size = |n| {
                named(
                    necklaces(n),
                    [
                        name("necklace with triangles", n),
                        name("necklace with a long loop", n),
                    ],
                )
            };
            (10..20).map(of_size).collect()
        },
    },
    Family {
        id: "two-cycles",
        title: "Two cycles",
        description: "A triangle with a long cycle, against two cycles of half the vertices. Every vertex has two neighbours (Zhang et \
                      al., LoG 2022).",
        pairs: || {
            let of_size = |n: u32| {
                let name = |a: u32| format!("cycles of {a} and {}", n - a);
                named(two_cycles(n), [name(3), name(n / 2)])
            };
            (8..=12).chain(53..63).map(of_size).collect()
        },
    },
    Family {
        id: "pinwheels",
        title: "Pinwheels",
        description: "Two triangles against a hexagon, with the same number of leaves at each of the six vertices (Zhang et al., LoG \
                      2022).",
        pairs: || {
            let of_leaves = |leaves: u32| {
                let name = |core: &str| format!("{core} with {leaves} leaves a vertex");
                named(pinwheels(leaves), [name("triangles"), name("hexagon")])
            };
            (1..=3).chain(10..13).map(of_leaves).collect()
        },
    },
    Family {
        id: "cubic-8",
        title: "Cubic graphs of 8 vertices",
        description: "The five connected graphs of 8 vertices with three edges at each vertex, in pairs.",
        pairs: || all_pairs("cubic", connected_cubic_graphs(8)),
    },
    Family {
        id: "cubic-10",
        title: "Cubic graphs of 10 vertices",
        description: "The 19 connected graphs of 10 vertices with three edges at each vertex, in pairs.",
        pairs: || all_pairs("cubic", connected_cubic_graphs(10)),
    },
    Family {
        id: "cubic-12",
        title: "Cubic graphs of 12 vertices",
        description: "The 85 connected graphs of 12 vertices with three edges at each vertex, in pairs.",
        pairs: || all_pairs("cubic", connected_cubic_graphs(12)),
    },
    Family {
        id: "rook-shrikhande",
        title: "Rook’s graph and Shrikhande graph",
        description: "The two strongly regular graphs with 16 vertices, six neighbours, and two common neighbours of every two vertices. \
                      2-WL does not separate them.",
        pairs: || {
            vec![named(
                [rook(), shrikhande()],
                ["rook’s graph 4 × 4".into(), "Shrikhande graph".into()],
            )]
        },
    },
    Family {
        id: "csl",
        title: "Circular skip links",
        description: "A cycle of 41 vertices with an edge from each vertex to the one R steps further, for ten values of R, in pairs \
                      (Murphy et al., ICML 2019).",
        pairs: || {
            let graphs: Vec<_> = SKIPS
                .map(|skip| (format!("CSL(41, {skip})"), csl(41, skip)))
                .into();
            pairs_of(&graphs)
        },
    },
];

impl Family {
    /// The family with this id, if any.
    pub fn of_id(id: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.id == id)
    }

    /// Its pairs, in a fixed order.
    pub fn pairs(&self) -> Vec<NamedPair> {
        (self.pairs)()
    }
}

/// The skip lengths of Murphy et al.: no two of them give isomorphic graphs.
const SKIPS: [u32; 10] = [2, 3, 4, 5, 6, 9, 11, 12, 13, 16];

fn named(graphs: [Graph; 2], names: [String; 2]) -> NamedPair {
    NamedPair { names, graphs }
}

fn cycle_name(vertices: u32) -> String {
    format!("cycle of {vertices}")
}

/// Every two of these graphs, named by their numbers.
fn all_pairs(name: &str, graphs: Vec<Graph>) -> Vec<NamedPair> {
    let number = |(index, graph): (usize, Graph)| (format!("{name} {}", index + 1), graph);
    let graphs: Vec<_> = graphs.into_iter().enumerate().map(number).collect();
    pairs_of(&graphs)
}

/// Every two of these graphs.
fn pairs_of(graphs: &[(String, Graph)]) -> Vec<NamedPair> {
    let mut pairs = Vec::new();
    for (index, (first_name, first)) in graphs.iter().enumerate() {
        for (second_name, second) in &graphs[index + 1..] {
            pairs.push(named(
                [first.clone(), second.clone()],
                [first_name.clone(), second_name.clone()],
            ));
        }
    }
    pairs
}

/// The edges of a cycle through `length` vertices from `first` on.
fn cycle_edges(first: u32, length: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..length).map(move |v| [first + v, first + (v + 1) % length])
}

fn disjoint_cycles(lengths: &[u32]) -> Graph {
    let mut edges = Vec::new();
    let mut vertices = 0;
    for &length in lengths {
        edges.extend(cycle_edges(vertices, length));
        vertices += length;
    }
    Graph::new(vertices, edges)
}

/// CYCLES of Horn et al. with `vertices` vertices, at least 6: triangles and one cycle of three to five vertices, and one cycle.
pub(super) fn cycles(vertices: u32) -> [Graph; 2] {
    let triangles = (vertices - 3) / 3;
    let mut lengths = vec![3; triangles as usize];
    lengths.push(vertices - 3 * triangles);
    [disjoint_cycles(&lengths), disjoint_cycles(&[vertices])]
}

/// NECKLACES of Horn et al. with `vertices` vertices, at least 7: a path and two edges, whose ends are joined to two vertices of the path.
/// Each edge forms a triangle with one of these, or both edges join the two.
pub(super) fn necklaces(vertices: u32) -> [Graph; 2] {
    let path = vertices - 4;
    let [p, q] = [path / 3, 2 * path / 3];
    let [a, b, c, d] = [0, 1, 2, 3].map(|offset| path + offset);
    [true, false].map(|triangles| {
        let mut edges: Vec<[u32; 2]> = (1..path).map(|v| [v - 1, v]).collect();
        edges.extend([[a, b], [c, d]]);
        edges.extend(match triangles {
            true => [[p, a], [p, b], [q, c], [q, d]],
            false => [[p, a], [p, c], [q, b], [q, d]],
        });
        Graph::new(vertices, edges)
    })
}

/// 2CYCLES of Zhang et al. with `vertices` vertices, at least 6: a triangle and a cycle, and two cycles of half the vertices.
pub(super) fn two_cycles(vertices: u32) -> [Graph; 2] {
    [3, vertices / 2].map(|first| disjoint_cycles(&[first, vertices - first]))
}

/// PINWHEELS of Zhang et al. with this number of leaves at each of six vertices: two triangles, and a hexagon.
pub(super) fn pinwheels(leaves: u32) -> [Graph; 2] {
    [&[3, 3][..], &[6]].map(|lengths| {
        let core = disjoint_cycles(lengths);
        let leaf = (0..6).flat_map(|v| (0..leaves).map(move |leaf| [v, 6 + v * leaves + leaf]));
        Graph::new(6 + 6 * leaves, core.edges.into_iter().chain(leaf))
    })
}

/// The rook's graph of the 4 × 4 board: squares in one row or column are adjacent.
fn rook() -> Graph {
    let squares = (0..16_u32).flat_map(|a| (0..a).map(move |b| [b, a]));
    let edges = squares.filter(|[a, b]| a / 4 == b / 4 || a % 4 == b % 4);
    Graph::new(16, edges)
}

/// The Shrikhande graph: the Cayley graph of ℤ₄ × ℤ₄ for ±(1, 0), ±(0, 1) and ±(1, 1).
fn shrikhande() -> Graph {
    let at = |row: u32, column: u32| row % 4 * 4 + column % 4;
    let steps = [[1, 0], [0, 1], [1, 1]];
    let edges = (0..16).flat_map(|v| {
        let [row, column] = [v / 4, v % 4];
        steps.map(|[down, right]| [v, at(row + down, column + right)])
    });
    Graph::new(16, edges)
}

/// A cycle with edges from each vertex to the one `skip` steps further.
fn csl(vertices: u32, skip: u32) -> Graph {
    let skips = (0..vertices).map(|v| [v, (v + skip) % vertices]);
    Graph::new(vertices, cycle_edges(0, vertices).chain(skips))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_pairs_follow_from_the_numbers_of_graphs() {
        for (id, count) in [
            ("cycles", 10),
            ("necklaces", 10),
            ("cubic-8", 10),
            ("cubic-10", 171),
            ("cubic-12", 3570),
            ("rook-shrikhande", 1),
            ("csl", 45),
        ] {
            let pairs = Family::of_id(id).unwrap().pairs();
            assert_eq!(pairs.len(), count, "{id}");
            for NamedPair { names, graphs } in pairs {
                assert_ne!(names[0], names[1]);
                assert_eq!(graphs[0].vertices, graphs[1].vertices);
                assert_eq!(graphs[0].edges.len(), graphs[1].edges.len());
            }
        }
    }

    #[test]
    fn rook_and_shrikhande_are_strongly_regular_with_equal_parameters() {
        for graph in [rook(), shrikhande()] {
            let adjacency = graph.adjacency();
            for a in 0..16 {
                assert_eq!(adjacency.around(a).len(), 6);
                for b in 0..a {
                    let around = adjacency.around(a);
                    let common = around.iter().filter(|v| adjacency.around(b).contains(v));
                    assert_eq!(common.count(), 2);
                }
            }
        }
    }
}
