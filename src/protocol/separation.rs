//! Comparison of two graphs: the lists of the page. The results are those of [`crate::separation`].

use serde::Serialize;

/// A descriptor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DescriptorSummary {
    /// Its id.
    pub id: String,
    /// Its displayed name.
    pub label: String,
    /// The differences that it reads.
    pub help: String,
}

/// Two graphs of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PairSummary {
    /// The names of the graphs.
    pub names: [String; 2],
    /// The graphs in graph6.
    pub graphs: [String; 2],
}
