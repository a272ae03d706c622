//! Results of the crate as messages to the page.

use crate::{
    graph::quantities::{
        agreement::Agreement,
        association::{Association, Level},
    },
    homology::{
        Extended,
        barcode::{self, BAR_NUMBERS},
        class_differences::{CellDifference, ClassDifferences, PERMUTATIONS},
        class_grids::{ClassGrids, POINTS, RANGES},
    },
    protocol::{
        BarcodeName, CellTest, ClassBars, ClassTests, CoordinateFunctionTopBars, ExplainedScores,
        FilterAgreement, FilterAssociation, FilterLevels, InspectedCoordinateFunctions,
        InspectedGraph, InspectedGraphs, Part, PartImportance, ReadoutImportance,
    },
    training::{
        CoordinateFunctionReading, EqualBars, Explanation, Importance, Importances, Inspection,
        TopBars,
    },
};

/// Converts every element.
pub fn all<T: From<U>, U>(values: Vec<U>) -> Vec<T> {
    values.into_iter().map(T::from).collect()
}

/// The tests of the differences between two classes, confirmed over this part.
pub fn class_tests(found: ClassDifferences, confirming: Part) -> ClassTests {
    let cell = |cell: &CellDifference| CellTest {
        cell: cell.cell,
        auc: cell.auc,
        interval: (!cell.interval[0].is_nan()).then_some(cell.interval),
        q: cell.q,
        with_bars: cell.with_bars,
        confirmed: known(cell.confirmed),
        reliable: cell.is_reliable(),
    };
    ClassTests {
        cells: found.cells.iter().map(cell).collect(),
        confirming,
        permutation_p: found.permutation_p,
        permutations: PERMUTATIONS,
    }
}

/// A share that is defined, or none for NaN.
pub fn known(share: f64) -> Option<f64> {
    (!share.is_nan()).then_some(share)
}

impl From<Inspection> for InspectedGraph {
    fn from(inspection: Inspection) -> Self {
        let flat = |pairs: Vec<[u32; 2]>| pairs.into_flattened().into();
        let readout = inspection.readout[inspection.columns()].to_vec();
        let (components, loops) = match inspection.extended {
            Some(Extended { components, loops }) => (Some(flat(components)), Some(flat(loops))),
            None => (None, None),
        };
        Self {
            readout: readout.into(),
            bars: barcode::rows(&inspection.persistence).into(),
            filter: inspection.filter.into(),
            edge_filter: inspection.edge_filter.map(Into::into),
            extended_loops: loops,
            extended_components: components,
            logits: inspection.logits.into(),
        }
    }
}

/// Concatenates the inspections of these graphs.
pub fn together(graphs: Vec<u32>, inspections: Vec<Inspection>) -> InspectedGraphs {
    let (mut filter, mut logits) = (Vec::new(), Vec::new());
    let (mut bars, mut edge_filter) = (Vec::new(), Vec::new());
    let [mut vertex_offsets, mut edge_offsets, mut bar_offsets] = [(); 3].map(|()| vec![0]);
    for inspection in inspections {
        bars.extend(barcode::rows(&inspection.persistence));
        // With an edge filter, the lists have no filter of vertices and no bars.
        match inspection.edge_filter {
            Some(values) => edge_filter.extend(values),
            None => filter.extend(inspection.filter),
        }
        logits.extend(inspection.logits);
        vertex_offsets.push(filter.len() as u32);
        edge_offsets.push(edge_filter.len() as u32);
        bar_offsets.push((bars.len() / BAR_NUMBERS) as u32);
    }
    InspectedGraphs {
        graphs: graphs.into(),
        vertex_offsets: vertex_offsets.into(),
        filter: filter.into(),
        edge_offsets: edge_offsets.into(),
        edge_filter: edge_filter.into(),
        bar_offsets: bar_offsets.into(),
        bars: bars.into(),
        logits: logits.into(),
    }
}

impl From<CoordinateFunctionReading> for InspectedCoordinateFunctions {
    fn from(reading: CoordinateFunctionReading) -> Self {
        Self {
            barcode: reading.barcode,
            element: reading.element.name(),
            hats: reading.hats.into(),
            values: reading.values.into(),
            bars: reading.bars.into_flattened().into(),
            shares: reading.shares.into(),
        }
    }
}

impl From<Explanation> for ExplainedScores {
    fn from(explanation: Explanation) -> Self {
        let row = |bars: &EqualBars| {
            let barcode = match bars.barcode {
                BarcodeName::H0 | BarcodeName::H0Sublevel | BarcodeName::H0Superlevel => 0,
                BarcodeName::H0Essential => 1,
                BarcodeName::H1Essential => 2,
                BarcodeName::H1Extended => 3,
                BarcodeName::H0Extended => 4,
            };
            [barcode, bars.direction, bars.birth, bars.death, bars.count]
        };
        Self {
            bars: explanation
                .bars
                .iter()
                .flat_map(row)
                .collect::<Vec<_>>()
                .into(),
            contributions: explanation.contributions.into(),
            without: explanation.without.into(),
            bias: explanation.bias.into(),
            others: explanation.others.into(),
            hats: explanation.hats.into(),
            gradient: explanation.gradient.into(),
        }
    }
}

impl From<TopBars> for CoordinateFunctionTopBars {
    fn from(top: TopBars) -> Self {
        let mut points = Vec::new();
        let mut ends = Vec::new();
        for point in &top.points {
            points.extend([
                point.direction,
                point.graph,
                point.birth_vertex,
                point.death_vertex,
                point.bars,
                point.graphs,
            ]);
            ends.extend([point.birth, point.death.unwrap_or(f32::NAN)]);
        }
        let mut first = vec![0];
        for function in &top.hats {
            first.push(first[first.len() - 1] + function.len() as u32);
        }
        let (places, values): (Vec<u32>, Vec<f32>) = top.hats.iter().flatten().copied().unzip();
        Self {
            barcode: top.barcode,
            points: points.into(),
            ends: ends.into(),
            first: first.into(),
            places: places.into(),
            values: values.into(),
        }
    }
}

impl From<&[Importance]> for ReadoutImportance {
    fn from(parts: &[Importance]) -> Self {
        let list = |of: fn(&Importance) -> f64| parts.iter().map(of).collect::<Vec<_>>().into();
        Self {
            contributions: list(|part| part.contribution),
            metrics: list(|part| part.metric),
            changed: list(|part| part.changed),
        }
    }
}

impl From<Importances> for PartImportance {
    fn from(found: Importances) -> Self {
        Self {
            graphs: found.graphs,
            metric: found.metric,
            margin: found.margin,
            barcodes: found.barcodes[..].into(),
            functions: found.functions[..].into(),
            names: found.names,
            sizes: found.sizes,
        }
    }
}

impl From<&[Level]> for FilterLevels {
    fn from(levels: &[Level]) -> Self {
        let means = levels.iter().flat_map(|level| level.means);
        Self {
            ranges: (levels.iter().flat_map(|level| level.ranges.as_flattened()))
                .copied()
                .collect::<Vec<f32>>()
                .into(),
            counts: (levels.iter().flat_map(|level| level.counts))
                .collect::<Vec<_>>()
                .into(),
            means: means.map(|mean| mean as f32).collect::<Vec<_>>().into(),
            bands: (levels.iter().flat_map(|level| level.band))
                .collect::<Vec<_>>()
                .into(),
        }
    }
}

impl From<Association> for FilterAssociation {
    fn from(association: Association) -> Self {
        let monotone = association.monotone;
        Self {
            levels: association.levels[..].into(),
            columns: association.columns[..].into(),
            chance: association.chance().map(known),
            grouped: association.grouped,
            binned: association.binned,
            eta_squared: association.eta_squared.map(known),
            monotone: (!monotone[0].is_nan()).then_some(monotone),
        }
    }
}

impl From<Agreement> for FilterAgreement {
    fn from(agreement: Agreement) -> Self {
        let taus = agreement.taus.iter().map(|tau| tau.unwrap_or(f64::NAN));
        Self {
            taus: taus.collect::<Vec<_>>().into(),
            constant: agreement.constant,
            monotone: agreement.monotone,
        }
    }
}

impl From<ClassGrids> for ClassBars {
    fn from(classes: ClassGrids) -> Self {
        Self {
            sizes: [POINTS as u32, RANGES as u32],
            range: classes.range,
            graphs: classes.graphs.into(),
            curves: classes.curves.into(),
            densities: classes.densities.into(),
            filled: classes.filled.into_flattened().into(),
        }
    }
}
