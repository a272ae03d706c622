//! The importance of the coordinate functions over many graphs: contributions to the margin or to the predicted number, and predictions
//! without them.

use super::{
    explanation::Classifier,
    inspection::{Inspection, InspectionError},
};
use crate::{
    graph::{Dataset, Statistics, Task},
    model::Model,
    protocol::BarcodeName,
};

/// The importance of one coordinate function, or of all functions of a barcode together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Importance {
    /// The mean absolute contribution to the margin, the score of the predicted class less that of the runner-up. With targets, to the
    /// prediction.
    pub contribution: f64,
    /// The mean metric (see [`Task`]) if each graph has the mean of all in its place.
    pub metric: f64,
    /// Number of predicted classes that this changes. With targets, the mean absolute change of the prediction.
    pub changed: f64,
}

/// The importance of the readout of a filter over some graphs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Importances {
    /// Number of graphs.
    pub graphs: u32,
    /// The mean metric of the predictions.
    pub metric: f64,
    /// The mean margin. With targets, 0.
    pub margin: f64,
    /// The barcodes of the readout.
    pub names: Vec<BarcodeName>,
    /// Number of coordinate functions of each barcode.
    pub sizes: Vec<u32>,
    /// The importance of all bars of a barcode together, for each barcode.
    pub barcodes: Vec<Importance>,
    /// The importance of each number of the readout.
    pub functions: Vec<Importance>,
}

/// The importance of the readout of a filter over graphs of the data set that were inspected with it.
///
/// # Errors
/// If the device does not respond.
pub(super) async fn importances(
    (model, statistics, dataset): (&Model, &Statistics, &Dataset),
    inspections: &[(u32, &Inspection)],
) -> Result<Importances, InspectionError> {
    let Some(head) = model.head() else {
        return Ok(Importances::default());
    };
    let first = inspections.first().map(|(_, inspection)| inspection);
    let barcodes = head.barcodes(first.map_or(0, |inspection| inspection.view));
    let sizes: Vec<u32> = barcodes
        .iter()
        .map(|(functions, _)| functions.elements().1.dims()[0] as u32)
        .collect();
    let classifier = Classifier::of(&head.classifier, statistics).await?;
    let graphs: Vec<Read> = inspections
        .iter()
        .map(|&(graph, inspection)| Read::new(&classifier, dataset.task(), graph, inspection))
        .collect();
    let names = BarcodeName::of(head.kind())[..sizes.len()].to_vec();
    let first = first.map_or(0, |inspection| inspection.columns().start);
    Ok(Importances {
        names,
        ..measured(&classifier, dataset, &graphs, first, sizes)
    })
}

/// A graph in the form that the classifier reads.
struct Read {
    /// Index in the data set.
    graph: u32,
    readout: Vec<f64>,
    hidden: Vec<f64>,
    /// The predicted class or number.
    predicted: f64,
    margin: f64,
    /// Contribution of each number of the readout to the margin, or to the predicted number.
    contributions: Vec<f64>,
}

impl Read {
    fn new(classifier: &Classifier, task: Task, graph: u32, inspection: &Inspection) -> Self {
        let readout: Vec<f64> = inspection.readout.iter().copied().map(f64::from).collect();
        let hidden = classifier.inputs(&readout);
        let scores = classifier.scores(&hidden);
        let first = first_of(&scores, None);
        let next = first_of(&scores, Some(first));
        let slope = |slopes: &[f64]| match task {
            Task::Classification => slopes[first] - slopes[next],
            Task::Regression => slopes[first],
        };
        let gradient = classifier.gradient(&hidden);
        let contributions = gradient
            .chunks_exact(scores.len())
            .zip(&readout)
            .map(|(slopes, value)| slope(slopes) * value)
            .collect();
        Self {
            graph,
            predicted: predicted(task, &scores),
            margin: scores[first] - scores[next],
            readout,
            hidden,
            contributions,
        }
    }
}

/// The predicted class, or the predicted number.
fn predicted(task: Task, scores: &[f64]) -> f64 {
    match task {
        Task::Classification => first_of(scores, None) as f64,
        Task::Regression => scores[0],
    }
}

/// The class with the highest score, except for `but`. If that is the only class, the class itself.
fn first_of(scores: &[f64], but: Option<usize>) -> usize {
    let others = (0..scores.len()).filter(|&class| Some(class) != but);
    others
        .reduce(|best, class| match scores[class] > scores[best] {
            true => class,
            false => best,
        })
        .or(but)
        .unwrap_or(0)
}

/// `first` is the first number of the readout that belongs to the filter.
fn measured(
    classifier: &Classifier,
    dataset: &Dataset,
    graphs: &[Read],
    first: usize,
    sizes: Vec<u32>,
) -> Importances {
    let count = graphs.len().max(1) as f64;
    let columns = first..first + sizes.iter().sum::<u32>() as usize;
    let mean = |of: &dyn Fn(&Read) -> f64| graphs.iter().map(of).sum::<f64>() / count;
    let mean_of = |column: usize| mean(&|own| own.readout[column]);
    let means: Vec<f64> = columns.clone().map(mean_of).collect();
    let without = |from: usize, to: usize| {
        let mut found = Importance::default();
        for graph in graphs {
            let own = &graph.contributions[from..to];
            found.contribution += own.iter().sum::<f64>().abs() / count;
            let changes: Vec<f64> = (from..to)
                .map(|column| means[column - first] - graph.readout[column])
                .collect();
            let hidden = classifier.hidden(&changes, from, graph.hidden.clone());
            let without = predicted(dataset.task(), &classifier.scores(&hidden));
            found.metric += dataset.metric(graph.graph, without) / count;
            found.changed += match dataset.task() {
                Task::Classification => f64::from(without != graph.predicted),
                Task::Regression => (without - graph.predicted).abs() / count,
            };
        }
        found
    };
    let ends = sizes.iter().scan(first, |end, &size| {
        let from = *end;
        *end += size as usize;
        Some((from, *end))
    });
    Importances {
        graphs: graphs.len() as u32,
        metric: mean(&|own| dataset.metric(own.graph, own.predicted)),
        margin: mean(&|own| own.margin),
        barcodes: ends.map(|(from, to)| without(from, to)).collect(),
        functions: columns.map(|column| without(column, column + 1)).collect(),
        names: Vec::new(),
        sizes,
    }
}
