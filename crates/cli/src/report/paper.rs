//! Published accuracies. The numbers are in two files beside this one:
//!
//! - `published.csv`: every accuracy of the paper's Tables 1 and 2, in its order. The first columns are the table, the data set,
//!   and the features of the vertices, or `literature` for numbers that the paper quotes. The method, accuracy and standard
//!   deviation in percent follow, the latter empty if none is printed. The last column is the paper's name of the method: SP is
//!   sort pooling, Baseline is Deep Sets.
//! - `notebook.csv`: further results from `results.ipynb` of the authors' repository, means and population standard deviations
//!   over ten folds after the last of 100 epochs with batches of 32.
//!
//! The paper lists the Baseline on the REDDIT data sets under uninformative features. The authors' configuration of it
//! (`write_exp_cfgs_file.ipynb`, commit bbb08b2) sets `set_node_degree_uninformative` to false, so `published.csv` has degree.
//!
//! `explanations.csv` explains differences of more than one published deviation. The explanation is the last column and may contain
//! commas.

use std::sync::LazyLock;

use sublevel::config::{Features, ModelKind, TrainingConfig};

/// How to cite the paper.
pub const CITATION: &str = "C. D. Hofer, F. Graf, B. Rieck, M. Niethammer, R. Kwitt. \
    *Graph Filtration Learning.* ICML 2020, PMLR 119, 4314–4323";

/// The repository whose `results.ipynb` holds [`Source::Notebook`].
pub const REPOSITORY: &str = "https://github.com/c-hofer/graph_filtration_learning";

/// A table of the paper.
pub struct Table {
    pub number: u8,
    pub title: &'static str,
    /// Its columns from left to right.
    pub sets: &'static [&'static str],
}

/// The tables of the paper.
pub const TABLES: [Table; 2] = [
    Table {
        number: 1,
        title: "Table 1 of the paper: social networks",
        sets: &[
            "REDDIT-BINARY",
            "REDDIT-MULTI-5K",
            "IMDB-BINARY",
            "IMDB-MULTI",
        ],
    },
    Table {
        number: 2,
        title: "Table 2 of the paper: molecules",
        sets: &["PROTEINS", "NCI1"],
    },
];

/// Source of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A table of the paper.
    Paper(u8),
    /// The notebook in the authors' repository.
    Notebook,
}

/// Accuracy of one model on one data set, in percent.
#[derive(Clone, Debug)]
pub struct Published {
    pub source: Source,
    pub data: &'static str,
    /// The paper's name of the method.
    pub name: &'static str,
    /// The column of the files: `literature` for quoted numbers.
    pub features: &'static str,
    pub mean: f64,
    /// None if no deviation is printed.
    pub std: Option<f64>,
    /// Model and layers; `None` for quoted numbers.
    model: Option<(ModelKind, u32, Features)>,
}

impl Published {
    /// Whether the paper quotes the number.
    pub fn is_quoted(&self) -> bool {
        self.model.is_none()
    }

    /// Whether the number belongs to the model of a configuration. PH-only ignores features; PH-only and Deep Sets ignore layers.
    pub fn is_of(&self, data: &str, config: &TrainingConfig) -> bool {
        let Some((model, layers, features)) = self.model else {
            return false;
        };
        self.data == data
            && model == config.model
            && (layers == config.layers || !model.has_layers())
            && (model == ModelKind::PhOnly || features == config.features)
    }

    /// The numbers in the paper's notation.
    pub fn percent(&self) -> String {
        match self.std {
            Some(std) => format!("{:.1} ± {std:.1}", self.mean),
            None => format!("{:.1}", self.mean),
        }
    }

    /// The numbers, with a † if they are from the notebook.
    pub fn marked(&self) -> String {
        match self.source {
            Source::Paper(_) => self.percent(),
            Source::Notebook => self.percent() + " †",
        }
    }
}

/// The numbers of the paper, in its order.
pub static PAPER: LazyLock<Vec<Published>> =
    LazyLock::new(|| rows(include_str!("published.csv")).map(printed).collect());

/// The numbers of the notebook.
pub static NOTEBOOK: LazyLock<Vec<Published>> =
    LazyLock::new(|| rows(include_str!("notebook.csv")).map(saved).collect());

/// The published number for a model, from the paper or otherwise from the notebook.
pub fn published(data: &str, config: &TrainingConfig) -> Option<&'static Published> {
    let all = PAPER.iter().chain(NOTEBOOK.iter());
    all.into_iter().find(|row| row.is_of(data, config))
}

/// The paper's name of a model whose numbers it quotes from the literature.
pub fn quoted_name(model: ModelKind) -> Option<&'static str> {
    match model {
        ModelKind::Dgcnn => Some("DGCNN"),
        ModelKind::Dcnn => Some("DCNN"),
        ModelKind::PatchySan => Some("PatchySAN"),
        ModelKind::OneTwoThreeGnn => Some("1-2-3-GNN"),
        _ => None,
    }
}

/// The number that the paper quotes for a model, with other features and another protocol.
pub fn quoted(data: &str, model: ModelKind) -> Option<&'static Published> {
    let name = quoted_name(model)?;
    let is_of = |row: &&Published| row.is_quoted() && row.data == data && row.name == name;
    PAPER.iter().find(is_of)
}

/// The data sets of the paper, in its order.
pub fn sets() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.sets).copied()
}

/// Whether a data set is one of the paper's.
pub fn has(data: &str) -> bool {
    sets().any(|set| set == data)
}

/// The unit for differences from a published number: the printed deviation, or otherwise the notebook's.
pub fn deviation(row: &Published) -> Option<f64> {
    let same = |other: &&Published| {
        (other.data, other.features, other.model) == (row.data, row.features, row.model)
    };
    let saved = || NOTEBOOK.iter().find(same).and_then(|other| other.std);
    row.std.or_else(saved)
}

/// The explanation of a difference of more than one deviation, if known.
pub fn explanation(row: &Published) -> Option<String> {
    let explained = |fields: &Vec<_>| fields[..3] == [row.data, row.features, row.name];
    let found = rows(include_str!("explanations.csv")).find(explained)?;
    Some(found[3..].join(","))
}

/// The fields of every line after the first.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
}

fn printed(row: Vec<&'static str>) -> Published {
    let &[table, data, features, method, mean, std, name] = row.as_slice() else {
        panic!("seven columns: {row:?}");
    };
    let table = table.parse().expect("the number of a table");
    Published {
        source: Source::Paper(table),
        name,
        ..entry(data, features, method, mean, std)
    }
}

fn saved(row: Vec<&'static str>) -> Published {
    let &[data, features, method, mean, std] = row.as_slice() else {
        panic!("five columns: {row:?}");
    };
    entry(data, features, method, mean, std)
}

/// An entry of the notebook.
fn entry(
    data: &'static str,
    features: &'static str,
    method: &'static str,
    mean: &str,
    std: &str,
) -> Published {
    let (kind, layers, name) = match method {
        "GFL" => (ModelKind::Gfl, 1, "1-GIN (GFL)"),
        "PH-only" => (ModelKind::PhOnly, 1, method),
        "SUM" => (ModelKind::Sum, 1, "1-GIN (SUM)"),
        "5-GIN (SUM)" => (ModelKind::Sum, 5, method),
        "SP" => (ModelKind::SortPool, 1, "1-GIN (SP)"),
        _ => (ModelKind::DeepSets, 1, method),
    };
    let read = |features: &str| serde_json::from_value(features.into()).expect("known features");
    let model = (features != "literature").then(|| (kind, layers, read(features)));
    let number = |text: &str| text.parse::<f64>().expect("a number");
    Published {
        source: Source::Notebook,
        data,
        name,
        features,
        mean: number(mean),
        std: (!std.is_empty()).then(|| number(std)),
        model,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place() {
        assert_eq!((PAPER.len(), NOTEBOOK.len()), (62, 9));
        for row in PAPER.iter().chain(NOTEBOOK.iter()) {
            let table = TABLES.iter().find(|table| table.sets.contains(&row.data));
            let table = table.expect("a data set of the paper");
            let known = [
                "uninformative",
                "degree",
                "label",
                "degree+label",
                "literature",
            ];
            assert!(known.contains(&row.features), "{row:?}");
            assert_eq!(row.is_quoted(), row.features == "literature", "{row:?}");
            match row.source {
                Source::Paper(number) => assert_eq!(number, table.number, "{row:?}"),
                Source::Notebook => assert!(row.std.is_some(), "{row:?}"),
            }
        }
    }

    #[test]
    fn a_configuration_finds_its_number() {
        let mut config = TrainingConfig::default();
        let mean = |config: &TrainingConfig| published("NCI1", config).map(|row| row.mean);
        assert_eq!(mean(&config), Some(71.2));
        config.layers = 5;
        assert_eq!(mean(&config), None);
        config.model = ModelKind::Sum;
        let row = published("NCI1", &config).unwrap();
        assert_eq!(
            (row.percent().as_str(), deviation(row)),
            ("75.9", Some(2.7))
        );
        config.features = Features::DegreeLabel;
        let row = published("NCI1", &config).unwrap();
        assert_eq!((row.source, row.mean), (Source::Notebook, 80.9));
        config.model = ModelKind::PhOnly;
        assert_eq!(mean(&config), Some(67.8));
        config.model = ModelKind::Dcnn;
        assert_eq!(mean(&config), None);
        let quoted = |model| quoted("NCI1", model).map(|row| row.mean);
        assert_eq!(quoted(ModelKind::Dcnn), Some(62.6));
        assert_eq!(quoted(ModelKind::Dgcnn), Some(74.4));
        assert_eq!(quoted(ModelKind::Gfl), None);
    }
}
