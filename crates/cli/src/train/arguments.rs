//! The arguments of `sublevel train`.

#![cfg_attr(
    not(feature = "training"),
    expect(
        dead_code,
        reason = "the program with training reads them; this one only checks the words and hands them over"
    )
)]

use std::{ops::RangeInclusive, path::PathBuf};

use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id,
    builder::TypedValueParser,
};
use serde_json::{Map, Number, Value};
use sublevel::{
    config::{FixedFilter, Need, OPTIONS, TrainingConfig, TrainingOption, Values},
    graph::{Dataset, filters::Filter},
    protocol::Backend,
};

use crate::{
    splits::SplitArguments,
    words::{choice, folds, offering, one_of, real, whole},
};

const EXAMPLES: &str = "Examples:
  sublevel train --data MUTAG
  sublevel train --data PROTEINS.zip --folds icml2020 --out proteins.json --jobs 2
  sublevel train --data graphs.jsonl --model ph-only --filter core --epochs 20
  sublevel train --data MUTAG --fold 1 --save-weights weights
  sublevel train --data PROTEINS.zip --resume proteins.json";

/// Options of `sublevel train`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// TU zip or folder, JSON lines (.jsonl), or the name of a generated or fetched data set (see `sublevel datasets list`)
    #[arg(short, long, value_name = "FILE|FOLDER|NAME")]
    pub(super) data: String,
    #[command(flatten)]
    pub(super) configuration: Configuration,
    #[command(flatten)]
    pub(super) splits: SplitArguments,
    /// Folds that are trained at the same time; the result does not depend on it
    #[arg(short, long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole(1..=u32::MAX))]
    pub(super) jobs: u32,
    /// Device
    #[arg(long, value_name = "DEVICE", default_value = "auto", value_parser = choice::<Backend>(Backend::CHOICES))]
    pub(super) device: Backend,
    /// Run file, written after each fold; compressed if the name ends in .gz. Its folder is created if necessary
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite --out, even a finished run, an interrupted run or another file
    #[arg(long, requires = "out")]
    pub(super) force: bool,
    /// If --out holds the same run, resume its unfinished folds; if it is finished, do nothing
    #[arg(long = "continue", requires = "out", conflicts_with = "force")]
    pub(super) go_on: bool,
    /// Folder for the weights of every finished fold, fold-K.safetensors; `sublevel evaluate` and the page read them
    #[arg(long, value_name = "DIR")]
    pub(super) save_weights: Option<PathBuf>,
    /// Resume the unfinished folds of this run file with its configuration; if it is finished, do nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Configuration", "folds", "out"])]
    pub(super) resume: Option<PathBuf>,
    /// Format of stdout
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub(super) format: Format,
}

impl Arguments {
    /// The run file that is written.
    pub fn out(&self) -> Option<&PathBuf> {
        self.out.as_ref()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Mean and deviation of the test accuracy, at the end
    Text,
    /// An object a line: each epoch of each fold as it is done, then mean and deviation
    Json,
}

/// The configuration of a run: an argument for each entry of [`OPTIONS`] that has a flag, `--fold` and `--preset`.
#[derive(Clone, Debug)]
pub(super) struct Configuration {
    /// The given values, by their keys in configurations.
    given: Map<String, Value>,
    fold: Vec<RangeInclusive<u32>>,
    preset: TrainingConfig,
}

impl Args for Configuration {
    fn group_id() -> Option<Id> {
        Some("Configuration".into())
    }

    fn augment_args(command: Command) -> Command {
        let fold = Arg::new("fold")
            .long("fold")
            .value_name("K")
            .value_delimiter(',')
            .allow_negative_numbers(true)
            .action(ArgAction::Append)
            .value_parser(folds)
            .help("Only these folds, counted from 1: 3, or 1-5, or 1,3,5; may be repeated [default: all]");
        let presets = TrainingConfig::PRESETS.map(|(choice, _)| choice);
        let preset = Arg::new("preset")
            .long("preset")
            .value_name("PRESET")
            .value_parser(one_of(&presets))
            .help("Defaults of the options [default: icml2020]");
        let options = OPTIONS.iter().filter_map(argument);
        let arguments: Vec<Arg> = options.chain([fold, preset]).collect();
        let ids: Vec<Id> = arguments.iter().map(|one| one.get_id().clone()).collect();
        let group = ArgGroup::new("Configuration").multiple(true).args(ids);
        command.args(arguments).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Configuration {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let preset = matches.get_one::<String>("preset");
        let mut configuration = Self {
            given: Map::new(),
            fold: Vec::new(),
            preset: preset.map_or_else(TrainingConfig::default, |word| named(word)),
        };
        configuration.update_from_arg_matches(matches)?;
        Ok(configuration)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in OPTIONS.iter().filter(|option| option.flag.is_some()) {
            let key = option.key;
            let value = match option.values {
                Values::Toggle => matches.get_flag(key).then(|| Value::Bool(!is_on(key))),
                Values::Epochs => {
                    let epochs = matches.get_many::<Value>(key);
                    epochs.map(|epochs| epochs.cloned().collect())
                }
                _ => matches.get_one::<Value>(key).cloned(),
            };
            if let Some(value) = value {
                self.given.insert(key.into(), value);
            }
        }
        let folds = matches.get_many::<RangeInclusive<u32>>("fold");
        self.fold = folds.map_or_else(Vec::new, |folds| folds.cloned().collect());
        Ok(())
    }
}

/// The argument of an option. `None` if it has no flag.
fn argument(option: &'static TrainingOption) -> Option<Arg> {
    let text = help(option);
    let mut argument = Arg::new(option.key).long(option.flag?).help(text.clone());
    if !option.details.is_empty() {
        argument = argument.long_help(format!("{text}\n\n{}", option.details));
    }
    if let Some(letter) = option.short {
        argument = argument.short(letter);
    }
    if let Values::Toggle = option.values {
        return Some(argument.action(ArgAction::SetTrue));
    }
    let argument = argument
        .value_name(option.value_name)
        .allow_negative_numbers(true);
    Some(match option.values {
        Values::Choice(choices) => argument.value_parser(one_of(choices).map(Value::from)),
        Values::Filter => {
            let filter = |word: &str| {
                let filter: Result<FixedFilter, String> = word.parse();
                filter.map(|filter| Value::from(String::from(filter)))
            };
            let offered = offering(filter, Filter::choices());
            argument.value_parser(offered).hide_possible_values(true)
        }
        Values::Whole { min, max } => {
            argument.value_parser(move |text: &str| whole(min..=max)(text).map(Value::from))
        }
        Values::Real { .. } => argument.value_parser(|text: &str| {
            let number = real(text)?;
            Number::from_f64(number)
                .map(Value::Number)
                .ok_or_else(|| "expected a finite number".to_owned())
        }),
        Values::Epochs | Values::Toggle => argument
            .value_delimiter(',')
            .action(ArgAction::Append)
            .value_parser(|text: &str| whole(0..=u32::MAX)(text).map(Value::from)),
    })
}

/// The help of an option, with its range and its default.
fn help(option: &TrainingOption) -> String {
    let text = option.help.trim_end_matches('.');
    let default = match (option.default, &defaults()[option.key]) {
        (Some(text), _) => text.to_owned(),
        (None, Value::Bool(is_on)) => {
            // The flag of an option that is on by default switches it off.
            return if *is_on {
                format!("Off: {text}")
            } else {
                text.into()
            };
        }
        (None, Value::String(word)) => word.clone(),
        (None, Value::Array(all)) => {
            let all: Vec<_> = all.iter().map(Value::to_string).collect();
            all.join(",")
        }
        (None, value) => value.to_string(),
    };
    let range = match option.values {
        Values::Filter => {
            let ids: Vec<_> = Filter::ids().collect();
            format!(": {} or attribute:NAME", ids.join(", "))
        }
        Values::Whole { min, max: u32::MAX } if min > 0 => format!(", at least {min}"),
        Values::Whole { max: u32::MAX, .. } => String::new(),
        Values::Whole { min, max } => format!(", from {min} to {max}"),
        _ => String::new(),
    };
    format!("{text}{range} [default: {default}]")
}

fn defaults() -> Value {
    serde_json::to_value(TrainingConfig::default()).unwrap_or_default()
}

/// Whether an option is on by default.
fn is_on(key: &str) -> bool {
    defaults()[key] == Value::Bool(true)
}

impl Configuration {
    /// The seed of the run.
    pub(super) fn seed(&self) -> u32 {
        let given = self.given.get("seed").and_then(Value::as_u64);
        given.map_or(self.preset.seed, |seed| seed as u32)
    }

    pub(super) fn training(&self, dataset: &Dataset, folds: u32) -> TrainingConfig {
        let preset = TrainingConfig {
            features: dataset.summary().features[0],
            folds,
            fold: 1,
            ..self.preset.clone()
        };
        let mut config = serde_json::to_value(&preset).unwrap_or_default();
        for (key, value) in &self.given {
            config[key] = value.clone();
        }
        // The parsers accept only values of these types.
        serde_json::from_value(config).unwrap_or(preset)
    }

    /// Checks that the model has every option of the command line, even one at its default.
    ///
    /// # Errors
    /// The option that the model does not have.
    pub(super) fn check_given(&self, config: &TrainingConfig) -> Result<(), String> {
        let given = OPTIONS
            .iter()
            .filter(|option| self.given.contains_key(option.key));
        // The features of a model without features depend only on the data set, and have no effect.
        let needs = given.filter_map(|option| Some((option, option.need?)));
        let is_strict = |need: Need| matches!(need, Need::FixedFilter | Need::Width);
        let lacks = |need: Need| is_strict(need) && !need.is_met(config.model);
        match needs.into_iter().find(|(_, need)| lacks(*need)) {
            Some((option, need)) => Err(format!(
                "the model {} {}: remove --{}",
                config.model.id(),
                need.lacking(),
                option.flag.unwrap_or(option.key)
            )),
            None => Ok(()),
        }
    }

    /// The selected folds of `count` folds, ascending, each once. They are not checked: there may be more than there are graphs.
    pub(super) fn folds(&self, count: u32) -> impl Iterator<Item = u32> {
        let mut ranges = self.fold.clone();
        if ranges.is_empty() {
            ranges.push(1..=count);
        }
        ranges.sort_unstable_by_key(|range| *range.start());
        let mut done = 0;
        ranges.into_iter().flat_map(move |range| {
            let first = *range.start().max(&(done + 1));
            done = done.max(*range.end());
            first..=*range.end()
        })
    }
}

/// The preset with this name.
fn named(word: &str) -> TrainingConfig {
    let mut presets = TrainingConfig::PRESETS.into_iter();
    let named = presets.find(|(choice, _)| choice.id == word);
    named.map_or_else(TrainingConfig::default, |(_, preset)| preset())
}
