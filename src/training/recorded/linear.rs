//! Linear layers in a recorded step, forward and back.

use burn::tensor::wgpu::wgpu;

use super::{
    context::Context,
    gradients::{Runs, Segment},
    kernel::Kernel,
    norm::{Norm, NormSums},
    recording::{Groups, NOTHING, Range, Uniform},
    size::word,
};

/// Rows of a workgroup of `shaders/step_linear.wgsl`, which computes their moments, and of `parts/input_gradient.wgsl`.
pub(super) const ROWS: u32 = 32;
/// Rows of one share of the gradient in `parts/weights_gradient.wgsl`.
const GRADIENT_ROWS: u32 = 64;
/// Columns of x of a workgroup of `parts/weights_gradient.wgsl`.
const GRADIENT_INNER: u32 = 32;

/// The rows of a linear layer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rows {
    /// One row for each colour class after this number of GIN layers.
    Classes(usize),
    Graphs,
}

impl Rows {
    /// Word of the batch that holds their number.
    pub fn word(self) -> u32 {
        match self {
            Self::Classes(layer) => word::ROWS + layer as u32,
            Self::Graphs => word::GRAPHS,
        }
    }

    fn every(self, per: u32) -> Groups {
        match self {
            Self::Classes(layer) => Groups::Rows(layer, per),
            Self::Graphs => Groups::Graphs(per),
        }
    }
}

/// A product of rows with weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    pub rows: Rows,
    /// Length of an input row and of an output row.
    pub inner: u32,
    pub columns: u32,
    /// The columns before it use the weights at `first`, the others those at `second`.
    pub split: u32,
    pub first: u32,
    pub second: u32,
}

impl Product {
    /// A product with the weights at this place only.
    pub fn plain(rows: Rows, [inner, columns]: [u32; 2], weights: u32) -> Self {
        Self {
            rows,
            inner,
            columns,
            split: 0,
            first: weights,
            second: weights,
        }
    }

    /// The words that the kernels read.
    fn words(&self) -> [u32; 6] {
        [
            self.rows.word(),
            self.inner,
            self.columns,
            self.split,
            self.first,
            self.second,
        ]
    }
}

/// A linear layer.
pub(super) struct Linear<'a> {
    pub product: Product,
    /// Place of the bias, or [`NOTHING`].
    pub bias: u32,
    /// Rows whose last columns are added to the columns from `split` on, and the length of these rows. Then the place in the batch
    /// of the index of the added row for each output row.
    pub added: Option<(&'a wgpu::Buffer, u32, u32)>,
    /// Output of the moments of the columns, and the place in the batch of the number of times that each row counts.
    pub moments: Option<(&'a wgpu::Buffer, u32)>,
}

/// Places of the gradients of weights and bias. Each run of rows has one row for each input number, then one for the bias.
pub(super) struct LinearGradients {
    base: u32,
    inner: u32,
    columns: u32,
    runs: Runs,
}

impl LinearGradients {
    /// The gradient of weights with `inner` rows and `columns` columns that begin at `start`. Its columns are those from `first`
    /// on.
    pub fn weights(&self, start: u32, [inner, columns]: [u32; 2], first: u32) -> Segment {
        Segment {
            start,
            length: inner * columns,
            base: self.base + first,
            columns,
            row_stride: self.columns,
            run_stride: self.stride(),
            runs: self.runs,
            folded: 0,
        }
    }

    /// The gradient of a bias of `columns` numbers that begins at `start`.
    pub fn bias(&self, start: u32, columns: u32, first: u32) -> Segment {
        Segment {
            start,
            length: columns,
            base: self.base + self.inner * self.columns + first,
            columns,
            row_stride: 0,
            run_stride: self.stride(),
            runs: self.runs,
            folded: 0,
        }
    }

    fn stride(&self) -> u32 {
        (self.inner + 1) * self.columns
    }
}

impl Context<'_, '_> {
    /// A linear layer.
    pub fn linear(&mut self, linear: &Linear, x: &wgpu::Buffer) -> wgpu::Buffer {
        let Product { rows, columns, .. } = linear.product;
        let y = self.recorder.scratch(columns * self.room_for(rows));
        let unused = self.recorder.scratch(4);
        let (added, length, added_rows) = linear.added.unwrap_or((self.state, 0, NOTHING));
        let (moments, counts) = linear.moments.unwrap_or((&unused, NOTHING));
        let mut words = Vec::from(linear.product.words());
        words.extend([linear.bias, added_rows, length, counts]);
        self.recorder.launch(
            Kernel::Linear,
            &[self.state, x, added, &y, moments],
            words,
            [
                rows.every(ROWS),
                Groups::Fixed(columns.div_ceil(64)),
                Groups::Fixed(1),
            ],
        );
        y
    }

    /// The gradients of the weights of a product and of a bias only.
    pub fn weights_backward(
        &mut self,
        product: Product,
        x: impl Into<Range>,
        gradient: &wgpu::Buffer,
    ) -> LinearGradients {
        self.launch_backward(product, [x.into(), gradient.into()], None, None)
    }

    /// The gradients of weights, bias and input.
    pub fn linear_backward(
        &mut self,
        product: Product,
        x: &wgpu::Buffer,
        gradient: &wgpu::Buffer,
    ) -> (LinearGradients, wgpu::Buffer) {
        let x_gradient = self.input_gradient(product);
        let read = [x.into(), gradient.into()];
        let gradients = self.launch_backward(product, read, Some(&x_gradient), None);
        (gradients, x_gradient)
    }

    /// The gradients of weights, bias and the input of the normalisation, where the input of the layer is normalised.
    pub fn normalised_backward(
        &mut self,
        product: Product,
        (x, norm): (&wgpu::Buffer, &Norm),
        gradient: &wgpu::Buffer,
    ) -> (LinearGradients, wgpu::Buffer) {
        let x_gradient = self.input_gradient(product);
        let sums = self.norm_sums_place(norm);
        let read = [x.into(), gradient.into()];
        let gradients = self.launch_backward(product, read, Some(&x_gradient), Some((norm, sums)));
        let before = self.normalise_backward(norm, &x_gradient, sums, NOTHING);
        (gradients, before)
    }

    fn input_gradient(&self, product: Product) -> wgpu::Buffer {
        self.recorder
            .scratch(product.inner * self.room_for(product.rows))
    }

    /// The maximum number of rows of a batch.
    fn room_for(&self, rows: Rows) -> u32 {
        match rows {
            Rows::Classes(layer) => self.recorder.room.rows[layer],
            Rows::Graphs => self.recorder.room.graphs,
        }
    }

    /// Launches the kernel of the gradients. Without a buffer for the gradient of the input, the kernel does not compute it.
    fn launch_backward(
        &mut self,
        product: Product,
        [x, y_gradient]: [Range; 2],
        x_gradient: Option<&wgpu::Buffer>,
        norm: Option<(&Norm, NormSums)>,
    ) -> LinearGradients {
        let Product {
            rows,
            inner,
            columns,
            ..
        } = product;
        let input_groups = x_gradient.map_or(0, |_| 2 * inner.div_ceil(64));
        let unused = self.recorder.scratch(4);
        let runs = Runs {
            word: rows.word(),
            per_run: GRADIENT_ROWS,
        };
        let most = self.room_for(rows).div_ceil(GRADIENT_ROWS);
        let base = self.gradients.take((inner + 1) * columns * most);
        let mut words = Vec::from(product.words());
        words.extend([base, input_groups]);
        let (before, norms) = match norm {
            Some((norm, sums)) => {
                words.extend(self.scale_of(norm));
                words.push(sums.base);
                (&norm.x, &norm.norms)
            }
            None => {
                words.extend([NOTHING; 3]);
                (self.state, self.state)
            }
        };
        let weight_groups = inner.div_ceil(GRADIENT_INNER) * columns.div_ceil(64);
        self.recorder.launch_ranges(
            Kernel::LinearBackward,
            vec![
                Range::from(&self.recorder.batch),
                self.state.into(),
                x,
                y_gradient,
                before.into(),
                norms.into(),
                self.sums.into(),
                x_gradient.unwrap_or(&unused).into(),
            ],
            Uniform::Words(words),
            [
                rows.every(GRADIENT_ROWS),
                Groups::Fixed(input_groups + weight_groups),
                Groups::Fixed(1),
            ],
        );
        LinearGradients {
            base,
            inner,
            columns,
            runs,
        }
    }
}
