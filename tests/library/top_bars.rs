//! The bars of a data set with the highest activation of a hat, compared with a search through all bars of all its graphs.

use std::collections::{BTreeMap, BTreeSet};

use crate::trained::trained;
use pollster::block_on;
use sublevel::{
    config::{CoordinateFunction, ModelKind, TrainingConfig},
    homology::{
        barcode::{self, Kind},
        extended, persistence,
    },
    ops::Element,
    protocol::{BarcodeName, Part},
    session::{DatasetId, RunId, Session, Weights},
    training::{Subject, TOP_BARS},
};

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 16,
        hats: 10,
        batch_size: 32,
        ..TrainingConfig::default()
    }
}

/// The formulas of hats, in double precision.
fn value(element: Element, hat: &[f32], point: &[f32]) -> f64 {
    let hat: Vec<f64> = hat.iter().copied().map(f64::from).collect();
    let point: Vec<f64> = point.iter().copied().map(f64::from).collect();
    let dimension = point.len();
    let along = |i: usize| point[i] - hat[i];
    match element {
        Element::Rational => {
            let distance: f64 = (0..dimension).map(|i| along(i).abs()).sum();
            let off = (hat[dimension].abs() - distance).abs();
            1.0 / (1.0 + distance) - 1.0 / (1.0 + off)
        }
        Element::Exponential => {
            let squares = (0..dimension).map(|i| (hat[dimension + i] * along(i)).powi(2));
            (-squares.sum::<f64>()).exp()
        }
        Element::Triangle => {
            let (height, middle) = match point[..] {
                [birth, death] => ((death - birth).abs() / 2.0, f64::midpoint(birth, death)),
                _ => (hat[1].abs(), point[0]),
            };
            (height - (hat[0] - middle).abs()).max(0.0)
        }
        _ => panic!("no formula of {element:?}"),
    }
}

/// A bar: its direction, and its ends in millionths, for last bits may differ from batch to batch.
type Place = (u32, Vec<i64>);

fn place(direction: u32, ends: &[f32]) -> Place {
    let rounded = |end: &f32| (f64::from(*end) * 2f64.powi(20)).round() as i64;
    (direction, ends.iter().map(rounded).collect())
}

/// Bars of one graph between the same two vertices, or born at the same.
struct Found {
    place: Place,
    ends: Vec<f32>,
    graph: u32,
    count: u32,
}

/// Every bar of some graphs, paired again.
fn all_bars(
    session: &mut Session,
    (data, run): (DatasetId, RunId),
    graphs: &[u32],
) -> BTreeMap<BarcodeName, Vec<Found>> {
    let inspections = block_on(session.inspect_many(run, Weights::Now, graphs)).unwrap();
    let mut all = BTreeMap::<_, Vec<_>>::new();
    for (&graph, inspection) in graphs.iter().zip(inspections) {
        let edges = &session.graph(data, graph).unwrap().0.edges;
        let mut add = |barcode, direction, ends: Vec<u32>, count| {
            let ends: Vec<f32> = ends
                .iter()
                .map(|&end| inspection.filter[end as usize])
                .collect();
            if ends.len() == 1 || ends[0] != ends[1] {
                let place = place(direction, &ends);
                all.entry(barcode).or_default().push(Found {
                    place,
                    ends,
                    graph,
                    count,
                });
            }
        };
        for bar in barcode::bars(&persistence(edges, &inspection.filter)) {
            let barcode = match bar.kind {
                Kind::H0 => BarcodeName::H0,
                Kind::H0Essential => BarcodeName::H0Essential,
                Kind::H1Essential => BarcodeName::H1Essential,
            };
            let ends = [Some(bar.birth_vertex), bar.death_vertex]
                .into_iter()
                .flatten()
                .collect();
            add(barcode, bar.direction as u32, ends, bar.multiplicity);
        }
        if inspection.extended.is_some() {
            for ends in extended(edges, &inspection.filter).loops {
                add(BarcodeName::H1Extended, 0, ends.to_vec(), 1);
            }
        }
    }
    all
}

#[test]
fn the_top_bars_match_a_search_through_all_bars() {
    let cases = [
        (ModelKind::Gfl, CoordinateFunction::Rational, true),
        (ModelKind::Gfl, CoordinateFunction::Triangle, false),
        (ModelKind::PhOnly, CoordinateFunction::Rational, true),
        (ModelKind::PhOnly, CoordinateFunction::Exponential, false),
    ];
    let (mut compared, mut several) = (0, 0);
    for (model, hat, extended) in cases {
        let asked = TrainingConfig {
            model,
            hat,
            extended,
            ..config()
        };
        let (mut session, data, run) = trained("MUTAG", asked, 20);
        let rows = session.graph_rows(data, Some(run)).unwrap();
        let kinds = block_on(session.explain(run, Weights::Now, &Subject::Index(0)))
            .unwrap()
            .1;
        for part in [Part::Train, Part::Test] {
            let graphs: Vec<u32> = (0..)
                .zip(&rows)
                .filter(|(_, row)| row.part == part)
                .map(|(graph, _)| graph)
                .collect();
            let all = all_bars(&mut session, (data, run), &graphs);
            let found = block_on(session.top_bars(run, Weights::Now, part)).unwrap();
            assert_eq!(found.len(), 3 + usize::from(extended));
            for (top, kind) in found.iter().zip(&kinds) {
                assert_eq!(top.barcode, kind.barcode);
                let bars = all.get(&top.barcode).map_or(&[][..], Vec::as_slice);
                let places: BTreeMap<&Place, &[f32]> =
                    bars.iter().map(|bar| (&bar.place, &bar.ends[..])).collect();
                let width = kind.hats.len() / kind.values.len();
                assert_eq!(top.hats.len(), kind.values.len());
                for (list, parameters) in top.hats.iter().zip(kind.hats.chunks_exact(width)) {
                    let mut values: Vec<f64> = places
                        .values()
                        .map(|ends| value(kind.element, parameters, ends))
                        .collect();
                    values.sort_unstable_by(|a, b| b.total_cmp(a));
                    assert_eq!(list.len(), values.len().min(TOP_BARS));
                    for (&(at, stored), expected) in list.iter().zip(values) {
                        let point = &top.points[at as usize];
                        let ends: Vec<f32> = [Some(point.birth), point.death]
                            .into_iter()
                            .flatten()
                            .collect();
                        let own = value(kind.element, parameters, &ends);
                        assert!(
                            (own - expected).abs() < 1e-5 && (own - f64::from(stored)).abs() < 2e-6,
                            "{own} {stored} {expected}"
                        );

                        // Their number and their places.
                        let key = place(point.direction, &ends);
                        let same = bars.iter().filter(|bar| bar.place == key);
                        let count: u32 = same.clone().map(|bar| bar.count).sum();
                        assert_eq!(point.bars, count);
                        let graphs: BTreeSet<u32> = same.map(|bar| bar.graph).collect();
                        assert_eq!(point.graphs as usize, graphs.len());
                        assert_eq!(Some(&point.graph), graphs.first());
                        let (own, _) = session.graph(data, point.graph).unwrap();
                        assert!(point.birth_vertex < own.vertices);
                        compared += 1;
                        several += u32::from(point.graphs > 1);
                    }
                }
            }
        }
    }
    assert!(compared > 1000 && several > 100, "{compared} {several}");
}

#[test]
fn contributions_add_up_to_the_scores_for_every_coordinate_function() {
    for hat in CoordinateFunction::ALL {
        let (mut session, _, run) = trained("MUTAG", TrainingConfig { hat, ..config() }, 20);
        for graph in [0, 50, 150] {
            let asked = block_on(session.explain(run, Weights::Now, &Subject::Index(graph)));
            let (inspection, _, explanation) = asked.unwrap();
            let found = explanation.unwrap();
            let classes = inspection.logits.len();
            for (class, score) in inspection.logits.iter().enumerate() {
                let of = |rows: &[f32]| {
                    rows.iter()
                        .skip(class)
                        .step_by(classes)
                        .copied()
                        .map(f64::from)
                        .collect::<Vec<_>>()
                };
                let added = of(&found.hats);
                let sum = found.bias[class] + added.iter().sum::<f64>();
                assert!(
                    (sum - score).abs() <= 1e-4 * score.abs().max(1.0),
                    "{hat:?} {sum} {score}"
                );
                for ((slope, x), added) in of(&found.gradient)
                    .iter()
                    .zip(&inspection.readout)
                    .zip(added)
                {
                    assert!((slope * f64::from(*x) - added).abs() <= 1e-5 * added.abs().max(1.0));
                }
            }
        }
    }
}

#[test]
fn a_model_without_barcodes_has_no_coordinate_functions() {
    let model = ModelKind::Sum;
    let (mut session, _, run) = trained("MUTAG", TrainingConfig { model, ..config() }, 1);
    let found = block_on(session.top_bars(run, Weights::Now, Part::Test)).unwrap();
    assert!(found.is_empty());
    let none = block_on(session.top_bars(run, Weights::Epoch(7), Part::Test));
    assert!(none.unwrap_err().to_string().contains("epoch 7"));
}
