//! `sublevel datasets`: the data sets of the paper, listed and fetched.

use std::path::PathBuf;

use serde::Serialize;
use sublevel::graph::cache;
use sublevel::graph::generate::GENERATORS;

use super::catalogue::Catalogue;
use super::collection::{self, DATASETS, SOURCE, name_of};
use super::console::say;
use super::download::Bar;
use super::stopping;
use super::{Failure, print, print_json};

/// Options of `sublevel datasets`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the data sets of the paper with sizes and local paths, and the generators
    List {
        /// Folder with data sets; repeatable
        #[arg(short, long, value_name = "DIR", default_value = ".")]
        data: Vec<PathBuf>,
        /// Output format
        #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
        format: Format,
    },
    /// Fetch data sets of the TU collection into the cache, for --data NAME and the page
    ///
    /// The environment variable SUBLEVEL_DATA names the cache folder. The default is `sublevel` in the system's cache folder. An
    /// interrupted command resumes when it is run again.
    Get {
        /// Names of the collection: PROTEINS, NCI1, IMDB-BINARY, …
        #[arg(required = true, value_name = "NAME", value_parser = name_of)]
        names: Vec<String>,
        /// Address of the folder with the zips
        #[arg(long, hide = true, default_value = SOURCE)]
        from: String,
    },
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::List { data, format } => list(data, *format),
        Command::Get { names, from } => get(names, from),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table
    Text,
    /// One object: the data sets with their paths, and the generators
    Json,
}

/// Output of `--format json`.
#[derive(Serialize)]
struct List {
    data_sets: Vec<Known>,
    generators: Vec<Generated>,
}

#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    dataset: &'static collection::Dataset,
    /// Local path; none if it is not on this computer.
    path: Option<PathBuf>,
}

#[derive(Serialize)]
struct Generated {
    name: &'static str,
    title: &'static str,
}

fn list(data: &[PathBuf], format: Format) -> Result<(), Failure> {
    let present = Catalogue::new(data)?.entries();
    let path_of = |name: &str| {
        let found = present.iter().find(|entry| entry.name == name);
        found.map(|entry| entry.path.clone())
    };
    if format == Format::Json {
        let known = DATASETS.iter().map(|dataset| Known {
            dataset,
            path: path_of(dataset.name),
        });
        let generated = GENERATORS.iter().map(|generator| Generated {
            name: generator.id,
            title: generator.title,
        });
        return print_json(&List {
            data_sets: known.collect(),
            generators: generated.collect(),
        });
    }
    let mut table = format!(
        "{:<16}{:>7}{:>9}{:>15}{:>12}{:>15}  on this computer\n",
        "data set", "graphs", "classes", "avg. vertices", "avg. edges", "vertex labels"
    );
    for dataset in &DATASETS {
        let labels = match dataset.vertex_labels {
            0 => "-".to_owned(),
            labels => labels.to_string(),
        };
        let place = path_of(dataset.name).map_or("-".to_owned(), |path| path.display().to_string());
        table += &format!(
            "{:<16}{:>7}{:>9}{:>15.2}{:>12.2}{:>15}  {place}\n",
            dataset.name,
            dataset.graphs,
            dataset.classes,
            dataset.average_vertices,
            dataset.average_edges,
            labels
        );
    }
    if let Some(folder) = cache::folder() {
        table += &format!(
            "\n`sublevel datasets get NAME` fetches a data set into {}.\n",
            folder.display()
        );
    }
    table += "\nGenerators, each with two classes:\n";
    for generator in GENERATORS {
        table += &format!("{:<24}{}\n", generator.id, generator.title);
    }
    print(&table)
}

fn get(names: &[String], from: &str) -> Result<(), Failure> {
    let folder = collection::folder()?;
    stopping::on_signal(|| {
        say(format_args!(
            "\nsublevel: interrupted; run the same command again to resume the download"
        ));
        stopping::exit();
    })
    .map_err(Failure::other)?;
    for name in names {
        let target = folder.join(format!("{name}.zip"));
        if target.is_file() {
            print(&format!("{name} is in {} already\n", target.display()))?;
            continue;
        }
        let bar = Bar::new(&format!("{name}.zip"));
        let found = collection::fetch(name, from, &target, &|have, of| bar.show(have, of))?;
        drop(bar);
        print(&format!("{name} is in {}: {found}\n", target.display()))?;
    }
    Ok(())
}
