//! Runs with several learned filters: each filter in view, and their parts of the scores.

use crate::trained::{classes, trained};
use pollster::block_on;
use sublevel::{
    config::{BarWeight, ReadoutBarcodes, TrainingConfig},
    graph::agreement::Orders,
    homology,
    protocol::Part,
    session::{RunId, Session, Weights},
    training::{Inspection, Subject},
};

const FILTERS: u32 = 3;
const HATS: usize = 20;

/// A run on MUTAG after 20 steps.
fn run(config: TrainingConfig) -> (Session, RunId) {
    let config = TrainingConfig {
        filters: FILTERS,
        width: 16,
        hats: HATS as u32,
        batch_size: 32,
        ..config
    };
    let (session, _, run) = trained("MUTAG", config, 20);
    (session, run)
}

/// The inspection of a graph with each filter.
fn views(session: &mut Session, run: RunId, graph: u32) -> Vec<Inspection> {
    let one = |view| {
        session.set_filter(run, view).unwrap();
        block_on(session.inspect(run, Weights::Now, &Subject::Index(graph))).unwrap()
    };
    (0..FILTERS).map(one).collect()
}

/// Sums over rows of one number for each class.
fn sums(into: &mut [f64], rows: &[impl Into<f64> + Copy]) {
    for row in rows.chunks_exact(into.len()) {
        for (sum, x) in into.iter_mut().zip(row) {
            *sum += (*x).into();
        }
    }
}

#[test]
fn every_filter_can_be_in_view() {
    let (mut session, run) = run(TrainingConfig::default());
    for graph in [0, 77, 187] {
        let views = views(&mut session, run, graph);
        let dataset = session.dataset_of(run).unwrap();
        let edges = session.graph(dataset, graph).unwrap().0.edges.clone();
        for (view, inspection) in views.iter().enumerate() {
            assert_eq!(
                (inspection.filters, inspection.view),
                (FILTERS as usize, view)
            );
            assert_eq!(
                inspection.persistence,
                homology::persistence(&edges, &inspection.filter)
            );
            // The scores and the readout are those of all filters.
            assert_eq!(inspection.logits, views[0].logits);
            assert_eq!(inspection.readout, views[0].readout);
            assert_eq!(inspection.columns(), view * 3 * HATS..(view + 1) * 3 * HATS);
        }
        assert_ne!(views[0].filter, views[1].filter);
        assert_ne!(views[1].filter, views[2].filter);
    }
    // Answers about all graphs are of the new filter, although those of the previous one were in memory.
    session.set_filter(run, 1).unwrap();
    let second = block_on(session.filter(run, Weights::Now)).unwrap();
    assert_eq!(session.set_filter(run, 2).unwrap().filter, 2);
    let third = block_on(session.filter(run, Weights::Now)).unwrap();
    assert_ne!(second, third);
    let error = session.set_filter(run, 3).unwrap_err().to_string();
    assert!(
        error.contains("there is no filter 3: the model has 3"),
        "{error}"
    );
    assert_eq!(block_on(session.filter(run, Weights::Now)).unwrap(), third);
}

#[test]
fn the_bars_of_a_filter_the_other_filters_and_the_bias_add_up_to_the_score() {
    for (extended, readout) in [
        (true, ReadoutBarcodes::Gfl),
        (false, ReadoutBarcodes::Extended),
    ] {
        let config = TrainingConfig {
            extended,
            readout,
            bar_weight: BarWeight::Length,
            ..TrainingConfig::default()
        };
        parts_add_up(run(config));
    }
}

fn parts_add_up((mut session, run): (Session, RunId)) {
    let mut largest = 0.0f64;
    for graph in (0..180).step_by(20) {
        let mut others = Vec::new();
        for view in 0..FILTERS {
            session.set_filter(run, view).unwrap();
            let asked = block_on(session.explain(run, Weights::Now, &Subject::Index(graph)));
            let (inspection, hats, explanation) = asked.unwrap();
            let found = explanation.unwrap();
            let read: Vec<f32> = hats.iter().flat_map(|hats| hats.values.clone()).collect();
            assert_eq!(
                read,
                inspection.readout[inspection.columns()],
                "{graph}, {view}"
            );
            for rows in [&found.contributions, &found.hats] {
                let mut total = vec![0.0; inspection.logits.len()];
                sums(&mut total, &found.bias);
                for part in [&found.others, rows] {
                    sums(&mut total, part);
                }
                for (total, logit) in total.iter().zip(&inspection.logits) {
                    let error = (total - logit).abs();
                    assert!(
                        error < 1e-4 * total.abs().max(1.0),
                        "{graph}, {view}: {error}"
                    );
                }
            }
            // The shares of the bars add up to the value of each function.
            for reading in &hats {
                let mut total = vec![0.0; reading.values.len()];
                sums(&mut total, &reading.shares);
                for (total, value) in total.iter().zip(&reading.values) {
                    assert!((total - f64::from(*value)).abs() < 1e-4, "{graph}, {view}");
                }
            }
            largest = largest.max(found.others[0].abs().into());
            others.push(found.others);
        }
        assert_ne!(others[0], others[1]);
    }
    assert!(largest > 0.01, "{largest}");
}

#[test]
fn coordinate_functions_are_those_of_the_filter_in_view() {
    let (mut session, run) = run(TrainingConfig::default());
    let mut all = Vec::new();
    for view in 0..FILTERS {
        session.set_filter(run, view).unwrap();
        let found = block_on(session.importances(run, Weights::Now, Part::Test)).unwrap();
        assert_eq!(found.sizes, [HATS as u32; 3]);
        assert_eq!(found.functions.len(), 3 * HATS);
        let top = block_on(session.top_bars(run, Weights::Now, Part::Test)).unwrap();
        let graphs = session.part_of(run, Part::Test).unwrap().to_vec();
        // The highest activation of a function is the largest share of a bar in it.
        let mut largest = vec![f32::MIN; HATS];
        for graph in graphs {
            let asked = block_on(session.explain(run, Weights::Now, &Subject::Index(graph)));
            let (_, hats, _) = asked.unwrap();
            let bars = hats[2].bars.iter().zip(hats[2].shares.chunks_exact(HATS));
            for (bar, shares) in bars {
                for (largest, share) in largest.iter_mut().zip(shares) {
                    *largest = largest.max(share / bar[4] as f32);
                }
            }
        }
        for (hat, largest) in top[2].hats.iter().zip(largest) {
            assert!(
                (hat[0].1 - largest).abs() < 1e-4,
                "{view}: {hat:?}, {largest}"
            );
        }
        all.push(found.functions);
    }
    assert_ne!(all[0], all[1]);
}

#[test]
fn a_quantity_replaces_only_the_filter_in_view() {
    let (mut session, run) = run(TrainingConfig::default());
    let graphs: Vec<u32> = (0..188).collect();
    let own = classes(block_on(session.predict(run, Weights::Now, &graphs)).unwrap());
    // A function of degree and label that the filter already is: no prediction changes.
    let names = ["degree".to_owned(), "label".to_owned()];
    let mut answers = Vec::new();
    for view in 0..FILTERS {
        session.set_filter(run, view).unwrap();
        let swapped = block_on(session.swap_in(run, Weights::Now, &names, &graphs)).unwrap();
        let swapped = classes(swapped);
        let same = swapped.iter().zip(&own).filter(|(a, b)| a == b).count();
        assert!(same > 94, "{view}: {same} of 188 predictions stay");
        answers.push(swapped);
    }
    assert_eq!(answers.len(), FILTERS as usize);
}

#[test]
fn the_agreement_of_filters_is_kendalls_tau() {
    let (mut session, run) = run(TrainingConfig::default());
    let filters: Vec<Vec<f32>> = (0..FILTERS)
        .map(|view| {
            session.set_filter(run, view).unwrap();
            block_on(session.filter(run, Weights::Now)).unwrap()
        })
        .collect();
    let found = block_on(session.filter_agreement(run, Weights::Now)).unwrap();
    let count = FILTERS as usize;
    assert_eq!(found.len(), count * count);
    let dataset = session.dataset_of(run).unwrap();
    for row in 0..count {
        for column in 0..count {
            let mut orders = Orders::default();
            let mut first = 0;
            for graph in 0..188 {
                let vertices = session.graph(dataset, graph).unwrap().0.vertices as usize;
                let own = first..first + vertices;
                first = own.end;
                orders.add(&Orders::of(
                    &filters[row][own.clone()],
                    &filters[column][own],
                ));
            }
            let tau = orders.kendall_tau().unwrap();
            // Other batches change the last bits of a value, and with them ties.
            let difference = (found[row * count + column] - tau).abs();
            assert!(difference < 0.02, "{row}, {column}: {difference}");
            assert!(row != column || tau > 0.99);
        }
    }
    assert!(found[1].abs() < 0.999, "{found:?}");
}
