//! A bound on the work for one descriptor.

/// The steps that remain. Their number does not depend on the clock, so the results do not either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(u64);

/// The steps ran out before the end of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfSteps;

impl Steps {
    /// This number of steps. A step takes a few nanoseconds.
    pub fn new(steps: u64) -> Self {
        Self(steps)
    }

    /// Takes steps for the next part of the work.
    ///
    /// # Errors
    /// If fewer remain.
    pub(super) fn take(&mut self, steps: u64) -> Result<(), OutOfSteps> {
        self.0 = self.0.checked_sub(steps).ok_or(OutOfSteps)?;
        Ok(())
    }
}
