//! The batches of an epoch. A separate thread prepares them during the earlier steps.
//!
//! Only for native builds, on the CPU, and with a spare core. The batches do not depend on the thread.

use std::sync::{
    Arc,
    mpsc::{Receiver, sync_channel},
};

use super::device_dataset::DeviceDataset;
use crate::{model::BatchInput, ops};

/// Number of batches that the thread sends together, because it takes time to wake a thread.
const GROUP: usize = 8;

/// Batches in the order of preparation. A drop ends the preparation.
pub(super) struct Prefetch {
    made: Receiver<Vec<(BatchInput, Vec<u32>)>>,
    /// The current group. The next batch is the last one.
    group: Vec<(BatchInput, Vec<u32>)>,
}

impl Prefetch {
    /// Prepares batches of `batch_size` of these graphs. `None` if that does not save time.
    pub fn new(data: &Arc<DeviceDataset>, order: &[u32], batch_size: u32) -> Option<Self> {
        if !ops::is_cpu(&data.device) || spare_cores() == 0 {
            return None;
        }
        let (sender, receiver) = sync_channel(1);
        let (data, order) = (data.clone(), order.to_vec());
        let make = move || {
            for order in order.chunks(GROUP * batch_size as usize) {
                let batches = order.chunks(batch_size as usize).rev();
                let group = batches
                    .map(|batch| data.input(batch, &data.device))
                    .collect();
                if sender.send(group).is_err() {
                    // The receiver no longer exists.
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("batches".into());
        thread.spawn(make).ok().map(|_| Self {
            made: receiver,
            group: Vec::new(),
        })
    }

    /// The next batch; `None` if the thread has ended.
    pub fn next(&mut self) -> Option<(BatchInput, Vec<u32>)> {
        if self.group.is_empty() {
            self.group = self.made.recv().ok()?;
        }
        self.group.pop()
    }
}

#[cfg(not(target_family = "wasm"))]
fn spare_cores() -> usize {
    rayon::current_num_threads() - 1
}

#[cfg(target_family = "wasm")]
fn spare_cores() -> usize {
    0
}
