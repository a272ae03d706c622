//! The places of the numbers of a batch in the buffer that a step uploads.
//!
//! A size class has fixed places, so they and the bindings of the kernels stay the same from step to step.

use super::{
    persistence::{PersistencePlan, rows_of},
    pool::Counts,
    size::{CHUNK, Size},
};
use crate::{
    config::ModelKind,
    graph::batch::GraphBatch,
    model::ModelConfig,
    ops::{entries, sort_by_column},
};

/// Ranges of a buffer begin at multiples of this number of words, on every device.
const ALIGNMENT: u32 = 64;

/// The places of the lists of a sparse matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListPlaces {
    pub offsets: u32,
    pub columns: u32,
}

/// The places of the input of a layer.
#[derive(Clone, Debug)]
pub(super) struct LayerPlaces {
    pub counts: u32,
    pub refined: u32,
    pub neighbours: ListPlaces,
    /// For each class before the layer: the classes after it that refine this class, and those that have it as a neighbour.
    pub refining: ListPlaces,
    pub around: ListPlaces,
}

/// The places of the row of each class in a table, and of the classes of each row.
#[derive(Clone, Copy, Debug)]
pub(super) struct TablePlaces {
    pub rows: u32,
    pub classes: ListPlaces,
}

/// The place of the attributes of each class, in rows of `stride` numbers. The first `columns` are attributes, the others 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributePlaces {
    pub rows: u32,
    pub columns: u32,
    pub stride: u32,
}

/// The places of the counts for pooling, as pairs: the classes of each graph, and the graphs of each class.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolPlaces {
    pub by_graph: ListPlaces,
    pub by_class: ListPlaces,
}

/// All places in the buffer of a batch, in words. Data that the model does not read has a place of length 0.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The uniforms of the runs of persistence.
    pub persistence: Vec<u32>,
    /// The uniform of the shaders of all vertices.
    pub all_vertices: u32,
    pub graphs: u32,
    pub edges: u32,
    pub filter: u32,
    pub vertex_offsets: u32,
    pub chunks: u32,
    pub chunk_offsets: u32,
    pub colours: u32,
    pub members: ListPlaces,
    pub classes: u32,
    pub pool: PoolPlaces,
    /// Factors of the hidden layer of the classifier, graph by graph.
    pub dropout: u32,
    pub degrees: TablePlaces,
    pub labels: TablePlaces,
    pub attributes: AttributePlaces,
    pub layers: Vec<LayerPlaces>,
    /// Total number of words.
    pub end: u32,
}

impl Places {
    /// The places for batches of size `room`, limited to the data that a model with this configuration reads.
    pub fn new(room: &Size, config: &ModelConfig, plan: &PersistencePlan) -> Self {
        let mut end = Taken(ALIGNMENT);
        let sizes = config.feature_sizes;
        let first_rows = room.rows[0];
        let last_rows = *room.rows.last().expect("rows before any layer");
        // Factors for the data that only models with barcodes read, and for the data that only SUM reads.
        let (bars, pool) = match config.kind {
            ModelKind::Sum => (0, 1),
            _ => (1, 0),
        };
        // Factor for the data that a model reads only if its filter is not learned.
        let fixed = u32::from(config.kind == ModelKind::PhOnly);
        let vertices = bars * room.vertices;
        let attributes = (sizes.attributes as u32).next_multiple_of(4);
        let layers = room.rows.windows(2).zip(&room.neighbours);
        let mut places = Self {
            persistence: plan.runs.iter().map(|_| end.take(ALIGNMENT)).collect(),
            all_vertices: end.take(ALIGNMENT),
            graphs: end.take(bars * 4 * room.graphs),
            edges: end.take(bars * 2 * room.edges),
            filter: end.take(fixed * room.vertices),
            vertex_offsets: end.take(bars * (room.graphs + 1)),
            chunks: end.take(bars * 4 * room.chunks),
            chunk_offsets: end.take(bars * (room.graphs + 1)),
            colours: end.take(vertices),
            members: end.lists(bars * last_rows, vertices),
            classes: end.take(room.graphs),
            pool: PoolPlaces {
                by_graph: end.lists(pool * room.graphs, pool * 2 * room.vertices),
                by_class: end.lists(pool * last_rows, pool * 2 * room.vertices),
            },
            dropout: match config.dropout > 0.0 {
                true => end.take(room.graphs * config.classifier_width as u32),
                false => end.take(0),
            },
            degrees: end.table(sizes.degrees as u32, first_rows),
            labels: end.table(sizes.labels as u32, first_rows),
            attributes: AttributePlaces {
                rows: end.take(attributes * first_rows),
                columns: sizes.attributes as u32,
                stride: attributes,
            },
            layers: layers
                .map(|(rows, &neighbours)| LayerPlaces {
                    counts: end.take(rows[1]),
                    refined: end.take(rows[1]),
                    neighbours: end.lists(rows[1], neighbours),
                    refining: end.lists(rows[0], rows[1]),
                    around: end.lists(rows[0], neighbours),
                })
                .collect(),
            end: 0,
        };
        places.end = end.0;
        places
    }

    /// A batch with these first words and these factors of the classifier, in the layout that the kernels of a model read.
    pub fn fill(
        &self,
        batch: &GraphBatch,
        (config, plan): (&ModelConfig, &PersistencePlan),
        first_words: &[u32],
        dropout: &[f32],
    ) -> Vec<u32> {
        let mut words = Words(vec![0; self.end as usize]);
        words.put(0, first_words);
        words.put(self.classes, &batch.classes);
        words.put(self.dropout, bytemuck::cast_slice(dropout));
        match config.kind {
            ModelKind::Sum => self.fill_pool(batch, &mut words),
            _ => self.fill_bars(batch, plan, &mut words),
        }
        self.fill_features(batch, &mut words);
        let layers = batch.layers[1..].iter().zip(&batch.layers);
        for (places, (layer, before)) in self.layers.iter().zip(layers) {
            let before = before.counts.len();
            words.put(places.counts, &layer.counts);
            words.put(places.refined, &layer.refined);
            words.put_look_up(places.refining, &layer.refined, before);
            words.put(places.neighbours.offsets, &layer.neighbour_offsets);
            words.put(places.neighbours.columns, &layer.neighbours);
            let lists = (&layer.neighbour_offsets[..], &layer.neighbours[..]);
            words.put_transposed(places.around, lists, before);
        }
        words.0
    }

    fn fill_bars(&self, batch: &GraphBatch, plan: &PersistencePlan, words: &mut Words) {
        let vertices = batch.shape.vertices;
        for (place, run) in self.persistence.iter().zip(&plan.runs) {
            let [first, rows] = rows_of(run, &batch.shape);
            let [.., a, b, c] = run.params;
            // 64-bit words, as in all kernels.
            words.put(*place, &[vertices, 0, first, 0, rows, 0, a, 0, b, 0, c, 0]);
        }
        let uniform = [vertices, 0, batch.graphs() as u32, 0, 4 * vertices, 0];
        words.put(self.all_vertices, &uniform);
        words.put(self.graphs, batch.rows().as_flattened());
        words.put(self.edges, batch.edges.as_flattened());
        if let Some(filter) = &batch.filter {
            words.put(self.filter, bytemuck::cast_slice(filter));
        }
        words.put(self.vertex_offsets, &batch.vertex_offsets);
        let (mut chunks, mut offsets) = (Vec::new(), vec![0]);
        for (graph, own) in (0..).zip(batch.vertex_offsets.windows(2)) {
            for first in (own[0]..own[1]).step_by(CHUNK as usize) {
                chunks.push([first, CHUNK.min(own[1] - first), graph, 0]);
            }
            offsets.push(chunks.len() as u32);
        }
        words.put(self.chunks, chunks.as_flattened());
        words.put(self.chunk_offsets, &offsets);
        words.put(self.colours, &batch.colour_of);
        words.put_look_up(self.members, &batch.colour_of, last_classes(batch));
    }

    fn fill_pool(&self, batch: &GraphBatch, words: &mut Words) {
        let classes = last_classes(batch);
        let by_graph = Counts::of_classes(&batch.vertex_offsets, &batch.colour_of, classes);
        let by_class = by_graph.transposed(classes);
        for (places, counts) in [
            (self.pool.by_graph, by_graph),
            (self.pool.by_class, by_class),
        ] {
            words.put(places.offsets, &counts.offsets);
            words.put(places.columns, counts.entries.as_flattened());
        }
    }

    fn fill_features(&self, batch: &GraphBatch, words: &mut Words) {
        let sizes = batch.feature_sizes;
        for (places, rows, table) in [
            (self.degrees, &batch.degree_rows, sizes.degrees),
            (self.labels, &batch.label_rows, sizes.labels),
        ] {
            if table > 0 {
                words.put(places.rows, rows);
                words.put_look_up(places.classes, rows, table);
            }
        }
        let AttributePlaces {
            rows,
            columns,
            stride,
        } = self.attributes;
        let own = batch.attributes.chunks_exact(columns.max(1) as usize);
        for (place, own) in (rows..).step_by(stride.max(1) as usize).zip(own) {
            words.put(place, bytemuck::cast_slice(own));
        }
    }
}

/// Colour classes after the last layer.
fn last_classes(batch: &GraphBatch) -> usize {
    let last = batch.layers.last();
    last.expect("colour classes before any layer").counts.len()
}

/// The end of the allocated places.
struct Taken(u32);

impl Taken {
    fn take(&mut self, words: u32) -> u32 {
        let place = self.0;
        self.0 += words.max(1).next_multiple_of(ALIGNMENT);
        place
    }

    fn lists(&mut self, rows: u32, columns: u32) -> ListPlaces {
        ListPlaces {
            offsets: self.take(rows + 1),
            columns: self.take(columns),
        }
    }

    fn table(&mut self, table: u32, classes: u32) -> TablePlaces {
        TablePlaces {
            rows: self.take(classes),
            classes: self.lists(table, classes),
        }
    }
}

/// The words of a batch, under construction.
struct Words(Vec<u32>);

impl Words {
    fn put(&mut self, place: u32, numbers: &[u32]) {
        self.0[place as usize..][..numbers.len()].copy_from_slice(numbers);
    }

    /// Writes the transpose of a sparse matrix with `columns` columns.
    fn put_transposed(
        &mut self,
        places: ListPlaces,
        (offsets, columns): (&[u32], &[u32]),
        width: usize,
    ) {
        let [into_offsets, rows] = self.lists(places, [width + 1, columns.len()]);
        sort_by_column(entries(offsets, columns), into_offsets, rows);
    }

    /// Writes the transpose of a matrix with one entry in each row.
    fn put_look_up(&mut self, places: ListPlaces, columns: &[u32], width: usize) {
        let [into_offsets, rows] = self.lists(places, [width + 1, columns.len()]);
        let entries = (0..).zip(columns.iter().copied());
        sort_by_column(entries, into_offsets, rows);
    }

    /// The first `offsets` and `columns` words of the two lists.
    fn lists(&mut self, places: ListPlaces, [offsets, columns]: [usize; 2]) -> [&mut [u32]; 2] {
        let [first, second] = [places.offsets as usize, places.columns as usize];
        self.0
            .get_disjoint_mut([first..first + offsets, second..second + columns])
            .expect("one position each")
    }
}
