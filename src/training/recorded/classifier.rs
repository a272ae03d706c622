//! The launches from the vector of each graph to loss and scores and back, as [`crate::model::classifier::Classifier`] has them.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gradients::Runs,
    kernel::Kernel,
    linear::{Linear, Product, Rows},
    recording::{Groups, NOTHING},
};

impl Context<'_, '_> {
    /// Adds the launches from vectors of `inner` numbers and returns their gradient. The names of the parameters begin with `name`.
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

        let product = Product::plain(Rows::Graphs, [inner, width], weights);
        let linear = Linear {
            product,
            bias: place(&first[1]),
            added: None,
            moments: None,
        };
        let hidden = self.linear(&linear, vectors);
        let recorder = &mut *self.recorder;
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
        let (gradients, vector_gradient) = self.linear_backward(product, vectors, &hidden_gradient);
        self.gradients
            .add(gradients.weights(weights, [inner, width], 0));
        self.gradients.add(gradients.bias(linear.bias, width, 0));
        vector_gradient
    }
}
