//! The contribution of each bar of a graph to each hat.

use super::{
    inspection::{Inspection, InspectionError, MAX_SHARES},
    read_back::read,
};
use crate::{
    homology::{
        NONE,
        barcode::{self, Direction, Kind},
        order::canonical_key,
    },
    model::Model,
    ops::Element,
    protocol::BarcodeName,
};

/// The hats of one barcode, and their values for the bars of one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct CoordinateFunctionReading {
    /// The barcode that these hats read.
    pub barcode: BarcodeName,
    /// The kind of the hats.
    pub element: Element,
    /// Parameters of each hat, `[K, Q]`, in the order of their names in [`Element`].
    pub hats: Vec<f32>,
    /// The part of [`Inspection::readout`] of these hats, `[K]`.
    pub values: Vec<f32>,
    /// The P bars that count: all except those of length zero. The numbers are those of [`crate::homology::barcode::rows`]. Bars of
    /// [`BarcodeName::H1Extended`] have kind 3, those of [`BarcodeName::H0Extended`] kind 4, and both have direction 0.
    pub bars: Vec<[u32; 5]>,
    /// Contribution of each bar to each value, `w(p) · hat_k(p)`, `[P, K]`. The sum over the bars is `values`, up to rounding.
    pub shares: Vec<f32>,
}

/// The contribution of each bar of the inspected filter to the readout of a graph by a model. Empty if the model reads no barcodes.
///
/// # Errors
/// If there are too many numbers for memory, or the device does not respond.
pub(super) async fn coordinate_function_readings(
    model: &Model,
    inspection: &Inspection,
) -> Result<Vec<CoordinateFunctionReading>, InspectionError> {
    let Some(head) = model.head() else {
        return Ok(Vec::new());
    };
    let filter = &inspection.filter;
    let mut readings = Vec::new();
    let view = inspection.view;
    let mut rest = &inspection.readout[inspection.columns()];
    let names = BarcodeName::of(head.kind());
    for (place, (hats, _)) in head.barcodes(view).into_iter().enumerate() {
        let barcode = names[place];
        let (element, parameters) = hats.elements();
        let [count, _] = parameters.dims();
        let (values, others) = rest.split_at(count);
        rest = others;
        let bars = bars_of(inspection, barcode);
        if bars.len().saturating_mul(count) > MAX_SHARES {
            return Err(InspectionError::Shares {
                bars: bars.len(),
                hats: count,
            });
        }
        let points: Vec<f32> = bars
            .iter()
            .flat_map(|&[_, _, birth, death, _]| [birth, death])
            .filter(|&end| end != NONE)
            .map(|vertex| filter[vertex as usize])
            .collect();
        let counts: Vec<u32> = bars.iter().map(|bar| bar[4]).collect();
        let shares = match head.shares((view, place), &points, &counts) {
            Some(shares) => read(shares.flatten(0, 1)).await?,
            None => Vec::new(),
        };
        readings.push(CoordinateFunctionReading {
            barcode,
            element,
            hats: read(parameters.flatten(0, 1)).await?,
            values: values.to_vec(),
            bars,
            shares,
        });
    }
    Ok(readings)
}

/// The bars of one barcode that count, as rows of [`CoordinateFunctionReading::bars`].
pub(super) fn bars_of(inspection: &Inspection, barcode: BarcodeName) -> Vec<[u32; 5]> {
    let filter = &inspection.filter;
    let (kind, direction) = match barcode {
        BarcodeName::H0 => (Kind::H0, None),
        BarcodeName::H0Sublevel => (Kind::H0, Some(Direction::Sublevel)),
        BarcodeName::H0Superlevel => (Kind::H0, Some(Direction::Superlevel)),
        BarcodeName::H0Essential => (Kind::H0Essential, None),
        BarcodeName::H1Essential => (Kind::H1Essential, None),
        BarcodeName::H0Extended => {
            let pairs = inspection.extended.as_ref();
            return extended_rows(4, pairs.map_or(&[][..], |pairs| &pairs.components), filter);
        }
        BarcodeName::H1Extended => {
            let pairs = inspection.extended.as_ref();
            return extended_rows(3, pairs.map_or(&[][..], |pairs| &pairs.loops), filter);
        }
    };
    barcode::bars(&inspection.persistence)
        .filter(|bar| bar.kind == kind && direction.is_none_or(|own| own == bar.direction))
        .filter(|bar| !bar.is_zero_length(filter))
        .map(|bar| bar.row())
        .collect()
}

/// The pairs of extended persistence of positive length, as rows of this kind. Equal pairs are neighbours.
fn extended_rows(kind: u32, pairs: &[[u32; 2]], filter: &[f32]) -> Vec<[u32; 5]> {
    let value = |vertex: u32| canonical_key(filter[vertex as usize]);
    pairs
        .chunk_by(|a, b| a == b)
        .filter(|same| value(same[0][0]) != value(same[0][1]))
        .map(|same| [kind, 0, same[0][0], same[0][1], same.len() as u32])
        .collect()
}
