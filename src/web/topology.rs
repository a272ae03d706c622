//! The module of the main thread: graphs, their filters and their persistence. Every call is synchronous.

use js_sys::{Float32Array, Float64Array, Int32Array, Reflect, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::{error, object, to_js};
use crate::{
    compare::Comparison,
    graph::{
        Attribute, DataError, InputGraph, filters,
        formats::{Columns, NamedRole, Preview, ROLES, Reader, View, points::Table},
        generate::{GENERATORS, Generator},
        open::{Format, Opened, open_with},
    },
    homology::{
        Persistence, Steps,
        barcode::{Direction, rows},
        distance, euler, extended as extended_pairs,
        filtration::Filtration,
        persistence,
        points::{Complex, PointFiltration},
        ranks::narrowed,
        representatives::Representatives,
        trace::{Mode, Trace},
        vectors::{self, Bar, ImageGrid},
    },
    protocol::{ColumnRole, GeneratorSummary, OpenedGraph, TablePreview},
    run_file::{Merged, NamedFile, RunFile, merged},
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type {
  Component, Cycle, Distance, FiltrationDirection, FiltrationSteps, GeneratorSummary, OpenedGraph, PointComplex, SettingsComparison,
  TablePreview, TableView, Trace, TraceMode,
} from "../src/protocol";

export type Opened =
  | { readonly type: "graph"; readonly graph: TopologyGraph }
  /** A data set, for the training module. */
  | { readonly type: "dataset" }
  /** Saved weights, for the training module: which of the files they are. */
  | { readonly type: "weights"; readonly file: number }
  /** A run over some folds: which of the files it is. */
  | { readonly type: "run"; readonly file: number };
"#;

fn direction(word: &str) -> Result<Direction, JsValue> {
    match word {
        "sublevel" => Ok(Direction::Sublevel),
        "superlevel" => Ok(Direction::Superlevel),
        _ => Err(error(format!(
            "expected sublevel or superlevel, found {word}"
        ))),
    }
}

/// The data set generators.
#[wasm_bindgen(unchecked_return_type = "GeneratorSummary[]")]
pub fn generators() -> Result<JsValue, JsValue> {
    let summary = |generator: &Generator| GeneratorSummary {
        id: generator.id.into(),
        title: generator.title.into(),
        description: generator.description.into(),
    };
    let all: Vec<_> = GENERATORS.iter().map(summary).collect();
    to_js(&all)
}

/// The columns that a user chose for tables.
#[wasm_bindgen]
#[derive(Default)]
pub struct ChosenColumns(Columns);

#[wasm_bindgen]
impl ChosenColumns {
    /// No columns.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the columns of one table: for each, the word of a role, or nothing.
    pub fn choose(&mut self, words: Vec<String>, has_heading: bool) -> Result<(), JsValue> {
        self.0.choose(&words, has_heading).map_err(error)
    }
}

/// An error of a reader. If the user can name the columns of a table, it has these properties: `table`, the name of the file,
/// `view`, and `problem`, the message without the file and without the option of the command line.
fn read_error(problem: DataError) -> JsValue {
    let thrown = error(&problem);
    if let DataError::Columns {
        file,
        view,
        problem,
        ..
    } = problem
    {
        for (key, value) in [
            ("table", file),
            ("view", view.word().into()),
            ("problem", problem),
        ] {
            // Setting a property of a new error cannot fail.
            let _ = Reflect::set(&thrown, &key.into(), &value.into());
        }
    }
    thrown
}

/// The first rows of a table, and the roles of the columns in these views.
#[wasm_bindgen(js_name = tablePreview, unchecked_return_type = "TablePreview")]
pub fn table_preview(
    file: &str,
    text: &[u8],
    #[wasm_bindgen(unchecked_param_type = "readonly TableView[]")] views: Vec<String>,
) -> Result<JsValue, JsValue> {
    let view = |word: &String| {
        let found = View::of_word(word);
        found.ok_or_else(|| error(format!("expected edges, values or points, found {word}")))
    };
    let views: Vec<View> = views.iter().map(view).collect::<Result<_, _>>()?;
    let role = |role: &NamedRole| ColumnRole {
        word: role.word.into(),
        label: role.label.into(),
        view: role.view,
        required: role.is_required,
        repeated: role.is_repeated(),
    };
    let preview = Preview::new(file, text, &views).map_err(error)?;
    let roles = ROLES.iter().filter(|role| views.contains(&role.view));
    to_js(&TablePreview {
        headings: preview.headings,
        has_heading: preview.has_heading,
        rows: preview.rows,
        suggested: preview.suggested.into_iter().map(Into::into).collect(),
        roles: roles.map(role).collect(),
    })
}

/// Opens the files that a user drops, one path for each content: a graph, or an edge list with a file of values. The training
/// module reads other contents.
#[wasm_bindgen(js_name = openFiles, unchecked_return_type = "Opened")]
pub fn open_files(
    paths: Vec<String>,
    contents: Vec<Uint8Array>,
    columns: &ChosenColumns,
) -> Result<JsValue, JsValue> {
    let contents: Vec<Vec<u8>> = contents.iter().map(Uint8Array::to_vec).collect();
    let paths = paths.iter().map(String::as_str);
    let files: Vec<(&str, &[u8])> = paths.zip(contents.iter().map(Vec::as_slice)).collect();
    let kind = |kind: &str| ("type", JsValue::from(kind));
    if let [(name, bytes)] = files[..]
        && matches!(Format::of(name, bytes).entry().read, Reader::Dataset(_))
    {
        return Ok(object(&[kind("dataset")]));
    }
    Ok(match open_with(&files, &columns.0).map_err(read_error)? {
        Opened::Graph(graph) => {
            object(&[kind("graph"), ("graph", TopologyGraph::from(graph).into())])
        }
        Opened::Dataset(_) => object(&[kind("dataset")]),
        Opened::Run(file) => object(&[kind("run"), ("file", (file as u32).into())]),
        Opened::Weights(file) => object(&[kind("weights"), ("file", (file as u32).into())]),
    })
}

/// Checks the JSON text of a run over some folds.
#[wasm_bindgen(js_name = checkRunFile)]
pub fn check_run_file(name: &str, text: &str) -> Result<(), JsValue> {
    let checked = RunFile::read_whole(text);
    checked.map_err(|problem| error(format!("{name}: {problem}")))?;
    Ok(())
}

/// Compares the settings of run files in their order, from their JSON texts. The labels name the settings; an empty one is the name of
/// the run.
#[wasm_bindgen(js_name = compareRuns, unchecked_return_type = "SettingsComparison")]
pub fn compare_runs(
    names: Vec<String>,
    labels: Vec<String>,
    texts: Vec<String>,
) -> Result<JsValue, JsValue> {
    let file = |(name, text): (&String, &String)| {
        let run = RunFile::read_whole(text).map_err(|problem| error(format!("{name}: {problem}")));
        Ok(NamedFile {
            name: name.clone(),
            run: run?,
        })
    };
    let files = names.iter().zip(&texts).map(file);
    let files = files.collect::<Result<Vec<_>, JsValue>>()?;
    let (mut runs, remarks) = merged(files).map_err(error)?;
    let place = |run: &Merged| names.iter().position(|name| run.files.contains(name));
    runs.sort_by_key(place);
    let label = |run: &Merged| {
        let given = place(run).and_then(|place| labels.get(place));
        let given = given.filter(|label| !label.is_empty());
        given.cloned().unwrap_or_else(|| run.run.name())
    };
    to_js(&Comparison::new(runs, label).message(remarks))
}

/// Distance of two diagrams, each as alternating births and deaths: the bottleneck distance, or the Wasserstein distance of order
/// 1 or 2. All use the maximum norm.
#[wasm_bindgen(unchecked_return_type = "Distance")]
pub fn distances(kind: &str, a: &[f32], b: &[f32]) -> Result<JsValue, JsValue> {
    let [a, b]: [&[[f32; 2]]; 2] = [a, b].map(|flat| flat.as_chunks().0);
    to_js(&match kind {
        "bottleneck" => distance::bottleneck(a, b),
        "wasserstein1" => distance::wasserstein(a, b, distance::Order::One),
        "wasserstein2" => distance::wasserstein(a, b, distance::Order::Two),
        _ => {
            return Err(error(format!(
                "expected bottleneck, wasserstein1 or wasserstein2, found {kind}"
            )));
        }
    })
}

/// The growing complex of points in the plane.
#[wasm_bindgen]
pub struct TopologyPoints(PointFiltration);

#[wasm_bindgen]
impl TopologyPoints {
    /// A complex of points, given by x and y in turn.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "PointComplex")] complex: &str,
        coordinates: &[f64],
    ) -> Result<TopologyPoints, JsValue> {
        let complex = match complex {
            "alpha" => Complex::Alpha,
            "rips" => Complex::Rips,
            _ => return Err(error(format!("expected alpha or rips, found {complex}"))),
        };
        let filtration = PointFiltration::new(complex, coordinates.as_chunks().0);
        filtration.map(Self).map_err(error)
    }

    /// The clique complex of a graph whose edges, pairs of vertices, enter at their values.
    pub fn weighted(
        vertices: u32,
        edges: &[u32],
        values: &[f64],
    ) -> Result<TopologyPoints, JsValue> {
        let filtration = PointFiltration::weighted(vertices as usize, edges.as_chunks().0, values);
        filtration.map(Self).map_err(error)
    }

    /// A graph without repeated edges, pairs of vertices, that enter at their values, and whose vertices enter at those of `filter`. It has
    /// no triangles.
    #[wasm_bindgen(js_name = ofGraph)]
    pub fn of_graph(
        filter: &[f32],
        edges: &[u32],
        values: &[f32],
    ) -> Result<TopologyPoints, JsValue> {
        let edges = edges.as_chunks().0.iter().zip(values);
        let edges = edges.map(|(&ends, &value)| (ends, value)).collect();
        let filtration = PointFiltration::of_graph(filter, edges);
        filtration.map(Self).map_err(error)
    }

    /// The ends of the edges in the order of entry.
    pub fn edges(&self) -> Uint32Array {
        Uint32Array::from(self.0.edges().as_flattened())
    }

    /// The diameter at which each edge enters, ascending.
    #[wasm_bindgen(js_name = edgeValues)]
    pub fn edge_values(&self) -> Float32Array {
        Float32Array::from(self.0.edge_values())
    }

    /// The bars in the JSON of `sublevel barcode`, without those of length zero.
    pub fn bars(&self) -> Result<String, JsValue> {
        serde_json::to_string(&self.0.barcode).map_err(error)
    }

    /// The first point of the component of each point at the diameter t.
    pub fn components(&self, t: f32) -> Uint32Array {
        Uint32Array::from(&self.0.components(t)[..])
    }

    /// The number of triangles at the diameter t, followed by the points of at most `limit` of them.
    pub fn triangles(&self, t: f32, limit: u32) -> Uint32Array {
        let found = self.0.triangles(t, limit as usize);
        let count = u32::try_from(found.count).unwrap_or(u32::MAX);
        let listed = found.listed.as_flattened();
        Uint32Array::from(&[&[count], listed].concat()[..])
    }

    /// A shortest cycle through the edge that enters between these points at this value.
    pub fn cycle(&self, a: u32, b: u32, value: f32) -> Uint32Array {
        let edge = self.0.edge_index([a, b], value);
        Uint32Array::from(&edge.map_or_else(Vec::new, |edge| self.0.cycle(edge))[..])
    }
}

/// The contents of a file of points or of weighted edges.
#[wasm_bindgen]
pub struct ReadPoints(InputGraph);

#[wasm_bindgen]
impl ReadPoints {
    /// Reads a file. `kind` is `points`, `distances` (a matrix) or `edges` (a graph of any format, with a value for each edge).
    #[wasm_bindgen(constructor)]
    pub fn new(
        file: &str,
        text: &[u8],
        kind: &str,
        columns: &ChosenColumns,
    ) -> Result<ReadPoints, JsValue> {
        let read = match kind {
            "points" => Table::points(file, text, &columns.0).and_then(|table| {
                let points = table.into_points(file)?;
                match points.dimension() {
                    2 => points.in_the_plane(file),
                    _ => points.distances(file, None),
                }
            }),
            "distances" => {
                Table::distances(file, text).and_then(|table| table.into_distances(file, None))
            }
            "edges" => match open_with(&[(file, text)], &columns.0) {
                Ok(Opened::Graph(graph)) => graph.with_edge_values(file),
                Ok(_) => return Err(error(format!("{file} has no graph with values of edges"))),
                Err(problem) => Err(problem),
            },
            _ => {
                return Err(error(format!(
                    "expected points, distances or edges, found {kind}"
                )));
            }
        };
        read.map(Self).map_err(read_error)
    }

    /// The number of points or vertices.
    pub fn vertices(&self) -> u32 {
        self.0.vertices
    }

    /// x and y of points in the plane in turn; empty for other contents.
    pub fn coordinates(&self) -> Float64Array {
        let columns = &self.0.vertex_attributes[..];
        let flat: Vec<f64> = match columns {
            [x, y] => x
                .values
                .iter()
                .zip(&y.values)
                .flat_map(|(&x, &y)| [x, y])
                .collect(),
            _ => Vec::new(),
        };
        Float64Array::from(&flat[..])
    }

    /// The names of the vertices; empty if the file counts them.
    pub fn names(&self) -> Vec<String> {
        self.0.names.iter().map(Into::into).collect()
    }

    /// The ends of the edges; empty for points in the plane.
    pub fn edges(&self) -> Uint32Array {
        Uint32Array::from(self.0.edges.as_flattened())
    }

    /// The value of each edge.
    pub fn values(&self) -> Float64Array {
        Float64Array::from(self.0.edge_filter.as_deref().unwrap_or_default())
    }

    /// What is read in another way than it is written, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }
}

/// Maximum number of numbers of a vector.
const MAX_NUMBERS: usize = 1 << 20;

/// A diagram and the samples of its vector, checked.
struct Sampled<'a> {
    bars: &'a [Bar],
    range: [f64; 2],
    samples: usize,
}

impl<'a> Sampled<'a> {
    /// `rows`: the numbers of the vector for each sample.
    fn new(bars: &'a [f64], range: &[f64], samples: u32, rows: u32) -> Result<Self, JsValue> {
        let (bars, rest) = bars.as_chunks();
        if !rest.is_empty() {
            return Err(error(
                "a bar has a birth and a death: the number of values is odd",
            ));
        }
        let &[start, end] = range else {
            return Err(error("a range has two ends"));
        };
        if !(start <= end && (end - start).is_finite()) {
            return Err(error(format!(
                "the range from {start} to {end} is not finite or has its ends in the wrong order"
            )));
        }
        if samples == 0 {
            return Err(error("a vector needs at least 1 sample"));
        }
        let samples = samples as usize;
        let numbers = samples.saturating_mul(rows as usize);
        if numbers > MAX_NUMBERS {
            return Err(error(format!(
                "the vector has {numbers} numbers, and {MAX_NUMBERS} is the limit"
            )));
        }
        Ok(Self {
            bars,
            range: [start, end],
            samples,
        })
    }

    fn values(&self) -> Vec<f64> {
        vectors::samples(self.range, self.samples)
    }
}

/// The persistence landscape of a diagram of alternating births and deaths, infinite for essential bars: `levels` × `samples`
/// numbers, level by level. Samples are equally spaced over the range, and essential bars end at its end.
#[wasm_bindgen]
pub fn landscape(
    bars: &[f64],
    range: &[f64],
    samples: u32,
    levels: u32,
) -> Result<Float64Array, JsValue> {
    let sampled = Sampled::new(bars, range, samples, levels)?;
    let numbers = vectors::landscape(
        sampled.bars,
        levels as usize,
        &sampled.values(),
        sampled.range,
    );
    Ok(Float64Array::from(&numbers[..]))
}

/// The persistence image of a diagram of alternating births and deaths, infinite for essential bars: lengths × births numbers,
/// length by length, `samples` in each direction. Births are sampled over the range, lengths from 0 to its length, and essential
/// bars end at its end. `bandwidth` is the standard deviation of the Gaussians.
#[wasm_bindgen(js_name = persistenceImage)]
pub fn persistence_image(
    bars: &[f64],
    range: &[f64],
    samples: u32,
    bandwidth: f64,
) -> Result<Float64Array, JsValue> {
    let sampled = Sampled::new(bars, range, samples, samples)?;
    if !(bandwidth > 0.0 && bandwidth.is_finite()) {
        return Err(error(format!(
            "the bandwidth is {bandwidth}, and it needs a number above 0"
        )));
    }
    let grid = ImageGrid::over(sampled.range, sampled.samples, bandwidth);
    let numbers = vectors::image(sampled.bars, &grid, sampled.range);
    Ok(Float64Array::from(&numbers[..]))
}

/// The Betti curve of a diagram of alternating births and deaths, infinite for essential bars: at each of `samples` equally spaced
/// values of the range, the number of bars.
#[wasm_bindgen(js_name = bettiCurve)]
pub fn betti_curve(bars: &[f64], range: &[f64], samples: u32) -> Result<Float64Array, JsValue> {
    let sampled = Sampled::new(bars, range, samples, 1)?;
    let numbers = vectors::betti_curve(sampled.bars, &sampled.values());
    Ok(Float64Array::from(&numbers[..]))
}

/// The shape with these positions, as alternating x and y.
fn shape(positions: &[f32]) -> Result<euler::Shape, JsValue> {
    match positions.as_chunks() {
        (points, []) if positions.iter().all(|number| number.is_finite()) => {
            Ok(euler::Shape::new(points))
        }
        _ => Err(error("positions are pairs of finite numbers")),
    }
}

/// The height of each position in a direction, from −1 to 1; see `euler::Shape::heights`.
#[wasm_bindgen]
pub fn heights(positions: &[f32], degrees: f64) -> Result<Float32Array, JsValue> {
    Ok(Float32Array::from(&shape(positions)?.heights(degrees)[..]))
}

/// The mean absolute difference of two Euler characteristic transforms of the same size.
#[wasm_bindgen(js_name = transformDistance)]
pub fn transform_distance(a: &[i32], b: &[i32]) -> Result<f64, JsValue> {
    match a.len() == b.len() {
        true => Ok(euler::distance(a, b)),
        false => Err(error("the transforms have different sizes")),
    }
}

/// A graph with its repeated edges and self-loops.
#[wasm_bindgen]
pub struct TopologyGraph {
    graph: InputGraph,
    latest: Option<Latest>,
}

/// Results for the filter of the latest request: views send several requests in a row.
struct Latest {
    filter: Vec<f32>,
    persistence: Persistence,
    representatives: [Option<Representatives>; 2],
}

#[wasm_bindgen]
impl TopologyGraph {
    /// A graph with the vertices 0, 1, … and these edges, as a list of ends.
    #[wasm_bindgen(constructor)]
    pub fn new(vertices: u32, edges: &[u32]) -> Result<TopologyGraph, JsValue> {
        let (edges, rest) = edges.as_chunks();
        if !rest.is_empty() {
            return Err(error("an edge has two ends: the number of ends is odd"));
        }
        if let Some(end) = edges.as_flattened().iter().find(|&&end| end >= vertices) {
            return Err(error(format!(
                "an edge ends at vertex {end}, but there are {vertices}, counted from 0"
            )));
        }
        let graph = InputGraph {
            vertices,
            edges: edges.to_vec(),
            ..InputGraph::default()
        };
        Ok(graph.into())
    }

    /// Summary of the graph.
    #[wasm_bindgen(unchecked_return_type = "OpenedGraph")]
    pub fn summary(&self) -> Result<JsValue, JsValue> {
        let graph = &self.graph;
        let complete = |attribute: &&Attribute| attribute.missing.is_none();
        let attributes = graph.vertex_attributes.iter().filter(complete);
        let own = graph.filter.is_some().then(|| "values".to_owned());
        let of_structure = filters::Filter::ids().map(str::to_owned);
        to_js(&OpenedGraph {
            vertices: graph.vertices,
            edges: graph.edges.len() as u32,
            names: graph.names.iter().map(Into::into).collect(),
            filters: own
                .into_iter()
                .chain(attributes.map(|attribute| format!("attribute:{}", attribute.name)))
                .chain(of_structure)
                .collect(),
            edge_values: graph.edge_filter.is_some(),
            notes: graph.notes.clone(),
        })
    }

    /// List of the ends of the edges.
    pub fn edges(&self) -> Uint32Array {
        Uint32Array::from(self.graph.edges.as_flattened())
    }

    /// A value for each vertex under one of the filters of `summary().filters`.
    pub fn filter(&self, name: &str) -> Result<Float32Array, JsValue> {
        let graph = &self.graph;
        if let Some(values) = filters::of_structure(graph, name, &|_| ()) {
            return Ok(Float32Array::from(&narrowed(&values)[..]));
        }
        let attribute = |name| {
            let found = Attribute::find(&graph.vertex_attributes, "vertex", name);
            found.map(|attribute| &attribute.values)
        };
        let values = match (name.strip_prefix("attribute:"), &graph.filter) {
            (Some(name), _) => attribute(name).map_err(error)?,
            (None, Some(values)) if name == "values" => values,
            _ => {
                return Err(error(format!(
                    "this graph has no filter \u{201c}{name}\u{201d}"
                )));
            }
        };
        Ok(Float32Array::from(&narrowed(values)[..]))
    }

    /// The bars of both directions, with five numbers each: kind (0 a component that ends, 1 an essential one, 2 a loop), direction
    /// (0 sublevel), birth vertex, death vertex or 0xffffffff, multiplicity. Bars of vertices that join an older component at once
    /// are omitted.
    pub fn bars(&mut self, filter: &[f32]) -> Result<Uint32Array, JsValue> {
        Ok(Uint32Array::from(&rows(self.persistence(filter)?)[..]))
    }

    /// The filtration, value by value.
    #[wasm_bindgen(unchecked_return_type = "FiltrationSteps")]
    pub fn steps(
        &mut self,
        filter: &[f32],
        #[wasm_bindgen(unchecked_param_type = "FiltrationDirection")] towards: &str,
    ) -> Result<JsValue, JsValue> {
        let steps = Steps::new(self.persistence(filter)?, filter, direction(towards)?);
        let whole = |numbers: &[u32]| JsValue::from(Uint32Array::from(numbers));
        Ok(object(&[
            ("values", Float32Array::from(&steps.values[..]).into()),
            ("vertices", whole(&steps.vertices)),
            ("edges", whole(&steps.edges)),
            ("components", whole(&steps.components)),
            ("order", whole(&steps.order)),
            ("first", whole(&steps.first)),
            ("stepOf", whole(&steps.step_of)),
        ]))
    }

    /// Extended persistence, with three numbers per pair: 0 for a component or 1 for a loop, birth vertex, death vertex.
    pub fn extended(&self, filter: &[f32]) -> Result<Uint32Array, JsValue> {
        self.check(filter)?;
        let pairs = extended_pairs(&self.graph.edges, filter);
        let of_kind = |kind, pairs: Vec<[u32; 2]>| {
            pairs
                .into_iter()
                .map(move |[birth, death]| [kind, birth, death])
        };
        let all: Vec<[u32; 3]> = of_kind(0, pairs.components)
            .chain(of_kind(1, pairs.loops))
            .collect();
        Ok(Uint32Array::from(all.as_flattened()))
    }

    /// The component born at a vertex.
    #[wasm_bindgen(unchecked_return_type = "Component")]
    pub fn component(
        &mut self,
        filter: &[f32],
        #[wasm_bindgen(unchecked_param_type = "FiltrationDirection")] towards: &str,
        birth_vertex: u32,
    ) -> Result<JsValue, JsValue> {
        let found = self
            .representatives(filter, towards)?
            .component(birth_vertex);
        to_js(&found.map_err(error)?)
    }

    /// The component of a vertex after this number of vertices have entered.
    #[wasm_bindgen(js_name = componentAmong)]
    pub fn component_among(
        &mut self,
        filter: &[f32],
        #[wasm_bindgen(unchecked_param_type = "FiltrationDirection")] towards: &str,
        vertex: u32,
        arrived: u32,
    ) -> Result<Uint32Array, JsValue> {
        let representatives = self.representatives(filter, towards)?;
        let found = representatives.component_among(vertex, arrived);
        Ok(Uint32Array::from(&found.map_err(error)?[..]))
    }

    /// A shortest cycle for each loop born with a vertex.
    #[wasm_bindgen(unchecked_return_type = "Cycle[]")]
    pub fn cycles(
        &mut self,
        filter: &[f32],
        #[wasm_bindgen(unchecked_param_type = "FiltrationDirection")] towards: &str,
        birth_vertex: u32,
    ) -> Result<JsValue, JsValue> {
        let found = self.representatives(filter, towards)?.cycles(birth_vertex);
        to_js(&found.map_err(error)?)
    }

    /// The reduction of the boundary matrix, step by step; for small graphs.
    #[wasm_bindgen(unchecked_return_type = "Trace")]
    pub fn trace(
        &self,
        filter: &[f32],
        #[wasm_bindgen(unchecked_param_type = "FiltrationDirection")] towards: &str,
        #[wasm_bindgen(unchecked_param_type = "TraceMode")] mode: &str,
    ) -> Result<JsValue, JsValue> {
        let mode = match mode {
            "sequential" => Mode::Sequential,
            "rounds" => Mode::Rounds,
            "word" => Mode::Word,
            _ => {
                return Err(error(format!(
                    "expected sequential, rounds or word, found {mode}"
                )));
            }
        };
        let trace = Trace::new(&self.graph.edges, filter, direction(towards)?, mode);
        to_js(&trace.map_err(error)?)
    }

    /// The Euler characteristic transform of the graph with these vertex positions, direction by direction; see
    /// `euler::Shape::transform`.
    #[wasm_bindgen(js_name = eulerTransform)]
    pub fn euler_transform(
        &self,
        positions: &[f32],
        #[wasm_bindgen(unchecked_param_type = "FiltrationDirection")] towards: &str,
        angles: u32,
        samples: u32,
    ) -> Result<Int32Array, JsValue> {
        let (points, vertices) = (positions.len() / 2, self.graph.vertices);
        if points != vertices as usize {
            return Err(error(format!(
                "there are {points} positions for {vertices} vertices"
            )));
        }
        let shape = shape(positions)?;
        let (angles, samples) = (angles as usize, samples as usize);
        let transform = shape.transform(&self.graph.edges, direction(towards)?, angles, samples);
        Ok(Int32Array::from(&transform[..]))
    }

    /// The barcodes in the JSON of `sublevel barcode`. With `edge_values` the edges enter with their given values. With `cliques`
    /// the complex has all triangles.
    pub fn barcodes(
        &self,
        filter: &[f32],
        edge_values: bool,
        cliques: bool,
        extended: bool,
        keep_zero: bool,
    ) -> Result<String, JsValue> {
        self.check(filter)?;
        let graph = &self.graph;
        let own = graph.edge_filter.as_deref().filter(|_| edge_values);
        let edge_filter = own.map(narrowed);
        let filtration = Filtration {
            edges: &graph.edges,
            filter,
            edge_filter: edge_filter.as_deref(),
            cliques,
        };
        let mut barcodes = filtration.barcodes(keep_zero).map_err(error)?;
        if extended {
            barcodes = {
                let pairs = extended_pairs(&graph.edges, filter);
                barcodes.with_extended(&pairs.components, &pairs.loops, filter, keep_zero)
            };
        }
        serde_json::to_string(&barcodes).map_err(error)
    }
}

impl From<InputGraph> for TopologyGraph {
    fn from(graph: InputGraph) -> Self {
        Self {
            graph,
            latest: None,
        }
    }
}

impl TopologyGraph {
    fn check(&self, filter: &[f32]) -> Result<(), JsValue> {
        let (values, vertices) = (filter.len(), self.graph.vertices);
        match values == vertices as usize {
            true => Ok(()),
            false => Err(error(format!(
                "there are {values} filter values for {vertices} vertices"
            ))),
        }
    }

    /// The graph, with its results under this filter.
    fn under(&mut self, filter: &[f32]) -> Result<(&InputGraph, &mut Latest), JsValue> {
        self.check(filter)?;
        let known = self.latest.take().filter(|latest| latest.is_of(filter));
        let latest = known.unwrap_or_else(|| Latest {
            filter: filter.to_vec(),
            persistence: persistence(&self.graph.edges, filter),
            representatives: [None, None],
        });
        Ok((&self.graph, self.latest.insert(latest)))
    }

    fn persistence(&mut self, filter: &[f32]) -> Result<&Persistence, JsValue> {
        Ok(&self.under(filter)?.1.persistence)
    }

    fn representatives(
        &mut self,
        filter: &[f32],
        towards: &str,
    ) -> Result<&Representatives, JsValue> {
        let direction = direction(towards)?;
        let (graph, latest) = self.under(filter)?;
        let slot = &mut latest.representatives[direction as usize];
        let known = match slot.take() {
            Some(known) => known,
            None => Representatives::new(&graph.edges, filter, direction).map_err(error)?,
        };
        Ok(slot.insert(known))
    }
}

impl Latest {
    /// Compares bits: NaN is the same filter, too.
    fn is_of(&self, filter: &[f32]) -> bool {
        bytemuck::cast_slice::<f32, u32>(&self.filter) == bytemuck::cast_slice::<f32, u32>(filter)
    }
}
