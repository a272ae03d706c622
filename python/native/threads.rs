//! Computations on all cores, without the interpreter lock, which Ctrl-C interrupts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::marker::Ungil;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The process that used the module first. Its threads are those of rayon.
static FIRST_PROCESS: LazyLock<u32> = LazyLock::new(process::id);

/// The threads of a process that was forked from another one, and the number of the process.
static FORKED: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);

/// The time between two checks for Ctrl-C.
const PERIOD: Duration = Duration::from_millis(50);

/// Whether the user has interrupted a computation.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

/// The payload of an unwinding computation.
struct Interrupted;

impl Interrupt {
    /// Ends the computation if the user has interrupted it. Progress reports call this: no caller waits for the result any more, so
    /// unwinding only frees the memory and the cores.
    pub fn check(&self) {
        if self.0.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Interrupted));
        }
    }
}

/// Computes without the interpreter lock.
///
/// A forked process, such as a worker of PyTorch's `DataLoader`, has none of the threads of its parent and would wait for them. It
/// therefore starts its own threads.
pub fn detached<T: Ungil + Send>(py: Python<'_>, compute: impl FnOnce() -> T + Ungil + Send) -> T {
    py.detach(|| on_own_threads(compute))
}

/// [`detached`] for a computation that can take longer than a moment, which runs on another thread.
///
/// # Errors
/// If a signal raises an exception, such as `KeyboardInterrupt`. The computation then ends at its next check.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    compute: impl FnOnce(&Interrupt) -> T + Send + 'static,
) -> PyResult<T> {
    let interrupt = Interrupt::default();
    let own = interrupt.clone();
    let (sender, mut receiver) = channel();
    thread::spawn(move || {
        let compute = AssertUnwindSafe(|| on_own_threads(|| compute(&own)));
        // After an interruption, nobody receives the result.
        let _ = sender.send(catch_unwind(compute));
    });
    loop {
        let receiver = &mut receiver;
        match py.detach(move || receiver.recv_timeout(PERIOD)) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| {
                interrupt.0.store(true, Ordering::Relaxed);
            })?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "the computation has ended without a result",
                ));
            }
        }
    }
}

fn on_own_threads<T: Send>(compute: impl FnOnce() -> T + Send) -> T {
    match *FIRST_PROCESS == process::id() {
        true => compute(),
        false => match own_threads() {
            Some(threads) => threads.install(compute),
            None => compute(),
        },
    }
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
