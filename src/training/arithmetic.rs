//! A fingerprint of the arithmetic of training.

use std::sync::Arc;

use burn::tensor::Device;
use gemm_common::cache::CACHE_INFO;

use super::Trainer;
use crate::config::{ModelKind, TrainingConfig};
use crate::graph::{Fnv, fingerprint, folds::Split, generate};
use crate::ops::is_cpu;

/// The models of the runs. Later models are not among them, so the fingerprints of existing run files stay comparable.
const MODELS: [ModelKind; 5] = [
    ModelKind::Gfl,
    ModelKind::PhOnly,
    ModelKind::Sum,
    ModelKind::SortPool,
    ModelKind::DeepSets,
];
/// Steps of each run.
const STEPS: u32 = 3;
/// Graphs of the training part: more than a batch.
const GRAPHS: u32 = 40;

/// The properties of the processor that change the order of sums, and the bits of the weights after a few training steps of these
/// models as one number: `avx512f/48K/12-0123456789abcdef`.
///
/// Programs with the same fingerprint train a run with bit-identical results. On the same processor, the number changes only with
/// the code of the training. A run on a GPU has no fingerprint: `None`.
pub async fn arithmetic(device: &Device) -> Option<String> {
    if !is_cpu(device) {
        return None;
    }
    let dataset = generate::generate("cycles-and-trees", 0).expect("the generator exists");
    let dataset = Arc::new(dataset);
    let split = Split {
        train: (0..GRAPHS).collect(),
        test: vec![GRAPHS],
        ..Split::default()
    };
    let mut hash = Fnv::default();
    for model in MODELS {
        let config = TrainingConfig {
            model,
            ..TrainingConfig::default()
        };
        let trainer = Trainer::new(dataset.clone(), split.clone(), config, device.clone());
        let mut trainer = trainer.expect("the configuration is valid");
        trainer.train(STEPS).await;
        let weights = trainer.weights().await.ok()?;
        let bits: Vec<u32> = weights.into_iter().map(f32::to_bits).collect();
        hash.add(&bits);
    }
    Some(format!("{}-{}", processor(), fingerprint(hash.0)))
}

/// The vector instructions of matrix products, and the size and the associativity of the L1 cache: gemm splits long sums into blocks
/// that fit into it.
fn processor() -> String {
    let l1 = CACHE_INFO[0];
    format!(
        "{}/{}K/{}",
        instructions(),
        l1.cache_bytes / 1024,
        l1.associativity
    )
}

/// The widest vector instructions of the processor that products use.
fn instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            return "avx512f";
        }
        if is_x86_feature_detected!("fma") {
            return "fma";
        }
    }
    std::env::consts::ARCH
}
