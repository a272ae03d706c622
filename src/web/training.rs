//! What the page's worker drives: a [`session::Session`]. What is here converts and nothing else.
//!
//! Calls that name a data set or a run by its id come first. The others are about the current ones, of which there is one
//! each: a new data set takes the place of the one before, and ends its run. Epochs that are left out mean the weights
//! of now, and 0 those before the first step.

use js_sys::{Float32Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::{error, from_js, object, to_js};
use crate::{
    config::TrainingConfig,
    graph::Graph,
    homology::{Extended, barcode},
    ops::Element,
    protocol::{InspectedGraph, InspectedHats, OpenedDataset, OpenedRun, SubjectGraph},
    session::{self, DatasetId, Folds, RunId, Weights},
    training::{HatReading, Inspection, Subject},
};

// What the types below are called in TypeScript, beside those that the topology half of the module names.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type {
  Backend, DeviceReport, InspectedGraph, OpenedDataset, OpenedRun, RunSummary, SessionReport, SubjectGraph, TrainingConfig,
  TrainingReport,
} from "../src/protocol";
"#;

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

/// A device with the data sets and runs that are open on it.
#[wasm_bindgen]
pub struct Session {
    session: session::Session,
    dataset: Option<DatasetId>,
    run: Option<RunId>,
}

/// By id.
#[wasm_bindgen]
impl Session {
    /// Opens a session on `"auto"`, `"cpu"` or `"gpu"`.
    pub async fn open(
        #[wasm_bindgen(unchecked_param_type = "Backend")] backend: JsValue,
    ) -> Result<Session, JsValue> {
        let session = session::Session::open(from_js(backend)?).await;
        Ok(Self {
            session: session.map_err(error)?,
            dataset: None,
            run: None,
        })
    }

    /// A `DeviceReport`.
    #[wasm_bindgen(unchecked_return_type = "DeviceReport")]
    pub fn device(&self) -> Result<JsValue, JsValue> {
        to_js(self.session.device())
    }

    /// Goes on without a GPU that was lost, each run from its last finished epoch; answers a `DeviceReport`.
    #[wasm_bindgen(js_name = continueOnCpu, unchecked_return_type = "DeviceReport")]
    pub fn continue_on_cpu(&mut self) -> Result<JsValue, JsValue> {
        to_js(self.session.continue_on_cpu().map_err(error)?)
    }

    /// A `SessionReport`: what is open, and how much memory it takes.
    #[wasm_bindgen(unchecked_return_type = "SessionReport")]
    pub fn report(&self) -> Result<JsValue, JsValue> {
        to_js(&self.session.report())
    }

    /// Reads a data set from its zip or its text files, one path for each content; answers an `OpenedDataset`.
    #[wasm_bindgen(js_name = openDataset, unchecked_return_type = "OpenedDataset")]
    pub fn open_dataset(
        &mut self,
        paths: Vec<String>,
        contents: Vec<Uint8Array>,
    ) -> Result<JsValue, JsValue> {
        let contents: Vec<Vec<u8>> = contents.iter().map(Uint8Array::to_vec).collect();
        let paths = paths.iter().map(String::as_str);
        let files: Vec<_> = paths.zip(contents.iter().map(Vec::as_slice)).collect();
        let id = self.session.open_files(&files).map_err(error)?;
        self.opened_dataset(id)
    }

    /// Generates a data set; answers an `OpenedDataset`.
    #[wasm_bindgen(js_name = generateDataset, unchecked_return_type = "OpenedDataset")]
    pub fn generate_dataset(&mut self, generator: &str, seed: u32) -> Result<JsValue, JsValue> {
        let id = self.session.generate(generator, seed.into());
        self.opened_dataset(id.map_err(error)?)
    }

    fn opened_dataset(&self, id: DatasetId) -> Result<JsValue, JsValue> {
        to_js(&OpenedDataset {
            id: id.0,
            summary: self.session.dataset_summary(id).map_err(error)?,
        })
    }

    /// Frees a data set and the runs on it; answers which runs, a `Uint32Array`.
    #[wasm_bindgen(js_name = closeDataset)]
    pub fn close_dataset(&mut self, dataset: u32) -> Result<Uint32Array, JsValue> {
        let id = DatasetId(dataset);
        let closed = self.session.close_dataset(id).map_err(error)?;
        self.dataset = self.dataset.filter(|&current| current != id);
        self.run = self.run.filter(|current| !closed.contains(current));
        let closed: Vec<u32> = closed.iter().map(|run| run.0).collect();
        Ok(Uint32Array::from(&closed[..]))
    }

    /// A `GraphRow` for every graph of a data set, with the parts that a run on it deals them into.
    #[wasm_bindgen(js_name = graphRows, unchecked_return_type = "GraphRow[]")]
    pub fn graph_rows(&self, dataset: u32, run: Option<u32>) -> Result<JsValue, JsValue> {
        let rows = self.session.graph_rows(DatasetId(dataset), run.map(RunId));
        to_js(&rows.map_err(error)?)
    }

    /// One graph of a data set: `{vertices, edges: Uint32Array, class}`.
    #[wasm_bindgen(js_name = graphOf, unchecked_return_type = "{ vertices: number; edges: Uint32Array; class: number }")]
    pub fn graph_of(&self, dataset: u32, index: u32) -> Result<JsValue, JsValue> {
        let (graph, class) = self
            .session
            .graph(DatasetId(dataset), index)
            .map_err(error)?;
        let edges = Uint32Array::from(graph.edges.as_flattened());
        Ok(object(&[
            ("vertices", graph.vertices.into()),
            ("edges", edges.into()),
            ("class", class.into()),
        ]))
    }

    /// Creates a run on a data set; fields left out of `config` keep their defaults. Where a class has fewer graphs than
    /// there are to be folds it is refused if they are to be exactly so many, and otherwise there are fewer. Answers an
    /// `OpenedRun`.
    #[wasm_bindgen(js_name = createRun, unchecked_return_type = "OpenedRun")]
    pub async fn create_run(
        &mut self,
        dataset: u32,
        #[wasm_bindgen(unchecked_param_type = "Partial<TrainingConfig>")] config: JsValue,
        exact_folds: bool,
    ) -> Result<JsValue, JsValue> {
        let config: TrainingConfig = from_js(config)?;
        let folds = match exact_folds {
            true => Folds::Exactly,
            false => Folds::AtMost,
        };
        let run = self.session.create(DatasetId(dataset), config, folds).await;
        self.opened_run(run.map_err(error)?)
    }

    /// Opens a run that was saved on this data set; answers an `OpenedRun`.
    #[wasm_bindgen(js_name = resumeRun, unchecked_return_type = "OpenedRun")]
    pub async fn resume_run(&mut self, dataset: u32, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let run = self.session.resume(DatasetId(dataset), bytes).await;
        self.opened_run(run.map_err(error)?)
    }

    /// A second run that stands where this one does; answers an `OpenedRun`.
    #[wasm_bindgen(js_name = forkRun, unchecked_return_type = "OpenedRun")]
    pub fn fork_run(&mut self, run: u32) -> Result<JsValue, JsValue> {
        let run = self.session.fork(RunId(run)).map_err(error)?;
        self.opened_run(run)
    }

    fn opened_run(&self, id: RunId) -> Result<JsValue, JsValue> {
        to_js(&OpenedRun {
            id: id.0,
            summary: self.session.run_summary(id).map_err(error)?,
        })
    }

    /// A `RunSummary`.
    #[wasm_bindgen(js_name = runSummary, unchecked_return_type = "RunSummary")]
    pub fn run_summary(&self, run: u32) -> Result<JsValue, JsValue> {
        to_js(&self.session.run_summary(RunId(run)).map_err(error)?)
    }

    /// Does up to `steps` steps of a run; answers a `TrainingReport`.
    #[wasm_bindgen(js_name = trainRun, unchecked_return_type = "TrainingReport")]
    pub async fn train_run(&mut self, run: u32, steps: u32) -> Result<JsValue, JsValue> {
        to_js(&self.session.train(RunId(run), steps).await.map_err(error)?)
    }

    /// Changes the learning rate of the steps of a run to come.
    #[wasm_bindgen(js_name = setLearningRateOf)]
    pub fn set_learning_rate_of(&mut self, run: u32, rate: f64) -> Result<(), JsValue> {
        let set = self.session.set_learning_rate(RunId(run), rate);
        set.map_err(error)
    }

    /// A run as the bytes of a [`Checkpoint`](crate::training::Checkpoint).
    #[wasm_bindgen(js_name = saveRun)]
    pub async fn save_run(&mut self, run: u32) -> Result<Uint8Array, JsValue> {
        let bytes = self.session.save(RunId(run)).await.map_err(error)?;
        Ok(Uint8Array::from(&bytes[..]))
    }

    /// Frees a run.
    #[wasm_bindgen(js_name = closeRun)]
    pub fn close_run(&mut self, run: u32) -> Result<(), JsValue> {
        self.session.close_run(RunId(run)).map_err(error)?;
        self.run = self.run.filter(|current| current.0 != run);
        Ok(())
    }

    /// The epochs of which a run keeps the weights, ascending.
    #[wasm_bindgen(js_name = snapshotEpochs)]
    pub fn snapshot_epochs(&self, run: u32) -> Result<Uint32Array, JsValue> {
        let epochs = self.session.snapshot_epochs(RunId(run)).map_err(error)?;
        Ok(Uint32Array::from(&epochs[..]))
    }

    /// What a run said of a graph of its data set at the end of an epoch, or says now: an `InspectedGraph`, with hats where
    /// these are asked for.
    #[wasm_bindgen(js_name = inspectAt, unchecked_return_type = "InspectedGraph")]
    pub async fn inspect_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        index: u32,
        hats: bool,
    ) -> Result<JsValue, JsValue> {
        self.inspect(run, epoch, Subject::Index(index), hats).await
    }

    /// The same of any graph, a `SubjectGraph`.
    #[wasm_bindgen(js_name = inspectGraph, unchecked_return_type = "InspectedGraph")]
    pub async fn inspect_graph(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        #[wasm_bindgen(unchecked_param_type = "SubjectGraph")] graph: JsValue,
        hats: bool,
    ) -> Result<JsValue, JsValue> {
        let subject = subject(from_js(graph)?)?;
        self.inspect(run, epoch, subject, hats).await
    }

    async fn inspect(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        subject: Subject,
        hats: bool,
    ) -> Result<JsValue, JsValue> {
        let (run, weights) = (RunId(run), weights(epoch));
        let (inspection, hats) = match hats {
            true => {
                let answer = self.session.inspect_hats(run, weights, &subject).await;
                let (inspection, hats) = answer.map_err(error)?;
                (inspection, Some(hats))
            }
            false => {
                let answer = self.session.inspect(run, weights, &subject).await;
                (answer.map_err(error)?, None)
            }
        };
        inspected_to_js(inspected(inspection, hats))
    }

    /// The class that a run says each of `count` graphs from `first` on has, or said at the end of an epoch.
    #[wasm_bindgen(js_name = predictAt)]
    pub async fn predict_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        first: u32,
        count: u32,
    ) -> Result<Uint32Array, JsValue> {
        let run = RunId(run);
        let dataset = self.session.dataset_of(run).map_err(error)?;
        let all = self.session.dataset(dataset).map_err(error)?.graphs.len() as u32;
        let graphs: Vec<u32> = (first..first.saturating_add(count).min(all)).collect();
        let classes = self.session.predict(run, weights(epoch), &graphs).await;
        Ok(Uint32Array::from(&classes.map_err(error)?[..]))
    }
}

/// Of the current data set and run.
#[wasm_bindgen]
impl Session {
    /// Id of the current data set.
    #[wasm_bindgen(getter, js_name = currentDataset)]
    pub fn current_dataset(&self) -> Option<u32> {
        self.dataset.map(|dataset| dataset.0)
    }

    /// Id of the current run.
    #[wasm_bindgen(getter, js_name = currentRun)]
    pub fn current_run(&self) -> Option<u32> {
        self.run.map(|run| run.0)
    }

    /// Reads a TU zip; answers a `DatasetSummary`. The run on the data set before ends.
    #[wasm_bindgen(unchecked_return_type = "DatasetSummary")]
    pub fn load(&mut self, name: &str, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let id = self.session.open_bytes(name, bytes).map_err(error)?;
        self.replace_dataset(id)
    }

    /// Generates a data set; answers a `DatasetSummary`. The run on the data set before ends.
    #[wasm_bindgen(unchecked_return_type = "DatasetSummary")]
    pub fn generate(&mut self, id: &str, seed: u32) -> Result<JsValue, JsValue> {
        let id = self.session.generate(id, seed.into()).map_err(error)?;
        self.replace_dataset(id)
    }

    fn replace_dataset(&mut self, new: DatasetId) -> Result<JsValue, JsValue> {
        let summary = to_js(&self.session.dataset_summary(new).map_err(error)?)?;
        if let Some(old) = self.dataset.replace(new) {
            // It was there until now.
            let _ = self.session.close_dataset(old);
        }
        self.run = None;
        Ok(summary)
    }

    /// A `GraphRow` for every graph.
    #[wasm_bindgen(unchecked_return_type = "GraphRow[]")]
    pub fn rows(&self) -> Result<JsValue, JsValue> {
        self.graph_rows(self.own_dataset()?.0, self.current_run())
    }

    /// Starts a new run, which takes the place of the one before; fields left out of `config` keep their defaults.
    /// Answers a `RunSummary`.
    #[wasm_bindgen(unchecked_return_type = "RunSummary")]
    pub async fn configure(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Partial<TrainingConfig>")] config: JsValue,
    ) -> Result<JsValue, JsValue> {
        let config: TrainingConfig = from_js(config)?;
        let dataset = self.own_dataset()?;
        let run = self.session.create(dataset, config, Folds::AtMost).await;
        self.replace_run(run.map_err(error)?)
    }

    fn replace_run(&mut self, new: RunId) -> Result<JsValue, JsValue> {
        if let Some(old) = self.run.replace(new) {
            // It was there until now.
            let _ = self.session.close_run(old);
        }
        self.run_summary(new.0)
    }

    /// The run as the bytes of a [`Checkpoint`](crate::training::Checkpoint).
    #[wasm_bindgen(js_name = saveWeights)]
    pub async fn save_weights(&mut self) -> Result<Uint8Array, JsValue> {
        self.save_run(self.own_run()?.0).await
    }

    /// Goes on with a run that was saved on the data set in use; answers a `RunSummary`.
    #[wasm_bindgen(js_name = loadWeights, unchecked_return_type = "RunSummary")]
    pub async fn load_weights(&mut self, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let run = self.session.resume(self.own_dataset()?, bytes).await;
        self.replace_run(run.map_err(error)?)
    }

    /// Changes the learning rate of the steps to come.
    #[wasm_bindgen(js_name = setLearningRate)]
    pub fn set_learning_rate(&mut self, rate: f64) -> Result<(), JsValue> {
        self.set_learning_rate_of(self.own_run()?.0, rate)
    }

    /// Does up to `steps` steps; answers a `TrainingReport`.
    #[wasm_bindgen(unchecked_return_type = "TrainingReport")]
    pub async fn train(&mut self, steps: u32) -> Result<JsValue, JsValue> {
        self.train_run(self.own_run()?.0, steps).await
    }

    /// One graph: `{vertices, edges: Uint32Array, class}`.
    #[wasm_bindgen(
        unchecked_return_type = "{ vertices: number; edges: Uint32Array; class: number }"
    )]
    pub fn graph(&self, index: u32) -> Result<JsValue, JsValue> {
        self.graph_of(self.own_dataset()?.0, index)
    }

    /// What the model says of one graph: an `InspectedGraph` without hats.
    #[wasm_bindgen(unchecked_return_type = "InspectedGraph")]
    pub async fn evaluate(&mut self, index: u32) -> Result<JsValue, JsValue> {
        let run = self.own_run()?.0;
        self.inspect(run, None, Subject::Index(index), false).await
    }

    /// Predicted class of `count` graphs from `first` on.
    #[wasm_bindgen(js_name = evaluateMany)]
    pub async fn evaluate_many(&mut self, first: u32, count: u32) -> Result<Uint32Array, JsValue> {
        self.predict_at(self.own_run()?.0, None, first, count).await
    }

    fn own_dataset(&self) -> Result<DatasetId, JsValue> {
        self.dataset
            .ok_or_else(|| error("no data set is loaded: load one first"))
    }

    fn own_run(&self) -> Result<RunId, JsValue> {
        self.run
            .ok_or_else(|| error("no run is configured: load a data set first"))
    }
}

fn weights(epoch: Option<u32>) -> Weights {
    epoch.map_or(Weights::Now, Weights::Epoch)
}

/// The graph that the page asks about.
fn subject(graph: SubjectGraph) -> Result<Subject, JsValue> {
    let (edges, []) = graph.edges.as_chunks() else {
        return Err(error("expected two ends of each edge, found an odd number"));
    };
    let graph = session::simple_graph(Graph {
        vertices: graph.vertices,
        edges: edges.to_vec(),
        vertex_labels: graph.vertex_labels.unwrap_or_default(),
        vertex_attributes: graph.vertex_attributes.unwrap_or_default(),
        edge_labels: graph.edge_labels.unwrap_or_default(),
        edge_attributes: graph.edge_attributes.unwrap_or_default(),
    });
    Ok(Subject::Graph(Box::new(graph.map_err(error)?)))
}

/// The types of the library as those of the page.
fn inspected(inspection: Inspection, hats: Option<Vec<HatReading>>) -> InspectedGraph {
    let flat = |pairs: Vec<[u32; 2]>| pairs.into_flattened();
    let (components, loops) = match inspection.extended {
        Some(Extended { components, loops }) => (Some(flat(components)), Some(flat(loops))),
        None => (None, None),
    };
    let hats = hats.map(|all| {
        let one = |reading: HatReading| InspectedHats {
            barcode: reading.barcode,
            element: match reading.element {
                Element::Rational => "rational",
                Element::Exponential => "exponential",
                Element::Triangle => "triangle",
                Element::Line => "line",
                Element::LeakyLine => "leaky-line",
            },
            hats: reading.hats,
            values: reading.values,
            bars: reading.bars.into_flattened(),
            shares: reading.shares,
        };
        all.into_iter().map(one).collect()
    });
    InspectedGraph {
        bars: barcode::rows(&inspection.persistence),
        filter: inspection.filter,
        extended_loops: loops,
        extended_components: components,
        readout: inspection.readout,
        logits: inspection.logits,
        hats,
    }
}

/// Field by field, since large arrays cross as typed arrays.
fn inspected_to_js(graph: InspectedGraph) -> Result<JsValue, JsValue> {
    let floats = |values: &[f32]| JsValue::from(Float32Array::from(values));
    let ints = |values: &[u32]| JsValue::from(Uint32Array::from(values));
    let optional = |values: &Option<Vec<u32>>| values.as_deref().map_or(JsValue::NULL, ints);
    let hats = match &graph.hats {
        None => JsValue::NULL,
        Some(all) => {
            let array = js_sys::Array::new();
            for hats in all {
                array.push(&object(&[
                    ("barcode", to_js(&hats.barcode)?),
                    ("element", hats.element.into()),
                    ("hats", floats(&hats.hats)),
                    ("values", floats(&hats.values)),
                    ("bars", ints(&hats.bars)),
                    ("shares", floats(&hats.shares)),
                ]));
            }
            array.into()
        }
    };
    Ok(object(&[
        ("filter", floats(&graph.filter)),
        ("bars", ints(&graph.bars)),
        ("extendedLoops", optional(&graph.extended_loops)),
        ("extendedComponents", optional(&graph.extended_components)),
        ("readout", floats(&graph.readout)),
        ("logits", floats(&graph.logits)),
        ("hats", hats),
    ]))
}
