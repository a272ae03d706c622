//! `sublevel barcode`: persistence of one graph.

mod input;
mod many;
mod values;

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use sublevel::graph::InputGraph;
use sublevel::homology::barcode::{Barcodes, Direction};
use sublevel::homology::filtration::Filtration;
use sublevel::homology::stand_ins::StandIns;
use sublevel::homology::trace::{Mode, Trace};
use sublevel::homology::{Extended, HomologyError, Persistence, extended, persistence};

use super::console::detail;
use super::files::replace;
use super::{Failure, print};
use input::Input;
use values::{edge_values, vertex_values};

const EXAMPLES: &str = "Examples:
  sublevel barcode graph.json
  sublevel barcode graph.graphml --filter height --extended
  sublevel barcode friends.csv --filter degree --format csv
  sublevel barcode distances.txt --edge-filter --filter edges --clique
  sublevel barcode MUTAG.zip --graph 17 --filter label --format gudhi
  sublevel barcode MUTAG.zip --all --filter degree --out bars.jsonl
  sublevel barcode graphs/*.json > bars.jsonl";

/// Options of `sublevel barcode`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Filter value of each vertex, in 64 bits (attributes of data sets in 32)
    ///
    /// - values: those of the file, or of an attribute called filter
    /// - degree: the number of edges at the vertex
    /// - core: its core number; closeness: its closeness centrality; heat-kernel: its heat kernel signature
    ///   at time 1; all three of the graph without self-loops and repeated edges
    /// - edges: the smallest value of its edges, with --edge-filter
    /// - attribute:NAME, or any other NAME: the vertex attribute of this name
    #[arg(
        long,
        value_name = "CHOICE",
        default_value = "values",
        verbatim_doc_comment
    )]
    filter: String,
    /// Let edges enter with values of their own, those of the file or an edge attribute; sublevel only
    #[arg(long, value_name = "ATTRIBUTE", require_equals = true)]
    edge_filter: Option<Option<String>>,
    /// Fill in triangles, so that loops can end
    #[arg(long)]
    clique: bool,
    /// Add extended persistence, which ends the bars that otherwise never end
    #[arg(long)]
    extended: bool,
    /// What computes the persistence; the extended one is always computed on the CPU
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = Engine::UnionFind)]
    engine: Engine,
    /// Keep bars of length zero: one bar of H0 for every vertex
    #[arg(long)]
    keep_zero: bool,
    /// What is written
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Json)]
    format: Format,
    /// File to write to, in the place of stdout; one that is there is replaced as a whole
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Filtration that --format gudhi writes, which holds one alone
    #[arg(long, value_enum, value_name = "DIRECTION", default_value_t = Way::Sublevel)]
    direction: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    /// Union-find or a faster relative of it, on the CPU
    UnionFind,
    /// Textbook reduction of the boundary matrix, column by column, of a small graph
    Reduction,
    /// The shaders of the page
    Gpu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One object; vertices are numbers, `names` says what the file calls them
    Json,
    /// A line for each bar
    Csv,
    /// Lines `dimension birth death`, as GUDHI reads them
    Gudhi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Way {
    /// Small filter values first
    Sublevel,
    /// Large filter values first; the values are written negated, as GUDHI would compute it
    Superlevel,
}

/// The documented JSON.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    barcodes: &'a Barcodes<f64>,
    /// What the file calls each vertex; left out where it counts them from 0.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    names: &'a [String],
}

/// Writes the barcodes to stdout.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.check().map_err(Failure::usage)?;
    if arguments.input.is_many() {
        return many::run(arguments);
    }
    let started = Instant::now();
    let (name, graph) = arguments.input.read_one(&arguments.input.files[0])?;
    let (vertices, edges) = (graph.vertices, graph.edges.len());
    detail(format_args!(
        "{name}: {vertices} vertices, {edges} edges, read in {:.2} s",
        started.elapsed().as_secs_f64()
    ));
    let started = Instant::now();
    let barcodes = arguments.barcodes(&name, &graph)?;
    detail(format_args!(
        "barcodes computed in {:.2} s",
        started.elapsed().as_secs_f64()
    ));
    let text = match arguments.format {
        Format::Json => {
            let document = Document {
                barcodes: &barcodes,
                names: &graph.names,
            };
            serde_json::to_string(&document).map_err(Failure::other)? + "\n"
        }
        Format::Csv => barcodes.to_csv(),
        Format::Gudhi => {
            let direction = match arguments.direction {
                Way::Sublevel => Direction::Sublevel,
                Way::Superlevel => Direction::Superlevel,
            };
            let barcode = barcodes.get(direction);
            barcode.map_or_else(String::new, |barcode| barcode.to_gudhi(direction))
        }
    };
    match &arguments.out {
        None => print(&text),
        Some(path) => replace(path, text.as_bytes()),
    }
}

impl Arguments {
    /// Options that make no sense together, before anything is read.
    fn check(&self) -> Result<(), &'static str> {
        let more = self.clique || self.edge_filter.is_some();
        if self.extended && self.edge_filter.is_some() {
            return Err(
                "--extended goes down again vertex by vertex, which --edge-filter does not allow; \
                 leave out one of them",
            );
        }
        if self.extended && self.clique {
            return Err(
                "--extended pairs the loops of the graph, --clique fills them in; leave out one of them",
            );
        }
        if self.extended && self.format == Format::Gudhi {
            return Err(
                "--format gudhi holds one filtration and no extended persistence; \
                 choose json or csv, or leave out --extended",
            );
        }
        if self.input.is_many() && self.format != Format::Json {
            return Err("of many graphs a line of JSON each is written; leave out --format");
        }
        if self.input.files.len() > 1 && self.input.files.iter().any(|file| file == "-") {
            return Err("stdin is one file; read the others from it, or leave it out");
        }
        if more && self.engine != Engine::UnionFind {
            return Err(
                "--clique and --edge-filter are computed by the default engine only; leave out --engine",
            );
        }
        if self.filter == "edges" && self.edge_filter.is_none() {
            return Err("--filter edges takes the values of the edges; add --edge-filter");
        }
        if self.direction == Way::Superlevel {
            if self.format != Format::Gudhi {
                return Err(
                    "--direction goes with --format gudhi; the other formats hold both directions",
                );
            }
            if self.edge_filter.is_some() {
                return Err("there is no superlevel filtration with --edge-filter: \
                     edges would come before their ends; leave out --direction");
            }
        }
        Ok(())
    }

    fn barcodes(&self, name: &str, graph: &InputGraph) -> Result<Barcodes<f64>, Failure> {
        let failed = |problem: String| Failure::usage(format!("{name}: {problem}"));
        let edge_filter = match &self.edge_filter {
            Some(choice) => Some(edge_values(graph, choice.as_deref()).map_err(failed)?),
            None => None,
        };
        let filter = vertex_values(graph, &self.filter, edge_filter).map_err(failed)?;
        let (stand_ins, [filter, edges]) =
            StandIns::new([&filter, edge_filter.unwrap_or_default()]);
        let edge_filter = edge_filter.map(|_| &edges[..]);
        let barcodes = self.barcodes_of_stand_ins(name, graph, &filter, edge_filter);
        let barcodes = barcodes.map_err(|error| match error {
            // The same with the values that the file has.
            Problem::Order(error) => failed(in_words(&error, graph, &stand_ins)),
            Problem::Other(failure) => failure,
        })?;
        Ok(barcodes.map(|value| stand_ins.value(value)))
    }

    fn barcodes_of_stand_ins(
        &self,
        name: &str,
        graph: &InputGraph,
        filter: &[f32],
        edge_filter: Option<&[f32]>,
    ) -> Result<Barcodes, Problem> {
        let failed = |problem: String| Failure::usage(format!("{name}: {problem}"));
        if self.clique || edge_filter.is_some() {
            let filtration = Filtration {
                edges: &graph.edges,
                filter,
                edge_filter,
                cliques: self.clique,
            };
            return filtration.barcodes(self.keep_zero).map_err(Problem::Order);
        }
        let persistence = match self.engine {
            Engine::UnionFind => persistence(&graph.edges, filter),
            Engine::Reduction => by_columns(graph, filter).map_err(failed)?,
            Engine::Gpu => on_gpu(name, graph, filter)?,
        };
        let barcodes = Barcodes::new(&persistence, filter, self.keep_zero);
        Ok(if self.extended {
            let Extended { components, loops } = extended(&graph.edges, filter);
            barcodes.with_extended(&components, &loops, filter, self.keep_zero)
        } else {
            barcodes
        })
    }
}

/// Why there are no barcodes.
enum Problem {
    /// It names stand-ins of values.
    Order(HomologyError),
    Other(Failure),
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Self::Other(failure)
    }
}

/// What is wrong with a filtration, with vertices and values as the file has them.
fn in_words(error: &HomologyError, graph: &InputGraph, stand_ins: &StandIns) -> String {
    match error {
        HomologyError::EdgeBelowEnd {
            edge,
            ends,
            value,
            vertex,
            vertex_value,
        } => {
            let [a, b] = ends.map(|end| graph.name_of(end));
            let [value, vertex_value] = [*value, *vertex_value].map(|value| stand_ins.value(value));
            format!(
                "edge {edge} joins vertices {a} and {b} and has the value {value}, below the value \
                 {vertex_value} of vertex {}; an edge needs at least the values of its ends, \
                 which --filter edges gives",
                graph.name_of(*vertex)
            )
        }
        error => error.to_string(),
    }
}

fn by_columns(graph: &InputGraph, filter: &[f32]) -> Result<Persistence, String> {
    let result = |direction| {
        let trace = Trace::new(&graph.edges, filter, direction, Mode::Sequential);
        trace.map(|trace| trace.result()).map_err(|error| match error {
            HomologyError::TooManySimplices { simplices, most } => format!(
                "the graph has {simplices} vertices and edges, --engine reduction takes at most {most}; \
                 --engine union-find takes every graph"
            ),
            error => error.to_string(),
        })
    };
    let [sublevel, superlevel] = [result(Direction::Sublevel)?, result(Direction::Superlevel)?];
    Ok(Persistence {
        death: [sublevel.0, superlevel.0],
        loops: [sublevel.1, superlevel.1],
    })
}

#[cfg(feature = "gpu")]
fn on_gpu(name: &str, graph: &InputGraph, filter: &[f32]) -> Result<Persistence, Failure> {
    use sublevel::homology::gpu::{Gpu, GpuError};

    let gpu = pollster::block_on(Gpu::open(256));
    let computed = gpu.and_then(|gpu| gpu.persistence(&graph.edges, filter));
    computed.map_err(|error| {
        let message = format!("{name}: {error}; --engine union-find takes every graph");
        match error {
            GpuError::TooLarge(_) | GpuError::NoRoom { .. } => Failure::usage(message),
            GpuError::NoAdapter(_) | GpuError::Failed(_) => Failure::other(message),
        }
    })
}

#[cfg(not(feature = "gpu"))]
fn on_gpu(_: &str, _: &InputGraph, _: &[f32]) -> Result<Persistence, Failure> {
    Err(Failure::usage(
        "--engine gpu needs a program that was built with it: \
         `cargo run --release --features gpu -- barcode …`",
    ))
}
