//! `sublevel evaluate`: what saved weights make of a data set.

mod arguments;
#[cfg(feature = "training")]
mod run;

pub use arguments::Arguments;
#[cfg(feature = "training")]
pub use run::run;
