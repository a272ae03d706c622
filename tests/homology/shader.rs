//! The shaders against the CPU engine, bit for bit, as the program launches them: no bounds checks, no zeroed
//! workgroup memory, all tables full of rubbish.

use std::sync::LazyLock;

use rand::RngExt;
use rand::seq::SliceRandom;
use sublevel::homology::gpu::{Gpu, GpuError};
use sublevel::homology::wgsl::{Kernel, MAX_VERTICES, Table};
use sublevel::homology::{order::Order, persistence, persistence_batch};

use crate::graphs::{Graph, data_set, families, filters, generator};

const RUBBISH: u32 = 0xdead_beef;

/// The adapter, a software one if need be, with workgroups of at most 64, 128 and 256 lanes.
static GPUS: LazyLock<[Gpu; 3]> = LazyLock::new(|| {
    [64, 128, 256]
        .map(|lanes| pollster::block_on(Gpu::open(lanes)).unwrap_or_else(|error| panic!("{error}")))
});

fn gpu() -> &'static Gpu {
    &GPUS[2]
}

/// Graphs side by side, as the shader and the CPU engine take them.
#[derive(Default)]
struct Batch {
    graphs: Vec<[u32; 4]>,
    edges: Vec<[u32; 2]>,
    filter: Vec<f32>,
}

impl Batch {
    /// Death and loops; rubbish where the shaders wrote nothing.
    fn on(&self, gpu: &Gpu) -> [Vec<u32>; 2] {
        let batch = gpu.upload(&self.graphs, &self.edges, &self.filter).unwrap();
        gpu.fill(&batch, RUBBISH);
        gpu.run(&batch, ..).unwrap();
        [Table::Death, Table::Loops].map(|table| {
            let mut words = gpu.read(&batch, table).unwrap();
            words.truncate(2 * self.filter.len());
            words
        })
    }

    fn push(&mut self, edges: &[[u32; 2]], filter: &[f32]) {
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

    fn on_cpu(&self) -> [Vec<u32>; 2] {
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

    /// Compares the two and names the first graph on which they differ.
    fn check(&self, name: &str) {
        let (gpu, cpu) = (self.on(gpu()), self.on_cpu());
        let vertices = self.filter.len();
        for (output, (gpu, cpu)) in ["death", "loops"].into_iter().zip(gpu.iter().zip(&cpu)) {
            if let Some(at) = (0..2 * vertices).find(|&at| gpu[at] != cpu[at]) {
                let (direction, vertex) = (at / vertices, at % vertices);
                let graph = self
                    .graphs
                    .iter()
                    .rposition(|row| row[0] as usize <= vertex)
                    .unwrap();
                panic!(
                    "{name}: {output}[{direction}] of vertex {vertex} in graph {graph} {:?}: shader {:#x}, CPU {:#x}",
                    self.graphs[graph], gpu[at], cpu[at]
                );
            }
        }
    }
}

/// A graph with this many vertices and edges, repeated edges and self-loops included, and a filter with ties.
fn random_graph(vertices: u32, edges: u32, seed: u64) -> (Vec<[u32; 2]>, Vec<f32>) {
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

#[test]
fn sizes_at_the_edges_of_every_class() {
    for n in [
        0, 1, 2, 3, 31, 32, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025,
        2047, 2048, 2049, 4095, 4096, 4097, 8193,
    ] {
        for edges in [0, 1, n / 2, n, 4 * n] {
            let (edges, filter) = random_graph(n, edges, n.into());
            let mut batch = Batch::default();
            batch.push(&edges, &filter);
            batch.check(&format!("{n} vertices, {} edges", edges.len()));
        }
    }
}

#[test]
fn adversarial_families_with_every_filter() {
    let mut batch = Batch::default();
    for n in [1, 2, 3, 17, 64, 65, 130, 256, 300, 512, 1000, 1024] {
        for graph in families(n) {
            for (_, filter) in filters(&graph) {
                batch.push(&graph.edges, &filter);
            }
        }
    }
    batch.check("families");
}

#[test]
fn adversarial_families_on_the_large_path() {
    for n in [1025, 3000, 4097, 9000] {
        let mut batch = Batch::default();
        for graph in families(n) {
            for (_, filter) in filters(&graph) {
                batch.push(&graph.edges, &filter);
            }
        }
        batch.check(&format!("families of {n}"));
    }
}

/// A walk of one column passes nearly every vertex, many times the budget of one run.
#[test]
fn the_largest_graphs_that_a_gpu_takes() {
    for graph in families(MAX_VERTICES) {
        let mut batch = Batch::default();
        let filters = filters(&graph);
        let hard = |name: &str| ["random", "ascending", "zigzag"].contains(&name);
        for (_, filter) in filters.iter().filter(|(name, _)| hard(name)) {
            batch.push(&graph.edges, filter);
        }
        batch.check(&graph.name);
    }
}

#[test]
fn a_graph_with_more_vertices_is_refused() {
    let filter = vec![0.0; MAX_VERTICES as usize + 1];
    let refused = gpu().persistence(&[], &filter);
    assert_eq!(refused, Err(GpuError::TooLarge(MAX_VERTICES + 1)));
    assert!(gpu().persistence(&[], &filter[1..]).is_ok());
}

#[test]
fn one_graph_at_a_time() {
    for (vertices, edges) in [(0, 0), (1, 3), (70, 100), (2000, 3000)] {
        let (edges, filter) = random_graph(vertices, edges, 1);
        let expected = persistence(&edges, &filter);
        assert_eq!(gpu().persistence(&edges, &filter), Ok(expected));
    }
}

/// Sorts the vertices of graphs without edges on the large path, and looks at the order and the ranks alone.
fn check_order(graphs: &[Vec<f32>], name: &str) {
    let mut batch = Batch::default();
    for filter in graphs {
        batch.push(&[], filter);
    }
    let resident = gpu()
        .upload(&batch.graphs, &batch.edges, &batch.filter)
        .unwrap();
    gpu().fill(&resident, RUBBISH);
    let runs = resident.runs();
    let rank = runs
        .iter()
        .position(|run| run.dispatch.kernel == Kernel::Rank)
        .unwrap();
    gpu().run(&resident, ..=rank).unwrap();
    let read = |table| gpu().read(&resident, table).unwrap();
    let sorted = read(runs[rank].dispatch.tables[1]);
    let ranks = read(Table::Ranks);
    let mut order = Order::default();
    for (row, filter) in batch.graphs.iter().zip(graphs) {
        order.sort(filter);
        let own = row[0] as usize..(row[0] + row[1]) as usize;
        assert_eq!(sorted[own.clone()], *order.by_rank(), "{name}: order");
        assert_eq!(ranks[own], *order.ranks(), "{name}: ranks");
    }
}

#[test]
fn the_order_of_large_graphs() {
    for n in [1025, 2047, 2048, 2049, 4097, 20_000, MAX_VERTICES] {
        let graph = families(n).swap_remove(1);
        let filters = filters(&graph).into_iter().map(|(_, filter)| filter);
        check_order(&filters.collect::<Vec<_>>(), &graph.name);
    }
}

/// Every high half of the bits, with the low halves that lie at its edges.
#[test]
fn every_kind_of_value_has_its_place() {
    let bits = (0..=0xffffu32).flat_map(|high| [0, 1, 0xffff].map(|low| high << 16 | low));
    let mut values: Vec<f32> = bits.map(f32::from_bits).collect();
    values.shuffle(&mut generator(8));
    let graphs: Vec<_> = values.chunks(50_000).map(<[f32]>::to_vec).collect();
    check_order(&graphs, "all values");
}

#[test]
fn a_dense_graph_has_more_edges_than_lanes_many_times_over() {
    let (edges, filter) = random_graph(1024, 200_000, 5);
    let mut batch = Batch::default();
    batch.push(&edges, &filter);
    batch.check("dense");
}

#[test]
fn more_graphs_than_one_dimension_of_a_dispatch_holds() {
    let mut batch = Batch::default();
    for seed in 0..70_000 {
        let (edges, filter) = random_graph(seed % 5, seed % 7, seed.into());
        batch.push(&edges, &filter);
    }
    batch.check("70000 graphs");
}

#[test]
fn vertices_of_no_graph_are_left_alone() {
    let mut batch = Batch::default();
    for (seed, vertices) in [(1, 10), (5, 5000), (2, 100), (3, 300), (6, 1200), (4, 600)] {
        batch.filter.extend([0.5; 3]);
        let (edges, filter) = random_graph(vertices, 2 * vertices, seed);
        batch.push(&edges, &filter);
    }
    batch.filter.extend([0.5; 3]);
    let covered: Vec<bool> = {
        let mut covered = vec![false; batch.filter.len()];
        for row in &batch.graphs {
            covered[row[0] as usize..(row[0] + row[1]) as usize].fill(true);
        }
        covered.repeat(2)
    };
    for output in batch.on(gpu()) {
        for (word, covered) in output.into_iter().zip(&covered) {
            assert_eq!(word == RUBBISH, !covered);
        }
    }
}

#[test]
fn neither_the_order_of_edges_nor_the_number_of_lanes_matters() {
    let mut results = (0..20).flat_map(|seed| {
        let mut batch = Batch::default();
        for (vertices, edges) in [
            (60, 300),
            (250, 900),
            (500, 700),
            (1000, 4000),
            (6000, 9000),
        ] {
            let (mut edges, filter) = random_graph(vertices, edges, 9);
            edges.shuffle(&mut generator(seed));
            batch.push(&edges, &filter);
        }
        GPUS.iter().map(move |gpu| batch.on(gpu))
    });
    let first = results.next().unwrap();
    assert!(results.all(|result| result == first));
}

const ALL: usize = usize::MAX;

/// The graphs of a data set, or so many of them, with a random filter and with its degrees.
fn check_data_set(name: &str, most: usize) {
    let mut graphs = data_set(name);
    assert!(!graphs.is_empty());
    graphs.shuffle(&mut generator(4));
    graphs.truncate(most);
    let random = &mut generator(3);
    let (mut random_batch, mut degree_batch) = (Batch::default(), Batch::default());
    for graph in &graphs {
        let Graph {
            vertices, edges, ..
        } = graph;
        random_batch.push(
            edges,
            &(0..*vertices)
                .map(|_| random.random())
                .collect::<Vec<f32>>(),
        );
        degree_batch.push(edges, &graph.degrees());
    }
    random_batch.check(&format!("{name}, random filter"));
    degree_batch.check(&format!("{name}, degree filter"));
}

#[test]
fn mutag() {
    check_data_set("MUTAG", ALL);
}

#[test]
fn imdb_binary() {
    check_data_set("IMDB-BINARY", ALL);
}

#[test]
fn imdb_multi() {
    check_data_set("IMDB-MULTI", ALL);
}

#[test]
fn proteins() {
    check_data_set("PROTEINS", ALL);
}

#[test]
fn nci1() {
    check_data_set("NCI1", ALL);
}

#[test]
fn reddit_binary() {
    check_data_set("REDDIT-BINARY", ALL);
}

#[test]
fn reddit_multi_5k() {
    check_data_set("REDDIT-MULTI-5K", 500);
}
