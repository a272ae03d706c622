//! The size of a batch, and the capacity of buffers for batches.

use crate::graph::{Dataset, Graph, batch::GraphBatch};

/// Maximum number of vertices of a chunk: a run of vertices of one graph whose bars a kernel reads together.
pub(super) const CHUNK: u32 = 32;

/// Words of the start of a batch, as in `shaders/parts/step.wgsl`.
pub(super) mod word {
    pub const GRAPHS: u32 = 1;
    pub const CHUNKS: u32 = 2;
    /// Colour classes before the first layer, and after each.
    pub const ROWS: u32 = 6;
}

/// The size of a batch, or a capacity for batches.
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

    /// Upper bound of the size of a batch of `graphs` of these graphs. `colours`: the numbers of colours of the vertices of all
    /// graphs, before the first layer and after each.
    pub fn most(dataset: &Dataset, graphs: u32, colours: Vec<u32>) -> Self {
        let of_largest = |size: fn(&Graph) -> u32| {
            let mut sizes: Vec<u32> = dataset.graphs.iter().map(size).collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            let largest = sizes.into_iter().take(graphs as usize);
            largest.fold(0, u32::saturating_add)
        };
        let vertices = of_largest(|graph| graph.vertices);
        let edges = of_largest(|graph| graph.edges.len() as u32);
        Self {
            vertices,
            edges,
            graphs,
            chunks: of_largest(|graph| graph.vertices.div_ceil(CHUNK)),
            neighbours: vec![edges.saturating_mul(2); colours.len() - 1],
            rows: colours.into_iter().map(|own| own.min(vertices)).collect(),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        let own = [self.vertices, self.edges, self.graphs, self.chunks];
        own.into_iter()
            .chain(self.rows.iter().copied())
            .chain(self.neighbours.iter().copied())
    }

    /// Whether a batch of size `other` fits.
    pub fn holds(&self, other: &Self) -> bool {
        self.numbers()
            .zip(other.numbers())
            .all(|(room, number)| number <= room)
    }

    /// Capacity for batches of this size and of another.
    pub fn and(&self, other: &Self) -> Self {
        self.beside(other, u32::max)
    }

    /// The size class of this size. It is slightly larger, so that few batches need another class, but not larger than `most`.
    /// Every step uploads the whole capacity, so rounding adds at most an eighth.
    pub fn class(&self, most: &Self) -> Self {
        self.beside(most, |number, most| {
            let room = number.saturating_add(number / 4).max(16);
            let step = room.next_power_of_two() / 16;
            room.next_multiple_of(step).min(most)
        })
    }

    /// Combines each number with that of another size.
    fn beside(&self, other: &Self, each: impl Fn(u32, u32) -> u32) -> Self {
        let all = |own: &[u32], other: &[u32]| {
            let both = own.iter().zip(other);
            both.map(|(&own, &other)| each(own, other)).collect()
        };
        Self {
            vertices: each(self.vertices, other.vertices),
            edges: each(self.edges, other.edges),
            graphs: each(self.graphs, other.graphs),
            chunks: each(self.chunks, other.chunks),
            rows: all(&self.rows, &other.rows),
            neighbours: all(&self.neighbours, &other.neighbours),
        }
    }
}
