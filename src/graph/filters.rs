//! Fixed filters: numbers that a vertex has by its place in the graph, or that come with the data.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

use super::input_graph::widened;
use super::{Attribute, Dataset, Graph, InputGraph};
use crate::config::FixedFilter;

/// How long the heat of [`heat_kernel`] flows.
pub const HEAT_TIME: f64 = 1.0;

impl FixedFilter {
    /// The value of every vertex, all graphs of the data set one after the other, in \[0, 1\].
    ///
    /// The degree is divided by the largest of its graph, as in the paper. Core numbers and attributes are stretched
    /// so that `range`, the [`Self::range`] of the graphs that are learned from, becomes \[0, 1\]; what is below is 0,
    /// what is above is 1, and all is 0 where the range is a single number. Closeness and heat kernel are in \[0, 1\]
    /// as they are.
    ///
    /// # Errors
    /// Where the data set has no such attribute, as [`Self::check`].
    pub fn values(&self, dataset: &Dataset, range: [f64; 2]) -> Result<Vec<f32>, String> {
        let graphs = dataset.graphs.iter();
        Ok(match self {
            Self::Degree => graphs
                .flat_map(|graph| relative(&graph.degrees()))
                .collect(),
            Self::Core => {
                let numbers = graphs.flat_map(core_numbers).map(|core| core as f32);
                stretched(numbers.collect(), range)
            }
            Self::Closeness => of_all(&dataset.graphs, closeness),
            Self::HeatKernel => of_all(&dataset.graphs, heat_kernel),
            Self::Attribute(name) => {
                let mut values = Vec::new();
                for graph in graphs {
                    values.extend(attribute(dataset, graph, name)?);
                }
                stretched(values, range)
            }
        })
    }

    /// Its values on one graph, where all of the graph is searched from every vertex and other graphs do not matter.
    pub fn searched(&self) -> Option<fn(&Graph) -> Vec<f32>> {
        match self {
            Self::Closeness => Some(closeness),
            Self::HeatKernel => Some(heat_kernel),
            Self::Degree | Self::Core | Self::Attribute(_) => None,
        }
    }

    /// What [`Self::values`] makes 0 and what it makes 1, over these graphs of the data set: 0 and the largest core
    /// number, or the smallest and the largest value of an attribute. The other filters are not stretched; for these it
    /// is 0 and 1.
    ///
    /// # Errors
    /// Where the data set has no such attribute, as [`Self::check`].
    pub fn range<'a>(
        &self,
        dataset: &Dataset,
        graphs: impl Iterator<Item = &'a Graph>,
    ) -> Result<[f64; 2], String> {
        Ok(match self {
            Self::Core => [0.0, graphs.flat_map(core_numbers).max().unwrap_or(0).into()],
            Self::Attribute(name) => {
                let mut range: Option<[f32; 2]> = None;
                for graph in graphs {
                    for x in attribute(dataset, graph, name)? {
                        let [low, high] = range.unwrap_or([x; 2]);
                        range = Some([low.min(x), high.max(x)]);
                    }
                }
                range.unwrap_or_default().map(f64::from)
            }
            Self::Degree | Self::Closeness | Self::HeatKernel => [0.0, 1.0],
        })
    }

    /// Whether the data set has the attribute that the filter names.
    ///
    /// # Errors
    /// Which attributes there are instead.
    pub fn check(&self, dataset: &Dataset) -> Result<(), String> {
        match self {
            Self::Attribute(name) => attribute(dataset, &Graph::default(), name).map(drop),
            _ => Ok(()),
        }
    }
}

/// The filters that every graph has without data of its own.
pub const OF_STRUCTURE: [&str; 4] = ["degree", "core", "closeness", "heat-kernel"];

/// Is told now and then, by whichever thread, what share of the work is done, from 0 to 1.
pub type Progress<'a> = &'a (dyn Fn(f64) + Sync);

/// The value of every vertex under one of [`OF_STRUCTURE`]; none under any other name. Closeness and heat kernel are computed on all
/// cores, to the same bits on however many. Degrees and core numbers are as they are,
/// not stretched: a degree counts self-loops twice and edges as often as they are given, the other filters are those of the
/// simple graph.
pub fn of_structure(graph: &InputGraph, name: &str, progress: Progress<'_>) -> Option<Vec<f64>> {
    Some(match name {
        "degree" => graph.degrees(),
        "core" => {
            let cores = core_numbers(&graph.simple()).into_iter();
            cores.map(f64::from).collect()
        }
        "closeness" => exact_closeness(&graph.simple(), progress),
        "heat-kernel" => heat_kernel_told(&graph.simple(), progress)
            .into_iter()
            .map(widened)
            .collect(),
        _ => return None,
    })
}

/// The values of one graph after the other, computed on all cores.
#[cfg(not(target_family = "wasm"))]
fn of_all(graphs: &[Graph], filter: fn(&Graph) -> Vec<f32>) -> Vec<f32> {
    graphs.par_iter().flat_map_iter(filter).collect()
}

/// The values of one graph after the other: there is one thread.
#[cfg(target_family = "wasm")]
fn of_all(graphs: &[Graph], filter: fn(&Graph) -> Vec<f32>) -> Vec<f32> {
    graphs.iter().flat_map(filter).collect()
}

/// The numbers of the vertices of a graph of the data set under that name.
fn attribute(dataset: &Dataset, graph: &Graph, name: &str) -> Result<Vec<f32>, String> {
    let known = dataset.vertex_numbers(graph);
    let found = Attribute::find(&known, "vertex", name);
    found
        .map(|attribute| attribute.values.iter().map(|&value| value as f32).collect())
        .map_err(|problem| format!("{}: {problem}", dataset.name))
}

/// Each number over the largest; 0 where all are 0.
fn relative(numbers: &[u32]) -> Vec<f32> {
    let largest = numbers.iter().copied().max().unwrap_or(0).max(1);
    let over = |&number: &u32| number as f32 / largest as f32;
    numbers.iter().map(over).collect()
}

/// Where each number stands in a range, from 0 at its first number, and below, to 1 at its last, and above; 0 where the
/// range is a single number.
fn stretched(numbers: Vec<f32>, [low, high]: [f64; 2]) -> Vec<f32> {
    if low >= high {
        return vec![0.0; numbers.len()];
    }
    // In f64, where the difference of two f32 is always finite.
    let place = |x: f32| ((f64::from(x) - low) / (high - low)).clamp(0.0, 1.0) as f32;
    numbers.into_iter().map(place).collect()
}

/// Core number of every vertex: the largest k for which it lies in a subgraph where every vertex has at least k
/// neighbours.
pub fn core_numbers(graph: &Graph) -> Vec<u32> {
    let adjacency = graph.adjacency();
    let mut degrees = graph.degrees();
    let mut left: Vec<u32> = (0..graph.vertices).collect();
    let mut core = 0;
    while !left.is_empty() {
        // What has at most `core` neighbours falls off, which takes neighbours from others. The degree
        // stays at what it fell off with: from now on it is the core number.
        let is_loose = |&v: &u32| degrees[v as usize] <= core;
        let mut loose: Vec<u32> = left.iter().copied().filter(is_loose).collect();
        while let Some(v) = loose.pop() {
            degrees[v as usize] = core;
            for &u in adjacency.around(v) {
                let degree = &mut degrees[u as usize];
                if *degree > core {
                    *degree -= 1;
                    if *degree == core {
                        loose.push(u);
                    }
                }
            }
        }
        left.retain(|&v| degrees[v as usize] > core);
        core += 1;
    }
    degrees
}

/// Closeness centrality of every vertex, in \[0, 1\]: (r − 1) over the sum of the distances to the r − 1 other vertices
/// that it reaches, times the share (r − 1)/(n − 1) of the others that these are (Wasserman and Faust, as in
/// NetworkX); 0 for a vertex without neighbours.
pub fn closeness(graph: &Graph) -> Vec<f32> {
    let values = exact_closeness(graph, &|_| ()).into_iter();
    values.map(|value| value as f32).collect()
}

/// What `step` makes of the numbers below `blocks`, on all cores, each thread with values of its own, which `join` puts together
/// in the order of the numbers.
#[cfg(not(target_family = "wasm"))]
fn over_blocks<T: Send>(
    blocks: usize,
    new: impl Fn() -> T + Sync + Send,
    step: impl Fn(&mut T, usize) + Sync + Send,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> T {
    let add = |mut value, block| {
        step(&mut value, block);
        value
    };
    (0..blocks)
        .into_par_iter()
        .fold(&new, add)
        .reduce(&new, join)
}

/// What `step` makes of the numbers below `blocks`: there is one thread.
#[cfg(target_family = "wasm")]
fn over_blocks<T>(
    blocks: usize,
    new: impl Fn() -> T,
    step: impl Fn(&mut T, usize),
    _: impl Fn(T, T) -> T,
) -> T {
    let mut value = new();
    (0..blocks).for_each(|block| step(&mut value, block));
    value
}

/// Counts blocks that are done, and tells.
struct Done<'a> {
    blocks: AtomicUsize,
    of: usize,
    progress: Progress<'a>,
}

impl<'a> Done<'a> {
    fn new(of: usize, progress: Progress<'a>) -> Self {
        let blocks = AtomicUsize::new(0);
        Self {
            blocks,
            of,
            progress,
        }
    }

    fn one_more(&self) {
        let before = self.blocks.fetch_add(1, Ordering::Relaxed);
        (self.progress)((before + 1) as f64 / self.of as f64);
    }
}

/// [`closeness`] in 64 bits: one division of whole numbers, so equal for vertices that have it equal.
fn exact_closeness(graph: &Graph, progress: Progress<'_>) -> Vec<f64> {
    /// 64 searches each.
    const WORDS: usize = 4;
    /// Vertices that a vertex reaches, and the sum of their distances.
    type Reached = Vec<[u64; 2]>;

    let adjacency = graph.adjacency();
    let n = graph.vertices as usize;
    let blocks = n.div_ceil(64 * WORDS);
    let done = Done::new(blocks, progress);
    // Breadth-first searches from many vertices at a time, a bit each. Distances are symmetric, so a vertex
    // may count from where it is reached instead of what it reaches.
    let search = |reached: &mut Reached, block: usize| {
        let mut front = vec![[0u64; WORDS]; n];
        let own = front[block * 64 * WORDS..].iter_mut().take(64 * WORDS);
        for (bit, own) in own.enumerate() {
            own[bit / 64] = 1 << (bit % 64);
        }
        let mut seen = front.clone();
        let mut next = front.clone();
        for distance in 1u64.. {
            let mut arrived = 0;
            for v in 0..n {
                let mut around = [0; WORDS];
                for &u in adjacency.around(v as u32) {
                    for (around, front) in around.iter_mut().zip(front[u as usize]) {
                        *around |= front;
                    }
                }
                let mut count = 0;
                for ((around, seen), next) in around.iter().zip(&mut seen[v]).zip(&mut next[v]) {
                    *next = around & !*seen;
                    *seen |= *next;
                    count += u64::from(next.count_ones());
                }
                arrived += count;
                let [others, distances] = &mut reached[v];
                *others += count;
                *distances += distance * count;
            }
            if arrived == 0 {
                break;
            }
            std::mem::swap(&mut front, &mut next);
        }
        done.one_more();
    };
    // Whole numbers: their sum does not depend on the order.
    let sum = |mut a: Reached, b: Reached| {
        for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
            *a += b;
        }
        a
    };
    let reached = over_blocks(blocks, || vec![[0; 2]; n], search, sum);
    let value = |[others, distances]: [u64; 2]| match distances {
        0 => 0.0,
        _ => (others * others) as f64 / (distances as f64 * (n as f64 - 1.0)),
    };
    reached.into_iter().map(value).collect()
}

/// Heat kernel signature of every vertex at the time t = [`HEAT_TIME`], in (0, 1]: the diagonal of exp(−t·L) with the
/// normalised Laplacian L; 1 for a vertex without neighbours.
///
/// With S = D^(−1/2)·A·D^(−1/2) it is the sum of e^(−t)·t^k/k! times (S^k)_vv: the chance that a random walk
/// with a Poisson number of steps, t on average, ends where it began. All terms are positive, and the
/// series is cut where the rest is below 1e-10. So the result is exact up to its rounding to f32, which also makes
/// equal what differs by the order of sums only.
pub fn heat_kernel(graph: &Graph) -> Vec<f32> {
    heat_kernel_told(graph, &|_| ())
}

fn heat_kernel_told(graph: &Graph, progress: Progress<'_>) -> Vec<f32> {
    /// The series has twice as many terms: S is symmetric, so (S^2j)_vv = |S^j e_v|².
    const STEPS: usize = 6;
    /// Columns at a time.
    const COLUMNS: usize = 8;
    type Row = [f64; COLUMNS];

    let twins = Twins::new(graph);
    let n = twins.sizes.len();
    let mut chances = vec![(-HEAT_TIME).exp()];
    for k in 1..=2 * STEPS {
        chances.push(chances[k - 1] * HEAT_TIME / k as f64);
    }
    let blocks = n.div_ceil(COLUMNS);
    let done = Done::new(blocks, progress);
    let of_block = |heat: &mut Vec<f32>, block: usize| {
        let first = block * COLUMNS;
        let mut x = vec![[0.0; COLUMNS]; n];
        for column in 0..COLUMNS.min(n - first) {
            x[first + column][column] = 1.0;
        }
        let mut sums = [0.0; COLUMNS];
        let mut add = |k: usize, a: &[Row], b: &[Row]| {
            for (a, b) in a.iter().zip(b) {
                for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
                    *sum += chances[k] * a * b;
                }
            }
        };
        for step in 1..=STEPS {
            let next = twins.spread(&x);
            add(2 * step - 1, &x, &next);
            add(2 * step, &next, &next);
            x = next;
        }
        for (&sum, twins) in sums.iter().zip(&twins.sizes[first..]) {
            heat.push((chances[0] + sum / twins) as f32);
        }
        done.one_more();
    };
    let one_after_the_other = |mut a: Vec<f32>, mut b: Vec<f32>| {
        a.append(&mut b);
        a
    };
    let heat = over_blocks(blocks, Vec::new, of_block, one_after_the_other);
    let degrees = graph.degrees().into_iter();
    let values = degrees
        .zip(&twins.class_of)
        .map(|(degree, &class)| match degree {
            0 => 1.0,
            _ => heat[class as usize],
        });
    values.collect()
}

/// The vertices of a graph, those with the same neighbours taken together: in graphs with hubs these are most.
///
/// S of [`heat_kernel`] maps e_v − e_w to 0 where v and w are twins, and vectors that are constant on all twins to
/// such vectors. There it is the matrix Q with √(|C|·|C'|/(d·d')) for adjacent classes C and C' of degrees d and d', and
/// (S^k)_vv = (Q^k)_CC/|C| for k > 0 and v in C.
struct Twins {
    class_of: Vec<u32>,
    /// |C| of each class C.
    sizes: Vec<f64>,
    /// √(|C|/d) of each class.
    scales: Vec<f64>,
    /// The neighbours of each class.
    around: Vec<Vec<u32>>,
}

impl Twins {
    fn new(graph: &Graph) -> Self {
        let all = graph.adjacency();
        let mut known = HashMap::new();
        let mut class_of = Vec::new();
        // One vertex of each class.
        let mut chosen = Vec::new();
        let mut sizes = Vec::new();
        for v in 0..graph.vertices {
            let class = *known.entry(all.around(v)).or_insert(chosen.len() as u32);
            if class as usize == chosen.len() {
                chosen.push(v);
                sizes.push(0.0);
            }
            sizes[class as usize] += 1.0;
            class_of.push(class);
        }
        let class = |v: &u32| class_of[*v as usize];
        let is_chosen = |v: &&u32| chosen[class(v) as usize] == **v;
        let mut around_classes = Vec::new();
        let mut scales = Vec::new();
        for (&v, size) in chosen.iter().zip(&sizes) {
            let around = all.around(v);
            around_classes.push(around.iter().filter(is_chosen).map(class).collect());
            scales.push((size / around.len().max(1) as f64).sqrt());
        }
        Self {
            class_of,
            sizes,
            scales,
            around: around_classes,
        }
    }

    /// Q·x.
    fn spread<const COLUMNS: usize>(&self, x: &[[f64; COLUMNS]]) -> Vec<[f64; COLUMNS]> {
        let row = |class: usize| {
            let mut sum = [0.0; COLUMNS];
            for &other in &self.around[class] {
                let scale = self.scales[other as usize];
                for (sum, x) in sum.iter_mut().zip(&x[other as usize]) {
                    *sum += scale * x;
                }
            }
            sum.map(|sum| sum * self.scales[class])
        };
        (0..x.len()).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    fn path(n: u32) -> Graph {
        Graph::new(n, (1..n).map(|v| [v - 1, v]))
    }

    fn cycle(n: u32) -> Graph {
        Graph::new(n, (0..n).map(|v| [v, (v + 1) % n]))
    }

    fn complete(n: u32) -> Graph {
        Graph::new(n, (0..n).flat_map(|u| (0..u).map(move |v| [u, v])))
    }

    fn star(n: u32) -> Graph {
        Graph::new(n, (1..n).map(|v| [0, v]))
    }

    /// Two graphs side by side.
    fn both(a: &Graph, b: &Graph) -> Graph {
        let moved = b.edges.iter().map(|e| e.map(|v| v + a.vertices));
        Graph::new(
            a.vertices + b.vertices,
            a.edges.iter().copied().chain(moved),
        )
    }

    fn assert_close(found: &[f32], expected: impl Iterator<Item = f64>) {
        let expected: Vec<f64> = expected.collect();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            let error = (f64::from(*found) - expected).abs();
            assert!(error <= 1e-7 * expected.abs(), "{found} {expected}");
        }
    }

    /// A graph with loops, bridges and a lone vertex.
    fn lollipop() -> Graph {
        both(
            &Graph::new(
                7,
                [
                    [0, 1],
                    [0, 2],
                    [0, 3],
                    [1, 2],
                    [1, 3],
                    [2, 3],
                    [3, 4],
                    [4, 5],
                    [4, 6],
                ],
            ),
            &Graph::new(1, []),
        )
    }

    #[test]
    fn core_numbers_of_known_graphs() {
        assert!(core_numbers(&Graph::default()).is_empty());
        assert_eq!(core_numbers(&path(5)), [1; 5]);
        assert_eq!(core_numbers(&cycle(6)), [2; 6]);
        assert_eq!(core_numbers(&complete(5)), [4; 5]);
        assert_eq!(core_numbers(&star(6)), [1; 6]);
        assert_eq!(core_numbers(&lollipop()), [3, 3, 3, 3, 1, 1, 1, 0]);
        // The ends fall off first, then what they held.
        let chain = both(&complete(4), &path(3));
        let chain = Graph::new(7, chain.edges.into_iter().chain([[3, 4]]));
        assert_eq!(core_numbers(&chain), [3, 3, 3, 3, 1, 1, 1]);
    }

    #[test]
    fn closeness_has_the_closed_forms_of_known_graphs() {
        assert!(closeness(&Graph::default()).is_empty());
        assert_eq!(closeness(&Graph::new(1, [])), [0.0]);
        assert_eq!(closeness(&complete(70)), [1.0; 70]);
        // Up to more vertices than are searched from at a time.
        for n in [2u32, 5, 65, 300] {
            let m = f64::from(n - 1);
            assert_close(
                &closeness(&path(n)),
                (0..n).map(|v| {
                    let [left, right] = [v, n - 1 - v].map(f64::from);
                    m / ((left * (left + 1.0) + right * (right + 1.0)) / 2.0)
                }),
            );
            let star = closeness(&star(n));
            assert_close(&star[1..], (1..n).map(|_| m / (2.0 * m - 1.0)));
            assert_eq!(star[0], 1.0);
        }
        for n in [3u32, 4, 101] {
            let farness = (1..n).map(|d| f64::from(d.min(n - d))).sum::<f64>();
            assert_close(
                &closeness(&cycle(n)),
                (0..n).map(|_| f64::from(n - 1) / farness),
            );
        }
        // A component of 3 out of 8 vertices reaches 2 of 7 others.
        let parts = closeness(&both(&complete(3), &path(5)));
        assert_close(&parts[..3], [2.0 / 7.0; 3].into_iter());
        assert_close(&parts[3..4], [4.0 / 10.0 * 4.0 / 7.0].into_iter());
    }

    #[test]
    fn heat_kernel_has_the_closed_forms_of_known_graphs() {
        assert!(heat_kernel(&Graph::default()).is_empty());
        assert_eq!(heat_kernel(&Graph::new(3, [])), [1.0; 3]);
        let t = HEAT_TIME;
        for n in [2u32, 3, 7, 40] {
            let m = f64::from(n);
            // Eigenvalues: 0, and n/(n − 1) n − 1 times.
            let expected = (1.0 + (m - 1.0) * (-t * m / (m - 1.0)).exp()) / m;
            assert_close(&heat_kernel(&complete(n)), (0..n).map(|_| expected));
        }
        for n in [3u32, 4, 50] {
            // Eigenvalues 1 − cos(2πk/n), eigenvectors of equal weight everywhere.
            let flow = |k: u32| {
                let angle = std::f64::consts::TAU * f64::from(k) / f64::from(n);
                (-t * (1.0 - angle.cos())).exp()
            };
            let expected = (0..n).map(flow).sum::<f64>() / f64::from(n);
            assert_close(&heat_kernel(&cycle(n)), (0..n).map(|_| expected));
        }
        for n in [3u32, 10] {
            // Eigenvalues 0, 2 and 1; half of the weight of 0 and 2 is at the centre.
            let ends = 1.0 + (-2.0 * t).exp();
            let leaves = f64::from(n - 1);
            let found = heat_kernel(&star(n));
            assert_close(&found[..1], [ends / 2.0].into_iter());
            let expected = ends / (2.0 * leaves) + (1.0 - 1.0 / leaves) * (-t).exp();
            assert_close(&found[1..], (1..n).map(|_| expected));
        }
    }

    #[test]
    fn a_graph_with_bridges_agrees_with_networkx() {
        // closeness_centrality, and the eigenvectors of normalized_laplacian_matrix.
        let expected = [
            0.467532, 0.467532, 0.467532, 0.642857, 0.571429, 0.367347, 0.367347, 0.0,
        ];
        let closeness = closeness(&lollipop());
        for (found, expected) in closeness.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{closeness:?}");
        }
        let expected = [
            0.439400, 0.439400, 0.439400, 0.444388, 0.515063, 0.433126, 0.433126, 1.0,
        ];
        let heat = heat_kernel(&lollipop());
        for (found, expected) in heat.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{heat:?}");
        }
    }

    #[test]
    fn vertices_that_only_their_numbers_tell_apart_have_exactly_equal_values() {
        // A tree in which automorphic vertices meet their neighbours in different orders.
        let edges = [
            [0, 9],
            [0, 1],
            [0, 5],
            [1, 2],
            [1, 8],
            [5, 6],
            [5, 3],
            [9, 4],
            [9, 7],
        ];
        for filter in [closeness, heat_kernel] {
            let values = filter(&Graph::new(10, edges));
            for same in [&[1usize, 5, 9][..], &[2, 8, 6, 3, 4, 7]] {
                assert!(
                    same.iter().all(|&v| values[v] == values[same[0]]),
                    "{values:?}"
                );
            }
        }
    }

    fn attributed() -> Dataset {
        let graph = |labels: [u32; 2], attributes: [f32; 4]| Graph {
            vertex_labels: labels.into(),
            vertex_attributes: attributes.into(),
            ..path(2)
        };
        Dataset {
            name: "T".into(),
            graphs: vec![
                graph([0, 1], [1.0, -3e38, 2.0, 3e38]),
                graph([2, 2], [5.0, 0.0, 3.0, 3e38]),
            ],
            vertex_label_names: vec!["1".into(), "3".into(), "5".into()],
            vertex_attributes: 2,
            ..Dataset::default()
        }
    }

    #[test]
    fn attributes_are_stretched_from_the_range_of_some_graphs() {
        let dataset = attributed();
        let values = |name: &str, graphs: std::ops::Range<usize>| {
            let filter = FixedFilter::Attribute(name.into());
            let range = filter.range(&dataset, dataset.graphs[graphs].iter())?;
            filter.values(&dataset, range)
        };
        assert_eq!(values("attribute1", 0..2).unwrap(), [0.0, 0.25, 1.0, 0.5]);
        assert_eq!(values("attribute2", 0..2).unwrap(), [0.0, 1.0, 0.5, 1.0]);
        assert_eq!(values("2", 0..2), values("attribute2", 0..2));
        assert_eq!(values("label", 0..2).unwrap(), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!(
            values("height", 0..2).unwrap_err(),
            "T: there is no vertex attribute \"height\" with numbers; there are label, attribute1, attribute2"
        );
        // What the other graph has is beyond the range, or inside it.
        assert_eq!(values("attribute1", 0..1).unwrap(), [0.0, 1.0, 1.0, 1.0]);
        assert_eq!(values("attribute1", 1..2).unwrap(), [0.0, 0.0, 1.0, 0.0]);
        assert_eq!(values("attribute2", 0..1).unwrap(), [0.0, 1.0, 0.5, 1.0]);
        // All are equal, or there are none.
        assert_eq!(values("label", 1..2).unwrap(), [0.0; 4]);
        assert_eq!(values("label", 0..0).unwrap(), [0.0; 4]);
    }

    #[test]
    fn core_numbers_are_stretched_from_0_to_the_largest_of_some_graphs() {
        // Core numbers 1 and 2.
        let triangle = Graph::new(3, [[0, 1], [0, 2], [1, 2]]);
        let dataset = Dataset {
            graphs: vec![path(2), triangle, Graph::new(1, [])],
            ..Dataset::default()
        };
        let values = |graphs: std::ops::Range<usize>| {
            let range = FixedFilter::Core.range(&dataset, dataset.graphs[graphs].iter());
            FixedFilter::Core.values(&dataset, range.unwrap()).unwrap()
        };
        assert_eq!(values(0..3), [0.5, 0.5, 1.0, 1.0, 1.0, 0.0]);
        assert_eq!(values(0..1), [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
        assert_eq!(values(2..3), [0.0; 6]);
    }

    #[test]
    fn every_filter_stays_between_0_and_1() {
        for generator in generate::GENERATORS {
            let mut dataset = generate::generate(generator.id, 0).unwrap();
            dataset.graphs.truncate(20);
            let vertices: u32 = dataset.graphs.iter().map(|graph| graph.vertices).sum();
            for filter in [
                FixedFilter::Degree,
                FixedFilter::Core,
                FixedFilter::Closeness,
                FixedFilter::HeatKernel,
            ] {
                let range = filter.range(&dataset, dataset.graphs.iter()).unwrap();
                let values = filter.values(&dataset, range).unwrap();
                assert_eq!(values.len(), vertices as usize, "{filter:?}");
                assert!(values.iter().all(|x| (0.0..=1.0).contains(x)), "{filter:?}");
                assert!(values.iter().any(|&x| x > 0.0), "{filter:?}");
            }
        }
    }
}
