//! Batches of graphs that the shaders must get right, on every device and in every browser.

use rand::RngExt;
use rand::seq::SliceRandom;
use sublevel::homology::dispatch_plan::{MAX_SMALL_EDGES, MAX_VERTICES};
use sublevel::homology::persistence_batch;

use crate::graphs::{Graph, data_set, families, filters, generator};

/// Graphs of a batch, in the layout of the shaders and the CPU engine.
#[derive(Default)]
pub struct Batch {
    /// (first vertex, vertices, first edge, edges).
    pub graphs: Vec<[u32; 4]>,
    pub edges: Vec<[u32; 2]>,
    pub filter: Vec<f32>,
}

impl Batch {
    pub fn push(&mut self, edges: &[[u32; 2]], filter: &[f32]) {
        let [first_vertex, first_edge] =
            [self.filter.len(), self.edges.len()].map(|length| length as u32);
        self.graphs.push([
            first_vertex,
            filter.len() as u32,
            first_edge,
            edges.len() as u32,
        ]);
        self.edges.extend(edges);
        self.filter.extend(filter);
    }

    pub fn on_cpu(&self) -> [Vec<u32>; 2] {
        let offsets = |first: usize, count: usize| -> Vec<u32> {
            let ends = self.graphs.iter().map(|row| row[first] + row[count]);
            std::iter::once(0).chain(ends).collect()
        };
        let mut result = [
            vec![0; 2 * self.filter.len()],
            vec![0; 2 * self.filter.len()],
        ];
        let [death, loops] = &mut result;
        persistence_batch(
            &offsets(0, 1),
            &offsets(2, 3),
            &self.edges,
            &self.filter,
            death,
            loops,
        );
        result
    }
}

/// A graph with this many vertices and edges, repeated edges and self-loops included, and a filter with ties.
pub fn random_graph(vertices: u32, edges: u32, seed: u64) -> (Vec<[u32; 2]>, Vec<f32>) {
    let random = &mut generator(seed);
    let levels = vertices.max(4) / 2;
    let filter = (0..vertices)
        .map(|_| random.random_range(0..levels) as f32)
        .collect();
    let edges = if vertices == 0 { 0 } else { edges };
    let edges = (0..edges)
        .map(|_| {
            [
                random.random_range(0..vertices),
                random.random_range(0..vertices),
            ]
        })
        .collect();
    (edges, filter)
}

pub fn sizes() -> Vec<Batch> {
    let mut batch = Batch::default();
    for n in [
        0, 1, 2, 3, 31, 32, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025,
        2047, 2048, 2049, 4095, 4096, 4097, 8193,
    ] {
        for edges in [0, 1, n / 2, n, 4 * n] {
            let (edges, filter) = random_graph(n, edges, n.into());
            batch.push(&edges, &filter);
        }
    }
    vec![batch]
}

fn every_family(n: u32) -> Batch {
    let mut batch = Batch::default();
    for graph in families(n) {
        for (_, filter) in filters(&graph) {
            batch.push(&graph.edges, &filter);
        }
    }
    batch
}

pub fn small_families() -> Vec<Batch> {
    let sizes = [1, 2, 3, 17, 64, 65, 130, 256, 300, 512, 1000, 1024];
    sizes.map(every_family).into()
}

pub fn large_families() -> Vec<Batch> {
    [1025, 3000, 4097, 9000].map(every_family).into()
}

/// The walk of one column passes nearly every vertex, many times the budget of one dispatch.
pub fn largest() -> Vec<Batch> {
    let of = |graph: Graph| {
        let mut batch = Batch::default();
        for (name, filter) in filters(&graph) {
            if ["random", "ascending", "zigzag"].contains(&name) {
                batch.push(&graph.edges, &filter);
            }
        }
        batch
    };
    families(MAX_VERTICES).into_iter().map(of).collect()
}

pub fn dense() -> Vec<Batch> {
    let mut batch = Batch::default();
    for (vertices, edges) in [
        (64, MAX_SMALL_EDGES),
        (1024, MAX_SMALL_EDGES),
        (1, MAX_SMALL_EDGES + 1),
        (1024, 200_000),
        (1025, 200_000),
    ] {
        let (edges, filter) = random_graph(vertices, edges, 5);
        batch.push(&edges, &filter);
    }
    vec![batch]
}

/// Few vertices and millions of edges: more than one dispatch can process.
pub fn parallel_edges() -> Vec<Batch> {
    let mut batch = Batch::default();
    for (vertices, edges) in [(1024, 2_000_000), (30, 60)] {
        let (edges, filter) = random_graph(vertices, edges, 6);
        batch.push(&edges, &filter);
    }
    vec![batch]
}

pub fn many() -> Vec<Batch> {
    let mut batch = Batch::default();
    for seed in 0..70_000 {
        let (edges, filter) = random_graph(seed % 5, seed % 7, seed.into());
        batch.push(&edges, &filter);
    }
    vec![batch]
}

/// The graphs of a data set, at most this many, with a random filter and with their degrees.
pub fn of_data_set(name: &str, most: usize) -> Vec<Batch> {
    let mut graphs = data_set(name);
    assert!(!graphs.is_empty());
    let random = &mut generator(3);
    graphs.shuffle(random);
    graphs.truncate(most);
    let mut by_filter = [Batch::default(), Batch::default()];
    for graph in &graphs {
        let values: Vec<f32> = (0..graph.vertices).map(|_| random.random()).collect();
        by_filter[0].push(&graph.edges, &values);
        by_filter[1].push(&graph.edges, &graph.degrees());
    }
    by_filter.into()
}
