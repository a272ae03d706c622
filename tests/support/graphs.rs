//! Difficult graphs and filters for the engines, and the data sets of the paper.

use std::collections::BTreeSet;
use std::io::Read;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::data_sets;

/// Edges between `0..vertices` in any order, with repeated edges and self-loops.
#[derive(Clone, Debug)]
pub struct Graph {
    pub name: String,
    pub vertices: u32,
    pub edges: Vec<[u32; 2]>,
}

impl Graph {
    fn new(name: &str, vertices: u32, edges: impl IntoIterator<Item = [u32; 2]>) -> Self {
        Self {
            name: format!("{name} of {vertices}"),
            vertices,
            edges: edges.into_iter().collect(),
        }
    }

    pub fn degrees(&self) -> Vec<f32> {
        let mut degrees = vec![0.0; self.vertices as usize];
        for v in self.edges.iter().flatten() {
            degrees[*v as usize] += 1.0;
        }
        degrees
    }
}

pub fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// One graph of each family with `n` vertices, or a few less if the shape requires it.
pub fn families(n: u32) -> Vec<Graph> {
    let random = &mut generator(n.into());
    let path = || (1..n).map(|v| [v - 1, v]);
    let side = n.isqrt();
    let legs = n.saturating_sub(1) / 2;
    let mut graphs = vec![
        Graph::new("no edges", n, []),
        Graph::new("path", n, path()),
        Graph::new("cycle", n, path().chain((n > 0).then(|| [n - 1, 0]))),
        Graph::new("star", n, (1..n).map(|v| [0, v])),
        Graph::new("star around the last", n, (1..n).map(|v| [n - 1, v - 1])),
        // Legs of two edges around vertex 0: all merges go through one component.
        Graph::new(
            "spider",
            n,
            (0..legs).flat_map(|leg| [[0, 1 + legs + leg], [1 + legs + leg, 1 + leg]]),
        ),
        // Legs that join at ever younger vertices: a chain of merges that no order shortens.
        Graph::new(
            "sorted spider",
            n,
            (0..legs).flat_map(|leg| [[leg, n - 1 - leg], [n - 1 - leg, leg + 1]]),
        ),
        Graph::new(
            "caterpillar",
            n,
            (1..n).map(|v| [if v % 2 == 0 { v - 2 } else { v - 1 }, v]),
        ),
        Graph::new(
            "random tree",
            n,
            (1..n).map(|v| [random.random_range(0..v), v]),
        ),
        Graph::new("grid", side * side, {
            let at = move |row, column| row * side + column;
            let cells = (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)));
            cells.flat_map(move |(row, column)| {
                let right = (column + 1 < side).then(|| [at(row, column), at(row, column + 1)]);
                let down = (row + 1 < side).then(|| [at(row, column), at(row + 1, column)]);
                right.into_iter().chain(down)
            })
        }),
        Graph::new(
            "attachment",
            n,
            (1..n).flat_map(|v| {
                [
                    [v, random.random_range(0..v)],
                    [v, random.random_range(0..v) / 2],
                ]
            }),
        ),
        Graph::new(
            "multigraph",
            n,
            (0..if n == 0 { 0 } else { 3 * n })
                .map(|_| [random.random_range(0..n), random.random_range(0..n)]),
        ),
        Graph::new("self-loops", n, (0..n).flat_map(|v| [[v, v], [v, v]])),
        Graph::new("disjoint edges", n, (1..n).step_by(2).map(|v| [v - 1, v])),
    ];
    if n <= 130 {
        graphs.push(Graph::new(
            "complete graph",
            n,
            (0..n).flat_map(|v| (0..v).map(move |u| [u, v])),
        ));
    }
    for graph in &mut graphs {
        graph.edges.shuffle(random);
    }
    graphs
}

/// Filters for a graph, by name: random, ordered, tied and with every special value.
pub fn filters(graph: &Graph) -> Vec<(&'static str, Vec<f32>)> {
    let n = graph.vertices;
    let random = &mut generator(u64::from(n) + 1);
    let by = |value: &dyn Fn(u32) -> f32| (0..n).map(value).collect::<Vec<f32>>();
    let degrees = graph.degrees();
    let bits = 32 - n.leading_zeros();
    let special = [
        f32::NAN,
        -f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        0.0,
        -0.0,
        f32::from_bits(1),
        -f32::from_bits(1),
        f32::MIN_POSITIVE,
        f32::MAX,
        1.0,
    ];
    vec![
        ("random", (0..n).map(|_| random.random::<f32>()).collect()),
        (
            "four values",
            (0..n).map(|_| random.random_range(0..4) as f32).collect(),
        ),
        (
            "special",
            (0..n)
                .map(|_| special[random.random_range(0..special.len())])
                .collect(),
        ),
        (
            "raw bits",
            (0..n).map(|_| f32::from_bits(random.random())).collect(),
        ),
        ("ascending", by(&|v| v as f32)),
        ("descending", by(&|v| -(v as f32))),
        ("constant", by(&|_| 0.5)),
        (
            "zigzag",
            by(&|v| if v % 2 == 0 { v as f32 } else { (n + v) as f32 }),
        ),
        (
            "bit-reversed",
            by(&|v| v.reverse_bits().wrapping_shr(32 - bits) as f32),
        ),
        ("minus degree", degrees.iter().map(|d| -d).collect()),
        ("degree", degrees),
    ]
}

/// The graphs of a TU data set, simple and with isolated vertices.
#[allow(dead_code)]
pub fn data_set(name: &str) -> Vec<Graph> {
    let path = data_sets::zip_of(name);
    let file =
        std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let mut text = |part: &str| {
        // Some archives contain `NAME//NAME_A.txt`.
        let end = format!("/{name}_{part}.txt");
        let is_wanted = |file: &str| file.ends_with(&end);
        let index = archive
            .file_names()
            .position(|file| file.is_ok_and(|file| is_wanted(&file)));
        let mut text = String::new();
        let mut file = archive.by_index(index.unwrap()).unwrap();
        file.read_to_string(&mut text).unwrap();
        text
    };
    let graph_of: Vec<usize> = text("graph_indicator")
        .split_whitespace()
        .map(|id| id.parse::<usize>().unwrap() - 1)
        .collect();
    let mut sizes = vec![0; graph_of.last().unwrap() + 1];
    let local: Vec<u32> = graph_of
        .iter()
        .map(|&graph| {
            sizes[graph] += 1;
            sizes[graph] - 1
        })
        .collect();
    let mut edges = vec![BTreeSet::new(); sizes.len()];
    for line in text("A").lines() {
        let (a, b) = line.split_once(',').unwrap();
        let [a, b] = [a, b].map(|id| id.trim().parse::<usize>().unwrap() - 1);
        edges[graph_of[a]].insert([local[a].min(local[b]), local[a].max(local[b])]);
    }
    let graphs = sizes.into_iter().zip(edges);
    graphs
        .map(|(vertices, edges)| Graph::new(name, vertices, edges))
        .collect()
}
