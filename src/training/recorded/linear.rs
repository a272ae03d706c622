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

/// Rows of a workgroup of `shaders/step_linear.wgsl`, which has moments of them, and of `parts/input_gradient.wgsl`.
pub(super) const ROWS: u32 = 32;
/// Rows of which `parts/weights_gradient.wgsl` makes a share of the gradient.
const GRADIENT_ROWS: u32 = 64;
/// Numbers of x of a workgroup of `parts/weights_gradient.wgsl`.
const GRADIENT_INNER: u32 = 32;

/// What a linear layer has a row of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rows {
    /// Each colour class after so many GIN layers.
    Classes(usize),
    Graphs,
}

impl Rows {
    /// Word of the batch with their number.
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
    /// Numbers of a row that comes in and of one that goes out.
    pub inner: u32,
    pub columns: u32,
    /// The columns before it have the weights at `first`, the others those at `second`.
    pub split: u32,
    pub first: u32,
    pub second: u32,
}

impl Product {
    /// With the weights at this place alone.
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

    /// As the kernels read it.
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
    /// What is added to the columns from `split` on: rows that end with it, their length, and the place in the batch of which is
    /// added to which.
    pub added: Option<(&'a wgpu::Buffer, u32, u32)>,
    /// Where moments of the columns are wanted, and the place in the batch of how often each row counts.
    pub moments: Option<(&'a wgpu::Buffer, u32)>,
}

/// Where the gradients of weights and bias are: of each run of rows, a row for each number that came in, then one for the bias.
pub(super) struct LinearGradients {
    base: u32,
    inner: u32,
    columns: u32,
    runs: Runs,
}

impl LinearGradients {
    /// Those of weights of so many rows and columns that begin at `start`; their columns are those from `first` on.
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

    /// Those of a bias of so many numbers that begins at `start`.
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

    /// The gradients of the weights of a product, and of a bias, alone.
    pub fn weights_backward(
        &mut self,
        product: Product,
        x: impl Into<Range>,
        gradient: &wgpu::Buffer,
    ) -> LinearGradients {
        self.launch_backward(product, [x.into(), gradient.into()], None, None)
    }

    /// The gradients of weights and bias, and that of what came in.
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

    /// Where what came in was normalised: the gradients of weights and bias, and that of what was normalised.
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

    /// The most rows of a batch.
    fn room_for(&self, rows: Rows) -> u32 {
        match rows {
            Rows::Classes(layer) => self.recorder.room.rows[layer],
            Rows::Graphs => self.recorder.room.graphs,
        }
    }

    /// Launches the kernel of the gradients; that of what came in is not wanted where there is no room for it.
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
