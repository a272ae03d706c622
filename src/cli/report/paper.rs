//! The accuracies that the authors of the paper report: the one place for their numbers.

use sublevel::protocol::{Features, ModelKind};

use crate::cli::run_file::Spread;

/// How to cite the paper.
pub const CITATION: &str = "C. D. Hofer, F. Graf, B. Rieck, M. Niethammer, R. Kwitt. \
    *Graph Filtration Learning.* ICML 2020, PMLR 119, 4314–4323";

/// The repository whose `results.ipynb` holds [`Source::Notebook`].
pub const REPOSITORY: &str = "https://github.com/c-hofer/graph_filtration_learning";

/// The tables of the paper, and their data sets from left to right.
pub const TABLES: [(&str, &[&str]); 2] = [
    (
        "Social networks (Table 1 of the paper)",
        &[
            "REDDIT-BINARY",
            "REDDIT-MULTI-5K",
            "IMDB-BINARY",
            "IMDB-MULTI",
        ],
    ),
    ("Molecules (Table 2 of the paper)", &["PROTEINS", "NCI1"]),
];

/// Where a number was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the paper.
    Paper,
    /// Among the results that the authors saved with their code.
    Notebook,
}

/// Accuracy of one model on one data set, in percent, mean and population standard deviation over ten folds.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    pub accuracy: Spread,
    pub source: Source,
    data: &'static str,
    model: ModelKind,
    layers: u32,
    features: Features,
}

/// The published accuracy of a model; PH-only has no use for features, and neither it nor Deep Sets for layers.
pub fn published(
    data: &str,
    model: ModelKind,
    layers: u32,
    features: Features,
) -> Option<&'static Published> {
    PUBLISHED.iter().find(|entry| {
        (entry.data, entry.model) == (data, model)
            && (entry.layers == layers || !model.has_layers())
            && (entry.features == features || model == ModelKind::PhOnly)
    })
}

use Features::{Degree, DegreeLabel, Label, Uninformative};
use ModelKind::{DeepSets, Gfl, PhOnly, SortPool, Sum};
use Source::{Notebook, Paper};

const PUBLISHED: [Published; 30] = [
    entry("REDDIT-BINARY", Gfl, 1, Uninformative, 90.2, 2.8, Paper),
    entry("REDDIT-MULTI-5K", Gfl, 1, Uninformative, 55.7, 2.9, Paper),
    entry("IMDB-BINARY", Gfl, 1, Degree, 74.5, 4.6, Paper),
    entry("IMDB-MULTI", Gfl, 1, Degree, 49.7, 2.9, Paper),
    entry("PROTEINS", Gfl, 1, Degree, 74.1, 3.4, Paper),
    entry("PROTEINS", Gfl, 1, DegreeLabel, 73.4, 2.9, Paper),
    entry("NCI1", Gfl, 1, Degree, 71.2, 2.1, Paper),
    entry("NCI1", Gfl, 1, DegreeLabel, 77.2, 2.6, Paper),
    entry("REDDIT-BINARY", PhOnly, 1, Degree, 90.3, 2.6, Paper),
    entry("REDDIT-MULTI-5K", PhOnly, 1, Degree, 55.7, 2.1, Paper),
    entry("IMDB-BINARY", PhOnly, 1, Degree, 68.9, 3.5, Paper),
    entry("IMDB-MULTI", PhOnly, 1, Degree, 46.1, 4.2, Paper),
    entry("PROTEINS", PhOnly, 1, Degree, 73.5, 3.0, Paper),
    entry("NCI1", PhOnly, 1, Degree, 67.8, 2.2, Paper),
    entry(
        "REDDIT-BINARY",
        SortPool,
        1,
        Uninformative,
        76.8,
        3.6,
        Notebook,
    ),
    entry(
        "REDDIT-MULTI-5K",
        SortPool,
        1,
        Uninformative,
        48.5,
        1.8,
        Notebook,
    ),
    entry("PROTEINS", Sum, 1, Degree, 72.1, 3.4, Notebook),
    entry("PROTEINS", Sum, 1, Label, 75.1, 3.3, Notebook),
    entry("PROTEINS", Sum, 1, DegreeLabel, 75.1, 2.8, Notebook),
    entry("PROTEINS", Sum, 5, Degree, 71.2, 3.7, Notebook),
    entry("PROTEINS", Sum, 5, Label, 73.3, 4.4, Notebook),
    entry("PROTEINS", Sum, 5, DegreeLabel, 71.9, 3.8, Notebook),
    entry("NCI1", Sum, 1, Degree, 67.4, 3.0, Notebook),
    entry("NCI1", Sum, 1, Label, 75.4, 1.9, Notebook),
    entry("NCI1", Sum, 1, DegreeLabel, 77.4, 2.1, Notebook),
    entry("NCI1", Sum, 5, Degree, 75.9, 2.7, Notebook),
    entry("NCI1", Sum, 5, Label, 81.7, 1.7, Notebook),
    entry("NCI1", Sum, 5, DegreeLabel, 80.9, 1.7, Notebook),
    entry("NCI1", DeepSets, 1, Degree, 65.8, 2.9, Notebook),
    entry("NCI1", DeepSets, 1, Label, 65.1, 2.5, Notebook),
];

const fn entry(
    data: &'static str,
    model: ModelKind,
    layers: u32,
    features: Features,
    mean: f64,
    std: f64,
    source: Source,
) -> Published {
    Published {
        accuracy: Spread { mean, std },
        source,
        data,
        model,
        layers,
        features,
    }
}
