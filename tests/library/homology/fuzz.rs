//! Random graphs of many shapes. `SUBLEVEL_FUZZ_CASES=1000000 cargo test --release --test library homology::fuzz` sets the number.

use proptest::prelude::*;
use sublevel::homology::{
    Engine, extended_batch, extended_batch_one_thread, persistence, persistence_batch,
    persistence_batch_one_thread,
};

use super::engines::{check_invariants, value};
use super::extended::{self, Parts, cone_reduction};
use super::oracle::{column_reduction, kruskal};

/// Above these sizes the textbook reductions take too long.
const MAX_VERTICES_OF_COLUMNS: usize = 50;
const MAX_VERTICES_OF_CONE: usize = 20;

fn cases() -> u32 {
    match std::env::var("SUBLEVEL_FUZZ_CASES") {
        Err(_) => 256,
        Ok(count) => count
            .parse()
            .expect("SUBLEVEL_FUZZ_CASES is a number of cases"),
    }
}

/// A graph of any shape, around the sizes where the code takes another path: edges near one another, anywhere, around few
/// hubs, or a simple graph. The filter has values of any kind, or values from a short list.
fn graph() -> impl Strategy<Value = (Vec<[u32; 2]>, Vec<f32>)> {
    let size = prop_oneof![
        6 => 0..20usize,
        4 => 20..70usize,
        2 => 60..68usize,
        1 => 70..600usize,
    ];
    size.prop_flat_map(|n| {
        let few = prop::collection::vec(value(), 1..4)
            .prop_flat_map(move |values| prop::collection::vec(prop::sample::select(values), n));
        let filter = prop_oneof![
            prop::collection::vec(value(), n),
            prop::collection::vec(0.0..1.0f32, n),
            prop::collection::vec(any::<u32>().prop_map(f32::from_bits), n),
            few,
        ];
        let most_edges = if n == 0 { 0 } else { 4 * n };
        let ends = (any::<u32>(), any::<u32>());
        let edges = prop::collection::vec(ends, 0..=most_edges);
        (edges, filter, 0..5u8, 1..8u32).prop_map(move |(ends, filter, shape, width)| {
            let n = n as u32;
            let edges = ends.into_iter().map(|(a, b)| match shape {
                0 => [a % n, b % n],
                1 => [a % n, (a % n).saturating_add(b % (width + 1)).min(n - 1)],
                2 => [a % n, b % width.min(n)],
                _ => [a % n, b % (a % n + 1)],
            });
            let mut edges: Vec<_> = edges.collect();
            if shape > 2 {
                edges.iter_mut().for_each(|edge| edge.sort_unstable());
                edges.sort_unstable();
                edges.dedup();
                edges.retain(|[a, b]| a != b);
            }
            (edges, filter)
        })
    })
}

fn check(edges: &[[u32; 2]], filter: &[f32]) -> Result<(), TestCaseError> {
    let result = persistence(edges, filter);
    check_invariants(edges, filter, &result);
    for engine in Engine::ALL {
        if let Some(other) = engine.persistence(edges, filter) {
            prop_assert_eq!(&result, &other, "{:?}", engine);
        }
    }
    prop_assert_eq!(&result, &kruskal(edges, filter));
    if filter.len() <= MAX_VERTICES_OF_COLUMNS {
        prop_assert_eq!(&result, &column_reduction(edges, filter));
    }
    extended::check_invariants(edges, filter);
    if filter.len() <= MAX_VERTICES_OF_CONE {
        prop_assert_eq!(Parts::of(edges, filter), cone_reduction(edges, filter));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn engines_and_oracles_agree_on_every_graph((edges, filter) in graph()) {
        check(&edges, &filter)?;
    }

    #[test]
    fn the_result_is_independent_of_threads(graphs in prop::collection::vec(graph(), 0..12), copies in 1..40usize) {
        let (mut vertex_offsets, mut edge_offsets) = (vec![0], vec![0]);
        let (mut edges, mut filter) = (vec![], vec![]);
        for (graph_edges, graph_filter) in graphs.iter().cycle().take(copies * graphs.len()) {
            edges.extend(graph_edges);
            filter.extend(graph_filter);
            vertex_offsets.push(filter.len() as u32);
            edge_offsets.push(edges.len() as u32);
        }
        let offsets = (&vertex_offsets, &edge_offsets);
        let mut ordinary = [[1, 2], [3, 4]].map(|poison| poison.map(|value| vec![value; 2 * filter.len()]));
        let [[death, loops], [death_alone, loops_alone]] = &mut ordinary;
        persistence_batch(offsets.0, offsets.1, &edges, &filter, death, loops);
        persistence_batch_one_thread(offsets.0, offsets.1, &edges, &filter, death_alone, loops_alone);
        let [shared, alone] = ordinary;
        prop_assert_eq!(shared, alone);
        let mut last = [1, 2].map(|poison| vec![poison; filter.len()]);
        let mut pairs = [1, 2].map(|poison| vec![[poison; 2]; edges.len()]);
        extended_batch(offsets.0, offsets.1, &edges, &filter, &mut last[0], &mut pairs[0]);
        extended_batch_one_thread(offsets.0, offsets.1, &edges, &filter, &mut last[1], &mut pairs[1]);
        prop_assert_eq!(&last[0], &last[1]);
        prop_assert_eq!(&pairs[0], &pairs[1]);
    }
}
