//! Evaluates saved weights on a data set.

use std::{
    fmt::{Display, Write},
    fs, iter,
    sync::Arc,
};

use pollster::block_on;
use serde::Serialize;
use sublevel::{
    config::TrainingConfig,
    device,
    graph::{Cells, Dataset, Task},
    metric,
    protocol::Backend,
    run_file::Tested,
    training::{Checkpoint, Evaluator, Inspection},
};

use super::{Arguments, arguments::Format};
use crate::{Failure, console::note, load_dataset, print, splits::Folds};

/// Output of `--format json`.
#[derive(Serialize)]
struct Evaluation {
    data: String,
    /// Configuration of the run of the weights.
    config: TrainingConfig,
    /// Finished epochs at the time of saving.
    epoch: u32,
    /// The fold of the evaluated test part; none for all graphs.
    fold: Option<u32>,
    /// Names of the classes. Absent if the model predicts a number.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    classes: Vec<String>,
    /// Share in [0, 1]. Absent if the model predicts a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<f64>,
    /// Mean absolute error. Absent if the model predicts a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
    #[serde(flatten)]
    tested: Tested,
    /// Filter value of every vertex of each of these graphs; of a model with one filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<Vec<Vec<f32>>>,
    /// The same for each filter of each of these graphs; of a model with several filters.
    #[serde(skip_serializing_if = "Option::is_none")]
    filters: Option<Vec<Vec<Vec<f32>>>>,
    /// Value of every edge of each of these graphs; of a model with one filter and learned values of edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_filter: Option<Vec<Vec<f32>>>,
    /// The same for each filter of each of these graphs; of a model with several filters.
    #[serde(skip_serializing_if = "Option::is_none")]
    edge_filters: Option<Vec<Vec<Vec<f32>>>>,
    /// Scores of each of these graphs, one for each class.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<Vec<f64>>>,
}

impl Arguments {
    /// Wrong usage: the message names the file of weights.
    fn about_weights(&self, reason: impl Display) -> Failure {
        Failure::usage(format!("{}: {reason}", self.weights.display()))
    }
}

/// Evaluates the weights and writes the result to stdout.
pub fn run(args: &Arguments) -> Result<(), Failure> {
    if args.format == Format::Text {
        for (option, is_given) in [("--filter", args.filter), ("--scores", args.scores)] {
            if is_given {
                return Err(Failure::usage(format!("{option} needs --format json")));
            }
        }
    }
    let bytes = fs::read(&args.weights).map_err(|error| args.about_weights(error))?;
    let checkpoint = Checkpoint::from_bytes(&bytes).map_err(|error| args.about_weights(error))?;
    let Checkpoint { config, epoch, .. } = checkpoint.clone();
    let degrees = checkpoint.feature_sizes.degrees as u32;
    if args.filter && config.filter_count() == 0 {
        return Err(Failure::usage(format!(
            "the model {} has no filter; remove --filter",
            config.model.id()
        )));
    }
    let dataset = Arc::new(load_dataset(&args.data, config.seed)?);
    let graphs = chosen(args, &dataset, &checkpoint)?;
    if (1..=dataset.max_degree()).contains(&degrees) {
        note(format_args!(
            "degrees reach {}; degrees above {} use the row of {1}, the largest degree of the weights",
            dataset.max_degree(),
            degrees - 1
        ));
    }
    let (device, _) = block_on(device::open(Backend::Cpu)).map_err(Failure::usage)?;
    let evaluator = Evaluator::new(dataset.clone(), checkpoint, device)
        .map_err(|error| args.about_weights(error))?;

    let predicted = block_on(evaluator.predict(&graphs));
    let metrics = graphs.iter().zip(predicted.numbers());
    let metrics = metrics.map(|(&graph, predicted)| dataset.metric(graph, predicted));
    let metric = metrics.sum::<f64>() / graphs.len() as f64;
    let task = dataset.task();
    let (accuracy, error) = match task {
        Task::Classification => (Some(metric), None),
        Task::Regression => (None, Some(metric)),
    };
    let mut filters = args.filter.then(Vec::new);
    let mut edge_filters =
        (args.filter && config.filter_cells().contains(&Cells::Edges)).then(Vec::new);
    let mut scores = args.scores.then(Vec::new);
    let written = dataset.written();
    if args.filter || args.scores {
        for &graph in &graphs {
            let inspection = block_on(evaluator.inspect(0, graph));
            if let Some(scores) = &mut scores {
                scores.push(inspection.logits.iter().copied().map(&written).collect());
            }
            let Some(filters) = &mut filters else {
                continue;
            };
            let vertices = dataset.graphs[graph as usize].vertices as usize;
            let others = 1..config.filter_count() as usize;
            let others = others.map(|filter| block_on(evaluator.inspect(filter, graph)));
            let all = iter::once(inspection).chain(others);
            let (own, own_edges) = all.map(|own| values(own, vertices)).unzip();
            filters.push(own);
            if let Some(edge_filters) = &mut edge_filters {
                edge_filters.push(own_edges);
            }
        }
    }
    let [(filter, filters), (edge_filter, edge_filters)] =
        [filters, edge_filters].map(|filters| match (filters, config.filter_count()) {
            (Some(filters), 1) => (Some(filters.into_iter().flatten().collect()), None),
            (filters, _) => (None, filters),
        });
    let evaluation = Evaluation {
        data: dataset.name.clone(),
        epoch,
        fold: args.fold,
        classes: dataset.named_classes().to_vec(),
        accuracy,
        error,
        tested: Tested::new(&dataset, &graphs, predicted),
        filter,
        filters,
        edge_filter,
        edge_filters,
        scores,
        config,
    };
    match args.format {
        Format::Text => print(&text(&evaluation, graphs.len(), (task, metric))),
        Format::Json => {
            let json = serde_json::to_string(&evaluation).map_err(Failure::other)?;
            print(&(json + "\n"))
        }
    }
}

/// The graphs to evaluate, by index.
///
/// # Errors
/// If the test part of the named fold is not that of the weights: it would contain training graphs.
fn chosen(
    args: &Arguments,
    dataset: &Dataset,
    checkpoint: &Checkpoint,
) -> Result<Vec<u32>, Failure> {
    let Checkpoint { config, split, .. } = checkpoint;
    let graphs = dataset.graphs.len() as u32;
    let own = dataset.fingerprint() == checkpoint.fingerprint;
    let named = args.splits.folds.is_some() || args.splits.folds_from.is_some();
    let Some(fold) = args.fold else {
        if named {
            return Err(Failure::usage(
                "--folds and --folds-from need --fold with the number of the fold",
            ));
        }
        if own {
            note(format_args!(
                "{} of these {graphs} graphs are training graphs of the weights; --fold {} evaluates the test part only",
                split.train.len(),
                config.fold
            ));
        }
        return Ok((0..graphs).collect());
    };
    let refuse = |reason: String| Err(args.about_weights(reason));
    if !own {
        return refuse(format!(
            "these weights hold a split of the data set “{}” that they learned from, and {} is another: leave --fold out, all \
             its graphs are new to them",
            checkpoint.dataset, args.data
        ));
    }
    if fold != config.fold {
        return refuse(format!(
            "these weights were trained on graphs of the test part of fold {fold}: they belong to fold {} of {}, use that fold",
            config.fold, config.folds
        ));
    }
    if named {
        let source = args.splits.source(dataset, Folds::Seed(config.folds))?;
        if source.split(dataset, config, fold)?.test != split.test {
            return refuse(format!(
                "the test part of fold {fold} that these weights hold is not the one of --folds or --folds-from: leave these \
                 out, the file knows its split"
            ));
        }
    }
    Ok(split.test.clone())
}

/// The values of the vertices and of the edges of a filter.
fn values(inspection: Inspection, vertices: usize) -> (Vec<f32>, Vec<f32>) {
    let Inspection {
        mut filter,
        edge_filter,
        ..
    } = inspection;
    let edges = edge_filter.unwrap_or_else(|| filter.split_off(vertices));
    (filter, edges)
}

/// The metric and, for classes, the confusion matrix, for people.
fn text(evaluation: &Evaluation, graphs: usize, (task, metric): (Task, f64)) -> String {
    let Evaluation {
        data,
        config,
        epoch,
        fold,
        classes,
        tested,
        ..
    } = evaluation;
    let part = fold.map_or(String::new(), |fold| {
        format!(", the test part of fold {fold}")
    });
    let mut text = format!(
        "{data}: {graphs} graphs{part}; {} after {epoch} epochs\n",
        config.model.id(),
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} {}",
        metric::name(task),
        metric::value(task, metric)
    );
    let confusion = &tested.confusion;
    if confusion.is_empty() {
        return text;
    }
    let head = "actual \\ predicted";
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let first = width(&mut classes.iter().map(|name| name.chars().count())).max(head.len());
    let counts = confusion
        .iter()
        .flatten()
        .map(|count| count.to_string().len());
    let names = classes.iter().map(|name| name.chars().count());
    let column = 2 + width(&mut counts.chain(names));
    let _ = write!(text, "\n{head:first$}");
    for name in classes {
        let _ = write!(text, "{name:>column$}");
    }
    for (name, row) in classes.iter().zip(confusion) {
        let _ = write!(text, "\n{name:first$}");
        for count in row {
            let _ = write!(text, "{count:>column$}");
        }
    }
    text + "\n"
}
