//! Reading of barcodes: gradients at ties, weights of short bars, and finite loops.

use std::{collections::HashMap, sync::Arc};

use crate::common::{assert_close_to_scale, devices, floats, values};
use burn::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{
        BarWeight, CoordinateFunction, EdgeFilter, Features, ModelKind, ReadoutBarcodes,
        TopologyLayer,
    },
    graph::{
        Dataset, Graph, Statistics,
        batch::{Batcher, FeatureSizes, GraphBatch, SetTypes},
    },
    homology::{
        NONE,
        distance::{Order, wasserstein},
        extended,
        order::canonical_key,
    },
    model::{
        BatchInput, ModelConfig, coordinate_functions::CoordinateFunctions,
        extended_readout::ExtendedReadout, head::Head, initial::Initial, readout::Readout,
    },
};

/// A batch of these graphs in which every vertex has a separate colour, with the number of the vertex.
fn batch_of(graphs: Vec<Graph>) -> GraphBatch {
    let mut graphs = graphs;
    let mut vertices = 0;
    for graph in &mut graphs {
        graph.vertex_labels = (vertices..vertices + graph.vertices).collect();
        vertices += graph.vertices;
    }
    let feature_sizes = FeatureSizes {
        degrees: 0,
        labels: vertices as usize,
        ..FeatureSizes::default()
    };
    let all: Vec<u32> = (0..graphs.len() as u32).collect();
    let dataset = Dataset {
        classes: vec![0; graphs.len()],
        graphs,
        ..Dataset::default()
    };
    Batcher::new(Arc::new(dataset), feature_sizes, &Statistics::default(), 0).batch(&all)
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

/// The filter on a batch after a permutation of its vertices.
fn moved(filter: &[f32], batch: &GraphBatch) -> Vec<f32> {
    let colours = batch.colour_of.iter();
    colours.map(|&colour| filter[colour as usize]).collect()
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
fn the_order_of_ties_changes_no_bar_and_is_the_same_on_every_device() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let batch = batch_of(graphs(rng));
    let filter: Vec<f32> = (0..batch.vertices())
        .map(|_| rng.random_range(0..5) as f32 / 5.0)
        .collect();
    let devices = devices();
    let cpu = &devices[0];
    let expected = barcode(&batch, &filter, &persistence(&batch, &filter, &cpu.1));
    let mut seen = Vec::new();
    for _ in 0..20 {
        let mut batch = batch.clone();
        batch.shuffle_vertices(rng);
        let filter = moved(&filter, &batch);
        let found = persistence(&batch, &filter, &cpu.1);
        for other in &devices[1..] {
            assert_eq!(found, persistence(&batch, &filter, &other.1));
        }
        assert_eq!(barcode(&batch, &filter, &found), expected);
        seen.push(batch.colour_of);
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 20, "every draw is another one");
}

#[test]
fn tied_vertices_are_equally_often_the_oldest_and_a_seed_repeats() {
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
                batch.colour_of[oldest.unwrap()]
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
        topology_layer: TopologyLayer::None,
        features: Features::Degree,
        feature_sizes: FeatureSizes::default(),
        width: 8,
        filters: 1,
        edge_filter: EdgeFilter::Max,
        readout: ReadoutBarcodes::Gfl,
        hats: 4,
        hat: CoordinateFunction::Rational,
        bar_weight: BarWeight::None,
        extended: false,
        sort_pool: 0,
        set_types: SetTypes::default(),
        classifier_width: 8,
        dropout: 0.0,
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

/// Factors of the logits of the graphs of [`graphs`].
fn share() -> Vec<f32> {
    random(6 * 3, &mut ChaCha8Rng::seed_from_u64(4))
}

/// A number that depends on all logits, and its slope in every filter value.
fn slopes(head: &Head, input: &BatchInput, filter: &[f32]) -> (f32, Vec<f32>) {
    let device = input.device.clone().autodiff();
    let filter = floats(filter.to_vec(), [filter.len()], &device).require_grad();
    let logits = pollster::block_on(head.forward(vec![filter.clone()], input)).logits;
    let shape = logits.dims();
    let loss = (logits * floats(share(), shape, &device)).sum();
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
        assert_close_to_scale(engine, &found, &expected, 1e-6);
    }
}

/// The slope of `f` at 0, in f64: the step is so small that rounding is all that is between it and the derivative. `f`
/// must not have an edge there.
#[track_caller]
fn slope(f: impl Fn(f64) -> f64) -> f64 {
    const STEP: f64 = 1e-6;
    let (before, at, after) = (f(-STEP), f(0.0), f(STEP));
    let [left, right] = [at - before, after - at].map(|difference| difference / STEP);
    assert!(
        (left - right).abs() < 1e-4 * (1.0 + left.abs()),
        "an edge: {left} on the left, {right} on the right"
    );
    (after - before) / (2.0 * STEP)
}

/// The hat with this centre and radius at a point.
fn hat(point: &[f64], centre: &[f32], radius: f32) -> f64 {
    let apart = point.iter().zip(centre);
    let distance: f64 = apart.map(|(&x, &c)| (x - f64::from(c)).abs()).sum();
    1.0 / (1.0 + distance) - 1.0 / (1.0 + (f64::from(radius).abs() - distance).abs())
}

/// The weighted sum of the outputs of a head in f64, by the definitions, for filters whose order is that of `order`.
struct Twin<'a> {
    batch: &'a GraphBatch,
    order: &'a [f32],
    pairs: [Vec<i32>; 2],
    /// Centres and radii of the finite bars, of components and of loops.
    hats: [[Vec<f32>; 2]; 3],
    /// Weights by input, and offsets, of both layers.
    layers: [[Vec<f32>; 2]; 2],
    share: Vec<f32>,
}

impl<'a> Twin<'a> {
    fn new(head: &Head, batch: &'a GraphBatch, order: &'a [f32], share: Vec<f32>) -> Self {
        let readout = head.readout.as_ref().unwrap();
        let hats = [&readout.h0, &readout.h0_essential, &readout.h1_essential];
        let layers = [&head.classifier.first, &head.classifier.second];
        Self {
            pairs: persistence(batch, order, &Device::flex()),
            hats: hats.map(rational),
            layers: layers.map(|layer| {
                let bias = layer.bias.as_ref().unwrap();
                [values(layer.weight.val()), values(bias.val())]
            }),
            batch,
            order,
            share,
        }
    }

    fn at(&self, filter: &[f64]) -> f64 {
        let n = filter.len();
        let [death, loops] = &self.pairs;
        let key = |v: usize| canonical_key(self.order[v]);
        let mut shares = self.share.iter().map(|&share| f64::from(share));
        let mut total = 0.0;
        for own in self.batch.vertex_offsets.windows(2) {
            let own = own[0] as usize..own[1] as usize;
            let candidates = (0..2).flat_map(|direction| own.clone().map(move |v| (direction, v)));
            let mut bars = [vec![], vec![], vec![]];
            for (direction, v) in candidates {
                let (end, closed) = (death[direction * n + v], loops[direction * n + v]);
                match usize::try_from(end) {
                    Ok(end) if key(end) != key(v) => bars[0].push(vec![filter[v], filter[end]]),
                    Ok(_) => {}
                    Err(_) => bars[1].push(vec![filter[v]]),
                }
                bars[2].extend(vec![vec![filter[v]]; closed as usize]);
            }
            let mut row: Vec<f64> = Vec::new();
            for ([centres, radii], bars) in self.hats.iter().zip(&bars) {
                let centres = centres.chunks_exact(centres.len() / radii.len());
                row.extend(centres.zip(radii).map(|(centre, &radius)| {
                    let hats = bars.iter().map(|bar| hat(bar, centre, radius));
                    hats.sum::<f64>()
                }));
            }
            let linear = |row: &[f64], [weights, bias]: &[Vec<f32>; 2]| -> Vec<f64> {
                let outputs = bias.len();
                let column = |(o, &bias): (usize, &f32)| {
                    let weights = weights[o..].iter().step_by(outputs);
                    let products = row.iter().zip(weights).map(|(x, &w)| x * f64::from(w));
                    f64::from(bias) + products.sum::<f64>()
                };
                bias.iter().enumerate().map(column).collect()
            };
            let hidden = linear(&row, &self.layers[0]);
            let active: Vec<f64> = hidden.iter().map(|&x| x.max(0.01 * x)).collect();
            let logits = linear(&active, &self.layers[1]);
            total += logits
                .iter()
                .map(|x| x * shares.next().unwrap())
                .sum::<f64>();
        }
        total
    }
}

#[test]
fn the_shared_gradient_of_ties_is_the_slope_of_moving_them_together() {
    let rng = &mut ChaCha8Rng::seed_from_u64(6);
    let batch = batch_of(graphs(rng));
    let n = batch.vertices();
    for (engine, device) in devices() {
        let head = head(&config(), &device.clone().autodiff());
        let mut input = BatchInput::new(batch.clone(), &device);
        // Ten heights for the 64 vertices of the fifth graph, then a height for each.
        for levels in [10, 64] {
            let filter: Vec<f32> = (0..n)
                .map(|v| 0.1 + 0.8 * ((v * 37) % levels) as f32 / levels as f32)
                .collect();
            let twin = Twin::new(&head, &batch, &filter, share());
            input.mean_of_ties = false;
            let (loss, by_index) = slopes(&head, &input, &filter);
            input.mean_of_ties = true;
            let shares = slopes(&head, &input, &filter).1;
            let exact: Vec<f64> = filter.iter().map(|&value| value.into()).collect();
            assert_close_to_scale(engine, &[loss], &[twin.at(&exact) as f32], 1e-5);
            let mut expected = vec![0.0; n];
            for own in batch.vertex_offsets.windows(2) {
                let own = own[0] as usize..own[1] as usize;
                for v in own.clone() {
                    let tied: Vec<usize> =
                        own.clone().filter(|&u| filter[u] == filter[v]).collect();
                    let together = slope(|step| {
                        let mut moved = exact.clone();
                        tied.iter().for_each(|&v| moved[v] += step);
                        twin.at(&moved)
                    });
                    expected[v] = (together / tied.len() as f64) as f32;
                    if tied.len() == 1 {
                        assert_eq!(shares[v], by_index[v], "{engine}: nothing to share");
                    }
                }
            }
            assert_close_to_scale(engine, &shares, &expected, 1e-5);
        }
    }
}

fn random(length: usize, rng: &mut impl Rng) -> Vec<f32> {
    (0..length).map(|_| rng.random()).collect()
}

/// Centres and radii.
fn rational(hats: &CoordinateFunctions) -> [Vec<f32>; 2] {
    ["centres", "radii"].map(|name| values(hats.parameter(name).unwrap().flat()))
}

/// The vectors of the graphs of a batch.
fn read(weight: BarWeight, batch: &GraphBatch, filter: &[f32], device: &Device) -> Vec<f32> {
    let initial = &mut Initial {
        rng: &mut ChaCha8Rng::seed_from_u64(9),
        device,
        xavier: true,
    };
    let readout = Readout::new(5, CoordinateFunction::Rational, weight, initial);
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
fn only_the_length_weight_makes_short_bars_negligible() {
    // A path: as its middle sinks below the upper end, the bar between them passes from above the diagonal to below it.
    let batch = batch_of(vec![Graph::new(3, [[0, 1], [1, 2]])]);
    for (engine, device) in devices() {
        let at =
            |weight: BarWeight, middle: f32| read(weight, &batch, &[0.1, middle, 0.6], &device);
        for weight in [BarWeight::None, BarWeight::Length] {
            let (above, on, below) = (at(weight, 0.601), at(weight, 0.6), at(weight, 0.599));
            let jump = largest_difference(&above, &on).max(largest_difference(&below, &on));
            match weight {
                BarWeight::Length => assert!(jump < 0.005, "{engine}: {jump}"),
                _ => assert!(jump > 0.05, "{engine}: {jump}"),
            }
        }
    }
}

#[test]
fn the_sum_weighted_by_length_is_stable() {
    let rng = &mut ChaCha8Rng::seed_from_u64(10);
    let batch = batch_of(graphs(rng));
    let device = Device::flex();
    for step in [1e-3, 1e-4, 1e-5] {
        let filter: Vec<f32> = (0..batch.vertices())
            .map(|_| rng.random_range(1..6) as f32 / 6.0)
            .collect();
        let moved: Vec<f32> = filter
            .iter()
            .map(|value| value + rng.random_range(-step..step))
            .collect();
        let both = [&filter, &moved];
        let points = both.map(|filter| finite_bars(&batch, filter));
        let [equal, by_length] = [BarWeight::None, BarWeight::Length].map(|weight| {
            let [a, b] = both.map(|filter| read(weight, &batch, filter, &device));
            // Of five hats each, those of the finite bars come first.
            let rows = a.chunks_exact(15).zip(b.chunks_exact(15));
            let changes = rows.map(|(a, b)| largest_difference(&a[..5], &b[..5]));
            changes.collect::<Vec<f32>>()
        });
        let mut jumps = 0;
        for (graph, (a, b)) in points[0].iter().zip(&points[1]).enumerate() {
            // The distance uses the larger of two differences, the bound of three times uses their sum.
            let most = 3.0 * 2.0 * wasserstein(a, b, Order::One).value as f32 + 1e-5;
            assert!(by_length[graph] <= most, "{} of {most}", by_length[graph]);
            jumps += usize::from(equal[graph] > most);
        }
        assert!(
            jumps >= 2,
            "bars that all count the same keep within the bound, too"
        );
    }
}

/// Points of the finite bars of each graph.
fn finite_bars(batch: &GraphBatch, filter: &[f32]) -> Vec<Vec<[f32; 2]>> {
    let [death, _] = persistence(batch, filter, &Device::flex());
    let of_graph = |own: &[u32]| {
        let vertices = own[0] as usize..own[1] as usize;
        let candidates = (0..2).flat_map(|direction| vertices.clone().map(move |v| (direction, v)));
        let finite = candidates.filter_map(|(direction, v)| {
            let end = usize::try_from(death[direction * filter.len() + v]).ok()?;
            Some([filter[v], filter[end]])
        });
        finite.collect()
    };
    batch.vertex_offsets.windows(2).map(of_graph).collect()
}

/// Random graphs, their batch, and a filter with six values, so that bars tie and have length zero.
fn with_six_levels(rng: &mut impl Rng) -> (Vec<Graph>, GraphBatch, Vec<f32>) {
    let graphs = graphs(rng);
    let batch = batch_of(graphs.clone());
    let filter = (0..batch.vertices())
        .map(|_| rng.random_range(0..6) as f32 / 6.0)
        .collect();
    (graphs, batch, filter)
}

#[test]
fn extended_persistence_adds_the_sum_over_the_loops_of_each_graph() {
    let rng = &mut ChaCha8Rng::seed_from_u64(11);
    let (graphs, batch, filter) = with_six_levels(rng);
    for (engine, device) in devices() {
        for weight in [BarWeight::None, BarWeight::Length] {
            let config = ModelConfig {
                bar_weight: weight,
                extended: true,
                ..config()
            };
            let head = head(&config, &device);
            let input = BatchInput::new(batch.clone(), &device);
            let given = floats(filter.clone(), [filter.len()], &device);
            let readout = pollster::block_on(head.forward(vec![given], &input)).readout;
            let [centres, radii] = rational(&head.extended.as_ref().unwrap().h1);
            let found = values(readout.unwrap().slice([0..graphs.len(), 12..16]));
            let (mut expected, mut repeated) = (Vec::new(), 0);
            for (graph, own) in graphs.iter().zip(batch.vertex_offsets.windows(2)) {
                let filter = &filter[own[0] as usize..own[1] as usize];
                let loops = extended(&graph.edges, filter).loops;
                repeated += loops.windows(2).filter(|pair| pair[0] == pair[1]).count();
                for (centre, &radius) in centres.chunks_exact(2).zip(&radii) {
                    let ends = |ends: &[u32; 2]| ends.map(|v| f64::from(filter[v as usize]));
                    let with_length = loops.iter().map(ends).filter(|[a, b]| a != b);
                    let sum: f64 = with_length
                        .map(|point| {
                            let length = match weight {
                                BarWeight::Length => point[0] - point[1],
                                _ => 1.0,
                            };
                            length * hat(&point, centre, radius)
                        })
                        .sum();
                    expected.push(sum as f32);
                }
            }
            assert!(repeated > 0, "some loops have the same ends");
            assert_close_to_scale(engine, &found, &expected, 1e-5);
            let of_all: Vec<f32> = found.chunks_exact(4).map(|hats| hats[0].abs()).collect();
            assert!(of_all[4] > 0.1 && of_all[3] == 0.0, "{engine}: {of_all:?}");
        }
    }
}

/// The readout of finite loops.
fn extended_readout(device: &Device) -> ExtendedReadout {
    let config = ModelConfig {
        extended: true,
        ..config()
    };
    head(&config, device).extended.unwrap()
}

#[test]
fn models_train_on_trees_without_loops() {
    let path = |vertices: u32| Graph::new(vertices, (1..vertices).map(|v| [v - 1, v]));
    for graphs in [vec![path(3), path(9)], vec![path(0), path(0)]] {
        let batch = batch_of(graphs);
        for (engine, device) in devices() {
            let input = BatchInput::new(batch.clone(), &device);
            let autodiff = device.clone().autodiff();
            let extended = extended_readout(&autodiff);
            let filter = vec![0.5; input.vertices];
            let filter = floats(filter, [input.vertices], &autodiff).require_grad();
            let pairs = pollster::block_on(input.persistence(filter.clone()));
            let (sums, _) = pollster::block_on(extended.read(filter.clone(), &pairs, &input));
            let gradients = sums.clone().sum().backward();
            assert_eq!(values(sums), [0.0; 8], "{engine}");
            let slopes = values(filter.grad(&gradients).unwrap());
            assert_eq!(slopes, vec![0.0; input.vertices], "{engine}");
        }
    }
}

#[test]
fn the_gradient_of_loops_goes_to_the_vertices_at_their_ends() {
    let rng = &mut ChaCha8Rng::seed_from_u64(12);
    let graphs = graphs(rng);
    let batch = batch_of(graphs.clone());
    let filter: Vec<f32> = (0..batch.vertices())
        .map(|v| 0.1 + 0.8 * ((v * 37) % 64) as f32 / 64.0)
        .collect();
    let share = [0.3f32, -0.7, 0.5, 0.2];
    for (engine, device) in devices() {
        let input = BatchInput::new(batch.clone(), &device);
        let autodiff = device.clone().autodiff();
        let loops_readout = extended_readout(&autodiff);
        let given = floats(filter.clone(), [filter.len()], &autodiff).require_grad();
        let pairs = pollster::block_on(input.persistence(given.clone()));
        let (sums, _) = pollster::block_on(loops_readout.read(given.clone(), &pairs, &input));
        let loss = (sums * floats(share.to_vec(), [1, 4], &autodiff)).sum();
        let found = values(given.grad(&loss.backward()).unwrap());

        let [centres, radii] = rational(&loops_readout.h1);
        let mut expected = vec![0.0; filter.len()];
        for (graph, own) in graphs.iter().zip(batch.vertex_offsets.windows(2)) {
            let own = own[0] as usize..own[1] as usize;
            let loops = extended(&graph.edges, &filter[own.clone()]).loops;
            let exact: Vec<f64> = filter[own.clone()].iter().map(|&v| v.into()).collect();
            let sum = |filter: &[f64]| -> f64 {
                let hats = centres.chunks_exact(2).zip(&radii).zip(&share);
                let of = |((centre, &radius), &share): ((&[f32], &f32), &f32)| {
                    let lengthy = loops
                        .iter()
                        .filter(|[a, b]| exact[*a as usize] != exact[*b as usize]);
                    let bars =
                        lengthy.map(|ends| hat(&ends.map(|v| filter[v as usize]), centre, radius));
                    f64::from(share) * bars.sum::<f64>()
                };
                hats.map(of).sum()
            };
            for v in 0..exact.len() {
                expected[own.start + v] = slope(|step| {
                    let mut moved = exact.clone();
                    moved[v] += step;
                    sum(&moved)
                }) as f32;
            }
        }
        assert_close_to_scale(engine, &found, &expected, 1e-5);
        let reached = expected.iter().filter(|slope| slope.abs() > 1e-3).count();
        assert!(reached > 20, "{reached} vertices end loops");
    }
}

#[test]
fn the_readout_of_extended_persistence_has_four_barcodes_with_two_ends() {
    let rng = &mut ChaCha8Rng::seed_from_u64(13);
    let (graphs, batch, filter) = with_six_levels(rng);
    for (engine, device) in devices() {
        let config = ModelConfig {
            readout: ReadoutBarcodes::Extended,
            ..config()
        };
        let head = head(&config, &device);
        let input = BatchInput::new(batch.clone(), &device);
        let given = floats(filter.clone(), [filter.len()], &device);
        let forward = pollster::block_on(head.forward(vec![given], &input));
        let found = values(forward.readout.unwrap());
        assert_eq!(found.len(), graphs.len() * 4 * 4);
        let readout = head.extended.as_ref().unwrap();
        let components = readout.components.as_ref().unwrap();
        let functions = [
            &components.h0_sublevel,
            &components.h0_superlevel,
            &components.h0,
            &readout.h1,
        ]
        .map(rational);
        let mut expected = Vec::new();
        let mut bars = [0; 4];
        for (graph, own) in graphs.iter().zip(batch.vertex_offsets.windows(2)) {
            let filter = &filter[own[0] as usize..own[1] as usize];
            let ordinary = sublevel::homology::persistence(&graph.edges, filter);
            let pairs = extended(&graph.edges, filter);
            let merging = ordinary.death.map(|death| -> Vec<[u32; 2]> {
                let ends = (0..).zip(death).map(|(birth, death)| [birth, death]);
                ends.filter(|[_, death]| *death != sublevel::homology::NONE)
                    .collect()
            });
            let [up, down] = merging;
            let barcodes = [up, down, pairs.components, pairs.loops];
            for (place, (barcode, [centres, radii])) in
                barcodes.into_iter().zip(&functions).enumerate()
            {
                let points: Vec<[f64; 2]> = barcode
                    .into_iter()
                    .map(|ends| ends.map(|v| f64::from(filter[v as usize])))
                    .filter(|[birth, death]| birth != death)
                    .collect();
                bars[place] += points.len();
                // The side of the diagonal shows the direction.
                assert!(
                    points.iter().all(|[a, b]| (a < b) == (place % 2 == 0)),
                    "{place}: {points:?}"
                );
                for (centre, &radius) in centres.chunks_exact(2).zip(radii) {
                    let sum: f64 = points.iter().map(|p| hat(p, centre, radius)).sum();
                    expected.push(sum as f32);
                }
            }
        }
        assert_close_to_scale(engine, &found, &expected, 1e-5);
        assert!(bars.iter().all(|&count| count > 3), "{bars:?}");
    }
}
