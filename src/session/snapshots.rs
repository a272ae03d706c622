//! The weights of a run at the end of its epochs.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Memory limit of the snapshots of a run in bytes: 64 MiB, enough for 366 epochs of the paper's model on IMDB-BINARY (45 824
/// numbers).
pub const SNAPSHOT_LIMIT: usize = 64 << 20;

/// The weights of a model at the end of epochs, within a memory limit.
///
/// A snapshot holds every parameter and running statistic as f32, without the optimiser's means. Above the limit, only every second
/// epoch is kept, then every fourth, and so on: the multiples of the stride, and always the first and the last. These two stay
/// even if they exceed the limit.
#[derive(Clone, Debug)]
pub struct Snapshots {
    limit: usize,
    /// Multiples of this power of two are kept.
    stride: u32,
    kept: BTreeMap<u32, Arc<[f32]>>,
}

impl Snapshots {
    /// No snapshots, with a limit in bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            stride: 1,
            kept: BTreeMap::new(),
        }
    }

    /// Keeps the weights of an epoch, which is at least the last kept one.
    pub fn add(&mut self, epoch: u32, weights: Arc<[f32]>) {
        self.kept.insert(epoch, weights);
        self.thin();
    }

    /// The weights of an epoch, if they are kept.
    pub fn get(&self, epoch: u32) -> Option<&Arc<[f32]>> {
        self.kept.get(&epoch)
    }

    /// The epochs with stored weights, ascending.
    pub fn epochs(&self) -> Vec<u32> {
        self.kept.keys().copied().collect()
    }

    /// Bytes of all snapshots.
    pub fn bytes(&self) -> usize {
        self.kept.values().map(|weights| 4 * weights.len()).sum()
    }

    /// Removes epochs by the stride, and doubles the stride until the limit is met.
    fn thin(&mut self) {
        loop {
            let ends = [self.kept.first_key_value(), self.kept.last_key_value()];
            let ends = ends.map(|end| end.map(|(&epoch, _)| epoch));
            let stride = self.stride;
            self.kept
                .retain(|&epoch, _| epoch % stride == 0 || ends.contains(&Some(epoch)));
            if self.bytes() <= self.limit || self.kept.len() <= 2 {
                return;
            }
            // Epochs are below 2³¹, so two remain before the stride overflows.
            self.stride = stride.saturating_mul(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_then_every_fourth_epoch_stays_and_always_the_first_and_the_last() {
        // A limit of five snapshots.
        let mut snapshots = Snapshots::new(5 * 4);
        let mut seen = Vec::new();
        for epoch in 0..=13 {
            snapshots.add(epoch, [epoch as f32].into());
            seen.push(snapshots.epochs());
            assert!(snapshots.bytes() <= 20);
        }
        assert_eq!(seen[4], [0, 1, 2, 3, 4]);
        assert_eq!(seen[5], [0, 2, 4, 5]);
        assert_eq!(seen[6], [0, 2, 4, 6]);
        assert_eq!(seen[9], [0, 4, 8, 9]);
        assert_eq!(seen[13], [0, 4, 8, 12, 13]);
        assert_eq!(snapshots.get(8).unwrap()[..], [8.0]);
        assert!(snapshots.get(9).is_none());
    }

    #[test]
    fn a_resumed_run_keeps_its_first_epoch_and_two_epochs_always_fit() {
        let mut snapshots = Snapshots::new(0);
        for epoch in 7..=40 {
            snapshots.add(epoch, [0.0; 3].into());
        }
        assert_eq!(snapshots.epochs(), [7, 40]);
        let mut snapshots = Snapshots::new(4 * 4 * 3);
        for epoch in 7..=12 {
            snapshots.add(epoch, [0.0; 3].into());
        }
        assert_eq!(snapshots.epochs(), [7, 8, 10, 12]);
    }
}
