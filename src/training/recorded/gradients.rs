//! Where the gradients of the parameters are, before `shaders/step_adam.wgsl` adds them up.

use super::{parameters::Parameters, recording::NOTHING, size::word};

/// Runs of rows that each gave a share of a gradient: one for each `per_run` of what this word of the batch says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    pub word: u32,
    pub per_run: u32,
}

impl Runs {
    /// One.
    pub const ONE: Self = Self {
        word: NOTHING,
        per_run: 1,
    };

    /// One for each so many colour classes before the first layer, or after one.
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
    /// First number and how many.
    pub start: u32,
    pub length: u32,
    /// Where its gradient is, in rows of so many columns that are a stride apart.
    pub base: u32,
    pub columns: u32,
    pub row_stride: u32,
    /// Distance of the next run.
    pub run_stride: u32,
    pub runs: Runs,
    /// Of a segment of one number: so many quads of each run are added up for it; else 0.
    pub folded: u32,
}

/// The buffer of all gradients in the making.
#[derive(Default)]
pub(super) struct Gradients {
    /// Words of the buffer.
    pub length: u32,
    segments: Vec<Segment>,
}

impl Gradients {
    /// Room for so many words, at a multiple of 4.
    pub fn take(&mut self, words: u32) -> u32 {
        let base = self.length;
        self.length += words.next_multiple_of(4);
        base
    }

    pub fn add(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    /// Of a whole parameter, whose gradient stands as it does.
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

    /// The segments as the kernel reads them, and the segment of each 64 numbers.
    ///
    /// # Panics
    /// If a learned number has none.
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
