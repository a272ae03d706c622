//! A batch of graphs as tensors on a device.

use burn::prelude::*;

use super::{
    edge_features::EdgeMessages,
    mean_convolution::Neighbourhood,
    set_input::{SetInput, inverse_lengths},
};
use crate::{
    graph::batch::{ABSENT, FIELD, FeatureSizes, GraphBatch, Layer},
    homology,
    ops::{self, Pairs, SparseRows, ints, read_mid_pass},
};

/// The tensors of a batch that a model reads.
#[derive(Clone, Debug)]
pub struct BatchInput {
    /// The device of the tensors.
    pub device: Device,
    /// N.
    pub vertices: usize,
    /// Colour of each vertex after the last layer, `[N × R]`.
    pub colour_of: SparseRows,
    /// The colour classes before the first layer of message passing and after each.
    pub layers: Vec<ColourClasses>,
    /// Row of each colour class before the first layer in the degree table; only if the table is used.
    pub degrees: Option<SparseRows>,
    /// Row of each of these classes in the label table; only if there are labels.
    pub labels: Option<SparseRows>,
    /// Value of each vertex, `[N]`, if the batch has a fixed filter.
    pub filter: Option<Tensor<1>>,
    /// Standardized attributes of each of these classes, `[R, A]`; only if used.
    pub attributes: Option<Tensor<2>>,
    /// The vertices of the receptive fields, graph by graph; only if used. The vertices of colour class c at place i of a field have
    /// the column `c · k + i`, where k is [`FIELD`].
    pub receptive_fields: Option<SparseRows>,
    /// The pairs and the connected triples of vertices. Empty if not used.
    pub sets: Vec<SetInput>,
    /// First vertex of each graph, `[G + 1]`.
    pub vertex_offsets: Tensor<1, Int>,
    /// Class of each graph, `[G]`.
    pub classes: Tensor<1, Int>,
    /// Standardised target of each graph, `[G]`, if the model predicts a number.
    pub targets: Option<Tensor<1>>,
    /// Rows of [`ops::persistence`].
    graphs: Tensor<1, Int>,
    edges: Tensor<1, Int>,
    /// Whether [`ops::persistence`] takes the batch.
    pairs_on_device: bool,
    /// Dropout factors of the hidden layer of the classifier, `[G, hidden]`, set by the training step.
    pub dropout: Option<Tensor<2>>,
    /// Whether the gradients of equal filter values of a graph are replaced by their mean, see [`ops::tie_mean`].
    pub mean_of_ties: bool,
    /// The batch on the CPU, for operations there.
    pub(super) host: GraphBatch,
}

/// The classes of colour refinement (1-WL) after a layer, see [`crate::graph::batch::Batcher`].
#[derive(Clone, Debug)]
pub struct ColourClasses {
    /// R.
    pub number: usize,
    /// Number of vertices of each class, `[R]`.
    pub counts: Tensor<1, Int>,
    /// Number of vertices of all classes.
    pub vertices: usize,
    /// The inputs of the layer; `None` before the first.
    pub messages: Option<Messages>,
}

/// The inputs of a layer from the B colour classes before it.
#[derive(Clone, Debug)]
pub struct Messages {
    /// The class before the layer that each class refines, `[R × B]`.
    pub refined: SparseRows,
    /// The classes of the neighbours before the layer, `[R × B]`.
    pub around: SparseRows,
    /// The messages between neighbours, if edges have features.
    pub edge_messages: Option<EdgeMessages>,
}

impl ColourClasses {
    pub(super) fn new(
        layer: &Layer,
        before: Option<&Layer>,
        feature_sizes: FeatureSizes,
        device: &Device,
    ) -> Self {
        let messages = before.map(|before| {
            let before = before.counts.len();
            Messages {
                refined: SparseRows::look_up(&layer.refined, before, device),
                around: SparseRows::new(
                    &layer.neighbour_offsets,
                    &layer.neighbours,
                    before,
                    device,
                ),
                edge_messages: EdgeMessages::new(layer, before, feature_sizes, device),
            }
        });
        Self {
            number: layer.counts.len(),
            counts: ints(&layer.counts, device),
            vertices: layer.counts.iter().sum::<u32>() as usize,
            messages,
        }
    }

    /// The inputs of the layer with the mean of the neighbours, for 1 over the numbers of neighbours.
    ///
    /// # Panics
    /// Before the first layer.
    pub(super) fn neighbourhood(&self, inverse: Tensor<2>) -> Neighbourhood {
        let messages = self.messages.as_ref();
        let messages = messages.expect("colour classes after a layer");
        Neighbourhood {
            refined: messages.refined.clone(),
            around: messages.around.clone(),
            inverse,
        }
    }
}

impl BatchInput {
    /// Copies a batch to a device (without gradients: the tensors are constants).
    ///
    /// A batch without vertices gets a vertex in no graph, since buffers cannot be empty.
    pub fn new(mut batch: GraphBatch, device: &Device) -> Self {
        if batch.vertices() == 0 {
            batch.filter.iter_mut().for_each(|filter| filter.push(0.0));
            batch.colour_of.push(0);
            for (number, layer) in batch.layers.iter_mut().enumerate() {
                layer.counts.push(1);
                if number > 0 {
                    layer.refined.push(0);
                    layer.neighbour_offsets.push(0);
                }
            }
            batch.degree_rows.push(0);
            batch.label_rows.push(0);
            batch.attributes.resize(batch.feature_sizes.attributes, 0.0);
        }
        let FeatureSizes {
            degrees,
            labels,
            attributes: columns,
            ..
        } = batch.feature_sizes;
        let attributes = (columns > 0).then(|| {
            let shape = [batch.attributes.len() / columns, columns];
            Tensor::from_data(TensorData::new(batch.attributes.clone(), shape), device)
        });
        let before = std::iter::once(None).chain(batch.layers.iter().map(Some));
        let layers = batch.layers.iter().zip(before);
        let layers: Vec<ColourClasses> = layers
            .map(|(layer, before)| ColourClasses::new(layer, before, batch.feature_sizes, device))
            .collect();
        let last = layers.last().expect("colour classes before any layer");
        let fields = &batch.receptive_fields;
        let receptive_fields =
            (!fields.is_empty()).then(|| rows_of_fields(fields, last.number, device));
        let sets = std::mem::take(&mut batch.set_levels).into_iter();
        let sets = (2..).zip(sets);
        let sets = sets.map(|(size, level)| SetInput::new(size, level, last.number, device));
        let sets: Vec<SetInput> = sets.collect();
        let rows_of =
            |rows: &[u32], table| (table > 0).then(|| SparseRows::look_up(rows, table, device));
        Self {
            vertices: batch.vertices(),
            colour_of: SparseRows::look_up(&batch.colour_of, last.number, device),
            layers,
            degrees: rows_of(&batch.degree_rows, degrees),
            labels: rows_of(&batch.label_rows, labels),
            attributes,
            filter: batch
                .filter
                .as_ref()
                .map(|filter| Tensor::from_floats(&filter[..], device)),
            receptive_fields,
            sets,
            graphs: ints(batch.rows().as_flattened(), device),
            edges: ints(batch.edges.as_flattened(), device),
            vertex_offsets: ints(&batch.vertex_offsets, device),
            classes: ints(&batch.classes, device),
            targets: (!batch.targets.is_empty())
                .then(|| Tensor::from_floats(&batch.targets[..], device)),
            pairs_on_device: ops::is_cpu(device) || batch.shape.fits_gpu(),
            dropout: None,
            mean_of_ties: false,
            host: batch,
            device: device.clone(),
        }
    }

    /// The batch with a vertex on every edge, for persistence and readouts, see [`GraphBatch::subdivided`]. Its colour classes and
    /// features remain those of the batch.
    ///
    /// A GPU pairs only graphs that are sorted by size, so the CPU pairs these.
    pub fn subdivided(&self) -> Self {
        let host = self.host.subdivided();
        Self {
            vertices: (host.shape.vertices as usize).max(1),
            vertex_offsets: ints(&host.vertex_offsets, &self.device),
            graphs: ints(host.rows().as_flattened(), &self.device),
            edges: ints(host.edges.as_flattened(), &self.device),
            pairs_on_device: ops::is_cpu(&self.device),
            host,
            ..self.clone()
        }
    }

    /// First vertex of each graph, then the number of vertices, and the same of the edges.
    pub fn offsets(&self) -> [&[u32]; 2] {
        [&self.host.vertex_offsets, &self.host.edge_offsets]
    }

    /// Colour class of each vertex after the layer with this index, in the order of the batch. Layer 0 is before the first one.
    pub fn classes_after(&self, layer: usize) -> Vec<u32> {
        let mut classes = self.host.colour_of.clone();
        for later in self.host.layers[layer + 1..].iter().rev() {
            for class in &mut classes {
                *class = later.refined[*class as usize];
            }
        }
        classes
    }

    /// The colour classes after the last layer.
    pub fn last(&self) -> &ColourClasses {
        self.layers.last().expect("colour classes before any layer")
    }

    /// The inputs of layer `number`, counted from 1, and `1 / (degree + 1)` of the vertices of each colour class after it, `[R, 1]`.
    ///
    /// # Panics
    /// If there is no such layer.
    pub(super) fn messages(&self, number: usize) -> (&Messages, Tensor<2>) {
        let messages = self.layers[number].messages.as_ref();
        let messages = messages.expect("colour classes after a layer");
        let offsets = self.host.layers[number].neighbour_offsets.windows(2);
        let inverse = offsets.map(|range| 1.0 / (range[1] - range[0] + 1) as f32);
        (messages, self.column(inverse))
    }

    /// The inputs of layer `number`, counted from 1, if it has the mean of the neighbours.
    ///
    /// # Panics
    /// If there is no such layer.
    pub(super) fn neighbourhood(&self, number: usize) -> Neighbourhood {
        let offsets = &self.host.layers[number].neighbour_offsets;
        self.layers[number].neighbourhood(inverse_lengths(offsets, &self.device))
    }

    /// Number of vertices of each graph, at least 1: `[G, 1]`.
    pub(super) fn vertex_counts(&self) -> Tensor<2> {
        let offsets = self.host.vertex_offsets.windows(2);
        self.column(offsets.map(|range| (range[1] - range[0]).max(1) as f32))
    }

    /// Constants as a column, `[R, 1]`.
    pub(super) fn column(&self, values: impl Iterator<Item = f32>) -> Tensor<2> {
        let values: Vec<_> = values.collect();
        let shape = [values.len(), 1];
        Tensor::from_data(TensorData::new(values, shape), &self.device)
    }

    /// Persistence of every graph in both directions.
    ///
    /// A GPU takes graphs up to a maximum size that are sorted by size. For other batches, the values are read back and the CPU engine
    /// computes the whole batch; otherwise all data stays on the device.
    pub async fn persistence(&self, filter: Tensor<1>) -> Pairs {
        let batch = &self.host;
        if self.pairs_on_device {
            return ops::persistence(filter, &self.graphs, &self.edges, batch.shape);
        }
        let values = read_mid_pass(filter).await;
        let vertices = batch.vertex_offsets[batch.graphs()] as usize;
        let mut death = vec![homology::NONE; 2 * vertices];
        let mut loops = vec![0; 2 * vertices];
        homology::persistence_batch(
            &batch.vertex_offsets,
            &batch.edge_offsets,
            &batch.edges,
            &values[..vertices],
            &mut death,
            &mut loops,
        );
        // A batch without vertices has one on the device.
        death.resize(2 * self.vertices, homology::NONE);
        loops.resize(2 * self.vertices, 0);
        Pairs {
            death: ints(&death, &self.device),
            loops: ints(&loops, &self.device),
        }
    }
}

/// The matrix of [`BatchInput::receptive_fields`] for `classes` colour classes.
fn rows_of_fields(fields: &[[u32; FIELD]], classes: usize, device: &Device) -> SparseRows {
    let (mut offsets, mut columns) = (vec![0], Vec::new());
    for field in fields {
        let present = (0..).zip(field).filter(|&(_, &class)| class != ABSENT);
        columns.extend(present.map(|(place, class)| class * FIELD as u32 + place));
        offsets.push(columns.len() as u32);
    }
    SparseRows::new(&offsets, &columns, classes * FIELD, device)
}
