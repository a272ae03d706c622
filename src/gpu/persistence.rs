//! Persistence on a GPU without tensors: for the command line, for the check of a GPU, and for tests and benches, which examine and
//! time single dispatches.

use std::collections::BTreeMap;
#[cfg(not(target_family = "wasm"))]
use std::slice::SliceIndex;
use std::sync::{Mutex, PoisonError};

use burn::tensor::wgpu::wgpu::{
    self,
    util::{BufferInitDescriptor, DeviceExt},
};

use super::{GpuError, Opened, compile};
#[cfg(not(target_family = "wasm"))]
use super::{open, read};
#[cfg(not(target_family = "wasm"))]
use crate::homology::Persistence;
use crate::homology::dispatch_plan::{
    BatchShape, Dispatch, GpuBuffer, Kernel, dispatches, size_class,
};

/// A GPU, or a software adapter, with the pipelines of the dispatches so far.
pub struct Gpu {
    pub(super) opened: Opened,
    /// Maximum number of lanes of a workgroup.
    lanes: u32,
    pub(super) pipelines: Mutex<BTreeMap<Kernel, wgpu::ComputePipeline>>,
}

/// A batch on the device.
pub struct Resident {
    given: [wgpu::Buffer; 3],
    made: BTreeMap<GpuBuffer, wgpu::Buffer>,
    runs: Vec<Prepared>,
}

/// A dispatch with its bind group.
pub struct Prepared {
    pub dispatch: Dispatch,
    group: wgpu::BindGroup,
}

impl Resident {
    pub(super) fn buffer(&self, name: GpuBuffer) -> &wgpu::Buffer {
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
    /// Persistence on an open GPU.
    pub(super) fn new(opened: Opened, lanes: u32) -> Self {
        Self {
            opened,
            lanes,
            pipelines: Mutex::default(),
        }
    }

    fn pipeline(&self, kernel: Kernel) -> wgpu::ComputePipeline {
        let mut pipelines = self
            .pipelines
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let made = pipelines.entry(kernel).or_insert_with(|| {
            let text = kernel.text(kernel.lanes(self.lanes));
            compile(&self.opened.device, text)
        });
        made.clone()
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
        let limits = self.opened.device.limits();
        let max = limits
            .max_buffer_size
            .min(limits.max_storage_buffer_binding_size);
        let given = [16 * graphs.len(), 8 * edges.len(), 4 * filter.len()].map(|size| size as u64);
        let needed = sizes.values().copied().chain(given).max().unwrap_or(0);
        if needed > max {
            return Err(GpuError::BufferTooLarge { needed, max });
        }

        let upload = |bytes: &[u8]| {
            self.opened
                .device
                .create_buffer_init(&BufferInitDescriptor {
                    label: None,
                    // An empty buffer cannot be bound.
                    contents: if bytes.is_empty() { &[0; 16] } else { bytes },
                    usage: wgpu::BufferUsages::STORAGE,
                })
        };
        let allocate = |(name, size)| {
            let buffer = self.opened.device.create_buffer(&wgpu::BufferDescriptor {
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
        let buffers = dispatch.buffers.iter();
        let buffers: Vec<_> = buffers.map(|&buffer| batch.buffer(buffer)).collect();
        let pipeline = self.pipeline(dispatch.kernel);
        bind(&self.opened.device, &pipeline, &buffers, &dispatch.params)
    }

    /// Fills results and scratch buffers with one word. This reveals reads of uninitialized memory.
    pub fn fill(&self, batch: &Resident, word: u32) {
        for buffer in batch.made.values() {
            let words = vec![word; (buffer.size() / 4) as usize];
            self.opened
                .queue
                .write_buffer(buffer, 0, bytemuck::cast_slice(&words));
        }
    }

    /// Adds these dispatches to a pass.
    pub(super) fn add(&self, pass: &mut wgpu::ComputePass, runs: &[Prepared]) {
        for Prepared { dispatch, group } in runs {
            let [x, y, z] = dispatch.workgroups;
            pass.set_pipeline(&self.pipeline(dispatch.kernel));
            pass.set_bind_group(0, group, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Gpu {
    /// Opens the fastest adapter. Workgroups have at most `lanes` lanes, 64, 128 or 256, see
    /// [`LANES`](crate::homology::dispatch_plan::LANES).
    ///
    /// # Errors
    /// If there is no adapter, or it does not start or returns wrong results.
    pub async fn open(lanes: u32) -> Result<Self, GpuError> {
        let opened = open(|adapter| {
            let limits = adapter.limits();
            wgpu::DeviceDescriptor {
                required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
                required_limits: wgpu::Limits {
                    max_buffer_size: limits.max_buffer_size,
                    max_storage_buffer_binding_size: limits.max_storage_buffer_binding_size,
                    ..Default::default()
                },
                ..Default::default()
            }
        });
        opened.await.map(|opened| Self::new(opened, lanes))
    }

    /// The name of the adapter.
    pub fn name(&self) -> &str {
        &self.opened.identity.name
    }

    /// Whether [`Self::run`] can measure time on the device.
    pub fn has_clock(&self) -> bool {
        let features = self.opened.device.features();
        features.contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// Persistence of one graph in both directions, as [`persistence`](crate::homology::persistence).
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
        let mut encoder = self
            .opened
            .device
            .create_command_encoder(&Default::default());
        let clock = self.has_clock().then(|| {
            self.opened
                .device
                .create_query_set(&wgpu::QuerySetDescriptor {
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
        self.add(&mut pass, &batch.runs[runs]);
        drop(pass);
        let Some(clock) = clock else {
            self.opened.queue.submit([encoder.finish()]);
            return self.wait().map(|()| None);
        };
        let times = self.opened.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        encoder.resolve_query_set(&clock, 0..2, &times, 0);
        self.opened.queue.submit([encoder.finish()]);
        let [ticks] = self.read_buffers::<u64, 1>([(&times, 2)])?;
        let period = f64::from(self.opened.queue.get_timestamp_period());
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
        let buffer = batch.buffer(buffer);
        let [words] = self.read_buffers([(buffer, buffer.size() as usize / 4)])?;
        Ok(words)
    }

    fn read_buffers<T: bytemuck::Pod, const N: usize>(
        &self,
        ranges: [(&wgpu::Buffer, usize); N],
    ) -> Result<[Vec<T>; N], GpuError> {
        let Opened { device, queue, .. } = &self.opened;
        let found = pollster::block_on(read(device, queue, ranges));
        self.check()?;
        found
    }

    fn wait(&self) -> Result<(), GpuError> {
        self.opened
            .device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|error| GpuError::Failed(error.to_string()))?;
        self.check()
    }

    fn check(&self) -> Result<(), GpuError> {
        let problem = self.opened.problem();
        problem.map_or(Ok(()), |why| Err(GpuError::Failed(why.to_string())))
    }
}

/// The buffers of a pipeline and its uniform, whose words become 64 bits wide.
pub(super) fn bind(
    device: &wgpu::Device,
    pipeline: &wgpu::ComputePipeline,
    buffers: &[&wgpu::Buffer],
    params: &[u32],
) -> wgpu::BindGroup {
    let params: Vec<u64> = params.iter().map(|&word| word.into()).collect();
    let params = device.create_buffer_init(&BufferInitDescriptor {
        label: None,
        contents: bytemuck::cast_slice(&params),
        usage: wgpu::BufferUsages::UNIFORM,
    });
    let entries: Vec<_> = (0..)
        .zip(buffers.iter().copied().chain([&params]))
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    })
}
