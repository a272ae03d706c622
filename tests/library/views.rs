//! What a session answers to each request of the page, for each model and each filter, against an independent forward pass.

use pollster::block_on;
use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;
use sublevel::{
    config::TrainingConfig,
    graph::{Cells, Dataset, Graph, folds::Split},
    homology::{NONE, Persistence, barcode},
    protocol::{AskedDifferences, Backend, BarcodeName, Part},
    session::{Folds, RunId, Session, View, Weights},
    training::{Importance, Inspection, Subject},
};

use crate::common::{assert_close, original_name};
use crate::{fixtures, trained::classes};

/// How far 32-bit numbers may be from those in f64, as a share of the largest that is expected, or of 1: a pass rounds each of a few
/// hundred products to 2⁻²⁴. The values of a graph in the fixture are farther apart than they round, so that their order is the same.
const ROUNDING: f32 = 2e-5;

#[derive(Deserialize)]
struct Golden {
    graphs: Vec<GoldenGraph>,
    models: Vec<Expected>,
}

#[derive(Deserialize)]
struct GoldenGraph {
    n: u32,
    edges: Vec<[u32; 2]>,
    y: u32,
}

#[derive(Deserialize)]
struct Expected {
    config: TrainingConfig,
    first: usize,
    logits: Vec<[f32; 2]>,
    predicted: Vec<u32>,
    #[serde(default)]
    tau: Vec<f32>,
    #[serde(default)]
    filters: Vec<OfFilter>,
}

/// A filter: for each graph, or for the training and the test part.
#[derive(Deserialize)]
struct OfFilter {
    values: Vec<Vec<f32>>,
    eta: [f32; 2],
    /// None of a filter of edges.
    bars: Option<Vec<Vec<Row>>>,
    beside_degree: Option<[[u64; 2]; 2]>,
    /// The bars that the classifier reads, where they are others.
    read: Option<Vec<Vec<Row>>>,
    /// None if the classifier reads no bars, as all that follows.
    explained: Option<Vec<Explained>>,
    importance: Option<Importances>,
    top: Option<Vec<Vec<f32>>>,
    with_means_of_degree: Option<Vec<u32>>,
}

/// Barcode, direction, birth, death and number of equal bars.
type Row = (u32, u32, f32, Option<f32>, u32);

#[derive(Deserialize)]
struct Explained {
    readout: Vec<f32>,
    hats: Vec<[f32; 2]>,
    others: Vec<f32>,
    bias: Vec<f32>,
    contributions: Vec<[f32; 2]>,
    without: Vec<[f32; 2]>,
}

#[derive(Deserialize)]
struct Importances {
    metric: f32,
    margin: f32,
    barcodes: Vec<[f32; 3]>,
    functions: Vec<[f32; 3]>,
}

#[track_caller]
fn close(what: &str, found: &[f32], expected: &[f32]) {
    let largest = expected.iter().fold(1.0f32, |most, x| most.max(x.abs()));
    assert_close(what, found, expected, ROUNDING * largest);
}

fn narrow(numbers: &[f64]) -> Vec<f32> {
    numbers.iter().map(|&number| number as f32).collect()
}

/// The graphs of the fixture; the last two are the test part.
fn dataset(golden: &Golden) -> Dataset {
    let graph = |graph: &GoldenGraph| Graph {
        vertices: graph.n,
        edges: graph.edges.clone(),
        ..Graph::default()
    };
    Dataset {
        name: "golden".into(),
        graphs: golden.graphs.iter().map(graph).collect(),
        classes: golden.graphs.iter().map(|graph| graph.y).collect(),
        class_names: vec!["0".into(), "1".into()],
        split: Some(Split {
            train: vec![0, 1, 2, 3],
            validation: Vec::new(),
            test: vec![4, 5],
        }),
        ..Dataset::default()
    }
}

/// Puts the weights of `views.py` in place of those of a saved run.
fn put_weights(bytes: &mut [u8], mut first: usize) {
    let (length, header) = SafeTensors::read_metadata(bytes).unwrap();
    let is_weight = |name: &str| !name.starts_with("adam.") && !name.starts_with("history.");
    let mut places: Vec<_> = header
        .tensors()
        .into_iter()
        .filter(|(name, tensor)| tensor.dtype == Dtype::F32 && is_weight(name))
        .map(|(name, tensor)| (original_name(&name), tensor.data_offsets))
        .collect();
    places.sort();
    for (name, (from, to)) in places {
        let own = &mut bytes[8 + length..][from..to];
        for (index, number) in (first..).zip(own.as_chunks_mut::<4>().0) {
            let value = ((index * index) as f64).sin();
            let value = match name.ends_with("running_var") {
                true => 1.0 + value / 2.0,
                false => value,
            };
            *number = (value as f32).to_le_bytes();
        }
        first += (to - from) / 4;
    }
}

/// The session of a page that has opened this model.
fn open(golden: &Golden, expected: &Expected) -> (Session, RunId) {
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.add(dataset(golden)).unwrap();
    let fresh = block_on(session.create(data, expected.config.clone(), Folds::AtMost)).unwrap();
    let mut bytes = block_on(session.save(fresh)).unwrap();
    put_weights(&mut bytes, expected.first);
    let run = block_on(session.resume(data, &bytes)).unwrap();
    (session, run)
}

#[test]
fn every_view_of_every_filter_states_what_an_independent_pass_says() {
    let golden: Golden = fixtures::read("views.json");
    let all: Vec<u32> = (0..golden.graphs.len() as u32).collect();
    for expected in &golden.models {
        let (mut session, run) = open(&golden, expected);
        let summary = session.run_summary(run).unwrap();
        assert_eq!(summary.filters as usize, expected.filters.len());
        let edges = expected.filters.iter().any(|filter| filter.bars.is_none());
        for weights in [Weights::Now, Weights::Epoch(0)] {
            let predicted = block_on(session.predict(run, weights, &all)).unwrap();
            assert_eq!(classes(predicted), expected.predicted);
            if expected.filters.is_empty() {
                check_scores(&mut session, run, weights.into(), expected);
                continue;
            }
            let taus = block_on(session.filter_agreement(run, weights)).unwrap();
            close("τ", &narrow(&taus), &expected.tau);
            // Back and forth: no answer is about a filter that was asked for before.
            let filters = 0..expected.filters.len();
            for index in filters.clone().chain(filters.rev()) {
                let filter = index as u32;
                let mut asked = Asked {
                    golden: &golden,
                    expected: &expected.filters[index],
                    model: expected,
                    session: &mut session,
                    run,
                    view: View { weights, filter },
                    name: format!("{:?}, filter {index}", expected.config),
                };
                check_scores(asked.session, run, asked.view, expected);
                asked.check_values(edges);
                asked.check_explanations();
                if !edges {
                    asked.check_bars();
                    asked.check_classes();
                }
            }
        }
    }
}

/// The scores are those of the model, with any filter in view, for single graphs and for all.
fn check_scores(session: &mut Session, run: RunId, view: View, expected: &Expected) {
    let what = format!("{:?}: scores", expected.config);
    let all: Vec<u32> = (0..expected.logits.len() as u32).collect();
    let scores = block_on(session.scores(run, view, &all)).unwrap();
    close(&what, &narrow(&scores), expected.logits.as_flattened());
    for index in all {
        let alone = block_on(session.inspect(run, view, &Subject::Index(index))).unwrap();
        close(
            &what,
            &narrow(&alone.logits),
            &expected.logits[index as usize],
        );
    }
}

/// A filter in view, and what is true of it.
struct Asked<'a> {
    golden: &'a Golden,
    model: &'a Expected,
    expected: &'a OfFilter,
    session: &'a mut Session,
    run: RunId,
    view: View,
    name: String,
}

impl Asked<'_> {
    fn inspect(&mut self, graph: usize) -> Inspection {
        let subject = Subject::Index(graph as u32);
        block_on(self.session.inspect(self.run, self.view, &subject)).unwrap()
    }

    fn check_values(&mut self, edges: bool) {
        let Self { run, view, .. } = *self;
        let all: Vec<u32> = (0..self.golden.graphs.len() as u32).collect();
        let together = block_on(self.session.inspect_many(run, view, &all)).unwrap();
        let outputs = block_on(self.session.outputs(run, view)).unwrap();
        let mut shown = Vec::new();
        for (index, expected) in self.expected.values.iter().enumerate() {
            let GoldenGraph { n, edges: ends, .. } = &self.golden.graphs[index];
            for inspection in [&self.inspect(index), &together[index]] {
                let found = match edges {
                    true => inspection.edge_filter.as_ref().unwrap(),
                    false => &inspection.filter,
                };
                close(&self.name, found, expected);
            }
            assert_eq!(
                outputs.prediction(index as u32),
                f64::from(self.model.predicted[index])
            );
            let own = match edges {
                // A vertex has the value of its first edge.
                true => {
                    let first = |v: u32| {
                        let own = ends
                            .iter()
                            .zip(expected)
                            .filter(|(ends, _)| ends.contains(&v));
                        own.map(|(_, &value)| value).fold(1.0, f32::min)
                    };
                    let first: Vec<f32> = (0..*n).map(first).collect();
                    close(&self.name, &together[index].filter, &first);
                    assert_eq!(together[index].persistence, Persistence::default());
                    None
                }
                false => Some(&expected[..*n as usize]),
            };
            assert_eq!(outputs.filter(index as u32).is_some(), own.is_some());
            if let Some(own) = own {
                close(&self.name, outputs.filter(index as u32).unwrap(), own);
                shown.extend_from_slice(own);
            }
        }
        let quantity = if edges { "edge-curvature" } else { "degree" };
        let asked = [vec![quantity.to_owned()]];
        let found = block_on(self.session.associations(run, view, &asked)).unwrap();
        let what = format!("{}: η²", self.name);
        close(&what, &narrow(&found[0].eta_squared), &self.expected.eta);
        match block_on(self.session.filter(run, view)) {
            Ok(filter) => close(&self.name, &filter, &shown),
            Err(error) => {
                let reason = format!("“Filter {}” has a value for every edge", view.filter + 1);
                assert!(edges && error.to_string().starts_with(&reason), "{error}");
            }
        }
        let cells = if edges { Cells::Vertices } else { Cells::Edges };
        let other = self.session.dataset(self.session.dataset_of(run).unwrap());
        let other = [vec![other.unwrap().quantities(cells)[0].clone()]];
        let refused = block_on(self.session.associations(run, view, &other)).unwrap_err();
        let known = format!("there are {quantity}");
        assert!(refused.to_string().contains(&known), "{refused}");
    }

    /// Rows of these bars of a graph with values in place of vertices.
    fn check_bars(&mut self) {
        for graph in 0..self.golden.graphs.len() {
            let inspection = self.inspect(graph);
            let value = |vertex: u32| inspection.filter[vertex as usize];
            let found = barcode::bars(&inspection.persistence)
                .filter(|bar| !bar.is_zero_length(&inspection.filter))
                .map(|bar| {
                    let [kind, direction, birth, _, count] = bar.row();
                    (
                        kind,
                        direction,
                        value(birth),
                        bar.death_vertex.map(value),
                        count,
                    )
                });
            let expected = &self.expected.bars.as_ref().unwrap()[graph];
            // Loops with the same birth are bars of several vertices.
            self.assert_same_rows(&grouped(found.collect()), expected);
        }
        let degree = "degree".parse().unwrap();
        let beside = block_on(self.session.beside(self.run, self.view, &degree, &[])).unwrap();
        let found = beside
            .agreement
            .map(|orders| [orders.same, orders.opposite]);
        assert_eq!(Some(found), self.expected.beside_degree, "{}", self.name);
    }

    fn assert_same_rows(&self, found: &[Row], expected: &[Row]) {
        let [found, expected] = [found, expected].map(|rows| {
            let mut rows = rows.to_vec();
            rows.sort_by(order);
            rows
        });
        let fixed = |rows: &[Row]| -> Vec<_> {
            let fixed = rows
                .iter()
                .map(|row| (row.0, row.1, row.3.is_some(), row.4));
            fixed.collect()
        };
        assert_eq!(fixed(&found), fixed(&expected), "{}: bars", self.name);
        let ends = |rows: &[Row]| -> Vec<f32> {
            rows.iter()
                .flat_map(|row| [Some(row.2), row.3])
                .flatten()
                .collect()
        };
        close(&self.name, &ends(&found), &ends(&expected));
    }

    /// The bars of each cell of the grids of the classes, and the tests of these cells.
    fn check_classes(&mut self) {
        let grids = self
            .session
            .classes(self.run, self.view, Part::Train, false);
        let grids = block_on(grids).unwrap();
        let mut expected: Vec<[u32; 4]> = Vec::new();
        let bin = |x: f32| ((x * 20.0) as u32).min(19);
        let mut add = |direction, cell, graph, count| {
            let known = expected
                .iter_mut()
                .find(|row| row[..3] == [direction, cell, graph]);
            match known {
                Some(row) => row[3] += count,
                None => expected.push([direction, cell, graph, count]),
            }
        };
        for graph in 0..4 {
            let bars = &self.expected.bars.as_ref().unwrap()[graph as usize];
            for &(kind, direction, birth, death, count) in bars {
                let cell = match death {
                    Some(death) => 20 * bin(birth) + bin(death),
                    None => 400 + 20 * (kind - 1) + bin(birth),
                };
                add(direction, cell, graph, count);
            }
            let read = self
                .expected
                .read
                .iter()
                .flat_map(|read| &read[graph as usize]);
            for &(_, _, birth, death, count) in read.filter(|row| row.0 == 3) {
                let ends = [birth, death.unwrap()].map(bin);
                add(0, 440 + 20 * ends[0] + ends[1], graph, count);
                add(1, 440 + 20 * ends[1] + ends[0], graph, count);
            }
        }
        let mut filled = grids.filled;
        filled.sort_unstable();
        expected.sort_unstable();
        assert_eq!(filled, expected, "{}: cells", self.name);

        let asked = AskedDifferences {
            part: Part::Train,
            stretched: false,
            direction: barcode::Direction::Superlevel,
            per_vertex: false,
            classes: [0, 1],
        };
        let found = self.session.class_differences(self.run, self.view, &asked);
        let cells = block_on(found).unwrap().cells;
        let known = expected.iter().filter(|row| row[0] == 1);
        assert!(
            !cells.is_empty() || known.count() == 0,
            "{}: no cells",
            self.name
        );
        for test in cells {
            let of = |class: u32| -> Vec<u32> {
                let graphs = (0..4).filter(|&graph| self.golden.graphs[graph].y == class);
                let count = |graph: usize| {
                    let rows = expected
                        .iter()
                        .find(|row| row[..3] == [1, test.cell, graph as u32]);
                    rows.map_or(0, |row| row[3])
                };
                graphs.map(count).collect()
            };
            let [one, two] = [of(0), of(1)];
            let pairs = one
                .iter()
                .flat_map(|a| two.iter().map(move |b| a.cmp(b) as i32));
            let auc = 0.5 + f64::from(pairs.sum::<i32>()) / (2 * one.len() * two.len()) as f64;
            assert!(
                (test.auc - auc).abs() < 1e-12,
                "{}: {}",
                self.name,
                test.auc
            );
        }
    }

    fn check_explanations(&mut self) {
        let all: Vec<u32> = (0..self.golden.graphs.len() as u32).collect();
        let names = BarcodeName::of(self.model.config.readout);
        let place = |barcode| names.iter().position(|&name| name == barcode).unwrap() as u32;
        for graph in 0..self.golden.graphs.len() {
            let subject = Subject::Index(graph as u32);
            let found = block_on(self.session.explain(self.run, self.view, &subject));
            let (inspection, hats, found) = found.unwrap();
            let Some(explained) = &self.expected.explained else {
                assert!(inspection.readout.is_empty() && hats.is_empty() && found.is_none());
                continue;
            };
            let (expected, found) = (&explained[graph], found.unwrap());
            let value = |vertex: u32| (vertex != NONE).then(|| inspection.filter[vertex as usize]);
            let rows: Vec<Row> = found
                .bars
                .iter()
                .map(|bar| {
                    let birth = value(bar.birth).unwrap();
                    (
                        place(bar.barcode),
                        bar.direction,
                        birth,
                        value(bar.death),
                        bar.count,
                    )
                })
                .collect();
            let of_graph = self.expected.read.as_ref().or(self.expected.bars.as_ref());
            let expected_rows = &of_graph.unwrap()[graph];
            self.assert_same_rows(&rows, expected_rows);
            let what = &self.name;
            close(
                what,
                &inspection.readout[inspection.columns()],
                &expected.readout,
            );
            let values: Vec<f32> = hats.iter().flat_map(|hats| hats.values.clone()).collect();
            close(what, &values, &expected.readout);
            close(what, &found.hats, expected.hats.as_flattened());
            close(what, &found.others, &expected.others);
            close(what, &narrow(&found.bias), &expected.bias);
            let of_bars = |rows: &[Row], numbers: &[f32]| -> Vec<f32> {
                let mut rows: Vec<_> = rows.iter().zip(numbers.chunks_exact(2)).collect();
                rows.sort_by(|a, b| order(a.0, b.0));
                rows.iter()
                    .flat_map(|(_, numbers)| numbers.to_vec())
                    .collect()
            };
            for (found, expected) in [
                (&found.contributions, &expected.contributions),
                (&narrow(&found.without), &expected.without),
            ] {
                let expected = of_bars(expected_rows, expected.as_flattened());
                close(what, &of_bars(&rows, found), &expected);
            }
        }
        let degree = ["degree".to_owned()];
        let swapped = block_on(self.session.swap_in(self.run, self.view, &degree, &all));
        let swapped = swapped.ok().map(classes);
        assert_eq!(swapped, self.expected.with_means_of_degree, "{}", self.name);

        let top = block_on(self.session.top_bars(self.run, self.view, Part::Train)).unwrap();
        let first = |hats: &Vec<Vec<(u32, f32)>>| -> Vec<f32> {
            hats.iter()
                .flat_map(|top| top.first())
                .map(|&(_, value)| value)
                .collect()
        };
        let found: Vec<f32> = top
            .iter()
            .flat_map(|barcode| first(&barcode.hats))
            .collect();
        let expected = self.expected.top.iter().flatten().flatten();
        close(&self.name, &found, &expected.copied().collect::<Vec<_>>());

        let found = block_on(self.session.importances(self.run, self.view, Part::Train)).unwrap();
        let Some(expected) = &self.expected.importance else {
            return assert!(found.names.is_empty());
        };
        let rows = |rows: &[Importance]| -> Vec<f32> {
            let numbers = rows
                .iter()
                .flat_map(|own| [own.contribution, own.metric, own.changed]);
            numbers.map(|number| number as f32).collect()
        };
        let own = [found.metric, found.margin];
        close(
            &self.name,
            &narrow(&own),
            &[expected.metric, expected.margin],
        );
        close(
            &self.name,
            &rows(&found.barcodes),
            expected.barcodes.as_flattened(),
        );
        close(
            &self.name,
            &rows(&found.functions),
            expected.functions.as_flattened(),
        );
    }
}

fn order(a: &Row, b: &Row) -> std::cmp::Ordering {
    let key = |row: &Row| (row.0, row.1);
    let ends = |row: &Row| [row.2, row.3.unwrap_or(-1.0)];
    let by_ends = || {
        ends(a)
            .iter()
            .zip(ends(b))
            .map(|(a, b)| a.total_cmp(&b))
            .find(|o| o.is_ne())
    };
    key(a)
        .cmp(&key(b))
        .then_with(|| by_ends().unwrap_or(std::cmp::Ordering::Equal))
}

/// Equal bars as one row.
fn grouped(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(order);
    rows.dedup_by(|next, kept| {
        let same = order(next, kept).is_eq();
        kept.4 += if same { next.4 } else { 0 };
        same
    });
    rows
}
