//! The launches from filter values to scores and back, as in [`crate::model::head::Head`] with rational hats.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gradients::Runs,
    kernel::Kernel,
    recording::{Groups, Range, Uniform},
    size::word,
};

/// Slots for the bars of a chunk.
const SLOTS: u32 = 128;

/// The source of the filter values.
pub(super) enum Values<'a> {
    /// The batch holds them.
    Fixed,
    /// The step computes them.
    Learned(&'a wgpu::Buffer),
}

impl Context<'_, '_> {
    /// Adds the launches. Returns the gradient of the filter values, `[N]`, if these are learned.
    pub fn head(&mut self, values: Values) -> Option<wgpu::Buffer> {
        let recorder = &mut *self.recorder;
        let (places, room) = (recorder.places, recorder.room);
        let state = self.state;
        let hats = self.config.hats as u32;
        let vertices = room.vertices;

        // Persistence, and the bars that count.
        let filter: Range = match values {
            Values::Fixed => recorder.part_of_batch(places.filter, vertices),
            Values::Learned(values) => values.into(),
        };
        let [death, loops] = self.persistence(&filter);
        let recorder = &mut *self.recorder;
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

        // Coordinate functions and classifier.
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
        let base = self.gradients.take(7 * hats * room.chunks);
        hat_words.extend([places.chunks, base]);
        let by_hat = hats.div_ceil(32);
        let chunk_sums = recorder.scratch(3 * hats * room.chunks);
        recorder.launch(
            Kernel::CoordinateFunctions,
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
        let vector_gradient = self.classifier("head.classifier", &vectors, 3 * hats);
        let recorder = &mut *self.recorder;
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
        recorder.launch(
            Kernel::CoordinateFunctionsBackward,
            &[state, &bars, &counts, &vector_gradient, self.sums],
            hat_words.clone(),
            [Groups::Chunks(1), Groups::Fixed(by_hat), Groups::Fixed(3)],
        );
        let Values::Learned(values) = values else {
            return None;
        };
        recorder.launch(
            Kernel::BarsBackward,
            &[state, &bars, &counts, &vector_gradient, &end_gradient],
            hat_words,
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
            Uniform::OfBatch(places.all_vertices),
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
            Uniform::OfBatch(places.all_vertices),
            [Groups::Vertices(64), Groups::Fixed(1), Groups::Fixed(1)],
        );
        Some(means)
    }
}
