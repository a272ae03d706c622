//! Components and cycles behind the bars.

use proptest::prelude::*;
use sublevel::homology::barcode::Direction;
use sublevel::homology::filtration::Filtration;
use sublevel::homology::order::canonical_key;
use sublevel::homology::representatives::{Component, Cycle, Representatives};
use sublevel::homology::{HomologyError, NONE, persistence};

use super::engines::multigraph;
use super::oracle::arrival;

const DIRECTIONS: [Direction; 2] = [Direction::Sublevel, Direction::Superlevel];

fn ranks(filter: &[f32], direction: Direction) -> Vec<usize> {
    let mut order = arrival(filter);
    if direction == Direction::Superlevel {
        order.reverse();
    }
    let mut rank = vec![0; order.len()];
    for (i, &v) in order.iter().enumerate() {
        rank[v as usize] = i;
    }
    rank
}

/// The vertices connected to `start` within the given set.
fn connected(edges: &[[u32; 2]], start: u32, belongs: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut found = vec![start];
    while let Some(next) = edges.iter().find_map(|&[a, b]| {
        let reaches = |a, b| {
            (belongs(a) && belongs(b) && found.contains(&a) && !found.contains(&b)).then_some(b)
        };
        reaches(a, b).or(reaches(b, a))
    }) {
        found.push(next);
    }
    found.sort_unstable();
    found
}

/// The length of the shortest path between two vertices, by repeated relaxation of all edges.
fn distance(edges: &[[u32; 2]], vertices: usize, from: u32, to: u32) -> usize {
    let mut distance = vec![usize::MAX; vertices];
    distance[from as usize] = 0;
    for _ in 0..vertices {
        for &[a, b] in edges {
            for [a, b] in [[a, b], [b, a]].map(|ends| ends.map(|v| v as usize)) {
                distance[b] = distance[b].min(distance[a].saturating_add(1));
            }
        }
    }
    distance[to as usize]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn components_merge_at_the_death((edges, filter) in multigraph(20, 30)) {
        let result = persistence(&edges, &filter);
        for direction in DIRECTIONS {
            let representatives = Representatives::new(&edges, &filter, direction).unwrap();
            let rank = ranks(&filter, direction);
            for (birth, &death) in (0..).zip(&result.death[direction as usize]) {
                let found = representatives.component(birth).unwrap();
                prop_assert_eq!(found.death_vertex.unwrap_or(NONE), death);
                let limit = rank.get(death as usize).copied().unwrap_or(rank.len());
                let before = |v: u32| rank[v as usize] < limit;
                prop_assert_eq!(&found.at_death, &connected(&edges, birth, before));
                let value = filter[birth as usize];
                let same = |v: u32| filter[v as usize] == value || filter[v as usize].is_nan() && value.is_nan();
                prop_assert_eq!(&found.at_birth, &connected(&edges, birth, |v| before(v) && same(v)));
                let eldest = |vertices: &[u32]| vertices.iter().map(|&v| rank[v as usize]).min();
                prop_assert_eq!(eldest(&found.at_death), Some(rank[birth as usize]));
                if death == NONE {
                    prop_assert!(found.joins.is_empty());
                } else {
                    let both_ways = edges.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
                    let met = both_ways
                        .filter(|&[a, b]| b == death && before(a))
                        .map(|[a, _]| connected(&edges, a, before));
                    let joins = met.min_by_key(|vertices| eldest(vertices)).unwrap();
                    prop_assert!(eldest(&joins) < eldest(&found.at_death));
                    prop_assert_eq!(found.joins, joins);
                }
            }
        }
    }

    #[test]
    fn cycles_are_shortest_and_one_per_loop((edges, filter) in multigraph(20, 50)) {
        let result = persistence(&edges, &filter);
        for direction in DIRECTIONS {
            let representatives = Representatives::new(&edges, &filter, direction).unwrap();
            let rank = ranks(&filter, direction);
            let place = |edge: u32| {
                let mut ends = edges[edge as usize].map(|v| rank[v as usize]);
                ends.sort_unstable();
                (ends[1], ends[0], edge)
            };
            for (birth, &loops) in (0..).zip(&result.loops[direction as usize]) {
                let cycles = representatives.cycles(birth).unwrap();
                prop_assert_eq!(cycles.len(), loops as usize);
                let closing = |cycle: &Cycle| place(*cycle.edges.last().unwrap());
                prop_assert!(cycles.is_sorted_by(|a, b| closing(a) < closing(b)));
                for Cycle { vertices, edges: numbers } in cycles {
                    prop_assert_eq!(vertices[0], birth);
                    prop_assert_eq!(vertices.len(), numbers.len());
                    for (i, &number) in numbers.iter().enumerate() {
                        let mut ends = [vertices[i], vertices[(i + 1) % vertices.len()]];
                        let mut expected = edges[number as usize];
                        ends.sort_unstable();
                        expected.sort_unstable();
                        prop_assert_eq!(ends, expected);
                    }
                    let mut different = vertices.clone();
                    different.sort_unstable();
                    different.dedup();
                    prop_assert_eq!(different.len(), vertices.len());
                    let (&closing, way) = numbers.split_last().unwrap();
                    prop_assert!(way.iter().all(|&edge| place(edge) < place(closing)));
                    let before: Vec<[u32; 2]> = (0..edges.len() as u32)
                        .filter(|&edge| place(edge) < place(closing))
                        .map(|edge| edges[edge as usize])
                        .collect();
                    let shortest = distance(&before, filter.len(), birth, *vertices.last().unwrap());
                    prop_assert_eq!(way.len(), shortest);
                }
            }
        }
    }

    #[test]
    fn edge_values_determine_components_and_cycles(
        (edges, filter) in multigraph(20, 30),
        delays in prop::collection::vec(0u8..3, 30),
    ) {
        let last = |&[a, b]: &[u32; 2]| {
            let [a, b] = [a, b].map(|end| filter[end as usize]);
            if canonical_key(a) < canonical_key(b) { b } else { a }
        };
        let values: Vec<f32> = edges.iter().zip(&delays).map(|(ends, &delay)| last(ends) + f32::from(delay)).collect();
        let filtration = Filtration { edges: &edges, filter: &filter, edge_filter: Some(&values), cliques: false };
        let bars = filtration.barcodes(true).unwrap().sublevel;
        let representatives = Representatives::with_edge_values(&edges, &filter, &values).unwrap();

        let rank = ranks(&filter, Direction::Sublevel);
        let place = |edge: usize| {
            let mut ends = edges[edge].map(|v| rank[v as usize]);
            ends.sort_unstable();
            (canonical_key(values[edge]), ends[1], ends[0], edge)
        };
        let between = |ends: [u32; 2]| {
            let [a, b] = ends;
            let (edges, place) = (&edges, &place);
            (0..edges.len()).filter(move |&edge| edges[edge] == [a, b] || edges[edge] == [b, a]).map(place)
        };
        let before = |limit| -> Vec<[u32; 2]> {
            (0..edges.len()).filter(|&edge| place(edge) < limit).map(|edge| edges[edge]).collect()
        };
        for bar in &bars.h0 {
            let death = between(bar.death_edge.unwrap()).min().unwrap();
            let vertex = bar.birth_vertex.unwrap();
            prop_assert_eq!(representatives.before_death(vertex).unwrap(), connected(&before(death), vertex, |_| true));
        }
        for bar in &bars.h0_essential {
            let vertex = bar.birth_vertex.unwrap();
            prop_assert_eq!(representatives.before_death(vertex).unwrap(), connected(&edges, vertex, |_| true));
        }
        let mut closing: Vec<[u32; 2]> = bars.h1_essential.iter().map(|bar| bar.birth_edge.unwrap()).collect();
        closing.sort_unstable();
        for of_ends in closing.chunk_by(|a, b| a == b) {
            let cycles = representatives.cycles_of_edge(of_ends[0]).unwrap();
            prop_assert_eq!(cycles.len(), of_ends.len());
            for Cycle { vertices, edges: numbers } in cycles {
                let (&closing, way) = numbers.split_last().unwrap();
                let closing = place(closing as usize);
                prop_assert!(between(of_ends[0]).any(|edge| edge == closing));
                prop_assert!(way.iter().all(|&edge| place(edge as usize) < closing));
                let shortest = distance(&before(closing), filter.len(), vertices[0], *vertices.last().unwrap());
                prop_assert_eq!(way.len(), shortest);
            }
        }
    }
}

#[test]
fn two_components_merge() {
    // Two valleys, 0-1 and 4-3, with the ridge 2 between them; 3 is as low as 4.
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4]];
    let representatives =
        Representatives::new(&edges, &[0.0, 2.0, 5.0, 1.0, 1.0], Direction::Sublevel).unwrap();
    assert_eq!(
        representatives.component(3).unwrap(),
        Component {
            death_vertex: Some(2),
            at_birth: vec![3, 4],
            at_death: vec![3, 4],
            joins: vec![0, 1],
        }
    );
    // Born into an older component.
    assert_eq!(
        representatives.component(1).unwrap(),
        Component {
            death_vertex: Some(1),
            at_birth: vec![1],
            at_death: vec![1],
            joins: vec![0],
        }
    );
    assert_eq!(
        representatives.component(0).unwrap(),
        Component {
            death_vertex: None,
            at_birth: vec![0],
            at_death: vec![0, 1, 2, 3, 4],
            joins: vec![],
        }
    );
}

#[test]
fn self_loops_and_parallel_edges_are_cycles_of_one_and_two_edges() {
    let edges = [[0, 1], [1, 1], [1, 0], [0, 1], [1, 1]];
    let representatives = Representatives::new(&edges, &[0.0, 1.0], Direction::Sublevel).unwrap();
    let cycle = |vertices: &[u32], edges: &[u32]| Cycle {
        vertices: vertices.to_vec(),
        edges: edges.to_vec(),
    };
    assert_eq!(
        representatives.cycles(1).unwrap(),
        [
            cycle(&[1, 0], &[0, 2]),
            cycle(&[1, 0], &[0, 3]),
            cycle(&[1], &[1]),
            cycle(&[1], &[4])
        ]
    );
    assert_eq!(representatives.cycles(0).unwrap(), []);
}

#[test]
fn the_shortest_cycle_is_found() {
    // A hexagon 0..5 with the chord 0-3; 5 closes the second square.
    let edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 3]];
    let filter: Vec<f32> = (0..6).map(|v| v as f32).collect();
    let representatives = Representatives::new(&edges, &filter, Direction::Sublevel).unwrap();
    let cycles = representatives.cycles(5).unwrap();
    assert_eq!(
        cycles,
        [Cycle {
            vertices: vec![5, 0, 3, 4],
            edges: vec![5, 6, 3, 4]
        }]
    );
}

#[test]
fn cycles_of_extended_loops_lie_between_their_ends() {
    // Two squares share the edge 1-2.
    let edges = [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]];
    let filter = [0.0, 2.0, 3.0, 4.0];
    let superlevel = Representatives::new(&edges, &filter, Direction::Superlevel).unwrap();
    let cycles = |ends| {
        let found = superlevel.extended_cycles(ends).unwrap().into_iter();
        found.map(|cycle| cycle.vertices).collect::<Vec<_>>()
    };
    assert_eq!(cycles([2, 0]), [[0, 2, 1]]);
    assert_eq!(cycles([3, 1]), [[1, 3, 2]]);
    assert!(cycles([3, 0]).is_empty());
    assert!(superlevel.extended_cycles([4, 0]).is_err());
}

#[test]
fn missing_vertices_are_rejected() {
    let new = |edges: &[[u32; 2]]| Representatives::new(edges, &[0.0], Direction::Sublevel);
    assert!(new(&[[0, 1]]).is_err());
    let representatives = new(&[]).unwrap();
    let message = "vertex 1 does not exist: the graph has 1 vertices, numbered from 0";
    assert_eq!(
        representatives.component(1).unwrap_err().to_string(),
        message
    );
    assert_eq!(representatives.cycles(1).unwrap_err().to_string(), message);
    let before_death = representatives.before_death(1).unwrap_err();
    assert_eq!(before_death.to_string(), message);
    let cycles_of_edge = representatives.cycles_of_edge([0, 1]).unwrap_err();
    assert_eq!(cycles_of_edge.to_string(), message);
    let below = Representatives::with_edge_values(&[[0, 0]], &[1.0], &[0.0]);
    assert!(matches!(below, Err(HomologyError::EdgeBelowEnd { .. })));
    assert!(Representatives::new(&[], &[], Direction::Superlevel).is_ok());
}
