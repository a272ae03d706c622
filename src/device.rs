//! Choosing the device that computes.

use burn::tensor::Device;
#[cfg(feature = "gpu")]
use burn::tensor::wgpu::wgpu;
use thiserror::Error;

use crate::protocol::{Backend, DeviceReport};

/// The GPU was asked for and cannot be had, or no longer answers.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct DeviceError(pub String);

/// What a GPU complained about.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GpuProblem {
    /// It is gone, and everything that it held: the driver took it away, it was reset or unplugged.
    #[error("the GPU was lost: {0}")]
    Lost(String),
    /// It refused something, in its own words.
    #[error("the GPU reports: {0}")]
    Refused(String),
}

/// Opens the device for this wish and says what it is and why.
///
/// [`Backend::Auto`] is the CPU: whoever trains may compare it with the GPU that is offered, on the steps to be trained.
///
/// # Errors
/// Only for [`Backend::Gpu`], where there is no adapter or it does not start.
pub async fn open(backend: Backend) -> Result<(Device, DeviceReport), DeviceError> {
    match backend {
        Backend::Gpu => return gpu::open().await.map_err(DeviceError),
        // A native program tells nobody what else there would have been, and asking takes longer than a short call.
        Backend::Cpu if cfg!(not(target_family = "wasm")) => {
            return Ok(cpu("The CPU was chosen.".into(), None));
        }
        Backend::Cpu | Backend::Auto => {}
    }
    let found = gpu::offered().await;
    let offered = found.as_ref().ok().cloned();
    let reason = match (backend, found) {
        (Backend::Auto, Ok(name)) => format!(
            "The CPU computes. There is a GPU, {name}; which of them trains a run faster is measured when it begins."
        ),
        (Backend::Auto, Err(failure)) => format!("The CPU computes. {failure}"),
        _ => "The CPU was chosen.".into(),
    };
    Ok(cpu(reason, offered))
}

/// The CPU, and why.
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

/// What the GPU complained about first since the last question; a loss before anything else.
///
/// Kernels run long after the call that asked for them; an error shows up here.
pub fn gpu_problem() -> Option<GpuProblem> {
    gpu::problem()
}

/// Takes the GPU that was opened last away, as a driver may do at any time. For tests of what happens then.
#[doc(hidden)]
#[cfg(feature = "gpu")]
pub fn lose_gpu() {
    gpu::lose();
}

/// The GPU that was opened last, for what runs on it without tensors.
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

    /// What was opened last.
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

    /// Name of the adapter that would be opened, if it is a GPU and does not merely emulate one; otherwise why not.
    pub async fn offered() -> Result<String, String> {
        let adapter = super::adapter::probe().await?;
        match adapter.software {
            false => Ok(adapter.name),
            true => Err(format!(
                "The only adapter, {}, emulates a GPU in software, which is slower than the CPU itself.",
                adapter.name
            )),
        }
    }

    /// Opens the adapter the system prefers, also one that emulates a GPU.
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
                true => {
                    "A software adapter was chosen; expect it to be slower than the CPU.".into()
                }
                false => "The GPU computes.".into(),
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

/// The adapter that would be opened.
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

    /// Asks `navigator.gpu` of the worker we run in.
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
            .map_err(|_| "This browser's WebGPU does not answer.".to_string())?;
        let adapter = JsFuture::from(answer)
            .await
            .map_err(|_| "This browser's WebGPU refused an adapter.".to_string())?;
        if adapter.is_null() || adapter.is_undefined() {
            return Err("This browser has WebGPU but found no GPU for it.".into());
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
