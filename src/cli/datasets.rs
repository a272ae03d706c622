//! `sublevel datasets`: the data sets of the paper, listed and fetched.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use sublevel::graph::cache;
use sublevel::graph::generate::GENERATORS;
use sublevel::graph::tu::read_path;
use zip::ZipArchive;

use super::catalogue::Catalogue;
use super::download::Part;
use super::{Failure, print};

/// Where the collection keeps its zips: the address that PyTorch Geometric's `TUDataset` uses.
const SOURCE: &str = "https://www.chrsmrrs.com/graphkerneldatasets";

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

/// A name goes into an address and a path.
fn name_of(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_+.".contains(c);
    match text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(fits) {
        true => Ok(text.to_owned()),
        false => Err("expected the name of a data set of the collection, such as MUTAG".into()),
    }
}

/// Average numbers of vertices and undirected edges, each edge counted once.
struct Dataset {
    name: &'static str,
    graphs: u32,
    classes: u32,
    average_vertices: f64,
    average_edges: f64,
    vertex_labels: u32,
    /// [`sublevel::graph::Dataset::fingerprint`] of what the figures of the README were made with.
    fingerprint: u64,
}

const fn dataset(
    name: &'static str,
    graphs: u32,
    classes: u32,
    average_vertices: f64,
    average_edges: f64,
    vertex_labels: u32,
    fingerprint: u64,
) -> Dataset {
    Dataset {
        name,
        graphs,
        classes,
        average_vertices,
        average_edges,
        vertex_labels,
        fingerprint,
    }
}

/// The six of the paper, and MUTAG, the smallest of the collection that people try first.
const DATASETS: [Dataset; 7] = [
    dataset("PROTEINS", 1113, 2, 39.06, 72.82, 3, 0x75e0_1134_bb4a_40e7),
    dataset("NCI1", 4110, 2, 29.87, 32.30, 37, 0xf965_a501_35f9_e702),
    dataset(
        "IMDB-BINARY",
        1000,
        2,
        19.77,
        96.53,
        0,
        0x9fdb_c6cf_5c05_303d,
    ),
    dataset(
        "IMDB-MULTI",
        1500,
        3,
        13.00,
        65.94,
        0,
        0x06b1_c876_f75c_9e16,
    ),
    dataset(
        "REDDIT-BINARY",
        2000,
        2,
        429.63,
        497.75,
        0,
        0x0936_e00d_fe5a_9668,
    ),
    dataset(
        "REDDIT-MULTI-5K",
        4999,
        5,
        508.52,
        594.87,
        0,
        0xeb53_91f2_1fe2_8dd6,
    ),
    dataset("MUTAG", 188, 2, 17.93, 19.79, 7, 0xcdf6_add2_d4e2_ea41),
];

/// Does what the command says.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::List { data } => list(data),
        Command::Get { names, from } => get(names, from),
    }
}

fn list(data: &[PathBuf]) -> Result<(), Failure> {
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
    let folder = cache::folder().ok_or_else(|| {
        Failure::other(
            "there is no folder for caches; name one in the environment variable SUBLEVEL_DATA",
        )
    })?;
    fs::create_dir_all(&folder).map_err(|error| {
        Failure::other(format!(
            "{}: cannot be made: {error}; name another folder in the environment variable SUBLEVEL_DATA",
            folder.display()
        ))
    })?;
    ctrlc::set_handler(|| {
        eprintln!("\nsublevel: stopped; what came is kept, the same command goes on from there");
        process::exit(1);
    })
    .map_err(Failure::other)?;
    for name in names {
        let target = folder.join(format!("{name}.zip"));
        if target.is_file() {
            print(&format!("{name} is in {} already\n", target.display()))?;
            continue;
        }
        let part = Part::of(&target);
        part.fetch(&format!("{}/{name}.zip", from.trim_end_matches('/')))?;
        let found = verify(name, &part.path).inspect_err(|_| part.remove())?;
        part.finish(&target)?;
        print(&format!("{name} is in {}: {found}\n", target.display()))?;
    }
    Ok(())
}

/// Reads a fetched data set from end to end. What is found, in words.
fn verify(name: &str, path: &Path) -> Result<String, Failure> {
    let refused = |problem: String| {
        Failure::other(format!(
            "{name}: what came is not the data set: {problem}; it was removed, try again later"
        ))
    };
    // What came may not be a zip's worth of data: the reader has limits, so it goes first.
    let dataset = read_path(path).map_err(|error| refused(error.to_string()))?;
    check_sums(path).map_err(|error| refused(error.to_string()))?;
    let summary = dataset.summary();
    let size = format!(
        "{} graphs, {} classes",
        summary.graphs,
        summary.classes.len()
    );
    let Some(expected) = DATASETS.iter().find(|dataset| dataset.name == name) else {
        return Ok(size);
    };
    let rounded = |average: f64| format!("{average:.2}");
    let counts = [
        (
            "graphs",
            summary.graphs.to_string(),
            expected.graphs.to_string(),
        ),
        (
            "classes",
            summary.classes.len().to_string(),
            expected.classes.to_string(),
        ),
        (
            "vertex labels",
            summary.vertex_labels.to_string(),
            expected.vertex_labels.to_string(),
        ),
        (
            "vertices a graph",
            rounded(summary.average_vertices),
            rounded(expected.average_vertices),
        ),
        (
            "edges a graph",
            rounded(summary.average_edges),
            rounded(expected.average_edges),
        ),
    ];
    if let Some((what, found, expected)) =
        counts.iter().find(|(_, found, expected)| found != expected)
    {
        return Err(refused(format!(
            "expected {expected} {what}, found {found}"
        )));
    }
    let content = match dataset.fingerprint() == expected.fingerprint {
        true => "the content that the figures of the README were made with",
        false => {
            "all counts as published, but other content than the figures of the README were made with, \
             such as another order: folds of one do not fit the other"
        }
    };
    Ok(format!("{size}, {content}"))
}

/// Unpacks every file of a zip, which compares its checksum.
fn check_sums(path: &Path) -> io::Result<()> {
    let mut archive = ZipArchive::new(File::open(path)?)?;
    for index in 0..archive.len() {
        io::copy(&mut archive.by_index(index)?, &mut io::sink())?;
    }
    Ok(())
}
