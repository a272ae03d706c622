//! Work in blocks that all cores share, with progress reports.

use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

/// Receives the finished share of the work, from 0 to 1, from time to time and from any thread.
pub type Progress<'a> = &'a (dyn Fn(f64) + Sync);

/// The result of `step` for the numbers below `blocks`, on all cores. Each thread has separate values, and `join` combines them in
/// the order of the numbers.
#[cfg(not(target_family = "wasm"))]
pub(super) fn over_blocks<T: Send>(
    blocks: usize,
    new: impl Fn() -> T + Sync + Send,
    step: impl Fn(&mut T, usize) + Sync + Send,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> T {
    let add = |mut value, block| {
        step(&mut value, block);
        value
    };
    (0..blocks)
        .into_par_iter()
        .fold(&new, add)
        .reduce(&new, join)
}

/// The result of `step` for the numbers below `blocks`, on the only thread.
#[cfg(target_family = "wasm")]
pub(super) fn over_blocks<T>(
    blocks: usize,
    new: impl Fn() -> T,
    step: impl Fn(&mut T, usize),
    _: impl Fn(T, T) -> T,
) -> T {
    let mut value = new();
    (0..blocks).for_each(|block| step(&mut value, block));
    value
}

/// Counts finished blocks, and reports the progress.
pub(super) struct Done<'a> {
    blocks: AtomicUsize,
    of: usize,
    progress: Progress<'a>,
}

impl<'a> Done<'a> {
    pub(super) fn new(of: usize, progress: Progress<'a>) -> Self {
        let blocks = AtomicUsize::new(0);
        Self {
            blocks,
            of,
            progress,
        }
    }

    pub(super) fn one_more(&self) {
        let before = self.blocks.fetch_add(1, Ordering::Relaxed);
        (self.progress)((before + 1) as f64 / self.of as f64);
    }
}
