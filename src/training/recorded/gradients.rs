//! The places of the gradients of the parameters before `shaders/step_adam.wgsl` adds them up.

use super::{parameters::Parameters, recording::NOTHING, size::word};

/// Runs of rows, each with a share of a gradient: one run for each `per_run` rows. The word `word` of the batch holds the number of
/// rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    pub word: u32,
    pub per_run: u32,
}

impl Runs {
    /// A single run.
    pub const ONE: Self = Self {
        word: NOTHING,
        per_run: 1,
    };

    /// One run for each `per_run` colour classes before the first layer, or after a layer.
    pub fn rows(layer: usize, per_run: u32) -> Self {
        Self {
            word: word::ROWS + layer as u32,
            per_run,
        }
    }
}

/// The gradient of consecutive numbers of the parameters, as `Segment` in `shaders/step_adam.wgsl`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// First number, and number of numbers.
    pub start: u32,
    pub length: u32,
    /// Place of its gradient, in rows of `columns` columns at a distance of `row_stride`.
    pub base: u32,
    pub columns: u32,
    pub row_stride: u32,
    /// Distance to the next run.
    pub run_stride: u32,
    pub runs: Runs,
    /// For a segment of one number: the number of quads of each run in the sum. Otherwise 0.
    pub folded: u32,
}

/// The buffer of all gradients, under construction.
#[derive(Default)]
pub(super) struct Gradients {
    /// Length of the buffer in words.
    pub length: u32,
    segments: Vec<Segment>,
}

impl Gradients {
    /// Allocates `words` words at a multiple of 4.
    pub fn take(&mut self, words: u32) -> u32 {
        let base = self.length;
        self.length += words.next_multiple_of(4);
        base
    }

    pub fn add(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    /// Adds the segment of a whole parameter whose gradient has the layout of the parameter.
    pub fn add_plain(
        &mut self,
        parameters: &Parameters,
        name: &str,
        base: u32,
        run_stride: u32,
        runs: Runs,
    ) {
        let length = parameters.length_of(name);
        self.add(Segment {
            start: parameters.place(name),
            length,
            base,
            columns: length,
            row_stride: 0,
            run_stride,
            runs,
            folded: 0,
        });
    }

    /// The segments as the kernel reads them, and the segment of each block of 64 numbers.
    ///
    /// # Panics
    /// If a learned number has no segment.
    pub fn table(&self, parameters: &Parameters) -> (Vec<u32>, Vec<u32>) {
        let mut segment_of = vec![NOTHING; parameters.learned / 64];
        let mut words = Vec::new();
        for (number, segment) in (0..).zip(&self.segments) {
            let first = segment.start as usize / 64;
            segment_of[first..][..segment.length.div_ceil(64) as usize].fill(number);
            words.extend([
                segment.start,
                segment.length,
                segment.base,
                segment.columns,
                segment.row_stride,
                segment.run_stride,
                segment.runs.word,
                segment.runs.per_run,
                segment.folded,
            ]);
        }
        assert!(
            !segment_of.contains(&NOTHING),
            "every parameter has a gradient"
        );
        (words, segment_of)
    }
}
