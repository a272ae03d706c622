//! Choosing the device that computes.

use burn::tensor::Device;
use thiserror::Error;

use crate::protocol::{Backend, DeviceReport};

/// The GPU was asked for and cannot be had.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct DeviceError(pub String);

/// Opens the device for this wish and says what it is and why.
///
/// # Errors
/// Only for [`Backend::Gpu`], where there is no adapter or it does not start.
pub async fn open(backend: Backend) -> Result<(Device, DeviceReport), DeviceError> {
    if backend == Backend::Cpu {
        return Ok(cpu("The CPU was chosen."));
    }
    let failure = match gpu::open(backend == Backend::Gpu).await {
        Ok(opened) => return Ok(opened),
        Err(failure) => failure,
    };
    match backend {
        Backend::Gpu => Err(DeviceError(failure)),
        _ => Ok(cpu(&format!("{failure} The CPU computes instead."))),
    }
}

fn cpu(reason: &str) -> (Device, DeviceReport) {
    let report = DeviceReport {
        gpu: false,
        name: "CPU".into(),
        software: false,
        reason: reason.into(),
    };
    (Device::flex(), report)
}

/// What the GPU complained about since the last question, in its own words.
///
/// Kernels run long after the call that asked for them; an error shows up here.
pub fn gpu_problem() -> Option<String> {
    gpu::problem()
}

#[cfg(feature = "gpu")]
mod gpu {
    use std::sync::{Arc, Mutex, PoisonError};

    use burn::tensor::{Device, wgpu::wgpu};

    use crate::protocol::DeviceReport;

    static PROBLEM: Mutex<Option<String>> = Mutex::new(None);

    fn report(problem: String) {
        let mut slot = PROBLEM.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(problem);
    }

    pub fn problem() -> Option<String> {
        PROBLEM
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Opens the adapter the system prefers; a software one only where that is accepted.
    pub async fn open(accept_software: bool) -> Result<(Device, DeviceReport), String> {
        let adapter = super::adapter::probe().await?;
        if adapter.software && !accept_software {
            return Err(format!(
                "The only adapter, {}, emulates a GPU in software, which is slower than the CPU itself.",
                adapter.name
            ));
        }
        let (device, setup) = Device::wgpu_options()
            .init_with_setup_async()
            .await
            .map_err(|error| format!("The GPU did not start: {error}."))?;
        setup
            .device
            .on_uncaptured_error(Arc::new(|error: wgpu::Error| report(error.to_string())));
        setup
            .device
            .set_device_lost_callback(|_, why| report(format!("the GPU was lost: {why}")));
        let report = DeviceReport {
            gpu: true,
            reason: match adapter.software {
                true => {
                    "A software adapter was chosen; expect it to be slower than the CPU.".into()
                }
                false => "A GPU was found.".into(),
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

    use crate::protocol::DeviceReport;

    pub fn problem() -> Option<String> {
        None
    }

    pub async fn open(_: bool) -> Result<(Device, DeviceReport), String> {
        Err("This program was built without the GPU engine; build it with `--features gpu`.".into())
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
