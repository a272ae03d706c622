//! Edge and clique filtrations: compared with a textbook reduction over all simplices, and their invariants.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use sublevel::homology::barcode::{Barcode, Barcodes, Direction, EssentialBar, FiniteBar, View};
use sublevel::homology::filtration::{Effort, Filtration};
use sublevel::homology::{HomologyError, persistence};

use super::engines::{multigraph, value};
use super::oracle::arrival;

/// NaN last, signed zeros equal.
fn compare(x: f32, y: f32) -> Ordering {
    let by_value = x.partial_cmp(&y).unwrap_or(Ordering::Equal);
    x.is_nan().cmp(&y.is_nan()).then(by_value)
}

fn larger(x: f32, y: f32) -> f32 {
    if compare(x, y) == Ordering::Less {
        y
    } else {
        x
    }
}

/// A vertex, edge or triangle with the keys of its order.
struct Simplex {
    vertices: Vec<u32>,
    value: f32,
    /// The vertex that has its value.
    vertex: Option<u32>,
    level: (f32, usize),
    tie: Vec<usize>,
    boundary: Vec<usize>,
}

/// Reduces the boundary matrix of all simplices, with columns as sets, left to right.
fn textbook(input: &Filtration<'_>, direction: Direction) -> Barcode {
    let mut order = arrival(input.filter);
    if direction == Direction::Superlevel {
        order.reverse();
    }
    let mut rank = vec![0; order.len()];
    for (i, &v) in order.iter().enumerate() {
        rank[v as usize] = i;
    }
    let own = input.edge_filter.is_some();
    // Edge values order the simplices if they exist, otherwise the ranks of the youngest vertices.
    let level = |value: f32, rank: usize| if own { (value, 0) } else { (0.0, rank) };

    let mut simplices = Vec::new();
    for (vertex, &value) in (0u32..).zip(input.filter) {
        let place = rank[vertex as usize];
        simplices.push(Simplex {
            vertices: vec![vertex],
            value,
            vertex: Some(vertex),
            level: level(value, place),
            tie: vec![place],
            boundary: vec![],
        });
    }
    for (number, &ends) in input.edges.iter().enumerate() {
        let [mut elder, mut younger] = ends;
        if rank[elder as usize] > rank[younger as usize] {
            std::mem::swap(&mut elder, &mut younger);
        }
        let [a, b] = [elder, younger].map(|v| rank[v as usize]);
        let value = input
            .edge_filter
            .map_or(input.filter[younger as usize], |values| values[number]);
        let loop_ = elder == younger;
        simplices.push(Simplex {
            vertices: vec![ends[0].min(ends[1]), ends[0].max(ends[1])],
            value,
            vertex: (!own).then_some(younger),
            level: level(value, b),
            tie: vec![b, a, number],
            boundary: if loop_ {
                vec![]
            } else {
                ends.map(|v| v as usize).to_vec()
            },
        });
    }
    let n = order.len();
    let sort = |simplices: &[Simplex], mut places: Vec<usize>| {
        places.sort_by(|&i, &j| {
            let (a, b) = (&simplices[i], &simplices[j]);
            compare(a.level.0, b.level.0)
                .then(a.level.1.cmp(&b.level.1))
                .then(a.vertices.len().cmp(&b.vertices.len()))
                .then(a.tie.cmp(&b.tie))
        });
        places
    };
    if input.cliques {
        let edges = sort(&simplices, (n..simplices.len()).collect());
        let between = |a: u32, b: u32| edges.iter().position(|&e| simplices[e].vertices == [a, b]);
        let mut triangles = Vec::new();
        for c in 0..n as u32 {
            for b in 0..c {
                for a in 0..b {
                    let (Some(x), Some(y), Some(z)) = (between(a, b), between(a, c), between(b, c))
                    else {
                        continue;
                    };
                    let mut tie = vec![x, y, z];
                    tie.sort_by_key(|&place| std::cmp::Reverse(place));
                    let youngest = &simplices[edges[tie[0]]];
                    triangles.push(Simplex {
                        vertices: vec![a, b, c],
                        value: youngest.value,
                        vertex: youngest.vertex,
                        level: youngest.level,
                        boundary: tie.iter().map(|&place| edges[place]).collect(),
                        tie,
                    });
                }
            }
        }
        simplices.extend(triangles);
    }
    let sorted = sort(&simplices, (0..simplices.len()).collect());
    let mut place = vec![0; sorted.len()];
    for (i, &simplex) in sorted.iter().enumerate() {
        place[simplex] = i;
    }

    let mut reduced: HashMap<usize, (BTreeSet<usize>, usize)> = HashMap::new();
    let mut positive = Vec::new();
    for &simplex in &sorted {
        let boundary = &simplices[simplex].boundary;
        let mut column: BTreeSet<usize> = boundary.iter().map(|&face| place[face]).collect();
        while let Some((other, _)) = column.last().and_then(|pivot| reduced.get(pivot)) {
            column = column.symmetric_difference(other).copied().collect();
        }
        match column.last() {
            None => positive.push(simplex),
            Some(&pivot) => {
                reduced.insert(pivot, (column, simplex));
            }
        }
    }

    let mut barcode = Barcode {
        h1: input.cliques.then(Vec::new),
        ..Barcode::default()
    };
    for birth in positive {
        let death = reduced
            .get(&place[birth])
            .map(|&(_, death)| &simplices[death]);
        let birth = &simplices[birth];
        let birth_edge = <[u32; 2]>::try_from(&birth.vertices[..]).ok();
        match (birth.vertices.len(), death) {
            (3, _) => {}
            (dimension, None) => {
                let bars = [&mut barcode.h0_essential, &mut barcode.h1_essential];
                bars.into_iter()
                    .nth(dimension - 1)
                    .unwrap()
                    .push(EssentialBar {
                        birth: birth.value,
                        birth_vertex: birth.vertex,
                        birth_edge,
                    });
            }
            (dimension, Some(death)) => {
                let bar = FiniteBar {
                    birth: birth.value,
                    death: death.value,
                    birth_vertex: birth.vertex,
                    death_vertex: death.vertex,
                    birth_edge,
                    death_edge: death.vertices[..].try_into().ok(),
                    death_triangle: death.vertices[..].try_into().ok(),
                };
                match dimension {
                    1 => barcode.h0.push(bar),
                    _ => barcode.h1.as_mut().unwrap().push(bar),
                }
            }
        }
    }
    barcode
}

/// Compares as multisets, with NaN equal to itself and the zeros distinct.
fn check(found: &Barcode, expected: &Barcode) {
    fn sorted<T: std::fmt::Debug>(bars: &[T]) -> Vec<String> {
        let mut bars: Vec<String> = bars.iter().map(|bar| format!("{bar:?}")).collect();
        bars.sort();
        bars
    }
    assert_eq!(sorted(&found.h0), sorted(&expected.h0), "h0");
    assert_eq!(
        sorted(&found.h0_essential),
        sorted(&expected.h0_essential),
        "h0_essential"
    );
    assert_eq!(found.h1.is_some(), expected.h1.is_some());
    let loops = |barcode: &Barcode| sorted(barcode.h1.as_deref().unwrap_or_default());
    assert_eq!(loops(found), loops(expected), "h1");
    assert_eq!(
        sorted(&found.h1_essential),
        sorted(&expected.h1_essential),
        "h1_essential"
    );
    for bars in [&found.h0[..], found.h1.as_deref().unwrap_or_default()] {
        assert!(bars.is_sorted_by(|a, b| {
            compare(a.birth, b.birth).then(compare(a.death, b.death)) != Ordering::Greater
        }));
    }
}

/// Possible edge values: that of the later end, a larger one, or one of the last values.
fn edge_values(edges: &[[u32; 2]], filter: &[f32], more: &[f32]) -> Vec<f32> {
    let at = |vertex: u32| filter[vertex as usize];
    let least = edges.iter().map(|&[a, b]| larger(at(a), at(b)));
    least
        .zip(more)
        .map(|(least, &more)| larger(least, more))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn textbook_reduction_agrees(
        (edges, filter) in multigraph(14, 40),
        more in prop::collection::vec(value(), 40),
    ) {
        let own = edge_values(&edges, &filter, &more);
        for cliques in [false, true] {
            for edge_filter in [None, Some(&own[..])] {
                if !cliques && edge_filter.is_none() {
                    continue;
                }
                let input = Filtration { edges: &edges, filter: &filter, edge_filter, cliques };
                let found = input.barcodes(true).unwrap();
                let effort = Effort { max_numbered: 0, ..Effort::SECONDS };
                let anew = input.barcodes_within(true, effort).unwrap();
                prop_assert_eq!(format!("{anew:?}"), format!("{found:?}"));
                check(&found.sublevel, &textbook(&input, Direction::Sublevel));
                prop_assert_eq!(found.superlevel.is_some(), edge_filter.is_none());
                if let Some(superlevel) = &found.superlevel {
                    check(superlevel, &textbook(&input, Direction::Superlevel));
                }
            }
        }
    }

    /// Edge values equal to those of the later ends change nothing.
    #[test]
    fn edges_with_the_values_of_their_younger_ends_give_the_vertex_barcodes((edges, filter) in multigraph(50, 100)) {
        let mut rank = vec![0; filter.len()];
        for (i, &v) in arrival(&filter).iter().enumerate() {
            rank[v as usize] = i;
        }
        let younger = |[a, b]: [u32; 2]| if rank[a as usize] > rank[b as usize] { a } else { b };
        let own: Vec<f32> = edges.iter().map(|&ends| filter[younger(ends) as usize]).collect();
        let input = Filtration { edges: &edges, filter: &filter, edge_filter: Some(&own), cliques: false };
        for keep_zero in [false, true] {
            let plain = Barcodes::new(&persistence(&edges, &filter), &filter, keep_zero).sublevel;
            let mut found = input.barcodes(keep_zero).unwrap().sublevel;
            for bar in &mut found.h0 {
                bar.death_vertex = bar.death_edge.take().map(younger);
            }
            for bar in &mut found.h1_essential {
                bar.birth_vertex = bar.birth_edge.take().map(younger);
            }
            check(&found, &plain);
        }
    }

    /// Triangles do not affect components, and each loop is listed, finite or not.
    #[test]
    fn cliques_change_the_ends_of_loops_only((edges, filter) in multigraph(30, 120)) {
        let input = Filtration { edges: &edges, filter: &filter, edge_filter: None, cliques: true };
        let plain = Barcodes::new(&persistence(&edges, &filter), &filter, true);
        let found = input.barcodes(true).unwrap();
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let (mut found, plain) =
                (found.get(direction).unwrap().clone(), plain.get(direction).unwrap());
            for bar in &mut found.h0 {
                bar.death_edge = None;
            }
            let begins = |&FiniteBar { birth, birth_vertex, .. }: &FiniteBar| EssentialBar {
                birth,
                birth_vertex,
                birth_edge: None,
            };
            found.h1_essential.extend(found.h1.take().iter().flatten().map(begins));
            for bar in &mut found.h1_essential {
                bar.birth_edge = None;
            }
            check(&found, plain);
        }
    }
}

/// The output of `write` for bars.
fn text_of(
    bars: &Barcodes,
    write: impl Fn(&View<'_, f64>, &mut dyn std::io::Write) -> std::io::Result<()>,
) -> String {
    let mut text = Vec::new();
    let value = &f64::from;
    let view = View {
        bars,
        value,
        representatives: None,
        max_scale: None,
    };
    write(&view, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn csv_of(barcodes: &Barcodes) -> String {
    text_of(barcodes, |view, output| view.write_csv(output))
}

fn gudhi_of(barcodes: &Barcodes, direction: Direction) -> String {
    text_of(barcodes, |view, output| view.write_gudhi(direction, output))
}

fn cliques<'a>(edges: &'a [[u32; 2]], filter: &'a [f32]) -> Filtration<'a> {
    Filtration {
        edges,
        filter,
        edge_filter: None,
        cliques: true,
    }
}

fn complete(vertices: std::ops::Range<u32>) -> impl Iterator<Item = [u32; 2]> {
    let first = vertices.start;
    vertices.flat_map(move |b| (first..b).map(move |a| [a, b]))
}

#[test]
fn a_triangle_fills_the_loop_that_its_youngest_vertex_would_close() {
    // A square 0 1 2 3, closed by 3 and filled by the hub 4.
    let edges = [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
        [0, 4],
        [4, 1],
        [2, 4],
        [4, 3],
    ];
    let barcodes = cliques(&edges, &[0.0, 1.0, 2.0, 3.0, 4.0])
        .barcodes(false)
        .unwrap();
    let bar = FiniteBar {
        birth: 3.0,
        death: 4.0,
        birth_vertex: Some(3),
        death_vertex: Some(4),
        birth_edge: Some([2, 3]),
        death_edge: None,
        death_triangle: Some([2, 3, 4]),
    };
    assert_eq!(barcodes.sublevel.h1, Some(vec![bar]));
    assert_eq!(barcodes.sublevel.h1_essential, []);
    // In the superlevel filtration the hub comes first, and each loop is filled when it closes.
    let superlevel = barcodes.superlevel.unwrap();
    assert_eq!(
        (superlevel.h1, superlevel.h1_essential),
        (Some(vec![]), vec![])
    );
}

#[test]
fn a_ring_of_cliques_has_one_loop() {
    let (size, cliques_) = (6, 7);
    let edges: Vec<[u32; 2]> = (0..cliques_)
        .flat_map(|ring| {
            let next = (ring + 1) % cliques_ * size;
            complete(ring * size..(ring + 1) * size).chain([[ring * size + 1, next]])
        })
        .collect();
    let filter: Vec<f32> = (0..size * cliques_)
        .map(|v| (v * 37 % 101) as f32)
        .collect();
    let barcodes = cliques(&edges, &filter).barcodes(false).unwrap();
    for direction in [Direction::Sublevel, Direction::Superlevel] {
        assert_eq!(barcodes.get(direction).unwrap().h1_essential.len(), 1);
    }
}

#[test]
fn all_loops_of_large_cliques_end() {
    // 161700 triangles and 4851 loops, all of which end.
    let edges: Vec<[u32; 2]> = complete(0..100).collect();
    let filter: Vec<f32> = (0..100).map(|v| (v * 37 % 101) as f32).collect();
    let barcodes = cliques(&edges, &filter).barcodes(true).unwrap();
    assert_eq!(barcodes.sublevel.h1.unwrap().len(), 4851);
    assert_eq!(barcodes.sublevel.h1_essential, []);
}

#[test]
fn loops_of_parallel_edges_and_self_loops_stay() {
    let edges = [[0, 1], [1, 2], [2, 0], [2, 1], [1, 1]];
    let barcode = cliques(&edges, &[0.0, 1.0, 2.0])
        .barcodes(true)
        .unwrap()
        .sublevel;
    assert_eq!(barcode.h1.unwrap().len(), 1);
    let births: Vec<_> = barcode
        .h1_essential
        .iter()
        .map(|bar| bar.birth_edge.unwrap())
        .collect();
    assert_eq!(births, [[1, 1], [1, 2]]);
}

#[test]
fn a_triangle_enters_with_its_last_edge() {
    let edges = [[0, 1], [1, 2], [0, 2]];
    let input = Filtration {
        edges: &edges,
        filter: &[0.0, 0.0, 0.0],
        edge_filter: Some(&[3.0, 1.0, 2.0]),
        cliques: false,
    };
    let barcodes = input.barcodes(false).unwrap();
    assert_eq!(
        serde_json::to_string(&barcodes).unwrap(),
        concat!(
            r#"{"sublevel":{"h0":[{"birth":0.0,"death":1.0,"birth_vertex":2,"death_edge":[1,2]},"#,
            r#"{"birth":0.0,"death":2.0,"birth_vertex":1,"death_edge":[0,2]}],"#,
            r#""h0_essential":[{"birth":0.0,"birth_vertex":0}],"#,
            r#""h1_essential":[{"birth":3.0,"birth_edge":[0,1]}]}}"#
        )
    );
    assert_eq!(
        csv_of(&barcodes),
        "direction,kind,birth,death,birth_vertex,death_vertex,birth_edge,death_edge,death_triangle\n\
         sublevel,h0,0,1,2,,,1-2,\n\
         sublevel,h0,0,2,1,,,0-2,\n\
         sublevel,h0_essential,0,,0,,,,\n\
         sublevel,h1_essential,3,,,,0-1,,\n"
    );
    let barcodes = Filtration {
        cliques: true,
        ..input
    }
    .barcodes(true)
    .unwrap();
    assert_eq!(
        serde_json::to_string(&barcodes.sublevel.h1).unwrap(),
        r#"[{"birth":3.0,"death":3.0,"birth_edge":[0,1],"death_triangle":[0,1,2]}]"#
    );
    assert_eq!(barcodes.sublevel.h1_essential, []);
}

#[test]
fn without_edge_values_and_cliques_the_barcode_is_unchanged() {
    let (edges, filter) = ([[0, 1], [1, 2], [2, 0]], [0.0, 2.0, 1.0]);
    let input = Filtration {
        cliques: false,
        ..cliques(&edges, &filter)
    };
    let plain = Barcodes::new(&persistence(&edges, &filter), &filter, false);
    assert_eq!(input.barcodes(false).unwrap(), plain);
}

#[test]
fn gudhi_text_has_one_line_per_bar() {
    let edges = [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
        [0, 4],
        [4, 1],
        [2, 4],
        [4, 3],
        [4, 4],
        [5, 6],
    ];
    let filter = [0.0, 0.25, -1.0, 3.0, 4.5, 7.0, f32::INFINITY];
    let barcodes = cliques(&edges, &filter).barcodes(false).unwrap();
    assert_eq!(
        gudhi_of(&barcodes, Direction::Sublevel),
        "# sublevel: dimension birth death\n0 0 0.25\n0 -1 inf\n0 7 inf\n1 3 4.5\n1 4.5 inf\n"
    );
    assert_eq!(
        gudhi_of(&barcodes, Direction::Superlevel),
        "# superlevel, values negated: dimension birth death\n0 -4.5 inf\n0 -inf inf\n1 -4.5 inf\n"
    );
}

#[test]
fn extended_bars_are_written_on_request() {
    let filter = [0.0, 1.0, 2.0, 5.0];
    let edges = [[0, 1], [1, 2], [2, 0]];
    let plain = Barcodes::new(&persistence(&edges, &filter), &filter, false);
    let barcodes = plain
        .clone()
        .with_extended(&[[0, 2], [3, 3]], &[[2, 0]], &filter, false);
    assert_eq!(
        serde_json::to_string(&barcodes.extended).unwrap(),
        concat!(
            r#"{"h0":[{"birth":0.0,"death":2.0,"birth_vertex":0,"death_vertex":2}],"#,
            r#""h1":[{"birth":2.0,"death":0.0,"birth_vertex":2,"death_vertex":0}]}"#
        )
    );
    let csv = csv_of(&barcodes);
    assert!(csv.starts_with(&csv_of(&plain)), "{csv}");
    assert!(
        csv.ends_with("extended,h0,0,2,0,2\nextended,h1,2,0,2,0\n"),
        "{csv}"
    );
    let all = plain.with_extended(&[[0, 2], [3, 3]], &[[2, 0]], &filter, true);
    assert_eq!(all.extended.unwrap().h0.len(), 2);
}

#[test]
fn impossible_graphs_are_rejected_with_the_position() {
    let input = Filtration {
        edges: &[[0, 1], [1, 2]],
        filter: &[0.0, 1.0, 2.0],
        edge_filter: None,
        cliques: true,
    };
    let message = |input: Filtration<'_>| input.barcodes(false).unwrap_err().to_string();
    for cliques in [false, true] {
        let missing = Filtration {
            edges: &[[0, 1], [1, 3]],
            cliques,
            ..input
        };
        assert_eq!(
            message(missing),
            "edge 1 joins vertices 1 and 3, but only 3 vertices have filter values"
        );
        let below = Filtration {
            edge_filter: Some(&[1.0, 1.5]),
            cliques,
            ..input
        };
        assert_eq!(
            message(below),
            "edge 1 joins vertices 1 and 2 and has the value 1.5, below the value 2 of vertex 2: \
             an edge needs at least the values of its ends"
        );
        let few = Filtration {
            edge_filter: Some(&[1.0]),
            cliques,
            ..input
        };
        assert_eq!(
            message(few),
            "there are 1 edge values for 2 edges: expected one for each"
        );
    }
    // NaN comes last: it is above every end and is the maximum.
    let last = Filtration {
        edge_filter: Some(&[f32::NAN, -f32::NAN]),
        ..input
    };
    assert!(last.barcodes(false).is_ok());
    let before = Filtration {
        filter: &[0.0, f32::NAN, 0.0],
        edge_filter: Some(&[f32::NAN, f32::INFINITY]),
        ..input
    };
    assert!(matches!(
        before.barcodes(false),
        Err(HomologyError::EdgeBelowEnd {
            edge: 1,
            vertex: 1,
            ..
        })
    ));
    // The two zeros are equal.
    let zeros = Filtration {
        filter: &[0.0; 3],
        edge_filter: Some(&[-0.0; 2]),
        ..input
    };
    assert!(zeros.barcodes(false).is_ok());
}

#[test]
fn an_empty_graph_has_no_bars() {
    for cliques in [false, true] {
        for edge_filter in [None, Some(&[][..])] {
            let input = Filtration {
                edges: &[],
                filter: &[],
                edge_filter,
                cliques,
            };
            let barcodes = input.barcodes(true).unwrap();
            assert_eq!(barcodes.sublevel.h0_essential, []);
        }
    }
}

/// A ring of six, then a separate clique of ten, then a vertex joined to the whole ring. The loop of the ring ends long after its
/// birth, for any numbering of the triangles.
#[test]
fn a_loop_may_end_long_after_it_began() {
    let ring = (0..6).map(|v| [v, (v + 1) % 6]);
    let cone = (0..6).map(|v| [v, 16]);
    let edges: Vec<[u32; 2]> = ring.chain(complete(6..16)).chain(cone).collect();
    let values: Vec<f32> = (0..edges.len()).map(|place| place as f32).collect();
    let filter = [0.0; 17];
    let input = Filtration {
        edge_filter: Some(&values),
        ..cliques(&edges, &filter)
    };
    let expected = textbook(&input, Direction::Sublevel);
    for max_numbered in [0, 1, 50, 1000] {
        let effort = Effort {
            max_numbered,
            ..Effort::SECONDS
        };
        let found = input.barcodes_within(true, effort).unwrap();
        check(&found.sublevel, &expected);
        let short = input.barcodes_within(false, effort).unwrap().sublevel;
        let h1 = short.h1.unwrap();
        assert_eq!((h1.len(), h1[0].birth, h1[0].death), (1, 5.0, 56.0));
        // Without the cone the loop does not end.
        let open = Filtration {
            edges: &edges[..51],
            edge_filter: Some(&values[..51]),
            ..input
        };
        let found = open.barcodes_within(true, effort).unwrap();
        check(&found.sublevel, &textbook(&open, Direction::Sublevel));
        assert_eq!(found.sublevel.h1_essential.len(), 1);
    }
}

/// Random distances violate the triangle inequality, so loops and triangles are entangled.
#[test]
fn graphs_beyond_the_memory_limit_are_rejected() {
    let edges: Vec<[u32; 2]> = complete(0..40).collect();
    let values: Vec<f32> = (0..edges.len())
        .map(|edge| (edge * 7919 % 1009) as f32)
        .collect();
    let filter = [0.0; 40];
    let input = Filtration {
        edge_filter: Some(&values),
        ..cliques(&edges, &filter)
    };
    assert!(input.barcodes(false).is_ok());
    for effort in [
        Effort {
            max_added: 10,
            ..Effort::SECONDS
        },
        Effort {
            max_kept: 10,
            ..Effort::SECONDS
        },
    ] {
        let edges = edges.len();
        let refused = Err(HomologyError::LimitExceeded { edges });
        assert_eq!(input.barcodes_within(false, effort), refused);
    }
}
