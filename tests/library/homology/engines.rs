//! The CPU engines: compared with oracles, and invariants that hold for every graph.

use proptest::prelude::*;
use rand::seq::SliceRandom;
use sublevel::homology::{NONE, Persistence, persistence, persistence_batch};

use super::oracle::{arrival, column_reduction, kruskal};
use crate::graphs::{families, filters, generator};

/// Invariants of every engine: each vertex's edges either merge components or close a loop, each component has one
/// essential class, Euler's formula holds, and no death precedes its birth.
pub fn check_invariants(edges: &[[u32; 2]], filter: &[f32], result: &Persistence) {
    let n = filter.len();
    let order = arrival(filter);
    let mut rank = vec![0; n];
    for (i, &v) in order.iter().enumerate() {
        rank[v as usize] = i;
    }
    let components = {
        let mut label: Vec<u32> = (0..n as u32).collect();
        loop {
            let before = label.clone();
            for &[a, b] in edges {
                let least = label[a as usize].min(label[b as usize]);
                label[a as usize] = least;
                label[b as usize] = least;
            }
            if label == before {
                break;
            }
        }
        label.sort_unstable();
        label.dedup();
        label.len()
    };
    for direction in 0..2 {
        let (death, loops) = (&result.death[direction], &result.loops[direction]);
        let place = |v: u32| {
            if direction == 0 {
                rank[v as usize]
            } else {
                n - 1 - rank[v as usize]
            }
        };
        assert_eq!(death.iter().filter(|&&v| v == NONE).count(), components);
        assert_eq!(
            loops.iter().map(|&l| l as usize).sum::<usize>() + n,
            edges.len() + components
        );
        let mut entering = vec![0; n];
        for &[a, b] in edges {
            entering[if place(a) > place(b) { a } else { b } as usize] += 1;
        }
        let mut explained = loops.clone();
        for (v, &w) in (0..).zip(death) {
            if w != NONE {
                explained[w as usize] += 1;
                assert!(
                    place(w) >= place(v),
                    "vertex {v} dies at {w}, before its birth"
                );
            }
        }
        assert_eq!(explained, entering);
    }
}

/// A float of any kind: few values (ties), ordinary values, and raw bit patterns with NaN and infinities.
pub fn value() -> impl Strategy<Value = f32> {
    prop_oneof![
        (0..4u8).prop_map(f32::from),
        -1.0..1.0f32,
        any::<u32>().prop_map(f32::from_bits),
        prop::sample::select(vec![
            f32::NAN,
            -f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            0.0,
            -0.0,
            1e-45
        ]),
    ]
}

/// Edges and filter values of a multigraph with at most this many vertices and edges, self-loops included.
pub fn multigraph(
    vertices: usize,
    edges: usize,
) -> impl Strategy<Value = (Vec<[u32; 2]>, Vec<f32>)> {
    prop::collection::vec(value(), 0..=vertices).prop_flat_map(move |filter| {
        let n = filter.len() as u32;
        let most_edges = if n == 0 { 0 } else { edges };
        let edge = (0..n.max(1), 0..n.max(1)).prop_map(|(a, b)| [a, b]);
        (prop::collection::vec(edge, 0..=most_edges), Just(filter))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn textbook_reduction_agrees((edges, filter) in multigraph(50, 100)) {
        let result = persistence(&edges, &filter);
        check_invariants(&edges, &filter, &result);
        prop_assert_eq!(&result, &column_reduction(&edges, &filter));
        prop_assert_eq!(&result, &kruskal(&edges, &filter));
    }

    #[test]
    fn the_order_and_orientation_of_edges_do_not_matter((edges, filter) in multigraph(50, 100), seed: u64) {
        let mut shuffled = edges.clone();
        shuffled.shuffle(&mut generator(seed));
        shuffled.iter_mut().step_by(2).for_each(|edge| edge.reverse());
        prop_assert_eq!(persistence(&edges, &filter), persistence(&shuffled, &filter));
    }

    /// Negated values with the vertices numbered backwards arrive in exactly the reverse order.
    #[test]
    fn superlevel_is_the_reverse_of_sublevel((edges, filter) in multigraph(50, 100)) {
        let filter: Vec<f32> = filter.into_iter().map(|value| if value.is_nan() { 0.25 } else { value }).collect();
        let backwards = |v: u32| if v == NONE { NONE } else { filter.len() as u32 - 1 - v };
        let mirrored_filter: Vec<f32> = filter.iter().rev().map(|value| -value).collect();
        let mirrored_edges: Vec<_> = edges.iter().map(|edge| edge.map(backwards)).collect();
        let result = persistence(&edges, &filter);
        let mirrored = persistence(&mirrored_edges, &mirrored_filter);
        for (down, up) in [(0, 1), (1, 0)] {
            let death: Vec<u32> = mirrored.death[up].iter().rev().copied().map(backwards).collect();
            let loops: Vec<u32> = mirrored.loops[up].iter().rev().copied().collect();
            prop_assert_eq!(&result.death[down], &death);
            prop_assert_eq!(&result.loops[down], &loops);
        }
    }

    #[test]
    fn a_batch_is_its_graphs_side_by_side(graphs in prop::collection::vec(multigraph(50, 100), 0..6)) {
        let (mut vertex_offsets, mut edge_offsets) = (vec![0], vec![0]);
        let (mut edges, mut filter) = (vec![], vec![]);
        let (mut death, mut loops): ([Vec<u32>; 2], [Vec<u32>; 2]) = Default::default();
        for (graph_edges, graph_filter) in &graphs {
            let first = filter.len() as u32;
            let alone = persistence(graph_edges, graph_filter);
            for direction in 0..2 {
                death[direction].extend(alone.death[direction].iter().map(|&v| if v == NONE { NONE } else { first + v }));
                loops[direction].extend(&alone.loops[direction]);
            }
            edges.extend(graph_edges);
            filter.extend(graph_filter);
            vertex_offsets.push(filter.len() as u32);
            edge_offsets.push(edges.len() as u32);
        }
        let (mut batch_death, mut batch_loops) = (vec![77; 2 * filter.len()], vec![77; 2 * filter.len()]);
        persistence_batch(&vertex_offsets, &edge_offsets, &edges, &filter, &mut batch_death, &mut batch_loops);
        prop_assert_eq!(batch_death, death.concat());
        prop_assert_eq!(batch_loops, loops.concat());
    }
}

#[test]
fn adversarial_families_agree_with_kruskal() {
    for n in [0, 1, 2, 3, 64, 129, 1000, 4096, 4097] {
        for graph in families(n) {
            for (filter_name, filter) in filters(&graph) {
                let result = persistence(&graph.edges, &filter);
                assert!(
                    result == kruskal(&graph.edges, &filter),
                    "{}, {filter_name}",
                    graph.name
                );
            }
        }
    }
}

#[test]
fn graphs_of_more_than_65535_vertices_agree_with_kruskal() {
    for n in [65_535, 65_536, 70_000] {
        for graph in families(n) {
            for (filter_name, filter) in filters(&graph).drain(..3) {
                let result = persistence(&graph.edges, &filter);
                assert!(
                    result == kruskal(&graph.edges, &filter),
                    "{}, {filter_name}",
                    graph.name
                );
            }
        }
    }
}

#[test]
fn an_edge_out_of_range_is_rejected() {
    assert!(std::panic::catch_unwind(|| persistence(&[[0, 2]], &[0.0, 1.0])).is_err());
}
