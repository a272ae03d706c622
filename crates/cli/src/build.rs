//! `sublevel build`: the page as a static site.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Failure;
use super::cargo::Stop;
use super::console::Step;
use super::page::{self, TrainingModule};

/// Options of `sublevel build`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Output folder, created if necessary; files with other names stay
    #[arg(short, long, value_name = "DIR", default_value = "site")]
    out: PathBuf,
    /// Leave out the training module: a site of a few MB with the lessons and Inspect, built in a minute or two
    #[arg(long)]
    no_training: bool,
}

/// Builds page and training module if necessary and copies them with their compressed variants.
pub fn run(arguments: &Arguments, source: &Path) -> Result<(), Failure> {
    let stop = Stop::on_interrupt(|| {})?;
    let page = page::bring_up_to_date(source, &stop, |_, _| {})?;
    let training = match arguments.no_training {
        true => TrainingModule::left_out(),
        false => {
            let training = TrainingModule::unbuilt();
            training.bring_up_to_date(source, &stop)?;
            training
        }
    };
    let modules = (!arguments.no_training).then(|| page::training_folder(source));
    let out = &arguments.out;
    let step = Step::begin(&format!("Writing {}", out.display()));
    copy(&page, out)
        .and_then(|()| modules.map_or(Ok(()), |folder| copy(&folder, &out.join("training"))))
        .and_then(|()| fs::write(out.join("training.json"), training.state().json()))
        .map_err(|error| {
            Failure::other(format!(
                "cannot write to {}: {error}; choose another folder with --out",
                out.display()
            ))
        })?;
    step.finish();
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
