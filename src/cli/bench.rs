//! `sublevel bench`: how long persistence takes on this computer.

use std::fmt::Write;
use std::fs;
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use sublevel::graph::Dataset;
use sublevel::graph::batch::{Batcher, Tables};
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
    /// Ordinary persistence of both directions, or extended persistence. On a GPU: from the call until it is done, or
    /// what the GPU's own clock says of all shaders and of those of one size class, for the graphs in it.
    computes: String,
    device: String,
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
    let gpu = gpu::open();
    let mut report = Report {
        processor: processor(),
        cores: thread::available_parallelism().map_or(1, usize::from),
        seed: SEED,
        repeats: options.repeats,
        sets: Vec::new(),
    };
    for name in names {
        let dataset = Arc::new(load_dataset(&name, SEED)?);
        if dataset.graphs.is_empty() {
            return Err(Failure::usage(format!("{name}: there are no graphs in it")));
        }
        let set = time(&dataset, &report, &gpu)?;
        report.sets.push(set);
    }
    print(&match options.format {
        Format::Json => serde_json::to_string_pretty(&report).map_err(Failure::other)? + "\n",
        Format::Text => report.table(),
    })
}

/// All graphs of a data set at once, with a filter that is uniform in [0, 1).
fn time(dataset: &Arc<Dataset>, report: &Report, gpu: &gpu::Opened) -> Result<Set, Failure> {
    let graphs = dataset.graphs.len();
    let all: Vec<u32> = (0..graphs as u32).collect();
    let batch = Batcher::new(dataset.clone(), Tables::default(), 0).batch(&all);
    let random = &mut ChaCha8Rng::seed_from_u64(SEED.into());
    let filter: Vec<f32> = (0..batch.vertices()).map(|_| random.random()).collect();

    let (offsets, edge_offsets, edges) = (&batch.vertex_offsets, &batch.edge_offsets, &batch.edges);
    let mut death = vec![NONE; 2 * filter.len()];
    let mut loops = vec![0; 2 * filter.len()];
    let mut last = vec![NONE; filter.len()];
    let mut pairs = vec![[NONE; 2]; edges.len()];
    let cpu = |computes: &str, threads, call: &mut dyn FnMut()| Run {
        computes: computes.into(),
        device: "CPU".into(),
        threads: Some(threads),
        us_per_graph: Quantiles::of(report.repeats, graphs, || {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64()
        }),
    };
    let mut runs = vec![
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
    runs.extend(gpu::time(gpu, &batch, &filter, report.repeats)?);
    Ok(Set {
        data: dataset.name.clone(),
        graphs,
        average_vertices: batch.vertices() as f64 / graphs as f64,
        average_edges: batch.edges.len() as f64 / graphs as f64,
        runs,
    })
}

/// The engine in WGSL, in a program that has it.
#[cfg(feature = "gpu")]
mod gpu {
    use std::time::Instant;

    use sublevel::graph::batch::GraphBatch;
    use sublevel::homology::gpu::{Gpu, GpuError};
    use sublevel::homology::wgsl::{Kernel, LANES};

    use super::{Failure, Quantiles, Run};

    /// Or why there is none.
    pub type Opened = Result<Gpu, GpuError>;

    pub fn open() -> Opened {
        let gpu = pollster::block_on(Gpu::open(LANES));
        if let Err(error) = &gpu {
            eprintln!("sublevel: {error}; only the CPU is timed");
        }
        gpu
    }

    /// From the call to its end, and by the GPU's clock where it has one.
    pub fn time(
        gpu: &Opened,
        batch: &GraphBatch,
        filter: &[f32],
        repeats: u32,
    ) -> Result<Vec<Run>, Failure> {
        let Ok(gpu) = gpu else {
            return Ok(vec![]);
        };
        let resident = match gpu.upload(&batch.rows(), &batch.edges, filter) {
            Err(error @ (GpuError::TooLarge(_) | GpuError::NoRoom { .. })) => {
                eprintln!("sublevel: {error}; only the CPU is timed");
                return Ok(vec![]);
            }
            other => other.map_err(Failure::other)?,
        };
        // Once to warm up, and to hear of failures.
        gpu.run(&resident, ..).map_err(Failure::other)?;
        let run = |computes: String, graphs: usize, seconds: &dyn Fn() -> f64| Run {
            computes,
            device: gpu.name().into(),
            threads: None,
            us_per_graph: Quantiles::of(repeats, graphs, seconds),
        };
        let mut runs = vec![run("ordinary".into(), batch.graphs(), &|| {
            let start = Instant::now();
            let _ = gpu.run(&resident, ..);
            start.elapsed().as_secs_f64()
        })];
        if !gpu.has_clock() {
            return Ok(runs);
        }
        let clock = |runs: std::ops::Range<usize>| {
            let seconds = gpu.run(&resident, runs);
            seconds.ok().flatten().unwrap_or(f64::NAN)
        };
        let all = resident.runs();
        let shaders = || clock(0..all.len());
        runs.push(run("ordinary, shaders".into(), batch.graphs(), &shaders));
        let is_small = |index: &usize| matches!(all[*index].dispatch.kernel, Kernel::Small(_));
        let small = (0..all.len()).take_while(is_small).count();
        for (index, prepared) in all.iter().enumerate().take(small) {
            if let Kernel::Small(class) = prepared.dispatch.kernel {
                let name = format!("shaders, up to {class} vertices");
                let graphs = prepared.dispatch.params[2] as usize;
                runs.push(run(name, graphs, &|| clock(index..index + 1)));
            }
        }
        if let Some(large) = all.get(small) {
            let graphs = large.dispatch.params[2] as usize;
            runs.push(run("shaders, larger".into(), graphs, &|| {
                clock(small..all.len())
            }));
        }
        Ok(runs)
    }
}

#[cfg(not(feature = "gpu"))]
mod gpu {
    use sublevel::graph::batch::GraphBatch;

    use super::{Failure, Run};

    pub struct Opened;

    pub fn open() -> Opened {
        Opened
    }

    pub fn time(_: &Opened, _: &GraphBatch, _: &[f32], _: u32) -> Result<Vec<Run>, Failure> {
        Ok(vec![])
    }
}

impl Quantiles {
    /// Of so many measurements of the seconds that so many graphs take.
    fn of(repeats: u32, graphs: usize, mut seconds: impl FnMut() -> f64) -> Self {
        let mut times: Vec<f64> = (0..repeats)
            .map(|_| seconds() * 1e6 / graphs as f64)
            .collect();
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
