//! Device selection.

use burn::tensor::Device;
#[cfg(feature = "gpu")]
use burn::tensor::wgpu::wgpu;
use thiserror::Error;

use crate::gpu::GpuProblem;
use crate::protocol::{Backend, DeviceReport};

/// The requested GPU is not available, or no longer responds.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct DeviceError(pub String);

#[cfg(feature = "gpu")]
impl From<crate::gpu::GpuError> for DeviceError {
    fn from(error: crate::gpu::GpuError) -> Self {
        Self(error.to_string())
    }
}

/// Opens the requested device and reports the choice with its reason.
///
/// [`Backend::Auto`] is the CPU; a caller can compare it with the offered GPU on training steps.
///
/// # Errors
/// Only for [`Backend::Gpu`], if there is no adapter, or it does not start, does not answer or returns wrong results.
pub async fn open(backend: Backend) -> Result<(Device, DeviceReport), DeviceError> {
    match backend {
        Backend::Gpu => return gpu::open().await,
        // A native program does not report an alternative, and enumerating adapters takes longer than a short call.
        Backend::Cpu if cfg!(not(target_family = "wasm")) => {
            return Ok(cpu("The CPU was chosen.".into(), None));
        }
        Backend::Cpu | Backend::Auto => {}
    }
    let found = gpu::offered().await;
    let offered = found.as_ref().ok().cloned();
    let reason = match (backend, found) {
        (Backend::Auto, Ok(name)) => format!(
            "The CPU is in use. The GPU {name} is available; the first steps of a run are timed on both devices."
        ),
        (Backend::Auto, Err(failure)) => format!("The CPU is in use: {failure}."),
        _ => "The CPU was chosen.".into(),
    };
    Ok(cpu(reason, offered))
}

pub(crate) fn cpu(reason: String, gpu_offered: Option<String>) -> (Device, DeviceReport) {
    let report = DeviceReport {
        gpu: false,
        name: "CPU".into(),
        software: false,
        gpu_offered,
        reason,
    };
    (Device::flex(), report)
}

/// The first GPU error since the last call; a loss precedes other errors.
///
/// Kernels run asynchronously, so their errors appear here.
pub fn gpu_problem() -> Option<GpuProblem> {
    gpu::problem()
}

/// Destroys the most recently opened GPU device, for tests of device loss.
#[doc(hidden)]
#[cfg(feature = "gpu")]
pub fn lose_gpu() {
    gpu::lose();
}

/// The most recently opened GPU, for code without tensors.
#[cfg(feature = "gpu")]
pub(crate) fn gpu_handles() -> Option<(wgpu::Device, wgpu::Queue)> {
    gpu::handles()
}

#[cfg(feature = "gpu")]
mod gpu {
    use std::sync::{Mutex, PoisonError};

    use burn::tensor::{
        Device,
        wgpu::{WgpuSetup, wgpu},
    };

    use super::DeviceError;
    use crate::gpu::{self, GpuProblem, Opened};
    use crate::protocol::DeviceReport;

    /// The most recently opened device.
    static OPENED: Mutex<Option<Opened>> = Mutex::new(None);

    fn opened() -> Option<Opened> {
        let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        opened.clone()
    }

    pub fn handles() -> Option<(wgpu::Device, wgpu::Queue)> {
        opened().map(|gpu| (gpu.device, gpu.queue))
    }

    pub fn lose() {
        if let Some((device, _)) = handles() {
            device.destroy();
        }
    }

    pub fn problem() -> Option<GpuProblem> {
        opened()?.problem()
    }

    /// Name of the default adapter if it is a real GPU, otherwise the reason.
    pub async fn offered() -> Result<String, String> {
        let adapter = gpu::probe().await.map_err(|error| error.to_string())?;
        match adapter.software {
            false => Ok(adapter.name),
            true => Err(format!(
                "the only adapter, {}, emulates a GPU in software, which is slower than the CPU",
                adapter.name
            )),
        }
    }

    /// Opens the system's preferred adapter, including software adapters.
    pub async fn open() -> Result<(Device, DeviceReport), DeviceError> {
        // All that the adapter has, because burn selects its kernels by the adapter, not by the device.
        let opened = gpu::open(|adapter| wgpu::DeviceDescriptor {
            required_features: adapter
                .features()
                .difference(wgpu::Features::MAPPABLE_PRIMARY_BUFFERS)
                .difference(wgpu::Features::all_experimental_mask()),
            required_limits: adapter.limits(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        })
        .await?;
        let setup = WgpuSetup {
            instance: gpu::instance(),
            adapter: opened.adapter.clone(),
            device: opened.device.clone(),
            queue: opened.queue.clone(),
            backend: opened.adapter.get_info().backend,
        };
        let device = Device::wgpu_options()
            .setup(setup)
            .init()
            .map_err(|error| DeviceError(format!("the GPU did not start: {error}")))?;
        // burn replaces the callbacks: on an error, it ends the program.
        opened.watch();
        let adapter = opened.identity.clone();
        *OPENED.lock().unwrap_or_else(PoisonError::into_inner) = Some(opened);
        let report = DeviceReport {
            gpu: true,
            gpu_offered: (!adapter.software).then(|| adapter.name.clone()),
            reason: match adapter.software {
                true => "A software adapter is in use; it is usually slower than the CPU.".into(),
                false => "The GPU is in use.".into(),
            },
            name: adapter.name,
            software: adapter.software,
        };
        Ok((device, report))
    }
}

#[cfg(not(feature = "gpu"))]
mod gpu {
    use burn::tensor::Device;

    use super::DeviceError;
    use crate::gpu::GpuProblem;
    use crate::protocol::DeviceReport;

    const MISSING: &str =
        "this program was built without the GPU engine; build it with `--features gpu`";

    pub fn problem() -> Option<GpuProblem> {
        None
    }

    pub async fn offered() -> Result<String, String> {
        Err(MISSING.into())
    }

    pub async fn open() -> Result<(Device, DeviceReport), DeviceError> {
        Err(DeviceError(MISSING.into()))
    }
}
