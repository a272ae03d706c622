//! The shaders compared with the CPU engine, bit for bit, launched as in the program: no bounds checks, no zeroed
//! workgroup memory, all tables filled with garbage.

use std::sync::LazyLock;

use rand::seq::SliceRandom;
use sublevel::gpu::{Gpu, GpuError};
use sublevel::homology::dispatch_plan::{GpuBuffer, Kernel, MAX_VERTICES};
use sublevel::homology::{order::Order, persistence};

use crate::batches::{self, Batch, random_graph};
use crate::data_sets::IN_SHADERS;
use crate::graphs::{families, filters, generator};

const RUBBISH: u32 = 0xdead_beef;

/// The adapter, possibly a software one, with workgroups of at most 64, 128 and 256 lanes.
static GPUS: LazyLock<[Gpu; 3]> = LazyLock::new(|| {
    [64, 128, 256]
        .map(|lanes| pollster::block_on(Gpu::open(lanes)).unwrap_or_else(|error| panic!("{error}")))
});

fn gpu() -> &'static Gpu {
    &GPUS[2]
}

/// Death and loops; garbage if the shaders wrote nothing.
fn run(gpu: &Gpu, batch: &Batch) -> [Vec<u32>; 2] {
    let resident = gpu
        .upload(&batch.graphs, &batch.edges, &batch.filter)
        .unwrap();
    gpu.fill(&resident, RUBBISH);
    gpu.run(&resident, ..).unwrap();
    [GpuBuffer::Death, GpuBuffer::Loops].map(|buffer| {
        let mut words = gpu.read(&resident, buffer).unwrap();
        words.truncate(2 * batch.filter.len());
        words
    })
}

/// Compares the two engines and names the first graph on which they differ.
fn check(batches: Vec<Batch>) {
    assert!(!batches.is_empty());
    for batch in batches {
        let results = run(gpu(), &batch).into_iter().zip(batch.on_cpu());
        let vertices = batch.filter.len();
        for (output, (gpu, cpu)) in ["death", "loops"].into_iter().zip(results) {
            if let Some(at) = (0..2 * vertices).find(|&at| gpu[at] != cpu[at]) {
                let (direction, vertex) = (at / vertices, at % vertices);
                let graph = batch
                    .graphs
                    .iter()
                    .rposition(|row| row[0] as usize <= vertex)
                    .unwrap();
                panic!(
                    "{output}[{direction}] of vertex {vertex} in graph {graph} {:?}: shader {:#x}, CPU {:#x}",
                    batch.graphs[graph], gpu[at], cpu[at]
                );
            }
        }
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn sizes_at_the_edges_of_every_class() {
    check(batches::sizes());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn adversarial_families_with_every_filter() {
    check(batches::small_families());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn adversarial_families_on_the_large_path() {
    check(batches::large_families());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_largest_graphs_on_a_gpu() {
    check(batches::largest());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn more_edges_than_lanes_many_times_over() {
    check(batches::dense());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_thousand_vertices_and_two_million_edges() {
    check(batches::parallel_edges());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn more_graphs_than_one_dimension_of_a_dispatch_holds() {
    check(batches::many());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn every_graph_of_the_data_sets() {
    for name in IN_SHADERS {
        check(batches::of_data_set(name, usize::MAX));
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn five_hundred_graphs_of_reddit_multi_5k() {
    check(batches::of_data_set("REDDIT-MULTI-5K", 500));
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_graph_with_too_many_vertices_is_rejected() {
    let filter = vec![0.0; MAX_VERTICES as usize + 1];
    let refused = gpu().persistence(&[], &filter);
    assert_eq!(refused, Err(GpuError::TooLarge(MAX_VERTICES + 1)));
    assert!(gpu().persistence(&[], &filter[1..]).is_ok());
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn one_graph_at_a_time() {
    for (vertices, edges) in [(0, 0), (1, 3), (70, 100), (2000, 3000)] {
        let (edges, filter) = random_graph(vertices, edges, 1);
        let expected = persistence(&edges, &filter);
        assert_eq!(gpu().persistence(&edges, &filter), Ok(expected));
    }
}

/// Sorts the vertices of graphs without edges on the large path and checks only the order and the ranks.
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
    let read = |buffer| gpu().read(&resident, buffer).unwrap();
    let sorted = read(runs[rank].dispatch.buffers[1]);
    let ranks = read(GpuBuffer::Ranks);
    let mut order = Order::default();
    for (row, filter) in batch.graphs.iter().zip(graphs) {
        order.sort(filter);
        let own = row[0] as usize..(row[0] + row[1]) as usize;
        assert_eq!(sorted[own.clone()], *order.by_rank(), "{name}: order");
        assert_eq!(ranks[own], *order.ranks(), "{name}: ranks");
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_order_of_large_graphs() {
    for n in [1025, 2047, 2048, 2049, 4097, 20_000, MAX_VERTICES] {
        let graph = families(n).swap_remove(1);
        let filters = filters(&graph).into_iter().map(|(_, filter)| filter);
        check_order(&filters.collect::<Vec<_>>(), &graph.name);
    }
}

/// All high halves of the bits, with low halves at their limits.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn special_values_have_a_defined_order() {
    let bits = (0..=0xffffu32).flat_map(|high| [0, 1, 0xffff].map(|low| high << 16 | low));
    let mut values: Vec<f32> = bits.map(f32::from_bits).collect();
    values.shuffle(&mut generator(8));
    let graphs: Vec<_> = values.chunks(50_000).map(<[f32]>::to_vec).collect();
    check_order(&graphs, "all values");
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn vertices_of_no_graph_are_unchanged() {
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
    for output in run(gpu(), &batch) {
        for (word, covered) in output.into_iter().zip(&covered) {
            assert_eq!(word == RUBBISH, !covered);
        }
    }
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_result_is_independent_of_edge_order_and_lanes() {
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
        GPUS.iter().map(move |gpu| run(gpu, &batch))
    });
    let first = results.next().unwrap();
    assert!(results.all(|result| result == first));
}
