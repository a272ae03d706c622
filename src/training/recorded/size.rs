//! What varies from batch to batch: how large it is, and where its numbers stand in the buffer that is uploaded for a step.
//!
//! Places are made for a size class, so they stay where they are from step to step, and so does what is bound to them.

use crate::{graph::batch::GraphBatch, ops::transposed};

/// Vertices of a chunk, at most: a run of vertices of one graph, whose bars are read together.
const CHUNK: u32 = 32;
/// Ranges of a buffer begin at multiples of so many words, on every device.
const ALIGNMENT: u32 = 64;

/// Words of the beginning of a batch, as `shaders/parts/step.wgsl` has them.
pub(super) mod word {
    pub const GRAPHS: u32 = 1;
    pub const CHUNKS: u32 = 2;
    /// Colour classes before the first layer, and after each.
    pub const ROWS: u32 = 6;
}

/// How large a batch is, or the batches that there is room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub vertices: u32,
    pub edges: u32,
    pub graphs: u32,
    pub chunks: u32,
    /// Colour classes before the first layer, and after each.
    pub rows: Vec<u32>,
    /// Neighbours of the classes after each layer.
    pub neighbours: Vec<u32>,
}

impl Size {
    pub fn of(batch: &GraphBatch) -> Self {
        let vertices = batch.vertex_offsets.windows(2);
        Self {
            vertices: batch.vertices() as u32,
            edges: batch.edges.len() as u32,
            graphs: batch.graphs() as u32,
            chunks: vertices.map(|own| (own[1] - own[0]).div_ceil(CHUNK)).sum(),
            rows: batch
                .layers
                .iter()
                .map(|layer| layer.counts.len() as u32)
                .collect(),
            neighbours: batch.layers[1..]
                .iter()
                .map(|layer| layer.neighbours.len() as u32)
                .collect(),
        }
    }

    /// Every number with another one in its place.
    fn map(&self, each: impl Fn(u32) -> u32) -> Self {
        let all = |numbers: &[u32]| numbers.iter().map(|&number| each(number)).collect();
        Self {
            vertices: each(self.vertices),
            edges: each(self.edges),
            graphs: each(self.graphs),
            chunks: each(self.chunks),
            rows: all(&self.rows),
            neighbours: all(&self.neighbours),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        let own = [self.vertices, self.edges, self.graphs, self.chunks];
        own.into_iter()
            .chain(self.rows.iter().copied())
            .chain(self.neighbours.iter().copied())
    }

    /// Whether there is room for a batch of that size.
    pub fn holds(&self, other: &Self) -> bool {
        self.numbers()
            .zip(other.numbers())
            .all(|(room, number)| number <= room)
    }

    /// The class of this size: room for a little more, so that few batches need another one.
    pub fn class(&self) -> Self {
        self.map(|number| (number + number / 4).next_power_of_two().max(16))
    }
}

/// Where the lists of a sparse matrix stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListPlaces {
    pub offsets: u32,
    pub columns: u32,
}

/// Where what a layer reads stands.
#[derive(Clone, Debug)]
pub(super) struct LayerPlaces {
    pub counts: u32,
    pub refined: u32,
    pub neighbours: ListPlaces,
    /// By the classes before the layer: those after it that refine them, and that have them for neighbours.
    pub refining: ListPlaces,
    pub around: ListPlaces,
}

/// Where the row of each class in a table stands, and the classes of each row.
#[derive(Clone, Copy, Debug)]
pub(super) struct TablePlaces {
    pub rows: u32,
    pub classes: ListPlaces,
}

/// Where everything stands in the buffer of a batch, in words.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The uniforms of the shaders that take one from the batch: those of persistence by size class, then that of the shaders
    /// of all vertices.
    pub uniforms: [u32; 5],
    pub graphs: u32,
    pub edges: u32,
    pub filter: u32,
    pub vertex_offsets: u32,
    pub classes: u32,
    pub chunks: u32,
    pub chunk_offsets: u32,
    pub colours: u32,
    pub members: ListPlaces,
    pub degrees: TablePlaces,
    pub labels: TablePlaces,
    pub layers: Vec<LayerPlaces>,
    /// Words of all.
    pub end: u32,
}

impl Places {
    /// With room for batches of this size, of so many degrees and labels.
    pub fn new(room: &Size, [degrees, labels]: [usize; 2]) -> Self {
        let mut end = ALIGNMENT;
        let mut take = |words: u32| {
            let place = end;
            end += words.max(1).next_multiple_of(ALIGNMENT);
            place
        };
        let uniforms = [(); 5].map(|()| take(ALIGNMENT));
        let first_rows = room.rows[0];
        let mut lists = |rows: u32, columns: u32| ListPlaces {
            offsets: take(rows + 1),
            columns: take(columns),
        };
        let members = lists(
            *room.rows.last().expect("rows before any layer"),
            room.vertices,
        );
        let [of_degrees, of_labels] =
            [degrees, labels].map(|table| lists(table as u32, first_rows));
        let layers = room.rows.windows(2).zip(&room.neighbours);
        let layers = layers.map(|(rows, &neighbours)| {
            let neighbours_of = lists(rows[1], neighbours);
            let (refining, around) = (lists(rows[0], rows[1]), lists(rows[0], neighbours));
            (rows[1], neighbours_of, refining, around)
        });
        let layers: Vec<_> = layers.collect();
        let layers = layers
            .into_iter()
            .map(|(rows, neighbours, refining, around)| LayerPlaces {
                counts: take(rows),
                refined: take(rows),
                neighbours,
                refining,
                around,
            });
        let layers = layers.collect();
        let mut table = |classes| TablePlaces {
            rows: take(first_rows),
            classes,
        };
        let (degrees, labels) = (table(of_degrees), table(of_labels));
        Self {
            uniforms,
            graphs: take(4 * room.graphs),
            edges: take(2 * room.edges),
            filter: take(room.vertices),
            vertex_offsets: take(room.graphs + 1),
            classes: take(room.graphs),
            chunks: take(4 * room.chunks),
            chunk_offsets: take(room.graphs + 1),
            colours: take(room.vertices),
            members,
            degrees,
            labels,
            layers,
            end,
        }
    }

    /// A batch with these first words, as the kernels read it.
    pub fn fill(&self, batch: &GraphBatch, first_words: &[u32]) -> Vec<u32> {
        let mut words = Words(vec![0; self.end as usize]);
        words.put(0, first_words);
        let mut first_row = 0;
        for (place, &rows) in self.uniforms.iter().zip(&batch.shape.small) {
            words.put(*place, &[batch.shape.vertices, 0, first_row, 0, rows, 0]);
            first_row += rows;
        }
        let vertices = batch.vertices() as u32;
        let uniform = [vertices, 0, batch.graphs() as u32, 0, 4 * vertices, 0];
        words.put(self.uniforms[4], &uniform);
        words.put(self.graphs, batch.rows().as_flattened());
        words.put(self.edges, batch.edges.as_flattened());
        if let Some(filter) = &batch.filter {
            words.put(self.filter, bytemuck::cast_slice(filter));
        }
        words.put(self.vertex_offsets, &batch.vertex_offsets);
        words.put(self.classes, &batch.classes);
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
        let last = batch
            .layers
            .last()
            .expect("colour classes before any layer");
        words.put_look_up(self.members, &batch.colour_of, last.counts.len());
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
}

/// The words of a batch in the making.
struct Words(Vec<u32>);

impl Words {
    fn put(&mut self, place: u32, numbers: &[u32]) {
        self.0[place as usize..][..numbers.len()].copy_from_slice(numbers);
    }

    /// The transpose of a sparse matrix of so many columns.
    fn put_transposed(
        &mut self,
        places: ListPlaces,
        (offsets, columns): (&[u32], &[u32]),
        width: usize,
    ) {
        let (offsets, columns) = transposed(offsets, columns, width);
        self.put(places.offsets, &offsets);
        self.put(places.columns, &columns);
    }

    /// The same of a matrix with one column in each row.
    fn put_look_up(&mut self, places: ListPlaces, columns: &[u32], width: usize) {
        let offsets: Vec<u32> = (0..=columns.len() as u32).collect();
        self.put_transposed(places, (&offsets, columns), width);
    }
}
