//! The models of the paper, as burn modules.
//!
//! A graph goes through [`filter`] (features → GIN layer → a value in \[0, 1\] for every vertex), the
//! values through persistence ([`crate::ops`]), the barcodes through [`readout`] (rational hats)
//! and the resulting vector through [`classifier`]. [`gfl`] puts them together.

mod batch_norm;
pub mod classifier;
pub mod features;
pub mod filter;
pub mod gfl;
pub mod gin;
pub mod initial;
pub mod input;
pub mod rational_hat;
pub mod readout;

pub use batch_norm::BatchNorm;
pub use gfl::{Gfl, GflConfig};
pub use input::BatchInput;

use burn::{prelude::*, tensor::activation};

/// LeakyReLU with the slope 0.01, the activation of every layer.
pub(crate) fn leaky_relu<const D: usize>(x: Tensor<D>) -> Tensor<D> {
    activation::leaky_relu(x, 0.01)
}
