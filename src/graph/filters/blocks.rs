//! Work in blocks, shared by the cores, that tells how far it is.

use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

/// Is told now and then, by whichever thread, what share of the work is done, from 0 to 1.
pub type Progress<'a> = &'a (dyn Fn(f64) + Sync);

/// What `step` makes of the numbers below `blocks`, on all cores, each thread with values of its own, which `join` puts together
/// in the order of the numbers.
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

/// What `step` makes of the numbers below `blocks`: there is one thread.
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

/// Counts blocks that are done, and tells.
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
