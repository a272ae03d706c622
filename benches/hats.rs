//! Time of coordinate functions: one forward and one backward pass over a batch, for every coordinate function and every bar
//! weight.
//!
//! `cargo bench -p sublevel-benches --bench hats` prints each with the ratio to the rational hat. The batch has the sizes of one of REDDIT-BINARY,
//! on the CPU.

use std::time::{Duration, Instant};

use burn::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{BarWeight, CoordinateFunction},
    model::{
        bar_weight::WeightFunction, coordinate_functions::CoordinateFunctions, initial::Initial,
    },
};

const GRAPHS: usize = 32;
const CANDIDATES: usize = 430;
const COORDINATE_FUNCTIONS: usize = 100;
const ROUNDS: usize = 200;

/// A readout of one barcode in the plane.
struct Reader {
    name: String,
    hats: CoordinateFunctions,
    weight: WeightFunction,
    times: Vec<Duration>,
}

fn main() {
    let device = Device::flex().autodiff();
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let candidates = 2 * GRAPHS * CANDIDATES;
    // Vertices of one colour class share values, and most vertices create no bar.
    let points: Vec<f32> = (0..2 * candidates)
        .map(|_| rng.random_range(0..40) as f32 / 40.0)
        .collect();
    let counts: Vec<i32> = (0..candidates)
        .map(|_| i32::from(rng.random_bool(0.25)))
        .collect();
    let offsets: Vec<i32> = (0..=GRAPHS).map(|g| (g * CANDIDATES) as i32).collect();
    let ints = |numbers: &[i32]| Tensor::<1, Int>::from_ints(numbers, &device);
    let (counts, offsets) = (ints(&counts), ints(&offsets));
    let points = TensorData::new(points, [candidates, 2]);

    let hats = CoordinateFunction::ALL.map(|hat| (hat, BarWeight::None));
    let weights = BarWeight::ALL.map(|weight| (CoordinateFunction::Rational, weight));
    let mut readers: Vec<Reader> = hats
        .into_iter()
        .chain(weights.into_iter().skip(1))
        .map(|(hat, weight)| {
            let initial = &mut Initial {
                rng,
                device: &device,
                xavier: true,
            };
            Reader {
                name: format!("{hat:?} × {weight:?}"),
                hats: CoordinateFunctions::new(hat, COORDINATE_FUNCTIONS, 2, initial),
                weight: WeightFunction::new(weight, 2, initial),
                times: Vec::new(),
            }
        })
        .collect();
    // Interleaved, so that other load on the machine affects all alike.
    for _ in 0..ROUNDS {
        for reader in &mut readers {
            let points = Tensor::<2>::from_data(points.clone(), &device).require_grad();
            let start = Instant::now();
            let weights = reader.weight.forward(&points, counts.clone());
            let sums = reader.hats.forward(points.clone(), weights, &offsets, 2);
            let gradients = sums.sum().backward();
            let slope = points.grad(&gradients).expect("points have a gradient");
            std::hint::black_box(slope.into_data());
            reader.times.push(start.elapsed());
        }
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    };
    let rational = median(&mut readers[0].times.clone());
    for reader in &mut readers {
        let time = median(&mut reader.times);
        println!(
            "{:24} {:8.1} µs a graph {:6.2}",
            reader.name,
            1e6 * time / GRAPHS as f64,
            time / rational
        );
    }
}
