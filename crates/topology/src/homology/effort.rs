//! Limits on the time and memory that clique filtrations take.

/// Limits of a reduction over triangles, and where it reports progress.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Maximum number of column entries added, counted with repetition.
    pub max_added: u64,
    /// Maximum number of column entries kept in memory, four bytes each.
    pub max_kept: usize,
    /// Maximum number of triangles numbered in advance, 24 bytes each. The others are enumerated on demand, which is slower.
    pub max_numbered: usize,
    /// Receives the completed share of the work, from 0 to 1.
    pub progress: &'a dyn Fn(f64),
}

impl<'a> Effort<'a> {
    /// A few seconds and a few hundred MiB.
    pub const SECONDS: Effort<'static> = Effort {
        max_added: 1 << 30,
        max_kept: 1 << 26,
        max_numbered: 1 << 22,
        progress: &|_| (),
    };

    /// Hours and a few GiB.
    pub fn hours(progress: &'a dyn Fn(f64)) -> Self {
        Self {
            max_added: u64::MAX,
            max_kept: 1 << 30,
            max_numbered: 1 << 26,
            progress,
        }
    }
}
