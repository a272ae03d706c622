//! Several graphs as one input of the model.

mod batcher;
mod numbers;
mod receptive_fields;
mod refinement;
mod set_classes;
mod set_memory;
mod standard;
mod statistics;
mod vertex_sets;

use rand::{Rng, seq::SliceRandom};

use crate::homology::dispatch_plan::BatchShape;
pub use batcher::Batcher;
pub use receptive_fields::{ABSENT, FIELD};
pub use refinement::{Colours, NeighbourLists, refine_until_stable};
pub use set_classes::{NO_TYPE, SET_LAYERS, table};
pub use standard::Standardised;
pub use statistics::Statistics;
pub(super) use statistics::{kept_targets, targets_have_32_bits};
pub use vertex_sets::{SetType, SetTypes};

/// Sizes of the features of vertices and edges that the model reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSizes {
    /// Rows of the degree table; 0: not used. Higher degrees use the last row.
    pub degrees: usize,
    /// Rows of the label table; 0: not used.
    pub labels: usize,
    /// Attributes of a vertex; 0: not used.
    pub attributes: usize,
    /// Rows of the table of edge labels; 0: not used.
    pub edge_labels: usize,
    /// Attributes of an edge; 0: not used.
    pub edge_attributes: usize,
}

/// Concatenated graphs, smaller size classes first.
#[derive(Clone, Debug, Default)]
pub struct GraphBatch {
    /// Index in the data set of each graph, in the order of the batch.
    pub members: Vec<u32>,
    /// First vertex of each graph, then the number of vertices.
    pub vertex_offsets: Vec<u32>,
    /// First edge of each graph, then the number of edges.
    pub edge_offsets: Vec<u32>,
    /// End points, counted from the first vertex of their graph.
    pub edges: Vec<[u32; 2]>,
    /// Class of each graph.
    pub classes: Vec<u32>,
    /// Standardised target of each graph. Empty if the graphs have classes.
    pub targets: Vec<f32>,
    /// Number of graphs of each size.
    pub shape: BatchShape,
    /// Colour of each vertex after the last layer, see [`Batcher`].
    pub colour_of: Vec<u32>,
    /// The colour classes before the first layer and after each.
    pub layers: Vec<Layer>,
    /// Row of each colour class before the first layer in the degree table.
    pub degree_rows: Vec<u32>,
    /// Row of each of these classes in the label table.
    pub label_rows: Vec<u32>,
    /// Standardised attributes of each of these classes, row by row. Empty if the model does not use them.
    pub attributes: Vec<f32>,
    /// Value of each vertex for a fixed filter.
    pub filter: Option<Vec<f32>>,
    /// Colours of the vertices of the receptive fields, graph by graph, or [`ABSENT`]. Every graph has the same number of fields.
    /// Empty if the model does not use them.
    pub receptive_fields: Vec<[u32; FIELD]>,
    /// The pairs and the connected triples of vertices. Empty if the model does not use them.
    pub set_levels: Vec<SetLevel>,
    /// Sizes of the features that the rows belong to.
    pub feature_sizes: FeatureSizes,
}

/// The colour classes after a layer of message passing, and the input of the layer from those before it.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Number of vertices of each class.
    pub counts: Vec<u32>,
    /// The class before the layer that each class refines. Empty before the first layer, as are the lists below.
    pub refined: Vec<u32>,
    /// First neighbour of each class, then the number of all neighbours.
    pub neighbour_offsets: Vec<u32>,
    /// The classes before the layer of the neighbours of a vertex of each class.
    pub neighbours: Vec<u32>,
    /// Label of the edge to each of these neighbours. Empty if the model does not use labels.
    pub edge_label_rows: Vec<u32>,
    /// Standardised attributes of these edges, row by row. Empty if the model does not use attributes.
    pub edge_attributes: Vec<f32>,
}

/// The sets of one size of vertices of each graph, as classes with equal values.
#[derive(Clone, Debug, Default)]
pub struct SetLevel {
    /// First set of each graph, then the number of sets.
    pub set_offsets: Vec<u32>,
    /// Class of each set after the last layer.
    pub class_of: Vec<u32>,
    /// The classes before the first layer of message passing between sets and after each of [`SET_LAYERS`].
    pub layers: Vec<Layer>,
    /// Rows of the table of types, at least one.
    pub table: usize,
    /// For each class before the first layer, the row of its type, or [`NO_TYPE`].
    pub types: Vec<u32>,
    /// The colours of the members of each of these classes, after the last layer of vertices. Every class has the same number of members.
    pub members: Vec<u32>,
}

impl GraphBatch {
    /// Number of graphs.
    pub fn graphs(&self) -> usize {
        self.members.len()
    }

    /// Number of vertices of all graphs.
    pub fn vertices(&self) -> usize {
        self.colour_of.len()
    }

    /// Gives the vertices of every graph a new order, uniformly at random. The graphs and their edges keep their places, and the
    /// batch describes the same graphs. Choices that depend on the number of a vertex, such as the order of equal filter values,
    /// become random.
    pub fn shuffle_vertices<R: Rng>(&mut self, rng: &mut R) {
        let graphs = self.vertex_offsets.windows(2);
        for (vertices, edges) in graphs.zip(self.edge_offsets.windows(2)) {
            let own = vertices[0] as usize..vertices[1] as usize;
            let mut number: Vec<u32> = (0..own.len() as u32).collect();
            number.shuffle(rng);
            renumber(&mut self.colour_of[own.clone()], &number);
            if let Some(filter) = &mut self.filter {
                renumber(&mut filter[own], &number);
            }
            let edges = &mut self.edges[edges[0] as usize..edges[1] as usize];
            for end in edges.as_flattened_mut() {
                *end = number[*end as usize];
            }
        }
    }

    /// The same graphs with a vertex on every edge: the lists of vertices and edges, without colours and features. The vertex on an
    /// edge has the index of the edge after the vertices of its graph. Graphs keep their places, so they may not be sorted by size.
    pub fn subdivided(&self) -> Self {
        let mut all = Self {
            members: self.members.clone(),
            vertex_offsets: vec![0],
            edge_offsets: vec![0],
            ..Self::default()
        };
        let graphs = self.vertex_offsets.windows(2);
        for (vertices, edges) in graphs.zip(self.edge_offsets.windows(2)) {
            let (number, own) = (
                vertices[1] - vertices[0],
                &self.edges[edges[0] as usize..edges[1] as usize],
            );
            let halves = (number..).zip(own);
            all.edges
                .extend(halves.flat_map(|(middle, ends)| ends.map(|end| [end, middle])));
            let cells = number + own.len() as u32;
            let [first, first_edge] =
                [&all.vertex_offsets, &all.edge_offsets].map(|o| o[o.len() - 1]);
            all.vertex_offsets.push(first + cells);
            all.edge_offsets.push(first_edge + 2 * own.len() as u32);
            all.shape.add(cells, 2 * own.len() as u32);
        }
        all
    }

    /// First vertex, vertices, first edge and edges of each graph, in the layout of the persistence shaders.
    pub fn rows(&self) -> Vec<[u32; 4]> {
        let vertices = self.vertex_offsets.windows(2);
        let rows = vertices.zip(self.edge_offsets.windows(2));
        rows.map(|(v, e)| [v[0], v[1] - v[0], e[0], e[1] - e[0]])
            .collect()
    }
}

/// Moves the value at place `i` to place `number[i]`.
fn renumber<T: Copy>(values: &mut [T], number: &[u32]) {
    for (&number, value) in number.iter().zip(values.to_vec()) {
        values[number as usize] = value;
    }
}
