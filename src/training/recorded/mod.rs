//! A step of training as one submission to the GPU.
//!
//! What a step runs is a fixed list of kernels over fixed buffers ([`recording`]), made once for a size class of batches
//! ([`size`]): [`filter`], [`head`] and [`filter_backward`], or [`sum`], add the launches of the forward pass and of the gradients, in the order and with the
//! names of [`crate::model`], and one kernel at the end moves all parameters, which stand in one vector ([`parameters`]). A
//! step then uploads one buffer, which holds the batch ([`places`]), and submits the list once. Nothing is read back before
//! [`RecordedRun::settle`]; the model in burn stands still until then.
//!
//! The model is thus written down twice, here and in [`crate::model`]; `tests/library/recorded.rs` holds the two together, gradient
//! by gradient.

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
mod read_back;
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

/// Words that the outcomes of the steps take between two readings, at least.
const OUTCOME_WORDS: u32 = 1 << 16;

/// The numbers of a run on the GPU, and the list of launches that moves them by a step.
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
    /// Of the size class at hand.
    recorded: Option<(Size, Places, Recording)>,
    /// The vector of all numbers.
    state: wgpu::Buffer,
    outcomes: wgpu::Buffer,
    /// Words of the outcomes since they were read last.
    pending: u32,
    /// What `state` held when it was read last.
    settled: Option<Arc<[f32]>>,
}

impl RecordedRun {
    /// A run on these graphs that goes on with these numbers, on the GPU that is open; `None` where none is, or where a batch
    /// may be too large for its buffers. `colours`: of the vertices of all graphs, before the first layer and after each.
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

    /// Submits a step of training on this batch; the hidden layer of the classifier is multiplied by the factors of dropout,
    /// where there are any.
    ///
    /// # Panics
    /// If there is no room for its outcome, see [`Self::has_room`].
    pub fn step(&mut self, batch: &GraphBatch, dropout: &[f32], adam: AdamStep) {
        let graphs = batch.graphs() as u32;
        assert!(self.has_room(graphs), "the outcomes were read");
        let size = Size::of(batch);
        let room = match &self.recorded {
            Some((room, ..)) if room.holds(&size) => None,
            // What there was room for may come again.
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

    /// Whether the outcome of a step with so many graphs fits before the next reading.
    pub fn has_room(&self, graphs: u32) -> bool {
        4 * u64::from(self.pending + self.words_of(graphs)) <= self.outcomes.size()
    }

    fn words_of(&self, graphs: u32) -> u32 {
        graphs * (1 + self.config.classes as u32)
    }

    /// Reads everything back, once the steps so far are done. Gives of each step since the last time, one after the other, the
    /// loss of each graph, then the scores of each.
    ///
    /// # Errors
    /// If the device no longer answers.
    pub async fn settle(&mut self) -> Result<Vec<f32>, DeviceError> {
        let ranges = [
            (&self.outcomes, self.pending as usize),
            (&self.state, self.parameters.length),
        ];
        let [outcomes, state] = read_back::read(&self.device, &self.queue, ranges).await?;
        self.pending = 0;
        self.settled = Some(state.into());
        Ok(outcomes)
    }

    /// All numbers as they were read last, if ever.
    pub fn settled(&self) -> Option<Arc<[f32]>> {
        self.settled.clone()
    }

    /// Goes back to numbers that were read once, and forgets the outcomes since.
    pub fn restore(&mut self, settled: Arc<[f32]>) {
        let bytes = bytemuck::cast_slice(&settled);
        self.queue.write_buffer(&self.state, 0, bytes);
        self.settled = Some(settled);
        self.pending = 0;
    }

    /// The numbers of the model and the means of Adam as they were read last, if ever.
    pub fn arrays(&self) -> Option<Arrays> {
        let settled = self.settled.as_ref()?;
        Some(self.parameters.unflatten(settled))
    }

    /// Those of the array of this name, as burn has them: no matrix is transposed.
    ///
    /// # Panics
    /// If nothing was read yet, or there is no such array.
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

    /// Bytes of the largest buffer that batches of this size take.
    fn largest_buffer(&self, room: &Size) -> u64 {
        let places = Places::new(room, &self.config, &self.plan);
        let mut recorder = Recorder::measuring(&self.device, &self.queue, room, &places);
        self.add_launches(&mut recorder);
        recorder.largest()
    }

    /// Adds all launches. Gives what stands for the buffer of all gradients in them, and this buffer.
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
