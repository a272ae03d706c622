//! Every operation in WGSL against its CPU counterpart, on batches with all edge cases.

use std::sync::Arc;

#[cfg(feature = "gpu")]
use crate::common::gpu;
use crate::common::{assert_close, assert_close_to_scale, devices, floats, ints, on_each, values};
use burn::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    graph::{
        Dataset, Graph, Statistics,
        batch::{Batcher, FeatureSizes},
    },
    homology,
    model::BatchInput,
    ops::{self, CoordinateSumOptions, Element, Pairs, SparseRows},
};

fn integers(tensor: Tensor<1, Int>) -> Vec<i32> {
    tensor.into_data().try_to_vec().unwrap()
}

fn random_graph(vertices: u32, edges: u32, rng: &mut impl Rng) -> Graph {
    let ends = (0..if vertices > 1 { edges } else { 0 }).map(|_| {
        let u = rng.random_range(0..vertices - 1);
        [u, rng.random_range(u + 1..vertices)]
    });
    Graph::new(vertices, ends.collect::<Vec<_>>())
}

/// Graphs of every size class, at their edges, empty ones and ones without edges.
fn mixed() -> Dataset {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let sizes = [5, 0, 1, 63, 64, 65, 256, 257, 3, 512, 513, 0, 1024, 2, 40];
    let mut graphs: Vec<Graph> = sizes.iter().map(|&n| random_graph(n, 2 * n, rng)).collect();
    graphs.push(random_graph(30, 0, rng));
    graphs.push(random_graph(12, 300, rng));
    Dataset {
        classes: vec![0; graphs.len()],
        graphs,
        ..Dataset::default()
    }
}

/// Values with many ties, as learned filters have.
fn filter(vertices: usize, levels: u32, rng: &mut impl Rng) -> Vec<f32> {
    (0..vertices)
        .map(|_| rng.random_range(0..levels) as f32 / levels as f32)
        .collect()
}

fn input(dataset: &Dataset, device: &Device) -> BatchInput {
    let all: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let feature_sizes = FeatureSizes {
        degrees: 20,
        labels: 0,
        ..FeatureSizes::default()
    };
    let batch = Batcher::new(
        Arc::new(dataset.clone()),
        feature_sizes,
        &Statistics::default(),
        1,
    )
    .batch(&all);
    BatchInput::new(batch, device)
}

fn pairs(input: &BatchInput, values: &[f32]) -> Pairs {
    let filter = floats(values.to_vec(), [values.len()], &input.device);
    pollster::block_on(input.persistence(filter))
}

#[test]
fn neighbour_sums_and_lookups() {
    let dataset = mixed();
    let results = on_each(|_, device| {
        let input = input(&dataset, &device);
        let rng = &mut ChaCha8Rng::seed_from_u64(2);
        let autodiff = device.autodiff();
        let before = input.layers[0].number;
        let x: Vec<f32> = (0..before * 7).map(|_| rng.random()).collect();
        let x = floats(x, [before, 7], &autodiff).require_grad();
        let messages = input.last().messages.as_ref().unwrap();
        let table = floats(
            (0..20 * 5).map(|_| rng.random()).collect(),
            [20, 5],
            &autodiff,
        )
        .require_grad();
        let sum = ops::row_sum(x.clone(), &messages.around);
        let rows = ops::row_sum(table.clone(), input.degrees.as_ref().unwrap());
        let loss = (sum.clone() * sum.clone()).sum() + (rows.clone() * rows.clone()).sum();
        let gradients = loss.backward();
        let x = values(x.grad(&gradients).unwrap());
        [
            values(sum),
            values(rows),
            x,
            values(table.grad(&gradients).unwrap()),
        ]
    });
    for other in &results[1..] {
        for (a, b) in results[0].iter().zip(other) {
            assert_close_to_scale("row sums", b, a, 1e-5);
        }
    }
}

#[test]
fn a_linear_layer_is_a_product_and_a_bias() {
    for (engine, device) in devices() {
        let rng = &mut ChaCha8Rng::seed_from_u64(8);
        let mut random = |length: usize| -> Vec<f32> {
            (0..length).map(|_| rng.random_range(-1.0..1.0)).collect()
        };
        let (x, weight, bias) = (random(37 * 19), random(19 * 23), random(23));
        let share = random(37 * 23);
        let run = |layer: fn(Tensor<2>, Tensor<2>, Tensor<1>) -> Tensor<2>| {
            let autodiff = device.clone().autodiff();
            let x = floats(x.clone(), [37, 19], &autodiff).require_grad();
            let weight = floats(weight.clone(), [19, 23], &autodiff).require_grad();
            let bias = floats(bias.clone(), [23], &autodiff).require_grad();
            let y = layer(x.clone(), weight.clone(), bias.clone());
            let share = floats(share.clone(), [37, 23], &autodiff);
            let gradients = (y.clone() * share).sum().backward();
            [
                values(y),
                values(x.grad(&gradients).unwrap()),
                values(weight.grad(&gradients).unwrap()),
                values(bias.grad(&gradients).unwrap()),
            ]
        };
        let expected = run(|x, weight, bias| x.matmul(weight) + bias.unsqueeze());
        for (found, expected) in run(ops::affine).iter().zip(&expected) {
            assert_close_to_scale(engine, found, expected, 2e-6);
        }
    }
}

#[test]
fn a_message_sum_follows_the_formula() {
    let dataset = mixed();
    for (engine, device) in devices() {
        let input = input(&dataset, &device);
        let messages = input.last().messages.as_ref().unwrap();
        let (before, after) = (input.layers[0].number, input.last().number);
        let rng = &mut ChaCha8Rng::seed_from_u64(9);
        let mut random = |length: usize| -> Vec<f32> {
            (0..length).map(|_| rng.random_range(-1.0..1.0)).collect()
        };
        let (x, epsilon, bias) = (random(before * 7), random(1), random(7));
        let share = random(after * 7);
        let run = |composed: bool| {
            let autodiff = device.clone().autodiff();
            let x = floats(x.clone(), [before, 7], &autodiff).require_grad();
            let epsilon = floats(epsilon.clone(), [1], &autodiff).require_grad();
            let bias = floats(bias.clone(), [7], &autodiff).require_grad();
            let y = if composed {
                let own = ops::row_sum(x.clone(), &messages.refined);
                own * (epsilon.clone() + 1.0).unsqueeze()
                    + ops::row_sum(x.clone(), &messages.around)
                    + bias.clone().unsqueeze()
            } else {
                let (own, around) = (&messages.refined, &messages.around);
                ops::message_sum(x.clone(), epsilon.clone(), bias.clone(), own, around)
            };
            let share = floats(share.clone(), [after, 7], &autodiff);
            let gradients = (y.clone() * share).sum().backward();
            [
                values(y),
                values(x.grad(&gradients).unwrap()),
                values(epsilon.grad(&gradients).unwrap()),
                values(bias.grad(&gradients).unwrap()),
            ]
        };
        for (found, expected) in run(false).iter().zip(&run(true)) {
            assert_close_to_scale(engine, found, expected, 2e-6);
        }
    }
}

#[test]
fn a_row_sum_adds_repeated_columns_and_leaves_empty_rows_zero() {
    for (engine, device) in devices() {
        let rows = SparseRows {
            offsets: ints(&[0, 3, 3, 4], &device),
            columns: ints(&[1, 1, 0, 1], &device),
            transposed_offsets: ints(&[0, 1, 4], &device),
            transposed_columns: ints(&[0, 0, 0, 2], &device),
        };
        let x = floats(vec![1.0, 10.0, 2.0, 20.0], [2, 2], &device);
        let sum = values(ops::row_sum(x, &rows));
        assert_eq!(sum, [5.0, 50.0, 0.0, 0.0, 2.0, 20.0], "{engine}");
    }
}

#[test]
fn persistence_of_a_mixed_batch_is_that_of_each_graph() {
    let dataset = mixed();
    for levels in [1, 4, 1 << 20] {
        for (engine, device) in devices() {
            let input = input(&dataset, &device);
            let rng = &mut ChaCha8Rng::seed_from_u64(3);
            let filter = filter(input.vertices, levels, rng);
            let pairs = pairs(&input, &filter);
            check_pairs(engine, &dataset, &filter, &pairs);
        }
    }
}

/// Compares a batch of the whole data set with the engine on one graph at a time.
fn check_pairs(what: &str, dataset: &Dataset, filter: &[f32], pairs: &Pairs) {
    let (death, loops) = (integers(pairs.death.clone()), integers(pairs.loops.clone()));
    let all: Vec<u32> = (0..dataset.graphs.len() as u32).collect();
    let batch = Batcher::new(
        Arc::new(dataset.clone()),
        FeatureSizes::default(),
        &Statistics::default(),
        0,
    )
    .batch(&all);
    for (g, &member) in batch.members.iter().enumerate() {
        let graph = &dataset.graphs[member as usize];
        let first = batch.vertex_offsets[g] as usize;
        let own = first..first + graph.vertices as usize;
        let alone = homology::persistence(&graph.edges, &filter[own.clone()]);
        for direction in 0..2 {
            let shift = direction * filter.len();
            let range = own.start + shift..own.end + shift;
            let expected: Vec<i32> = alone.death[direction]
                .iter()
                .map(|&d| {
                    if d == homology::NONE {
                        -1
                    } else {
                        d as i32 + first as i32
                    }
                })
                .collect();
            assert_eq!(
                death[range.clone()],
                expected,
                "{what}: death, graph {member}"
            );
            let expected: Vec<i32> = alone.loops[direction].iter().map(|&l| l as i32).collect();
            assert_eq!(loops[range], expected, "{what}: loops, graph {member}");
        }
    }
}

#[test]
#[cfg(feature = "gpu")]
#[ignore = "slow: cargo test -- --include-ignored"]
fn wgsl_and_cpu_agree_on_every_graph_of_the_smaller_data_sets() {
    let device = gpu();
    for name in ["MUTAG", "IMDB-BINARY", "IMDB-MULTI", "PROTEINS", "NCI1"] {
        let dataset = sublevel::graph::tu::read_path(&crate::data_sets::zip_of(name))
            .unwrap_or_else(|e| panic!("{e}"));
        let input = input(&dataset, &device);
        let rng = &mut ChaCha8Rng::seed_from_u64(4);
        for levels in [5, 1 << 20] {
            let filter = filter(input.vertices, levels, rng);
            check_pairs(name, &dataset, &filter, &pairs(&input, &filter));
        }
    }
}

#[test]
fn graphs_of_any_size_have_all_bars_on_every_device() {
    for largest in [2000, 5000, 65_535, 65_536, 70_000] {
        check_large_graph(largest);
    }
}

/// One graph of that size among others.
fn check_large_graph(largest: u32) {
    let rng = &mut ChaCha8Rng::seed_from_u64(5);
    let sizes = [largest, 10, 1500];
    let graphs: Vec<_> = sizes
        .into_iter()
        .map(|vertices| random_graph(vertices, vertices + vertices / 4, rng))
        .collect();
    let dataset = Dataset {
        classes: vec![0; graphs.len()],
        graphs,
        ..Dataset::default()
    };
    let filter = filter(sizes.into_iter().sum::<u32>() as usize, 100, rng);
    for (engine, device) in devices() {
        check_pairs(
            engine,
            &dataset,
            &filter,
            &pairs(&input(&dataset, &device), &filter),
        );
    }
}

#[test]
fn equal_values_get_the_mean_of_their_gradients() {
    let dataset = mixed();
    let results = on_each(|_, device| {
        let input = input(&dataset, &device);
        let rng = &mut ChaCha8Rng::seed_from_u64(11);
        let mut filter = filter(input.vertices, 50, rng);
        for (v, value) in filter.iter_mut().enumerate().step_by(7) {
            *value = [0.0, -0.0, f32::NAN, -f32::NAN, f32::INFINITY][v % 5];
        }
        let share: Vec<f32> = (0..input.vertices).map(|_| rng.random()).collect();
        let (n, autodiff) = (filter.len(), device.autodiff());
        let given = floats(filter.clone(), [n], &autodiff).require_grad();
        let same = ops::tie_mean(given.clone(), &input.vertex_offsets);
        let bits = |values: &[f32]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&values(same.clone())), bits(&filter));
        let gradients = (same * floats(share.clone(), [n], &autodiff))
            .sum()
            .backward();
        (share, values(given.grad(&gradients).unwrap()))
    });
    let (share, cpu) = &results[0];
    for (_, wgsl) in &results[1..] {
        assert_close_to_scale("mean", wgsl, cpu, 1e-5);
    }
    let total = |values: &[f32]| values.iter().map(|&v| f64::from(v)).sum::<f64>();
    assert!((total(cpu) - total(share)).abs() < 1e-3, "nothing is lost");
    let moved = share
        .iter()
        .zip(cpu)
        .filter(|(a, b)| (*a - *b).abs() > 1e-3);
    assert!(moved.count() > share.len() / 2);
}

#[test]
fn bars_and_coordinate_functions_and_their_gradients() {
    for &element in Element::ALL {
        check_bars_and_hats(element);
    }
}

fn check_bars_and_hats(element: Element) {
    let dataset = mixed();
    let results = on_each(|_, device| {
        let input = input(&dataset, &device);
        let rng = &mut ChaCha8Rng::seed_from_u64(6);
        let filter = filter(input.vertices, 50, rng);
        let pairs = pairs(&input, &filter);
        let autodiff = device.autodiff();
        let n = filter.len();
        let filter = floats(filter, [n], &autodiff).require_grad();
        let weights = ops::bar_weights(filter.clone(), &pairs);
        let points = ops::bar_ends(filter.clone(), &pairs, &input.vertex_offsets);
        let mut random = |shape: [usize; 2]| {
            let values = (0..shape[0] * shape[1]).map(|_| rng.random()).collect();
            floats::<2>(values, shape, &autodiff).require_grad()
        };
        let [plane, line] = [2, 1].map(|dimension| random([100, element.parameters(dimension)]));
        let factors = random([4 * n, 1]);
        let offsets = &input.vertex_offsets;
        let weighted = weights.clone().float() * factors.clone().flatten(0, 1);
        let part = |from: usize, to: usize| weighted.clone().slice(from * n..to * n);
        let births: Tensor<2> = filter.clone().unsqueeze_dim(1);
        let options = |directions| CoordinateSumOptions {
            directions,
            element,
        };
        let hats = plane.clone();
        let finite = ops::coordinate_sum(points.clone(), part(0, 2), hats, offsets, options(2));
        let loops = ops::coordinate_sum(births, part(3, 4), line.clone(), offsets, options(1));
        let share = random(finite.dims()).detach();
        let gradients = ((finite.clone() + loops.clone()) * share).sum().backward();
        let grad = |tensor: Tensor<2>| values(tensor.grad(&gradients).unwrap());
        let by_hats = [grad(plane), grad(line), grad(factors)];
        let by_filter = values(filter.grad(&gradients).unwrap());
        (
            integers(weights),
            [values(points), values(finite), values(loops), by_filter],
            by_hats,
        )
    });
    let floats = |i: usize| results[i].1.iter().chain(&results[i].2);
    for other in 1..results.len() {
        assert_eq!(results[0].0, results[other].0, "weights");
        for (i, (cpu, wgsl)) in floats(0).zip(floats(other)).enumerate() {
            assert_close_to_scale(&format!("{element:?}, result {i}"), wgsl, cpu, 2e-5);
        }
    }
}

#[test]
#[cfg(feature = "gpu")]
fn the_gradient_of_bar_ends_is_deterministic() {
    // A star: the centre ends a hundred bars, so a hundred numbers meet in one sum.
    let graph = Graph::new(301, (1..301).map(|v| [0, v]).collect::<Vec<_>>());
    let dataset = Dataset {
        graphs: vec![graph],
        classes: vec![0],
        ..Dataset::default()
    };
    let device = gpu();
    let input = input(&dataset, &device);
    let mut filter: Vec<f32> = (0..301).map(|v| v as f32 / 1000.0).collect();
    filter[0] = 0.9;
    let pairs = pairs(&input, &filter);
    let run = || {
        let rng = &mut ChaCha8Rng::seed_from_u64(7);
        let filter = floats(filter.clone(), [301], &device.clone().autodiff()).require_grad();
        let points = ops::bar_ends(filter.clone(), &pairs, &input.vertex_offsets);
        let share = floats((0..1204).map(|_| rng.random()).collect(), [602, 2], &device);
        let gradients = (points * Tensor::from_inner(share)).sum().backward();
        values(filter.grad(&gradients).unwrap())
    };
    let first = run();
    for _ in 0..20 {
        assert_eq!(run(), first);
    }
}

/// Two stars whose centres are joined: each centre ends a bar of nearly each of its leaves.
fn two_stars(vertices: u32) -> (Dataset, Vec<f32>) {
    let leaves = (2..vertices).map(|v| [v % 2, v]);
    let graph = Graph::new(vertices, leaves.chain([[0, 1]]).collect::<Vec<[u32; 2]>>());
    let dataset = Dataset {
        graphs: vec![graph],
        classes: vec![0],
        ..Dataset::default()
    };
    let height = |v: u32| match v {
        0 | 1 => 0.9 + v as f32 / 100.0,
        v => v as f32 / 100_000.0,
    };
    (dataset, (0..vertices).map(height).collect())
}

#[test]
fn small_gradients_of_bar_ends_are_not_lost_among_large_ones() {
    for vertices in [3_782, 65_535] {
        let (dataset, filter) = two_stars(vertices);
        let n = filter.len();
        // One contribution of 1 among many of about 1e-5 at one centre, at the other about 1e-9 alone.
        let rng = &mut ChaCha8Rng::seed_from_u64(12);
        let size = |i: usize| match i {
            2 => 1.0,
            i if i % 2 == 0 => 1e-5,
            _ => 1e-9,
        };
        let share: Vec<f32> = (0..2 * n)
            .flat_map(|i| [0.0, size(i) * rng.random_range(0.5..1.0)])
            .collect();
        for (engine, device) in devices() {
            let input = input(&dataset, &device);
            let pairs = pairs(&input, &filter);
            let mut expected = vec![0.0f64; n];
            let death = integers(pairs.death.clone());
            for (i, &end) in death.iter().enumerate().filter(|(_, end)| **end >= 0) {
                expected[end as usize] += f64::from(share[2 * i + 1]);
            }
            let many = death.iter().filter(|end| [0, 1].contains(*end)).count();
            assert!(many > n - 10, "{engine}: the centres end {many} bars");

            let filter = floats(filter.clone(), [n], &device.clone().autodiff()).require_grad();
            let points = ops::bar_ends(filter.clone(), &pairs, &input.vertex_offsets);
            let share = floats(share.clone(), [2 * n, 2], &device);
            let gradients = (points * Tensor::from_inner(share)).sum().backward();
            let found = values(filter.grad(&gradients).unwrap());
            let error = |(&found, &expected): (&f32, &f64)| match expected {
                0.0 => f64::from(found.abs()),
                _ => (f64::from(found) / expected - 1.0).abs(),
            };
            let largest = found.iter().zip(&expected).map(error).fold(0.0, f64::max);
            println!("{engine}, {vertices} vertices: relative error {largest:.1e}");
            // The CPU adds one after the other in f32.
            let most = if ops::is_cpu(&device) { 1e-5 } else { 3e-7 };
            assert!(
                largest <= most,
                "{engine}, {vertices} vertices: {largest:e}"
            );
        }
    }
}

#[test]
fn graphs_without_vertices_have_no_effect_and_no_gradient() {
    let dataset = Dataset {
        graphs: vec![Graph::default(); 3],
        classes: vec![0; 3],
        ..Dataset::default()
    };
    let results = on_each(|engine, device| {
        let input = input(&dataset, &device);
        assert_eq!(input.vertices, 1, "buffers cannot be empty");
        let pairs = pairs(&input, &[0.5]);
        let filter = floats(vec![0.5], [1], &device.clone().autodiff()).require_grad();
        let weights = ops::bar_weights(filter.clone(), &pairs);
        let points = ops::bar_ends(filter.clone(), &pairs, &input.vertex_offsets);
        let autodiff = filter.device();
        let random =
            |shape: [usize; 2]| floats::<2>(vec![0.3; shape[0] * shape[1]], shape, &autodiff);
        let factors = random([4, 1]).require_grad();
        let weighted = weights.clone().float() * factors.clone().flatten(0, 1);
        let options = |directions| CoordinateSumOptions {
            directions,
            element: Element::Rational,
        };
        let finite = ops::coordinate_sum(
            points.clone(),
            weighted.clone().slice(0..2),
            random([5, 3]).require_grad(),
            &input.vertex_offsets,
            options(2),
        );
        let essential = ops::coordinate_sum(
            filter.clone().unsqueeze_dim(1),
            weighted.slice(2..3),
            random([5, 2]).require_grad(),
            &input.vertex_offsets,
            options(1),
        );
        let sums = finite + essential;
        let gradients = sums.clone().sum().backward();
        let by_factor = values(factors.grad(&gradients).unwrap());
        assert_eq!(by_factor, [0.0; 4], "{engine}");
        let slope = values(filter.grad(&gradients).unwrap());
        assert_eq!(slope, [0.0], "{engine}");
        assert_eq!(values(sums), [0.0; 15], "{engine}");
        (
            [pairs.death, pairs.loops, weights].map(integers),
            values(points),
        )
    });
    assert!(results.iter().all(|result| *result == results[0]));
}

#[test]
fn zero_length_bars_are_found_by_their_canonical_keys() {
    let path = Graph::new(3, vec![[0, 1], [1, 2]]);
    let dataset = Dataset {
        graphs: vec![path],
        classes: vec![0],
        ..Dataset::default()
    };
    for (engine, device) in devices() {
        let input = input(&dataset, &device);
        // Vertices 0 and 2 are components that vertex 1 joins, at the same value: -0 and 0.
        let filter = [0.0, 0.0, -0.0];
        let pairs = pairs(&input, &filter);
        let filter = floats(filter.to_vec(), [3], &device);
        let weights = integers(ops::bar_weights(filter, &pairs));
        assert_eq!(weights[..6], [0; 6], "{engine}: no finite bar has a length");
        assert_eq!(
            weights[6..9].iter().sum::<i32>(),
            2,
            "{engine}: one component each way"
        );
        assert_eq!(weights[9..], [0; 3], "{engine}: no loop");
    }
}

#[test]
fn a_row_with_count_three_equals_three_rows() {
    let counts = [1, 3, 2, 1, 40];
    let expand = |rows: &[f32], width: usize| -> Vec<f32> {
        let rows = rows.chunks_exact(width).zip(counts);
        rows.flat_map(|(row, count)| row.repeat(count)).collect()
    };
    for width in [1, 16, 35] {
        let rng = &mut ChaCha8Rng::seed_from_u64(8);
        let mut random = |length: usize| -> Vec<f32> {
            (0..length).map(|_| rng.random_range(-1.0..1.0)).collect()
        };
        let (x, gamma, beta, share) = (
            random(5 * width),
            random(width),
            random(width),
            random(5 * width),
        );
        let run = |device: &Device, x: Vec<f32>, share: Vec<f32>, counts: Vec<i32>| {
            let autodiff = device.clone().autodiff();
            let rows = counts.len();
            let x = floats(x, [rows, width], &autodiff).require_grad();
            let [gamma, beta] =
                [&gamma, &beta].map(|v| floats(v.clone(), [width], &autodiff).require_grad());
            let (y, norms) = ops::norm_act(
                x.clone(),
                &ints(&counts, device),
                gamma.clone(),
                beta.clone(),
            );
            let share = floats(share, [rows, width], &autodiff);
            let gradients = (y.clone() * share).sum().backward();
            [
                values(y),
                values(x.grad(&gradients).unwrap()),
                values(norms),
                values(gamma.grad(&gradients).unwrap()),
                values(beta.grad(&gradients).unwrap()),
            ]
        };
        for (engine, device) in devices() {
            // The gradient of a row is the sum over all vertices of the row, so each of them gets a part.
            let parts: Vec<f32> = {
                let rows = share.chunks_exact(width).zip(counts);
                let part = |(row, count): (&[f32], usize)| -> Vec<f32> {
                    row.iter().map(|s| s / count as f32).collect()
                };
                expand(&rows.flat_map(part).collect::<Vec<_>>(), width)
            };
            let counted = counts.map(|count| count as i32).to_vec();
            let found = run(&device, x.clone(), share.clone(), counted);
            let expected = run(&device, expand(&x, width), parts, vec![1; 47]);
            let close = |what: &str, found: &[f32], expected: &[f32]| {
                let what = format!("{engine}, {what} of {width}");
                assert_close_to_scale(&what, found, expected, 1e-5);
            };
            close("rows", &expand(&found[0], width), &expected[0]);
            let mut first = 0;
            for (row, count) in counts.into_iter().enumerate() {
                let sum: Vec<f32> = (0..width)
                    .map(|c| {
                        let copies = first..first + count;
                        copies.map(|r| expected[1][r * width + c]).sum()
                    })
                    .collect();
                close("gradient", &found[1][row * width..][..width], &sum);
                first += count;
            }
            for (found, expected) in found[2].chunks(width).zip(expected[2].chunks(width)) {
                close("statistics", found, expected);
            }
            for i in 3..5 {
                close("columns", &found[i], &expected[i]);
            }
        }
    }
}

/// Against ∂(share · y) by central differences in f64.
#[test]
fn the_gradients_of_the_normalisation_match_finite_differences() {
    let counts = [2, 1, 5, 3];
    // Rows, factor, offset.
    let given = [0.3f32, -0.8, 1.1, 0.2, 1.3, -0.1];
    let share = [0.7f32, -0.2, 0.4, 1.3];
    let at = |given: [f64; 6]| -> f64 {
        let [rows @ .., gamma, beta] = given;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            let rows = rows.iter().zip(counts);
            rows.map(|(&x, count)| f64::from(count) * of(x)).sum()
        };
        let vertices = sum(&|_| 1.0);
        let mean = sum(&|x| x) / vertices;
        let variance = sum(&|x| (x - mean).powi(2)) / vertices;
        let y = |x: &f64| gamma * (x - mean) / (variance + 1e-5).sqrt() + beta;
        let active = rows.iter().map(y).map(|y| y.max(0.01 * y));
        active.zip(share).map(|(y, s)| y * f64::from(s)).sum()
    };
    let expected: Vec<f32> = (0..6)
        .map(|i| {
            let moved = |step: f64| {
                let mut moved = given.map(f64::from);
                moved[i] += step;
                at(moved)
            };
            ((moved(1e-6) - moved(-1e-6)) / 2e-6) as f32
        })
        .collect();
    for (engine, device) in devices() {
        let autodiff = device.clone().autodiff();
        let x = floats(given[..4].to_vec(), [4, 1], &autodiff).require_grad();
        let [gamma, beta] = [4, 5].map(|i| floats(vec![given[i]], [1], &autodiff).require_grad());
        let counts = ints(&counts, &device);
        let (y, _) = ops::norm_act(x.clone(), &counts, gamma.clone(), beta.clone());
        let loss = (y * floats(share.to_vec(), [4, 1], &autodiff)).sum();
        let gradients = loss.backward();
        assert_close_to_scale(
            engine,
            &values(loss),
            &[at(given.map(f64::from)) as f32],
            1e-6,
        );
        let mut found = values(x.grad(&gradients).unwrap());
        for parameter in [gamma, beta] {
            found.extend(values(parameter.grad(&gradients).unwrap()));
        }
        // The input gradient of a row is that of all vertices of the row.
        assert_close_to_scale(engine, &found[..4], &expected[..4], 1e-5);
        assert_close_to_scale(engine, &found[4..], &expected[4..], 1e-5);
    }
}

/// Against the formula in f64, in every position of a vector register and behind it.
#[test]
fn elu_and_its_gradient_have_the_values_of_the_formula() {
    let special = [
        0.0,
        -0.0,
        1e-7,
        -1e-7,
        1e30,
        -1e30,
        f32::MAX,
        f32::MIN,
        -87.5,
        -20.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
    ];
    let rng = &mut ChaCha8Rng::seed_from_u64(12);
    for length in [1, 7, 16, 17, 31, 200] {
        let random = |_| rng.random_range(-4.0..4.0);
        let numbers = special.into_iter().chain((0..length).map(random));
        let x: Vec<f32> = numbers.take(length).collect();
        let exact = |x: &f32| f64::from(*x);
        let expected: Vec<f32> = x
            .iter()
            .map(exact)
            .map(|x| if x > 0.0 { x } else { x.exp_m1() } as f32)
            .collect();
        let slopes: Vec<f32> = x
            .iter()
            .map(exact)
            .map(|x| 2.0 * x.min(0.0).exp() as f32)
            .collect();
        for (engine, device) in devices() {
            let autodiff = device.autodiff();
            let x = floats(x.to_vec(), [1, length], &autodiff).require_grad();
            let y = ops::elu(x.clone());
            let gradients = (y.clone() * 2.0).sum().backward();
            let [y, slopes_found] = [values(y), values(x.grad(&gradients).unwrap())];
            let what = format!("{engine}, {length} numbers");
            for i in 0..length {
                let close = |found: f32, expected: f32| {
                    found == expected || (found - expected).abs() < 5e-7
                };
                assert!(close(y[i], expected[i]), "{what}: {} at {i}", y[i]);
                assert!(
                    close(slopes_found[i], slopes[i]),
                    "{what}: gradient {} at {i}",
                    slopes_found[i]
                );
            }
        }
    }
}

#[test]
fn adam_takes_the_steps_of_its_formula() {
    let rng = &mut ChaCha8Rng::seed_from_u64(9);
    let mut random = || -> Vec<f32> { (0..100).map(|_| rng.random_range(-1.0..1.0)).collect() };
    let (start, slopes) = (random(), [random(), random(), random()]);
    let exact = |values: &[f32]| values.iter().map(|&v| v.into()).collect::<Vec<f64>>();
    let (mut expected, mut first, mut second) = (exact(&start), vec![0.0; 100], vec![0.0; 100]);
    for (t, slopes) in (1..).zip(&slopes) {
        for (i, weight) in expected.iter_mut().enumerate() {
            let slope = f64::from(slopes[i]) + 1e-2 * *weight;
            first[i] = 0.9 * first[i] + 0.1 * slope;
            second[i] = 0.999 * second[i] + 0.001 * slope * slope;
            let mean: f64 = first[i] / (1.0 - 0.9f64.powi(t));
            let square: f64 = second[i] / (1.0 - 0.999f64.powi(t));
            *weight -= 0.1 * mean / (square.sqrt() + 1e-8);
        }
    }
    for (engine, device) in devices() {
        let vector = |values: &[f32]| floats(values.to_vec(), [100], &device);
        let mut weights = vector(&start);
        let mut means = [vector(&[0.0; 100]), vector(&[0.0; 100])];
        for (t, slopes) in (1..).zip(&slopes) {
            let step = ops::AdamStep {
                weight_decay: 1e-2,
                rate: (0.1 / (1.0 - 0.9f64.powi(t))) as f32,
                correction: (1.0 - 0.999f64.powi(t)) as f32,
            };
            (weights, means) = ops::adam_step(weights, vector(slopes), means, step);
        }
        let [found_first, found_second] = means.map(values);
        // 1 − β₂ has fewer digits in f32.
        for (what, found, expected, share) in [
            ("weights", values(weights), &expected, 1e-5),
            ("first means", found_first, &first, 1e-6),
            ("second means", found_second, &second, 1e-4),
        ] {
            let expected: Vec<f32> = expected.iter().map(|&x| x as f32).collect();
            assert_close_to_scale(&format!("{engine}: {what}"), &found, &expected, share);
        }
    }
}

/// Processors multiply subnormal numbers slowly.
#[test]
fn adam_replaces_tiny_weights_and_on_the_cpu_subnormal_means_by_zero() {
    for (engine, device) in devices() {
        let vector = |values: &[f32]| floats(values.to_vec(), [5], &device);
        let step = ops::AdamStep {
            weight_decay: 0.0,
            rate: 0.01,
            correction: 1.0,
        };
        let tiny = [1e-31, -1e-31, 1e-29, -1e-29, f32::NAN];
        let means = [[1e-38, -1e-38, 0.0, 0.0, 0.0], [1e-38; 5]].map(|mean| vector(&mean));
        let (weights, means) = ops::adam_step(vector(&tiny), vector(&[0.0; 5]), means, step);
        let found = values(weights);
        assert_eq!(found[..4], [0.0, 0.0, 1e-29, -1e-29], "{engine}");
        assert!(found[4].is_nan(), "{engine}");
        // WGSL permits a GPU to keep subnormal numbers.
        if engine == "CPU" {
            let means = means.map(|mean| values(mean)[..4].to_vec());
            assert_eq!(means, [[0.0; 4]; 2]);
        }
    }
}

#[test]
fn the_loss_is_the_mean_cross_entropy() {
    let rng = &mut ChaCha8Rng::seed_from_u64(10);
    for (graphs, count) in [(1, 2), (70, 5)] {
        let logits: Vec<f32> = (0..graphs * count)
            .map(|_| rng.random_range(-9.0..9.0))
            .collect();
        let classes: Vec<i32> = (0..graphs)
            .map(|_| rng.random_range(0..count as i32))
            .collect();
        for (engine, device) in devices() {
            let autodiff = device.clone().autodiff();
            let classes = ints(&classes, &device);
            let run = |fused: bool| {
                let logits = floats(logits.clone(), [graphs, count], &autodiff).require_grad();
                let loss = if fused {
                    ops::cross_entropy(logits.clone(), &classes)
                } else {
                    let scores = burn::tensor::activation::log_softmax(logits.clone(), 1);
                    let classes = Tensor::from_inner(classes.clone()).unsqueeze_dim(1);
                    -scores.gather(1, classes).mean()
                };
                let gradients = loss.clone().mul_scalar(3.0).backward();
                (values(loss), values(logits.grad(&gradients).unwrap()))
            };
            let (found, expected) = (run(true), run(false));
            assert_close_to_scale(&format!("{engine}: loss"), &found.0, &expected.0, 1e-6);
            assert_close_to_scale(&format!("{engine}: gradient"), &found.1, &expected.1, 1e-6);
        }
    }
}

#[test]
fn a_running_mean_is_updated_from_the_given_row() {
    for (engine, device) in devices() {
        let old = floats(vec![1.0, -2.0, 0.5], [3], &device);
        let norms = floats((0..12).map(|i| i as f32).collect(), [4, 3], &device);
        let new = values(ops::running_mean(old, norms, 1, 0.1, 2.0));
        assert_close(engine, &new, &[1.5, -1.0, 1.45], 1e-6);
    }
}
