//! Runs with several learned filters: each filter in view, and their parts of the scores.

use crate::trained::{classes, trained};
use pollster::block_on;
use sublevel::{
    config::{BarWeight, FixedFilter, ModelKind, ReadoutBarcodes, TopologyLayer, TrainingConfig},
    graph::{agreement::Orders, association::Association},
    homology::{
        self,
        class_grids::{ClassGrids, GraphBars},
    },
    protocol::Part,
    session::{RunId, Session, View, Weights},
    training::{Checkpoint, Inspection, Subject, Trainer},
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

/// A filter with the current weights.
fn now(filter: u32) -> View {
    View {
        weights: Weights::Now,
        filter,
    }
}

/// The inspection of a graph with each filter.
fn views(session: &mut Session, run: RunId, graph: u32) -> Vec<Inspection> {
    let one = |filter| block_on(session.inspect(run, now(filter), &Subject::Index(graph))).unwrap();
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
    let none = [
        block_on(session.filter(run, now(3))).map(drop),
        block_on(session.inspect(run, now(3), &Subject::Index(0))).map(drop),
        block_on(session.explain(run, now(3), &Subject::Index(0))).map(drop),
        block_on(session.top_bars(run, now(3), Part::Test)).map(drop),
    ];
    for error in none.map(|answer| answer.unwrap_err().to_string()) {
        assert!(
            error.contains("there is no filter 3: the run has 3"),
            "{error}"
        );
    }
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
            let asked = block_on(session.explain(run, now(view), &Subject::Index(graph)));
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
        let found = block_on(session.importances(run, now(view), Part::Test)).unwrap();
        assert_eq!(found.sizes, [HATS as u32; 3]);
        assert_eq!(found.functions.len(), 3 * HATS);
        let top = block_on(session.top_bars(run, now(view), Part::Test)).unwrap();
        let graphs = session.part_of(run, Part::Test).unwrap().to_vec();
        // The highest activation of a function is the largest share of a bar in it.
        let mut largest = vec![f32::MIN; HATS];
        for graph in graphs {
            let asked = block_on(session.explain(run, now(view), &Subject::Index(graph)));
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
        let swapped = block_on(session.swap_in(run, now(view), &names, &graphs)).unwrap();
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
        .map(|filter| block_on(session.filter(run, now(filter))).unwrap())
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

/// Requests with different filters alternate, and each answer follows from the values of its own filter in one forward pass of the model.
#[test]
fn every_answer_is_that_of_the_requested_filter() {
    let config = TrainingConfig {
        filters: FILTERS,
        width: 16,
        hats: HATS as u32,
        batch_size: 32,
        ..TrainingConfig::default()
    };
    answers_follow_from_the_forward_pass(config.clone());
    answers_follow_from_the_forward_pass(TrainingConfig {
        filters: 1,
        model: ModelKind::Sum,
        topology_layer: TopologyLayer::Persistence,
        ..config
    });
}

fn answers_follow_from_the_forward_pass(config: TrainingConfig) {
    let (mut session, data, run) = trained("MUTAG", config, 20);
    let dataset = session.dataset(data).unwrap().clone();
    let bytes = block_on(session.save(run)).unwrap();
    let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
    let device = burn::tensor::Device::flex();
    let trainer = Trainer::resume(dataset.clone(), checkpoint, device).unwrap();
    let filters = block_on(trainer.filters_at(None)).unwrap();
    let count = session.run_summary(run).unwrap().filters;
    assert_eq!(filters.len(), count as usize);
    let in_training: Vec<bool> = {
        let train = session.part_of(run, Part::Train).unwrap();
        let of = |(index, graph): (usize, &sublevel::graph::Graph)| {
            std::iter::repeat_n(train.contains(&(index as u32)), graph.vertices as usize)
        };
        dataset.graphs.iter().enumerate().flat_map(of).collect()
    };
    let degree = session.quantity(data, "degree").unwrap();
    let test = session.part_of(run, Part::Test).unwrap().to_vec();
    let last = dataset.graphs.len() as u32 - 1;
    let own = |filter: u32, graph: u32| {
        let before = dataset.graphs[..graph as usize].iter();
        let first: u32 = before.map(|graph| graph.vertices).sum();
        let vertices = dataset.graphs[graph as usize].vertices;
        &filters[filter as usize][first as usize..][..vertices as usize]
    };
    // Forwards and backwards, so that every filter is requested after another one and after itself.
    for filter in (0..count).chain((0..count).rev()) {
        let close = |what: &str, found: &[f32], expected: &[f32]| {
            assert_eq!(found.len(), expected.len(), "{what}, filter {filter}");
            let pairs = found.iter().zip(expected);
            let error = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(error < 1e-5, "{what}, filter {filter}: {error}");
        };
        let view = now(filter);
        let values = block_on(session.filter(run, view)).unwrap();
        close("filter", &values, &filters[filter as usize]);
        for graph in [0, 77, last] {
            let subject = Subject::Index(graph);
            let one = block_on(session.inspect(run, view, &subject)).unwrap();
            close("inspect", &one.filter, own(filter, graph));
            let (one, hats, _) = block_on(session.explain(run, view, &subject)).unwrap();
            close("explain", &one.filter, own(filter, graph));
            for bars in hats.iter().filter(|_| graph == 0) {
                assert!(
                    bars.bars
                        .iter()
                        .all(|bar| (bar[2] as usize) < one.filter.len())
                );
            }
            let drawn = block_on(session.inspect_many(run, view, &[graph])).unwrap();
            close("many", &drawn[0].filter, own(filter, graph));
            // The same graph outside the data set.
            let alone = Subject::Graph(Box::new(dataset.graphs[graph as usize].clone()));
            let alone = block_on(session.inspect(run, view, &alone)).unwrap();
            close("alone", &alone.filter, own(filter, graph));
        }
        let outputs = block_on(session.outputs(run, view)).unwrap();
        close("outputs", outputs.filter(last).unwrap(), own(filter, last));
        let asked = [vec!["degree".to_owned()]];
        let associations = block_on(session.associations(run, view, &asked)).unwrap();
        let expected = [Association::of(&values, &in_training, &[&degree])];
        // Undefined numbers are equal as text.
        assert_eq!(format!("{associations:?}"), format!("{expected:?}"));
        let beside = block_on(session.beside(run, view, &FixedFilter::Degree, &asked)).unwrap();
        let mut orders = [Orders::default(); 2];
        for (index, graph) in dataset.graphs.iter().enumerate() {
            let own = own(filter, index as u32);
            let mut degrees = vec![0.0; graph.vertices as usize];
            for end in graph.edges.as_flattened() {
                degrees[*end as usize] += 1.0;
            }
            let first: usize = dataset.graphs[..index]
                .iter()
                .map(|g| g.vertices as usize)
                .sum();
            let of_answer = &values[first..][..own.len()];
            orders[usize::from(!in_training[first])].add(&Orders::of(of_answer, &degrees));
        }
        assert_eq!(beside.agreement, orders, "filter {filter}");
        let bars = test.iter().map(|&graph| {
            let inspection = &block_on(session.inspect_many(run, view, &[graph])).unwrap()[0];
            close("class", &inspection.filter, own(filter, graph));
            let edges = &dataset.graphs[graph as usize].edges;
            GraphBars::new(
                graph,
                dataset.classes[graph as usize],
                &inspection.filter,
                &homology::persistence(edges, &inspection.filter),
                None,
            )
            .with_vertices(dataset.graphs[graph as usize].vertices)
        });
        let bars: Vec<GraphBars> = bars.collect();
        let classes = block_on(session.classes(run, view, Part::Test, false)).unwrap();
        let expected = ClassGrids::of(&bars, 2, false);
        assert_eq!(format!("{classes:?}"), format!("{expected:?}"));
        for barcode in block_on(session.top_bars(run, view, Part::Test)).unwrap() {
            for point in barcode.points {
                let birth = own(filter, point.graph)[point.birth_vertex as usize];
                close("top bars", &[point.birth], &[birth]);
            }
        }
    }
}
