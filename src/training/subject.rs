//! The graph of a request to a model.

use super::inspection::InspectionError;
use crate::{
    config::{FixedFilter, ModelKind, TrainingConfig},
    graph::{Attribute, Dataset, Graph, batch::FeatureSizes},
};

/// The graph of a request to a model.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The graph with this index in the data set of the run.
    Index(u32),
    /// Any other graph, with or without labels and attributes as in the data set of the run. A degree beyond the table of the model
    /// gets its last row.
    Graph(Box<Graph>),
}

/// Maximum number of vertices of a graph outside the data set: a GPU can pair this number.
pub const MAX_VERTICES: u32 = 65_535;
/// The same for a model that searches the whole graph from every vertex, or reads all pairs of vertices.
pub const MAX_VERTICES_SEARCHED: u32 = 4096;
/// Maximum number of edges of such a graph.
pub const MAX_EDGES: usize = 1 << 20;
/// A data set of this graph only, with the names of labels and attributes of `like`.
///
/// # Errors
/// If it is not a simple graph, is too large, has labels or attributes that `like` does not have, or lacks data that a model
/// reads.
pub(super) fn alone(
    graph: Graph,
    like: &Dataset,
    config: &TrainingConfig,
    feature_sizes: FeatureSizes,
) -> Result<Dataset, InspectionError> {
    let error = |problem: String| Err(InspectionError::Graph(problem));
    let Graph {
        vertices,
        edges,
        vertex_labels,
        vertex_attributes,
        edge_labels,
        edge_attributes,
    } = &graph;
    let searches = config.fixed_filter.searched().is_some()
        || matches!(
            config.model,
            ModelKind::PatchySan | ModelKind::OneTwoThreeGnn
        );
    let most = match searches {
        true => MAX_VERTICES_SEARCHED,
        false => MAX_VERTICES,
    };
    if *vertices > most || edges.len() > MAX_EDGES {
        return error(format!(
            "the graph has {vertices} vertices and {} edges; the limits of this model for graphs outside a data set are {most} and \
             {MAX_EDGES}",
            edges.len()
        ));
    }
    if let Some([u, v]) = edges.iter().find(|[u, v]| u >= v || v >= vertices) {
        return error(format!(
            "expected edges between two of the {vertices} vertices, the smaller index first, found {u}-{v}"
        ));
    }
    if let Some([a, b]) = edges.array_windows().find(|[a, b]| a >= b) {
        return error(format!(
            "expected every edge once, in ascending order, found {a:?} before {b:?}"
        ));
    }
    // Kind of the values, their number, number of carriers, values per carrier, and whether the model reads them.
    for (what, found, things, each, read) in [
        (
            "vertex label",
            vertex_labels.len(),
            *vertices as usize,
            1,
            feature_sizes.labels > 0,
        ),
        (
            "vertex attribute",
            vertex_attributes.len(),
            *vertices as usize,
            like.vertex_attributes as usize,
            feature_sizes.attributes > 0,
        ),
        (
            "edge label",
            edge_labels.len(),
            edges.len(),
            1,
            feature_sizes.edge_labels > 0,
        ),
        (
            "edge attribute",
            edge_attributes.len(),
            edges.len(),
            like.edge_attributes as usize,
            feature_sizes.edge_attributes > 0,
        ),
    ] {
        let expected = things * each;
        if found == 0 && read && expected > 0 {
            return error(format!(
                "the model reads {what}s, but the graph has none: add those of “{}”, {expected} numbers, or use a model \
                 with other features",
                like.name
            ));
        }
        if found != 0 && found != expected {
            return error(format!(
                "expected {expected} {what}s as in “{}”, or none, found {found}",
                like.name
            ));
        }
    }
    for (what, labels, names) in [
        ("vertex", vertex_labels, &like.vertex_label_names),
        ("edge", edge_labels, &like.edge_label_names),
    ] {
        if let Some(label) = labels.iter().find(|&&label| label as usize >= names.len()) {
            return error(format!(
                "expected {what} labels below {}, as many as “{}” has, found {label}",
                names.len(),
                like.name
            ));
        }
    }
    for (what, numbers) in [("vertex", vertex_attributes), ("edge", edge_attributes)] {
        if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            return error(format!("expected finite {what} attributes, found {number}"));
        }
    }
    if let FixedFilter::Attribute(name) = &config.fixed_filter {
        let known = like.vertex_numbers(&graph);
        let found = Attribute::find(&known, "vertex", name).map(|found| found.values.len());
        if found != Ok(*vertices as usize) {
            return error(format!(
                "the filter of the model is the vertex attribute {name:?}, and the graph has no number of that name for \
                 each vertex: give it the labels and attributes of “{}”",
                like.name
            ));
        }
    }
    Ok(Dataset {
        name: like.name.clone(),
        graphs: vec![graph],
        classes: vec![0],
        class_names: like.class_names.clone(),
        // Its own target is unknown, and no output depends on it.
        targets: vec![0.0; like.targets.len().min(1)],
        vertex_label_names: like.vertex_label_names.clone(),
        edge_label_names: like.edge_label_names.clone(),
        vertex_attributes: like.vertex_attributes,
        edge_attributes: like.edge_attributes,
        notes: Vec::new(),
        split: None,
    })
}
