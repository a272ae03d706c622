//! Device selection.

use burn::tensor::Device;
#[cfg(feature = "gpu")]
use burn::tensor::wgpu::wgpu;
use thiserror::Error;

use crate::protocol::{Backend, DeviceReport};

/// The requested GPU is not available, or no longer responds.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct DeviceError(pub String);

/// An error of a GPU.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GpuProblem {
    /// The device is lost with its memory, for example by a driver reset.
    #[error("the GPU was lost: {0}")]
    Lost(String),
    /// A validation or internal error with the GPU's message.
    #[error("the GPU reports: {0}")]
    Refused(String),
}

/// Opens the requested device and reports the choice with its reason.
///
/// [`Backend::Auto`] is the CPU; a caller can compare it with the offered GPU on training steps.
///
/// # Errors
/// Only for [`Backend::Gpu`], if there is no adapter or it does not start.
pub async fn open(backend: Backend) -> Result<(Device, DeviceReport), DeviceError> {
    match backend {
        Backend::Gpu => return gpu::open().await.map_err(DeviceError),
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
        (Backend::Auto, Err(failure)) => format!("The CPU is in use. {failure}"),
        _ => "The CPU was chosen.".into(),
    };
    Ok(cpu(reason, offered))
}

/// The CPU with the reason.
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
    use std::sync::{Arc, Mutex, PoisonError};

    use burn::tensor::{Device, wgpu::wgpu};

    use super::GpuProblem;
    use crate::protocol::DeviceReport;

    static PROBLEM: Mutex<Option<GpuProblem>> = Mutex::new(None);

    /// The most recently opened device.
    static OPENED: Mutex<Option<(wgpu::Device, wgpu::Queue)>> = Mutex::new(None);

    pub fn handles() -> Option<(wgpu::Device, wgpu::Queue)> {
        OPENED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn lose() {
        if let Some((device, _)) = handles() {
            device.destroy();
        }
    }

    fn report(problem: GpuProblem) {
        let mut slot = PROBLEM.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*slot, &problem) {
            (None, _) | (Some(GpuProblem::Refused(_)), GpuProblem::Lost(_)) => {
                *slot = Some(problem);
            }
            _ => {}
        }
    }

    pub fn problem() -> Option<GpuProblem> {
        PROBLEM
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Name of the default adapter if it is a real GPU, otherwise the reason.
    pub async fn offered() -> Result<String, String> {
        let adapter = super::adapter::probe().await?;
        match adapter.software {
            false => Ok(adapter.name),
            true => Err(format!(
                "The only adapter, {}, emulates a GPU in software, which is slower than the CPU.",
                adapter.name
            )),
        }
    }

    /// Opens the system's preferred adapter, including software adapters.
    pub async fn open() -> Result<(Device, DeviceReport), String> {
        let adapter = super::adapter::probe().await?;
        let (device, setup) = Device::wgpu_options()
            .init_with_setup_async()
            .await
            .map_err(|error| format!("The GPU did not start: {error}."))?;
        setup
            .device
            .on_uncaptured_error(Arc::new(|error: wgpu::Error| {
                report(GpuProblem::Refused(error.to_string()));
            }));
        setup
            .device
            .set_device_lost_callback(|_, why| report(GpuProblem::Lost(why)));
        *OPENED.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((setup.device.clone(), setup.queue.clone()));
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

    use super::GpuProblem;
    use crate::protocol::DeviceReport;

    const MISSING: &str =
        "This program was built without the GPU engine; build it with `--features gpu`.";

    pub fn problem() -> Option<GpuProblem> {
        None
    }

    pub async fn offered() -> Result<String, String> {
        Err(MISSING.into())
    }

    pub async fn open() -> Result<(Device, DeviceReport), String> {
        Err(MISSING.into())
    }
}

/// The default adapter.
#[cfg(feature = "gpu")]
struct Adapter {
    name: String,
    software: bool,
}

#[cfg(all(feature = "gpu", not(target_family = "wasm")))]
mod adapter {
    use burn::tensor::wgpu::wgpu;

    use super::Adapter;

    pub async fn probe() -> Result<Adapter, String> {
        let instance = wgpu::Instance::default();
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = instance.request_adapter(&options).await;
        let info = adapter
            .map_err(|_| "No GPU adapter was found.".to_string())?
            .get_info();
        Ok(Adapter {
            name: info.name,
            software: info.device_type == wgpu::DeviceType::Cpu,
        })
    }
}

#[cfg(all(feature = "gpu", target_family = "wasm"))]
mod adapter {
    use js_sys::{Function, Object, Promise, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;
    use web_sys::WorkerGlobalScope;

    use super::Adapter;

    /// Requests an adapter from the worker's `navigator.gpu`.
    pub async fn probe() -> Result<Adapter, String> {
        let get = |object: &JsValue, name: &str| {
            Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
        };
        let worker: WorkerGlobalScope = js_sys::global().unchecked_into();
        let gpu = get(&worker.navigator(), "gpu");
        let request: Function = get(&gpu, "requestAdapter")
            .dyn_into()
            .map_err(|_| "This browser has no WebGPU.".to_string())?;
        let options = Object::new();
        let _ = Reflect::set(
            &options,
            &"powerPreference".into(),
            &"high-performance".into(),
        );
        let answer = request
            .call1(&gpu, &options)
            .and_then(|promise| promise.dyn_into::<Promise>())
            .map_err(|_| "This browser's WebGPU does not respond.".to_string())?;
        let adapter = JsFuture::from(answer).await.map_err(|_| {
            "This browser's WebGPU rejected the request for an adapter.".to_string()
        })?;
        if adapter.is_null() || adapter.is_undefined() {
            return Err("This browser supports WebGPU but found no GPU.".into());
        }
        let info = get(&adapter, "info");
        let words: Vec<String> = ["description", "device", "architecture", "vendor"]
            .into_iter()
            .filter_map(|name| get(&info, name).as_string())
            .filter(|word| !word.is_empty())
            .collect();
        let name = words
            .first()
            .cloned()
            .unwrap_or_else(|| "unnamed adapter".into());
        let lower = words.join(" ").to_lowercase();
        let emulators = [
            "swiftshader",
            "llvmpipe",
            "lavapipe",
            "basic render",
            "warp",
        ];
        let software = get(&info, "isFallbackAdapter").is_truthy()
            || get(&adapter, "isFallbackAdapter").is_truthy()
            || emulators.iter().any(|emulator| lower.contains(emulator));
        Ok(Adapter { name, software })
    }
}
