//! The position of a run in its epochs.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::config::TrainingConfig;

/// Sums over the steps of the epoch so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Running {
    pub loss: f64,
    pub metric: f64,
    pub graphs: u32,
}

/// The position of a run, without the weights.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Finished steps.
    pub step: u32,
    /// Finished epochs.
    pub epoch: u32,
    /// Training graphs in the order of this epoch.
    pub order: Vec<u32>,
    /// Number of used graphs of `order`.
    pub used: usize,
    pub running: Running,
    pub rng: ChaCha8Rng,
    /// Draws the units that dropout drops.
    pub dropout: ChaCha8Rng,
    /// Draws the order of equal filter values.
    pub ties: ChaCha8Rng,
}

/// A random stream of the run after `words` words. Stream 0 drew the weights. Stream 1 draws the order of the graphs, so that this
/// order does not depend on the model. Stream 2 draws the units that dropout drops, stream 3 the order inside ties.
///
/// Every fold has separate streams. The deviation over the folds therefore includes that of the initial weights, and a fold gives
/// the same results if it is trained alone.
pub(super) fn stream(config: &TrainingConfig, number: u64, words: u128) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed.into());
    rng.set_stream(u64::from(config.fold) << 8 | number);
    rng.set_word_pos(words);
    rng
}
