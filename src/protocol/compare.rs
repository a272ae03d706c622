//! Comparison of settings by their run files: the results of [`crate::compare`].

use serde::Serialize;

use crate::graph::Task;

/// The comparison of the settings of some run files.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SettingsComparison {
    /// One for each data set.
    pub sections: Vec<ComparedSettings>,
    /// The methods in words.
    pub notes: Vec<String>,
    /// Files that were not merged, with the reason.
    pub remarks: Vec<String>,
    pub markdown: String,
    pub latex: String,
    /// Comma-separated values.
    pub csv: String,
}

/// The settings of one data set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedSettings {
    /// Whether one setting is better than another; absent with one setting only.
    pub answer: Option<String>,
    pub task: Task,
    pub settings: Vec<SettingResult>,
    /// The metric of the best constant prediction.
    pub baseline: Option<f64>,
    pub blocks: Vec<ComparisonBlock>,
}

/// The result of a setting, in the metric of its task.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SettingResult {
    pub label: String,
    /// Absent without a finished fold.
    pub mean: Option<f64>,
    /// 95 %, of the mean. Absent for too few splits or equal results.
    pub interval: Option<[f64; 2]>,
}

/// A part of a comparison, without markup.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "type", content = "value")]
pub enum ComparisonBlock {
    Title(String),
    Table {
        header: Vec<String>,
        /// Number of left-aligned columns. The others are right-aligned.
        left: u32,
        rows: Vec<Vec<String>>,
    },
    List(Vec<String>),
    Text(String),
}
