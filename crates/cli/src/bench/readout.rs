//! `sublevel bench readout`: time of readout and message passing per graph.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use burn::prelude::*;
use burn::tensor::Device;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sublevel::config::{Features, ModelKind, TopologyLayer, TrainingConfig};
use sublevel::device;
use sublevel::graph::batch::{Batcher, FeatureSizes, SetTypes};
use sublevel::graph::{Dataset, Statistics};
use sublevel::model::filter::Filter;
use sublevel::model::initial::Initial;
use sublevel::model::readout::Readout;
use sublevel::model::{BatchInput, ModelConfig};
use sublevel::protocol::Backend;

use super::{Format, Quantiles, ReadoutOptions, SEED, Versions, processor};
use crate::bench_file::{ReadoutFile, ReadoutSet, ReadoutTime, quartiles};
use crate::{Failure, load_dataset, print};

/// Writes the times to stdout.
pub fn run(options: &ReadoutOptions) -> Result<(), Failure> {
    let (device, _) = pollster::block_on(device::open(Backend::Cpu)).map_err(Failure::other)?;
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one_thread = one_thread.map_err(Failure::other)?;
    let mut report = ReadoutFile {
        versions: Versions::current(),
        processor: processor(),
        seed: SEED,
        repeats: options.repeats,
        readouts: Vec::new(),
    };
    for name in &options.data {
        let dataset = Arc::new(load_dataset(name, SEED)?);
        if dataset.graphs.is_empty() {
            return Err(Failure::usage(format!(
                "{name}: the data set has no graphs"
            )));
        }
        let per_graph = one_thread.install(|| time(&dataset, &device, options.repeats));
        report.readouts.push(ReadoutSet {
            data: dataset.name.clone(),
            per_graph,
        });
    }
    print(&match options.format {
        Format::Json => serde_json::to_string_pretty(&report).map_err(Failure::other)? + "\n",
        Format::Text => table(&report),
    })
}

/// A new filter with this number of layers, and its batcher.
struct Gin {
    filter: Filter,
    batcher: Batcher,
}

impl Gin {
    fn new(layers: u32, dataset: &Arc<Dataset>, device: &Device) -> Self {
        let usual = TrainingConfig::default();
        let config = ModelConfig {
            kind: ModelKind::Gfl,
            layers: layers as usize,
            topology_layer: TopologyLayer::None,
            features: Features::Uninformative,
            feature_sizes: FeatureSizes::default(),
            width: usual.width as usize,
            filters: usual.filters as usize,
            edge_filter: usual.edge_filter,
            hats: usual.hats as usize,
            hat: usual.hat,
            bar_weight: usual.bar_weight,
            readout: usual.readout,
            extended: false,
            sort_pool: 1,
            set_types: SetTypes::default(),
            classifier_width: usual.width as usize,
            dropout: 0.0,
            classes: dataset.class_names.len(),
        };
        Self {
            filter: Filter::new(&config, &mut initial(&mut random(), device)),
            batcher: Batcher::new(
                dataset.clone(),
                config.feature_sizes,
                &Statistics::default(),
                layers,
            ),
        }
    }

    fn input(&self, graph: u32, device: &Device) -> BatchInput {
        BatchInput::new(self.batcher.batch(&[graph]), device)
    }
}

fn random() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(SEED.into())
}

fn initial<'a>(rng: &'a mut ChaCha8Rng, device: &'a Device) -> Initial<'a, ChaCha8Rng> {
    Initial {
        rng,
        device,
        xavier: true,
    }
}

/// Each graph separately. A repeat covers all graphs, so that a graph's data is not in the cache from its previous measurement.
fn time(dataset: &Arc<Dataset>, device: &Device, repeats: u32) -> Vec<ReadoutTime> {
    let usual = TrainingConfig::default();
    let [one, four] = [1, 4].map(|layers| Gin::new(layers, dataset, device));
    let hats = Readout::new(
        usual.hats as usize,
        usual.hat,
        usual.bar_weight,
        &mut initial(&mut random(), device),
    );
    let mut times = vec![[const { Vec::new() }; 3]; dataset.graphs.len()];
    for _ in 0..repeats {
        for (graph, times) in (0..).zip(&mut times) {
            let (input, deep) = (one.input(graph, device), four.input(graph, device));
            let mut filter = None;
            times[1].push(microseconds(|| {
                filter = Some(done(one.filter.forward(&input).remove(0)));
            }));
            times[2].push(microseconds(|| {
                done(four.filter.forward(&deep).remove(0));
            }));
            let filter = filter.expect("it was timed");
            times[0].push(microseconds(|| {
                let pairs = pollster::block_on(input.persistence(filter.clone()));
                done(hats.forward(filter, &pairs, &input.vertex_offsets));
            }));
        }
    }
    let graphs = dataset.graphs.iter().zip(times);
    graphs
        .map(|(graph, times)| {
            let [readout, gin_1, gin_4] = times.map(|times| Quantiles::new(times).median);
            ReadoutTime {
                vertices: graph.vertices,
                edges: graph.edges.len() as u32,
                readout,
                gin_1,
                gin_4,
            }
        })
        .collect()
}

/// The CPU computes eagerly: the value is complete when it exists.
fn done<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
    std::hint::black_box(tensor)
}

fn microseconds(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64() * 1e6
}

/// Mean, median and quartiles over the graphs.
fn table(report: &ReadoutFile) -> String {
    let mut text = format!(
        "{}, one thread\nmicroseconds per graph, of {} repeats: mean, median and quartiles over the graphs\n",
        report.processor, report.repeats
    );
    for set in &report.readouts {
        let _ = writeln!(text, "\n{}: {} graphs", set.data, set.per_graph.len());
        for (name, value) in ReadoutTime::PARTS {
            let values: Vec<f64> = set.per_graph.iter().map(value).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            if let Some([lower, median, upper]) = quartiles(values) {
                let _ = writeln!(
                    text,
                    "  {name:10}{mean:10.2}{median:10.2}{lower:10.2}{upper:10.2}"
                );
            }
        }
    }
    text
}
