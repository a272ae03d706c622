//! `sublevel bench`: times of persistence, readout, message passing and training on this computer.

#[cfg(feature = "training")]
mod readout;
#[cfg(feature = "training")]
mod training;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::config::{Features, ModelKind};
use sublevel::graph::batch::{Batcher, FeatureSizes};
use sublevel::graph::generate::GENERATORS;
use sublevel::graph::{Dataset, Graph, Statistics};
use sublevel::homology::{
    NONE, Output, Workspace, extended_batch, extended_batch_one_thread, persistence_batch,
    persistence_batch_one_thread,
};
use sublevel::protocol::Backend;
use sublevel::run_file::Versions;

use super::bench_file::{BenchFile, GraphTime, Quantiles, Run, Set};
#[cfg(feature = "gpu")]
use super::console::note;
#[cfg(not(feature = "training"))]
use super::training_program;
use super::words::{choice, whole};
use super::{Failure, load_dataset, print};

/// Seed of generators and filters.
const SEED: u32 = 0;

/// Options of `sublevel bench`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Time persistence of every graph of a data set: both directions, sorting included
    Persistence(Options),
    /// Time readout, 1-GIN and 4-GIN of every graph of a data set separately, on one thread
    ///
    /// The readout is persistence in both directions and 100 rational hats per barcode, from given filter values. A k-GIN is the
    /// learned filter with k layers and uninformative features, as in the paper on REDDIT. Times are for evaluation on the CPU, with
    /// the graph and its colour refinement in memory, as in training
    Readout(ReadoutOptions),
    /// Time training: milliseconds per step, seconds per epoch including the evaluation of the test part
    ///
    /// Uses the first fold of ten and the defaults of `train`. RAYON_NUM_THREADS=1 prepares the batches on the training thread
    Training(TrainingOptions),
}

#[derive(clap::Args, Debug)]
struct Options {
    /// TU zip or folder, or the name of a generated data set; repeatable [default: all generated data sets]
    #[arg(short, long, value_name = "FILE|FOLDER|NAME")]
    data: Vec<String>,
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    /// Number of repeats per data set
    #[arg(long, value_name = "N", default_value = "21", allow_negative_numbers = true, value_parser = whole(1..=u32::MAX))]
    repeats: u32,
    /// Also time every graph separately on one thread, for `sublevel report`; needs --format json
    #[arg(long)]
    per_graph: bool,
}

/// Options of `sublevel bench readout`.
#[derive(clap::Args, Debug)]
struct ReadoutOptions {
    /// TU zip or folder, or the name of a generated data set; repeatable
    #[arg(short, long, value_name = "FILE|FOLDER|NAME", required = true)]
    data: Vec<String>,
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    /// Number of repeats per graph
    #[arg(long, value_name = "N", default_value = "5", allow_negative_numbers = true, value_parser = whole(1..=u32::MAX))]
    repeats: u32,
}

/// Options of `sublevel bench training`.
#[derive(clap::Args, Debug)]
struct TrainingOptions {
    /// TU zip or folder, or the name of a generated data set; repeatable
    #[arg(short, long, value_name = "FILE|FOLDER|NAME", required = true)]
    data: Vec<String>,
    /// Model; repeatable
    #[arg(short, long, value_name = "MODEL", default_value = "gfl", value_parser = choice::<ModelKind>(ModelKind::CHOICES))]
    model: Vec<ModelKind>,
    /// Features of the vertices [default: as for `train`]
    #[arg(long, value_name = "FEATURES", value_parser = choice::<Features>(Features::CHOICES))]
    features: Option<Features>,
    /// Device
    #[arg(long, value_name = "DEVICE", default_value = "cpu", value_parser = choice::<Backend>(&Backend::CHOICES[1..]))]
    device: Backend,
    /// Output format
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    /// Number of timed epochs
    #[arg(long, value_name = "N", default_value = "5", allow_negative_numbers = true, value_parser = whole(1..=1000))]
    repeats: u32,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// Medians, for people
    Text,
    /// One object, for `sublevel report`
    Json,
}

/// Writes the times to stdout.
pub fn run(
    arguments: &Arguments,
    #[cfg_attr(
        feature = "training",
        expect(unused_variables, reason = "only if another program is built")
    )]
    source: &Path,
) -> Result<(), Failure> {
    match &arguments.what {
        What::Persistence(options) => persistence(options),
        #[cfg(feature = "training")]
        What::Readout(options) => readout::run(options),
        #[cfg(feature = "training")]
        What::Training(options) => training::run(options),
        #[cfg(not(feature = "training"))]
        What::Readout(_) | What::Training(_) => training_program::hand_over(source),
    }
}

fn persistence(options: &Options) -> Result<(), Failure> {
    let generated = GENERATORS.iter().map(|generator| generator.id.to_owned());
    let names: Vec<String> = match options.data.as_slice() {
        [] => generated.collect(),
        names => names.to_vec(),
    };
    if options.per_graph && matches!(options.format, Format::Text) {
        return Err(Failure::usage("--per-graph needs --format json"));
    }
    let gpu = gpu::open();
    let mut report = BenchFile {
        versions: Versions::current(),
        processor: processor(),
        cores: thread::available_parallelism().map_or(1, usize::from),
        seed: SEED,
        repeats: options.repeats,
        sets: Vec::new(),
    };
    for name in names {
        let dataset = Arc::new(load_dataset(&name, SEED)?);
        if dataset.graphs.is_empty() {
            return Err(Failure::usage(format!(
                "{name}: the data set has no graphs"
            )));
        }
        let mut set = time(&dataset, &report, &gpu)?;
        if options.per_graph {
            set.per_graph = time_each(&dataset, options.repeats);
        }
        report.sets.push(set);
    }
    print(&match options.format {
        Format::Json => serde_json::to_string_pretty(&report).map_err(Failure::other)? + "\n",
        Format::Text => table(&report),
    })
}

/// All graphs of a data set at once, with a filter that is uniform in [0, 1).
fn time(dataset: &Arc<Dataset>, report: &BenchFile, gpu: &gpu::Opened) -> Result<Set, Failure> {
    let graphs = dataset.graphs.len();
    let all: Vec<u32> = (0..graphs as u32).collect();
    let batch = Batcher::new(
        dataset.clone(),
        FeatureSizes::default(),
        &Statistics::default(),
        0,
    )
    .batch(&all);
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
        us_per_graph: quantiles(report.repeats, graphs, || {
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
        per_graph: vec![],
    })
}

/// Each graph separately, with a filter that is uniform in [0, 1). A repeat covers all graphs, so that a graph's data is not in the
/// cache from its previous measurement.
fn time_each(dataset: &Dataset, repeats: u32) -> Vec<GraphTime> {
    let random = &mut ChaCha8Rng::seed_from_u64(SEED.into());
    let uniform = |graph: &Graph| (0..graph.vertices).map(|_| random.random()).collect();
    let filters: Vec<Vec<f32>> = dataset.graphs.iter().map(uniform).collect();
    let most = filters.iter().map(Vec::len).max().unwrap_or(0);
    let [mut up, mut down] = [(); 2].map(|()| (vec![NONE; most], vec![0; most]));
    let mut times = vec![Vec::new(); filters.len()];
    let mut workspace = Workspace::default();
    for _ in 0..repeats {
        for ((graph, filter), times) in dataset.graphs.iter().zip(&filters).zip(&mut times) {
            let start = Instant::now();
            workspace.sort(filter);
            workspace.reduce(&graph.edges);
            workspace.read_out(
                0,
                &mut Output {
                    death: [&mut up.0, &mut down.0],
                    loops: [&mut up.1, &mut down.1],
                },
            );
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    let graphs = dataset.graphs.iter().zip(times);
    graphs
        .map(|(graph, times)| GraphTime {
            vertices: graph.vertices,
            edges: graph.edges.len() as u32,
            us: Quantiles::new(times).median,
        })
        .collect()
}

/// The WGSL engine, if the program has it.
#[cfg(feature = "gpu")]
mod gpu {
    use std::time::Instant;

    use sublevel::gpu::{Gpu, GpuError};
    use sublevel::graph::batch::GraphBatch;
    use sublevel::homology::dispatch_plan::{Kernel, LANES};

    use super::{Failure, Run, note, quantiles};

    /// The reason if there is none.
    pub type Opened = Result<Gpu, GpuError>;

    pub fn open() -> Opened {
        let gpu = pollster::block_on(Gpu::open(LANES));
        if let Err(error) = &gpu {
            note(format_args!("{error}; only the CPU is timed"));
        }
        gpu
    }

    /// Wall time, and time by the GPU's timestamps if available.
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
            Err(error @ (GpuError::TooLarge(_) | GpuError::BufferTooLarge { .. })) => {
                note(format_args!("{error}; only the CPU is timed"));
                return Ok(vec![]);
            }
            other => other.map_err(Failure::other)?,
        };
        // A warm-up run that detects failures.
        gpu.run(&resident, ..).map_err(Failure::other)?;
        let run = |computes: String, graphs: usize, seconds: &dyn Fn() -> f64| Run {
            computes,
            device: gpu.name().into(),
            threads: None,
            us_per_graph: quantiles(repeats, graphs, seconds),
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

/// Statistics of measured seconds for this number of graphs.
fn quantiles(repeats: u32, graphs: usize, mut seconds: impl FnMut() -> f64) -> Quantiles {
    Quantiles::new(
        (0..repeats)
            .map(|_| seconds() * 1e6 / graphs as f64)
            .collect(),
    )
}

/// One block per data set, one line per engine.
fn table(report: &BenchFile) -> String {
    let BenchFile {
        processor,
        cores,
        repeats,
        ..
    } = report;
    let mut text = format!(
        "{processor}, {cores} cores\n\
         microseconds per graph, median and 95th percentile of {repeats} runs\n"
    );
    for set in &report.sets {
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

/// Processor name.
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
