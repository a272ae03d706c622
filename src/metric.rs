//! The metric of predictions in words: accuracy of classes, mean absolute error (MAE) of numbers.

use crate::graph::Task;
use crate::run_file::{Spread, folds_in_words};

/// The name of the metric.
pub fn name(task: Task) -> &'static str {
    match task {
        Task::Classification => "accuracy",
        Task::Regression => "error (MAE)",
    }
}

/// A value: "74.1 %", "0.412".
pub fn value(task: Task, metric: f64) -> String {
    match task {
        Task::Classification => format!("{:.1} %", 100.0 * metric),
        Task::Regression => format!("{metric:.*}", decimals(metric)),
    }
}

/// Mean and deviation: "74.1 ± 2.0 %", "0.412 ± 0.020".
pub fn spread(task: Task, Spread { mean, std }: Spread) -> String {
    match task {
        Task::Classification => format!("{:.1} ± {:.1} %", 100.0 * mean, 100.0 * std),
        Task::Regression => {
            let decimals = decimals(mean);
            format!("{mean:.decimals$} ± {std:.decimals$}")
        }
    }
}

/// Mean and deviation over this number of folds, as a line of stdout.
pub fn line(task: Task, over: Spread, folds: usize) -> String {
    format!(
        "test {} {} over {}\n",
        name(task),
        spread(task, over),
        folds_in_words(folds)
    )
}

/// The decimals for three significant digits, at most six.
pub fn decimals(number: f64) -> usize {
    if number <= 0.0 {
        return 3;
    }
    (2.0 - number.log10().floor()).clamp(0.0, 6.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_has_its_notation() {
        assert_eq!(value(Task::Classification, 0.741), "74.1 %");
        for (error, text) in [
            (0.0, "0.000"),
            (0.4123, "0.412"),
            (12.34, "12.3"),
            (1234.5, "1234"),
            (1e-9, "0.000000"),
        ] {
            assert_eq!(value(Task::Regression, error), text);
        }
        let over = Spread {
            mean: 0.4123,
            std: 0.02,
        };
        assert_eq!(
            line(Task::Regression, over, 10),
            "test error (MAE) 0.412 ± 0.020 over 10 folds\n"
        );
        assert_eq!(
            line(Task::Classification, over, 1),
            "test accuracy 41.2 ± 2.0 % over 1 fold\n"
        );
    }
}
