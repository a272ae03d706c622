//! What the page's worker drives: a session with a device, a data set and a training run.
//!
//! Small values cross as objects of [`crate::protocol`], large arrays as typed arrays. A method
//! that fails throws an `Error` whose message is meant for the user, and changes nothing.

use std::sync::Arc;

use burn::tensor::Device;
use js_sys::{Float32Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::{error, from_js, object, to_js};
use crate::{
    config::TrainingConfig,
    device,
    graph::{Dataset, folds, generate, tu},
    homology::barcode,
    protocol::{DeviceReport, GraphRow, Part},
    training::{Checkpoint, Trainer},
};

unsafe extern "C" {
    /// Registers what burn's compiler collects at start. The linker calls it in front of every
    /// export unless the program calls it by itself.
    fn __wasm_call_ctors();
}

/// Registers what burn's compiler collects.
pub fn start() {
    // SAFETY: the module has just been loaded, and nothing else calls it.
    unsafe { __wasm_call_ctors() };
}

/// Kernels fail long after they were asked for: to be called after every reading.
fn check_gpu() -> Result<(), JsValue> {
    match device::gpu_problem() {
        Some(problem) => Err(error(format!("the GPU reports: {problem}"))),
        None => Ok(()),
    }
}

/// A device, the data set loaded last, and the training run on it.
#[wasm_bindgen]
pub struct Session {
    device: Device,
    report: DeviceReport,
    dataset: Arc<Dataset>,
    trainer: Option<Trainer>,
    parts: Vec<Part>,
}

#[wasm_bindgen]
impl Session {
    /// Opens a session on `"auto"`, `"cpu"` or `"gpu"`.
    pub async fn open(backend: JsValue) -> Result<Session, JsValue> {
        let (device, report) = device::open(from_js(backend)?).await.map_err(error)?;
        Ok(Self {
            device,
            report,
            dataset: Arc::default(),
            trainer: None,
            parts: Vec::new(),
        })
    }

    /// A `DeviceReport`.
    pub fn device(&self) -> Result<JsValue, JsValue> {
        to_js(&self.report)
    }

    /// Reads a TU zip; answers a `DatasetSummary`. The run on the data set before ends.
    pub fn load(&mut self, name: &str, bytes: &[u8]) -> Result<JsValue, JsValue> {
        self.accept(tu::read_tu_zip(name, bytes).map_err(error)?)
    }

    /// Generates a data set; answers a `DatasetSummary`. The run on the data set before ends.
    pub fn generate(&mut self, id: &str, seed: u32) -> Result<JsValue, JsValue> {
        let unknown = || error(format!("there is no generator \u{201c}{id}\u{201d}"));
        self.accept(generate::generate(id, seed.into()).ok_or_else(unknown)?)
    }

    fn accept(&mut self, dataset: Dataset) -> Result<JsValue, JsValue> {
        let summary = to_js(&dataset.summary())?;
        self.parts = vec![Part::Train; dataset.graphs.len()];
        self.dataset = Arc::new(dataset);
        self.trainer = None;
        Ok(summary)
    }

    /// A `GraphRow` for every graph.
    pub fn rows(&self) -> Result<JsValue, JsValue> {
        let graphs = self.dataset.graphs.iter();
        let known = self.dataset.classes.iter().zip(&self.parts);
        let rows: Vec<GraphRow> = graphs
            .zip(known)
            .map(|(graph, (&class, &part))| GraphRow {
                vertices: graph.vertices,
                edges: graph.edges.len() as u32,
                class,
                part,
            })
            .collect();
        to_js(&rows)
    }

    /// Starts a new run; fields left out of `config` keep their defaults. Answers a `RunSummary`.
    pub fn configure(&mut self, config: JsValue) -> Result<JsValue, JsValue> {
        let config: TrainingConfig = from_js(config)?;
        let split =
            folds::stratified_folds(&self.dataset.classes, config.folds, config.seed.into())
                .and_then(|folds| folds.split(config.fold, config.validation))
                .map_err(error)?;
        let trainer = Trainer::new(self.dataset.clone(), split, config, self.device.clone());
        self.adopt(trainer.map_err(error)?)
    }

    /// Goes on with this run; answers its `RunSummary`.
    fn adopt(&mut self, trainer: Trainer) -> Result<JsValue, JsValue> {
        let summary = to_js(&trainer.summary())?;
        self.parts = vec![Part::Train; self.dataset.graphs.len()];
        for &i in &trainer.split().validation {
            self.parts[i as usize] = Part::Validation;
        }
        for &i in &trainer.split().test {
            self.parts[i as usize] = Part::Test;
        }
        self.trainer = Some(trainer);
        Ok(summary)
    }

    /// The run as the bytes of a [`Checkpoint`].
    #[wasm_bindgen(js_name = saveWeights)]
    pub async fn save_weights(&mut self) -> Result<Uint8Array, JsValue> {
        let bytes = self.trainer()?.save().await;
        check_gpu()?;
        Ok(Uint8Array::from(&bytes[..]))
    }

    /// Goes on with a run that was saved on the data set in use; answers a `RunSummary`.
    #[wasm_bindgen(js_name = loadWeights)]
    pub fn load_weights(&mut self, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let checkpoint = Checkpoint::from_bytes(bytes).map_err(error)?;
        let trainer = Trainer::resume(self.dataset.clone(), checkpoint, self.device.clone());
        self.adopt(trainer.map_err(error)?)
    }

    fn trainer(&mut self) -> Result<&mut Trainer, JsValue> {
        self.trainer
            .as_mut()
            .ok_or_else(|| error("no run is configured: load a data set first"))
    }

    /// Changes the learning rate of the steps to come.
    #[wasm_bindgen(js_name = setLearningRate)]
    pub fn set_learning_rate(&mut self, rate: f64) -> Result<(), JsValue> {
        self.trainer()?.set_learning_rate(rate).map_err(error)
    }

    /// Does up to `steps` steps; answers a `TrainingReport`.
    pub async fn train(&mut self, steps: u32) -> Result<JsValue, JsValue> {
        let report = self.trainer()?.train(steps).await;
        check_gpu()?;
        to_js(&report)
    }

    fn graph_at(&self, index: u32) -> Result<&crate::graph::Graph, JsValue> {
        let graph = self.dataset.graphs.get(index as usize);
        graph.ok_or_else(|| {
            let graphs = self.dataset.graphs.len();
            error(format!(
                "there is no graph {index}: the data set has {graphs}"
            ))
        })
    }

    /// One graph: `{vertices, edges: Uint32Array, class}`.
    pub fn graph(&self, index: u32) -> Result<JsValue, JsValue> {
        let graph = self.graph_at(index)?;
        Ok(object(&[
            ("vertices", graph.vertices.into()),
            (
                "edges",
                Uint32Array::from(graph.edges.as_flattened()).into(),
            ),
            ("class", self.dataset.classes[index as usize].into()),
        ]))
    }

    /// The model on one graph: `{filter: Float32Array, bars: Uint32Array, logits: Float32Array}`,
    /// the bars as rows of [`barcode::rows`].
    pub async fn evaluate(&mut self, index: u32) -> Result<JsValue, JsValue> {
        self.graph_at(index)?;
        let inspection = self.trainer()?.inspect(index).await;
        check_gpu()?;
        let bars = barcode::rows(&inspection.persistence);
        Ok(object(&[
            ("filter", Float32Array::from(&inspection.filter[..]).into()),
            ("bars", Uint32Array::from(&bars[..]).into()),
            ("logits", Float32Array::from(&inspection.logits[..]).into()),
        ]))
    }

    /// Predicted class of `count` graphs from `first` on.
    #[wasm_bindgen(js_name = evaluateMany)]
    pub async fn evaluate_many(&mut self, first: u32, count: u32) -> Result<Uint32Array, JsValue> {
        let last = first
            .saturating_add(count)
            .min(self.dataset.graphs.len() as u32);
        let graphs: Vec<u32> = (first..last).collect();
        let classes = self.trainer()?.predict(&graphs).await;
        check_gpu()?;
        Ok(Uint32Array::from(&classes[..]))
    }
}
