//! Reader of the TU format: text files in a zip archive, in a folder or in memory.
//!
//! | File | Content |
//! | --- | --- |
//! | `NAME_A.txt` | one edge per line, `row, column`; vertices count from 1 over all graphs |
//! | `NAME_graph_indicator.txt` | line i: the graph, from 1, of vertex i; ascending |
//! | `NAME_graph_labels.txt` | line g: the class of graph g |
//! | `NAME_node_labels.txt` | line i: the label of vertex i; optional |
//! | `NAME_node_attributes.txt` | line i: real numbers of vertex i; optional |
//! | `NAME_edge_labels.txt` | line j: the label of the edge in line j of `NAME_A.txt`; optional |
//! | `NAME_edge_attributes.txt` | line j: real numbers of that edge; optional |
//!
//! Edges become undirected and simple: the reader drops repeated lines, second directions and self-loops. If the lines of one edge
//! have different labels or attributes, the first in the file counts. A label of several columns is one label for each combination
//! of values. [`Dataset::notes`] lists the repairs.

pub(in crate::graph) mod edges;
mod find;
pub(super) mod labels;

use std::io::{Cursor, Read, Seek};
#[cfg(not(target_family = "wasm"))]
use std::{fs, path::Path};

#[cfg(not(target_family = "wasm"))]
use super::files::Folder;
use super::files::{Files, Memory, Zip};
use super::one_class;
use crate::graph::lines::{finite, natural, real};
use crate::graph::{
    DataError, Dataset, Graph, kept_targets,
    rounding::{Rounding, Written},
};
use edges::{EdgeLine, Repairs};
use find::find_data_set;
use labels::{Attributes, LabelReader, Labels};

pub use super::files::Limits;

/// Maximum compression ratio. A real data set packs to about a quarter of its size. A zip with a higher ratio that unpacks to more
/// than [`SMALL`] is a zip bomb.
const MAX_PACKED: u64 = 100;
/// Number of bytes that any machine can unpack.
const SMALL: u64 = 64 << 20;
/// Reads a data set from a zip archive; `name` is the name of the file.
pub fn read_tu_zip(name: &str, bytes: &[u8]) -> Result<Dataset, DataError> {
    if cfg!(not(feature = "data-sets")) {
        return Err(super::not_in_topology_module(name));
    }
    read_tu(name, Cursor::new(bytes), &Limits::default())
}

/// Reads a data set from a zip archive in the stream `input`, within the given limits.
pub fn read_tu(name: &str, input: impl Read + Seek, limits: &Limits) -> Result<Dataset, DataError> {
    Reader::new(Zip::new(name, input)?, limits)?.read()
}

/// Reads a data set from text files in memory, each with its path; `title` is their common name in messages.
pub fn read_tu_files(title: &str, files: &[(&str, &[u8])]) -> Result<Dataset, DataError> {
    if cfg!(not(feature = "data-sets")) {
        return Err(super::not_in_topology_module(title));
    }
    Reader::new(Memory::new(title, files), &Limits::default())?.read()
}

/// Reads a data set from a folder with its text files.
#[cfg(not(target_family = "wasm"))]
pub fn read_tu_folder(folder: &Path) -> Result<Dataset, DataError> {
    Reader::new(Folder::new(folder)?, &Limits::default())?.read()
}

/// Reads a data set from a zip archive or a folder.
#[cfg(not(target_family = "wasm"))]
pub fn read_path(path: &Path) -> Result<Dataset, DataError> {
    let title = path.display().to_string();
    let failed = |error| DataError::file(&title, format!("cannot be read: {error}"));
    let metadata = fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return read_tu_folder(path);
    }
    if !metadata.is_file() {
        return Err(DataError::file(
            title,
            "is neither a file nor a folder; name the zip or the folder of a TU data set",
        ));
    }
    read_tu(
        &title,
        fs::File::open(path).map_err(failed)?,
        &Limits::default(),
    )
}

/// A data set whose files exist and are small enough.
struct Reader<F> {
    files: F,
    limits: Limits,
    name: String,
    edges: usize,
    indicator: usize,
    /// The file of the classes, or of the targets.
    classes: usize,
    has_targets: bool,
    vertex_labels: Option<usize>,
    vertex_attributes: Option<usize>,
    edge_labels: Option<usize>,
    edge_attributes: Option<usize>,
    notes: Vec<String>,
}

impl<F: Files> Reader<F> {
    fn new(files: F, limits: &Limits) -> Result<Self, DataError> {
        let (folder, name) = find_data_set(&files)?;
        let find = |end: &str| {
            let wanted = format!("{name}_{end}.txt");
            files
                .entries()
                .iter()
                .position(|file| file.path.split_last() == Some((&wanted, &folder[..])))
        };
        let need = |end: &str| {
            find(end).ok_or_else(|| {
                DataError::file(
                    files.title(),
                    format!("expected {name}_{end}.txt next to {name}_A.txt, found none"),
                )
            })
        };
        let mut notes = Vec::new();
        let labels = find("graph_labels");
        let attributes = find("graph_attributes");
        if attributes.is_some() && labels.is_some() {
            notes.push(format!(
                "{name}_graph_attributes.txt was not read: the classes of {name}_graph_labels.txt are used"
            ));
        }
        let (classes, has_targets) = match (labels, attributes) {
            (None, Some(attributes)) => (attributes, true),
            _ => (need("graph_labels")?, false),
        };
        let reader = Self {
            edges: need("A")?,
            indicator: need("graph_indicator")?,
            classes,
            has_targets,
            vertex_labels: find("node_labels"),
            vertex_attributes: find("node_attributes"),
            edge_labels: find("edge_labels"),
            edge_attributes: find("edge_attributes"),
            limits: *limits,
            name,
            notes,
            files,
        };
        reader.check_size()?;
        Ok(reader)
    }

    fn check_size(&self) -> Result<(), DataError> {
        let parts = [
            self.vertex_labels,
            self.vertex_attributes,
            self.edge_labels,
            self.edge_attributes,
        ];
        let size = [self.edges, self.indicator, self.classes]
            .into_iter()
            .chain(parts.into_iter().flatten())
            .fold(0u64, |sum, file| {
                sum.saturating_add(self.files.entries()[file].size)
            });
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        if size > u64::from(self.limits.bytes) {
            return Err(DataError::file(
                self.files.title(),
                format!(
                    "expected at most {} MiB of text, found {} MiB; take a smaller data set or a part of this one",
                    mib(self.limits.bytes.into()),
                    mib(size),
                ),
            ));
        }
        match self.files.packed_size() {
            Some(packed) if size > SMALL && size / MAX_PACKED > packed => Err(DataError::file(
                self.files.title(),
                format!(
                    "unpacks to {} MiB, more than {MAX_PACKED} times its size, as no data set does; it was not read",
                    mib(size)
                ),
            )),
            _ => Ok(()),
        }
    }

    fn read(mut self) -> Result<Dataset, DataError> {
        let first_vertex = self.read_indicator()?;
        let graphs = first_vertex.len() - 1;
        let vertices = first_vertex[graphs];
        let (classes, targets) = match self.has_targets {
            true => self.read_targets(graphs)?,
            false => {
                let single = Some("class");
                let classes = self.read_labels(self.classes, graphs as u64, "graphs", single)?;
                self.notes.extend(one_class(&classes.names));
                (classes, Vec::new())
            }
        };
        let vertex_labels = match self.vertex_labels {
            Some(file) => self.read_labels(file, vertices.into(), "vertices", None)?,
            None => Labels::default(),
        };
        let vertex_attributes = match self.vertex_attributes {
            Some(file) => self.read_attributes(file, vertices.into(), "vertices")?,
            None => Attributes::default(),
        };
        let (edge_lines, lines) = self.read_edges(&first_vertex)?;
        let things = format!("lines of {}_A.txt", self.name);
        let edge_labels = match self.edge_labels {
            Some(file) => self.read_labels(file, lines, &things, None)?,
            None => Labels::default(),
        };
        let edge_attributes = match self.edge_attributes {
            Some(file) => self.read_attributes(file, lines, &things)?,
            None => Attributes::default(),
        };
        for (labels, what) in [(&vertex_labels, "a vertex"), (&edge_labels, "an edge")] {
            if labels.columns > 1 {
                self.notes.push(format!(
                    "the label of {what} has {} columns; each combination of values counts as one label",
                    labels.columns
                ));
            }
        }

        let mut repairs = Repairs::default();
        let graphs = edge_lines
            .into_iter()
            .zip(first_vertex.windows(2))
            .map(|(lines, range)| {
                let (from, to) = (range[0] as usize, range[1] as usize);
                let kept = repairs.simple_edges(lines, &edge_labels, &edge_attributes);
                Graph {
                    vertices: range[1] - range[0],
                    edge_labels: match self.edge_labels {
                        Some(_) => kept.iter().map(|&(_, line)| edge_labels.of[line]).collect(),
                        None => Vec::new(),
                    },
                    edge_attributes: kept
                        .iter()
                        .flat_map(|&(_, line)| edge_attributes.row(line))
                        .copied()
                        .collect(),
                    edges: kept.into_iter().map(|(edge, _)| edge).collect(),
                    vertex_labels: vertex_labels.of.get(from..to).unwrap_or_default().to_vec(),
                    vertex_attributes: (from..to)
                        .flat_map(|vertex| vertex_attributes.row(vertex))
                        .copied()
                        .collect(),
                }
            })
            .collect();
        self.notes.extend(repairs.notes());
        Ok(Dataset {
            name: if self.name.is_empty() {
                self.files.title().into()
            } else {
                self.name
            },
            graphs,
            classes: classes.of,
            class_names: classes.names,
            targets,
            vertex_label_names: vertex_labels.names,
            edge_label_names: edge_labels.names,
            vertex_attributes: vertex_attributes.columns as u32,
            edge_attributes: edge_attributes.columns as u32,
            notes: self.notes,
            split: None,
        })
    }

    /// The first vertex of each graph, counted from 0, then the number of vertices.
    fn read_indicator(&mut self) -> Result<Vec<u32>, DataError> {
        let limits = self.limits;
        let most_vertices = limits.vertices.min(1 << 31);
        let mut lines = self.files.open(self.indicator)?;
        let mut first_vertex: Vec<u32> = Vec::new();
        let mut vertices = 0;
        while let Some(line) = lines.next()? {
            let graph = first_vertex.len() as u32;
            let found = line.number(natural);
            if found == Some(graph + 1) {
                first_vertex.push(vertices);
            } else if found != Some(graph) || graph == 0 {
                return Err(line.error_because(
                    if graph == 0 {
                        "graph 1".into()
                    } else {
                        format!("graph {graph} or {}", graph + 1)
                    },
                    "; the graphs have to be in order, each with at least one vertex",
                ));
            }
            if first_vertex.len() > limits.graphs as usize {
                return Err(line.error(format!("at most {} graphs", limits.graphs)));
            }
            if vertices == most_vertices {
                return Err(line.error(format!("at most {most_vertices} vertices")));
            }
            vertices += 1;
        }
        if vertices == 0 {
            drop(lines);
            let file = self.files.entries()[self.indicator].name();
            return Err(DataError::file(
                file,
                "expected one line for each vertex, found none: the data set is empty",
            ));
        }
        first_vertex.push(vertices);
        Ok(first_vertex)
    }

    /// The targets of regression, and one class without a name for all graphs.
    fn read_targets(&mut self, graphs: usize) -> Result<(Labels, Vec<f64>), DataError> {
        let target = |field: &[u8]| {
            let number = real(field).filter(|&number| (number as f32).is_finite());
            number.map(|number| Written::text(field, number))
        };
        let rows = self.read_rows(self.classes, (graphs as u64, "graphs"), target)?;
        let file = self.files.entries()[self.classes].name();
        let (written, columns) = rows;
        if columns != 1 {
            let problem =
                format!("has {columns} columns; a model learns one target, so keep one column");
            return Err(DataError::file(file, problem));
        }
        let (targets, note) = kept_targets(&written, file);
        self.notes.extend(note);
        self.notes.push(format!(
            "there are no classes, so the numbers of {file} are targets of regression"
        ));
        let classes = Labels {
            of: vec![0; graphs],
            names: vec![String::new()],
            columns: 1,
        };
        Ok((classes, targets))
    }

    /// Labels, one per line, for each of `count` things. `single` is the name of a file that may have only one column.
    fn read_labels(
        &mut self,
        file: usize,
        count: u64,
        things: &str,
        single: Option<&str>,
    ) -> Result<Labels, DataError> {
        let mut labels = LabelReader::default();
        self.files
            .open(file)?
            .for_each_of(count, things, |line| labels.add(line, single))?;
        Ok(labels.finish())
    }

    /// Attributes, with the same number of values in every line, for each of `count` things.
    fn read_attributes(
        &mut self,
        file: usize,
        count: u64,
        things: &str,
    ) -> Result<Attributes, DataError> {
        let mut rounding = Rounding::default();
        let number = |field: &[u8]| {
            if !rounding.is_full() {
                let number = real(field).map(|number| Written::text(field, number));
                number.into_iter().for_each(|number| rounding.add(number));
            }
            finite(field)
        };
        let (numbers, columns) = self.read_rows(file, (count, things), number)?;
        let name = self.files.entries()[file].name();
        self.notes.extend(rounding.note(name, 32));
        Ok(Attributes { numbers, columns })
    }

    /// Rows with the same number of numbers in every line, for each of `count` things, and this number.
    fn read_rows<T>(
        &mut self,
        file: usize,
        (count, things): (u64, &str),
        mut number: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<(Vec<T>, usize), DataError> {
        let mut numbers = Vec::new();
        let mut columns = 0;
        self.files.open(file)?.for_each_of(count, things, |line| {
            let before = numbers.len();
            for field in line.fields() {
                numbers.push(number(field).ok_or_else(|| line.error("finite numbers"))?);
            }
            let found = numbers.len() - before;
            if before == 0 {
                columns = found;
            } else if found != columns {
                return Err(line.error(format!("as many numbers as in line 1, {columns}")));
            }
            Ok(())
        })?;
        Ok((numbers, columns))
    }

    /// For each graph, the lines of its edges; and the number of lines.
    fn read_edges(&mut self, first_vertex: &[u32]) -> Result<(Vec<Vec<EdgeLine>>, u64), DataError> {
        let graphs = first_vertex.len() - 1;
        let vertices = first_vertex[graphs];
        let mut lines = self.files.open(self.edges)?;
        let mut edges: Vec<Vec<EdgeLine>> = vec![Vec::new(); graphs];
        let mut count = 0;
        // Lines of one graph are mostly consecutive.
        let mut graph = 0;
        while let Some(line) = lines.next()? {
            let mut fields = line.fields();
            let mut vertex = || {
                fields
                    .next()
                    .and_then(natural)
                    .filter(|&id| 0 < id && id <= vertices)
                    .map(|id| id - 1)
            };
            let (Some(u), Some(v), None) = (vertex(), vertex(), fields.next()) else {
                return Err(line.error(format!("two vertex ids from 1 to {vertices}")));
            };
            let is_in = |graph: usize, vertex| {
                first_vertex[graph] <= vertex && vertex < first_vertex[graph + 1]
            };
            if !is_in(graph, u) {
                graph = graph_of(first_vertex, u);
            }
            if !is_in(graph, v) {
                let why = format!(
                    ", of graphs {} and {}",
                    graph + 1,
                    graph_of(first_vertex, v) + 1
                );
                return Err(line.error_because("two vertices of the same graph", &why));
            }
            let first = first_vertex[graph];
            count = line.number;
            edges[graph].push(EdgeLine {
                low: u.min(v) - first,
                high: u.max(v) - first,
                // No overflow: a line has at least four bytes, a file less than 2^32.
                line_and_direction: 2 * (line.number - 1) as u32 + u32::from(u > v),
            });
        }
        Ok((edges, count))
    }
}

/// The graph that contains a vertex.
fn graph_of(first_vertex: &[u32], vertex: u32) -> usize {
    first_vertex.partition_point(|&first| first <= vertex) - 1
}
