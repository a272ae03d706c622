//! The logged contributions of the bars of a graph to its scores.

use super::Logged;
use crate::{
    homology::NONE,
    protocol::BarcodeName,
    run_log::BARCODES,
    training::{EqualBars, Explanation, Inspection, InspectionError, Subject},
};

impl Logged {
    /// Inspection of a graph with the logged contributions of its bars. Each bar is a row, except for loops of one vertex, which share
    /// one. The bias is the rest of each score. Nothing is recomputed without a bar.
    ///
    /// # Errors
    /// As [`Logged::inspect`].
    pub fn explain(
        &self,
        numbers: Option<&[f32]>,
        subject: &Subject,
    ) -> Result<(Inspection, Explanation), InspectionError> {
        let inspection = self.inspect(numbers, subject)?;
        let Subject::Index(index) = *subject else {
            unreachable!("the inspection rejects other graphs");
        };
        let values = self.values(numbers)?;
        let classes = self.header.classes.len();
        let vertices = self.header.vertices as usize;
        let first = self.header.filter_values() + self.channel * BARCODES * vertices * classes;
        let row = |barcode: usize, vertex: u32| {
            let vertex = self.first_vertex[index as usize] + vertex as usize;
            &values[first + (barcode * vertices + vertex) * classes..][..classes]
        };
        let mut explanation = Explanation {
            bars: Vec::new(),
            contributions: Vec::new(),
            without: Vec::new(),
            bias: Vec::new(),
            others: vec![0.0; classes],
            hats: Vec::new(),
            gradient: Vec::new(),
        };
        let mut sums = vec![0.0f64; classes];
        for direction in 0..2 {
            let death = &inspection.persistence.death[direction];
            let loops = &inspection.persistence.loops[direction];
            for (birth, (&death, &loops)) in (0..).zip(death.iter().zip(loops)) {
                let is_long = death == NONE || {
                    let filter = &inspection.filter;
                    filter[birth as usize] != filter[death as usize]
                };
                let component = match death {
                    NONE => BarcodeName::H0Essential,
                    _ => BarcodeName::H0,
                };
                for (dimension, barcode, death, count) in [
                    (0, component, death, u32::from(is_long)),
                    (1, BarcodeName::H1Essential, NONE, loops),
                ] {
                    if count == 0 {
                        continue;
                    }
                    let contribution = row(2 * direction + dimension, birth);
                    for (sum, &number) in sums.iter_mut().zip(contribution) {
                        *sum += f64::from(number);
                    }
                    explanation.contributions.extend(contribution);
                    explanation.bars.push(EqualBars {
                        barcode,
                        direction: direction as u32,
                        birth,
                        death,
                        count,
                    });
                }
            }
        }
        let scores = inspection.logits.iter();
        explanation.bias = scores
            .zip(sums)
            .map(|(&score, sum)| (f64::from(score) - sum) as f32)
            .collect();
        Ok((inspection, explanation))
    }
}
