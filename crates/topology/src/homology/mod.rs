//! Persistence of vertex filters on graphs: order, engines, barcodes.
//!
//! [`persistence`] and [`persistence_batch`] are the entry points. They choose between three engines, `bit_mask`,
//! `word_reduction` and `union_find`, whose results of type [`Persistence`] are bit-identical; so are those of the shaders, see
//! [`dispatch_plan`]. Bars are views of the result, see [`barcode`]. [`extended`] pairs the essential classes of the ordinary
//! barcodes. [`Steps`] lists the filtration value by value, and [`euler`] computes Euler characteristics. [`filtration`] adds edge values
//! and triangles. [`alpha`] builds the alpha complex of points, and [`points`] prepares complexes of points for display. [`ranks`] reduces
//! 64-bit values to 32 bits. [`rephine`] pairs an edge filtration by the values of the vertices. [`trace`] records a reduction step by
//! step, [`representatives`] finds the component or cycle of a bar, [`distance`] computes distances between barcodes, [`vectors`] turns
//! them into vectors, and [`class_grids`] compares the barcodes of classes.

pub mod alpha;
mod apparent_pairs;
mod arrival;
pub mod barcode;
mod batch;
mod bit_mask;
pub mod class_differences;
pub mod class_grids;
mod coboundary;
mod components;
pub mod dispatch_plan;
pub mod distance;
mod early_triangles;
mod effort;
mod engine;
mod error;
pub mod euler;
mod extended_persistence;
mod filling;
pub mod filtration;
pub mod norm;
pub mod order;
mod pairing;
pub mod points;
pub mod ranks;
mod rephine;
pub mod representatives;
mod steps;
pub mod trace;
mod triangles;
mod union_find;
pub mod vectors;
mod word_reduction;

pub(crate) use components::Components;
pub use engine::{
    Engine, persistence, persistence_batch, persistence_batch_one_thread, persistence_with_progress,
};
#[doc(hidden)]
pub use engine::{Output, Workspace};
pub use error::HomologyError;
pub use extended_persistence::{Extended, extended, extended_batch, extended_batch_one_thread};
pub use rephine::{Level, Pair, Rephine, ascending, levels, rephine};
pub use steps::Steps;

/// “No vertex”: the death of an essential class.
pub const NONE: u32 = u32::MAX;

/// Persistence of a graph in both directions: index 0 is the sublevel, 1 the superlevel filtration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persistence {
    /// `death[d][v]`: the vertex whose entry ends the component born at `v`; `v` itself if `v` joins an elder component when it
    /// enters; [`NONE`] if the component is essential.
    pub death: [Vec<u32>; 2],
    /// `loops[d][v]`: number of independent loops that close when `v` enters.
    pub loops: [Vec<u32>; 2],
}
