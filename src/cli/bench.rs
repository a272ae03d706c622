//! `sublevel bench`: how long persistence takes on this computer.

use std::fmt::Write;
use std::fs;
use std::process;
use std::thread;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use sublevel::graph::Dataset;
use sublevel::graph::batch::GraphBatch;
use sublevel::graph::generate::GENERATORS;
use sublevel::homology::{
    NONE, extended_batch, extended_batch_one_thread, persistence_batch,
    persistence_batch_one_thread,
};

use super::{Failure, load_dataset, print};

/// Seed of the generators and of the filters.
const SEED: u32 = 0;

/// Options of `sublevel bench`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Time the persistence of every graph of a data set, in both directions, sorting included
    Persistence(Options),
}

#[derive(clap::Args, Debug)]
struct Options {
    /// TU zip or folder, or the name of a generated data set; may be repeated [default: all generated ones]
    #[arg(long)]
    data: Vec<String>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// How often every data set is done
    #[arg(long, default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..))]
    repeats: u32,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// What `--format json` writes.
#[derive(Debug, Serialize)]
struct Report {
    processor: String,
    cores: usize,
    seed: u32,
    repeats: u32,
    sets: Vec<Set>,
}

#[derive(Debug, Serialize)]
struct Set {
    data: String,
    graphs: usize,
    average_vertices: f64,
    average_edges: f64,
    runs: Vec<Run>,
}

/// The time that one way of computing takes.
#[derive(Debug, Serialize)]
struct Run {
    /// Ordinary persistence of both directions, or extended persistence.
    computes: &'static str,
    device: &'static str,
    /// Threads that share the graphs, on a CPU.
    threads: Option<usize>,
    /// Over the repeats.
    us_per_graph: Quantiles,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Quantiles {
    median: f64,
    p95: f64,
}

/// Writes the times to stdout.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let What::Persistence(options) = &arguments.what;
    let generated = GENERATORS.iter().map(|generator| generator.id.to_owned());
    let names: Vec<String> = match options.data.as_slice() {
        [] => generated.collect(),
        names => names.to_vec(),
    };
    let mut report = Report {
        processor: processor(),
        cores: thread::available_parallelism().map_or(1, usize::from),
        seed: SEED,
        repeats: options.repeats,
        sets: Vec::new(),
    };
    for name in names {
        let dataset = load_dataset(&name, SEED)?;
        if dataset.graphs.is_empty() {
            return Err(Failure::usage(format!("{name}: there are no graphs in it")));
        }
        let set = time(&dataset, &report);
        report.sets.push(set);
    }
    print(&match options.format {
        Format::Json => serde_json::to_string_pretty(&report).map_err(Failure::other)? + "\n",
        Format::Text => report.table(),
    })
}

/// All graphs of a data set at once, with a filter that is uniform in [0, 1).
fn time(dataset: &Dataset, report: &Report) -> Set {
    let graphs = dataset.graphs.len();
    let all: Vec<u32> = (0..graphs as u32).collect();
    let batch = GraphBatch::new(dataset, &all);
    let random = &mut ChaCha8Rng::seed_from_u64(SEED.into());
    let filter: Vec<f32> = (0..batch.vertices()).map(|_| random.random()).collect();

    let (offsets, edge_offsets, edges) = (&batch.vertex_offsets, &batch.edge_offsets, &batch.edges);
    let mut death = vec![NONE; 2 * filter.len()];
    let mut loops = vec![0; 2 * filter.len()];
    let mut last = vec![NONE; filter.len()];
    let mut pairs = vec![[NONE; 2]; edges.len()];
    let cpu = |computes, threads, call: &mut dyn FnMut()| Run {
        computes,
        device: "CPU",
        threads: Some(threads),
        us_per_graph: Quantiles::of(report.repeats, || {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64() * 1e6 / graphs as f64
        }),
    };
    let runs = vec![
        cpu("ordinary", 1, &mut || {
            persistence_batch_one_thread(
                offsets,
                edge_offsets,
                edges,
                &filter,
                &mut death,
                &mut loops,
            );
        }),
        cpu("ordinary", report.cores, &mut || {
            persistence_batch(
                offsets,
                edge_offsets,
                edges,
                &filter,
                &mut death,
                &mut loops,
            );
        }),
        cpu("extended", 1, &mut || {
            extended_batch_one_thread(offsets, edge_offsets, edges, &filter, &mut last, &mut pairs);
        }),
        cpu("extended", report.cores, &mut || {
            extended_batch(offsets, edge_offsets, edges, &filter, &mut last, &mut pairs);
        }),
    ];
    Set {
        data: dataset.name.clone(),
        graphs,
        average_vertices: batch.vertices() as f64 / graphs as f64,
        average_edges: batch.edges.len() as f64 / graphs as f64,
        runs,
    }
}

impl Quantiles {
    /// Of so many measurements.
    fn of(repeats: u32, mut measure: impl FnMut() -> f64) -> Self {
        let mut times: Vec<f64> = (0..repeats).map(|_| measure()).collect();
        times.sort_by(f64::total_cmp);
        let at = |quantile: f64| times[((times.len() - 1) as f64 * quantile).round() as usize];
        Self {
            median: at(0.5),
            p95: at(0.95),
        }
    }
}

impl Report {
    /// A block for every data set, a line for every run.
    fn table(&self) -> String {
        let Self {
            processor,
            cores,
            repeats,
            ..
        } = self;
        let mut text = format!(
            "{processor}, {cores} cores\n\
             microseconds per graph, median and 95th percentile of {repeats} runs\n"
        );
        for set in &self.sets {
            let _ = writeln!(
                text,
                "\n{}: {} graphs, on average {:.1} vertices, {:.1} edges",
                set.data, set.graphs, set.average_vertices, set.average_edges
            );
            for run in &set.runs {
                let threads = match run.threads {
                    None => String::new(),
                    Some(1) => ", 1 thread".into(),
                    Some(threads) => format!(", {threads} threads"),
                };
                let name = format!("{}, {}{threads}", run.computes, run.device);
                let Quantiles { median, p95 } = run.us_per_graph;
                let _ = writeln!(text, "  {name:40}{median:10.3}{p95:10.3}");
            }
        }
        text
    }
}

/// What the processor calls itself.
fn processor() -> String {
    let linux = || {
        let text = fs::read_to_string("/proc/cpuinfo").ok()?;
        let (_, name) = text
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(key, _)| key.trim() == "model name")?;
        Some(name.trim().to_owned())
    };
    let macos = || {
        let output = process::Command::new("sysctl")
            .args(["-n", "machdep.cpu.brand_string"])
            .output()
            .ok()?;
        let name = String::from_utf8(output.stdout).ok()?;
        Some(name.trim().to_owned())
    };
    let windows = || std::env::var("PROCESSOR_IDENTIFIER").ok();
    let names = linux().or_else(macos).or_else(windows);
    names
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}
