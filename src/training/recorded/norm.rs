//! Batch normalisation with LeakyReLU in a recorded step, forward and back.

use burn::tensor::wgpu::wgpu;

use super::{context::Context, gradients::Runs, kernel::Kernel, recording::NOTHING, size::word};

/// Rows of a workgroup of the kernels of batch normalisation. Each workgroup has one share of the sums for the gradient.
const NORM_ROWS: u32 = 32;
/// Number of runs that `shaders/step_fold_moments.wgsl` and `step_fold_sums.wgsl` combine into one.
const FOLD: u32 = 32;
/// If a batch can have more rows, the kernels fold runs. This depends only on the run, so the order of sums is the same for all
/// batches.
const FEW_ROWS: u32 = 4096;

/// A normalisation of rows after `layer` layers, with the values that its gradient needs.
pub(super) struct Norm {
    layer: usize,
    columns: u32,
    /// Prefix of the names of its parameters.
    name: String,
    /// Its input, and its means and deviations.
    pub x: wgpu::Buffer,
    pub norms: wgpu::Buffer,
}

/// Sums over runs of rows that the gradient of a normalisation needs: their place, the distance between two runs, and the number of
/// rows of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct NormSums {
    pub base: u32,
    stride: u32,
    together: u32,
}

impl Context<'_, '_> {
    /// Batch normalisation with LeakyReLU of rows after `layer` layers, from the moments of each `together` rows.
    pub fn normalise(
        &mut self,
        (layer, columns): (usize, u32),
        name: String,
        x: wgpu::Buffer,
        (moments, together): (&wgpu::Buffer, u32),
    ) -> (wgpu::Buffer, Norm) {
        let y = self
            .recorder
            .scratch(columns * self.recorder.room.rows[layer]);
        let norms = self.recorder.scratch(2 * columns);
        let folded = self.folds(layer).then(|| {
            let moments = self.folded_moments((layer, columns), moments, together);
            (moments, together * FOLD)
        });
        let (moments, together) = match &folded {
            Some((moments, together)) => (moments, *together),
            None => (moments, together),
        };
        let mut words = vec![word::ROWS + layer as u32, columns];
        let parts = ["gamma", "beta", "mean", "variance"];
        words.extend(parts.map(|part| self.place(&format!("{name}.{part}"))));
        words.push(together);
        self.recorder.launch(
            Kernel::Normalise,
            &[&x, moments, self.state, &y, &norms],
            words,
            Self::by_rows(layer, NORM_ROWS, columns),
        );
        let norm = Norm {
            layer,
            columns,
            name,
            x,
            norms,
        };
        (y, norm)
    }

    /// Whether the kernels fold the runs of rows after `layer` layers.
    fn folds(&self, layer: usize) -> bool {
        self.most.rows[layer] > FEW_ROWS
    }

    /// The moments of each group of `FOLD` runs of rows, from the moments of each `together` rows.
    fn folded_moments(
        &mut self,
        (layer, columns): (usize, u32),
        moments: &wgpu::Buffer,
        together: u32,
    ) -> wgpu::Buffer {
        let runs = self.recorder.room.rows[layer].div_ceil(together * FOLD);
        let folded = self.recorder.scratch((2 * columns + 4) * runs);
        self.recorder.launch(
            Kernel::FoldMoments,
            &[moments, &folded],
            vec![word::ROWS + layer as u32, columns, together],
            Self::by_rows(layer, together * FOLD, columns),
        );
        folded
    }

    /// Starts of factor and offset in `state`.
    pub fn scale_of(&self, norm: &Norm) -> [u32; 2] {
        ["gamma", "beta"].map(|part| self.place(&format!("{}.{part}", norm.name)))
    }

    /// Space for the sums over each 32 rows that the gradient of a normalisation needs. These sums are also the gradients of factor
    /// and offset.
    pub fn norm_sums_place(&mut self, norm: &Norm) -> NormSums {
        let stride = 4 * norm.columns;
        let rows = self.recorder.room.rows[norm.layer];
        let sums = NormSums {
            base: self.gradients.take(stride * rows.div_ceil(NORM_ROWS)),
            stride,
            together: NORM_ROWS,
        };
        for (part, number) in [("gamma", 0), ("beta", 1)] {
            self.add_sum(norm, sums, &format!("{}.{part}", norm.name), number);
        }
        sums
    }

    /// Uses sum `number` as the gradient of a parameter.
    fn add_sum(&mut self, norm: &Norm, sums: NormSums, name: &str, number: u32) {
        let base = sums.base + number * norm.columns;
        let runs = Runs::rows(norm.layer, sums.together);
        self.gradients
            .add_plain(self.parameters, name, base, sums.stride, runs);
    }

    /// The gradient of a normalisation from the gradient of its rows.
    pub fn norm_backward(&mut self, norm: &Norm, gradient: &wgpu::Buffer) -> wgpu::Buffer {
        let sums = self.norm_sums_place(norm);
        self.norm_sums(norm, gradient, sums, NOTHING)
    }

    /// The gradient of a normalisation from the gradient of a linear layer after it with one column.
    pub fn norm_backward_of_one(
        &mut self,
        norm: &Norm,
        gradient: &wgpu::Buffer,
        outer: &str,
    ) -> wgpu::Buffer {
        let sums = self.norm_sums_place(norm);
        let [weight, bias] = ["weight", "bias"].map(|part| format!("{outer}.{part}"));
        self.add_sum(norm, sums, &weight, 2);
        self.add_sum(norm, sums, &bias, 3);
        self.norm_sums(norm, gradient, sums, self.place(&weight))
    }

    /// Computes the sums and the gradient.
    fn norm_sums(
        &mut self,
        norm: &Norm,
        gradient: &wgpu::Buffer,
        sums: NormSums,
        outer: u32,
    ) -> wgpu::Buffer {
        self.recorder.launch(
            Kernel::NormSums,
            &[self.state, gradient, &norm.x, &norm.norms, self.sums],
            self.backward_words(norm, sums, outer),
            Self::by_rows(norm.layer, NORM_ROWS, norm.columns),
        );
        self.normalise_backward(norm, gradient, sums, outer)
    }

    /// The gradient of the input of the normalisation, from the sums. `outer` is the place of the weights of a linear layer with
    /// one column whose gradient replaces that of the rows, or [`NOTHING`].
    pub fn normalise_backward(
        &mut self,
        norm: &Norm,
        gradient: &wgpu::Buffer,
        sums: NormSums,
        outer: u32,
    ) -> wgpu::Buffer {
        let rows = self.recorder.room.rows[norm.layer];
        let x_gradient = self.recorder.scratch(norm.columns * rows);
        let sums = match self.folds(norm.layer) {
            true => self.folded_sums(norm, sums),
            false => sums,
        };
        let (x, norms) = (&norm.x, &norm.norms);
        self.recorder.launch(
            Kernel::NormBackward,
            &[self.state, gradient, x, norms, self.sums, &x_gradient],
            self.backward_words(norm, sums, outer),
            Self::by_rows(norm.layer, NORM_ROWS, norm.columns),
        );
        x_gradient
    }

    /// The sums of each group of `FOLD` runs of rows, without those of the layer with one column.
    fn folded_sums(&mut self, norm: &Norm, sums: NormSums) -> NormSums {
        let (together, stride) = (sums.together * FOLD, 2 * norm.columns);
        let runs = self.recorder.room.rows[norm.layer].div_ceil(together);
        let base = self.gradients.take(stride * runs);
        self.recorder.launch(
            Kernel::FoldSums,
            &[self.sums],
            vec![
                word::ROWS + norm.layer as u32,
                sums.together,
                stride,
                sums.stride,
                sums.base,
                base,
            ],
            Self::by_rows(norm.layer, together, stride),
        );
        NormSums {
            base,
            stride,
            together,
        }
    }

    fn backward_words(&self, norm: &Norm, sums: NormSums, outer: u32) -> Vec<u32> {
        let [gamma, beta] = self.scale_of(norm);
        vec![
            word::ROWS + norm.layer as u32,
            norm.columns,
            gamma,
            beta,
            outer,
            self.counts(norm.layer),
            sums.base,
            sums.stride,
            sums.together,
        ]
    }
}
