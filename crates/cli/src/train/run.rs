//! Trains the chosen folds, or the unfinished folds of a run file.

use std::{
    fs,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use serde::Serialize;
use sublevel::{
    device,
    graph::{
        Dataset,
        folds::{Origin, Split},
    },
    metric,
    protocol::Backend,
    run_file::{RunFile, UnfinishedFold, Versions, fingerprint, folds_in_words},
    training::arithmetic,
};

use super::{
    Arguments,
    arguments::Format,
    claim::{Claim, check_free, remove_leftovers, remove_parts_of_weights, stored_progress},
    progress::Progress,
    runner::Runner,
};
use crate::{
    Failure,
    console::say,
    files::cannot_write,
    load_for_training, print, print_json, run_file,
    splits::{Folds, Source},
    stopping,
};

/// The exit code after Ctrl-C.
const CTRL_C: u8 = 130;

/// Summary of the whole run for stdout, as in the run file.
#[derive(Serialize)]
struct Summary {
    folds: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_test_accuracy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    std_test_accuracy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_test_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    std_test_error: Option<f64>,
}

/// A run with its data set and the splits of its unfinished folds.
struct Run {
    file: RunFile,
    dataset: Dataset,
    source: Source,
    splits: Vec<(UnfinishedFold, Split)>,
}

/// Trains the chosen folds, or the unfinished folds of a run file.
pub fn run(args: Arguments) -> Result<(), Failure> {
    let path = args.resume.as_ref().or(args.out.as_ref());
    if let Some(path) = &args.out {
        create_folder_of(path)?;
    }
    let _claim = path.map(|path| Claim::of(path)).transpose()?;
    if let Some(path) = args.out.as_ref().filter(|_| !args.force && !args.go_on) {
        check_free(path)?;
    }
    let Run {
        mut file,
        dataset,
        source,
        splits,
    } = match &args.resume {
        Some(path) => {
            let over = run_file::read(path)?;
            if over.unfinished.is_empty() {
                return finished(&over, args.format);
            }
            resumed(&args, path)?
        }
        None => {
            let new = new_run(&args)?;
            let path = path.filter(|_| args.go_on);
            let kept = path.map_or(Ok(None), |path| stored_progress(path, &new.file))?;
            match (kept, path) {
                (Some(over), _) if over.unfinished.is_empty() => {
                    return finished(&over, args.format);
                }
                (Some(_), Some(path)) => resumed(&args, path)?,
                _ => new,
            }
        }
    };
    if let Some(path) = path {
        remove_leftovers(path, &file);
    }
    let (device, report) =
        pollster::block_on(device::open(native(args.device))).map_err(Failure::usage)?;
    file.device.clone_from(&report.name);
    file.trained_by(Versions {
        arithmetic: pollster::block_on(arithmetic(&device)),
        ..Versions::current()
    });

    // Ctrl-C ends the run after the current epochs, which take minutes for some models, and a second Ctrl-C at once. A scheduler can repeat
    // its signal before the epochs are saved.
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    let progress = Progress::new(&file);
    let announce = progress.announcer();
    let stop = move || match flag.swap(true, Ordering::Relaxed) {
        false => announce(
            "stopping at the end of the epoch; another Ctrl-C stops at once and loses the epochs after the last checkpoint",
        ),
        true if stopping::exit_code() == Some(CTRL_C) => stopping::exit(),
        true => {}
    };
    stopping::on_signal(stop).map_err(Failure::other)?;
    say(format_args!("{} on {}", dataset.name, report.name));
    if let Some(folder) = &args.save_weights {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::usage(format!("{}: {error}", folder.display())))?;
        let folds: Vec<u32> = splits.iter().map(|(fold, _)| fold.fold).collect();
        remove_parts_of_weights(folder, &folds);
    }
    let weights = args.save_weights.clone();
    let runner = Runner {
        dataset: Arc::new(dataset),
        device,
        path: path.cloned(),
        weights,
        file: Mutex::new(file),
        interrupted,
        progress,
        format: args.format,
    };
    let outcome = runner.train(splits, args.jobs as usize);
    let file = runner.into_file();

    let told = print_run(&file, args.format);
    if file.unfinished.is_empty() {
        return outcome.and(told);
    }
    let left = folds_in_words(file.unfinished.len());
    let next_step = match path {
        Some(path) => format!(
            "{left} unfinished; resume with `{}`",
            to_go_on(&args, &source, path)
        ),
        None => format!("{left} unfinished; nothing is saved without --out"),
    };
    Err(match outcome {
        Ok(()) => Failure::stopped(format!("interrupted with {next_step}")),
        // Wrong input stays wrong.
        Err(Failure::Usage(reason)) => Failure::Usage(reason),
        Err(Failure::Other(reason) | Failure::Stopped(reason)) => {
            Failure::Other(format!("{reason}; {next_step}"))
        }
    })
}

/// Reports a run without unfinished folds.
fn finished(file: &RunFile, format: Format) -> Result<(), Failure> {
    say("every fold of this run is finished");
    print_run(file, format)
}

/// Writes the finished folds to stdout.
fn print_run(file: &RunFile, format: Format) -> Result<(), Failure> {
    match file.test_metric() {
        Some(_) if format == Format::Json => print_json(&Summary {
            folds: file.folds.len(),
            mean_test_accuracy: file.mean_test_accuracy,
            std_test_accuracy: file.std_test_accuracy,
            mean_test_error: file.mean_test_error,
            std_test_error: file.std_test_error,
        }),
        Some(spread) => print(&metric::line(file.task(), spread, file.folds.len())),
        None => Ok(()),
    }
}

/// The shell command that resumes the run with the options of this one.
fn to_go_on(args: &Arguments, source: &Source, run: &Path) -> String {
    let mut words = vec!["sublevel", "train", "--data", &args.data];
    let text = |path: &Path| path.display().to_string();
    let folder = source.folder().map(text);
    if let Some(folder) = &folder {
        words.extend(["--folds-from", folder]);
    }
    let jobs = args.jobs.to_string();
    if args.jobs != 1 {
        words.extend(["--jobs", &jobs]);
    }
    match args.device {
        Backend::Auto => {}
        Backend::Cpu => words.extend(["--device", "cpu"]),
        Backend::Gpu => words.extend(["--device", "gpu"]),
    }
    let weights = args.save_weights.as_deref().map(text);
    if let Some(weights) = &weights {
        words.extend(["--save-weights", weights]);
    }
    let run = text(run);
    words.extend(["--resume", &run]);
    let quoted = words.iter().map(|word| {
        // Only a zero byte cannot be quoted, and an argument contains none.
        shlex::try_quote(word).unwrap_or_else(|_| (*word).into())
    });
    quoted.collect::<Vec<_>>().join(" ")
}

fn new_run(args: &Arguments) -> Result<Run, Failure> {
    let dataset = load_for_training(&args.data, args.configuration.seed())?;
    let source = args.splits.source(&dataset, Folds::Seed(10))?;
    let config = args.configuration.training(&dataset, source.count());
    args.configuration
        .check_given(&config)
        .map_err(Failure::usage)?;
    config.check(&dataset).map_err(Failure::usage)?;
    let folds = args.configuration.folds(source.count());
    let splits = folds.map(|fold| {
        let split = source.split(&dataset, &config, fold)?;
        Ok((UnfinishedFold::new(fold, &split), split))
    });
    let splits = splits.collect::<Result<Vec<_>, Failure>>()?;
    let unfinished = splits.iter().map(|(fold, _)| fold.clone()).collect();
    let file = RunFile::new(&dataset, config, source.origin(), unfinished);
    Ok(Run {
        file,
        dataset,
        source,
        splits,
    })
}

/// The run of a file, on the same graphs and folds.
fn resumed(args: &Arguments, path: &Path) -> Result<Run, Failure> {
    let file = run_file::read(path)?;
    let refuse = |reason: String| Failure::usage(format!("{}: {reason}", path.display()));
    file.check().map_err(|error| refuse(error.to_string()))?;
    let dataset = load_for_training(&args.data, file.seed)?;
    if (&dataset.name[..], dataset.named_classes()) != (&file.data, &file.classes) {
        let with = |classes: &[String]| match classes {
            [] => "targets".into(),
            _ => format!("the classes {}", classes.join(", ")),
        };
        return Err(refuse(format!(
            "this run is on {} with {}; {} is {} with {}",
            file.data,
            with(&file.classes),
            args.data,
            dataset.name,
            with(dataset.named_classes()),
        )));
    }
    let found = fingerprint(dataset.fingerprint());
    if found != file.fingerprint {
        return Err(refuse(format!(
            "this run is on {} with other graphs, labels or attributes than {} has (fingerprint {}, found {found}): resume \
             with the original file",
            file.data, args.data, file.fingerprint
        )));
    }
    file.config.check(&dataset).map_err(Failure::usage)?;
    if file.splits == Origin::Files && args.splits.folds_from.is_none() {
        return Err(refuse(
            "the folds of this run were read from files: specify their folder with --folds-from"
                .into(),
        ));
    }
    let shipped = file.splits.shipped().map(Folds::Shipped);
    let default = shipped.unwrap_or(Folds::Seed(file.config.folds));
    let is_made = shipped.is_some() || file.splits == Origin::Seed;
    let source = match is_made && args.splits.folds_from.is_none() {
        true => Source::Made(default),
        false => args.splits.source(&dataset, default)?,
    };
    let splits = file.unfinished.iter().map(|fold| {
        let split = source.split(&dataset, &file.config, fold.fold)?;
        let found = fingerprint(split.fingerprint());
        if found != fold.split {
            return Err(refuse(format!(
                "fold {} of this run has other graphs in its parts than fold {} of {} (fingerprint {}, found {found}): resume \
                 with the original folds",
                fold.fold,
                fold.fold,
                source.folder().map_or(format!("--folds {default}"), |folder| folder.display().to_string()),
                fold.split,
            )));
        }
        Ok((fold.clone(), split))
    });
    let splits = splits.collect::<Result<Vec<_>, Failure>>()?;
    Ok(Run {
        file,
        dataset,
        source,
        splits,
    })
}

/// The native default is the CPU: it is the faster device on the batches of the paper.
fn native(device: Backend) -> Backend {
    match device {
        Backend::Auto => Backend::Cpu,
        chosen => chosen,
    }
}

/// Creates the folder of an output file if it does not exist.
fn create_folder_of(path: &Path) -> Result<(), Failure> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder),
        _ => Ok(()),
    }
    .map_err(|error| cannot_write(path, &error))
}
