//! The launches from the vector of each graph to loss and scores and back, as [`crate::model::classifier::Classifier`] has them.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gradients::Runs,
    kernel::Kernel,
    linear::{GRADIENT_INNER, GRADIENT_ROWS, Linear, ROWS},
    recording::{Groups, NOTHING},
    size::word,
};

impl Context<'_, '_> {
    /// Adds the launches, from vectors of so many numbers; gives their gradient. Names of the parameters begin with `name`.
    pub fn classifier(&mut self, name: &str, vectors: &wgpu::Buffer, inner: u32) -> wgpu::Buffer {
        let recorder = &mut *self.recorder;
        let (places, graphs, state) = (recorder.places, recorder.room.graphs, self.state);
        let [width, classes] =
            [self.config.classifier_width, self.config.classes].map(|size| size as u32);
        let place = |name: &str| self.parameters.place(name);
        let [first, second] = ["first", "second"]
            .map(|layer| ["weight", "bias"].map(|part| format!("{name}.{layer}.{part}")));
        let (weights, by_64) = (place(&first[0]), Groups::Fixed(width.div_ceil(64)));
        let one = Groups::Fixed(1);

        let hidden = recorder.scratch(width * graphs);
        let mut linear = Linear::plain(word::GRAPHS, inner, width, weights);
        linear.bias = place(&first[1]);
        let unused = recorder.scratch(4);
        recorder.launch(
            Kernel::Linear,
            &[state, vectors, state, &hidden, &unused],
            linear.words(),
            [Groups::Graphs(ROWS), by_64, one],
        );
        let slopes = recorder.scratch(classes * graphs);
        let dropout = match self.config.dropout > 0.0 {
            true => places.dropout,
            false => NOTHING,
        };
        let mut words = vec![width, classes];
        words.extend(second.iter().map(|name| place(name)));
        words.extend([places.classes, dropout]);
        recorder.launch(
            Kernel::Loss,
            &[state, &hidden, self.outcomes, &slopes],
            words,
            [Groups::Graphs(64), one, one],
        );

        let base = self.gradients.take((width + 1) * classes);
        for (name, base) in second.iter().zip([base, base + width * classes]) {
            self.gradients
                .add_plain(self.parameters, name, base, 0, Runs::ONE);
        }
        let hidden_gradient = recorder.scratch(width * graphs);
        recorder.launch(
            Kernel::LossBackward,
            &[state, &hidden, &slopes, &hidden_gradient, self.sums],
            vec![width, classes, place(&second[0]), base, dropout],
            [by_64, one, one],
        );
        let stride = (inner + 1) * width;
        let base = self.gradients.take(stride * graphs.div_ceil(GRADIENT_ROWS));
        recorder.launch(
            Kernel::WeightsGradient,
            &[vectors, &hidden_gradient, self.sums],
            vec![word::GRAPHS, inner, width, base],
            [
                Groups::Fixed(inner.div_ceil(GRADIENT_INNER)),
                by_64,
                Groups::Graphs(GRADIENT_ROWS),
            ],
        );
        let runs = Runs {
            word: word::GRAPHS,
            per_run: GRADIENT_ROWS,
        };
        for (name, base) in first.iter().zip([base, base + inner * width]) {
            self.gradients
                .add_plain(self.parameters, name, base, stride, runs);
        }
        let vector_gradient = recorder.scratch(inner * graphs);
        recorder.launch(
            Kernel::InputGradient,
            &[state, &hidden_gradient, &vector_gradient],
            vec![word::GRAPHS, inner, width, 0, weights, weights],
            [Groups::Graphs(ROWS), Groups::Fixed(inner.div_ceil(64)), one],
        );
        vector_gradient
    }
}
