//! A step of training as one submission to the GPU.
//!
//! What a step runs is a fixed list of kernels over fixed buffers ([`recording`]), made once for a size class of batches
//! ([`size`]): [`filter`], [`head`] and [`filter_backward`] add the launches of the forward pass and of the gradients, in the order and with the
//! names of [`crate::model`], and one kernel at the end moves all parameters, which stand in one vector ([`parameters`]). A
//! step then uploads one buffer, which holds the batch, and submits the list once. Nothing is read back before
//! [`RecordedRun::settle`]; the model in burn stands still until then.
//!
//! The model is thus written down twice, here and in [`crate::model`]; `tests/recorded.rs` holds the two together, gradient
//! by gradient.

mod filter;
mod filter_backward;
mod gradients;
mod head;
mod kernel;
mod linear;
mod parameters;
mod read_back;
mod recording;
mod size;

use burn::tensor::wgpu::wgpu;

use super::weights::Arrays;
use crate::{
    config::{BarWeight, Hat, ModelKind, Ties, TrainingConfig},
    device::{self, DeviceError},
    graph::{Dataset, batch::GraphBatch},
    homology::dispatch_plan::{SIZE_CLASSES, size_class},
    model::ModelConfig,
    ops::AdamStep,
};
use gradients::Gradients;
use head::{Context, Values};
use kernel::{Kernel, Pipelines};
use parameters::Parameters;
use recording::{Groups, Recorder, Recording, new_buffer};
use size::{Places, Size};

/// Workgroups in one dimension of a launch, on every device.
const MOST_GROUPS: u32 = 65_535;
/// Words that the outcomes of the steps take between two readings, at least.
const OUTCOME_WORDS: u32 = 1 << 16;

/// Whether the steps of such a run can be recorded: GFL and PH-only with rational hats, whose bars all count alike, and widths
/// that are multiples of 8; on vertices with degrees, labels or nothing, and graphs that a workgroup can pair.
pub(super) fn takes(config: &TrainingConfig, sizes: &ModelConfig, dataset: &Dataset) -> bool {
    let features = sizes.feature_sizes;
    let plain = features.attributes + features.edge_labels + features.edge_attributes == 0;
    let of_a_kind = match config.model {
        ModelKind::Gfl => sizes.layers > 0,
        ModelKind::PhOnly => true,
        _ => false,
    };
    let rational = sizes.hat == Hat::Rational && sizes.bar_weight == BarWeight::None;
    let mut graphs = dataset.graphs.iter();
    let small = graphs.all(|graph| {
        let class = size_class(graph.vertices, graph.edges.len() as u32);
        graph.vertices > 0 && class < SIZE_CLASSES.len()
    });
    let most = dataset
        .graphs
        .iter()
        .map(|graph| graph.vertices)
        .max()
        .unwrap_or(0);
    of_a_kind
        && plain
        && rational
        && small
        && !sizes.extended
        && sizes.dropout == 0.0
        && sizes.width.is_multiple_of(8)
        && sizes.hats.is_multiple_of(4)
        && config.batch_size.saturating_mul(most) <= MOST_GROUPS
}

/// The numbers of a run on the GPU, and the list of launches that moves them by a step.
pub(super) struct RecordedRun {
    device: wgpu::Device,
    queue: wgpu::Queue,
    config: ModelConfig,
    mean_of_ties: bool,
    weight_decay: f32,
    parameters: Parameters,
    pipelines: Pipelines,
    /// Of the size class at hand.
    recorded: Option<(Size, Places, Recording)>,
    /// The vector of all numbers.
    state: wgpu::Buffer,
    outcomes: wgpu::Buffer,
    /// Words of the outcomes since they were read last.
    pending: u32,
}

/// What [`RecordedRun::settle`] reads back.
pub(super) struct Settled {
    /// Of each step since the last time, one after the other: the loss of each graph, then the scores of each.
    pub outcomes: Vec<f32>,
    /// The numbers of the model and the means of Adam.
    pub arrays: Arrays,
}

impl RecordedRun {
    /// A run that goes on with these numbers, on the GPU that is open; `None` where none is.
    pub fn new(config: &TrainingConfig, sizes: &ModelConfig, arrays: &Arrays) -> Option<Self> {
        let (device, queue) = device::gpu_handles()?;
        let parameters = Parameters::new(arrays);
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        let state = new_buffer(&device, parameters.length, usage);
        let numbers = parameters.flatten(arrays);
        queue.write_buffer(&state, 0, bytemuck::cast_slice(&numbers));
        let most = config.batch_size * (1 + sizes.classes as u32);
        Some(Self {
            outcomes: new_buffer(&device, OUTCOME_WORDS.max(most) as usize, usage),
            device,
            queue,
            config: sizes.clone(),
            mean_of_ties: config.ties == Ties::Mean,
            weight_decay: config.weight_decay as f32,
            parameters,
            pipelines: Pipelines::default(),
            recorded: None,
            state,
            pending: 0,
        })
    }

    /// Submits a step of training on this batch.
    ///
    /// # Panics
    /// If there is no room for its outcome, see [`Self::has_room`].
    pub fn step(&mut self, batch: &GraphBatch, adam: AdamStep) {
        let graphs = batch.graphs() as u32;
        assert!(self.has_room(graphs), "the outcomes were read");
        let size = Size::of(batch);
        let fits = matches!(&self.recorded, Some((room, ..)) if room.holds(&size));
        if !fits {
            self.recorded = Some(self.record(size.class()));
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
        let words = places.fill(batch, &words);
        recording.replay(&self.device, &self.queue, &words, &size, &batch.shape.small);
        self.pending += self.words_of(graphs);
    }

    /// Whether the outcome of a step with so many graphs fits before the next reading.
    pub fn has_room(&self, graphs: u32) -> bool {
        4 * u64::from(self.pending + self.words_of(graphs)) <= self.outcomes.size()
    }

    fn words_of(&self, graphs: u32) -> u32 {
        graphs * (1 + self.config.classes as u32)
    }

    /// Reads everything back, once the steps so far are done.
    ///
    /// # Errors
    /// If the device no longer answers.
    pub async fn settle(&mut self) -> Result<Settled, DeviceError> {
        let ranges = [
            (&self.outcomes, self.pending as usize),
            (&self.state, self.parameters.length),
        ];
        let [outcomes, state] = read_back::read(&self.device, &self.queue, ranges).await?;
        self.pending = 0;
        Ok(Settled {
            outcomes,
            arrays: self.parameters.unflatten(&state),
        })
    }

    /// The list of launches for batches of this size.
    fn record(&mut self, room: Size) -> (Size, Places, Recording) {
        let sizes = self.config.feature_sizes;
        let places = Places::new(&room, [sizes.degrees, sizes.labels]);
        let mut recorder = Recorder::new(&self.device, &self.queue, &room, &places);
        let mut gradients = Gradients::default();
        let sums = recorder.scratch(4);
        let mut context = Context {
            recorder: &mut recorder,
            parameters: &self.parameters,
            gradients: &mut gradients,
            state: &self.state,
            sums: &sums,
            outcomes: &self.outcomes,
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
            _ => {
                context.head(Values::Fixed);
            }
        }
        let (segments, segment_of) = gradients.table(&self.parameters);
        let groups = segment_of.len() as u32;
        let [segments, segment_of] = [segments, segment_of].map(|words| recorder.constant(&words));
        let many = groups.div_ceil(MOST_GROUPS);
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
        let recording = recorder.finish(&mut self.pipelines, (&sums, &all));
        (room, places, recording)
    }
}
