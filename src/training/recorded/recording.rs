//! The list of launches of a step: buffers, bind groups and uniforms, made once for a size class.

use std::cell::Cell;

use burn::tensor::wgpu::wgpu;

use super::{
    kernel::{Kernel, Pipelines},
    places::Places,
    size::Size,
};
use crate::homology::dispatch_plan::BatchShape;

/// Ranges of a buffer begin at multiples of this number of bytes, on every device.
const ALIGNMENT: u64 = 256;
/// "None" among the parameters of a kernel.
pub(super) const NOTHING: u32 = u32::MAX;
/// Maximum number of workgroups in one dimension of a launch, on every device.
pub(super) const MAX_GROUPS: u32 = 65_535;
/// Initial contents of scratch in debug builds: not a number, so that a word that nothing writes invalidates all results that
/// depend on it.
const RUBBISH: u32 = 0xffc0_dead;

/// Number of workgroups of a launch in one dimension.
#[derive(Clone, Copy, Debug)]
pub(super) enum Groups {
    /// Always this number.
    Fixed(u32),
    /// One for each group of this number of colour classes, before the first layer or after a layer.
    Rows(usize, u32),
    /// One for each group of this number of vertices.
    Vertices(u32),
    /// One for each group of this number of chunks.
    Chunks(u32),
    /// One for each group of this number of graphs.
    Graphs(u32),
    /// One for each graph of a size class of persistence, or of the graphs that are too large for every size class.
    Class(usize),
}

impl Groups {
    fn count(self, size: &Size, shape: &BatchShape) -> u32 {
        match self {
            Self::Fixed(count) => count,
            Self::Rows(layer, per) => size.rows[layer].div_ceil(per),
            Self::Vertices(per) => size.vertices.div_ceil(per),
            Self::Chunks(per) => size.chunks.div_ceil(per),
            Self::Graphs(per) => size.graphs.div_ceil(per),
            Self::Class(class) => shape.small.get(class).copied().unwrap_or(shape.large),
        }
    }
}

/// A bound range of a buffer: its first byte and its length in bytes.
#[derive(Clone, Debug)]
pub(super) struct Range {
    buffer: wgpu::Buffer,
    offset: u64,
    size: Option<u64>,
}

impl From<&wgpu::Buffer> for Range {
    fn from(buffer: &wgpu::Buffer) -> Self {
        Self {
            buffer: buffer.clone(),
            offset: 0,
            size: None,
        }
    }
}

/// The uniform of a launch.
pub(super) enum Uniform {
    /// The same in every step.
    Words(Vec<u32>),
    /// Changes with the batch, which has the words from this one on.
    OfBatch(u32),
}

struct Draft {
    kernel: Kernel,
    ranges: Vec<Range>,
    uniform: Uniform,
    groups: [Groups; 3],
}

struct Launch {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    groups: [Groups; 3],
}

/// A list of launches under construction.
pub(super) struct Recorder<'a> {
    pub device: &'a wgpu::Device,
    pub queue: &'a wgpu::Queue,
    pub room: &'a Size,
    pub places: &'a Places,
    pub batch: wgpu::Buffer,
    drafts: Vec<Draft>,
    /// Whether buffers have the requested size, and the size in bytes of the largest request.
    makes: bool,
    largest: Cell<u64>,
}

impl<'a> Recorder<'a> {
    pub fn new(
        device: &'a wgpu::Device,
        queue: &'a wgpu::Queue,
        room: &'a Size,
        places: &'a Places,
    ) -> Self {
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::UNIFORM
            | wgpu::BufferUsages::COPY_DST;
        Self {
            batch: new_buffer(device, places.end as usize, usage),
            drafts: Vec::new(),
            makes: true,
            largest: Cell::default(),
            device,
            queue,
            room,
            places,
        }
    }

    /// A recorder that only measures the sizes of the buffers. Its list is never finished.
    pub fn measuring(
        device: &'a wgpu::Device,
        queue: &'a wgpu::Queue,
        room: &'a Size,
        places: &'a Places,
    ) -> Self {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::UNIFORM;
        Self {
            batch: new_buffer(device, 0, usage),
            drafts: Vec::new(),
            makes: false,
            largest: Cell::new(4 * u64::from(places.end)),
            device,
            queue,
            room,
            places,
        }
    }

    /// Size in bytes of the largest buffer.
    pub fn largest(&self) -> u64 {
        self.largest.get()
    }

    pub fn scratch(&self, words: u32) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        self.largest
            .set(self.largest.get().max(4 * u64::from(words)));
        let made = if self.makes { words } else { 0 };
        let buffer = new_buffer(self.device, made as usize, usage);
        if cfg!(debug_assertions) {
            let rubbish = vec![RUBBISH; (buffer.size() / 4) as usize];
            self.queue
                .write_buffer(&buffer, 0, bytemuck::cast_slice(&rubbish));
        }
        buffer
    }

    /// A buffer that holds these words in every step.
    pub fn constant(&self, words: &[u32]) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let buffer = new_buffer(self.device, words.len(), usage);
        self.queue
            .write_buffer(&buffer, 0, bytemuck::cast_slice(words));
        buffer
    }

    pub fn part_of_batch(&self, place: u32, words: u32) -> Range {
        Range {
            buffer: self.batch.clone(),
            offset: 4 * u64::from(place),
            size: Some(4 * u64::from(words.max(1)).next_multiple_of(4)),
        }
    }

    /// Adds a launch over these buffers. The batch precedes them.
    pub fn launch(
        &mut self,
        kernel: Kernel,
        buffers: &[&wgpu::Buffer],
        words: Vec<u32>,
        groups: [Groups; 3],
    ) {
        let batch = std::iter::once(Range::from(&self.batch));
        let ranges = batch.chain(buffers.iter().map(|&buffer| buffer.into()));
        let ranges = ranges.collect();
        self.launch_ranges(kernel, ranges, Uniform::Words(words), groups);
    }

    /// Adds a launch over these ranges.
    pub fn launch_ranges(
        &mut self,
        kernel: Kernel,
        ranges: Vec<Range>,
        uniform: Uniform,
        groups: [Groups; 3],
    ) {
        self.drafts.push(Draft {
            kernel,
            ranges,
            uniform,
            groups,
        });
    }

    /// The finished list, with the second buffer in every binding of the first one.
    pub fn finish(
        mut self,
        pipelines: &mut Pipelines,
        [promised, made]: [wgpu::Buffer; 2],
    ) -> Recording {
        for range in self.drafts.iter_mut().flat_map(|draft| &mut draft.ranges) {
            if range.buffer == promised {
                range.buffer = made.clone();
            }
        }
        let mut words: Vec<u64> = Vec::new();
        let places: Vec<Option<[u64; 2]>> = self
            .drafts
            .iter()
            .map(|draft| {
                let Uniform::Words(own) = &draft.uniform else {
                    return None;
                };
                let first = words.len();
                // 64-bit words, as in all kernels.
                words.extend(own.iter().copied().map(u64::from));
                let size = 8 * own.len().next_multiple_of(2) as u64;
                words.resize(words.len().next_multiple_of(ALIGNMENT as usize / 8), 0);
                Some([8 * first as u64, size])
            })
            .collect();
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let uniforms = new_buffer(self.device, 2 * words.len(), usage);
        self.queue
            .write_buffer(&uniforms, 0, bytemuck::cast_slice(&words));
        let launches = self.drafts.into_iter().zip(places).map(|(draft, place)| {
            let uniform = match (draft.uniform, place) {
                (Uniform::OfBatch(place), _) => Range {
                    buffer: self.batch.clone(),
                    offset: 4 * u64::from(place),
                    size: Some(ALIGNMENT),
                },
                (_, place) => {
                    let [offset, size] = place.expect("its uniform");
                    Range {
                        buffer: uniforms.clone(),
                        offset,
                        size: Some(size),
                    }
                }
            };
            let pipeline = pipelines.get(self.device, draft.kernel);
            let ranges: Vec<_> = draft.ranges.into_iter().chain([uniform]).collect();
            let entries = (0..)
                .zip(&ranges)
                .map(|(binding, range)| wgpu::BindGroupEntry {
                    binding,
                    resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer: &range.buffer,
                        offset: range.offset,
                        size: range.size.and_then(wgpu::BufferSize::new),
                    }),
                });
            let entries: Vec<_> = entries.collect();
            let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &entries,
            });
            Launch {
                pipeline,
                group,
                groups: draft.groups,
            }
        });
        Recording {
            launches: launches.collect(),
            batch: self.batch,
        }
    }
}

/// A replayable list of launches.
pub(super) struct Recording {
    launches: Vec<Launch>,
    batch: wgpu::Buffer,
}

impl Recording {
    /// Uploads a batch to the device at once, and runs all launches with one submission.
    pub fn replay(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        words: &[u32],
        size: &Size,
        shape: &BatchShape,
    ) {
        queue.write_buffer(&self.batch, 0, bytemuck::cast_slice(words));
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for launch in &self.launches {
            let [mut x, mut y, z] = launch.groups.map(|groups| groups.count(size, shape));
            if y == 1 && x > MAX_GROUPS {
                // A kernel with more workgroups uses the second dimension too.
                y = x.div_ceil(MAX_GROUPS);
                x = x.div_ceil(y);
            }
            if x * y * z > 0 {
                pass.set_pipeline(&launch.pipeline);
                pass.set_bind_group(0, &launch.group, &[]);
                pass.dispatch_workgroups(x, y, z);
            }
        }
        drop(pass);
        queue.submit([encoder.finish()]);
    }
}

/// A buffer of `words` words, at least four.
pub(super) fn new_buffer(
    device: &wgpu::Device,
    words: usize,
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 4 * words.next_multiple_of(4).max(4) as u64,
        usage,
        mapped_at_creation: false,
    })
}
