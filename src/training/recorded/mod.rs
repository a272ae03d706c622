//! A step of training as one submission to the GPU.
//!
//! A step runs a fixed list of kernels over fixed buffers ([`recording`]), made once for a size class of batches ([`size`]).
//! [`filter`], [`head`] and [`filter_backward`], or [`sum`], add the launches of the forward pass and of the gradients, in the
//! order and with the names of [`crate::model`]. A final kernel updates all parameters, which form one vector ([`parameters`]). A
//! step then uploads one buffer with the batch ([`places`]) and submits the list once. [`RecordedRun::settle`] is the first call
//! that reads anything back; until then, the model in burn does not change.
//!
//! The model therefore has two implementations, here and in [`crate::model`]. `tests/library/recorded.rs` compares the two,
//! gradient by gradient.

mod classifier;
mod context;
mod features;
mod filter;
mod filter_backward;
mod gin;
mod gradients;
mod head;
mod kernel;
mod linear;
mod norm;
mod parameters;
mod persistence;
mod places;
mod pool;
mod recording;
mod scope;
mod size;
mod sum;

use std::sync::Arc;

use burn::tensor::wgpu::wgpu;

use super::weights::Arrays;
use crate::{
    config::{ModelKind, Ties, TrainingConfig},
    device::{self, DeviceError},
    gpu,
    graph::{Dataset, batch::GraphBatch},
    model::ModelConfig,
    ops::AdamStep,
};
use context::Context;
use gradients::Gradients;
use head::Values;
use kernel::{Kernel, Pipelines};
use parameters::Parameters;
use persistence::PersistencePlan;
use places::Places;
use recording::{Groups, MAX_GROUPS, Recorder, Recording, new_buffer};
use scope::can_be_counted;
pub(super) use scope::takes;
use size::Size;

/// Minimum number of words for the outcomes of the steps between two readings.
const OUTCOME_WORDS: u32 = 1 << 16;

/// The numbers of a run on the GPU, and the list of launches that updates them by a step.
pub(super) struct RecordedRun {
    device: wgpu::Device,
    queue: wgpu::Queue,
    config: ModelConfig,
    /// No batch is larger.
    most: Size,
    mean_of_ties: bool,
    weight_decay: f32,
    plan: PersistencePlan,
    parameters: Parameters,
    pipelines: Pipelines,
    /// The list of the current size class.
    recorded: Option<(Size, Places, Recording)>,
    /// The vector of all numbers.
    state: wgpu::Buffer,
    outcomes: wgpu::Buffer,
    /// Words of the outcomes since the last reading.
    pending: u32,
    /// The contents of `state` at the last reading.
    settled: Option<Arc<[f32]>>,
}

impl RecordedRun {
    /// A run on these graphs that continues with these numbers on the open GPU. `None` without a GPU, or if a batch may be too
    /// large for its buffers. `colours`: the numbers of colours of the vertices of all graphs, before the first layer and after
    /// each.
    pub fn new(
        (config, sizes): (&TrainingConfig, &ModelConfig),
        (dataset, colours): (&Dataset, Vec<u32>),
        arrays: &Arrays,
    ) -> Option<Self> {
        let (device, queue) = device::gpu_handles()?;
        let most = Size::most(dataset, config.batch_size, colours);
        if !can_be_counted(&most, sizes) {
            return None;
        }
        let parameters = Parameters::new(arrays);
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        let state = new_buffer(&device, parameters.length, usage);
        let numbers = parameters.flatten(arrays);
        queue.write_buffer(&state, 0, bytemuck::cast_slice(&numbers));
        let outcome = config.batch_size * (1 + sizes.classes as u32);
        let run = Self {
            outcomes: new_buffer(&device, OUTCOME_WORDS.max(outcome) as usize, usage),
            device,
            queue,
            config: sizes.clone(),
            most,
            mean_of_ties: config.ties == Ties::Mean,
            weight_decay: config.weight_decay as f32,
            parameters,
            pipelines: Pipelines::default(),
            recorded: None,
            state,
            plan: PersistencePlan::new(dataset),
            pending: 0,
            settled: None,
        };
        let limits = run.device.limits();
        let limit = limits
            .max_buffer_size
            .min(limits.max_storage_buffer_binding_size);
        (run.largest_buffer(&run.most) <= limit).then_some(run)
    }

    /// Submits a step of training on this batch. The factors of dropout, if any, multiply the hidden layer of the classifier.
    ///
    /// # Panics
    /// If its outcome does not fit, see [`Self::has_room`].
    pub fn step(&mut self, batch: &GraphBatch, dropout: &[f32], adam: AdamStep) {
        let graphs = batch.graphs() as u32;
        assert!(self.has_room(graphs), "the outcomes were read");
        let size = Size::of(batch);
        let room = match &self.recorded {
            Some((room, ..)) if room.holds(&size) => None,
            // Batches of the earlier sizes may follow again.
            Some((room, ..)) => Some(room.and(&size.class(&self.most))),
            None => Some(size.class(&self.most)),
        };
        if let Some(room) = room {
            self.recorded = Some(self.record(room));
        }
        let (_, places, recording) = self.recorded.as_ref().expect("just recorded");
        let mut words = vec![
            size.vertices,
            graphs,
            size.chunks,
            self.pending,
            adam.rate.to_bits(),
            adam.correction.to_bits(),
        ];
        words.extend(&size.rows);
        let words = places.fill(batch, (&self.config, &self.plan), &words, dropout);
        recording.replay(&self.device, &self.queue, &words, &size, &batch.shape);
        self.pending += self.words_of(graphs);
    }

    /// Whether the outcome of a step with `graphs` graphs fits before the next reading.
    pub fn has_room(&self, graphs: u32) -> bool {
        4 * u64::from(self.pending + self.words_of(graphs)) <= self.outcomes.size()
    }

    fn words_of(&self, graphs: u32) -> u32 {
        graphs * (1 + self.config.classes as u32)
    }

    /// Reads everything back after all submitted steps. Returns the loss of each graph, then the scores of each graph, for each
    /// step since the last reading, in order.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn settle(&mut self) -> Result<Vec<f32>, DeviceError> {
        let ranges = [
            (&self.outcomes, self.pending as usize),
            (&self.state, self.parameters.length),
        ];
        let [outcomes, state] = gpu::read(&self.device, &self.queue, ranges).await?;
        self.pending = 0;
        self.settled = Some(state.into());
        Ok(outcomes)
    }

    /// All numbers at the last reading, if any.
    pub fn settled(&self) -> Option<Arc<[f32]>> {
        self.settled.clone()
    }

    /// Restores numbers of an earlier reading, and drops the outcomes since then.
    pub fn restore(&mut self, settled: Arc<[f32]>) {
        let bytes = bytemuck::cast_slice(&settled);
        self.queue.write_buffer(&self.state, 0, bytes);
        self.settled = Some(settled);
        self.pending = 0;
    }

    /// The numbers of the model and the means of Adam at the last reading, if any.
    pub fn arrays(&self) -> Option<Arrays> {
        let settled = self.settled.as_ref()?;
        Some(self.parameters.unflatten(settled))
    }

    /// The numbers of the array with this name, in the layout of burn: no matrix is transposed.
    ///
    /// # Panics
    /// Before the first reading, or if no such array exists.
    pub fn numbers(&self, name: &str) -> Vec<f32> {
        let settled = self.settled.as_ref().expect("the numbers were read");
        self.parameters.numbers(settled, name)
    }

    /// The list of launches for batches of this size.
    fn record(&mut self, room: Size) -> (Size, Places, Recording) {
        let places = Places::new(&room, &self.config, &self.plan);
        let mut recorder = Recorder::new(&self.device, &self.queue, &room, &places);
        let sums = self.add_launches(&mut recorder);
        let recording = recorder.finish(&mut self.pipelines, sums);
        (room, places, recording)
    }

    /// Size in bytes of the largest buffer for batches of this size.
    fn largest_buffer(&self, room: &Size) -> u64 {
        let places = Places::new(room, &self.config, &self.plan);
        let mut recorder = Recorder::measuring(&self.device, &self.queue, room, &places);
        self.add_launches(&mut recorder);
        recorder.largest()
    }

    /// Adds all launches. Returns the placeholder for the buffer of all gradients, and this buffer.
    fn add_launches(&self, recorder: &mut Recorder) -> [wgpu::Buffer; 2] {
        let mut gradients = Gradients::default();
        let sums = recorder.scratch(4);
        let mut context = Context {
            recorder,
            parameters: &self.parameters,
            gradients: &mut gradients,
            persistence: &self.plan,
            state: &self.state,
            sums: &sums,
            outcomes: &self.outcomes,
            most: &self.most,
            config: &self.config,
            mean_of_ties: self.mean_of_ties,
        };
        match self.config.kind {
            ModelKind::Gfl => {
                let kept = context.filter();
                let gradient = context.head(Values::Learned(&kept.values));
                let gradient = gradient.expect("values are learned");
                context.filter_backward(&kept, &gradient);
            }
            ModelKind::Sum => context.sum(),
            _ => {
                context.head(Values::Fixed);
            }
        }
        let (segments, segment_of) = gradients.table(&self.parameters);
        let groups = segment_of.len() as u32;
        let [segments, segment_of] = [segments, segment_of].map(|words| recorder.constant(&words));
        let many = groups.div_ceil(MAX_GROUPS);
        recorder.launch(
            Kernel::Adam,
            &[&segments, &segment_of, &sums, &self.state],
            vec![self.parameters.learned as u32, self.weight_decay.to_bits()],
            [
                Groups::Fixed(groups.div_ceil(many)),
                Groups::Fixed(many),
                Groups::Fixed(1),
            ],
        );
        let all = recorder.scratch(gradients.length);
        [sums, all]
    }
}
