//! Barcodes of one graph with the chosen filter and engine.

use std::borrow::Cow;

use sublevel::graph::{InputGraph, Names};
use sublevel::homology::barcode::{Direction, Source, VertexBars, View};
use sublevel::homology::filtration::{Effort, Filtration};
use sublevel::homology::ranks::Ranks;
use sublevel::homology::representatives::Prepared;
use sublevel::homology::trace::{Mode, Trace};
use sublevel::homology::{HomologyError, Persistence, extended, persistence_with_progress};

use super::values::{edge_values, vertex_values};
use super::{Arguments, Engine, points};
use crate::Failure;
use crate::console::Work;

/// The bars of a graph, the filter values of their ranks, the graph for their representatives, and the vertex names.
pub struct Computed {
    bars: Box<dyn Source>,
    ranks: Ranks,
    representatives: Option<Prepared>,
    /// See [`InputGraph::max_scale`].
    pub max_scale: Option<f64>,
    pub names: Names,
}

impl Computed {
    /// Passes the bars to `read` with the filter values of the file.
    pub fn view<T>(&self, read: impl FnOnce(&View<'_, f64>) -> T) -> T {
        read(&View {
            bars: &*self.bars,
            value: &|value| self.ranks.value(value),
            representatives: self.representatives.as_ref(),
            max_scale: self.max_scale,
        })
    }
}

/// The chosen filter values as ranks.
struct Chosen {
    ranks: Ranks,
    vertices: Vec<f32>,
    edges: Option<Vec<f32>>,
}

impl Arguments {
    /// The bars of a graph; messages use `name`, and `work` receives the progress.
    pub fn compute(&self, name: &str, graph: InputGraph, work: &Work) -> Result<Computed, Failure> {
        let failed = |problem: String| Failure::usage(format!("{name}: {problem}"));
        if self.points.alpha {
            let alpha = points::alpha(&graph, self.keep_zero).map_err(failed)?;
            let representatives = match self.representatives {
                true => Some(
                    alpha
                        .prepared()
                        .map_err(|error| failed(error.to_string()))?,
                ),
                false => None,
            };
            return Ok(Computed {
                bars: Box::new(alpha.bars),
                ranks: alpha.ranks,
                representatives,
                max_scale: None,
                names: graph.names,
            });
        }
        let Chosen {
            ranks,
            vertices,
            edges,
        } = self.chosen(&graph, work).map_err(failed)?;
        // Ranks replace the numbers of the file, whose memory is freed.
        let graph = InputGraph {
            vertices: graph.vertices,
            edges: graph.edges,
            names: graph.names,
            max_scale: graph.max_scale,
            ..InputGraph::default()
        };
        let worded = |error| match error {
            // The engine knows ranks only; the message names the values of the file.
            Problem::Order(error) => failed(in_words(&error, &graph, &ranks)),
            Problem::Other(failure) => failure,
        };
        let representatives = match self.representatives {
            true => {
                let prepared = Prepared::new(&graph.edges, &vertices, edges.as_deref());
                Some(prepared.map_err(Problem::Order).map_err(worded)?)
            }
            false => None,
        };
        let bars = self.bars(name, &graph, vertices, edges, work);
        let bars = bars.map_err(worded)?;
        Ok(Computed {
            bars,
            ranks,
            representatives,
            max_scale: graph.max_scale,
            names: graph.names,
        })
    }

    fn chosen(&self, graph: &InputGraph, work: &Work) -> Result<Chosen, String> {
        let edges = match &self.edge_filter {
            None if self.points.is_rips() => Some(edge_values(graph, None)?),
            Some(choice) => Some(edge_values(graph, choice.as_deref())?),
            None => None,
        };
        let vertices = vertex_values(graph, &self.filter, edges, work)?;
        let (ranks, [filter, edge_filter]) = Ranks::new([&vertices, edges.unwrap_or_default()]);
        Ok(Chosen {
            ranks,
            vertices: filter,
            edges: edges.map(|_| edge_filter),
        })
    }

    fn bars(
        &self,
        name: &str,
        graph: &InputGraph,
        filter: Vec<f32>,
        edge_filter: Option<Vec<f32>>,
        work: &Work,
    ) -> Result<Box<dyn Source>, Problem> {
        let failed = |problem: String| Failure::usage(format!("{name}: {problem}"));
        let cliques = self.clique || self.points.is_rips();
        if cliques || edge_filter.is_some() {
            let filtration = Filtration {
                edges: &graph.edges,
                filter: &filter,
                edge_filter: edge_filter.as_deref(),
                cliques,
            };
            let progress = |share| work.show(share);
            let barcodes = filtration.barcodes_within(self.keep_zero, Effort::hours(&progress));
            return Ok(Box::new(barcodes.map_err(Problem::Order)?));
        }
        let persistence = match self.engine {
            Engine::UnionFind => {
                persistence_with_progress(&graph.edges, &filter, &|share| work.show(share))
            }
            Engine::Reduction => by_columns(graph, &filter).map_err(failed)?,
            Engine::Gpu => on_gpu(name, graph, &filter)?,
        };
        let extended = self.extended.then(|| extended(&graph.edges, &filter));
        let bars = VertexBars::new(Cow::Owned(persistence), Cow::Owned(filter), self.keep_zero);
        Ok(Box::new(match extended {
            Some(extended) => bars.with_extended(extended),
            None => bars,
        }))
    }
}

/// A failure to compute barcodes.
enum Problem {
    /// An error that names ranks of values.
    Order(HomologyError),
    Other(Failure),
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Self::Other(failure)
    }
}

/// An invalid filtration, with vertices and values of the file.
fn in_words(error: &HomologyError, graph: &InputGraph, ranks: &Ranks) -> String {
    match error {
        HomologyError::EdgeBelowEnd {
            edge,
            ends,
            value,
            vertex,
            vertex_value,
        } => {
            let [a, b] = ends.map(|end| graph.name_of(end));
            let [value, vertex_value] = [*value, *vertex_value].map(|value| ranks.value(value));
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
            HomologyError::TooManySimplices { simplices, max } => format!(
                "the graph has {simplices} vertices and edges, --engine reduction takes at most {max}; \
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
    use sublevel::gpu::{Gpu, GpuError};

    let gpu = pollster::block_on(Gpu::open(256));
    let computed = gpu.and_then(|gpu| gpu.persistence(&graph.edges, filter));
    computed.map_err(|error| {
        let message = format!("{name}: {error}; --engine union-find accepts every graph");
        match error {
            GpuError::TooLarge(_) | GpuError::BufferTooLarge { .. } => Failure::usage(message),
            GpuError::NoAdapter(_) | GpuError::Failed(_) | GpuError::Wrong { .. } => {
                Failure::other(message)
            }
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
