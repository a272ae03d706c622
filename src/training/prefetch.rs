//! The batches of an epoch, made on a thread of their own while the steps before are done.
//!
//! Only natively, on the CPU, and where there is a core to spare. What is made does not depend on where.

use std::sync::{
    Arc,
    mpsc::{Receiver, sync_channel},
};

use super::device_dataset::DeviceDataset;
use crate::{model::BatchInput, ops};

/// Batches that are handed over together: it takes time to wake a thread.
const GROUP: usize = 8;

/// Batches that are made in this order; no more of them once this is dropped.
pub(super) struct Prefetch {
    made: Receiver<Vec<(BatchInput, Vec<u32>)>>,
    /// Of the group at hand, the next one last.
    group: Vec<(BatchInput, Vec<u32>)>,
}

impl Prefetch {
    /// Makes batches of so many of these graphs; `None` where that would not pay.
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
                    // Nobody waits any more.
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
