//! Where a run stands.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::config::TrainingConfig;

/// Sums over the steps of the epoch so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Running {
    pub loss: f64,
    pub correct: u32,
    pub graphs: u32,
}

/// Where a run stands, apart from the weights.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Steps done.
    pub step: u32,
    /// Epochs done.
    pub epoch: u32,
    /// Training graphs in the order of this epoch.
    pub order: Vec<u32>,
    /// Graphs of `order` that have been used.
    pub used: usize,
    pub running: Running,
    pub rng: ChaCha8Rng,
    /// Draws what dropout leaves out.
    pub dropout: ChaCha8Rng,
    /// Draws the order of equal filter values.
    pub ties: ChaCha8Rng,
}

/// A random stream of the run, after so many words: 0 drew the weights, 1 draws the order of the graphs, so that it
/// does not depend on the model, 2 what dropout leaves out, and 3 the order inside ties.
///
/// Every fold has its own, so that the deviation over the folds has that of initial weights in it, and so that a fold
/// that is trained alone is the same.
pub(super) fn stream(config: &TrainingConfig, number: u64, words: u128) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed.into());
    rng.set_stream(u64::from(config.fold) << 8 | number);
    rng.set_word_pos(words);
    rng
}
