//! The launches from filter values to scores and back, as [`crate::model::head::Head`] has them with rational hats.

use burn::tensor::wgpu::wgpu;

use super::{
    gradients::{Gradients, Runs},
    kernel::Kernel,
    linear::{GRADIENT_ROWS, Linear},
    parameters::Parameters,
    recording::{Groups, Range, Recorder, Uniform},
    size::word,
};
use crate::{
    homology::dispatch_plan::{self, SIZE_CLASSES},
    model::ModelConfig,
};

/// Slots for bars of a chunk.
const SLOTS: u32 = 128;

/// Where filter values come from.
pub(super) enum Values<'a> {
    /// With the batch.
    Fixed,
    /// Computed in the step.
    Learned(&'a wgpu::Buffer),
}

/// What the head adds launches to.
pub(super) struct Context<'a, 'b> {
    pub recorder: &'a mut Recorder<'b>,
    pub parameters: &'a Parameters,
    pub gradients: &'a mut Gradients,
    pub state: &'a wgpu::Buffer,
    /// Stands for the buffer of all gradients, whose length is known at the end.
    pub sums: &'a wgpu::Buffer,
    pub outcomes: &'a wgpu::Buffer,
    pub config: &'a ModelConfig,
    pub mean_of_ties: bool,
}

impl Context<'_, '_> {
    /// Adds the launches; gives the gradient of the filter values, `[N]`, where these are learned.
    pub fn head(&mut self, values: Values) -> Option<wgpu::Buffer> {
        let recorder = &mut *self.recorder;
        let (places, room) = (recorder.places, recorder.room);
        let state = self.state;
        let [hats, width, classes] = [
            self.config.hats,
            self.config.classifier_width,
            self.config.classes,
        ]
        .map(|size| size as u32);
        let vertices = room.vertices;

        // Persistence and the bars that count.
        let filter: Range = match values {
            Values::Fixed => recorder.part_of_batch(places.filter, vertices),
            Values::Learned(values) => values.into(),
        };
        let [death, loops] = [(); 2].map(|()| recorder.scratch(2 * vertices));
        let graphs = recorder.part_of_batch(places.graphs, 4 * room.graphs);
        let edges = recorder.part_of_batch(places.edges, 2 * room.edges);
        for (class, size) in SIZE_CLASSES.into_iter().enumerate() {
            let ranges = vec![
                graphs.clone(),
                edges.clone(),
                filter.clone(),
                (&death).into(),
                (&loops).into(),
            ];
            recorder.launch_ranges(
                Kernel::Persistence(dispatch_plan::Kernel::Small(size)),
                ranges,
                Uniform::OfBatch(places.uniforms[class]),
                [Groups::Small(class), Groups::Fixed(1), Groups::Fixed(1)],
            );
        }
        let bars = recorder.scratch(4 * SLOTS * room.chunks);
        let counts = recorder.scratch(4 * room.chunks);
        let end_gradient = recorder.scratch(8 * vertices);
        let batch = Range::from(&recorder.batch);
        let ranges = vec![
            batch,
            filter.clone(),
            (&death).into(),
            (&loops).into(),
            (&bars).into(),
            (&counts).into(),
            (&end_gradient).into(),
        ];
        recorder.launch_ranges(
            Kernel::Bars,
            ranges,
            Uniform::Words(vec![places.chunks]),
            [Groups::Chunks(64), Groups::Fixed(1), Groups::Fixed(1)],
        );

        // Hats and classifier.
        let names = ["h0", "h0_essential", "h1_essential"];
        let hat_names = names
            .map(|name| ["centres", "radii"].map(|part| format!("head.readout.{name}.{part}")));
        let mut hat_words = vec![hats];
        hat_words.extend(
            hat_names
                .iter()
                .flatten()
                .map(|name| self.parameters.place(name)),
        );
        let by_hat = hats.div_ceil(32);
        let chunk_sums = recorder.scratch(3 * hats * room.chunks);
        recorder.launch(
            Kernel::Hats,
            &[state, &bars, &counts, &chunk_sums],
            hat_words.clone(),
            [Groups::Chunks(1), Groups::Fixed(by_hat), Groups::Fixed(3)],
        );
        let vectors = recorder.scratch(3 * hats * room.graphs);
        recorder.launch(
            Kernel::ChunkSums,
            &[&chunk_sums, &vectors],
            vec![3 * hats, places.chunk_offsets],
            [
                Groups::Graphs(1),
                Groups::Fixed((3 * hats).div_ceil(64)),
                Groups::Fixed(1),
            ],
        );
        let hidden = recorder.scratch(width * room.graphs);
        let place = |name: &str| self.parameters.place(name);
        let first = place("head.classifier.first.weight");
        let mut linear = Linear::plain(word::GRAPHS, 3 * hats, width, first);
        linear.bias = place("head.classifier.first.bias");
        let unused = recorder.scratch(4);
        recorder.launch(
            Kernel::Linear,
            &[state, &vectors, state, &hidden, &unused],
            linear.words(),
            [
                Groups::Graphs(8),
                Groups::Fixed(width.div_ceil(64)),
                Groups::Fixed(1),
            ],
        );
        let slopes = recorder.scratch(classes * room.graphs);
        let [weights, bias] =
            ["weight", "bias"].map(|part| format!("head.classifier.second.{part}"));
        recorder.launch(
            Kernel::Loss,
            &[state, &hidden, self.outcomes, &slopes],
            vec![
                width,
                classes,
                place(&weights),
                place(&bias),
                places.classes,
            ],
            [Groups::Graphs(64), Groups::Fixed(1), Groups::Fixed(1)],
        );

        // Back.
        let base = self.gradients.take((width + 1) * classes);
        self.gradients
            .add_plain(self.parameters, &weights, base, 0, Runs::ONE);
        self.gradients
            .add_plain(self.parameters, &bias, base + width * classes, 0, Runs::ONE);
        let hidden_gradient = recorder.scratch(width * room.graphs);
        recorder.launch(
            Kernel::LossBackward,
            &[state, &hidden, &slopes, &hidden_gradient, self.sums],
            vec![width, classes, place(&weights), base],
            [
                Groups::Fixed(width.div_ceil(64)),
                Groups::Fixed(1),
                Groups::Fixed(1),
            ],
        );
        let base = self
            .gradients
            .take((3 * hats + 1) * width * room.graphs.div_ceil(GRADIENT_ROWS));
        recorder.launch(
            Kernel::WeightsGradient,
            &[&vectors, &hidden_gradient, self.sums],
            vec![word::GRAPHS, 3 * hats, width, base],
            [
                Groups::Fixed((3 * hats).div_ceil(8)),
                Groups::Fixed(width.div_ceil(64)),
                Groups::Graphs(GRADIENT_ROWS),
            ],
        );
        let runs = Runs {
            word: word::GRAPHS,
            per_run: GRADIENT_ROWS,
        };
        let stride = (3 * hats + 1) * width;
        for (name, base) in [("weight", base), ("bias", base + 3 * hats * width)] {
            let name = format!("head.classifier.first.{name}");
            self.gradients
                .add_plain(self.parameters, &name, base, stride, runs);
        }
        let vector_gradient = recorder.scratch(3 * hats * room.graphs);
        recorder.launch(
            Kernel::InputGradient,
            &[state, &hidden_gradient, &vector_gradient],
            vec![word::GRAPHS, 3 * hats, width, 0, first, first],
            [
                Groups::Graphs(8),
                Groups::Fixed((3 * hats).div_ceil(64)),
                Groups::Fixed(1),
            ],
        );
        let base = self.gradients.take(7 * hats * room.chunks);
        let runs = Runs {
            word: word::CHUNKS,
            per_run: 1,
        };
        let mut own = base;
        for name in hat_names.iter().flatten() {
            self.gradients
                .add_plain(self.parameters, name, own, 7 * hats, runs);
            own += self.parameters.length_of(name);
        }
        let mut words = hat_words.clone();
        words.extend([base, places.chunks]);
        recorder.launch(
            Kernel::HatsBackward,
            &[state, &bars, &counts, &vector_gradient, self.sums],
            words,
            [Groups::Chunks(1), Groups::Fixed(by_hat), Groups::Fixed(3)],
        );
        let Values::Learned(values) = values else {
            return None;
        };
        let mut words = hat_words;
        words.push(places.chunks);
        recorder.launch(
            Kernel::BarsBackward,
            &[state, &bars, &counts, &vector_gradient, &end_gradient],
            words,
            [
                Groups::Chunks(1),
                Groups::Fixed(SLOTS / 32),
                Groups::Fixed(1),
            ],
        );
        let sums = recorder.scratch(vertices);
        let tallies = recorder.scratch(4 * vertices);
        let offsets = recorder.part_of_batch(places.vertex_offsets, room.graphs + 1);
        let ranges = vec![
            (&end_gradient).into(),
            (&death).into(),
            offsets.clone(),
            (&sums).into(),
            (&tallies).into(),
        ];
        recorder.launch_ranges(
            Kernel::BarEndsBackward,
            ranges,
            Uniform::OfBatch(places.uniforms[4]),
            [Groups::Graphs(1), Groups::Fixed(1), Groups::Fixed(1)],
        );
        if !self.mean_of_ties {
            return Some(sums);
        }
        let means = recorder.scratch(vertices);
        let ranges = vec![(&sums).into(), values.into(), offsets, (&means).into()];
        recorder.launch_ranges(
            Kernel::TieMeanBackward,
            ranges,
            Uniform::OfBatch(places.uniforms[4]),
            [Groups::Vertices(64), Groups::Fixed(1), Groups::Fixed(1)],
        );
        Some(means)
    }
}
