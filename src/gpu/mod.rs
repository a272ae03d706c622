//! GPUs that run WGSL: the only place that opens one. A GPU is compared with the CPU before its first use, see `check`.

#[cfg(feature = "gpu")]
mod check;
#[cfg(feature = "gpu")]
mod opening;
#[cfg(feature = "gpu")]
mod persistence;
#[cfg(feature = "gpu")]
mod read_back;
#[cfg(all(feature = "gpu", target_family = "wasm"))]
mod web;

use thiserror::Error;

#[cfg(feature = "gpu")]
pub use opening::{BACKENDS, GpuError, Identity, Opened};
#[cfg(feature = "gpu")]
pub(crate) use opening::{compile, instance, open, probe};
#[cfg(feature = "gpu")]
pub use persistence::{Gpu, Prepared, Resident};
#[cfg(feature = "gpu")]
pub(crate) use read_back::read;

/// What a device reports outside the call that caused it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GpuProblem {
    /// The device is lost with its memory, for example by a driver reset.
    #[error("the GPU was lost: {0}")]
    Lost(String),
    /// A validation or internal error with the GPU's message.
    #[error("the GPU reports: {0}")]
    Refused(String),
}
