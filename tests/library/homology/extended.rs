//! Extended persistence against the boundary matrix of the cone and golden values.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use rand::seq::SliceRandom;
use serde::Deserialize;
use sublevel::homology::{NONE, Persistence, extended, extended_batch, persistence};

use super::engines::multigraph;
use super::oracle::arrival;
use crate::fixtures;
use crate::graphs::{families, filters, generator};

/// The four parts of extended persistence as vertices, birth first, trivial pairs included, each sorted.
#[derive(Debug, Default, PartialEq)]
pub struct Parts {
    pub ordinary: Vec<[u32; 2]>,
    pub relative: Vec<[u32; 2]>,
    pub components: Vec<[u32; 2]>,
    pub loops: Vec<[u32; 2]>,
}

impl Parts {
    fn sort(mut self) -> Self {
        for part in [
            &mut self.ordinary,
            &mut self.relative,
            &mut self.components,
            &mut self.loops,
        ] {
            part.sort_unstable();
        }
        self
    }

    /// The result of the library.
    pub fn of(edges: &[[u32; 2]], filter: &[f32]) -> Self {
        let Persistence { death, .. } = persistence(edges, filter);
        let [ordinary, relative] = death.map(|death| {
            let pairs = (0..).zip(death).map(|(birth, death)| [birth, death]);
            pairs.filter(|&[_, death]| death != NONE).collect()
        });
        let extended = extended(edges, filter);
        Self {
            ordinary,
            relative,
            components: extended.components,
            loops: extended.loops,
        }
        .sort()
    }
}

/// Reduces the complete boundary matrix of the cone: the graph by its sublevel filtration, then the cones of
/// vertices and edges by the superlevel filtration. The apex is the oldest vertex.
pub fn cone_reduction(edges: &[[u32; 2]], filter: &[f32]) -> Parts {
    /// The simplex of a column, and the vertex with which it enters.
    #[derive(Clone, Copy, PartialEq)]
    enum Cell {
        Apex,
        Vertex(u32),
        Edge(u32),
        VertexCone(u32),
        EdgeCone(u32),
    }
    let mut order = arrival(filter);
    let mut rank = vec![0; order.len()];
    for (place, &vertex) in order.iter().enumerate() {
        rank[vertex as usize] = place;
    }
    let mut cells = vec![Cell::Apex];
    let mut columns = vec![BTreeSet::new()];
    let (mut vertex_at, mut edge_at) = (vec![0; order.len()], vec![0; edges.len()]);
    let sum = |boundary: &[usize]| {
        let mut column = BTreeSet::new();
        for &cell in boundary {
            if !column.insert(cell) {
                column.remove(&cell);
            }
        }
        column
    };
    for &vertex in &order {
        vertex_at[vertex as usize] = columns.len();
        cells.push(Cell::Vertex(vertex));
        columns.push(BTreeSet::new());
        for (number, &edge) in edges.iter().enumerate() {
            if edge.into_iter().max_by_key(|&end| rank[end as usize]) == Some(vertex) {
                edge_at[number] = columns.len();
                cells.push(Cell::Edge(vertex));
                columns.push(sum(&edge.map(|end| vertex_at[end as usize])));
            }
        }
    }
    order.reverse();
    let mut cone_at = vec![0; order.len()];
    for &vertex in &order {
        cone_at[vertex as usize] = columns.len();
        cells.push(Cell::VertexCone(vertex));
        columns.push(sum(&[0, vertex_at[vertex as usize]]));
        for (number, &edge) in edges.iter().enumerate() {
            if edge.into_iter().min_by_key(|&end| rank[end as usize]) == Some(vertex) {
                let [a, b] = edge.map(|end| cone_at[end as usize]);
                cells.push(Cell::EdgeCone(vertex));
                columns.push(sum(&[edge_at[number], a, b]));
            }
        }
    }

    let mut parts = Parts::default();
    let mut owner: HashMap<usize, usize> = HashMap::new();
    for at in 0..columns.len() {
        let mut column = std::mem::take(&mut columns[at]);
        while let Some(&other) = column.last().and_then(|pivot| owner.get(pivot)) {
            column = &column ^ &columns[other];
        }
        if let Some(&pivot) = column.last() {
            owner.insert(pivot, at);
            match (cells[pivot], cells[at]) {
                (Cell::Vertex(birth), Cell::Edge(death)) => parts.ordinary.push([birth, death]),
                (Cell::Vertex(birth), Cell::VertexCone(death)) => {
                    parts.components.push([birth, death]);
                }
                (Cell::Edge(birth), Cell::EdgeCone(death)) => parts.loops.push([birth, death]),
                (Cell::VertexCone(birth), Cell::EdgeCone(death)) => {
                    parts.relative.push([birth, death]);
                }
                _ => unreachable!("no other dimensions follow each other"),
            }
        }
        columns[at] = column;
    }
    parts.sort()
}

/// Extended persistence pairs the essential classes of both directions.
pub fn check_invariants(edges: &[[u32; 2]], filter: &[f32]) {
    let ordinary = persistence(edges, filter);
    let result = extended(edges, filter);
    for direction in 0..2 {
        let mut ends: Vec<u32> = result
            .components
            .iter()
            .map(|pair| pair[direction])
            .collect();
        ends.sort_unstable();
        let essential = (0..).zip(&ordinary.death[direction]);
        let essential: Vec<u32> = essential
            .filter(|&(_, &death)| death == NONE)
            .map(|(vertex, _)| vertex)
            .collect();
        assert_eq!(ends, essential);
        let mut loops = vec![0; filter.len()];
        for pair in &result.loops {
            loops[pair[direction] as usize] += 1;
        }
        assert_eq!(loops, ordinary.loops[direction]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_cone_agrees((edges, filter) in multigraph(24, 48)) {
        prop_assert_eq!(Parts::of(&edges, &filter), cone_reduction(&edges, &filter));
        check_invariants(&edges, &filter);
    }

    #[test]
    fn the_order_and_orientation_of_edges_do_not_matter((edges, filter) in multigraph(50, 100), seed: u64) {
        let mut shuffled = edges.clone();
        shuffled.shuffle(&mut generator(seed));
        shuffled.iter_mut().step_by(2).for_each(|edge| edge.reverse());
        prop_assert_eq!(extended(&edges, &filter), extended(&shuffled, &filter));
    }
}

#[test]
fn a_batch_is_its_graphs_side_by_side() {
    let (mut vertex_offsets, mut edge_offsets) = (vec![0], vec![0]);
    let (mut edges, mut filter) = (vec![], vec![]);
    let mut expected = vec![];
    for graph in [0, 1, 2, 3, 64, 129, 1000].into_iter().flat_map(families) {
        let (_, values) = filters(&graph).swap_remove(1);
        let first = filter.len() as u32;
        let alone = extended(&graph.edges, &values);
        let shift = |pairs: Vec<[u32; 2]>| {
            let pairs = pairs.into_iter();
            pairs
                .map(|pair| pair.map(|v| first + v))
                .collect::<Vec<_>>()
        };
        expected.push([shift(alone.components), shift(alone.loops)]);
        edges.extend(graph.edges);
        filter.extend(values);
        vertex_offsets.push(filter.len() as u32);
        edge_offsets.push(edges.len() as u32);
    }
    let (mut last, mut loops) = (vec![77; filter.len()], vec![[77; 2]; edges.len()]);
    extended_batch(
        &vertex_offsets,
        &edge_offsets,
        &edges,
        &filter,
        &mut last,
        &mut loops,
    );
    for (graph, [components, mut expected_loops]) in expected.into_iter().enumerate() {
        let pairs = (vertex_offsets[graph]..vertex_offsets[graph + 1])
            .map(|vertex| [vertex, last[vertex as usize]]);
        assert!(pairs.filter(|&[_, last]| last != NONE).eq(components));
        let mut own =
            loops[edge_offsets[graph] as usize..edge_offsets[graph + 1] as usize].to_vec();
        let rest = own.split_off(expected_loops.len());
        assert!(rest.iter().all(|&pair| pair == [NONE; 2]));
        own.sort_unstable();
        expected_loops.sort_unstable();
        assert_eq!(own, expected_loops);
    }
}

#[test]
fn adversarial_families_keep_the_invariants() {
    for n in [0, 1, 2, 3, 64, 129, 1000, 4097] {
        for graph in families(n) {
            for (_, filter) in filters(&graph) {
                check_invariants(&graph.edges, &filter);
            }
        }
    }
}

#[test]
fn pairs_match_the_golden_values() {
    #[derive(Deserialize)]
    struct File {
        graphs: Vec<Golden>,
    }
    #[derive(Deserialize)]
    struct Golden {
        name: String,
        edges: Vec<[u32; 2]>,
        f: Vec<f32>,
        extended: Values,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Values {
        ord0: Vec<[f32; 2]>,
        rel1: Vec<[f32; 2]>,
        ext0: Vec<[f32; 2]>,
        ext1: Vec<[f32; 2]>,
    }
    impl Values {
        fn sort(mut self) -> Self {
            for part in [
                &mut self.ord0,
                &mut self.rel1,
                &mut self.ext0,
                &mut self.ext1,
            ] {
                part.sort_by(|a, b| a.partial_cmp(b).unwrap());
            }
            self
        }
    }
    for file in ["ph_small.json", "ph_large.json.gz"] {
        let File { graphs } = fixtures::read(file);
        assert!(!graphs.is_empty());
        for golden in graphs {
            let parts = Parts::of(&golden.edges, &golden.f);
            let values = |pairs: Vec<[u32; 2]>| {
                let pairs = pairs.into_iter();
                pairs
                    .map(|pair| pair.map(|v| golden.f[v as usize]))
                    .collect()
            };
            let values = Values {
                ord0: values(parts.ordinary),
                // Relative H1 descends, like the superlevel filtration.
                rel1: values(parts.relative),
                ext0: values(parts.components),
                ext1: values(parts.loops),
            };
            assert_eq!(values.sort(), golden.extended.sort(), "{}", golden.name);
        }
    }
}
