//! Computations on all cores, without the interpreter lock.

use std::process;
use std::sync::{LazyLock, Mutex, PoisonError};

use pyo3::marker::Ungil;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The process that used the module first. Its threads are those of rayon.
static FIRST_PROCESS: LazyLock<u32> = LazyLock::new(process::id);

/// The threads of a process that was forked from another one, and the number of the process.
static FORKED: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);

/// Computes without the interpreter lock.
///
/// A forked process, such as a worker of PyTorch's `DataLoader`, has none of the threads of its parent and would wait for them. It
/// therefore starts its own threads.
pub fn detached<T: Ungil + Send>(py: Python<'_>, compute: impl FnOnce() -> T + Ungil + Send) -> T {
    py.detach(|| match *FIRST_PROCESS == process::id() {
        true => compute(),
        false => match own_threads() {
            Some(threads) => threads.install(compute),
            None => compute(),
        },
    })
}

fn own_threads() -> Option<&'static ThreadPool> {
    let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
    match *forked {
        Some((id, threads)) if id == process::id() => Some(threads),
        _ => {
            let threads = ThreadPoolBuilder::new().build().ok()?;
            // The threads live as long as the process.
            let threads = Box::leak(Box::new(threads));
            *forked = Some((process::id(), threads));
            Some(threads)
        }
    }
}
