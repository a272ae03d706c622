//! `sublevel barcode`: persistence of one graph.

mod compute;
mod input;
mod many;
mod npz;
mod output;
mod points;
mod source;
mod values;
mod vectors;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Instant;

use clap::builder::StringValueParser;
use sublevel::graph::InputGraph;
use sublevel::graph::filters::Filter;

use super::Failure;
use super::console::{Work, detail, say};
use super::files::remove_part;
use super::stopping;
use super::words::offering;
pub(super) use input::{Input, endings, formats};
use points::PointArguments;
pub(super) use source::{name_of, read};
use vectors::VectorArguments;

const EXAMPLES: &str = "Examples:
  sublevel barcode graph.json
  sublevel barcode graph.graphml --filter height --extended
  sublevel barcode friends.csv --filter degree --format csv --representatives
  sublevel barcode distances.txt --edge-filter --filter edges --clique
  sublevel barcode points.csv --rips --max-scale 0.5
  sublevel barcode points.csv --alpha --format csv
  sublevel barcode MUTAG.zip --graph 17 --filter label --format gudhi
  sublevel barcode MUTAG.zip --all --filter degree --out bars.jsonl
  sublevel barcode MUTAG.zip --all --filter degree --format npz --out bars.npz
  sublevel barcode MUTAG.zip --all --filter degree --vectorize landscape --format npz --out vectors.npz
  sublevel barcode graphs/*.json > bars.jsonl";

/// Options of `sublevel barcode`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    points: PointArguments,
    #[command(flatten)]
    vectors: VectorArguments,
    /// Filter value of each vertex, in 64 bits (attributes of data sets in 32)
    #[arg(long, value_name = "CHOICE", default_value = "values", value_parser = offering(StringValueParser::new(), Filter::choices()), hide_possible_values = true, long_help = filters())]
    filter: String,
    /// Give edges their own filter values, from the file or an edge attribute; sublevel only
    #[arg(long, value_name = "ATTRIBUTE", require_equals = true)]
    edge_filter: Option<Option<String>>,
    /// Fill triangles (clique complex), so that loops can end
    #[arg(long)]
    clique: bool,
    /// Add extended persistence, in which every bar ends
    #[arg(long)]
    extended: bool,
    /// Persistence engine; extended persistence always runs on the CPU
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = Engine::UnionFind)]
    engine: Engine,
    /// Keep bars of length zero: one bar of H0 for every vertex
    #[arg(long)]
    keep_zero: bool,
    /// Add the vertices of a representative of each bar: of a component just before it dies, of a cycle in order
    ///
    /// The cycle consists of the edge that closes the loop, from the last vertex to the first, and a path with the fewest edges among
    /// earlier edges. For each cycle, the program searches the graph once
    #[arg(long, conflicts_with = "vectorize")]
    representatives: bool,
    /// Output format
    ///
    /// npz holds 64-bit arrays: births and deaths `sublevel_h0` (bars × 2), births `sublevel_h0_essential` and
    /// `sublevel_h1_essential`, with --clique `sublevel_h1`; the same for `superlevel`; with --extended `extended_h0` and
    /// `extended_h1`. The bars of graph i are `NAME[NAME_offsets[i]:NAME_offsets[i + 1]]`; `file` and `graph` identify
    /// the graph. With --representatives, the vertices of bar j of all graphs are
    /// `NAME_vertices[NAME_vertices_offsets[j]:NAME_vertices_offsets[j + 1]]`
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Json)]
    format: Format,
    /// Output file instead of stdout. An existing file changes atomically; a pipe or a device receives the output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Direction for --format gudhi, which holds one filtration
    #[arg(long, value_enum, value_name = "DIRECTION", default_value_t = Way::Sublevel)]
    direction: Way,
}

/// The long help of `--filter`: all choices.
fn filters() -> String {
    let structure: String = Filter::choices()
        .map(|choice| format!("- {}: {}\n", choice.id, choice.help))
        .collect();
    format!(
        "Filter value of each vertex, in 64 bits (attributes of data sets in 32)\n\n\
         - values: The values of the file, or of an attribute called filter\n\
         {structure}\
         - edges: The smallest value of its edges, with --edge-filter\n\
         - attribute:NAME, or any other NAME: The vertex attribute of this name\n\n\
         Except for the degree, filters of structure ignore self-loops and repeated edges."
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    /// Union-find, or a faster variant, on the CPU
    UnionFind,
    /// Standard reduction of the boundary matrix, column by column, for small graphs
    Reduction,
    /// The WGSL shaders of the page
    Gpu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One object; vertices are numbers, `names` lists their names in the file
    Json,
    /// One line per bar
    Csv,
    /// Lines `dimension birth death` for GUDHI
    Gudhi,
    /// Arrays for numpy.load, for one graph or many
    Npz,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Way {
    /// Small filter values first
    Sublevel,
    /// Large filter values first; values are written negated, as in GUDHI
    Superlevel,
}

/// Writes the barcodes to stdout, or to a file.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.check().map_err(Failure::usage)?;
    let out = arguments.out.clone();
    let stop = move || {
        if let Some(path) = &out {
            remove_part(path);
        }
        say("\nsublevel: stopped");
        stopping::exit();
    };
    stopping::on_signal(stop).map_err(Failure::other)?;
    if arguments.input.is_many() || arguments.format == Format::Npz {
        return many::run(arguments);
    }
    let started = Instant::now();
    let file = &arguments.input.files[0];
    let work = Work::begin(format!("reading {file}"));
    let (name, graph) = arguments.read_one(file, &work)?;
    drop(work);
    let (vertices, edges) = (graph.vertices, graph.edges.len());
    detail(format_args!(
        "{name}: {vertices} vertices, {edges} edges, read in {:.3} s",
        started.elapsed().as_secs_f64()
    ));
    let started = Instant::now();
    let work = Work::begin(format!("barcodes of {name}"));
    let computed = arguments.compute(&name, graph, &work)?;
    drop(work);
    detail(format_args!(
        "barcodes computed in {:.4} s",
        started.elapsed().as_secs_f64()
    ));
    // Bars on a terminal would mix with the progress.
    let is_seen = arguments.out.is_none() && io::stdout().is_terminal();
    let _work = (!is_seen).then(|| Work::begin(format!("writing the bars of {name}")));
    output::write(arguments, &computed)
}

impl Arguments {
    /// The graph of a file, or its points, and its name in messages; `work` receives the read share.
    fn read_one(&self, file: &str, work: &Work) -> Result<(String, InputGraph), Failure> {
        match self.points.is_chosen() {
            true => Ok((
                name_of(file).into(),
                self.points.read(file, self.input.columns.as_ref())?,
            )),
            false => self.input.read_one(file, work),
        }
    }

    /// Rejects conflicting options before anything is read.
    fn check(&self) -> Result<(), &'static str> {
        let more = self.clique || self.edge_filter.is_some();
        if self.extended && self.edge_filter.is_some() {
            return Err(
                "--extended needs values of vertices only; remove --extended or --edge-filter",
            );
        }
        if self.extended && self.clique {
            return Err("--extended pairs the loops that --clique fills; remove one of them");
        }
        if self.extended && self.format == Format::Gudhi {
            return Err(
                "--format gudhi holds one filtration and no extended persistence; \
                 choose json or csv, or leave out --extended",
            );
        }
        if self.representatives && self.format == Format::Gudhi {
            return Err(
                "--format gudhi holds births and deaths only; choose json, csv or npz, or leave out --representatives",
            );
        }
        if self.vectors.is_chosen() && self.format != Format::Npz {
            return Err("--vectorize writes arrays: add --format npz --out FILE");
        }
        self.vectors.check(self.points.max_scale())?;
        if self.format == Format::Npz && self.out.is_none() {
            return Err("--format npz is binary: add --out FILE");
        }
        if self.input.is_many() && !matches!(self.format, Format::Json | Format::Npz) {
            return Err(
                "many graphs are written as JSON lines or with --format npz; remove --format",
            );
        }
        if self.input.files.len() > 1 && self.input.files.iter().any(|file| file == "-") {
            return Err("stdin (-) cannot be combined with other files; remove one or the other");
        }
        if more && self.engine != Engine::UnionFind {
            return Err("--clique and --edge-filter need the default engine; remove --engine");
        }
        if self.filter == "edges" && self.edge_filter.is_none() {
            return Err("--filter edges uses the values of the edges; add --edge-filter");
        }
        if self.direction == Way::Superlevel {
            if self.format != Format::Gudhi {
                return Err(
                    "--direction needs --format gudhi; the other formats hold both directions",
                );
            }
            if self.edge_filter.is_some() {
                return Err(
                    "--edge-filter has no superlevel filtration, because edges would enter before their ends; \
                     remove --direction",
                );
            }
        }
        Ok(())
    }
}
