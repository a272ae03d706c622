//! How barcodes are read: where gradients go at ties, what short bars count, and loops that end.

mod common;

use std::{collections::HashMap, sync::Arc};

use burn::prelude::*;
use common::{assert_close, devices, floats, ints, values};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    graph::{
        Dataset, Graph,
        batch::{Batcher, GraphBatch, Tables},
    },
    homology::{NONE, extended, order::canonical_key},
    model::{BatchInput, ModelConfig, head::Head, initial::Initial, readout::Readout},
    ops::{self, Reading, hat_sum},
    protocol::{Features, Hat, ModelKind},
};

/// A batch of these graphs in which every vertex is of a kind of its own, numbered like the vertex.
fn batch_of(graphs: Vec<Graph>) -> GraphBatch {
    let mut graphs = graphs;
    let mut vertices = 0;
    for graph in &mut graphs {
        graph.vertex_labels = (vertices..vertices + graph.vertices).collect();
        vertices += graph.vertices;
    }
    let tables = Tables {
        degrees: 0,
        labels: vertices as usize,
        ..Tables::default()
    };
    let all: Vec<u32> = (0..graphs.len() as u32).collect();
    let dataset = Dataset {
        classes: vec![0; graphs.len()],
        graphs,
        ..Dataset::default()
    };
    Batcher::new(Arc::new(dataset), tables, 0).batch(&all)
}

/// Connected and unconnected graphs with loops, none with more than 64 vertices.
fn graphs(rng: &mut impl Rng) -> Vec<Graph> {
    let sizes = [(1, 0), (12, 20), (30, 20), (0, 0), (64, 150), (25, 0)];
    let graph = |(vertices, edges): (u32, u32)| {
        let ends = (0..edges).map(|_| {
            let u = rng.random_range(0..vertices - 1);
            [u, rng.random_range(u + 1..vertices)]
        });
        Graph::new(vertices, ends.collect::<Vec<_>>())
    };
    sizes.map(graph).into()
}

/// The filter on a batch whose vertices were numbered anew.
fn moved(filter: &[f32], batch: &GraphBatch) -> Vec<f32> {
    let kinds = batch.kinds.iter();
    kinds.map(|&kind| filter[kind as usize]).collect()
}

/// Deaths and loops of a batch on a device.
fn persistence(batch: &GraphBatch, filter: &[f32], device: &Device) -> [Vec<i32>; 2] {
    let input = BatchInput::new(batch.clone(), device);
    let filter = floats(filter.to_vec(), [filter.len()], device);
    let pairs = pollster::block_on(input.persistence(filter));
    [pairs.death, pairs.loops].map(|tensor| tensor.into_data().try_to_vec().unwrap())
}

/// Values of all bars of each graph with a length, counted.
fn barcode(
    batch: &GraphBatch,
    filter: &[f32],
    [death, loops]: &[Vec<i32>; 2],
) -> HashMap<(usize, usize, u32, Option<u32>), i32> {
    let mut bars = HashMap::new();
    for (graph, own) in batch.vertex_offsets.windows(2).enumerate() {
        for direction in 0..2 {
            for v in own[0] as usize..own[1] as usize {
                let key = |v: usize| canonical_key(filter[v]);
                let i = direction * filter.len() + v;
                let end = (death[i] as u32 != NONE).then(|| key(death[i] as usize));
                if end != Some(key(v)) {
                    *bars.entry((graph, direction, key(v), end)).or_default() += 1;
                }
                // Loops beside the components, which have the directions 0 and 1.
                if loops[i] > 0 {
                    *bars
                        .entry((graph, direction + 2, key(v), None))
                        .or_default() += loops[i];
                }
            }
        }
    }
    bars
}

#[test]
fn the_order_of_equal_values_changes_no_bar_and_every_device_takes_it_the_same_way() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let batch = batch_of(graphs(rng));
    let filter: Vec<f32> = (0..batch.vertices())
        .map(|_| rng.random_range(0..5) as f32 / 5.0)
        .collect();
    let devices = devices();
    let [cpu, wgsl] = &devices;
    let expected = barcode(&batch, &filter, &persistence(&batch, &filter, &cpu.1));
    let mut seen = Vec::new();
    for _ in 0..20 {
        let mut batch = batch.clone();
        batch.shuffle_vertices(rng);
        let filter = moved(&filter, &batch);
        let found = persistence(&batch, &filter, &cpu.1);
        assert_eq!(found, persistence(&batch, &filter, &wgsl.1));
        assert_eq!(barcode(&batch, &filter, &found), expected);
        seen.push(batch.kinds);
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 20, "every draw is another one");
}

#[test]
fn each_of_equal_vertices_is_as_often_the_oldest_and_a_seed_repeats() {
    // Four leaves at the same height: the oldest of them survives the centre.
    let batch = batch_of(vec![Graph::new(
        5,
        (1..5).map(|v| [0, v]).collect::<Vec<_>>(),
    )]);
    let filter = [1.0, 0.0, 0.0, 0.0, 0.0];
    let draw = |seed: u64| {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let mut batch = batch.clone();
        (0..4000)
            .map(|_| {
                batch.shuffle_vertices(rng);
                let [death, _] = persistence(&batch, &moved(&filter, &batch), &Device::flex());
                let oldest = death[..5].iter().position(|&end| end as u32 == NONE);
                batch.kinds[oldest.unwrap()]
            })
            .collect::<Vec<u32>>()
    };
    let oldest = draw(2);
    for vertex in 1..5 {
        let times = oldest.iter().filter(|&&v| v == vertex).count();
        assert!(
            times.abs_diff(1000) < 150,
            "vertex {vertex}: {times} of 4000"
        );
    }
    assert_eq!(draw(2), oldest);
    assert_ne!(draw(3), oldest);
}

fn config() -> ModelConfig {
    ModelConfig {
        kind: ModelKind::Gfl,
        layers: 1,
        features: Features::Degree,
        tables: Tables::default(),
        width: 8,
        hats: 4,
        hat: Hat::Rational,
        extended: false,
        sort_pool: 0,
        classifier_width: 8,
        classes: 3,
    }
}

fn head(config: &ModelConfig, device: &Device) -> Head {
    let initial = &mut Initial {
        rng: &mut ChaCha8Rng::seed_from_u64(3),
        device,
        xavier: true,
    };
    Head::new(config, initial)
}

/// A number that depends on all logits, and its slope in every filter value.
fn slopes(head: &Head, input: &BatchInput, filter: &[f32]) -> (f32, Vec<f32>) {
    let device = input.device.clone().autodiff();
    let filter = floats(filter.to_vec(), [filter.len()], &device).require_grad();
    let logits = pollster::block_on(head.forward(filter.clone(), input)).logits;
    let rng = &mut ChaCha8Rng::seed_from_u64(4);
    let [graphs, classes] = logits.dims();
    let share = (0..graphs * classes).map(|_| rng.random()).collect();
    let loss = (logits * floats(share, [graphs, classes], &device)).sum();
    let slope = filter.grad(&loss.backward()).unwrap();
    (values(loss)[0], values(slope))
}

#[test]
fn equal_values_share_their_gradient_evenly() {
    let rng = &mut ChaCha8Rng::seed_from_u64(5);
    let batch = batch_of(graphs(rng));
    let heights = [-0.0, 0.0, 0.2, 0.4, 0.8];
    let filter: Vec<f32> = (0..batch.vertices())
        .map(|_| heights[rng.random_range(0..heights.len())])
        .collect();
    for (engine, device) in devices() {
        let head = head(&config(), &device.clone().autodiff());
        let mut input = BatchInput::new(batch.clone(), &device);
        let (loss, by_index) = slopes(&head, &input, &filter);
        input.mean_of_ties = true;
        let (same_loss, found) = slopes(&head, &input, &filter);
        assert_eq!(loss.to_bits(), same_loss.to_bits(), "{engine}");
        let mut expected = vec![0.0; filter.len()];
        let mut uneven = 0;
        for own in batch.vertex_offsets.windows(2) {
            let own = own[0] as usize..own[1] as usize;
            for v in own.clone() {
                let tied: Vec<usize> = own.clone().filter(|&u| filter[u] == filter[v]).collect();
                let total: f32 = tied.iter().map(|&u| by_index[u]).sum();
                expected[v] = total / tied.len() as f32;
                uneven += usize::from((expected[v] - by_index[v]).abs() > 1e-3);
            }
        }
        assert!(uneven > 20, "{engine}: {uneven} vertices get another share");
        assert_close(engine, &found, &expected, 1e-5);
    }
}

/// Asserts that `found` is the slope of `f` at 0, on one side at least: `f` may have an edge near 0.
#[track_caller]
fn assert_slope(found: f32, f: impl Fn(f32) -> f32) {
    let step = 1e-3;
    let sides = [(step, -step), (step, 0.0), (0.0, -step)];
    let slopes = sides.map(|(a, b)| (f(a) - f(b)) / (a - b));
    assert!(
        slopes
            .iter()
            .any(|slope| (slope - found).abs() < 3e-3 * (1.0 + slope.abs())),
        "found {found}, expected one of {slopes:?}"
    );
}

#[test]
fn what_equal_values_share_is_the_slope_of_moving_them_together() {
    let rng = &mut ChaCha8Rng::seed_from_u64(6);
    let batch = batch_of(graphs(rng));
    let n = batch.vertices();
    let device = Device::flex();
    let head = head(&config(), &device.clone().autodiff());
    let mut input = BatchInput::new(batch.clone(), &device);
    // The fifth graph: ten heights for 64 vertices, then a height for each.
    let own = batch.vertex_offsets[4] as usize..batch.vertex_offsets[5] as usize;
    for levels in [10, 64] {
        let filter: Vec<f32> = (0..n)
            .map(|v| 0.1 + 0.8 * ((v * 37) % levels) as f32 / levels as f32)
            .collect();
        input.mean_of_ties = false;
        let by_index = slopes(&head, &input, &filter).1;
        input.mean_of_ties = true;
        let shares = slopes(&head, &input, &filter).1;
        if levels == 64 {
            assert_eq!(
                shares[own.clone()],
                by_index[own.clone()],
                "no tie, nothing to share"
            );
        }
        for v in own.clone().take(levels) {
            let tied: Vec<usize> = own.clone().filter(|&u| filter[u] == filter[v]).collect();
            assert_slope(shares[v] * tied.len() as f32, |step| {
                let mut filter = filter.clone();
                tied.iter().for_each(|&v| filter[v] += step);
                slopes(&head, &input, &filter).0
            });
        }
    }
}

/// Of one graph whose bars these are: the sums of as many hats as there are radii, and the slopes of their weighted
/// sum in points, centres and radii.
struct Sums {
    sums: Vec<f32>,
    slopes: [Vec<f32>; 3],
}

fn sums(
    device: &Device,
    vanishing: bool,
    [points, centres, radii]: [&[f32]; 3],
    share: &[f32],
) -> Sums {
    let autodiff = device.clone().autodiff();
    let (bars, hats) = (points.len() / 2, radii.len());
    let points = floats(points.to_vec(), [bars, 2], &autodiff).require_grad();
    let centres = floats(centres.to_vec(), [hats, 2], &autodiff).require_grad();
    let radii = floats(radii.to_vec(), [hats], &autodiff).require_grad();
    let weights: Vec<i32> = (1..=bars as i32).collect();
    let sums = hat_sum(
        points.clone(),
        ints(&weights, device),
        centres.clone(),
        radii.clone(),
        &ints(&[0, bars as i32], device),
        Reading {
            directions: 1,
            vanishing,
        },
    );
    let share = floats(share.to_vec(), [1, hats], &autodiff);
    let gradients = (sums.clone() * share).sum().backward();
    Sums {
        sums: values(sums),
        slopes: [
            values(points.grad(&gradients).unwrap()),
            values(centres.grad(&gradients).unwrap()),
            values(radii.grad(&gradients).unwrap()),
        ],
    }
}

fn random(length: usize, rng: &mut impl Rng) -> Vec<f32> {
    (0..length).map(|_| rng.random()).collect()
}

#[test]
fn a_vanishing_hat_is_the_rational_one_times_the_length_of_the_bar() {
    let rng = &mut ChaCha8Rng::seed_from_u64(7);
    let (centres, radii) = (random(10, rng), random(5, rng));
    for (engine, device) in devices() {
        for point in [[0.2, 0.7], [0.9, 0.1], [0.4, 0.4], [0.5, 0.501]] {
            let [rational, vanishing] = [false, true].map(|vanishing| {
                sums(&device, vanishing, [&point, &centres, &radii], &[0.0; 5]).sums
            });
            let length = (point[1] - point[0]).abs();
            let expected: Vec<f32> = rational.iter().map(|sum| length * sum).collect();
            assert_close(engine, &vanishing, &expected, 1e-6);
            assert!(
                rational.iter().all(|sum| sum.abs() > 1e-4),
                "{engine}: {rational:?}"
            );
        }
        let on_diagonal = sums(&device, true, [&[0.4; 2], &centres, &radii], &[1.0; 5]);
        assert_eq!(on_diagonal.sums, [0.0; 5], "{engine}");
    }
}

#[test]
fn the_gradients_of_both_hats_are_slopes() {
    let rng = &mut ChaCha8Rng::seed_from_u64(8);
    let given = [random(2 * 6, rng), random(2 * 3, rng), random(3, rng)];
    let share = random(3, rng);
    for vanishing in [false, true] {
        for (engine, device) in devices() {
            let at = |given: &[Vec<f32>; 3]| {
                let given = given.each_ref().map(Vec::as_slice);
                sums(&device, vanishing, given, &share)
            };
            for (input, slopes) in at(&given).slopes.iter().enumerate() {
                for (i, &slope) in slopes.iter().enumerate() {
                    println!("{engine}, vanishing {vanishing}: input {input}, entry {i}");
                    assert_slope(slope, |step| {
                        let mut given = given.clone();
                        given[input][i] += step;
                        let sums = at(&given).sums;
                        sums.iter().zip(&share).map(|(a, b)| a * b).sum()
                    });
                }
            }
        }
    }
}

/// The vectors of the graphs of a batch.
fn read(hat: Hat, batch: &GraphBatch, filter: &[f32], device: &Device) -> Vec<f32> {
    let initial = &mut Initial {
        rng: &mut ChaCha8Rng::seed_from_u64(9),
        device,
        xavier: true,
    };
    let readout = Readout::new(5, hat, initial);
    let input = BatchInput::new(batch.clone(), device);
    let filter = floats(filter.to_vec(), [filter.len()], device);
    let pairs = pollster::block_on(input.persistence(filter.clone()));
    values(readout.forward(filter, &pairs, &input.vertex_offsets))
}

fn largest_difference(a: &[f32], b: &[f32]) -> f32 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f32::max)
}

#[test]
fn only_vanishing_hats_let_a_bar_come_and_go_unnoticed() {
    // A path: as its middle sinks below the upper end, the bar between them passes from above the diagonal to below it.
    let batch = batch_of(vec![Graph::new(3, [[0, 1], [1, 2]])]);
    for (engine, device) in devices() {
        let at = |hat: Hat, middle: f32| read(hat, &batch, &[0.1, middle, 0.6], &device);
        for hat in [Hat::Rational, Hat::Vanishing] {
            let (above, on, below) = (at(hat, 0.601), at(hat, 0.6), at(hat, 0.599));
            let jump = largest_difference(&above, &on).max(largest_difference(&below, &on));
            match hat {
                Hat::Rational => assert!(jump > 0.05, "{engine}: {jump}"),
                Hat::Vanishing => assert!(jump < 0.005, "{engine}: {jump}"),
            }
        }
    }
}

#[test]
fn the_sum_of_vanishing_hats_is_stable() {
    let rng = &mut ChaCha8Rng::seed_from_u64(10);
    let batch = batch_of(graphs(rng));
    let device = Device::flex();
    for step in [1e-1, 1e-2, 1e-4] {
        let filter: Vec<f32> = (0..batch.vertices())
            .map(|_| rng.random_range(1..6) as f32 / 6.0)
            .collect();
        let moved: Vec<f32> = filter
            .iter()
            .map(|value| value + rng.random_range(-step..step))
            .collect();
        let difference = |hat: Hat| {
            let [a, b] = [&filter, &moved].map(|filter| read(hat, &batch, filter, &device));
            largest_difference(&a, &b)
        };
        // 128 bars of the 64 vertices, of which each moves by at most two steps; no loop moves further.
        let most = 3.0 * 2.0 * step * 128.0;
        assert!(difference(Hat::Vanishing) < most);
        if step < 1e-3 {
            assert!(difference(Hat::Rational) > most);
        }
    }
}

/// The hat with this centre and radius at a point.
fn hat([x, y]: [f32; 2], centre: &[f32], radius: f32) -> f32 {
    let distance = (x - centre[0]).abs() + (y - centre[1]).abs();
    1.0 / (1.0 + distance) - 1.0 / (1.0 + (radius.abs() - distance).abs())
}

#[test]
fn extended_persistence_adds_the_sum_over_the_loops_of_each_graph() {
    let rng = &mut ChaCha8Rng::seed_from_u64(11);
    let graphs = graphs(rng);
    let batch = batch_of(graphs.clone());
    let filter: Vec<f32> = (0..batch.vertices())
        .map(|_| rng.random_range(0..6) as f32 / 6.0)
        .collect();
    for (engine, device) in devices() {
        for kind in [Hat::Rational, Hat::Vanishing] {
            let config = ModelConfig {
                hat: kind,
                extended: true,
                ..config()
            };
            let head = head(&config, &device);
            let input = BatchInput::new(batch.clone(), &device);
            let given = floats(filter.clone(), [filter.len()], &device);
            let readout = pollster::block_on(head.forward(given, &input)).readout;
            let h1 = &head.extended.as_ref().unwrap().h1;
            let (centres, radii) = (values(h1.centres.val()), values(h1.radii.val()));
            let found = values(readout.unwrap().slice([0..graphs.len(), 12..16]));
            let (mut expected, mut repeated) = (Vec::new(), 0);
            for (graph, own) in graphs.iter().zip(batch.vertex_offsets.windows(2)) {
                let filter = &filter[own[0] as usize..own[1] as usize];
                let loops = extended(&graph.edges, filter).loops;
                repeated += loops.windows(2).filter(|pair| pair[0] == pair[1]).count();
                for (centre, &radius) in centres.chunks_exact(2).zip(&radii) {
                    let points = loops.iter().map(|ends| ends.map(|v| filter[v as usize]));
                    let with_length = points.filter(|[birth, death]| birth != death);
                    expected.push(
                        with_length
                            .map(|point| {
                                let length = match kind {
                                    Hat::Rational => 1.0,
                                    Hat::Vanishing => point[0] - point[1],
                                };
                                length * hat(point, centre, radius)
                            })
                            .sum(),
                    );
                }
            }
            assert!(repeated > 0, "some loops have the same ends");
            assert_close(engine, &found, &expected, 1e-4);
            let of_all: Vec<f32> = found.chunks_exact(4).map(|hats| hats[0].abs()).collect();
            assert!(of_all[4] > 0.1 && of_all[3] == 0.0, "{engine}: {of_all:?}");
        }
    }
}

#[test]
fn the_gradient_of_loops_goes_to_the_vertices_at_their_ends() {
    let rng = &mut ChaCha8Rng::seed_from_u64(12);
    let batch = batch_of(graphs(rng));
    let filter: Vec<f32> = (0..batch.vertices())
        .map(|v| 0.1 + 0.8 * ((v * 37) % 64) as f32 / 64.0)
        .collect();
    let slopes = devices().map(|(_, device)| {
        let input = BatchInput::new(batch.clone(), &device);
        let autodiff = device.clone().autodiff();
        let config = ModelConfig {
            extended: true,
            ..config()
        };
        let extended = head(&config, &autodiff).extended.unwrap();
        let at = |filter: &[f32]| {
            let filter = floats(filter.to_vec(), [filter.len()], &autodiff).require_grad();
            let sums = pollster::block_on(extended.forward(filter.clone(), &input));
            let share = floats(vec![0.3, -0.7, 0.5, 0.2], [1, 4], &autodiff);
            let loss = (sums * share).sum();
            let gradients = loss.backward();
            (values(loss)[0], values(filter.grad(&gradients).unwrap()))
        };
        let slopes = at(&filter).1;
        if ops::is_cpu(&device) {
            for (v, &slope) in slopes.iter().enumerate() {
                assert_slope(slope, |step| {
                    let mut filter = filter.clone();
                    filter[v] += step;
                    at(&filter).0
                });
            }
        }
        slopes
    });
    assert_close("WGSL", &slopes[1], &slopes[0], 1e-4);
    assert!(slopes[0].iter().filter(|slope| slope.abs() > 1e-3).count() > 20);
}
