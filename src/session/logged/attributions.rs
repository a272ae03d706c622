//! The logged contributions of the bars of a graph to its scores.

use super::Logged;
use crate::{
    homology::{
        NONE,
        barcode::{self, Kind},
    },
    protocol::BarcodeName,
    run_log::BARCODES,
    training::{EqualBars, Explanation, Inspection, InspectionError, Subject},
};

impl Logged {
    /// Inspection of a graph with the logged contributions of the bars of a channel. Each bar is a row, except for loops of one vertex, which share
    /// one. The bias is the rest of each score. Nothing is recomputed without a bar.
    ///
    /// # Errors
    /// As [`Logged::inspect`].
    pub fn explain(
        &self,
        numbers: Option<&[f32]>,
        channel: u32,
        subject: &Subject,
    ) -> Result<(Inspection, Explanation), InspectionError> {
        let inspection = self.inspect(numbers, channel, subject)?;
        let Subject::Index(index) = *subject else {
            unreachable!("the inspection rejects other graphs");
        };
        let values = self.values(numbers)?;
        let classes = self.header.classes.len();
        let vertices = self.header.vertices as usize;
        let first = self.header.filter_values() + channel as usize * BARCODES * vertices * classes;
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
        let bars = barcode::bars(&inspection.persistence);
        for bar in bars.filter(|bar| !bar.is_zero_length(&inspection.filter)) {
            let (dimension, barcode) = match bar.kind {
                Kind::H0 => (0, BarcodeName::H0),
                Kind::H0Essential => (0, BarcodeName::H0Essential),
                Kind::H1Essential => (1, BarcodeName::H1Essential),
            };
            let direction = bar.direction as usize;
            let contribution = row(2 * direction + dimension, bar.birth_vertex);
            for (sum, &number) in sums.iter_mut().zip(contribution) {
                *sum += f64::from(number);
            }
            explanation.contributions.extend(contribution);
            explanation.bars.push(EqualBars {
                barcode,
                direction: direction as u32,
                birth: bar.birth_vertex,
                death: bar.death_vertex.unwrap_or(NONE),
                count: bar.multiplicity,
            });
        }
        let scores = inspection.logits.iter();
        explanation.bias = scores.zip(sums).map(|(&score, sum)| score - sum).collect();
        Ok((inspection, explanation))
    }
}
