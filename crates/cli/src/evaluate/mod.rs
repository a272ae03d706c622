//! `sublevel evaluate`: accuracy and predictions of saved weights.

mod arguments;
#[cfg(feature = "training")]
mod run;

pub use arguments::Arguments;
#[cfg(feature = "training")]
pub use run::run;
