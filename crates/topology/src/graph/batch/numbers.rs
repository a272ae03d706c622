//! The colours of a batch, among those of the data set.

/// Numbers the colours of a batch in the order of their first occurrence.
pub(super) struct Numbers<'a> {
    /// Number of each colour of the data set, counted from 1. 0 before the first occurrence.
    number: &'a mut [u32],
    /// The colours in the order of their numbers, and a representative of each.
    first: Vec<(u32, usize)>,
}

impl<'a> Numbers<'a> {
    /// Numbers for `colours` colours of the data set. `zeros` grows to this count.
    pub(super) fn new(colours: usize, zeros: &'a mut Vec<u32>) -> Self {
        zeros.resize(zeros.len().max(colours), 0);
        Self {
            number: zeros,
            first: Vec::new(),
        }
    }

    /// Number of a colour. Keeps the representative of a new colour.
    pub(super) fn of(&mut self, colour: u32, representative: usize) -> u32 {
        let number = &mut self.number[colour as usize];
        if *number == 0 {
            self.first.push((colour, representative));
            *number = self.first.len() as u32;
        }
        *number - 1
    }

    /// Number of a colour that has one.
    pub(super) fn known(&self, colour: u32) -> u32 {
        self.number[colour as usize] - 1
    }

    /// The representative of each colour, in the order of their numbers. Resets the zeros.
    pub(super) fn into_first(self) -> Vec<usize> {
        let representatives = self.first.into_iter().map(|(colour, representative)| {
            self.number[colour as usize] = 0;
            representative
        });
        representatives.collect()
    }
}

/// Adds members to a colour class, which may be new.
pub(super) fn count(counts: &mut Vec<u32>, number: u32, members: u32) {
    match counts.get_mut(number as usize) {
        Some(count) => *count += members,
        None => counts.push(members),
    }
}
