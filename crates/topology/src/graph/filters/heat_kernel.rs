//! The heat kernel signature.

use std::collections::HashMap;

use super::blocks::{Done, Progress, over_blocks};
use crate::graph::Graph;

/// The diffusion time of [`heat_kernel`].
pub const HEAT_TIME: f64 = 1.0;

/// Heat kernel signature of every vertex at the time t = [`HEAT_TIME`], in (0, 1]: the diagonal of exp(−t·L) with the normalised
/// Laplacian L. It is 1 for a vertex without neighbours.
///
/// With S = D^(−1/2)·A·D^(−1/2) it is the sum of e^(−t)·t^k/k! times (S^k)_vv. This is the probability that a random walk with a
/// Poisson number of steps, t on average, ends at its start. All terms are positive, and the series ends when the remainder is
/// below 1e-10. The result is therefore exact up to its rounding to f32. The rounding also removes differences that are due only to
/// the order of sums.
pub fn heat_kernel(graph: &Graph) -> Vec<f32> {
    heat_kernel_with_progress(graph, &|_| ())
}

pub(super) fn heat_kernel_with_progress(graph: &Graph, progress: Progress<'_>) -> Vec<f32> {
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

/// The vertices of a graph, grouped by equal neighbourhoods: in graphs with hubs these are the majority.
///
/// S of [`heat_kernel`] maps e_v − e_w to 0 if v and w have the same neighbours. It maps vectors that are constant on all classes
/// to such vectors. On these it is the matrix Q with √(|C|·|C'|/(d·d')) for adjacent classes C and C' of degrees d and d', and
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
