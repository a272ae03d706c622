//! The accuracies of the same runs under other rules for the selection of the epoch.

use super::entry::{Entry, percent};
use crate::bench_file::quartiles;
use sublevel::run_file::{FoldRun, Spread};
use sublevel::table::{escaped, signed, table};

const RULES: &str = "Publications select the epoch by different rules:\n\n\
    - A: the last epoch, as the paper.\n\
    - B: for all folds, the epoch with the highest mean test accuracy, as GIN (K. Xu, W. Hu, J. Leskovec, S. Jegelka. *How Powerful \
    are Graph Neural Networks?* ICLR 2019). The selection reads the test part, so on average its accuracy is too high for new graphs.\n\
    - C: for each fold, the epoch with the smallest loss over the validation part, as 1-2-3-GNN.\n\n\
    The columns contain the test accuracy in percent, mean ± population standard deviation over the folds. In a tie, the rules select \
    the earliest epoch. – marks runs without validation losses.\n\n";

/// The accuracies of a run by each rule.
#[derive(Debug, PartialEq)]
struct Selection {
    /// Rule A.
    last: Spread,
    /// Rule B.
    highest: Spread,
    /// The epoch of rule B, counted from 1.
    epoch: u32,
    /// Rule C, if every fold has validation losses.
    validated: Option<Spread>,
}

/// A row for each finished run of at least two folds, then the median of the differences between the rules. `None` without such runs.
pub fn markdown(entries: &[Entry]) -> Option<String> {
    let selections = entries.iter().filter_map(|entry| {
        let is_whole = entry.missing().is_empty() && entry.run.folds.len() > 1;
        let found = is_whole.then(|| select(&entry.run.folds))??;
        Some((entry, found))
    });
    let selections: Vec<_> = selections.collect();
    if selections.is_empty() {
        return None;
    }
    let header = ["data set", "run", "A", "B", "epoch of B", "C"];
    let rows: Vec<Vec<String>> = selections
        .iter()
        .map(|(entry, found)| {
            vec![
                escaped(&entry.run.data),
                escaped(&entry.label),
                percent(found.last),
                percent(found.highest),
                found.epoch.to_string(),
                found.validated.map_or("–".into(), percent),
            ]
        })
        .collect();
    let mut text = RULES.to_owned() + &table(&header.map(String::from), 2, &rows);
    for (rule, of) in [
        (
            "B",
            (|found| Some(found.highest)) as fn(&Selection) -> Option<Spread>,
        ),
        ("C", |found| found.validated),
    ] {
        let differences = selections
            .iter()
            .filter_map(|(_, found)| Some(of(found)?.mean - found.last.mean));
        let differences: Vec<f64> = differences.collect();
        let count = differences.len();
        if let Some([_, median, _]) = quartiles(differences) {
            let runs = if count == 1 { "run" } else { "runs" };
            text += &format!(
                "\nOver {count} {runs}, the median of {rule} − A is {} percentage points.\n",
                signed(median, 1)
            );
        }
    }
    Some(text)
}

/// The accuracies of these folds in percent. `None` if the folds have different numbers of epochs, or none.
fn select(folds: &[FoldRun]) -> Option<Selection> {
    let epochs = folds.first()?.epochs.len();
    if epochs == 0 || folds.iter().any(|fold| fold.epochs.len() != epochs) {
        return None;
    }
    let accuracy =
        |fold: &FoldRun, index: usize| 100.0 * fold.exact(fold.epochs[index].test_metric());
    let at = |index: usize| Spread::of(folds.iter().map(move |fold| accuracy(fold, index)));
    let spreads: Option<Vec<Spread>> = (0..epochs).map(at).collect();
    let spreads = spreads?;
    // Of equal means, `rev` makes the earliest the last one that `max_by` compares.
    let (best, highest) = spreads
        .iter()
        .enumerate()
        .rev()
        .max_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean))?;
    let validated = |fold: &FoldRun| {
        let losses: Option<Vec<f32>> = fold.epochs.iter().map(|e| e.validation_loss).collect();
        let losses = losses?;
        let least = (0..epochs).min_by(|&a, &b| losses[a].total_cmp(&losses[b]))?;
        Some(accuracy(fold, least))
    };
    let validated: Option<Vec<f64>> = folds.iter().map(validated).collect();
    Some(Selection {
        last: spreads[epochs - 1],
        highest: *highest,
        epoch: best as u32 + 1,
        validated: validated.and_then(|values| Spread::of(values.into_iter())),
    })
}

#[cfg(test)]
mod tests {
    use sublevel::run_file::EpochRun;

    use super::*;

    fn fold(number: u32, epochs: &[(f32, Option<f32>)]) -> FoldRun {
        let epochs = (1..)
            .zip(epochs)
            .map(|(epoch, &(test_accuracy, validation_loss))| EpochRun {
                epoch,
                train_loss: 1.0,
                train_accuracy: Some(0.5),
                test_accuracy: Some(test_accuracy),
                train_error: None,
                test_error: None,
                validation_loss,
                seconds: 1.0,
            });
        FoldRun {
            fold: number,
            split: String::new(),
            test_accuracy: Some(0.0),
            test_error: None,
            epochs: epochs.collect(),
            confusion: vec![],
            predictions: vec![],
            values: vec![],
        }
    }

    fn spread(mean: f64, std: f64) -> Spread {
        Spread { mean, std }
    }

    #[test]
    fn each_rule_selects_its_epochs() {
        let folds = [
            fold(1, &[(0.5, Some(0.3)), (0.75, Some(0.2)), (0.25, Some(0.2))]),
            fold(2, &[(1.0, Some(0.1)), (0.75, Some(0.4)), (0.75, Some(0.2))]),
        ];
        assert_eq!(
            select(&folds),
            Some(Selection {
                last: spread(50.0, 25.0),
                // Both epochs have the mean 75 %.
                highest: spread(75.0, 25.0),
                epoch: 1,
                validated: Some(spread(87.5, 12.5)),
            })
        );
    }

    #[test]
    fn without_validation_losses_or_epochs_there_is_no_selection() {
        let folds = [fold(1, &[(0.5, Some(0.3))]), fold(2, &[(1.0, None)])];
        assert_eq!(select(&folds).unwrap().validated, None);
        assert_eq!(select(&[fold(1, &[])]), None);
        assert_eq!(select(&[fold(1, &[(0.5, None)]), fold(2, &[])]), None);
        assert_eq!(select(&[]), None);
    }
}
