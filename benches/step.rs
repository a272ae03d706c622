//! A step of training: on the CPU, on a GPU operation by operation, and on a GPU as one submission, in turn.
//!
//! `cargo bench --bench step --features gpu -- ZIP...` takes TU data sets; without one it takes a generated problem.

use std::{fs, sync::Arc, time::Instant};

use burn::tensor::Device;
use pollster::block_on;
use sublevel::{
    config::{ModelKind, TrainingConfig},
    device,
    graph::{Dataset, folds, generate, tu::read_tu_zip},
    protocol::Backend,
    training::Trainer,
};

/// Steps in a call, after as many that are not measured, and how often.
const STEPS: u32 = 10;
const ROUNDS: usize = 5;

fn main() {
    let zips: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word.ends_with(".zip"))
        .collect();
    let mut datasets: Vec<Dataset> = zips
        .iter()
        .map(|path| read_tu_zip(path, &fs::read(path).expect("a file")).expect("a data set"))
        .collect();
    if datasets.is_empty() {
        datasets.push(generate::generate("cycles-and-trees", 0).expect("a generator"));
    }
    let (gpu, report) = block_on(device::open(Backend::Gpu)).expect("a GPU, or an emulated one");
    println!(
        "{}: median (lowest to highest) ms a step of {ROUNDS} rounds of {STEPS} steps",
        report.name
    );
    for dataset in datasets {
        let dataset = Arc::new(dataset);
        for (model, layers) in [
            (ModelKind::PhOnly, 1),
            (ModelKind::Gfl, 1),
            (ModelKind::Gfl, 5),
        ] {
            let config = TrainingConfig {
                model,
                layers,
                features: dataset.summary().features[0],
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
