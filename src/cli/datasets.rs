//! `sublevel datasets`: the data sets of the paper, listed and fetched.

use std::path::PathBuf;
use std::process;

use serde::Serialize;
use sublevel::graph::cache;
use sublevel::graph::generate::GENERATORS;

use super::catalogue::Catalogue;
use super::collection::{self, DATASETS, SOURCE, name_of};
use super::console::{STOPPED, say};
use super::download::Bar;
use super::{Failure, print, print_json};

/// Options of `sublevel datasets`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the data sets of the paper, their sizes, where they are on this computer, and the generators
    List {
        /// Folder to look for data sets in; may be given several times
        #[arg(short, long, value_name = "DIR", default_value = ".")]
        data: Vec<PathBuf>,
        /// What is written
        #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
        format: Format,
    },
    /// Fetch data sets of the TU collection into the cache, from where --data NAME and the page have them
    ///
    /// The cache is the folder of the environment variable SUBLEVEL_DATA; without it `sublevel` in the system's folder for
    /// caches. After Ctrl-C, or whatever else ended it, the same command goes on where it was.
    Get {
        /// As the collection writes them: PROTEINS, NCI1, IMDB-BINARY, …
        #[arg(required = true, value_name = "NAME", value_parser = name_of)]
        names: Vec<String>,
        /// Address of the folder with the zips
        #[arg(long, hide = true, default_value = SOURCE)]
        from: String,
    },
}

/// Does what the command says.
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
    /// One object: the data sets with their places, and the generators
    Json,
}

/// What `--format json` writes.
#[derive(Serialize)]
struct List {
    data_sets: Vec<Known>,
    generators: Vec<Generated>,
}

#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    dataset: &'static collection::Dataset,
    /// Where it is on this computer; none where it is not.
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
            "\n`sublevel datasets get NAME` fetches one into {}.\n",
            folder.display()
        );
    }
    table += "\nMade on the spot, each with two classes:\n";
    for generator in GENERATORS {
        table += &format!("{:<24}{}\n", generator.id, generator.title);
    }
    print(&table)
}

fn get(names: &[String], from: &str) -> Result<(), Failure> {
    let folder = collection::folder()?;
    ctrlc::set_handler(|| {
        say(format_args!(
            "\nsublevel: stopped; what came is kept, the same command goes on from there"
        ));
        process::exit(STOPPED);
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
