//! Explanations of a run: the contributions of single bars to the scores, and the dependence of its filter.

use std::{collections::BTreeMap, fmt::Display};

use crate::trained::{classes, trained};
use pollster::block_on;
use safetensors::SafeTensors;
use sublevel::{
    config::{Features, ModelKind, TrainingConfig},
    graph::{Predictions, association::Association},
    protocol::Part,
    session::{RunId, Session, SessionError, Weights},
    training::{EqualBars, Inspection, Subject},
};

fn config() -> TrainingConfig {
    TrainingConfig {
        width: 16,
        hats: 20,
        batch_size: 32,
        ..TrainingConfig::default()
    }
}

/// Linear, LeakyReLU(0.01), linear, with the weights of the file of a run.
struct Classifier(BTreeMap<String, Vec<f64>>);

impl Classifier {
    fn of(session: &mut Session, run: RunId) -> Self {
        let bytes = block_on(session.save(run)).unwrap();
        let file = SafeTensors::deserialize(&bytes).unwrap();
        let names = ["first", "second"]
            .map(|layer| ["weight", "bias"].map(|part| format!("{layer}.{part}")));
        let arrays = names.into_iter().flatten().map(|name| {
            let tensor = file.tensor(&format!("head.classifier.{name}")).unwrap();
            let (numbers, _) = tensor.data().as_chunks::<4>();
            let numbers = numbers
                .iter()
                .map(|bytes| f32::from_le_bytes(*bytes).into());
            (name, numbers.collect())
        });
        Self(arrays.collect())
    }

    fn linear(&self, layer: &str, x: &[f64]) -> Vec<f64> {
        let rows = self.0[&format!("{layer}.weight")].chunks_exact(x.len());
        let bias = &self.0[&format!("{layer}.bias")];
        let product = |row: &[f64]| -> f64 { row.iter().zip(x).map(|(a, b)| a * b).sum() };
        rows.zip(bias)
            .map(|(row, bias)| product(row) + bias)
            .collect()
    }

    fn scores(&self, readout: &[f64]) -> Vec<f64> {
        let hidden = self.linear("first", readout);
        let active: Vec<f64> = hidden.iter().map(|&x| x.max(0.01 * x)).collect();
        self.linear("second", &active)
    }
}

fn assert_close(what: &str, found: &[impl Into<f64> + Copy + Display], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let error = ((*found).into() - expected).abs();
        assert!(
            error <= 1e-4 * expected.abs().max(1.0),
            "{what}: {found} {expected}"
        );
    }
}

/// The point of bars in their barcode, by its bits.
fn point(inspection: &Inspection, bars: &EqualBars) -> (u32, [Option<u32>; 2]) {
    let value = |vertex: u32| {
        inspection
            .filter
            .get(vertex as usize)
            .map(|value| value.to_bits())
    };
    (bars.direction, [value(bars.birth), value(bars.death)])
}

#[test]
fn contributions_add_up_to_the_score_with_and_without_a_bar() {
    let (mut largest, mut groups_of_several) = (0.0f64, 0);
    for (name, graphs) in [("MUTAG", 66), ("IMDB-MULTI", 67), ("PROTEINS", 67)] {
        let extended = name == "MUTAG";
        let config = TrainingConfig {
            extended,
            ..config()
        };
        let (mut session, _, run) = trained(name, config, 20);
        let classifier = Classifier::of(&mut session, run);
        for index in 0..graphs {
            let asked =
                block_on(session.explain(run, Weights::Now, &Subject::Index(7 * index % 180)));
            let (inspection, hats, explanation) = asked.unwrap();
            let found = explanation.unwrap();
            let what = format!("{name} {index}");
            let classes = inspection.logits.len();
            let readout: Vec<f64> = inspection.readout.iter().copied().map(f64::from).collect();
            assert_close(&what, &inspection.logits, &classifier.scores(&readout));

            let mut sums = |rows: &[f32]| {
                let mut sums = found.bias.clone();
                for row in rows.chunks_exact(classes) {
                    for (sum, x) in sums.iter_mut().zip(row) {
                        *sum += f64::from(*x);
                        largest = largest.max(x.abs().into());
                    }
                }
                sums
            };
            assert_close(&what, &inspection.logits, &sums(&found.contributions));
            assert_close(&what, &inspection.logits, &sums(&found.hats));

            // Without the bars at one point, the readout lacks their contribution.
            let rows = found.bars.iter().zip(found.without.chunks_exact(classes));
            for (bars, without) in rows {
                let mut left = readout.clone();
                let mut count = 0;
                let mut column = 0;
                for reading in &hats {
                    let width = reading.values.len();
                    let all = reading.bars.iter().zip(reading.shares.chunks_exact(width));
                    for (&[_, direction, birth, death, many], shares) in all {
                        let other = EqualBars {
                            direction,
                            birth,
                            death,
                            ..*bars
                        };
                        if reading.barcode == bars.barcode
                            && point(&inspection, &other) == point(&inspection, bars)
                        {
                            count += many;
                            for (x, share) in left[column..].iter_mut().zip(shares) {
                                *x -= f64::from(*share);
                            }
                        }
                    }
                    column += width;
                }
                assert_eq!(count, bars.count, "{what}");
                groups_of_several += u32::from(count > 1);
                assert_close(&what, without, &classifier.scores(&left));
            }
        }
    }
    assert!(
        largest > 0.1 && groups_of_several > 100,
        "{largest} {groups_of_several}"
    );
}

/// Without vertex features, one layer gives vertices of equal degree equal values: f is a function of the degree, of which
/// REDDIT-BINARY has hundreds, up to 3 062.
#[test]
fn a_filter_of_degrees_with_a_long_tail_is_a_function_of_the_degree() {
    let (mut session, data, run) = trained(
        "REDDIT-BINARY",
        TrainingConfig {
            layers: 1,
            features: Features::Uninformative,
            ..config()
        },
        40,
    );
    let degree = ["degree".to_owned()];
    let asked = [degree.to_vec()];
    let found = block_on(session.associations(run, Weights::Now, &asked)).unwrap();
    let [degrees] = &found[..] else { panic!() };
    for share in degrees.eta_squared {
        assert!(share > 1.0 - 1e-6, "{share}");
    }
    assert!(!degrees.grouped[0] && degrees.columns.len() <= 33);
    // With the mean at each degree, only graphs with a degree that no training graph has can change.
    let rows = session.graph_rows(data, Some(run)).unwrap();
    let test = session.part_of(run, Part::Test).unwrap().to_vec();
    let own = block_on(session.predict(run, Weights::Now, &test)).unwrap();
    let swapped = block_on(session.swap_in(run, Weights::Now, &degree, &test)).unwrap();
    let right = |predictions: Predictions| {
        let predicted = classes(predictions);
        let pairs = predicted.iter().zip(&test);
        pairs
            .filter(|&(&class, &graph)| Some(class) == rows[graph as usize].class)
            .count()
    };
    assert_eq!(right(own), right(swapped));
}

#[test]
fn a_batch_is_inspected_like_single_graphs() {
    for model in [ModelKind::Gfl, ModelKind::PhOnly, ModelKind::Sum] {
        let extended = model == ModelKind::Gfl;
        let config = TrainingConfig {
            model,
            extended,
            batch_size: 7,
            ..config()
        };
        let (mut session, data, run) = trained("MUTAG", config, 5);
        let asked = [5, 60, 5, 3, 187, 61, 62, 63, 64, 65, 0];
        let many = block_on(session.inspect_many(run, Weights::Now, &asked)).unwrap();
        assert_eq!(many.len(), asked.len());
        for (index, inspection) in asked.into_iter().zip(many) {
            let alone =
                block_on(session.inspect(run, Weights::Now, &Subject::Index(index))).unwrap();
            let wide =
                |numbers: &[f32]| -> Vec<f64> { numbers.iter().copied().map(f64::from).collect() };
            assert_close("filter", &inspection.filter, &wide(&alone.filter));
            assert_close("readout", &inspection.readout, &wide(&alone.readout));
            assert_close("scores", &inspection.logits, &alone.logits);
            assert_eq!(
                inspection.persistence.death.each_ref().map(Vec::len),
                alone.persistence.death.each_ref().map(Vec::len)
            );
            let edges = session.graph(data, index).unwrap().0.edges.clone();
            if model != ModelKind::Sum {
                assert_eq!(
                    inspection.persistence,
                    sublevel::homology::persistence(&edges, &inspection.filter)
                );
            }
            let pairs = extended.then(|| sublevel::homology::extended(&edges, &inspection.filter));
            assert_eq!(inspection.extended, pairs);
        }
        let scores = block_on(session.scores(run, Weights::Now, &[187, 61, 3])).unwrap();
        assert_eq!(scores.len(), 2 * 3);
        let alone = block_on(session.inspect(run, Weights::Now, &Subject::Index(61))).unwrap();
        assert_close("scores", &scores[2..4], &alone.logits);

        let beyond = block_on(session.inspect_many(run, Weights::Now, &[188]));
        assert!(
            beyond
                .unwrap_err()
                .to_string()
                .contains("there is no graph 188")
        );

        let filter = block_on(session.filter(run, Weights::Now));
        match model {
            ModelKind::Sum => assert_eq!(filter, Err(SessionError::NoFilter(run))),
            _ => {
                let filter = filter.unwrap();
                let first: usize = (0..60)
                    .map(|graph| session.graph(data, graph).unwrap().0.vertices as usize)
                    .sum();
                let alone = block_on(session.inspect(run, Weights::Now, &Subject::Index(60)))
                    .unwrap()
                    .filter;
                let wide: Vec<f64> = alone.iter().copied().map(f64::from).collect();
                assert_close("filter", &filter[first..first + alone.len()], &wide);
            }
        }
    }
}

#[test]
fn the_quantity_behind_a_filter_is_found_and_can_replace_it() {
    // The filter of PH-only is the degree over the largest of its graph: in a set of one graph size it is the degree.
    let config = TrainingConfig {
        model: ModelKind::PhOnly,
        fixed_filter: "core".parse().unwrap(),
        ..config()
    };
    let (mut session, data, run) = trained("PROTEINS", config, 30);
    let names = |names: &[&str]| -> Vec<String> { names.iter().map(|&name| name.into()).collect() };
    let asked = [
        names(&["core"]),
        names(&["degree"]),
        names(&["degree", "label"]),
        names(&["closeness"]),
    ];
    let found = block_on(session.associations(run, Weights::Now, &asked)).unwrap();
    let [core, degree, pair, closeness] = &found[..] else {
        panic!()
    };
    for share in [core.eta_squared[0], core.eta_squared[1], core.monotone[0]] {
        assert!((share - 1.0).abs() < 1e-9, "{share}");
    }
    assert!(
        (0.1..0.99).contains(&degree.eta_squared[0]),
        "{:?}",
        degree.eta_squared
    );
    assert!(
        degree
            .monotone
            .iter()
            .all(|&share| share <= degree.eta_squared[0] + 1e-12)
    );
    assert!(pair.eta_squared[0] > degree.eta_squared[0] && pair.monotone[0].is_nan());
    assert!(closeness.grouped[0] && closeness.binned[0] && closeness.columns.len() <= 32);
    let vertices: u32 = degree.levels.iter().flat_map(|level| level.counts).sum();
    assert_eq!(vertices, 43_471);

    // Nothing changes if a function of this quantity replaces the filter, because the filter is such a function.
    let rows = session.graph_rows(data, Some(run)).unwrap();
    let all: Vec<u32> = (0..rows.len() as u32).collect();
    let own = block_on(session.predict(run, Weights::Now, &all)).unwrap();
    let swapped = block_on(session.swap_in(run, Weights::Now, &asked[0], &all)).unwrap();
    assert_eq!(own, swapped);
    let sizes = names(&["component-size"]);
    let other = block_on(session.swap_in(run, Weights::Now, &sizes, &all)).unwrap();
    assert_ne!(own, other);
    assert!(rows.iter().any(|row| row.part == Part::Test));

    // Beside itself it is the same, in the same order, and beside another fixed filter it is not.
    let fixed = |session: &mut Session, name: &str| {
        let filter = name.parse().unwrap();
        block_on(session.beside(run, Weights::Now, &filter, &asked)).unwrap()
    };
    let itself = fixed(&mut session, "core");
    // Levels without vertices of a part have no mean: NaN.
    let written = |found: &Association| format!("{found:?}");
    assert!(written(&itself.associations[1]) == written(degree));
    assert!(
        itself
            .agreement
            .iter()
            .all(|of| of.opposite == 0 && of.same > 0)
    );
    // Long searches run in slices, so that other requests can run between them.
    let searched = "closeness".parse().unwrap();
    let mut left = vec![rows.len()];
    while left[left.len() - 1] > 0 {
        left.push(session.fixed_filter_more(run, &searched).unwrap());
    }
    assert!(
        left.len() > 3 && left.is_sorted_by(|a, b| a > b),
        "{left:?}"
    );
    let other = fixed(&mut session, "closeness");
    let share = other.associations[3].eta_squared[0];
    assert!(share >= 0.9999, "closeness explains {share} of itself");
    assert_ne!(other.associations[1].eta_squared, degree.eta_squared);
    assert_eq!(
        other.associations[1].levels[0].counts,
        degree.levels[0].counts
    );
    for (other, own) in other.agreement.iter().zip(&itself.agreement) {
        assert!(other.pairs == own.pairs && other.opposite > 0 && other.same > other.opposite);
    }
    let attribute = "attribute:7".parse().unwrap();
    let none = block_on(session.beside(run, Weights::Now, &attribute, &asked)).unwrap_err();
    assert!(none.to_string().contains("attribute"), "{none}");

    let unknown = block_on(session.associations(run, Weights::Now, &[names(&["betweenness"])]));
    let message = unknown.unwrap_err().to_string();
    assert!(
        message.contains("“betweenness”") && message.contains("degree, core"),
        "{message}"
    );
    let (mut session, _, run) = trained(
        "MUTAG",
        TrainingConfig {
            model: ModelKind::Sum,
            ..self::config()
        },
        1,
    );
    let none = block_on(session.swap_in(run, Weights::Now, &asked[1], &[0]));
    assert_eq!(none, Err(SessionError::NoFilter(run)));
    let (_, hats, explanation) =
        block_on(session.explain(run, Weights::Now, &Subject::Index(0))).unwrap();
    assert!(hats.is_empty() && explanation.is_none());
}
