//! From graphs of a data set to a batch, one colour class at a time.

use std::{
    cmp::Ordering,
    sync::{Arc, Mutex, PoisonError},
};

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

use super::{
    ABSENT, FIELD, FeatureSizes, GraphBatch, Layer, SetTypes,
    numbers::{Numbers, count},
    receptive_fields::{Field, receptive_fields},
    refinement::{Colours, NeighbourLists, refine},
    set_classes::SetClasses,
    set_memory::check,
    vertex_sets::{labels_of, pairs_of, triples_of},
};
use crate::graph::{Dataset, Graph, Standardised, Statistics};
use crate::homology::dispatch_plan::size_class;

/// Maximum number of steps for the receptive fields of one graph. A step takes a few nanoseconds.
const MAX_STEPS: u64 = 1 << 33;

/// Makes batches of a data set.
///
/// Vertices have the same *colour* if no filter can distinguish them. Before the first layer, they have the same rows of the tables
/// and attributes. After each layer, they had the same colour before it, and neighbours of the same colours, equally often, along
/// edges with the same rows. This is colour refinement (1-WL, the Weisfeiler–Leman test) with one round for each layer. The first
/// layer is an exception: it adds up degrees, labels and attributes separately, so it does not know which of them belong together.
/// The vertices of a *colour class* get the same values for all weights, so the model computes each class once. Two sums of the
/// same numbers in a different order would differ by rounding, and the bar between them would be an artefact. Graphs with few
/// degrees and labels have far fewer classes than vertices. Fewer layers mean fewer classes.
#[derive(Debug)]
pub struct Batcher {
    dataset: Arc<Dataset>,
    feature_sizes: FeatureSizes,
    /// Standardised target of each graph. Empty if the graphs have classes.
    targets: Vec<f32>,
    /// First vertex of each graph in the arrays below, then the number of all vertices.
    first_vertex: Vec<u32>,
    /// Colour of each vertex and number of colours, before the first layer and after each.
    colours: Vec<Colours>,
    /// Zeros from the last batch, for [`Numbers`] of the next one: a data set may have far more colours than a batch.
    zeros: Mutex<Vec<u32>>,
    /// Concatenated lists of the neighbours of all vertices.
    neighbour_offsets: Vec<u32>,
    neighbours: Vec<u32>,
    /// Label, or row of the attributes, of the edge to each neighbour. Empty if edges have no features.
    edge_rows: Vec<u32>,
    edge_attributes: Standardised,
    /// Rows of each vertex in the tables of degrees and labels and in the attributes.
    rows: Vec<[u32; 3]>,
    attributes: Standardised,
    /// Value of each vertex for a fixed filter.
    filter: Option<Vec<f32>>,
    /// Number of receptive fields of a graph in a batch.
    fields_each: usize,
    /// The receptive fields of each graph with vertices of the data set.
    fields: Vec<Vec<Field>>,
    /// The classes of the pairs and of the connected triples of vertices, or none.
    sets: Vec<SetClasses>,
}

impl Batcher {
    /// A batcher for models with `layers` message-passing layers and these features of vertices and edges. The statistics of the
    /// training graphs standardise the attributes and the targets.
    ///
    /// # Panics
    /// If the number of attributes of the statistics differs from that of the sizes.
    pub fn new(
        dataset: Arc<Dataset>,
        feature_sizes: FeatureSizes,
        statistics: &Statistics,
        layers: u32,
    ) -> Self {
        let scales = [&statistics.attributes, &statistics.edge_attributes];
        assert_eq!(
            scales.map(Vec::len),
            [feature_sizes.attributes, feature_sizes.edge_attributes],
            "statistics of each attribute"
        );
        let graphs = dataset.graphs.iter();
        let of_vertices = graphs.clone().map(|graph| &graph.vertex_attributes[..]);
        let attributes = Standardised::new(scales[0], of_vertices);
        let of_edges = graphs.map(|graph| &graph.edge_attributes[..]);
        let edge_attributes = Standardised::new(scales[1], of_edges);
        let mut first_vertex = vec![0];
        let mut rows = Vec::new();
        let mut edge_rows = Vec::new();
        // Edges of the graphs so far.
        let mut edges = 0;
        let (mut offsets, mut neighbours) = (vec![0u32], Vec::new());
        for graph in &dataset.graphs {
            let first = rows.len() as u32;
            let start = neighbours.len() as u32;
            let adjacency = graph.adjacency();
            for (v, range) in adjacency.offsets.windows(2).enumerate() {
                offsets.push(start + range[1]);
                let degree = range[1] - range[0];
                let degree_row = match feature_sizes.degrees {
                    0 => 0,
                    rows => degree.min(rows as u32 - 1),
                };
                let label_row = match feature_sizes.labels {
                    0 => 0,
                    _ => graph.vertex_labels[v],
                };
                let attribute_row = match feature_sizes.attributes {
                    0 => 0,
                    _ => attributes.row_of[rows.len()],
                };
                rows.push([degree_row, label_row, attribute_row]);
            }
            neighbours.extend(adjacency.neighbours.iter().map(|&u| first + u));
            let around = adjacency.edges.iter().map(|&edge| edge as usize);
            if feature_sizes.edge_labels > 0 {
                edge_rows.extend(around.map(|edge| graph.edge_labels[edge]));
            } else if feature_sizes.edge_attributes > 0 {
                edge_rows.extend(around.map(|edge| edge_attributes.row_of[edges + edge]));
            }
            edges += graph.edges.len();
            first_vertex.push(rows.len() as u32);
        }
        let lists = NeighbourLists {
            offsets: &offsets,
            neighbours: &neighbours,
            edge_rows: &edge_rows,
        };
        let colours = refine(&rows, lists, layers);
        let targets = dataset.targets.iter();
        let targets = targets.map(|&target| statistics.standardised_target(target));
        Self {
            targets: targets.collect(),
            dataset,
            feature_sizes,
            first_vertex,
            neighbour_offsets: offsets,
            neighbours,
            rows,
            attributes,
            edge_rows,
            edge_attributes,
            colours,
            zeros: Mutex::default(),
            filter: None,
            fields_each: 0,
            fields: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// Adds these values of a fixed filter to every batch, one for each vertex of the data set.
    pub fn with_filter(mut self, values: Vec<f32>) -> Self {
        assert_eq!(values.len(), self.rows.len(), "a value for each vertex");
        self.filter = Some(values);
        self
    }

    /// Adds `number` receptive fields of each graph to every batch, see [`receptive_fields`]. `None` if a graph needs too many steps.
    ///
    /// # Panics
    /// If there are layers.
    pub fn with_receptive_fields(mut self, number: usize) -> Option<Self> {
        assert_eq!(self.colours.len(), 1, "a colour for each row of features");
        let ranks = self.ranks();
        let of_graph = |(graph, first): (&Graph, &u32)| {
            let own = &ranks[*first as usize..][..graph.vertices as usize];
            let mut steps = MAX_STEPS;
            let fields = receptive_fields(graph.adjacency().lists(), own, number, &mut steps)?;
            let in_data_set = |v: u32| if v == ABSENT { v } else { first + v };
            let fields = fields.into_iter().map(|field| field.map(in_data_set));
            Some(fields.collect())
        };
        #[cfg(not(target_family = "wasm"))]
        let graphs = self.dataset.graphs.par_iter().zip(&self.first_vertex);
        #[cfg(target_family = "wasm")]
        let graphs = self.dataset.graphs.iter().zip(&self.first_vertex);
        self.fields = graphs.map(of_graph).collect::<Option<_>>()?;
        self.fields_each = number;
        Some(self)
    }

    /// Adds the classes of the pairs and of the connected triples of vertices to every batch, for a model with these types. Batches in
    /// training have `batch_size` graphs.
    ///
    /// # Errors
    /// If that needs too much memory, with the numbers of the sets and a remedy.
    pub fn with_vertex_sets(mut self, types: &SetTypes, batch_size: usize) -> Result<Self, String> {
        check(&self.dataset, batch_size)?;
        let mut pairs = SetClasses::new(&types.pairs);
        let mut triples = SetClasses::new(&types.triples);
        let (colours, _) = self.colours.last().expect("colours before any layer");
        for (graph, &first) in self.dataset.graphs.iter().zip(&self.first_vertex) {
            let adjacency = graph.adjacency();
            let lists = adjacency.lists();
            let labels = labels_of(graph, self.feature_sizes.labels > 0);
            let own = &colours[first as usize..][..graph.vertices as usize];
            let sets: Vec<_> = pairs_of(graph.vertices).collect();
            pairs.add(&sets, lists, (&labels, own));
            let sets: Vec<_> = triples_of(lists).collect();
            triples.add(&sets, lists, (&labels, own));
        }
        self.sets = vec![pairs, triples];
        Ok(self)
    }

    /// The rank of the features of each vertex. It depends only on the values of the features.
    fn ranks(&self) -> Vec<u32> {
        let compare = |&a: &usize, &b: &usize| {
            let ([tables @ .., attributes], [other_tables @ .., other_attributes]) =
                (self.rows[a], self.rows[b]);
            tables.cmp(&other_tables).then_with(|| {
                let row = |row| self.attributes.row(row).iter();
                let pairs = row(attributes).zip(row(other_attributes));
                let orders = pairs.map(|(x, y)| x.total_cmp(y));
                orders.fold(Ordering::Equal, Ordering::then)
            })
        };
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_unstable_by(compare);
        let mut ranks = vec![0; order.len()];
        for &[before, after] in order.array_windows() {
            ranks[after] = ranks[before] + u32::from(compare(&before, &after).is_ne());
        }
        ranks
    }

    /// Inserts a layer after layer `layer` of message passing whose colour classes are single vertices, as are those of all later
    /// layers. A topology layer distinguishes vertices that message passing does not.
    ///
    /// # Panics
    /// If there are fewer layers.
    pub fn with_single_vertices_after(mut self, layer: usize) -> Self {
        let single = self.single_vertices();
        self.colours.insert(layer + 1, single.clone());
        self.colours[layer + 2..].fill(single);
        self
    }

    /// Gives every vertex a separate colour. For tests that compare the results with those of fewer rows.
    #[doc(hidden)]
    pub fn tell_all_apart(&mut self) {
        let single = self.single_vertices();
        self.colours.fill(single);
    }

    /// A separate colour for every vertex.
    fn single_vertices(&self) -> Colours {
        let vertices = self.rows.len();
        ((0..vertices as u32).collect(), vertices)
    }

    /// Numbers of colours of the vertices of all graphs, before the first layer and after each.
    pub fn colours(&self) -> Vec<u32> {
        let numbers = self.colours.iter().map(|&(_, number)| number as u32);
        numbers.collect()
    }

    /// Collects the graphs with these indices.
    ///
    /// # Panics
    /// If an index is not below the number of graphs.
    pub fn batch(&self, indices: &[u32]) -> GraphBatch {
        let graph = |i: u32| &self.dataset.graphs[i as usize];
        let mut members = indices.to_vec();
        members.sort_by_key(|&i| size_class(graph(i).vertices, graph(i).edges.len() as u32));

        let mut batch = GraphBatch {
            vertex_offsets: vec![0],
            edge_offsets: vec![0],
            feature_sizes: self.feature_sizes,
            filter: self.filter.as_ref().map(|_| Vec::new()),
            ..GraphBatch::default()
        };
        let vertices = members.iter().map(|&i| graph(i).vertices as usize).sum();
        let edges = members.iter().map(|&i| graph(i).edges.len()).sum();
        batch.colour_of.reserve(vertices);
        batch.edges.reserve(edges);
        let (last, before) = self.colours.split_last().expect("colours before any layer");
        let zeros = || self.zeros.lock().unwrap_or_else(PoisonError::into_inner);
        let mut spare = std::mem::take(&mut *zeros());
        let mut numbers = Numbers::new(last.1, &mut spare);
        let mut counts = Vec::new();
        for &i in &members {
            let graph = graph(i);
            batch.shape.add(graph.vertices, graph.edges.len() as u32);
            batch.edges.extend_from_slice(&graph.edges);
            batch.edge_offsets.push(batch.edges.len() as u32);
            batch.classes.push(self.dataset.classes[i as usize]);
            batch.targets.extend(self.targets.get(i as usize));
            let own =
                self.first_vertex[i as usize] as usize..self.first_vertex[i as usize + 1] as usize;
            if let (Some(into), Some(values)) = (&mut batch.filter, &self.filter) {
                into.extend_from_slice(&values[own.clone()]);
            }
            for v in own {
                let number = numbers.of(last.0[v], v);
                count(&mut counts, number, 1);
                batch.colour_of.push(number);
            }
            batch.vertex_offsets.push(batch.colour_of.len() as u32);
            if let Some(fields) = self.fields.get(i as usize) {
                let mut colour = |v: u32| match v {
                    ABSENT => ABSENT,
                    v => numbers.of(last.0[v as usize], v as usize),
                };
                let fields = fields.iter().map(|field| field.map(&mut colour));
                let last = batch.receptive_fields.len() + self.fields_each;
                batch.receptive_fields.extend(fields);
                batch.receptive_fields.resize(last, [ABSENT; FIELD]);
            }
        }
        let levels = self.sets.iter();
        let levels = levels.map(|sets| sets.level(&members, |colour| numbers.known(colour)));
        batch.set_levels = levels.collect();
        let mut first = numbers.into_first();
        for colours in before.iter().rev() {
            let numbers = Numbers::new(colours.1, &mut spare);
            let (layer, before) = self.layer(&first, counts, (&colours.0, numbers));
            batch.layers.push(layer);
            (first, counts) = before;
        }
        *zeros() = spare;
        for v in first {
            batch.degree_rows.push(self.rows[v][0]);
            batch.label_rows.push(self.rows[v][1]);
            if self.feature_sizes.attributes > 0 {
                let row = self.attributes.row(self.rows[v][2]);
                batch.attributes.extend_from_slice(row);
            }
        }
        batch.layers.push(Layer {
            counts,
            ..Layer::default()
        });
        batch.layers.reverse();
        batch.members = members;
        batch
    }

    /// The input of a layer for the colour classes after it, from their first vertices and the numbers of their vertices. Numbers
    /// the classes before the layer. Also returns their first vertices, and the numbers of their vertices.
    fn layer(
        &self,
        first: &[usize],
        counts: Vec<u32>,
        (colours, mut numbers): (&[u32], Numbers),
    ) -> (Layer, (Vec<usize>, Vec<u32>)) {
        let degree =
            |&v: &usize| (self.neighbour_offsets[v + 1] - self.neighbour_offsets[v]) as usize;
        let mut layer = Layer {
            refined: Vec::with_capacity(first.len()),
            neighbour_offsets: Vec::with_capacity(first.len() + 1),
            neighbours: Vec::with_capacity(first.iter().map(degree).sum()),
            ..Layer::default()
        };
        layer.neighbour_offsets.push(0);
        let mut counts_before = Vec::new();
        for (&v, &vertices) in first.iter().zip(&counts) {
            let number = numbers.of(colours[v], v);
            count(&mut counts_before, number, vertices);
            layer.refined.push(number);
        }
        for &v in first {
            let slots = self.neighbour_offsets[v] as usize..self.neighbour_offsets[v + 1] as usize;
            let around = self.neighbours[slots.clone()].iter();
            let edge_rows = self.edge_rows.get(slots).unwrap_or_default();
            if self.feature_sizes.edge_labels > 0 {
                layer.edge_label_rows.extend(edge_rows);
            } else if self.feature_sizes.edge_attributes > 0 {
                for &row in edge_rows {
                    let row = self.edge_attributes.row(row);
                    layer.edge_attributes.extend_from_slice(row);
                }
            }
            let around = around.map(|&u| numbers.of(colours[u as usize], u as usize));
            layer.neighbours.extend(around);
            layer.neighbour_offsets.push(layer.neighbours.len() as u32);
        }
        layer.counts = counts;
        (layer, (numbers.into_first(), counts_before))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::graph::Graph;
    use crate::homology::dispatch_plan::BatchShape;

    fn dataset() -> Arc<Dataset> {
        let graph = |vertices, edges: &[[u32; 2]]| Graph {
            vertices,
            edges: edges.to_vec(),
            vertex_labels: (0..vertices).map(|v| v / 69).collect(),
            ..Graph::default()
        };
        Arc::new(Dataset {
            graphs: vec![
                graph(70, &[[0, 69]]),
                graph(3, &[[0, 1], [0, 2], [1, 2]]),
                graph(0, &[]),
                graph(2000, &[]),
                graph(4, &[[0, 1], [1, 2], [2, 3]]),
            ],
            classes: vec![0, 1, 0, 1, 1],
            ..Dataset::default()
        })
    }

    fn batcher(degrees: usize, labels: usize, layers: u32) -> Batcher {
        let feature_sizes = FeatureSizes {
            degrees,
            labels,
            ..FeatureSizes::default()
        };
        Batcher::new(dataset(), feature_sizes, &Statistics::default(), layers)
    }

    #[test]
    fn graphs_are_ordered_by_size_class_and_keep_their_class() {
        let batch = batcher(0, 0, 1).batch(&[3, 0, 1, 2]);
        assert_eq!(batch.members, [1, 2, 0, 3]);
        assert_eq!(batch.classes, [1, 0, 0, 1]);
        assert_eq!(batch.vertex_offsets, [0, 3, 3, 73, 2073]);
        assert_eq!(
            batch.shape,
            BatchShape {
                vertices: 2073,
                small: [2, 1, 0, 0],
                large: 1,
                max_vertices: 2000,
                max_edges: 0
            }
        );
    }

    #[test]
    fn without_features_one_layer_distinguishes_degrees_and_two_those_of_neighbours() {
        let batch = batcher(0, 0, 0).batch(&[4, 1]);
        assert_eq!(batch.colour_of, [0; 7]);
        let batch = batcher(0, 0, 2).batch(&[4, 1]);
        assert_eq!(batch.colour_of, [0, 1, 1, 0, 2, 2, 2]);
        let [before, first, second] = &batch.layers[..] else {
            panic!("two layers")
        };
        let counts = [&before.counts[..], &first.counts, &second.counts];
        assert_eq!(counts, [&[7][..], &[2, 5], &[2, 2, 3]]);
        assert_eq!(
            (&first.refined[..], &first.neighbours[..]),
            (&[0; 2][..], &[0; 3][..])
        );
        assert_eq!(first.neighbour_offsets, [0, 1, 3]);
        assert_eq!(second.refined, [0, 1, 1]);
        assert_eq!(second.neighbours, [1, 0, 1, 1, 1]);
        assert_eq!(second.neighbour_offsets, [0, 1, 3, 5]);
        let one = batcher(0, 0, 1).batch(&[4, 1]);
        assert_eq!(one.colour_of, [0, 1, 1, 0, 1, 1, 1]);
    }

    #[test]
    fn rows_of_the_tables_distinguish_vertices() {
        // Degrees above the table use its last row.
        let batch = batcher(2, 0, 0).batch(&[4, 0]);
        assert_eq!(batch.degree_rows, [1, 0]);
        assert_eq!(batch.layers[0].counts, [6, 68]);
        let batch = batcher(2, 2, 0).batch(&[0]);
        assert_eq!(
            (batch.degree_rows, batch.label_rows),
            (vec![1, 0, 1], vec![0, 0, 1])
        );
        assert_eq!(batch.layers[0].counts, [1, 68, 1]);
    }

    #[test]
    fn attributes_distinguish_vertices() {
        let graph = |attributes: &[f32]| Graph {
            vertex_attributes: attributes.to_vec(),
            ..Graph::new(3, [[0, 1], [1, 2]])
        };
        let dataset = Dataset {
            graphs: vec![
                graph(&[0.0, 1.0, 2.0, 1.0, 0.0, 1.0]),
                graph(&[2.0, 1.0, 2.0, 1.0, 0.0, 1.0]),
            ],
            classes: vec![0, 1],
            vertex_attributes: 2,
            ..Dataset::default()
        };
        let feature_sizes = FeatureSizes {
            attributes: 2,
            ..FeatureSizes::default()
        };
        let statistics = Statistics::new(&dataset, &[0, 1], feature_sizes, None).unwrap();
        let batch = |layers| {
            Batcher::new(dataset.clone().into(), feature_sizes, &statistics, layers).batch(&[0, 1])
        };
        let flat = batch(0);
        assert_eq!(flat.colour_of, [0, 1, 0, 1, 1, 0]);
        assert_eq!(flat.attributes, [-1.0, 0.0, 1.0, 0.0]);
        let around = batch(1);
        assert_eq!(around.colour_of, [0, 1, 0, 2, 3, 0]);
        assert_eq!(around.attributes, flat.attributes);
    }

    #[test]
    fn the_first_layer_does_not_combine_labels_and_degrees_of_neighbours() {
        // Around vertex 0 a leaf with label 1 and an inner vertex with label 2; around vertex 4 it is the other way round.
        let dataset = Dataset {
            graphs: vec![Graph {
                vertex_labels: vec![0, 1, 2, 0, 0, 2, 1, 0],
                ..Graph::new(8, [[0, 1], [0, 2], [2, 3], [4, 5], [4, 6], [6, 7]])
            }],
            classes: vec![0],
            ..Dataset::default()
        };
        let feature_sizes = FeatureSizes {
            degrees: 3,
            labels: 3,
            ..FeatureSizes::default()
        };
        let dataset = Arc::new(dataset);
        let colour_of = |layers| {
            let none = Statistics::default();
            Batcher::new(dataset.clone(), feature_sizes, &none, layers)
                .batch(&[0])
                .colour_of
        };
        let one = colour_of(1);
        assert_eq!(one[0], one[4]);
        assert_ne!(one[1], one[6], "their degrees differ");
        let two = colour_of(2);
        assert_ne!(two[2], two[6], "their labels differ");
        assert_ne!(two[0], two[4], "what is around them was told apart");
    }

    #[test]
    fn a_colour_class_takes_its_neighbours_from_the_batch() {
        // Vertices 0 of both graphs have one colour, but their neighbours have different neighbourhoods.
        let paths = [3, 4].map(|n| Graph::new(n, (1..n).map(|v| [v - 1, v])));
        let dataset = Dataset {
            graphs: paths.into(),
            classes: vec![0, 0],
            ..Dataset::default()
        };
        let batch = Batcher::new(
            Arc::new(dataset),
            FeatureSizes::default(),
            &Statistics::default(),
            2,
        )
        .batch(&[1]);
        assert_eq!(batch.colour_of, [0, 1, 1, 0]);
        assert_eq!(batch.layers[2].neighbours, [1, 0, 1]);
    }

    #[test]
    fn a_batch_is_independent_of_earlier_batches() {
        let fresh = batcher(0, 2, 2).batch(&[4, 1]);
        let used = batcher(0, 2, 2);
        for graphs in [&[0, 1, 2, 3, 4][..], &[4, 1], &[1]] {
            used.batch(graphs);
        }
        let again = used.batch(&[4, 1]);
        assert_eq!(again.colour_of, fresh.colour_of);
        for (again, fresh) in again.layers.iter().zip(&fresh.layers) {
            assert_eq!(
                (&again.refined, &again.counts),
                (&fresh.refined, &fresh.counts)
            );
            assert_eq!(again.neighbours, fresh.neighbours);
        }
    }

    #[test]
    fn a_shuffled_batch_describes_the_same_graphs() {
        let before = GraphBatch {
            filter: Some((0..2073).map(|v| v as f32).collect()),
            // Every vertex has a separate colour with the number of the vertex.
            colour_of: (0..2073).collect(),
            ..batcher(0, 0, 0).batch(&[3, 0, 1, 2])
        };
        let mut after = before.clone();
        after.shuffle_vertices(&mut ChaCha8Rng::seed_from_u64(0));
        assert_ne!(after.colour_of, before.colour_of);
        let values: Vec<f32> = after.colour_of.iter().map(|&v| v as f32).collect();
        assert_eq!(after.filter.as_ref(), Some(&values));
        let offsets = before.vertex_offsets.windows(2);
        for (vertices, edges) in offsets.zip(before.edge_offsets.windows(2)) {
            let first = vertices[0];
            for edge in edges[0] as usize..edges[1] as usize {
                let old = before.edges[edge].map(|v| first + v);
                let new = after.edges[edge].map(|v| after.colour_of[(first + v) as usize]);
                assert_eq!(new, old);
            }
        }
    }
}
