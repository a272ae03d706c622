//! Data sets of the TU collection for the tests: their paths, and generated replacements for missing ones.

// Every test binary compiles this module and uses a part of it.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::graph::cache;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::needs;

/// The data sets whose graphs all run through the persistence shaders, on a native driver and in the browser.
pub const IN_SHADERS: [&str; 6] = [
    "MUTAG",
    "IMDB-BINARY",
    "IMDB-MULTI",
    "PROTEINS",
    "NCI1",
    "REDDIT-BINARY",
];

/// The zip of a data set from the user's cache or from the folder beside the checkout. A generated data set replaces a missing one. It has the
/// same numbers of graphs, classes, vertices, edges and labels. With `CI` set, a missing data set is a failure.
pub fn zip_of(name: &str) -> PathBuf {
    real_zip_of(name).unwrap_or_else(|| {
        needs::replaced(name);
        stand_in(name)
    })
}

/// Like [`zip_of`], for tests that need the real graphs and skip a missing data set.
pub fn real_zip_of(name: &str) -> Option<PathBuf> {
    let file = format!("{name}.zip");
    let beside = beside_checkout().map(|folder| folder.join("tu"));
    let folders = cache::folder().into_iter().chain(beside);
    folders
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// The folder of data sets and index files beside the checkout, if there is one. With `SUBLEVEL_DATA` set, tests do not use it.
pub fn beside_checkout() -> Option<PathBuf> {
    let folder = Path::new(crate::ROOT).join("../shared/data");
    (std::env::var_os("SUBLEVEL_DATA").is_none() && folder.is_dir()).then_some(folder)
}

// ---- generated data sets ----

/// The properties that a generated data set has in common with the real one.
struct Shape {
    name: &'static str,
    /// Label and number of graphs of each class.
    classes: &'static [(i32, usize)],
    vertices: usize,
    edges: usize,
    isolated: usize,
    /// The number of vertices of the largest graph, which is the first.
    largest: usize,
    vertex_labels: usize,
    edge_labels: usize,
    vertex_attributes: bool,
    /// How often the file lists each edge in each direction.
    repeats: usize,
    /// The maximum degree, in a graph where many vertices have one neighbour.
    hub: Option<usize>,
}

const NOTHING_MORE: Shape = Shape {
    name: "",
    classes: &[],
    vertices: 0,
    edges: 0,
    isolated: 0,
    largest: 0,
    vertex_labels: 0,
    edge_labels: 0,
    vertex_attributes: false,
    repeats: 1,
    hub: None,
};

#[rustfmt::skip]
const SHAPES: [Shape; 7] = [
    Shape {
        name: "PROTEINS",
        classes: &[(1, 663), (2, 450)],
        vertices: 43_471,
        edges: 81_044,
        isolated: 5,
        largest: 620,
        vertex_labels: 3,
        vertex_attributes: true,
        ..NOTHING_MORE
    },
    Shape {
        name: "NCI1",
        classes: &[(0, 2053), (1, 2057)],
        vertices: 122_747,
        edges: 132_753,
        isolated: 428,
        largest: 111,
        vertex_labels: 37,
        ..NOTHING_MORE
    },
    Shape { name: "IMDB-BINARY", classes: &[(0, 500), (1, 500)], vertices: 19_773, edges: 96_531, largest: 136, repeats: 2, ..NOTHING_MORE },
    Shape { name: "IMDB-MULTI", classes: &[(1, 500), (2, 500), (3, 500)], vertices: 19_502, edges: 98_903, largest: 89, repeats: 2, ..NOTHING_MORE },
    Shape {
        name: "REDDIT-BINARY",
        classes: &[(-1, 1000), (1, 1000)],
        vertices: 859_254,
        edges: 995_508,
        isolated: 21,
        largest: 3782,
        hub: Some(3062),
        ..NOTHING_MORE
    },
    Shape {
        name: "REDDIT-MULTI-5K",
        classes: &[(1, 1000), (2, 1000), (3, 1000), (4, 1000), (5, 999)],
        vertices: 2_542_071,
        edges: 2_973_778,
        isolated: 45,
        largest: 3648,
        hub: Some(2011),
        ..NOTHING_MORE
    },
    Shape {
        name: "MUTAG",
        classes: &[(-1, 63), (1, 125)],
        vertices: 3371,
        edges: 3721,
        largest: 28,
        vertex_labels: 7,
        edge_labels: 4,
        ..NOTHING_MORE
    },
];

/// Generates the data set, once per process.
fn stand_in(name: &str) -> PathBuf {
    static MADE: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap();
    let make = || {
        let shape = SHAPES.iter().find(|shape| shape.name == name);
        let shape = shape.unwrap_or_else(|| panic!("nothing stands in for {name}"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stand-ins");
        fs::create_dir_all(&folder).unwrap();
        // Parallel test processes must not write to the same file.
        let part = folder.join(format!("{name}-{}", std::process::id()));
        let mut zip = ZipWriter::new(fs::File::create(&part).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for (file, text) in shape.files() {
            zip.start_file(format!("{name}/{name}_{file}.txt"), options)
                .unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
        let path = folder.join(format!("{name}.zip"));
        fs::rename(part, &path).unwrap();
        path
    };
    made.entry(name.into()).or_insert_with(make).clone()
}

impl Shape {
    fn files(&self) -> Vec<(&'static str, String)> {
        let random = &mut ChaCha8Rng::seed_from_u64(7);
        let class_of: Vec<usize> = (0..self.classes.len())
            .flat_map(|class| std::iter::repeat_n(class, self.classes[class].1))
            .collect();
        let sizes = self.sizes(class_of.len(), random);
        let extra = self.extra_edges(&sizes, &class_of);
        let mut text: BTreeMap<&str, String> = BTreeMap::new();
        let mut line = |file, line: String| *text.entry(file).or_default() += &(line + "\n");
        let mut first = 1;
        for (graph, &class) in class_of.iter().enumerate() {
            line("graph_labels", self.classes[class].0.to_string());
            for vertex in 0..sizes[graph] {
                line("graph_indicator", (graph + 1).to_string());
                // Every label occurs, and some depend on the class.
                let drawn = random.random_range(0..self.vertex_labels.max(1));
                let label = match first + vertex {
                    id if id <= self.vertex_labels => id - 1,
                    _ if random.random_range(0..4) == 0 => class,
                    _ => drawn,
                };
                if self.vertex_labels > 0 {
                    line("node_labels", label.to_string());
                }
                if self.vertex_attributes {
                    line("node_attributes", random.random_range(-50..900).to_string());
                }
            }
            let connected = sizes[graph] - self.isolated_in(graph);
            let hub = self.hub.filter(|_| graph == 0);
            for [u, v] in edges(connected, extra[graph], hub, random) {
                let label = match first {
                    1 => (u + v) % self.edge_labels.max(1),
                    _ => random.random_range(0..self.edge_labels.max(1)),
                };
                for _ in 0..self.repeats {
                    for [a, b] in [[u, v], [v, u]] {
                        line("A", format!("{}, {}", first + a, first + b));
                        if self.edge_labels > 0 {
                            line("edge_labels", label.to_string());
                        }
                    }
                }
            }
            first += sizes[graph];
        }
        text.into_iter().collect()
    }

    /// The number of isolated vertices: one in each of the first graphs after the largest.
    fn isolated_in(&self, graph: usize) -> usize {
        usize::from((1..=self.isolated).contains(&graph))
    }

    /// Numbers of vertices with the required sum.
    fn sizes(&self, graphs: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
        let mean = (self.vertices - self.largest) / (graphs - 1);
        let draw = |_| random.random_range(mean / 3 + 2..=(5 * mean / 3).min(self.largest));
        let mut sizes: Vec<usize> = (1..graphs).map(draw).collect();
        sizes.insert(0, self.largest);
        let mut sum: usize = sizes.iter().sum();
        for graph in (1..graphs).cycle() {
            match sum.cmp(&self.vertices) {
                std::cmp::Ordering::Equal => break,
                std::cmp::Ordering::Less if sizes[graph] < self.largest => {
                    sizes[graph] += 1;
                    sum += 1;
                }
                std::cmp::Ordering::Greater if sizes[graph] > 4 => {
                    sizes[graph] -= 1;
                    sum -= 1;
                }
                _ => (),
            }
        }
        sizes
    }

    /// The number of edges of each graph beyond those of a tree. Later classes have more, so that models can learn.
    fn extra_edges(&self, sizes: &[usize], class_of: &[usize]) -> Vec<usize> {
        let connected: Vec<usize> = (0..sizes.len())
            .map(|graph| sizes[graph] - self.isolated_in(graph))
            .collect();
        let room: Vec<usize> = connected
            .iter()
            .map(|&n| n * (n - 1) / 2 - (n - 1))
            .collect();
        let tree_edges: usize = connected.iter().map(|n| n - 1).sum();
        let mut left = self.edges - tree_edges;
        let weight = |graph: usize| connected[graph] * (1 + 2 * class_of[graph]);
        let weights: usize = (0..sizes.len()).map(weight).sum();
        let share = |graph: usize| (left * weight(graph) / weights).min(room[graph]);
        let mut extra: Vec<usize> = (0..sizes.len()).map(share).collect();
        left -= extra.iter().sum::<usize>();
        for graph in (0..sizes.len()).rev().cycle() {
            if left == 0 {
                break;
            }
            let more = (room[graph] - extra[graph]).min(left).min(3);
            extra[graph] += more;
            left -= more;
        }
        extra
    }
}

/// A tree with `extra` more edges; with a hub, vertex 0 has that many neighbours.
fn edges(
    vertices: usize,
    extra: usize,
    hub: Option<usize>,
    random: &mut ChaCha8Rng,
) -> Vec<[usize; 2]> {
    let lowest = usize::from(hub.is_some());
    let parent = |v: usize, random: &mut ChaCha8Rng| match hub {
        Some(degree) if v <= degree => 0,
        _ => v - random.random_range(1..=(v - lowest).min(3)),
    };
    let mut edges: BTreeSet<[usize; 2]> = (1..vertices).map(|v| [parent(v, random), v]).collect();
    let wanted = edges.len() + extra;
    let pairs = vertices * (vertices - 1) / 2;
    if 3 * wanted > pairs {
        let all = (0..vertices).flat_map(|v| (0..v).map(move |u| [u, v]));
        let mut others: Vec<_> = all.filter(|edge| !edges.contains(edge)).collect();
        others.shuffle(random);
        edges.extend(others.into_iter().take(extra));
    } else {
        while edges.len() < wanted {
            let [u, v] = [(); 2].map(|()| random.random_range(lowest..vertices));
            if u != v {
                edges.insert([u.min(v), u.max(v)]);
            }
        }
    }
    edges.into_iter().collect()
}
