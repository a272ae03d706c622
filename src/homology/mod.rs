//! Persistence of vertex filters on graphs: order, engines, barcodes.
//!
//! [`persistence`] and [`persistence_batch`] are the way in. They choose between three engines,
//! `bit_mask`, `word_reduction` and `union_find`, which agree on every bit of the one result type,
//! [`Persistence`]; so do the shaders, see [`dispatch_plan`]. Bars are a view of it, see [`barcode`].
//! [`extended`] pairs what the ordinary barcodes leave open.
//! [`Steps`] is the filtration itself, value by value.
//! [`filtration`] goes beyond vertex filters: edges with values of their own, triangles filled in.
//! [`ranks`] lets all of them compute with values of 64 bits.
//! [`trace`] shows a reduction step by step, [`representatives`] the component or the cycle behind a bar,
//! [`distance`] how far two barcodes are apart, [`class_grids`] what the bars of the graphs of a class have in common.

mod apparent_pairs;
mod arrival;
pub mod barcode;
mod batch;
mod bit_mask;
pub mod class_grids;
mod coboundary;
pub mod dispatch_plan;
pub mod distance;
mod early_triangles;
mod effort;
mod engine;
mod error;
mod extended_persistence;
mod filling;
pub mod filtration;
#[cfg(all(feature = "gpu", not(target_family = "wasm")))]
pub mod gpu;
pub mod order;
mod pairing;
pub mod ranks;
pub mod representatives;
mod steps;
pub mod trace;
mod triangles;
mod union_find;
mod word_reduction;

pub use engine::{
    Engine, persistence, persistence_batch, persistence_batch_one_thread, persistence_telling,
};
#[doc(hidden)]
pub use engine::{Output, Workspace};
pub use error::HomologyError;
pub use extended_persistence::{Extended, extended, extended_batch, extended_batch_one_thread};
pub use steps::Steps;

/// "No vertex": the death of an essential class.
pub const NONE: u32 = u32::MAX;

/// The result every engine gives, for both directions: index 0 is the sublevel, 1 the superlevel filtration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persistence {
    /// `death[d][v]`: the vertex whose arrival ends the component born at `v`; `v` itself where `v` is born into
    /// an older component; [`NONE`] where the component is essential.
    pub death: [Vec<u32>; 2],
    /// `loops[d][v]`: number of independent loops that close when `v` arrives.
    pub loops: [Vec<u32>; 2],
}
