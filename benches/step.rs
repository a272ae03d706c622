//! A training step: on the CPU, on a GPU operation by operation, and on a GPU as one submission, interleaved.
//!
//! `cargo bench -p sublevel-benches --bench step --features gpu -- ZIP... GENERATOR...` takes TU data sets and generators; without arguments, one
//! of these.

use std::{fs, sync::Arc, time::Instant};

use burn::tensor::Device;
use pollster::block_on;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    device,
    graph::{Dataset, folds, generate, tu::read_tu_zip},
    protocol::Backend,
    training::Trainer,
};

/// Steps per call, after the same number of unmeasured steps, and number of calls.
const STEPS: u32 = 10;
const ROUNDS: usize = 5;

fn main() {
    let words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let mut names: Vec<String> = words.collect();
    if names.is_empty() {
        names.push("cycles-and-trees".into());
    }
    let open = |name: &String| match name.ends_with(".zip") {
        true => read_tu_zip(name, &fs::read(name).expect("a file")).expect("a data set"),
        false => generate::generate(name, 0).expect("a generator"),
    };
    let datasets: Vec<Dataset> = names.iter().map(open).collect();
    let (gpu, report) = block_on(device::open(Backend::Gpu)).expect("a GPU, or an emulated one");
    println!(
        "{}: median (lowest to highest) ms a step of {ROUNDS} rounds of {STEPS} steps",
        report.name
    );
    for dataset in datasets {
        let dataset = Arc::new(dataset);
        let plain = dataset.summary().features[0];
        let attributes = (dataset.vertex_attributes > 0).then_some(Features::DegreeAttributes);
        let models = [
            (ModelKind::PhOnly, 1, Some(plain)),
            (ModelKind::Gfl, 1, Some(plain)),
            (ModelKind::Gfl, 1, attributes),
            (ModelKind::Gfl, 5, Some(plain)),
            (ModelKind::Sum, 1, Some(plain)),
            (ModelKind::Sum, 5, Some(plain)),
        ];
        for (model, layers, features) in models {
            let Some(features) = features else { continue };
            let config = TrainingConfig {
                model,
                layers,
                features,
                epochs: 10_000,
                ..TrainingConfig::default()
            };
            compare(&dataset, &config, &gpu);
        }
    }
}

fn compare(dataset: &Arc<Dataset>, config: &TrainingConfig, gpu: &Device) {
    let mut ways = [
        ("CPU", trainer(dataset, config, &Device::flex())),
        ("GPU, by operation", trainer(dataset, config, gpu)),
        ("GPU, recorded", trainer(dataset, config, gpu)),
    ];
    ways[1].1.never_record();
    let mut times = [const { Vec::new() }; 3];
    for round in 0..=ROUNDS {
        for ((_, trainer), times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            let report = block_on(trainer.train(STEPS));
            assert_eq!(report.stopped, None);
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e3 / f64::from(STEPS));
            }
        }
    }
    if !ways[2].1.records() {
        ways[2].0 = "GPU (not recorded)";
    }
    println!(
        "{} {:?} {:?}, {} layers",
        dataset.name, config.model, config.features, config.layers
    );
    for ((name, _), mut times) in ways.into_iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!(
            "  {name:20} {:7.2} ({:.2} to {:.2})",
            times[ROUNDS / 2],
            times[0],
            times[ROUNDS - 1]
        );
    }
}

fn trainer(dataset: &Arc<Dataset>, config: &TrainingConfig, device: &Device) -> Trainer {
    let folds = folds::stratified_folds(&dataset.classes, config.folds, 0).expect("folds");
    let split = folds.split(config.fold, config.validation).expect("a fold");
    Trainer::new(dataset.clone(), split, config.clone(), device.clone()).expect("a run")
}
