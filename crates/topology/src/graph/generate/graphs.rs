//! The graphs of the generators.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{GENERATORS, Generator};
use crate::graph::{Dataset, Graph, Task, pairs};

/// The graphs of a generator.
#[derive(Debug)]
pub(super) enum Content {
    /// Pairs of graphs, one of each of these classes.
    Pairs([&'static str; 2], fn(&mut ChaCha8Rng) -> [Graph; 2]),
    Targets(fn(&mut ChaCha8Rng) -> (Graph, f64)),
}

/// Half of the number of graphs of a data set.
const PAIRS: u32 = 150;

impl Generator {
    /// The quantity that a model of its data sets predicts.
    pub fn task(&self) -> Task {
        match self.content {
            Content::Pairs(..) => Task::Classification,
            Content::Targets(_) => Task::Regression,
        }
    }
}

/// Generates the data set of the generator with this id, if it exists.
pub fn generate(id: &str, seed: u64) -> Option<Dataset> {
    let generator = GENERATORS.iter().find(|generator| generator.id == id)?;
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    // Graphs with their class and target.
    let mut graphs = Vec::new();
    let class_names = match generator.content {
        Content::Pairs(names, pair) => {
            for _ in 0..PAIRS {
                for (class, graph) in (0..).zip(pair(random)) {
                    graphs.push((shuffled(graph, random), class, None));
                }
            }
            names.map(Into::into).into()
        }
        Content::Targets(one) => {
            for _ in 0..2 * PAIRS {
                let (graph, target) = one(random);
                graphs.push((shuffled(graph, random), 0, Some(target)));
            }
            vec![String::new()]
        }
    };
    graphs.shuffle(random);
    let mut dataset = Dataset {
        name: generator.title.into(),
        class_names,
        ..Dataset::default()
    };
    for (graph, class, target) in graphs {
        dataset.graphs.push(graph);
        dataset.classes.push(class);
        dataset.targets.extend(target);
    }
    Some(dataset)
}

/// The graph with its vertices in random order, so that no index depends on the construction.
fn shuffled(graph: Graph, random: &mut ChaCha8Rng) -> Graph {
    let mut place: Vec<u32> = (0..graph.vertices).collect();
    place.shuffle(random);
    Graph::new(
        graph.vertices,
        graph
            .edges
            .iter()
            .map(|edge| edge.map(|vertex| place[vertex as usize])),
    )
}

/// A graph under construction.
#[derive(Default)]
struct Growing {
    vertices: u32,
    edges: Vec<[u32; 2]>,
}

impl Growing {
    /// Adds a vertex with an edge to another.
    fn branch(&mut self, vertex: u32) -> u32 {
        self.edges.push([vertex, self.vertices]);
        self.vertices += 1;
        self.vertices - 1
    }

    /// Adds a path of new vertices.
    fn path(&mut self, length: u32) -> Vec<u32> {
        let path: Vec<u32> = (self.vertices..self.vertices + length).collect();
        self.edges
            .extend(path.windows(2).map(|edge| [edge[0], edge[1]]));
        self.vertices += length;
        path
    }

    /// Adds a cycle of new vertices.
    fn cycle(&mut self, length: u32) -> Vec<u32> {
        let cycle = self.path(length);
        self.edges.push([cycle[0], cycle[cycle.len() - 1]]);
        cycle
    }

    /// Joins two vertices by a path with new vertices between them.
    fn join(&mut self, from: u32, to: u32, between: u32) {
        let last = (0..between).fold(from, |last, _| self.branch(last));
        self.edges.push([last, to]);
    }

    fn finish(self) -> Graph {
        Graph::new(self.vertices, self.edges)
    }
}

/// Cycles of three vertices or more with branches. Their number is independent of the numbers of vertices and of branches.
pub(super) fn disjoint_cycles(random: &mut ChaCha8Rng) -> (Graph, f64) {
    let vertices = random.random_range(16..=40);
    let around = random.random_range(12..=vertices);
    let cycles: u32 = random.random_range(1..=4);
    let mut lengths = vec![3; cycles as usize];
    for _ in 3 * cycles..around {
        lengths[random.random_range(0..cycles) as usize] += 1;
    }
    let mut graph = Growing::default();
    for length in lengths {
        graph.cycle(length);
    }
    while graph.vertices < vertices {
        let parent = random.random_range(0..graph.vertices);
        graph.branch(parent);
    }
    (graph.finish(), cycles.into())
}

pub(super) fn cycle_and_tree(random: &mut ChaCha8Rng) -> [Graph; 2] {
    let vertices = random.random_range(10..=40);
    [true, false].map(|closed| {
        let mut graph = Growing::default();
        let length = random.random_range(4..=vertices);
        if closed {
            graph.cycle(length);
        } else {
            graph.path(length);
        }
        while graph.vertices < vertices {
            let parent = random.random_range(0..graph.vertices);
            graph.branch(parent);
        }
        graph.finish()
    })
}

/// The vertices of the cycles have degree three: each has either the end of a path or a leaf. Paths join several short cycles in a
/// row. The single cycle is as long as all short ones together, and the same paths lead from it back to itself. Both graphs
/// therefore agree in vertices, edges, degrees and degrees of neighbours, and have one component and the same number of loops. Only
/// the order of the loops in the filtration differs. The vertices of degree three have either one component and one loop, or
/// several of both. The paths then either close the other loops or merge the components.
pub(super) fn one_loop_and_several(random: &mut ChaCha8Rng) -> [Graph; 2] {
    const MAX_VERTICES: u32 = 40;
    let (cycles, paths) = loop {
        let count = random.random_range(2..=4);
        let cycles: Vec<u32> = (0..count).map(|_| random.random_range(3..=6)).collect();
        let paths: Vec<u32> = (1..count).map(|_| random.random_range(1..=3)).collect();
        let (around, between) = (cycles.iter().sum::<u32>(), paths.iter().sum::<u32>());
        if 2 * around - 2 * (count - 1) + between <= MAX_VERTICES {
            break (cycles, paths);
        }
    };

    let mut one = Growing::default();
    let mut free = one.cycle(cycles.iter().sum());
    free.shuffle(random);
    let mut ends = free.split_off(free.len() - 2 * paths.len());
    for &between in &paths {
        if let (Some(from), Some(to)) = (ends.pop(), ends.pop()) {
            one.join(from, to, between);
        }
    }
    for vertex in free {
        one.branch(vertex);
    }

    let mut several = Growing::default();
    let mut free: Vec<Vec<u32>> = cycles.iter().map(|&length| several.cycle(length)).collect();
    for cycle in &mut free {
        cycle.shuffle(random);
    }
    for (index, &between) in paths.iter().enumerate() {
        if let (Some(from), Some(to)) = (free[index].pop(), free[index + 1].pop()) {
            several.join(from, to, between);
        }
    }
    for vertex in free.into_iter().flatten() {
        several.branch(vertex);
    }
    [one.finish(), several.finish()]
}

/// Sizes of threads. An entry is a number of threads out of 1000, and the maximum number of vertices of these. Measured on
/// REDDIT-BINARY.
const SIZES: [[u32; 2]; 11] = [
    [0, 6],
    [50, 27],
    [100, 38],
    [250, 85],
    [500, 305],
    [750, 432],
    [900, 1002],
    [950, 1665],
    [980, 2396],
    [990, 2901],
    [1000, 3782],
];

/// A size between two of the table, interpolated at the drawn rank.
fn thread_size(random: &mut ChaCha8Rng) -> u32 {
    let rank = random.random_range(0..1000);
    let above = SIZES.partition_point(|&[up_to, _]| up_to <= rank);
    let [[low, small], [high, large]] = [SIZES[above - 1], SIZES[above]];
    small + (large - small) * (rank - low) / (high - low)
}

/// Vertices are people, an edge is an answer. The shares overlap a little, as in real threads.
pub(super) fn question_and_discussion(random: &mut ChaCha8Rng) -> [Graph; 2] {
    /// An answer in a discussion goes to one of this number of most recent writers.
    const RECENT: u32 = 30;

    let vertices = thread_size(random);
    [true, false].map(|is_question| {
        let mut graph = Growing {
            vertices: 1,
            ..Growing::default()
        };
        // One thread in twenty has a person without answers.
        let silent = u32::from(random.random_ratio(1, 20));
        let percent_to_first = if is_question {
            random.random_range(35..=80)
        } else {
            random.random_range(2..=40)
        };
        while graph.vertices < vertices - silent {
            let oldest = if is_question {
                0
            } else {
                graph.vertices.saturating_sub(RECENT)
            };
            let to_first = random.random_ratio(percent_to_first, 100);
            let other = random.random_range(oldest..graph.vertices);
            graph.branch(if to_first { 0 } else { other });
        }
        // Some answer a second person.
        for _ in 0..graph.vertices * random.random_range(5..=25) / 100 {
            let from = random.random_range(0..graph.vertices);
            let to = random.random_range(from.saturating_sub(RECENT)..=from);
            graph.edges.push([from, to]);
        }
        graph.vertices += silent;
        graph.finish()
    })
}

/// The sizes of necklaces whose classes have equal colours after every round, and which some filter separates.
const NECKLACES: [u32; 4] = [11, 15, 17, 18];

pub(super) fn triangles_or_one_cycle(random: &mut ChaCha8Rng) -> [Graph; 2] {
    pairs::cycles(random.random_range(10..20))
}

pub(super) fn necklaces(random: &mut ChaCha8Rng) -> [Graph; 2] {
    pairs::necklaces(NECKLACES[random.random_range(0..NECKLACES.len())])
}

pub(super) fn two_cycles(random: &mut ChaCha8Rng) -> [Graph; 2] {
    pairs::two_cycles(random.random_range(53..63))
}

pub(super) fn pinwheels(random: &mut ChaCha8Rng) -> [Graph; 2] {
    pairs::pinwheels(random.random_range(10..13))
}
