//! Persistence on a GPU without tensors, on a separate device: for the command line, and for tests and benches, which examine
//! and time single dispatches.

use std::collections::BTreeMap;
use std::slice::SliceIndex;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use wgpu::util::{BufferInitDescriptor, DeviceExt};

use crate::homology::Persistence;
use crate::homology::dispatch_plan::{
    BatchShape, Dispatch, GpuBuffer, Kernel, MAX_VERTICES, dispatches, size_class,
};

/// An error of the GPU.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GpuError {
    /// No adapter runs WGSL.
    #[error(
        "no GPU was found, not even an emulated one ({0}); on Debian or Ubuntu, \
         `apt-get install mesa-vulkan-drivers` installs an emulated one"
    )]
    NoAdapter(String),
    /// The adapter does not start, or failed.
    #[error("the GPU failed: {0}")]
    Failed(String),
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

/// A GPU, or a software adapter, with the compiled pipelines.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    adapter: wgpu::AdapterInfo,
    pipelines: BTreeMap<Kernel, wgpu::ComputePipeline>,
    /// The first error since the last report.
    problem: Arc<Mutex<Option<String>>>,
}

/// A batch on the device.
pub struct Resident {
    given: [wgpu::Buffer; 3],
    made: BTreeMap<GpuBuffer, wgpu::Buffer>,
    runs: Vec<Prepared>,
}

/// A dispatch with its bind group.
pub struct Prepared {
    /// The dispatch.
    pub dispatch: Dispatch,
    group: wgpu::BindGroup,
}

impl Resident {
    fn buffer(&self, name: GpuBuffer) -> &wgpu::Buffer {
        match name {
            GpuBuffer::Graphs => &self.given[0],
            GpuBuffer::Edges => &self.given[1],
            GpuBuffer::Filter => &self.given[2],
            made => &self.made[&made],
        }
    }

    /// The dispatches that compute the persistence, in order.
    pub fn runs(&self) -> &[Prepared] {
        &self.runs
    }
}

impl Gpu {
    /// Opens the fastest adapter. Workgroups have at most `lanes` lanes, 64, 128 or 256, see [`crate::homology::dispatch_plan::LANES`].
    ///
    /// # Errors
    /// If there is no adapter, or the device does not start.
    pub async fn open(lanes: u32) -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                ..Default::default()
            })
            .await
            .map_err(|error| GpuError::NoAdapter(error.to_string()))?;
        let limits = adapter.limits();
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
                required_limits: wgpu::Limits {
                    max_buffer_size: limits.max_buffer_size,
                    max_storage_buffer_binding_size: limits.max_storage_buffer_binding_size,
                    ..Default::default()
                },
                ..Default::default()
            })
            .await
            .map_err(|error| GpuError::Failed(error.to_string()))?;
        let problem = Arc::new(Mutex::new(None));
        let report = |problem: &Mutex<Option<String>>, text: String| {
            let mut slot = problem.lock().unwrap_or_else(PoisonError::into_inner);
            slot.get_or_insert(text);
        };
        let slot = problem.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            report(&slot, error.to_string());
        }));
        let slot = problem.clone();
        device.set_device_lost_callback(move |_, why| {
            report(&slot, format!("it was lost: {why}"));
        });
        let pipelines = Kernel::ALL.map(|kernel| {
            let text = kernel.text(kernel.lanes(lanes));
            // SAFETY: the shaders guard every index, given a valid batch, which `upload` checks.
            let module = unsafe {
                device.create_shader_module_trusted(
                    wgpu::ShaderModuleDescriptor {
                        label: Some(kernel.name()),
                        source: wgpu::ShaderSource::Wgsl(text.into()),
                    },
                    wgpu::ShaderRuntimeChecks::unchecked(),
                )
            };
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(kernel.name()),
                layout: None,
                module: &module,
                entry_point: Some("main"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
                cache: None,
            });
            (kernel, pipeline)
        });
        Ok(Self {
            adapter: adapter.get_info(),
            pipelines: pipelines.into(),
            problem,
            device,
            queue,
        })
    }

    /// The name of the adapter.
    pub fn name(&self) -> &str {
        &self.adapter.name
    }

    /// Whether the adapter is emulated by the CPU.
    pub fn is_software(&self) -> bool {
        self.adapter.device_type == wgpu::DeviceType::Cpu
    }

    /// Whether [`Self::run`] can measure time on the device.
    pub fn has_clock(&self) -> bool {
        self.device
            .features()
            .contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// Persistence of one graph in both directions, as [`super::persistence`].
    ///
    /// # Errors
    /// If the graph is too large for the device, or the device fails.
    ///
    /// # Panics
    /// If an edge names a vertex without a filter value.
    pub fn persistence(&self, edges: &[[u32; 2]], filter: &[f32]) -> Result<Persistence, GpuError> {
        let row = [0, filter.len() as u32, 0, edges.len() as u32];
        let batch = self.upload(&[row], edges, filter)?;
        self.run(&batch, ..)?;
        let [death, loops] = [GpuBuffer::Death, GpuBuffer::Loops].map(|buffer| {
            self.read(&batch, buffer).map(|mut words| {
                words.truncate(2 * filter.len());
                let superlevel = words.split_off(filter.len());
                [words, superlevel]
            })
        });
        Ok(Persistence {
            death: death?,
            loops: loops?,
        })
    }

    /// Uploads graphs: rows (first vertex, vertices, first edge, edges), edges whose ends are relative to the first vertex of
    /// their graph, and the filter values of all vertices.
    ///
    /// # Errors
    /// If a graph or a buffer is too large.
    ///
    /// # Panics
    /// If a row names vertices or edges out of range, or an edge a vertex outside its graph.
    pub fn upload(
        &self,
        graphs: &[[u32; 4]],
        edges: &[[u32; 2]],
        filter: &[f32],
    ) -> Result<Resident, GpuError> {
        let mut graphs = graphs.to_vec();
        graphs.sort_by_key(|row| size_class(row[1], row[3]));
        let mut shape = BatchShape::default();
        for &[first, vertices, first_edge, count] in &graphs {
            assert!((first as usize + vertices as usize) <= filter.len());
            let own = &edges[first_edge as usize..][..count as usize];
            assert!(own.as_flattened().iter().all(|&end| end < vertices));
            shape.add(vertices, count);
        }
        if !shape.fits_gpu() {
            return Err(GpuError::TooLarge(shape.max_vertices));
        }
        shape.vertices = filter.len() as u32;

        let runs = dispatches(&shape);
        let buffers = runs.iter().flat_map(|run| &run.buffers).copied();
        let made = buffers
            .chain([GpuBuffer::Death, GpuBuffer::Loops])
            .filter(|buffer| {
                buffer.is_scratch() || matches!(buffer, GpuBuffer::Death | GpuBuffer::Loops)
            });
        let sizes: BTreeMap<GpuBuffer, u64> = made
            .map(|buffer| {
                (
                    buffer,
                    4 * buffer.len(&shape, edges.len() as u32).max(1) as u64,
                )
            })
            .collect();
        let limits = self.device.limits();
        let max = limits
            .max_buffer_size
            .min(limits.max_storage_buffer_binding_size);
        let given = [16 * graphs.len(), 8 * edges.len(), 4 * filter.len()].map(|size| size as u64);
        let needed = sizes.values().copied().chain(given).max().unwrap_or(0);
        if needed > max {
            return Err(GpuError::BufferTooLarge { needed, max });
        }

        let upload = |bytes: &[u8]| {
            self.device.create_buffer_init(&BufferInitDescriptor {
                label: None,
                // An empty buffer cannot be bound.
                contents: if bytes.is_empty() { &[0; 16] } else { bytes },
                usage: wgpu::BufferUsages::STORAGE,
            })
        };
        let allocate = |(name, size)| {
            let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::STORAGE
                    | wgpu::BufferUsages::COPY_SRC
                    | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            (name, buffer)
        };
        let mut batch = Resident {
            given: [
                upload(bytemuck::cast_slice(&graphs)),
                upload(bytemuck::cast_slice(edges)),
                upload(bytemuck::cast_slice(filter)),
            ],
            made: sizes.into_iter().map(allocate).collect(),
            runs: vec![],
        };
        batch.runs = runs
            .into_iter()
            .map(|dispatch| Prepared {
                group: self.bind(&batch, &dispatch),
                dispatch,
            })
            .collect();
        Ok(batch)
    }

    fn bind(&self, batch: &Resident, dispatch: &Dispatch) -> wgpu::BindGroup {
        let params = self.device.create_buffer_init(&BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(&dispatch.params.map(u64::from)),
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let buffers = dispatch.buffers.iter().map(|&buffer| batch.buffer(buffer));
        let entries: Vec<_> = (0..)
            .zip(buffers.chain([&params]))
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipelines[&dispatch.kernel].get_bind_group_layout(0),
            entries: &entries,
        })
    }

    /// Fills results and scratch buffers with one word. This reveals reads of uninitialized memory.
    pub fn fill(&self, batch: &Resident, word: u32) {
        for buffer in batch.made.values() {
            let words = vec![word; (buffer.size() / 4) as usize];
            self.queue
                .write_buffer(buffer, 0, bytemuck::cast_slice(&words));
        }
    }

    /// Executes these dispatches, or all with `..`, and waits for them. Returns the seconds on the device if it has timestamps,
    /// see [`Self::has_clock`].
    ///
    /// # Errors
    /// If the device fails.
    pub fn run(
        &self,
        batch: &Resident,
        runs: impl SliceIndex<[Prepared], Output = [Prepared]>,
    ) -> Result<Option<f64>, GpuError> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let clock = self.has_clock().then(|| {
            self.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            })
        });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: clock
                .as_ref()
                .map(|query_set| wgpu::ComputePassTimestampWrites {
                    query_set,
                    beginning_of_pass_write_index: Some(0),
                    end_of_pass_write_index: Some(1),
                }),
        });
        for Prepared { dispatch, group } in &batch.runs[runs] {
            let [x, y, z] = dispatch.workgroups;
            pass.set_pipeline(&self.pipelines[&dispatch.kernel]);
            pass.set_bind_group(0, group, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
        drop(pass);
        let Some(clock) = clock else {
            self.queue.submit([encoder.finish()]);
            return self.wait().map(|()| None);
        };
        let times = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        encoder.resolve_query_set(&clock, 0..2, &times, 0);
        self.queue.submit([encoder.finish()]);
        let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(&self.read_buffer(&times)?);
        let period = f64::from(self.queue.get_timestamp_period());
        Ok(Some(ticks[1].wrapping_sub(ticks[0]) as f64 * period * 1e-9))
    }

    /// The words of a result or a scratch buffer.
    ///
    /// # Errors
    /// If the device fails.
    ///
    /// # Panics
    /// If no dispatch of the batch uses this buffer.
    pub fn read(&self, batch: &Resident, buffer: GpuBuffer) -> Result<Vec<u32>, GpuError> {
        self.read_buffer(batch.buffer(buffer))
    }

    fn read_buffer(&self, buffer: &wgpu::Buffer) -> Result<Vec<u32>, GpuError> {
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        let (sender, mapped) = mpsc::channel();
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            let _ = sender.send(result);
        });
        self.wait()?;
        mapped
            .recv()
            .map_err(|_| GpuError::Failed("it never answered".into()))?
            .map_err(|error| GpuError::Failed(error.to_string()))?;
        let bytes = staging
            .get_mapped_range(..)
            .map_err(|error| GpuError::Failed(error.to_string()))?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }

    fn wait(&self) -> Result<(), GpuError> {
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|error| GpuError::Failed(error.to_string()))?;
        let mut problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        problem
            .take()
            .map_or(Ok(()), |why| Err(GpuError::Failed(why)))
    }
}
