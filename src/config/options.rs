//! The options of a training run: one entry for each in [`OPTIONS`].
//!
//! The entries define the command line, the checks of a configuration, the settings of the page (`www/src/domain/options.json`) and
//! the tables of the documentation.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::{
    BarWeight, CoordinateFunction, EdgeFilter, ModelKind, ReadoutBarcodes, Ties, TopologyLayer,
    TrainingConfig,
};
use crate::choice::Choice;
use crate::graph::filters::Filter;
use crate::graph::folds::{
    MIN_FOLDS, Origin,
    icml2020::{self, Shipped},
};
use crate::graph::formats::FORMATS;
use crate::graph::{EdgeFeatures, Features};

/// The learning rate is above 0 and at most this value.
pub const MAX_LEARNING_RATE: f64 = 10.0;

/// Maximum number of filters: their agreements are a square matrix, as for the channels of a run log.
const MAX_FILTERS: u32 = 64;

/// A property of models that an option requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Features,
    Layers,
    EdgeFeatures,
    Barcodes,
    LearnsFilter,
    FixedFilter,
    SumPooling,
    Width,
    HiddenLayer,
}

impl Need {
    /// All properties.
    pub const ALL: [Self; 9] = [
        Self::Features,
        Self::Layers,
        Self::EdgeFeatures,
        Self::Barcodes,
        Self::LearnsFilter,
        Self::FixedFilter,
        Self::SumPooling,
        Self::Width,
        Self::HiddenLayer,
    ];

    /// Its key in `options.json`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Features => "features",
            Self::Layers => "layers",
            Self::EdgeFeatures => "edgeFeatures",
            Self::Barcodes => "barcodes",
            Self::LearnsFilter => "learnsFilter",
            Self::FixedFilter => "fixedFilter",
            Self::SumPooling => "sumPooling",
            Self::Width => "width",
            Self::HiddenLayer => "hiddenLayer",
        }
    }

    /// Whether a model has this property.
    pub fn is_met(self, model: ModelKind) -> bool {
        match self {
            Self::Features => model != ModelKind::PhOnly,
            Self::Layers => model.has_layers(),
            Self::EdgeFeatures => model.has_gin(),
            Self::Barcodes => model.reads_barcodes(),
            Self::LearnsFilter => model == ModelKind::Gfl,
            Self::FixedFilter => model == ModelKind::PhOnly,
            Self::SumPooling => model == ModelKind::Sum,
            Self::Width => !matches!(
                model,
                ModelKind::Dgcnn
                    | ModelKind::Dcnn
                    | ModelKind::PatchySan
                    | ModelKind::OneTwoThreeGnn
            ),
            Self::HiddenLayer => model.has_hidden_layer(),
        }
    }

    /// Completes "the model NAME …" for a model without this property.
    pub fn lacking(self) -> &'static str {
        match self {
            Self::Features => "reads only the fixed filter of the vertices",
            Self::Layers => "has no message-passing layers, or a fixed number of them",
            Self::EdgeFeatures => "has no message-passing layers with edge features",
            Self::Barcodes => "has no readout of barcodes",
            Self::LearnsFilter => "has no readout of learned filters",
            Self::FixedFilter => "has no fixed filter; only ph-only has one",
            Self::SumPooling => "has no topology layer; only sum can have one",
            Self::Width => "has fixed widths",
            Self::HiddenLayer => "has no hidden layer in its classifier",
        }
    }
}

/// The values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One entry of a list.
    Choice(&'static [Choice]),
    /// A filter of [`FILTERS`](crate::graph::filters::FILTERS), or `attribute:NAME`.
    Filter,
    /// A whole number. A configuration may omit it if its default is `None`.
    Whole { min: u32, max: u32 },
    /// A number within its bounds. A configuration may omit it.
    Real {
        of: fn(&TrainingConfig) -> Option<f64>,
        min: f64,
        max: f64,
        above_min: bool,
        below_max: bool,
    },
    /// Epochs, ascending.
    Epochs,
    /// On or off. The flag of the command line changes the default.
    Toggle,
}

/// The definition of an option.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOption {
    /// Its key in configurations.
    pub key: &'static str,
    /// Its flag on the command line, without dashes. `None` if the command line has another way to set it.
    pub flag: Option<&'static str>,
    /// The letter of the flag.
    pub short: Option<char>,
    /// The name of the value in the help of the command line.
    pub value_name: &'static str,
    /// Its key in links.
    pub link: &'static str,
    pub label: &'static str,
    /// One or two sentences that are true for every model that has the option.
    pub help: &'static str,
    /// More for the long help of the command line; may be empty.
    pub details: &'static str,
    /// The default in words, if it depends on the model or the data set.
    pub default: Option<&'static str>,
    /// The group of the form.
    pub group: &'static str,
    pub need: Option<Need>,
    pub values: Values,
}

/// An entry without the parts that few options have.
const OPTION: TrainingOption = TrainingOption {
    key: "",
    flag: None,
    short: None,
    value_name: "N",
    link: "",
    label: "",
    help: "",
    details: "",
    default: None,
    group: "",
    need: None,
    values: Values::Toggle,
};

/// Every option, in the order of the form.
pub static OPTIONS: [TrainingOption; 27] = [
    TrainingOption {
        key: "model",
        flag: Some("model"),
        short: Some('m'),
        value_name: "MODEL",
        link: "model",
        label: "Model",
        help: "Model to train: the paper’s, or one of its baselines.",
        group: "Model",
        values: Values::Choice(ModelKind::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "features",
        flag: Some("features"),
        value_name: "FEATURES",
        link: "features",
        label: "Features",
        help: "Input features of each vertex. Degrees and labels are categories; attributes are numbers.",
        details: "Attributes are standardised over the training part. The models that learn no filter take one-hot rows instead \
                  of learned rows, and the standardised attributes directly",
        default: Some(
            "degree+label where there are labels, else degree; uninformative where degrees exceed 500",
        ),
        group: "Model",
        need: Some(Need::Features),
        values: Values::Choice(Features::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "layers",
        flag: Some("layers"),
        link: "layers",
        label: "Layers",
        help: "Rounds of message passing, or steps of the diffusion of dcnn.",
        group: "Model",
        need: Some(Need::Layers),
        values: Values::Whole { min: 1, max: 5 },
        ..OPTION
    },
    TrainingOption {
        key: "edges",
        flag: Some("edge-features"),
        value_name: "FEATURES",
        link: "edges",
        label: "Edge features",
        help: "Edge data that is added to each message.",
        details: "The message of a neighbour u is max(0, x_u + e) with a learned row e for the label of the edge, or its \
                  standardised attributes through a learned linear layer (GINE)",
        group: "Model",
        need: Some(Need::EdgeFeatures),
        values: Values::Choice(EdgeFeatures::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "topologyLayer",
        flag: Some("topology-layer"),
        value_name: "LAYER",
        link: "topology",
        label: "Topology layer",
        help: "Persistence of filters that the message passing learns.",
        details: "persistence and static: after the first round, eight filters read the vertices. Twelve coordinate functions for each \
                  filter read the bar of each vertex in the sublevel filtration; their values pass a linear layer and are added to the \
                  vertex. Twelve more read the loops, for the classifier. rephine: after each round, the classifier reads the pairs \
                  of eight edge filters. Eight filters of the vertices order their components. spectre also reads \
                  the Laplacian eigenvalues of components, which takes much longer on large graphs",
        group: "Model",
        need: Some(Need::SumPooling),
        values: Values::Choice(TopologyLayer::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "width",
        flag: Some("width"),
        link: "width",
        label: "Width",
        help: "Width of embeddings and hidden layers.",
        group: "Model",
        need: Some(Need::Width),
        values: Values::Whole { min: 1, max: 4096 },
        ..OPTION
    },
    TrainingOption {
        key: "fixedFilter",
        flag: Some("filter"),
        value_name: "FILTER",
        link: "fixed",
        label: "Fixed filter",
        help: "Value of each vertex without learning.",
        details: "NAME is a vertex attribute, attribute1 (or 1) and so on, or label. It is stretched so that its range in the \
                  training part becomes 0 … 1; values beyond the range become 0 or 1. Attributes have 32 bits, about seven digits",
        group: "Filter",
        need: Some(Need::FixedFilter),
        values: Values::Filter,
        ..OPTION
    },
    TrainingOption {
        key: "filters",
        flag: Some("filters"),
        link: "filters",
        label: "Filters",
        help: "Number of learned filters. Each has its own barcodes and its own coordinate functions.",
        details: "The last layer of the filter network has one output for each filter. The readout vector of a graph is the \
                  concatenation of the vectors of all filters",
        group: "Filter",
        need: Some(Need::LearnsFilter),
        values: Values::Whole {
            min: 1,
            max: MAX_FILTERS,
        },
        ..OPTION
    },
    TrainingOption {
        key: "edgeFilter",
        flag: Some("edge-filter"),
        value_name: "RULE",
        link: "edge-filter",
        label: "Value of an edge",
        help: "Value at which an edge joins the filtration.",
        details: "learned: a perceptron reads the sum of the rows of both ends after the last layer. The edge counts as a vertex \
                  between its ends, so the superlevel filtration has bars that begin at edges",
        group: "Filter",
        need: Some(Need::LearnsFilter),
        values: Values::Choice(EdgeFilter::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "ties",
        flag: Some("ties"),
        value_name: "RULE",
        link: "tied",
        label: "Gradient at ties",
        help: "If several vertices share the value at an end of a bar: the vertices that receive its gradient.",
        group: "Filter",
        need: Some(Need::LearnsFilter),
        values: Values::Choice(Ties::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "extended",
        flag: Some("extended"),
        link: "reads-extended",
        label: "Extended persistence",
        help: "Also reads loops as finite bars, by extended persistence.",
        group: "Filter",
        need: Some(Need::Barcodes),
        values: Values::Toggle,
        ..OPTION
    },
    TrainingOption {
        key: "readout",
        flag: Some("readout"),
        value_name: "BARCODES",
        link: "barcodes",
        label: "Barcodes of the readout",
        help: "Barcodes that the classifier reads.",
        details: "Every bar of extended persistence has two ends, so all of its coordinate functions are on the plane",
        group: "Readout",
        need: Some(Need::Barcodes),
        values: Values::Choice(ReadoutBarcodes::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "hat",
        flag: Some("hat"),
        value_name: "HAT",
        link: "reads",
        label: "Coordinate function",
        help: "Learned functions that map a barcode to numbers.",
        details: "Essential bars are points on the line, where the triangle over a birth has a learned height",
        group: "Readout",
        need: Some(Need::Barcodes),
        values: Values::Choice(CoordinateFunction::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "hats",
        flag: Some("hats"),
        link: "hats",
        label: "Coordinate functions per barcode",
        help: "Number of coordinate functions for each barcode.",
        group: "Readout",
        need: Some(Need::Barcodes),
        values: Values::Whole { min: 1, max: 4096 },
        ..OPTION
    },
    TrainingOption {
        key: "barWeight",
        flag: Some("bar-weight"),
        value_name: "WEIGHT",
        link: "weigh",
        label: "Bar weight",
        help: "Weight of each bar in the sum over a barcode, after PersLay.",
        details: "With length the readout vanishes on the diagonal. Essential bars have a grid and a mixture on the line",
        group: "Readout",
        need: Some(Need::Barcodes),
        values: Values::Choice(BarWeight::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "dropout",
        flag: Some("dropout"),
        value_name: "SHARE",
        link: "dropout",
        label: "Dropout",
        help: "Dropout rate of the classifier’s hidden layer.",
        default: Some("0 for gfl and ph-only, 0.5 for the others"),
        group: "Readout",
        need: Some(Need::HiddenLayer),
        values: Values::Real {
            of: |config| config.dropout.map(f64::from),
            min: 0.0,
            max: 1.0,
            above_min: false,
            below_max: true,
        },
        ..OPTION
    },
    TrainingOption {
        key: "epochs",
        flag: Some("epochs"),
        short: Some('e'),
        link: "epochs",
        label: "Epochs",
        help: "Number of passes over the training graphs.",
        group: "Optimisation",
        values: Values::Whole {
            min: 1,
            max: 1_000_000,
        },
        ..OPTION
    },
    TrainingOption {
        key: "learningRate",
        flag: Some("lr"),
        value_name: "RATE",
        link: "rate",
        label: "Learning rate",
        help: "Initial step size, before the first halving. In the page, a change takes effect immediately.",
        group: "Optimisation",
        values: Values::Real {
            of: |config| Some(config.learning_rate),
            min: 0.0,
            max: MAX_LEARNING_RATE,
            above_min: true,
            below_max: false,
        },
        ..OPTION
    },
    TrainingOption {
        key: "batchSize",
        flag: Some("batch-size"),
        link: "batch",
        label: "Batch size",
        help: "Graphs per optimization step. Batch normalisation requires at least 2.",
        group: "Optimisation",
        values: Values::Whole {
            min: 2,
            max: 1_000_000,
        },
        ..OPTION
    },
    TrainingOption {
        key: "halveAt",
        flag: Some("halve-at"),
        value_name: "EPOCHS",
        link: "halve",
        label: "Halve the learning rate at",
        help: "Epochs at whose start the learning rate halves, counted from 1 and separated by commas.",
        group: "Optimisation",
        values: Values::Epochs,
        ..OPTION
    },
    TrainingOption {
        key: "weightDecay",
        flag: Some("weight-decay"),
        value_name: "SHARE",
        link: "decay",
        label: "Weight decay",
        help: "L2 weight decay: multiple of the weights added to the gradient. The authors’ code uses 0.00001, the paper prints 0.000001.",
        default: Some("0.00001, or that of the preset"),
        group: "Optimisation",
        values: Values::Real {
            of: |config| Some(config.weight_decay),
            min: 0.0,
            max: f64::INFINITY,
            above_min: false,
            below_max: true,
        },
        ..OPTION
    },
    TrainingOption {
        key: "seed",
        flag: Some("seed"),
        short: Some('s'),
        link: "seed",
        label: "Seed",
        help: "Random seed of the initial weights, the order of the graphs and, without a separate seed, the stratified folds.",
        group: "Optimisation",
        values: Values::Whole {
            min: 0,
            max: u32::MAX,
        },
        ..OPTION
    },
    TrainingOption {
        key: "splits",
        link: "splits",
        label: "Source of the folds",
        help: "Assignment of graphs to folds. Stratified: every fold has about the same share of each class.",
        group: "Folds",
        values: Values::Choice(Origin::CHOICES),
        ..OPTION
    },
    TrainingOption {
        key: "splitSeed",
        flag: Some("split-seed"),
        value_name: "SEED",
        link: "dealt",
        label: "Seed of the folds",
        help: "Random seed of the stratified folds. With it, other seeds of the run keep the same split.",
        default: Some("the seed of the run"),
        group: "Folds",
        values: Values::Whole {
            min: 0,
            max: u32::MAX,
        },
        ..OPTION
    },
    TrainingOption {
        key: "folds",
        link: "folds",
        label: "Number of folds",
        help: "Number of folds.",
        group: "Folds",
        values: Values::Whole {
            min: MIN_FOLDS,
            max: 100,
        },
        ..OPTION
    },
    TrainingOption {
        key: "fold",
        link: "fold",
        label: "Test fold",
        help: "Test fold; training uses the other folds.",
        group: "Folds",
        values: Values::Whole { min: 1, max: 100 },
        ..OPTION
    },
    TrainingOption {
        key: "validation",
        flag: Some("no-validation"),
        link: "validation",
        label: "Hold out a validation set",
        help: "Reserves part of the other graphs for validation, as the authors’ code does. Off: all of them are used for training.",
        group: "Folds",
        values: Values::Toggle,
        ..OPTION
    },
];

impl TrainingOption {
    /// The option with this key.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn of_key(key: &str) -> &'static Self {
        let found = OPTIONS.iter().find(|option| option.key == key);
        found.unwrap_or_else(|| panic!("there is no option {key}"))
    }

    /// The range of a whole number.
    ///
    /// # Panics
    /// If the values are not whole numbers.
    pub fn range(&self) -> RangeInclusive<u32> {
        match self.values {
            Values::Whole { min, max } => min..=max,
            _ => panic!("the option {} is no whole number", self.key),
        }
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        let label = self.label.to_lowercase();
        match self.flag {
            Some(flag) if label != flag.replace('-', " ") => format!("{label} ({flag})"),
            _ => label,
        }
    }

    /// Checks the number of a configuration that this option sets.
    ///
    /// # Errors
    /// If it is out of range; the message has the range.
    pub fn check(&self, config: &TrainingConfig, value: &Value) -> Result<(), String> {
        let (name, found) = (self.name(), value.as_u64());
        let (expected, found, is_valid) = match self.values {
            Values::Whole { .. } if value.is_null() => return Ok(()),
            Values::Whole { min, max } => {
                let found = found.unwrap_or_default();
                (
                    format!("from {min} to {max}"),
                    found.to_string(),
                    (u64::from(min)..=u64::from(max)).contains(&found),
                )
            }
            Values::Real {
                of,
                min,
                max,
                above_min,
                below_max,
            } => {
                let Some(found) = of(config) else {
                    return Ok(());
                };
                let is_high = if above_min { found > min } else { found >= min };
                let is_low = if below_max { found < max } else { found <= max };
                let expected = match (above_min, below_max) {
                    (true, _) => format!("above {min} and at most {max}"),
                    (_, true) if max.is_infinite() => format!("{min} or more"),
                    (_, true) => format!("from {min} to below {max}"),
                    _ => format!("from {min} to {max}"),
                };
                (expected, found.to_string(), is_high && is_low)
            }
            Values::Epochs => {
                let mut epochs = value.as_array().into_iter().flatten();
                let is_valid = epochs.all(|epoch| epoch.as_u64() != Some(0));
                let expected = "epochs counted from 1; a number above --epochs never halves";
                (expected.to_owned(), "0".to_owned(), is_valid)
            }
            _ => return Ok(()),
        };
        match is_valid {
            true => Ok(()),
            false => Err(format!("{name} must be {expected}, it is {found}")),
        }
    }

    /// The entry of `options.json`.
    fn described(&self) -> Value {
        let mut entry = json!({
            "key": self.key,
            "link": self.link,
            "label": self.label,
            "group": self.group,
        });
        if let Some(need) = self.need {
            entry["need"] = need.key().into();
        }
        let short = |choice: &Choice| json!({ "id": choice.id, "label": choice.label });
        let (kind, values) = match self.values {
            Values::Choice(choices) => (
                "choice",
                json!({ "choices": choices.iter().map(short).collect::<Vec<_>>() }),
            ),
            Values::Filter => {
                let choices: Vec<_> = Filter::choices().map(short).collect();
                ("filter", json!({ "choices": choices }))
            }
            Values::Whole { min, max } => ("whole", json!({ "min": min, "max": max })),
            Values::Real { min, max, .. } => ("real", json!({ "min": min, "max": max })),
            Values::Epochs => ("epochs", json!({})),
            Values::Toggle => ("toggle", json!({})),
        };
        entry["kind"] = kind.into();
        for (key, value) in values.as_object().into_iter().flatten() {
            entry[key] = value.clone();
        }
        entry
    }
}

/// The description of options, models and formats for the page.
pub fn description() -> Value {
    let of_model = |model: ModelKind| {
        let needs = Need::ALL.map(|need| (need.key().to_owned(), need.is_met(model).into()));
        let mut parts: serde_json::Map<String, Value> = needs.into_iter().collect();
        parts.insert("dropout".into(), model.dropout().into());
        (model.id().to_owned(), parts.into())
    };
    let models: serde_json::Map<String, Value> = ModelKind::ALL.map(of_model).into_iter().collect();
    let options: Vec<Value> = OPTIONS.iter().map(TrainingOption::described).collect();
    let formats = FORMATS.iter().map(|entry| {
        json!({
            "id": entry.id,
            "label": entry.label,
            "holds": entry.read.holds(),
            "endings": entry.endings,
        })
    });
    json!({
        "options": options,
        "defaults": TrainingConfig::default(),
        "models": models,
        "formats": formats.collect::<Vec<_>>(),
        "shippedFolds": {
            "origins": Shipped::ALL.map(Shipped::origin),
            "folds": icml2020::FOLDS,
        },
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use super::*;
    use crate::graph::filters::FILTERS;
    use crate::graph::formats::{Entry, Format};
    use crate::graph::pairs::FAMILIES;
    use crate::separation::Descriptor;

    fn path(file: &str) -> String {
        format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))
    }

    /// The page's copy of the description. The test renews a stale copy at once, and then fails.
    #[test]
    fn the_options_of_the_page_are_up_to_date() {
        // The help is separate: only the settings load it.
        let help = OPTIONS.iter().map(|option| (option.key, option.help));
        let lacking = Need::ALL.map(|need| (need.key(), need.lacking()));
        let help = json!({
            "options": help.collect::<BTreeMap<_, _>>(),
            "lacking": BTreeMap::from(lacking),
        });
        for (file, content) in [
            ("www/src/domain/options.json", description()),
            ("www/src/ui/train/settings/help.json", help),
        ] {
            let text = serde_json::to_string(&content).unwrap() + "\n";
            assert!(
                is_fresh(file, &text),
                "{file} was stale; it is renewed now: commit it"
            );
        }
    }

    /// Whether a file has this text. Renews a stale file.
    fn is_fresh(file: &str, text: &str) -> bool {
        let is_fresh = fs::read_to_string(path(file)).unwrap_or_default() == text;
        if !is_fresh {
            fs::write(path(file), text).unwrap();
        }
        is_fresh
    }

    /// The tables of the documentation, each between two comments. The test renews stale tables at once, and then fails.
    #[test]
    fn the_tables_of_the_documentation_are_up_to_date() {
        let lists: [(&str, &str, &str, Vec<Choice>); 15] = [
            (
                "docs/models.md",
                "models",
                "`--model`",
                ModelKind::CHOICES.to_vec(),
            ),
            (
                "docs/models.md",
                "features",
                "`--features`",
                Features::CHOICES.to_vec(),
            ),
            (
                "docs/models.md",
                "edge-features",
                "`--edge-features`",
                EdgeFeatures::CHOICES.to_vec(),
            ),
            ("docs/models.md", "filters", "`--filter`", fixed_filters()),
            (
                "docs/barcodes.md",
                "filters",
                "`--filter`",
                Filter::choices().copied().collect(),
            ),
            (
                "docs/models.md",
                "topology-layers",
                "`--topology-layer`",
                TopologyLayer::CHOICES.to_vec(),
            ),
            (
                "docs/models.md",
                "edge-filters",
                "`--edge-filter`",
                EdgeFilter::CHOICES.to_vec(),
            ),
            ("docs/models.md", "ties", "`--ties`", Ties::CHOICES.to_vec()),
            (
                "docs/models.md",
                "readouts",
                "`--readout`",
                ReadoutBarcodes::CHOICES.to_vec(),
            ),
            (
                "docs/models.md",
                "hats",
                "`--hat`",
                CoordinateFunction::CHOICES.to_vec(),
            ),
            (
                "docs/models.md",
                "bar-weights",
                "`--bar-weight`",
                BarWeight::CHOICES.to_vec(),
            ),
            ("docs/models.md", "options", "Option", options()),
            (
                "docs/formats.md",
                "formats",
                "`--input`",
                Format::of_graphs().map(Entry::choice).collect(),
            ),
            (
                "docs/separation.md",
                "descriptors",
                "`--descriptors`",
                Descriptor::choices().copied().collect(),
            ),
            (
                "docs/separation.md",
                "families",
                "`--pairs`",
                FAMILIES
                    .iter()
                    .map(|family| Choice {
                        id: family.id,
                        label: family.title,
                        help: family.description.trim_end_matches('.'),
                    })
                    .collect(),
            ),
        ];
        let mut pages: Vec<(&str, String)> = Vec::new();
        for (file, name, title, entries) in lists {
            if !pages.iter().any(|(known, _)| *known == file) {
                pages.push((file, fs::read_to_string(path(file)).unwrap()));
            }
            let (_, page) = pages.iter_mut().find(|(known, _)| *known == file).unwrap();
            *page = with_table(page, name, title, &entries);
        }
        let stale = pages.iter().filter(|(file, page)| !is_fresh(file, page));
        let stale: Vec<_> = stale.map(|(file, _)| file).collect();
        assert!(
            stale.is_empty(),
            "{stale:?} were stale; they are renewed now: commit them"
        );
    }

    /// The options with a flag, as entries of a table.
    fn options() -> Vec<Choice> {
        let with_flag = OPTIONS.iter().filter(|option| option.flag.is_some());
        with_flag
            .map(|option| Choice {
                id: format!("--{}", option.flag.unwrap()).leak(),
                label: option.label,
                help: option.help,
            })
            .collect()
    }

    /// The structural filters and their scales, as entries of a table.
    fn fixed_filters() -> Vec<Choice> {
        let of_one = |filter: &Filter| match filter.scale.help() {
            None => filter.choice,
            Some(scale) => Choice {
                help: format!("{}, {scale}", filter.choice.help).leak(),
                ..filter.choice
            },
        };
        FILTERS.iter().map(of_one).collect()
    }

    /// A page with a table between the comments of this name.
    fn with_table(page: &str, name: &str, title: &str, entries: &[Choice]) -> String {
        let (begin, end) = (
            format!("<!-- table {name} -->\n"),
            "<!-- end of the table -->",
        );
        let (before, rest) = page.split_once(&begin).expect("the page has the table");
        let (_, after) = rest.split_once(end).expect("the table ends");
        let rows: String = entries
            .iter()
            .map(|entry| {
                let help = entry.help.replace('|', "\\|");
                format!("| `{}` | {help} |\n", entry.id)
            })
            .collect();
        format!("{before}{begin}| {title} | Meaning |\n| --- | --- |\n{rows}{end}{after}")
    }

    /// Every option sets a value of a configuration, and has separate keys.
    #[test]
    fn every_value_of_a_configuration_has_an_option() {
        let defaults = serde_json::to_value(TrainingConfig::default()).unwrap();
        let mut keys: Vec<_> = OPTIONS.iter().map(|option| option.key).collect();
        let mut links: Vec<_> = OPTIONS.iter().map(|option| option.link).collect();
        keys.retain(|key| *key != "splits");
        keys.sort_unstable();
        let expected: Vec<_> = defaults.as_object().unwrap().keys().collect();
        assert_eq!(keys, expected);
        links.sort_unstable();
        links.dedup();
        assert_eq!(links.len(), OPTIONS.len());
    }
}
