//! Persistence on the CPU: every stage and every engine, by number of vertices.
//!
//! The graphs resemble those of the data sets: small dense graphs, near-trees with hubs, random graphs.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::homology::order::Order;
use sublevel::homology::{Engine, NONE, Output, Workspace, extended_batch_one_thread};

struct Case {
    name: String,
    edges: Vec<[u32; 2]>,
    filter: Vec<f32>,
}

fn cases() -> Vec<Case> {
    let random = &mut ChaCha8Rng::seed_from_u64(0);
    let mut cases = Vec::new();
    for (shape, n) in [
        ("dense", 20),
        ("dense", 64),
        ("threads", 30),
        ("threads", 64),
        ("threads", 256),
        ("threads", 512),
        ("threads", 1024),
        ("threads", 4096),
        ("random", 4096),
        ("random", 65_536),
    ] {
        let mut edges = Vec::new();
        for v in 1..n {
            match shape {
                // Every second pair of vertices.
                "dense" => edges.extend((0..v).filter(|_| random.random_bool(0.5)).map(|u| [u, v])),
                // Most vertices are neighbours of vertex 0, and some have a second edge.
                "threads" => {
                    let to_first = random.random_bool(0.5);
                    edges.push([
                        if to_first {
                            0
                        } else {
                            random.random_range(0..v)
                        },
                        v,
                    ]);
                    if random.random_bool(0.16) && v > 1 {
                        edges.push([random.random_range(1..v), v]);
                    }
                }
                _ => edges.extend([0; 2].map(|_| [random.random_range(0..v), v])),
            }
        }
        cases.push(Case {
            name: format!("{shape} {n}"),
            edges: sublevel::graph::Graph::new(n, edges).edges,
            filter: (0..n).map(|_| random.random()).collect(),
        });
    }
    cases
}

fn stages(criterion: &mut Criterion) {
    for Case {
        name,
        edges,
        filter,
    } in cases()
    {
        let id = |stage: &str| BenchmarkId::new(stage, &name);
        let mut group = criterion.benchmark_group("persistence");

        let mut order = Order::default();
        group.bench_function(id("sort"), |bencher| {
            bencher.iter(|| order.sort(black_box(&filter)));
        });

        let mut workspace = Workspace::default();
        workspace.sort(&filter);
        for engine in Engine::ALL {
            if workspace.reduce_by(engine, &edges) {
                group.bench_function(id(&format!("{engine:?}")), |bencher| {
                    bencher.iter(|| workspace.reduce_by(engine, black_box(&edges)));
                });
            }
        }

        let [mut death, mut loops] =
            [NONE, 0].map(|value| [vec![value; filter.len()], vec![value; filter.len()]]);
        let mut output = Output {
            death: death.each_mut().map(Vec::as_mut_slice),
            loops: loops.each_mut().map(Vec::as_mut_slice),
        };
        workspace.reduce(&edges);
        group.bench_function(id("read-out"), |bencher| {
            bencher.iter(|| workspace.read_out(0, black_box(&mut output)));
        });
        group.bench_function(id("all"), |bencher| {
            bencher.iter(|| {
                workspace.sort(black_box(&filter));
                workspace.reduce(&edges);
                workspace.read_out(0, &mut output);
            });
        });

        let offsets = [filter.len(), edges.len()].map(|end| [0, end as u32]);
        let mut last = vec![NONE; filter.len()];
        let mut pairs = vec![[NONE; 2]; edges.len()];
        group.bench_function(id("extended"), |bencher| {
            bencher.iter(|| {
                extended_batch_one_thread(
                    &offsets[0],
                    &offsets[1],
                    &edges,
                    black_box(&filter),
                    &mut last,
                    &mut pairs,
                );
            });
        });
        group.finish();
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
