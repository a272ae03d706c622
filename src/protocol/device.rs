//! Devices.

use serde::{Deserialize, Serialize};

/// The requested device of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Backend {
    /// The fastest device: natively the CPU. The page starts on the CPU and compares it with a GPU when a run starts.
    Auto,
    /// The CPU.
    Cpu,
    /// WebGPU, including software adapters; an error without an adapter.
    Gpu,
}

/// The device in use, with the reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceReport {
    /// `true`: WebGPU; `false`: the CPU.
    pub gpu: bool,
    /// Name of the adapter, or "CPU".
    pub name: String,
    /// The adapter emulates a GPU on the CPU.
    pub software: bool,
    /// Name of an available real GPU, not an emulation. A native program with the CPU does not look for one.
    pub gpu_offered: Option<String>,
    /// The reason for this device, one sentence for the user.
    pub reason: String,
}
