//! The training module: a [`session::Session`] with its conversions to and from JavaScript.
//!
//! Data sets and runs have ids. An omitted epoch selects the current weights, epoch 0 the initial weights. A filter is the index of one
//! of those of the run, 0 for a run without filters.

use js_sys::{Float32Array, Float64Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::{
    convert::{all, class_tests, known, together},
    error, from_js, object, to_js,
};
use crate::{
    config::{FixedFilter, TrainingConfig},
    graph::{Cells, Graph, folds::Origin},
    protocol::{
        AskedDifferences, ClassBars, ComparedGraph, ComparedRuns, CoordinateFunctionTopBars,
        ExplainedGraph, FilterAssociation, FilterBeside, InspectedGraph, OpenedDataset, OpenedRun,
        Part, PartImportance, SubjectGraph, VertexQuantity,
    },
    run_file::{RunFile, merge_run_files},
    session::{self, Beside, DatasetId, Folds, RunId, View, Weights, confirming},
    training::Subject,
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type {
  AskedDifferences, Backend, ClassBars, ClassTests, ComparedGraph, ComparedRuns, DeviceReport, ExplainedGraph, FilterAssociation, FilterBeside, FoldOrigin,
  FoldProgress, GraphRow, GrownLog, CoordinateFunctionTopBars, InspectedGraph, InspectedGraphs, OpenedDataset, OpenedRun, Part, PartImportance, RunCurves, RunFile, RunSummary,
  SubjectGraph, TrainingConfig, TrainingReport,
  VertexQuantity,
} from "../src/protocol";
"#;

unsafe extern "C" {
    /// Runs the registrations of burn's compiler at start. The linker calls it before every export unless the program calls it.
    fn __wasm_call_ctors();
}

/// Runs the registrations of burn's compiler.
pub fn start() {
    // SAFETY: the module has just been loaded, and nothing else calls it.
    unsafe { __wasm_call_ctors() };
}

/// A device with its open data sets and runs.
#[wasm_bindgen]
pub struct Session(session::Session);

#[wasm_bindgen]
impl Session {
    /// Opens a session on `"auto"`, `"cpu"` or `"gpu"`.
    pub async fn open(
        #[wasm_bindgen(unchecked_param_type = "Backend")] backend: JsValue,
    ) -> Result<Session, JsValue> {
        let session = session::Session::open(from_js(backend)?).await;
        session.map(Self).map_err(error)
    }

    /// A `DeviceReport`.
    #[wasm_bindgen(unchecked_return_type = "DeviceReport")]
    pub fn device(&self) -> Result<JsValue, JsValue> {
        to_js(self.0.device())
    }

    /// Merges files with different folds of one run. Returns the JSON text of a `RunFile`.
    #[wasm_bindgen(js_name = mergeRunFiles)]
    pub fn merge_run_files(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly RunFile[]")] files: JsValue,
    ) -> Result<String, JsValue> {
        let files: Vec<RunFile> = from_js(files)?;
        serde_json::to_string(&merge_run_files(files).map_err(error)?).map_err(error)
    }

    /// Reads a data set from its zip or its text files, one path for each content. Returns an `OpenedDataset`.
    #[wasm_bindgen(js_name = openDataset, unchecked_return_type = "OpenedDataset")]
    pub fn open_dataset(
        &mut self,
        paths: Vec<String>,
        contents: Vec<Uint8Array>,
    ) -> Result<JsValue, JsValue> {
        let contents = bytes_of(&contents);
        let files = named(&paths, &contents);
        let id = self.0.open_files(&files).map_err(error)?;
        self.opened_dataset(id)
    }

    /// Generates a data set. Returns an `OpenedDataset`.
    #[wasm_bindgen(js_name = generateDataset, unchecked_return_type = "OpenedDataset")]
    pub fn generate_dataset(&mut self, generator: &str, seed: u32) -> Result<JsValue, JsValue> {
        let id = self.0.generate(generator, seed.into());
        self.opened_dataset(id.map_err(error)?)
    }

    fn opened_dataset(&self, id: DatasetId) -> Result<JsValue, JsValue> {
        to_js(&OpenedDataset {
            id: id.0,
            summary: self.0.dataset_summary(id).map_err(error)?,
            logged: self.0.is_log(id),
        })
    }

    /// Frees a data set and the runs on it. Returns the ids of these runs as a `Uint32Array`.
    #[wasm_bindgen(js_name = closeDataset)]
    pub fn close_dataset(&mut self, dataset: u32) -> Result<Uint32Array, JsValue> {
        let closed = self.0.close_dataset(DatasetId(dataset)).map_err(error)?;
        let closed: Vec<u32> = closed.iter().map(|run| run.0).collect();
        Ok(Uint32Array::from(&closed[..]))
    }

    /// A `GraphRow` for every graph of a data set, with its part in the split of a run.
    #[wasm_bindgen(js_name = graphRows, unchecked_return_type = "GraphRow[]")]
    pub fn graph_rows(&self, dataset: u32, run: Option<u32>) -> Result<JsValue, JsValue> {
        let rows = self.0.graph_rows(DatasetId(dataset), run.map(RunId));
        to_js(&rows.map_err(error)?)
    }

    /// One graph of a data set. `labels` has an index into `labelNames` for each vertex. `attributes` has the same number of values
    /// for each vertex. Each is empty if the data set has none.
    #[wasm_bindgen(
        js_name = graphOf,
        unchecked_return_type = "{ vertices: number; edges: Uint32Array; class: number; labels: Uint32Array; labelNames: string[]; attributes: Float32Array }"
    )]
    pub fn graph_of(&self, dataset: u32, index: u32) -> Result<JsValue, JsValue> {
        let dataset = DatasetId(dataset);
        let (graph, class) = self.0.graph(dataset, index).map_err(error)?;
        let names = &self.0.dataset(dataset).map_err(error)?.vertex_label_names;
        let edges = Uint32Array::from(graph.edges.as_flattened());
        Ok(object(&[
            ("vertices", graph.vertices.into()),
            ("edges", edges.into()),
            ("class", class.into()),
            ("labels", Uint32Array::from(&graph.vertex_labels[..]).into()),
            ("labelNames", to_js(names)?),
            (
                "attributes",
                Float32Array::from(&graph.vertex_attributes[..]).into(),
            ),
        ]))
    }

    /// Creates a run on a data set. Fields missing from `config` have their defaults. For folds from files, these files follow, one
    /// path for each content. For folds by seed, a class with fewer graphs than folds reduces the number of folds. Returns an
    /// `OpenedRun`.
    #[wasm_bindgen(js_name = createRun, unchecked_return_type = "OpenedRun")]
    pub async fn create_run(
        &mut self,
        dataset: u32,
        #[wasm_bindgen(unchecked_param_type = "Partial<TrainingConfig>")] config: JsValue,
        #[wasm_bindgen(unchecked_param_type = "FoldOrigin")] folds: JsValue,
        paths: Vec<String>,
        contents: Vec<Uint8Array>,
    ) -> Result<JsValue, JsValue> {
        let config: TrainingConfig = from_js(config)?;
        let contents = bytes_of(&contents);
        let files = named(&paths, &contents);
        let folds = folds_from(from_js(folds)?, &files);
        let run = self.0.create(DatasetId(dataset), config, folds).await;
        self.opened_run(run.map_err(error)?)
    }

    /// Starts a cross-validation over the folds of the split for `createRun`. The fold in the configuration has no effect.
    #[wasm_bindgen(js_name = crossValidate)]
    pub async fn cross_validate(
        &self,
        dataset: u32,
        #[wasm_bindgen(unchecked_param_type = "Partial<TrainingConfig>")] config: JsValue,
        #[wasm_bindgen(unchecked_param_type = "FoldOrigin")] folds: JsValue,
        paths: Vec<String>,
        contents: Vec<Uint8Array>,
    ) -> Result<CrossValidation, JsValue> {
        let config: TrainingConfig = from_js(config)?;
        let contents = bytes_of(&contents);
        let files = named(&paths, &contents);
        let folds = folds_from(from_js(folds)?, &files);
        let started = self.0.cross_validate(DatasetId(dataset), config, folds);
        started.await.map(CrossValidation).map_err(error)
    }

    /// The reason why no folds ship with the program for a data set. `undefined` if some do.
    #[wasm_bindgen(js_name = withoutShippedFolds)]
    pub fn without_shipped_folds(&self, dataset: u32) -> Result<Option<String>, JsValue> {
        let reason = self.0.without_shipped_folds(DatasetId(dataset));
        reason.map_err(error)
    }

    /// Number of folds in files, one path for each content. Throws if they do not belong to this data set.
    #[wasm_bindgen(js_name = countFolds)]
    pub fn count_folds(
        &self,
        dataset: u32,
        paths: Vec<String>,
        contents: Vec<Uint8Array>,
    ) -> Result<u32, JsValue> {
        let contents = bytes_of(&contents);
        let files = named(&paths, &contents);
        let counted = self.0.count_folds(DatasetId(dataset), &files);
        counted.map_err(error)
    }

    /// Opens a saved run on this data set. Returns an `OpenedRun`.
    #[wasm_bindgen(js_name = resumeRun, unchecked_return_type = "OpenedRun")]
    pub async fn resume_run(&mut self, dataset: u32, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let run = self.0.resume(DatasetId(dataset), bytes).await;
        self.opened_run(run.map_err(error)?)
    }

    /// Opens the graphs of a run log: its header and its JSON lines. Returns an `OpenedDataset`.
    #[wasm_bindgen(js_name = openLog, unchecked_return_type = "OpenedDataset")]
    pub fn open_log(&mut self, header: &[u8], graphs: &[u8]) -> Result<JsValue, JsValue> {
        let id = self.0.open_log(header, graphs).map_err(error)?;
        self.opened_dataset(id)
    }

    /// Creates the run of a run log on its data set, without epochs. Returns an `OpenedRun`.
    #[wasm_bindgen(js_name = startLog, unchecked_return_type = "OpenedRun")]
    pub fn start_log(&mut self, dataset: u32) -> Result<JsValue, JsValue> {
        let run = self.0.start_log(DatasetId(dataset)).map_err(error)?;
        self.opened_run(run)
    }

    /// Adds epochs to a run log: lines of its index, and their arrays. Returns a `GrownLog`.
    #[wasm_bindgen(js_name = growLog, unchecked_return_type = "GrownLog")]
    pub fn grow_log(&mut self, run: u32, lines: &str, values: &[u8]) -> Result<JsValue, JsValue> {
        let grown = self.0.grow_log(RunId(run), lines, values);
        to_js(&grown.map_err(error)?)
    }

    /// Kendall's τ-b of each pair of filters of a run, row by row. NaN if a filter is constant.
    #[wasm_bindgen(js_name = filterAgreementAt)]
    pub async fn filter_agreement_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
    ) -> Result<Float64Array, JsValue> {
        let taus = self.0.filter_agreement(RunId(run), weights(epoch)).await;
        Ok(Float64Array::from(&taus.map_err(error)?[..]))
    }

    fn opened_run(&self, id: RunId) -> Result<JsValue, JsValue> {
        to_js(&OpenedRun {
            id: id.0,
            summary: self.0.run_summary(id).map_err(error)?,
        })
    }

    /// A `RunSummary`.
    #[wasm_bindgen(js_name = runSummary, unchecked_return_type = "RunSummary")]
    pub fn run_summary(&self, run: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.run_summary(RunId(run)).map_err(error)?)
    }

    /// Does up to `steps` steps of a run. Returns a `TrainingReport`.
    #[wasm_bindgen(js_name = trainRun, unchecked_return_type = "TrainingReport")]
    pub async fn train_run(&mut self, run: u32, steps: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.train(RunId(run), steps).await.map_err(error)?)
    }

    /// Changes the learning rate of further steps of a run.
    #[wasm_bindgen(js_name = setLearningRateOf)]
    pub fn set_learning_rate_of(&mut self, run: u32, rate: f64) -> Result<(), JsValue> {
        let set = self.0.set_learning_rate(RunId(run), rate);
        set.map_err(error)
    }

    /// A run as the bytes of a [`Checkpoint`](crate::training::Checkpoint).
    #[wasm_bindgen(js_name = saveRun, unchecked_return_type = "Uint8Array<ArrayBuffer>")]
    pub async fn save_run(&mut self, run: u32) -> Result<Uint8Array, JsValue> {
        let bytes = self.0.save(RunId(run)).await.map_err(error)?;
        Ok(Uint8Array::from(&bytes[..]))
    }

    /// The available curves of a run: a `RunCurves`.
    #[wasm_bindgen(js_name = curvesOf, unchecked_return_type = "RunCurves")]
    pub fn curves_of(&self, run: u32) -> Result<JsValue, JsValue> {
        let curves = self.0.curves(RunId(run)).map_err(error)?;
        to_js(&curves)
    }

    /// Frees a run.
    #[wasm_bindgen(js_name = closeRun)]
    pub fn close_run(&mut self, run: u32) -> Result<(), JsValue> {
        self.0.close_run(RunId(run)).map_err(error)
    }

    /// The epochs of which a run keeps the weights, ascending.
    #[wasm_bindgen(js_name = snapshotEpochs)]
    pub fn snapshot_epochs(&self, run: u32) -> Result<Uint32Array, JsValue> {
        let epochs = self.0.snapshot_epochs(RunId(run)).map_err(error)?;
        Ok(Uint32Array::from(&epochs[..]))
    }

    /// The numbers of the model of a run at the end of an epoch, or the current ones.
    #[wasm_bindgen(js_name = weightsAt, unchecked_return_type = "Float32Array<ArrayBuffer>")]
    pub async fn weights_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
    ) -> Result<Float32Array, JsValue> {
        let numbers = self.0.weights(RunId(run), weights(epoch)).await;
        Ok(Float32Array::from(&numbers.map_err(error)?[..]))
    }

    /// Gives a run the weights of one of its epochs for later inspections.
    #[wasm_bindgen(js_name = keepWeights)]
    pub fn keep_weights(&mut self, run: u32, epoch: u32, numbers: Vec<f32>) -> Result<(), JsValue> {
        let kept = self.0.keep_weights(RunId(run), epoch, numbers);
        kept.map_err(error)
    }

    /// Changes the number of epochs of a run. Returns a `RunSummary`.
    #[wasm_bindgen(js_name = setEpochsOf, unchecked_return_type = "RunSummary")]
    pub fn set_epochs_of(&mut self, run: u32, epochs: u32) -> Result<JsValue, JsValue> {
        self.0.set_epochs(RunId(run), epochs).map_err(error)?;
        self.run_summary(run)
    }

    /// Inspection of a graph of the data set of a run, with the weights at the end of an epoch or the current ones: an
    /// `InspectedGraph`.
    #[wasm_bindgen(js_name = inspectAt, unchecked_return_type = "InspectedGraph")]
    pub async fn inspect_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        index: u32,
    ) -> Result<JsValue, JsValue> {
        self.inspect(run, view(epoch, filter), Subject::Index(index))
            .await
    }

    /// The same for any graph, a `SubjectGraph`.
    #[wasm_bindgen(js_name = inspectGraph, unchecked_return_type = "InspectedGraph")]
    pub async fn inspect_graph(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        #[wasm_bindgen(unchecked_param_type = "SubjectGraph")] graph: JsValue,
    ) -> Result<JsValue, JsValue> {
        self.inspect(run, view(epoch, filter), subject(from_js(graph)?)?)
            .await
    }

    async fn inspect(
        &mut self,
        run: u32,
        view: View,
        subject: Subject,
    ) -> Result<JsValue, JsValue> {
        let answer = self.0.inspect(RunId(run), view, &subject).await;
        to_js(&InspectedGraph::from(answer.map_err(error)?))
    }

    /// Inspects some more of these graphs and caches the results for requests about many graphs. Returns the number of remaining
    /// graphs.
    #[wasm_bindgen(js_name = inspectMore)]
    pub async fn inspect_more(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        graphs: Vec<u32>,
    ) -> Result<u32, JsValue> {
        let left = self
            .0
            .inspect_more(RunId(run), view(epoch, filter), &graphs)
            .await;
        Ok(left.map_err(error)? as u32)
    }

    /// The graphs in a part of the split of a run.
    #[wasm_bindgen(js_name = partOf)]
    pub fn part_of(
        &self,
        run: u32,
        #[wasm_bindgen(unchecked_param_type = "Part")] part: JsValue,
    ) -> Result<Uint32Array, JsValue> {
        let graphs = self.0.part_of(RunId(run), from_js(part)?);
        Ok(Uint32Array::from(graphs.map_err(error)?))
    }

    /// Inspections of these graphs of the data set of a run in shared batches: an `InspectedGraph` for each.
    #[wasm_bindgen(js_name = inspectMany, unchecked_return_type = "InspectedGraph[]")]
    pub async fn inspect_many(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        graphs: Vec<u32>,
    ) -> Result<JsValue, JsValue> {
        let answers = self
            .0
            .inspect_many(RunId(run), view(epoch, filter), &graphs)
            .await;
        to_js(&all::<InspectedGraph, _>(answers.map_err(error)?))
    }

    /// Filter, bars and scores of these graphs in concatenated lists, with one array for each list: `InspectedGraphs`.
    #[wasm_bindgen(js_name = inspectTogether, unchecked_return_type = "InspectedGraphs")]
    pub async fn inspect_together(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        graphs: Vec<u32>,
    ) -> Result<JsValue, JsValue> {
        let answers = self
            .0
            .inspect_many(RunId(run), view(epoch, filter), &graphs)
            .await;
        to_js(&together(graphs, answers.map_err(error)?))
    }

    /// Inspection of a graph of the data set of a run, with explanation: an `ExplainedGraph`.
    #[wasm_bindgen(js_name = explainAt, unchecked_return_type = "ExplainedGraph")]
    pub async fn explain_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        index: u32,
    ) -> Result<JsValue, JsValue> {
        let subject = Subject::Index(index);
        let answer = self
            .0
            .explain(RunId(run), view(epoch, filter), &subject)
            .await;
        let (inspection, functions, explanation) = answer.map_err(error)?;
        to_js(&ExplainedGraph {
            graph: inspection.into(),
            hats: all(functions),
            scores: explanation.map(Into::into),
        })
    }

    /// The bars with the highest activation for each hat of a run, over one part of its data set: a `CoordinateFunctionTopBars` for
    /// each barcode.
    #[wasm_bindgen(js_name = topBarsAt, unchecked_return_type = "CoordinateFunctionTopBars[]")]
    pub async fn top_bars_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        #[wasm_bindgen(unchecked_param_type = "Part")] part: JsValue,
    ) -> Result<JsValue, JsValue> {
        let part: Part = from_js(part)?;
        let answer = self.0.top_bars(RunId(run), view(epoch, filter), part).await;
        to_js(&all::<CoordinateFunctionTopBars, _>(answer.map_err(error)?))
    }

    /// The importance of the coordinate functions of a run over one part of its data set: a `PartImportance`.
    #[wasm_bindgen(js_name = importancesAt, unchecked_return_type = "PartImportance")]
    pub async fn importances_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        #[wasm_bindgen(unchecked_param_type = "Part")] part: JsValue,
    ) -> Result<JsValue, JsValue> {
        let part: Part = from_js(part)?;
        let found = self
            .0
            .importances(RunId(run), view(epoch, filter), part)
            .await;
        to_js(&PartImportance::from(found.map_err(error)?))
    }

    /// Names of the available quantities of the vertices of a data set, or of its edges.
    #[wasm_bindgen(js_name = quantitiesOf)]
    pub fn quantities_of(&self, dataset: u32, edges: bool) -> Result<Vec<String>, JsValue> {
        let dataset = self.0.dataset(DatasetId(dataset)).map_err(error)?;
        Ok(dataset.quantities(if edges { Cells::Edges } else { Cells::Vertices }))
    }

    /// Computes one of these for some more graphs. Returns the number of remaining graphs.
    #[wasm_bindgen(js_name = quantityMore)]
    pub fn quantity_more(&mut self, dataset: u32, name: &str) -> Result<u32, JsValue> {
        let left = self.0.quantity_more(DatasetId(dataset), name);
        Ok(left.map_err(error)? as u32)
    }

    /// One of these: a `VertexQuantity`.
    #[wasm_bindgen(js_name = quantityOf, unchecked_return_type = "VertexQuantity")]
    pub fn quantity_of(&mut self, dataset: u32, name: &str) -> Result<JsValue, JsValue> {
        let quantity = self.0.quantity(DatasetId(dataset), name).map_err(error)?;
        to_js(&VertexQuantity {
            values: quantity.values.clone().into(),
            categories: quantity.categories.clone(),
        })
    }

    /// The dependence of the filter of a run on each of these, one quantity or two: a `FilterAssociation` for each.
    #[wasm_bindgen(js_name = associationsAt, unchecked_return_type = "FilterAssociation[]")]
    pub async fn associations_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        #[wasm_bindgen(unchecked_param_type = "readonly (readonly string[])[]")] asked: JsValue,
    ) -> Result<JsValue, JsValue> {
        let asked: Vec<Vec<String>> = from_js(asked)?;
        let answers = self
            .0
            .associations(RunId(run), view(epoch, filter), &asked)
            .await;
        to_js(&all::<FilterAssociation, _>(answers.map_err(error)?))
    }

    /// Computes a fixed filter for some more graphs, for comparison with that of a run. Returns the number of remaining graphs.
    #[wasm_bindgen(js_name = fixedFilterMore)]
    pub fn fixed_filter_more(
        &mut self,
        run: u32,
        #[wasm_bindgen(unchecked_param_type = "TrainingConfig[\"fixedFilter\"]")] fixed: JsValue,
    ) -> Result<u32, JsValue> {
        let left = self.0.fixed_filter_more(RunId(run), &from_js(fixed)?);
        Ok(left.map_err(error)? as u32)
    }

    /// A fixed filter for comparison with that of a run, and its dependence on each of these quantities or pairs: a `FilterBeside`.
    #[wasm_bindgen(js_name = besideAt, unchecked_return_type = "FilterBeside")]
    pub async fn beside_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        #[wasm_bindgen(unchecked_param_type = "TrainingConfig[\"fixedFilter\"]")] fixed: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly (readonly string[])[]")] asked: JsValue,
    ) -> Result<JsValue, JsValue> {
        let fixed: FixedFilter = from_js(fixed)?;
        let asked: Vec<Vec<String>> = from_js(asked)?;
        let beside = self
            .0
            .beside(RunId(run), view(epoch, filter), &fixed, &asked)
            .await;
        let Beside {
            associations,
            agreement,
        } = beside.map_err(error)?;
        to_js(&FilterBeside {
            associations: all(associations),
            agreement: agreement.map(|of| known(of.share())),
            untied: agreement.map(|of| known(of.untied_by_both())),
        })
    }

    /// The bars of a run for each class of a part of its data set: a `ClassBars`. Its grids cover [0, 1] or, if `stretched`, the
    /// occurring filter values.
    #[wasm_bindgen(js_name = classesAt, unchecked_return_type = "ClassBars")]
    pub async fn classes_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        #[wasm_bindgen(unchecked_param_type = "Part")] part: JsValue,
        stretched: bool,
    ) -> Result<JsValue, JsValue> {
        let classes = self
            .0
            .classes(RunId(run), view(epoch, filter), from_js(part)?, stretched)
            .await;
        to_js(&ClassBars::from(classes.map_err(error)?))
    }

    /// The reliable differences between the bars of two classes: `ClassTests`.
    #[wasm_bindgen(js_name = classDifferencesAt, unchecked_return_type = "ClassTests")]
    pub async fn class_differences_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        #[wasm_bindgen(unchecked_param_type = "AskedDifferences")] asked: JsValue,
    ) -> Result<JsValue, JsValue> {
        let asked: AskedDifferences = from_js(asked)?;
        let found = self
            .0
            .class_differences(RunId(run), view(epoch, filter), &asked);
        to_js(&class_tests(
            found.await.map_err(error)?,
            confirming(asked.part),
        ))
    }

    /// The scores of a run for these graphs: a number for each class, in the order of the graphs.
    #[wasm_bindgen(js_name = scoresAt, unchecked_return_type = "Float64Array<ArrayBuffer>")]
    pub async fn scores_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        graphs: &[u32],
    ) -> Result<Float64Array, JsValue> {
        let scores = self.0.scores(RunId(run), view(epoch, filter), graphs).await;
        Ok(Float64Array::from(&scores.map_err(error)?[..]))
    }

    /// The predictions of a run for these graphs of its data set with a filter that is only a function of these quantities.
    #[wasm_bindgen(js_name = swapInAt)]
    pub async fn swap_in_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
        quantities: Vec<String>,
        graphs: Vec<u32>,
    ) -> Result<Float64Array, JsValue> {
        let predictions = self
            .0
            .swap_in(RunId(run), view(epoch, filter), &quantities, &graphs)
            .await;
        Ok(Float64Array::from(
            &predictions.map_err(error)?.numbers()[..],
        ))
    }

    /// The predictions of a run for `count` graphs from `first` on, with the weights at the end of an epoch or the current ones.
    #[wasm_bindgen(js_name = predictAt)]
    pub async fn predict_at(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        first: u32,
        count: u32,
    ) -> Result<Float64Array, JsValue> {
        let run = RunId(run);
        let dataset = self.0.dataset_of(run).map_err(error)?;
        let all = self.0.dataset(dataset).map_err(error)?.graphs.len() as u32;
        let graphs: Vec<u32> = (first..first.saturating_add(count).min(all)).collect();
        let predictions = self.0.predict(run, weights(epoch), &graphs).await;
        Ok(Float64Array::from(
            &predictions.map_err(error)?.numbers()[..],
        ))
    }
}

#[wasm_bindgen]
impl Session {
    /// The results of a run for every graph of its data set, for comparison with another run. The run can be closed.
    #[wasm_bindgen(js_name = outputsOf)]
    pub async fn outputs_of(
        &mut self,
        run: u32,
        epoch: Option<u32>,
        filter: u32,
    ) -> Result<Outputs, JsValue> {
        let outputs = self.0.outputs(RunId(run), view(epoch, filter)).await;
        outputs.map(Outputs).map_err(error)
    }
}

/// The results of a run for every graph of its data set, with one set of weights.
#[wasm_bindgen]
pub struct Outputs(session::Outputs);

#[wasm_bindgen]
impl Outputs {
    /// Compares two runs over the graphs in this part of both splits, or over all graphs: a `ComparedRuns`.
    #[wasm_bindgen(unchecked_return_type = "ComparedRuns")]
    pub fn compare(
        &self,
        other: &Outputs,
        #[wasm_bindgen(unchecked_param_type = "Part | null")] part: JsValue,
    ) -> Result<JsValue, JsValue> {
        let comparison = self.0.compare(&other.0, from_js(part)?).map_err(error)?;
        let [predicted, predicted_by_other] = comparison.predicted;
        to_js(&ComparedRuns {
            graphs: comparison.graphs.into(),
            own: comparison.own,
            predicted: predicted.into(),
            predicted_by_other: predicted_by_other.into(),
            metrics: [self.0.metrics(), other.0.metrics()]
                .as_flattened()
                .as_flattened()
                .to_vec()
                .into(),
            agreement: comparison.agreement.map(Into::into),
        })
    }

    /// The results of two runs for a graph of their data set: a `ComparedGraph`.
    #[wasm_bindgen(js_name = compareGraph, unchecked_return_type = "ComparedGraph")]
    pub fn compare_graph(&self, other: &Outputs, graph: u32) -> Result<JsValue, JsValue> {
        let both = [&self.0, &other.0];
        if both.iter().any(|outputs| graph >= outputs.graphs()) {
            return Err(error(format!("there is no graph {graph} in this data set")));
        }
        to_js(&ComparedGraph {
            filters: both.map(|outputs| outputs.filter(graph).map(|filter| filter.to_vec().into())),
            predicted: both.map(|outputs| outputs.prediction(graph)),
        })
    }
}

/// The folds of a configuration, for training one at a time.
#[wasm_bindgen]
pub struct CrossValidation(session::CrossValidation);

#[wasm_bindgen]
impl CrossValidation {
    /// Does up to `steps` steps of a fold. Returns a `FoldProgress`.
    #[wasm_bindgen(unchecked_return_type = "FoldProgress")]
    pub async fn train(&mut self, fold: u32, steps: u32) -> Result<JsValue, JsValue> {
        let trained = self
            .0
            .train(fold, steps, || js_sys::Date::now() / 1000.0)
            .await;
        to_js(&trained.map_err(error)?)
    }

    /// The weights of the fold that finished last, as the bytes of a [`Checkpoint`](crate::training::Checkpoint), once.
    #[wasm_bindgen(js_name = takeModel, unchecked_return_type = "Uint8Array<ArrayBuffer> | undefined")]
    pub fn take_model(&mut self) -> Option<Uint8Array> {
        self.0
            .take_model()
            .map(|bytes| Uint8Array::from(&bytes[..]))
    }

    /// The current run: the JSON text of a `RunFile`.
    pub fn file(&self) -> Result<String, JsValue> {
        serde_json::to_string(self.0.file()).map_err(error)
    }
}

/// The folds of an origin from the page. `files` has the contents for folds from files.
fn folds_from<'a>(origin: Origin, files: &'a [(&'a str, &'a [u8])]) -> Folds<'a> {
    match origin {
        Origin::Seed | Origin::Data => Folds::AtMost,
        Origin::Icml2020 | Origin::Sklearn021 | Origin::Sklearn022 => {
            origin.shipped().map_or(Folds::AtMost, Folds::Shipped)
        }
        Origin::Files => Folds::Files(files),
    }
}

fn bytes_of(contents: &[Uint8Array]) -> Vec<Vec<u8>> {
    contents.iter().map(Uint8Array::to_vec).collect()
}

/// Pairs of a path and its content.
fn named<'a>(paths: &'a [String], contents: &'a [Vec<u8>]) -> Vec<(&'a str, &'a [u8])> {
    let paths = paths.iter().map(String::as_str);
    paths.zip(contents.iter().map(Vec::as_slice)).collect()
}

fn weights(epoch: Option<u32>) -> Weights {
    epoch.map_or(Weights::Now, Weights::Epoch)
}

fn view(epoch: Option<u32>, filter: u32) -> View {
    View {
        weights: weights(epoch),
        filter,
    }
}

/// The graph of a request from the page.
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
