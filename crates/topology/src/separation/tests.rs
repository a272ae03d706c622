//! Every "cannot" is compared with an independent definition, every "separates" with a recomputation.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::graph::Task;
use crate::graph::enumerate::all_graphs;
use crate::graph::generate::{GENERATORS, generate};
use crate::graph::pairs::{FAMILIES, Family, NamedPair};

fn descriptor(id: &str) -> &'static Descriptor {
    Descriptor::of_id(id).unwrap()
}

fn verdict(pair: &Pair, id: &str) -> Verdict {
    pair.verdict(descriptor(id), &Settings::default())
}

fn separates(graphs: [&Graph; 2], id: &str) -> bool {
    match verdict(&Pair::new(graphs.map(Graph::clone)), id) {
        Verdict::Separates => true,
        Verdict::Cannot => false,
        Verdict::Undecided => panic!("{id} is undecided"),
    }
}

fn cycle(vertices: u32) -> Graph {
    Graph::new(vertices, (0..vertices).map(|v| [v, (v + 1) % vertices]))
}

fn path(vertices: u32) -> Graph {
    Graph::new(vertices, (1..vertices).map(|v| [v - 1, v]))
}

fn union(a: &Graph, b: &Graph) -> Graph {
    let moved = b.edges.iter().map(|edge| edge.map(|v| v + a.vertices));
    Graph::new(
        a.vertices + b.vertices,
        a.edges.iter().copied().chain(moved),
    )
}

/// The graph with vertex v renamed to `place[v]`.
fn renamed(graph: &Graph, place: &[u32]) -> Graph {
    let edges = graph
        .edges
        .iter()
        .map(|edge| edge.map(|v| place[v as usize]));
    let mut labels = graph.vertex_labels.clone();
    for (vertex, &label) in graph.vertex_labels.iter().enumerate() {
        labels[place[vertex] as usize] = label;
    }
    Graph {
        vertex_labels: labels,
        ..Graph::new(graph.vertices, edges)
    }
}

// ---- independent definitions ----

/// Colour refinement by the definition, over both graphs together, with as many rounds as vertices.
fn naive_colours(graphs: [&Graph; 2]) -> [Vec<usize>; 2] {
    let around = graphs.map(|graph| {
        let mut around = vec![vec![]; graph.vertices as usize];
        for &[u, v] in &graph.edges {
            around[u as usize].push(v as usize);
            around[v as usize].push(u as usize);
        }
        around
    });
    let mut colours = graphs.map(|graph| match graph.vertex_labels.is_empty() {
        true => vec![0; graph.vertices as usize],
        false => graph
            .vertex_labels
            .iter()
            .map(|&label| label as usize)
            .collect(),
    });
    for _ in 0..graphs[0].vertices + graphs[1].vertices {
        let signatures = [0, 1].map(|which| {
            let of_one = |v: usize| {
                let mut others: Vec<usize> = around[which][v]
                    .iter()
                    .map(|&u| colours[which][u])
                    .collect();
                others.sort_unstable();
                (colours[which][v], others)
            };
            (0..around[which].len()).map(of_one).collect::<Vec<_>>()
        });
        let all: BTreeSet<_> = signatures.iter().flatten().cloned().collect();
        let numbers: BTreeMap<_, _> = all.into_iter().zip(0..).collect();
        colours = signatures.map(|list| list.iter().map(|one| numbers[one]).collect());
    }
    colours
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

/// Bars of a sublevel filtration with values of vertices and edges, by the elder rule: components (birth, death), surviving components,
/// loops. Bars of length zero are left out.
type Bars = (Vec<(usize, usize)>, Vec<usize>, Vec<usize>);

fn naive_bars(graph: &Graph, vertices: &[usize], edges: &[usize]) -> Bars {
    let mut component: Vec<usize> = (0..vertices.len()).collect();
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&edge| edges[edge]);
    let (mut finite, mut loops) = (vec![], vec![]);
    let mut alive: Vec<bool> = vec![true; vertices.len()];
    for edge in order {
        let [a, b] = graph.edges[edge].map(|v| component[v as usize]);
        if a == b {
            loops.push(edges[edge]);
            continue;
        }
        // The name of a component is its eldest vertex.
        let (elder, younger) = if (vertices[a], a) < (vertices[b], b) {
            (a, b)
        } else {
            (b, a)
        };
        component
            .iter_mut()
            .filter(|one| **one == younger)
            .for_each(|one| *one = elder);
        alive[younger] = false;
        if vertices[younger] != edges[edge] {
            finite.push((vertices[younger], edges[edge]));
        }
    }
    let stay = (0..vertices.len())
        .filter(|&v| alive[v])
        .map(|v| vertices[v])
        .collect();
    (sorted(finite), sorted(stay), sorted(loops))
}

/// The bars of a vertex filter.
fn vertex_bars(graph: &Graph, values: &[usize]) -> Bars {
    let edge = |edge: &[u32; 2]| values[edge[0] as usize].max(values[edge[1] as usize]);
    naive_bars(
        graph,
        values,
        &graph.edges.iter().map(edge).collect::<Vec<_>>(),
    )
}

/// The bars of an edge filter: all vertices enter at 0, edges at 1 or later.
fn edge_bars(graph: &Graph, values: &[usize]) -> Bars {
    naive_bars(graph, &vec![0; graph.vertices as usize], values)
}

/// Extended bars by crate's engines, which other tests compare with GUDHI.
fn extended_bars(graph: &Graph, values: &[usize]) -> [Vec<[usize; 2]>; 2] {
    let filter: Vec<f32> = values.iter().map(|&value| value as f32).collect();
    let pairs = crate::homology::extended(&graph.edges, &filter);
    let named = |pairs: Vec<[u32; 2]>| {
        sorted(
            pairs
                .iter()
                .map(|pair| pair.map(|v| values[v as usize]))
                .collect(),
        )
    };
    [named(pairs.components), named(pairs.loops)]
}

/// The tuples of RePHINE by the definition, edge by edge.
fn naive_tuples(graph: &Graph, vertices: &[usize], edges: &[usize]) -> Vec<[usize; 4]> {
    const NEVER: usize = usize::MAX;
    let gamma = |v: usize| {
        let own = graph
            .edges
            .iter()
            .zip(edges)
            .filter(|(ends, _)| ends.contains(&(v as u32)));
        own.map(|(_, &value)| value).min().unwrap_or(NEVER)
    };
    let key = |v: usize| (vertices[v], gamma(v), v);
    let mut component: Vec<usize> = (0..vertices.len()).collect();
    let mut death = vec![NEVER; vertices.len()];
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|&edge| edges[edge]);
    let mut tuples = vec![];
    for edge in order {
        let [a, b] = graph.edges[edge].map(|v| component[v as usize]);
        if a == b {
            tuples.push([1, edges[edge], 0, 0]);
            continue;
        }
        let (elder, younger) = if key(a) < key(b) { (a, b) } else { (b, a) };
        component
            .iter_mut()
            .filter(|one| **one == younger)
            .for_each(|one| *one = elder);
        death[younger] = edges[edge];
    }
    tuples.extend((0..vertices.len()).map(|v| [0, death[v], vertices[v], gamma(v)]));
    sorted(tuples)
}

/// All orders of `count` things; at most `most`, at random, if there are more.
fn orders(count: usize, most: usize, random: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    let number = (1..=count).fold(1_usize, |product, one| product.saturating_mul(one));
    if number > most {
        let mut one: Vec<usize> = (0..count).collect();
        return (0..most)
            .map(|_| {
                one.shuffle(random);
                one.clone()
            })
            .collect();
    }
    for next in 0..count {
        all = all
            .into_iter()
            .flat_map(|order| {
                (0..=next).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, next);
                    longer
                })
            })
            .collect();
    }
    all
}

/// Colours with consecutive numbers, and their number.
fn consecutive(colours: [Vec<usize>; 2]) -> ([Vec<usize>; 2], usize) {
    let all: BTreeSet<usize> = colours.iter().flatten().copied().collect();
    let numbers: BTreeMap<usize, usize> = all.iter().copied().zip(0..).collect();
    (
        colours.map(|list| list.iter().map(|one| numbers[one]).collect()),
        all.len(),
    )
}

/// The edge colours of both graphs: unordered pairs of vertex colours.
fn edge_colours(graphs: [&Graph; 2], colours: &[Vec<usize>; 2]) -> ([Vec<usize>; 2], usize) {
    let pairs = [0, 1].map(|which| {
        let of_one = |edge: &[u32; 2]| {
            let [a, b] = edge.map(|v| colours[which][v as usize]);
            1000 * a.min(b) + a.max(b)
        };
        graphs[which].edges.iter().map(of_one).collect()
    });
    consecutive(pairs)
}

/// Pairs of graphs with up to `most` vertices and the same colours, and one in `one_in` others.
fn interesting_pairs(most: u32, one_in: u32, random: &mut ChaCha8Rng) -> Vec<[Graph; 2]> {
    let graphs: Vec<Graph> = (0..=most).flat_map(|n| all_graphs(n, &|_| ())).collect();
    let mut pairs = vec![];
    for (index, a) in graphs.iter().enumerate() {
        for b in &graphs[..=index] {
            let [first, second] = naive_colours([a, b]).map(sorted);
            let sets = [&first, &second].map(|list| list.iter().collect::<BTreeSet<_>>());
            if first == second || sets[0] == sets[1] || random.random_ratio(1, one_in) {
                pairs.push([a.clone(), b.clone()]);
            }
        }
    }
    pairs
}

fn check_filters(most: u32, one_in: u32, orders_of: usize) {
    let random = &mut ChaCha8Rng::seed_from_u64(1);
    let mut cannot = 0;
    for [a, b] in interesting_pairs(most, one_in, random) {
        let graphs = [&a, &b];
        let pair = Pair::new([a.clone(), b.clone()]);
        let (colours, count) = consecutive(naive_colours(graphs));
        let (edges, edge_count) = edge_colours(graphs, &colours);
        let context = format!("{graphs:?}");
        let value = |order: &[usize], list: &[usize]| {
            list.iter().map(|&one| order[one]).collect::<Vec<_>>()
        };

        let found = verdict(&pair, "persistence");
        assert_eq!(found, verdict(&pair, "extended"), "{context}");
        let mut differs = false;
        for order in orders(count, orders_of, random) {
            let values = [0, 1].map(|which| value(&order, &colours[which]));
            let bars = [0, 1].map(|which| vertex_bars(graphs[which], &values[which]));
            let extended = [0, 1].map(|which| extended_bars(graphs[which], &values[which]));
            differs |= bars[0] != bars[1];
            assert!(
                bars[0] == bars[1] || found == Verdict::Separates,
                "{context}"
            );
            assert!(
                extended[0] == extended[1] || found == Verdict::Separates,
                "{context}"
            );
        }
        let comparison = pair.compare(descriptor("persistence"), &Settings::default());
        if let Evidence::Filter {
            values: Some(values),
            rounds: Some(rounds),
        } = &comparison.evidence
        {
            // The filter is a function of the colours after these rounds, and its bars differ.
            let of_graph = pair.graphs().map(|one| one.after(*rounds).to_vec());
            let mut value_of = BTreeMap::new();
            for which in 0..2 {
                for (colour, value) in of_graph[which].iter().zip(&values[which]) {
                    assert_eq!(*value_of.entry(*colour).or_insert(*value), *value);
                }
            }
            let values = values
                .clone()
                .map(|list| list.iter().map(|&one| one as usize).collect::<Vec<_>>());
            assert_ne!(
                vertex_bars(graphs[0], &values[0]),
                vertex_bars(graphs[1], &values[1]),
                "{context} {comparison:?}"
            );
            differs = true;
        }
        assert_eq!(found == Verdict::Separates, differs, "{context}");
        cannot += usize::from(!differs);

        let found = verdict(&pair, "edge-persistence");
        let mut differs = a.vertices != b.vertices;
        for order in orders(edge_count, orders_of, random) {
            let bars = [0, 1].map(|which| {
                let values: Vec<usize> = edges[which].iter().map(|&one| order[one] + 1).collect();
                edge_bars(graphs[which], &values)
            });
            differs |= bars[0] != bars[1];
            assert!(
                bars[0] == bars[1] || found == Verdict::Separates,
                "{context}"
            );
        }
        let comparison = pair.compare(descriptor("edge-persistence"), &Settings::default());
        if let Evidence::Edges {
            values: Some(values),
            ..
        } = &comparison.evidence
        {
            let values = values
                .clone()
                .map(|list| list.iter().map(|&one| one as usize).collect::<Vec<_>>());
            assert_ne!(
                edge_bars(graphs[0], &values[0]),
                edge_bars(graphs[1], &values[1]),
                "{context}"
            );
            differs = true;
        }
        assert_eq!(found == Verdict::Separates, differs, "{context}");

        let found = verdict(&pair, "rephine-colours");
        let mut differs = false;
        'all: for order in orders(count, orders_of.min(24), random) {
            for edge_order in orders(edge_count, orders_of.min(24), random) {
                let tuples = [0, 1].map(|which| {
                    naive_tuples(
                        graphs[which],
                        &value(&order, &colours[which]),
                        &value(&edge_order, &edges[which]),
                    )
                });
                differs |= tuples[0] != tuples[1];
                if differs {
                    break 'all;
                }
            }
        }
        assert!(!differs || found == Verdict::Separates, "{context}");
        let known = differs
            || verdict(&pair, "edge-persistence") == Verdict::Separates
            || sorted(colours[0].clone()) != sorted(colours[1].clone());
        assert_eq!(found == Verdict::Separates, known, "{context}");
    }
    assert!(cannot > 10);
}

#[test]
fn filters_of_the_colours_agree_with_all_orders_on_small_graphs() {
    check_filters(5, 40, 120);
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn filters_of_the_colours_agree_with_all_orders_on_graphs_of_seven_vertices() {
    check_filters(7, 2000, 720);
}

/// Compares the words and the separating filter of colours that are not stable with all orders of the colours. Returns whether a
/// filter of the colours after this round separates the graphs.
fn check_round(pair: &Pair, round: u32, random: &mut ChaCha8Rng) -> bool {
    let graphs = pair.graphs().map(|one| &one.graph);
    let of_round = pair
        .graphs()
        .map(|one| one.after(round).iter().map(|&c| c as usize).collect());
    let (colours, count) = consecutive(of_round);
    let differs = orders(count, 720, random).into_iter().any(|order| {
        let [a, b] = [0, 1].map(|which| {
            let values: Vec<usize> = colours[which].iter().map(|&one| order[one]).collect();
            vertex_bars(graphs[which], &values)
        });
        a != b
    });
    let steps = &mut Steps::new(1 << 28);
    let filter = vertex_filters::separating_filter(pair.graphs(), round, steps).unwrap();
    let words = pair.graphs().map(|one| {
        let mut words = vec![];
        vertex_filter_words(
            one,
            one.after(round),
            false,
            &mut words,
            &mut Steps::new(1 << 28),
        )
        .unwrap();
        words
    });
    assert_eq!(words[0] != words[1], filter.is_some(), "{graphs:?} {round}");
    if let Some(filter) = &filter {
        let [a, b] = [0, 1].map(|which| {
            let values: Vec<usize> = filter.values[which].iter().map(|&v| v as usize).collect();
            vertex_bars(graphs[which], &values)
        });
        assert_ne!(a, b, "{graphs:?} {filter:?}");
    }
    assert!(!differs || filter.is_some(), "{graphs:?} {round}");
    filter.is_some()
}

/// Colours that are not stable take the general branch of the computation.
#[test]
fn filters_of_unstable_colours_agree_with_all_orders() {
    let random = &mut ChaCha8Rng::seed_from_u64(2);
    let graphs: Vec<Graph> = (0..=6).flat_map(|n| all_graphs(n, &|_| ())).collect();
    let mut found = [0; 2];
    for _ in 0..400 {
        let pair = [0, 1].map(|_| graphs[random.random_range(0..graphs.len())].clone());
        let pair = Pair::new(pair);
        for round in 0..pair.rounds().min(2) {
            found[usize::from(check_round(&pair, round, random))] += 1;
        }
    }
    assert!(found[1] > 100, "{found:?}");
}

/// Graphs with equal numbers of vertices of each label, and equal components of the vertices of each label.
#[test]
fn filters_of_labels_agree_with_all_orders() {
    let random = &mut ChaCha8Rng::seed_from_u64(3);
    let two_and_two = |edges: &[[u32; 2]]| Graph {
        vertex_labels: vec![0, 0, 1, 1],
        ..Graph::new(4, edges.iter().copied())
    };
    for graphs in [
        // The components have equal sets of labels, and only the square has a loop.
        [
            &[[0, 2], [0, 3], [1, 2], [1, 3]][..],
            &[[0, 2], [0, 3], [1, 3]],
        ],
        // The numbers of vertices, edges and components are equal. One component of the first has one label.
        [&[[1, 2], [1, 3]], &[[0, 2], [1, 3]]],
    ] {
        assert!(check_round(&Pair::new(graphs.map(two_and_two)), 0, random));
    }
    // Stable colours. All sets of two labels induce graphs with two components.
    let thrice = |graph: Graph| Graph {
        vertex_labels: vec![0, 1, 2, 0, 1, 2],
        ..graph
    };
    let triangles = thrice(union(&cycle(3), &cycle(3)));
    let hexagon = thrice(cycle(6));
    assert!(!separates([&triangles, &hexagon], "wl"));
    assert!(separates([&triangles, &hexagon], "persistence"));
}

fn check_colours_and_isomorphism(most: u32) {
    for n in 0..=most {
        let graphs = all_graphs(n, &|_| ());
        for (index, a) in graphs.iter().enumerate() {
            for b in &graphs[..index] {
                let pair = Pair::new([a.clone(), b.clone()]);
                let [first, second] = naive_colours([a, b]).map(sorted);
                assert_eq!(verdict(&pair, "wl") == Verdict::Separates, first != second);
                assert_eq!(verdict(&pair, "isomorphism"), Verdict::Separates);
            }
        }
    }
}

#[test]
fn colour_refinement_and_isomorphism_agree_with_their_definitions() {
    check_colours_and_isomorphism(5);
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn colour_refinement_and_isomorphism_agree_with_their_definitions_up_to_seven_vertices() {
    check_colours_and_isomorphism(7);
}

/// The cycles of a graph as sets of edges, from all orders of all vertex sets.
fn all_cycles(graph: &Graph) -> BTreeSet<Vec<u32>> {
    fn grow(graph: &Graph, walk: &mut Vec<u32>, found: &mut BTreeSet<Vec<u32>>) {
        let edge = |a: u32, b: u32| graph.edges.binary_search(&[a.min(b), a.max(b)]).ok();
        let last = walk[walk.len() - 1];
        if walk.len() > 2 && edge(last, walk[0]).is_some() {
            let ends = walk.iter().zip(walk.iter().cycle().skip(1));
            found.insert(sorted(
                ends.map(|(&a, &b)| edge(a, b).unwrap() as u32).collect(),
            ));
        }
        for next in 0..graph.vertices {
            if !walk.contains(&next) && edge(last, next).is_some() {
                walk.push(next);
                grow(graph, walk, found);
                walk.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    for start in 0..graph.vertices {
        grow(graph, &mut vec![start], &mut found);
    }
    found
}

fn check_cycles(most: u32) {
    let settings = Settings::default();
    for graph in (0..=most).flat_map(|n| all_graphs(n, &|_| ())) {
        let cycles = all_cycles(&graph);
        let pair = Pair::new([graph.clone(), graph.clone()]);
        let Evidence::Cycles { lengths, counts } =
            pair.compare(descriptor("cycles"), &settings).evidence
        else {
            panic!("the evidence are cycles");
        };
        for (&length, &count) in lengths.iter().zip(&counts[0]) {
            let of_length = cycles.iter().filter(|cycle| cycle.len() == length as usize);
            assert_eq!(of_length.count() as f64, count, "{graph:?}");
        }
        // A minimum basis takes each cycle that is independent of the shorter ones.
        let mut basis: Vec<u64> = vec![];
        let mut expected: Vec<u32> = vec![];
        let mut by_length: Vec<&Vec<u32>> = cycles.iter().collect();
        by_length.sort_by_key(|cycle| cycle.len());
        for cycle in by_length {
            let mut vector = cycle.iter().fold(0_u64, |bits, edge| bits | 1 << edge);
            for row in &basis {
                vector = vector.min(vector ^ row);
            }
            if vector != 0 {
                basis.push(vector);
                basis.sort_unstable_by(|a, b| b.cmp(a));
                expected.push(cycle.len() as u32);
            }
        }
        let Evidence::Loops { lengths } =
            pair.compare(descriptor("loop-lengths"), &settings).evidence
        else {
            panic!("the evidence are loops");
        };
        assert_eq!(lengths[0], Some(expected), "{graph:?}");
    }
}

#[test]
fn cycles_and_loops_agree_with_their_definitions() {
    check_cycles(5);
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn cycles_and_loops_agree_with_their_definitions_up_to_seven_vertices() {
    check_cycles(7);
}

/// The number of graphs that are not determined by a descriptor among those with this number of vertices.
fn undetermined(id: &str, vertices: u32) -> usize {
    let found = search::search(
        &[descriptor(id)],
        vertices,
        false,
        &Settings::default(),
        &|_| (),
    );
    found.classes.iter().map(Vec::len).sum()
}

#[test]
fn the_numbers_of_cospectral_graphs_are_the_known_ones() {
    // Haemers and Spence, Enumeration of cospectral graphs, 2004.
    assert_eq!(
        [4, 5, 6].map(|n| undetermined("adjacency-spectrum", n)),
        [0, 2, 10]
    );
    assert_eq!(
        [4, 5, 6].map(|n| undetermined("laplacian-spectrum", n)),
        [0, 0, 4]
    );
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_numbers_of_cospectral_graphs_with_seven_vertices_are_the_known_ones() {
    assert_eq!(undetermined("adjacency-spectrum", 7), 110);
    assert_eq!(undetermined("laplacian-spectrum", 7), 130);
}

#[test]
fn the_search_agrees_with_the_comparison_of_all_pairs() {
    let settings = Settings::default();
    for descriptor in &DESCRIPTORS {
        for n in 0..=5 {
            let graphs = all_graphs(n, &|_| ());
            let mut expected = 0;
            for (index, a) in graphs.iter().enumerate() {
                for b in &graphs[..index] {
                    let pair = Pair::new([a.clone(), b.clone()]);
                    expected += u64::from(pair.verdict(descriptor, &settings) == Verdict::Cannot);
                }
            }
            let found = search::search(&[descriptor], n, false, &settings, &|_| ());
            assert_eq!(found.graphs, graphs.len());
            assert_eq!(found.pairs, expected, "{} {n}", descriptor.choice.id);
        }
    }
}

#[test]
fn the_search_finds_the_smallest_pair_of_1_wl() {
    let settings = Settings::default();
    let wl = [descriptor("wl")];
    for n in 0..6 {
        assert_eq!(search::search(&wl, n, false, &settings, &|_| ()).pairs, 0);
    }
    let found = search::search(&wl, 6, false, &settings, &|_| ());
    let expected = [cycle(6), union(&cycle(3), &cycle(3))];
    assert!(found.classes.iter().any(|class| {
        class.len() == 2
            && expected.iter().all(|one| {
                class
                    .iter()
                    .any(|other| !separates([one, other], "isomorphism"))
            })
    }));
    assert_eq!(search::search(&wl, 5, true, &settings, &|_| ()).graphs, 21);
}

// ---- special pairs ----

#[test]
fn constant_features_give_the_checked_table() {
    for NamedPair { names, graphs } in Family::of_id("cycles").unwrap().pairs() {
        let pair = Pair::new(graphs);
        assert_eq!(verdict(&pair, "wl"), Verdict::Cannot, "{names:?}");
        assert_eq!(first_filter(&pair), Some(0), "{names:?}");
    }
    for NamedPair { names, graphs } in Family::of_id("pinwheels").unwrap().pairs() {
        let pair = Pair::new(graphs);
        assert_eq!(verdict(&pair, "wl"), Verdict::Cannot, "{names:?}");
        assert_eq!(first_filter(&pair), Some(0), "{names:?}");
    }
    for (n, NamedPair { names, graphs }) in (10..).zip(Family::of_id("necklaces").unwrap().pairs())
    {
        let pair = Pair::new(graphs);
        let wl = match pair
            .compare(descriptor("wl"), &Settings::default())
            .evidence
        {
            Evidence::Colours { first, .. } => first,
            _ => panic!("the evidence are colours"),
        };
        assert_eq!(
            wl.is_some_and(|first| first >= 4),
            [10, 13, 16, 19].contains(&n),
            "{names:?}"
        );
        let rounds = match n {
            12 | 14 => None,
            13 => Some(3),
            _ => Some(2),
        };
        assert_eq!(first_filter(&pair), rounds, "{names:?}");
    }
    for NamedPair { names, graphs } in Family::of_id("two-cycles").unwrap().pairs() {
        let pair = Pair::new(graphs);
        assert_eq!(verdict(&pair, "wl"), Verdict::Cannot, "{names:?}");
        assert_eq!(verdict(&pair, "persistence"), Verdict::Cannot, "{names:?}");
        assert_eq!(
            verdict(&pair, "loop-lengths"),
            Verdict::Separates,
            "{names:?}"
        );
    }
}

/// The number of rounds whose colours have a separating filter.
fn first_filter(pair: &Pair) -> Option<u32> {
    match pair
        .compare(descriptor("persistence"), &Settings::default())
        .evidence
    {
        Evidence::Filter { rounds, .. } => rounds,
        _ => panic!("the evidence is a filter"),
    }
}

#[test]
fn the_generators_need_the_stated_rounds() {
    for generator in GENERATORS
        .iter()
        .filter(|one| one.task() == Task::Classification && one.id != "discussion-threads")
    {
        for graphs in pairs_of(generator.id, 12) {
            let pair = Pair::new(graphs);
            match generator.rounds {
                None => assert_eq!(
                    verdict(&pair, "persistence"),
                    Verdict::Cannot,
                    "{}",
                    generator.id
                ),
                Some(rounds) => {
                    let first = first_filter(&pair);
                    assert!(
                        first.is_some_and(|first| first <= rounds),
                        "{} {first:?}",
                        generator.id
                    );
                }
            }
        }
    }
}

/// Graphs of different classes of a data set with the same numbers of vertices and edges, or of vertices.
fn pairs_of(id: &str, most: usize) -> Vec<[Graph; 2]> {
    let data = generate(id, 3).unwrap();
    let of_class = |class: u32| {
        let graphs = data.graphs.iter().zip(&data.classes);
        graphs
            .filter(move |(_, own)| **own == class)
            .map(|(graph, _)| graph)
    };
    let equal = of_class(0).flat_map(|a| {
        let alike =
            of_class(1).filter(move |b| b.vertices == a.vertices && b.edges.len() == a.edges.len());
        alike.take(1).map(move |b| [a.clone(), b.clone()])
    });
    equal.take(most).collect()
}

#[test]
fn strongly_regular_and_circulant_graphs_are_separated_as_known() {
    let [rook, shrikhande] = &FAMILIES
        .iter()
        .find(|one| one.id == "rook-shrikhande")
        .unwrap()
        .pairs()[0]
        .graphs;
    for id in [
        "wl",
        "gin",
        "persistence",
        "edge-persistence",
        "rephine",
        "adjacency-spectrum",
        "laplacian-spectrum",
    ] {
        assert!(!separates([rook, shrikhande], id), "{id}");
    }
    assert!(separates([rook, shrikhande], "isomorphism"));
    assert!(separates([rook, shrikhande], "cycles"));
    for NamedPair { names, graphs } in Family::of_id("csl").unwrap().pairs().into_iter().step_by(7)
    {
        let pair = Pair::new(graphs);
        assert_eq!(verdict(&pair, "wl"), Verdict::Cannot, "{names:?}");
        assert_eq!(verdict(&pair, "persistence"), Verdict::Cannot, "{names:?}");
        assert_eq!(
            verdict(&pair, "isomorphism"),
            Verdict::Separates,
            "{names:?}"
        );
    }
}

#[test]
fn small_and_disconnected_graphs_are_compared() {
    let empty = Graph::default();
    let one = Graph::new(1, []);
    let two = Graph::new(2, []);
    let joined = path(2);
    let three = Graph::new(3, [[0, 1]]);
    for descriptor in &DESCRIPTORS {
        let id = descriptor.choice.id;
        for (index, a) in [&empty, &one, &two, &joined, &three]
            .into_iter()
            .enumerate()
        {
            for (other, b) in [&empty, &one, &two, &joined, &three]
                .into_iter()
                .enumerate()
            {
                let found = separates([a, b], id);
                if index == other {
                    assert!(!found, "{id}");
                } else if [
                    "counts",
                    "wl",
                    "persistence",
                    "degree",
                    "forman",
                    "rephine",
                    "isomorphism",
                ]
                .contains(&id)
                {
                    assert!(found, "{id} {a:?} {b:?}");
                }
            }
        }
    }
    // Components count, and their order does not.
    let [a, b] = [union(&cycle(3), &path(4)), union(&path(4), &cycle(3))];
    for descriptor in &DESCRIPTORS {
        assert!(
            !separates([&a, &b], descriptor.choice.id),
            "{}",
            descriptor.choice.id
        );
    }
    // A cycle has one component and one loop for any number of vertices; 1-WL counts them.
    assert!(!separates([&cycle(3), &cycle(4)], "persistence"));
    assert!(separates([&cycle(3), &cycle(4)], "wl"));
    // The spectra of the components distinguish cospectral graphs: the star with four leaves, and a square with a vertex.
    let star = Graph::new(5, (1..5).map(|v| [0, v]));
    let square = union(&cycle(4), &one);
    assert!(!separates([&star, &square], "adjacency-spectrum"));
    assert!(separates([&star, &square], "component-spectra"));
}

#[test]
fn labels_are_colours() {
    let labelled = |labels: [u32; 3]| Graph {
        vertex_labels: labels.to_vec(),
        ..path(3)
    };
    let [ends, middle] = [labelled([1, 0, 0]), labelled([0, 1, 0])];
    assert!(separates([&ends, &middle], "wl"));
    assert!(separates([&ends, &middle], "persistence"));
    assert!(separates([&ends, &middle], "isomorphism"));
    assert!(!separates([&ends, &labelled([0, 0, 1])], "isomorphism"));
    assert!(!separates([&ends, &middle], "counts"));
    // Isolated vertices with other labels: only tuples count their colours.
    let apart = |labels: [u32; 3]| Graph {
        vertex_labels: labels.to_vec(),
        ..Graph::new(3, [])
    };
    assert!(separates(
        [&apart([0, 0, 1]), &apart([0, 1, 1])],
        "rephine-colours"
    ));
    assert!(!separates(
        [&apart([0, 0, 1]), &apart([0, 1, 1])],
        "edge-persistence"
    ));
}

#[test]
fn layers_are_rounds() {
    let [a, b] = &Family::of_id("necklaces").unwrap().pairs()[0].graphs;
    let pair = Pair::new([a.clone(), b.clone()]);
    let Evidence::Colours {
        first: Some(first), ..
    } = pair
        .compare(descriptor("wl"), &Settings::default())
        .evidence
    else {
        panic!("1-WL separates necklaces of ten vertices");
    };
    for rounds in 0..first + 3 {
        let settings = Settings {
            rounds,
            ..Settings::default()
        };
        let found = pair.verdict(descriptor("gin"), &settings);
        assert_eq!(found == Verdict::Separates, rounds >= first);
    }
}

#[test]
fn few_steps_give_no_wrong_result() {
    let families = FAMILIES.iter().filter(|family| family.id != "cubic-12");
    let pairs = families.flat_map(|family| family.pairs().into_iter().take(3));
    for NamedPair { names, graphs } in pairs {
        let pair = Pair::new(graphs.clone());
        for descriptor in &DESCRIPTORS {
            let known = pair.verdict(descriptor, &Settings::default());
            for steps in [0, 30, 300, 3000, 30_000] {
                let settings = Settings {
                    steps,
                    ..Settings::default()
                };
                let found = Pair::new(graphs.clone()).compare(descriptor, &settings);
                assert!(
                    found.verdict == known
                        || found.verdict == Verdict::Undecided
                        || known == Verdict::Undecided,
                    "{names:?} {} {steps}",
                    descriptor.choice.id
                );
            }
        }
    }
}

// ---- invariance ----

fn any_graph() -> impl Strategy<Value = (Graph, Vec<u32>)> {
    (0_u32..10, any::<u64>(), 0_u32..100, any::<bool>()).prop_map(
        |(vertices, seed, percent, has_labels)| {
            let random = &mut ChaCha8Rng::seed_from_u64(seed);
            let mut edges = vec![];
            for v in 0..vertices {
                for u in 0..v {
                    if random.random_range(0..100) < percent {
                        edges.push([u, v]);
                    }
                }
            }
            let mut graph = Graph::new(vertices, edges);
            if has_labels {
                graph.vertex_labels = (0..vertices).map(|_| random.random_range(0..3)).collect();
            }
            let mut place: Vec<u32> = (0..vertices).collect();
            place.shuffle(random);
            (graph, place)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn isomorphic_graphs_are_never_separated((graph, place) in any_graph()) {
        let copy = renamed(&graph, &place);
        let pair = Pair::new([graph.clone(), copy.clone()]);
        for descriptor in &DESCRIPTORS {
            let found = pair.compare(descriptor, &Settings::default());
            prop_assert_eq!(found.verdict, Verdict::Cannot, "{}", descriptor.choice.id);
            if let Evidence::Isomorphism { image } = found.evidence {
                prop_assert_eq!(renamed(&graph, &image.unwrap()), copy.clone());
            }
        }
        // The proof does not rest on the isomorphism: the words are equal.
        for descriptor in &DESCRIPTORS {
            if let Computation::Words(write) = descriptor.computation {
                let [a, b] = pair.graphs().map(|one| {
                    let mut words = vec![];
                    write(one, &Settings::default(), &mut words, &mut Steps::new(1 << 28)).unwrap();
                    words
                });
                prop_assert_eq!(a, b, "{}", descriptor.choice.id);
            }
        }
    }
}

#[test]
fn canonical_forms_do_not_depend_on_the_order_of_the_vertices() {
    let random = &mut ChaCha8Rng::seed_from_u64(5);
    for graph in all_graphs(6, &|_| ()) {
        let mut place: Vec<u32> = (0..6).collect();
        place.shuffle(random);
        let copy = renamed(&graph, &place);
        assert_eq!(
            crate::graph::canonical_form(&graph),
            crate::graph::canonical_form(&copy)
        );
    }
}
