//! The steps of a filtration compared with direct counts in the graph.

use proptest::prelude::*;
use sublevel::homology::barcode::Direction;
use sublevel::homology::order::canonical_key;
use sublevel::homology::representatives::Representatives;
use sublevel::homology::{Steps, persistence};

use super::engines::multigraph;

/// The component of each vertex that has entered, named by its smallest vertex; none for the others.
fn components(edges: &[[u32; 2]], is_in: &[bool]) -> Vec<Option<u32>> {
    let mut name: Vec<Option<u32>> = (0..)
        .zip(is_in)
        .map(|(v, &is_in)| is_in.then_some(v))
        .collect();
    for _ in is_in {
        for &[a, b] in edges {
            let [a, b] = [a as usize, b as usize];
            if is_in[a] && is_in[b] {
                let least = name[a].min(name[b]);
                (name[a], name[b]) = (least, least);
            }
        }
    }
    name
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn steps_match_a_direct_count((edges, filter) in multigraph(16, 24)) {
        let result = persistence(&edges, &filter);
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let steps = Steps::new(&result, &filter, direction);
            let mut different: Vec<u32> = filter.iter().copied().map(canonical_key).collect();
            different.sort_unstable();
            different.dedup();
            if direction == Direction::Superlevel {
                different.reverse();
            }
            let keys: Vec<u32> = steps.values.iter().copied().map(canonical_key).collect();
            prop_assert_eq!(&keys, &different);
            for (step, last) in keys.iter().enumerate() {
                let is_in: Vec<bool> = filter
                    .iter()
                    .map(|&value| keys[..=step].contains(&canonical_key(value)))
                    .collect();
                let count = is_in.iter().filter(|&&is_in| is_in).count();
                prop_assert_eq!(steps.vertices[step] as usize, count);
                let inside = edges.iter().filter(|ends| ends.iter().all(|&v| is_in[v as usize])).count();
                prop_assert_eq!(steps.edges[step] as usize, inside);
                let mut names: Vec<u32> = components(&edges, &is_in).into_iter().flatten().collect();
                names.sort_unstable();
                names.dedup();
                prop_assert_eq!(steps.components[step] as usize, names.len());
                let new = &steps.order[steps.first[step] as usize..steps.first[step + 1] as usize];
                for &vertex in new {
                    prop_assert_eq!(canonical_key(filter[vertex as usize]), *last);
                    prop_assert_eq!(steps.step_of[vertex as usize] as usize, step);
                }
            }
            prop_assert_eq!(steps.order.len(), filter.len());
        }
    }

    #[test]
    fn components_contain_the_connected_vertices_at_each_step((edges, filter) in multigraph(16, 24), pick in 0usize..1000) {
        prop_assume!(!filter.is_empty());
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let order = Steps::new(&persistence(&edges, &filter), &filter, direction).order;
            let representatives = Representatives::new(&edges, &filter, direction).unwrap();
            let vertex = order[pick % order.len()];
            for arrived in 0..=order.len() {
                let mut is_in = vec![false; order.len()];
                order[..arrived].iter().for_each(|&v| is_in[v as usize] = true);
                let names = components(&edges, &is_in);
                let own = names[vertex as usize];
                let expected: Vec<u32> = (0..)
                    .zip(&names)
                    .filter(|&(_, name)| own.is_some() && *name == own)
                    .map(|(v, _)| v)
                    .collect();
                let found = representatives.component_among(vertex, arrived as u32).unwrap();
                prop_assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn a_graph_without_vertices_has_no_steps() {
    let steps = Steps::new(&persistence(&[], &[]), &[], Direction::Sublevel);
    assert_eq!((steps.values.len(), steps.first), (0, vec![0]));
}
