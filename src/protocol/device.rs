//! Devices.

use serde::{Deserialize, Serialize};

use sublevel_topology::choices;

choices! {
    /// The requested device of a session.
    pub enum Backend {
        Auto = "auto", "Automatic", "The fastest: the CPU on the command line; the page compares both when a run starts";
        Cpu = "cpu", "CPU", "The CPU";
        Gpu = "gpu", "GPU", "The GPU, by WGSL, also a software adapter; an error without an adapter";
    }
}

/// The device in use, with the reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
