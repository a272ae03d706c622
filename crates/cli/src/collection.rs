//! Data sets of the TU collection: facts about the paper's data sets, and downloads into the cache.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sublevel::graph::cache;
use sublevel::graph::tu::read_path;
use zip::ZipArchive;

use super::Failure;
use super::download::Part;

/// URL of the collection's zips, as in PyTorch Geometric's `TUDataset`.
pub const SOURCE: &str = "https://www.chrsmrrs.com/graphkerneldatasets";

/// A name becomes a part of a URL and of a path.
pub fn name_of(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_+.".contains(c);
    match text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(fits) {
        true => Ok(text.to_owned()),
        false => Err("expected the name of a data set of the collection, such as MUTAG".into()),
    }
}

/// Average numbers of vertices and undirected edges, each edge counted once.
#[derive(Serialize)]
pub struct Dataset {
    /// Name in the collection.
    pub name: &'static str,
    pub graphs: u32,
    pub classes: u32,
    pub average_vertices: f64,
    pub average_edges: f64,
    /// Number of different labels; 0 without labels.
    pub vertex_labels: u32,
    /// [`sublevel::graph::Dataset::fingerprint`] of the data set behind the published results.
    #[serde(skip)]
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

/// The six data sets of the paper, and MUTAG as a small first example.
pub const DATASETS: [Dataset; 7] = [
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

/// The cache folder.
pub fn folder() -> Result<PathBuf, Failure> {
    let folder = cache::folder().ok_or_else(|| {
        Failure::other(
            "the system has no cache folder; set the environment variable SUBLEVEL_DATA to a folder",
        )
    })?;
    fs::create_dir_all(&folder).map_err(|error| {
        Failure::other(format!(
            "{}: cannot be created: {error}; set the environment variable SUBLEVEL_DATA to another folder",
            folder.display()
        ))
    })?;
    Ok(folder)
}

/// Fetches a data set from the folder of zips at this URL to `target`, and reports received and total bytes. [`name_of`] has
/// approved the name. Returns a description of the content.
///
/// # Errors
/// For failures of the network, the disk or the data set. Keeps a partial download, but removes a damaged data set.
pub fn fetch(
    name: &str,
    from: &str,
    target: &Path,
    arrived: &dyn Fn(u64, Option<u64>),
) -> Result<String, Failure> {
    let part = Part::of(target);
    let url = format!("{}/{name}.zip", from.trim_end_matches('/'));
    part.fetch(&url, arrived)?;
    let found = verify(name, &part.path).inspect_err(|_| part.remove())?;
    part.finish(target)?;
    Ok(found)
}

/// Reads a fetched data set completely. Returns a description of the content.
fn verify(name: &str, path: &Path) -> Result<String, Failure> {
    let refused = |problem: String| {
        Failure::other(format!(
            "{name}: the download is not the expected data set: {problem}; it was removed, try again later"
        ))
    };
    // The reader enforces limits against oversized zips, so it runs first.
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
        true => "the same content as for the published results",
        false => {
            "the counts match, but the content differs from the published results, for example in its order: \
             folds of one do not fit the other"
        }
    };
    Ok(format!("{size}, {content}"))
}

/// Unpacks every file of a zip to verify its checksum.
fn check_sums(path: &Path) -> io::Result<()> {
    let mut archive = ZipArchive::new(File::open(path)?)?;
    for index in 0..archive.len() {
        io::copy(&mut archive.by_index(index)?, &mut io::sink())?;
    }
    Ok(())
}
