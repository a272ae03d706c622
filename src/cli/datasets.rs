//! `sublevel datasets`: the data sets of the paper.

use std::path::PathBuf;

use sublevel::graph::generate::GENERATORS;

use super::catalogue::Catalogue;
use super::{Failure, print};

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
        /// Folder to look for TU zips or folders in; may be given several times (default: the current folder)
        #[arg(long, value_name = "DIR", default_value = ".")]
        data: Vec<PathBuf>,
    },
}

/// Average numbers of vertices and undirected edges, each edge counted once.
struct Dataset {
    name: &'static str,
    graphs: u32,
    classes: u32,
    average_vertices: f64,
    average_edges: f64,
    vertex_labels: u32,
}

const fn dataset(
    name: &'static str,
    graphs: u32,
    classes: u32,
    average_vertices: f64,
    average_edges: f64,
    vertex_labels: u32,
) -> Dataset {
    Dataset {
        name,
        graphs,
        classes,
        average_vertices,
        average_edges,
        vertex_labels,
    }
}

/// The six of the paper, and MUTAG, the smallest of the collection that people try first.
const DATASETS: [Dataset; 7] = [
    dataset("PROTEINS", 1113, 2, 39.06, 72.82, 3),
    dataset("NCI1", 4110, 2, 29.87, 32.30, 37),
    dataset("IMDB-BINARY", 1000, 2, 19.77, 96.53, 0),
    dataset("IMDB-MULTI", 1500, 3, 13.00, 65.94, 0),
    dataset("REDDIT-BINARY", 2000, 2, 429.63, 497.75, 0),
    dataset("REDDIT-MULTI-5K", 4999, 5, 508.52, 594.87, 0),
    dataset("MUTAG", 188, 2, 17.93, 19.79, 7),
];

/// Writes the table.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Command::List { data } = &arguments.command;
    let present = Catalogue::new(data)?.entries();
    let mut table = format!(
        "{:<16}{:>7}{:>9}{:>15}{:>12}{:>15}  on this computer\n",
        "data set", "graphs", "classes", "avg. vertices", "avg. edges", "vertex labels"
    );
    for dataset in &DATASETS {
        let labels = match dataset.vertex_labels {
            0 => "-".to_owned(),
            labels => labels.to_string(),
        };
        let place = present
            .iter()
            .find(|entry| entry.name == dataset.name)
            .map_or("-".to_owned(), |entry| entry.path.display().to_string());
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
    table += "\nMade on the spot, each with two classes:\n";
    for generator in GENERATORS {
        table += &format!("{:<24}{}\n", generator.id, generator.title);
    }
    print(&table)
}
