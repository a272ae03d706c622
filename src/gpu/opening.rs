//! Opening of a GPU.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use burn::tensor::wgpu::wgpu;
use thiserror::Error;

#[cfg(target_family = "wasm")]
use super::web::{self, answered};
use super::{GpuProblem, check};
use crate::homology::dispatch_plan::MAX_VERTICES;

/// Vulkan, Metal, DirectX 12, and WebGPU in a browser. OpenGL is missing: Mesa's returns other numbers for these shaders, without an error.
pub const BACKENDS: wgpu::Backends = wgpu::Backends::PRIMARY;

/// An error of a GPU. Everything else is computed on the CPU without it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GpuError {
    /// No adapter runs WGSL.
    #[error("{0}")]
    NoAdapter(String),
    /// The adapter does not start, or failed.
    #[error("the GPU failed: {0}")]
    Failed(String),
    /// The results of the adapter differ from those of the CPU.
    #[error("the GPU {adapter} returns wrong results: {difference}")]
    Wrong {
        /// The name of the adapter.
        adapter: String,
        /// The first difference.
        difference: String,
    },
    /// A graph exceeds the maximum number of vertices.
    #[error("a GPU takes graphs of at most {MAX_VERTICES} vertices, this one has {0}")]
    TooLarge(u32),
    /// A buffer exceeds the limit of the device.
    #[error("the batch needs a buffer of {needed} bytes, the GPU allows {max}")]
    BufferTooLarge {
        /// Bytes of the largest buffer of the batch.
        needed: u64,
        /// Maximum number of bytes of a buffer on the device.
        max: u64,
    },
}

/// What an adapter says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub name: String,
    /// Whether it emulates a GPU on the CPU.
    pub software: bool,
}

/// A GPU whose results were equal to those of the CPU.
#[derive(Clone)]
pub struct Opened {
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    /// The adapter.
    pub identity: Identity,
    problem: Arc<Mutex<Option<GpuProblem>>>,
}

impl Opened {
    /// The first problem since the last call; a loss precedes other problems.
    pub fn problem(&self) -> Option<GpuProblem> {
        self.problem
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Collects problems from now on. Another owner of the device may have replaced the callbacks.
    pub(crate) fn watch(&self) {
        let report = |slot: &Mutex<Option<GpuProblem>>, problem: GpuProblem| {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            match (&*slot, &problem) {
                (None, _) | (Some(GpuProblem::Refused(_)), GpuProblem::Lost(_)) => {
                    *slot = Some(problem);
                }
                _ => {}
            }
        };
        let slot = self.problem.clone();
        self.device
            .on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
                report(&slot, GpuProblem::Refused(error.to_string()));
            }));
        let slot = self.problem.clone();
        self.device
            .set_device_lost_callback(move |_, why| report(&slot, GpuProblem::Lost(why)));
    }
}

/// The instance of this process. The Vulkan loader can crash when instances begin and end on several threads.
pub(crate) fn instance() -> wgpu::Instance {
    static INSTANCE: LazyLock<wgpu::Instance> = LazyLock::new(|| {
        wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: BACKENDS,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        })
    });
    INSTANCE.clone()
}

/// The fastest adapter of the system, which may be emulated.
///
/// # Errors
/// If there is none, or it does not answer.
pub(crate) async fn probe() -> Result<Identity, GpuError> {
    #[cfg(target_family = "wasm")]
    return web::probe().await;
    #[cfg(not(target_family = "wasm"))]
    adapter().await.map(|(_, identity)| identity)
}

/// Opens the fastest adapter of the system with the features and limits that `describe` requests, and compares it with the CPU.
///
/// # Errors
/// If there is no adapter, or it does not start, does not answer or returns wrong results.
pub(crate) async fn open(
    describe: impl FnOnce(&wgpu::Adapter) -> wgpu::DeviceDescriptor<'static>,
) -> Result<Opened, GpuError> {
    let (adapter, identity) = adapter().await?;
    let requested = adapter.request_device(&describe(&adapter));
    let (device, queue) = answered(requested)
        .await?
        .map_err(|error| GpuError::Failed(format!("{}: {error}", identity.name)))?;
    let opened = Opened {
        adapter,
        device,
        queue,
        identity,
        problem: Arc::default(),
    };
    opened.watch();
    answered(check::check(&opened)).await.flatten()?;
    Ok(opened)
}

async fn adapter() -> Result<(wgpu::Adapter, Identity), GpuError> {
    // WebGPU tells more about an adapter than wgpu does.
    #[cfg(target_family = "wasm")]
    let identity = web::probe().await?;
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..Default::default()
    };
    let adapter = answered(instance().request_adapter(&options))
        .await?
        .map_err(|error| GpuError::NoAdapter(none_found(&error)))?;
    #[cfg(not(target_family = "wasm"))]
    let identity = {
        let info = adapter.get_info();
        Identity {
            name: info.name,
            software: info.device_type == wgpu::DeviceType::Cpu,
        }
    };
    Ok((adapter, identity))
}

fn none_found(error: &wgpu::RequestAdapterError) -> String {
    match cfg!(target_family = "wasm") {
        true => format!("this browser's WebGPU rejected the request for a GPU: {error}"),
        false => format!(
            "no GPU with Vulkan, Metal or DirectX 12 was found, not even an emulated one ({error}); on Debian or Ubuntu, \
             `apt-get install mesa-vulkan-drivers` installs an emulated one"
        ),
    }
}

/// The answer of a GPU. A browser may never answer a request; a native driver resets a GPU that does not.
#[cfg(not(target_family = "wasm"))]
async fn answered<T>(asked: impl Future<Output = T>) -> Result<T, GpuError> {
    Ok(asked.await)
}

/// A compute pipeline for the entry point `main`. It has no bounds checks, and workgroup memory is not cleared, as burn's.
pub(crate) fn compile(device: &wgpu::Device, text: String) -> wgpu::ComputePipeline {
    // SAFETY: the shaders guard every index, given a valid batch. The batcher and `Gpu::upload` make only valid ones.
    let module = unsafe {
        device.create_shader_module_trusted(
            wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(text.into()),
            },
            wgpu::ShaderRuntimeChecks::unchecked(),
        )
    };
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions {
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: None,
    })
}
