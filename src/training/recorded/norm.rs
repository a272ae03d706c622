//! Batch normalisation with LeakyReLU in a recorded step, forward and back.

use burn::tensor::wgpu::wgpu;

use super::{context::Context, gradients::Runs, kernel::Kernel, recording::NOTHING, size::word};

/// Rows of a workgroup of the kernels of batch normalisation, and of which there is a share of the sums for its gradient.
const NORM_ROWS: u32 = 32;
/// Runs of rows that `shaders/step_fold_moments.wgsl` and `step_fold_sums.wgsl` make one of.
const FOLD: u32 = 32;
/// Where a batch can have more rows, runs are folded. That depends on the run alone: the order of sums is that of no other batch.
const FEW_ROWS: u32 = 4096;

/// A normalisation of rows after so many layers, and what its gradient needs.
pub(super) struct Norm {
    layer: usize,
    columns: u32,
    /// What the names of its parameters begin with.
    name: String,
    /// What it read, and its means and deviations.
    pub x: wgpu::Buffer,
    pub norms: wgpu::Buffer,
}

impl Context<'_, '_> {
    /// Batch normalisation with LeakyReLU of rows after so many layers, by the moments of each `together` of them.
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

    /// Whether runs of rows after so many layers are folded.
    fn folds(&self, layer: usize) -> bool {
        self.most.rows[layer] > FEW_ROWS
    }

    /// The moments of each so many runs of rows together, where there are those of each `together` rows.
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

    /// Where factor and offset begin in `state`.
    pub fn scale_of(&self, norm: &Norm) -> [u32; 2] {
        ["gamma", "beta"].map(|part| self.place(&format!("{}.{part}", norm.name)))
    }

    /// Room for the sums over each 32 rows that the gradient of a normalisation needs, which are also the gradients of factor and
    /// offset.
    pub fn norm_sums_place(&mut self, norm: &Norm) -> u32 {
        let stride = 4 * norm.columns;
        let rows = self.recorder.room.rows[norm.layer];
        let base = self.gradients.take(stride * rows.div_ceil(NORM_ROWS));
        let runs = Runs::rows(norm.layer, NORM_ROWS);
        for (part, base) in [("gamma", base), ("beta", base + norm.columns)] {
            let name = format!("{}.{part}", norm.name);
            self.gradients
                .add_plain(self.parameters, &name, base, stride, runs);
        }
        base
    }

    /// The gradient of a normalisation from that of its rows.
    pub fn norm_backward(&mut self, norm: &Norm, gradient: &wgpu::Buffer) -> wgpu::Buffer {
        let base = self.norm_sums_place(norm);
        self.norm_sums(norm, gradient, base, NOTHING)
    }

    /// The gradient of a normalisation from that of a linear layer after it, which has one column.
    pub fn norm_backward_of_one(
        &mut self,
        norm: &Norm,
        gradient: &wgpu::Buffer,
        outer: &str,
    ) -> wgpu::Buffer {
        let base = self.norm_sums_place(norm);
        let (stride, runs) = (4 * norm.columns, Runs::rows(norm.layer, NORM_ROWS));
        let [weight, bias] = ["weight", "bias"].map(|part| format!("{outer}.{part}"));
        for (name, number) in [(&weight, 2), (&bias, 3)] {
            let base = base + number * norm.columns;
            self.gradients
                .add_plain(self.parameters, name, base, stride, runs);
        }
        self.norm_sums(norm, gradient, base, self.place(&weight))
    }

    /// Makes the sums, at `base`, and the gradient.
    fn norm_sums(
        &mut self,
        norm: &Norm,
        gradient: &wgpu::Buffer,
        base: u32,
        outer: u32,
    ) -> wgpu::Buffer {
        let words = self.backward_words(norm, outer, [base, 4 * norm.columns, NORM_ROWS]);
        self.recorder.launch(
            Kernel::NormSums,
            &[self.state, gradient, &norm.x, &norm.norms, self.sums],
            words,
            Self::by_rows(norm.layer, NORM_ROWS, norm.columns),
        );
        self.normalise_backward(norm, gradient, base, outer)
    }

    /// The gradient of what was normalised, by the sums at `base`; `outer`: where the weights of a linear layer with one column
    /// stand, of which there is the gradient instead, or [`NOTHING`].
    pub fn normalise_backward(
        &mut self,
        norm: &Norm,
        gradient: &wgpu::Buffer,
        base: u32,
        outer: u32,
    ) -> wgpu::Buffer {
        let rows = self.recorder.room.rows[norm.layer];
        let x_gradient = self.recorder.scratch(norm.columns * rows);
        let sums = match self.folds(norm.layer) {
            true => self.folded_sums(norm, base),
            false => [base, 4 * norm.columns, NORM_ROWS],
        };
        let (x, norms) = (&norm.x, &norm.norms);
        self.recorder.launch(
            Kernel::NormBackward,
            &[self.state, gradient, x, norms, self.sums, &x_gradient],
            self.backward_words(norm, outer, sums),
            Self::by_rows(norm.layer, NORM_ROWS, norm.columns),
        );
        x_gradient
    }

    /// Place of the sums of so many runs of rows together, of those at `base`; how far apart two are, and rows of each.
    fn folded_sums(&mut self, norm: &Norm, base: u32) -> [u32; 3] {
        let (together, columns) = (NORM_ROWS * FOLD, 2 * norm.columns);
        let runs = self.recorder.room.rows[norm.layer].div_ceil(together);
        let folded = self.gradients.take(columns * runs);
        self.recorder.launch(
            Kernel::FoldSums,
            &[self.sums],
            vec![
                word::ROWS + norm.layer as u32,
                NORM_ROWS,
                columns,
                4 * norm.columns,
                base,
                folded,
            ],
            Self::by_rows(norm.layer, together, columns),
        );
        [folded, columns, together]
    }

    fn backward_words(&self, norm: &Norm, outer: u32, sums: [u32; 3]) -> Vec<u32> {
        let [gamma, beta] = self.scale_of(norm);
        let mut words = vec![
            word::ROWS + norm.layer as u32,
            norm.columns,
            gamma,
            beta,
            outer,
            self.counts(norm.layer),
        ];
        words.extend(sums);
        words
    }
}
