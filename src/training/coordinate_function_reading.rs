//! What each bar of a graph adds to each hat.

use super::{
    inspection::{Inspection, InspectionError, MAX_SHARES},
    read_back::read,
};
use crate::{
    homology::{
        NONE,
        barcode::{self, Kind},
        order::canonical_key,
    },
    model::Model,
    ops::Element,
    protocol::BarcodeName,
};

/// The hats of one barcode, and what they make of the bars of one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct CoordinateFunctionReading {
    /// Which bars these hats see.
    pub barcode: BarcodeName,
    /// What the hats are.
    pub element: Element,
    /// Parameters of each hat, `[K, Q]`, in the order in which [`Element`] names them.
    pub hats: Vec<f32>,
    /// The own part of [`Inspection::readout`], `[K]`.
    pub values: Vec<f32>,
    /// The P bars that count: all but those of length zero. The numbers are those of [`crate::homology::barcode::rows`];
    /// bars of [`BarcodeName::H1Extended`] are of the kind 3, and of no direction (0).
    pub bars: Vec<[u32; 5]>,
    /// What each bar adds to each value, `w(p) · hat_k(p)`, `[P, K]`: over the bars they sum up to `values`, but for rounding.
    pub shares: Vec<f32>,
}

/// What each bar of a graph adds to the readout that a model made of it; nothing where the model reads no barcodes.
///
/// # Errors
/// If there are more numbers than room for them, or the device no longer answers.
pub(super) async fn coordinate_function_readings(
    model: &Model,
    inspection: &Inspection,
) -> Result<Vec<CoordinateFunctionReading>, InspectionError> {
    let Some(head) = model.head() else {
        return Ok(Vec::new());
    };
    let filter = &inspection.filter;
    let mut readings = Vec::new();
    let mut rest = &inspection.readout[..];
    for (place, (hats, _)) in head.barcodes().into_iter().enumerate() {
        let barcode = BarcodeName::ALL[place];
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
        let shares = match head.shares(place, &points, &counts) {
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
    let kind = match barcode {
        BarcodeName::H0 => Kind::H0,
        BarcodeName::H0Essential => Kind::H0Essential,
        BarcodeName::H1Essential => Kind::H1Essential,
        BarcodeName::H1Extended => {
            let loops = inspection
                .extended
                .as_ref()
                .map_or(&[][..], |pairs| &pairs.loops);
            let value = |vertex: u32| canonical_key(filter[vertex as usize]);
            return loops
                .chunk_by(|a, b| a == b)
                .filter(|same| value(same[0][0]) != value(same[0][1]))
                .map(|same| [3, 0, same[0][0], same[0][1], same.len() as u32])
                .collect();
        }
    };
    barcode::bars(&inspection.persistence)
        .filter(|bar| bar.kind == kind && !bar.is_zero_length(filter))
        .map(|bar| bar.row())
        .collect()
}
