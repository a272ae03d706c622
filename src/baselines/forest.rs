//! Random forest on sparse features (Breiman 2001), with the defaults of scikit-learn.
//!
//! Every tree learns from as many graphs as the training part has, drawn with replacement. It divides a node until the graphs of each leaf
//! have one class or equal features. A division reads √(number of features) features, drawn without replacement, or as many more as it
//! takes to find one that differs between the graphs of the node. It takes the threshold with the smallest Gini impurity of both parts.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::sparse::Sparse;

/// A forest for some classes.
pub struct Forest {
    classes: usize,
    trees: Vec<Tree>,
}

/// The root is node 0.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
}

enum Node {
    /// Rows whose feature is at most the threshold go to the first child, others to the next node.
    Division {
        feature: u32,
        threshold: f64,
        children: [u32; 2],
    },
    /// The share of each class among the training rows.
    Leaf(Vec<f64>),
}

impl Forest {
    /// A forest of this number of trees. `classes` has the class of each row of the features, below `class_count`.
    ///
    /// Every tree has its own random numbers. The first trees of a forest are therefore a smaller forest with the same seed.
    pub fn train(
        features: &Sparse,
        classes: &[u32],
        class_count: usize,
        trees: u32,
        seed: u64,
    ) -> Self {
        let training = Training {
            features,
            rows_of: &features.transposed(),
            classes,
            class_count,
        };
        let tree = |number: u32| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number.into());
            training.tree(&mut random)
        };
        Self {
            classes: class_count,
            trees: (0..trees).map(tree).collect(),
        }
    }

    /// The class of a row of features by the first `trees` trees: the class with the largest mean share in the leaves of the row. Of equal
    /// classes, the first is the result.
    pub fn class(&self, features: &Sparse, row: usize, trees: u32) -> u32 {
        let mut sums = vec![0.0; self.classes];
        for tree in &self.trees[..trees as usize] {
            for (sum, share) in sums.iter_mut().zip(tree.leaf(features, row)) {
                *sum += share;
            }
        }
        let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let class = sums.iter().position(|sum| *sum == largest);
        class.map_or(0, |class| class as u32)
    }
}

impl Tree {
    fn leaf(&self, features: &Sparse, row: usize) -> &[f64] {
        let mut node = 0;
        loop {
            match &self.nodes[node] {
                Node::Leaf(shares) => return shares,
                Node::Division {
                    feature,
                    threshold,
                    children,
                } => {
                    let is_above = features.at(row, *feature) > *threshold;
                    node = children[usize::from(is_above)] as usize;
                }
            }
        }
    }
}

/// The training part.
struct Training<'a> {
    features: &'a Sparse,
    /// The transposed features.
    rows_of: &'a Sparse,
    classes: &'a [u32],
    class_count: usize,
}

/// A division of the rows of a node.
struct Division {
    feature: u32,
    threshold: f64,
    /// The larger, the smaller the impurity: Σ of squares / number, for both parts.
    purity: f64,
}

/// Rows of a node, a range of the list of rows of the tree.
struct Open {
    node: usize,
    from: usize,
    to: usize,
}

impl Training<'_> {
    fn tree(&self, random: &mut ChaCha8Rng) -> Tree {
        let count = self.classes.len();
        let mut times = vec![0_u32; count];
        for _ in 0..count {
            times[random.random_range(0..count)] += 1;
        }
        let mut rows: Vec<u32> = (0..count as u32)
            .filter(|&row| times[row as usize] > 0)
            .collect();
        // The order of the features, which each division shuffles as far as it reads them.
        let mut order: Vec<u32> = (0..self.features.columns() as u32).collect();
        let mut node_of = vec![0; count];
        let mut open = vec![Open {
            node: 0,
            from: 0,
            to: rows.len(),
        }];
        let mut tree = Tree {
            nodes: vec![Node::Leaf(Vec::new())],
        };
        while let Some(Open { node, from, to }) = open.pop() {
            let own = &mut rows[from..to];
            for &row in own.iter() {
                node_of[row as usize] = node;
            }
            let found = self.divide(node, own, &node_of, &times, &mut order, random);
            let division = match found {
                Ok(division) => division,
                Err(totals) => {
                    let all = totals.iter().sum::<f64>().max(1.0);
                    let shares = totals.into_iter().map(|total| total / all);
                    tree.nodes[node] = Node::Leaf(shares.collect());
                    continue;
                }
            };
            let is_above =
                |row: &u32| self.features.at(*row as usize, division.feature) > division.threshold;
            own.sort_by_key(is_above);
            let middle = from + own.partition_point(|row| !is_above(row));
            let first = tree.nodes.len();
            tree.nodes[node] = Node::Division {
                feature: division.feature,
                threshold: division.threshold,
                children: [first as u32, first as u32 + 1],
            };
            for (child, [from, to]) in [[from, middle], [middle, to]].into_iter().enumerate() {
                tree.nodes.push(Node::Leaf(Vec::new()));
                open.push(Open {
                    node: first + child,
                    from,
                    to,
                });
            }
        }
        tree
    }

    /// The best division of the rows of a node by the features that it draws. `Err` has the number of rows of each class, if they have
    /// one class or equal features.
    fn divide(
        &self,
        node: usize,
        rows: &[u32],
        node_of: &[usize],
        times: &[u32],
        order: &mut [u32],
        random: &mut ChaCha8Rng,
    ) -> Result<Division, Vec<f64>> {
        let mut totals = vec![0.0; self.class_count];
        for &row in rows {
            totals[self.classes[row as usize] as usize] += f64::from(times[row as usize]);
        }
        if totals.iter().filter(|total| **total > 0.0).count() < 2 {
            return Err(totals);
        }
        let drawn = order.len().isqrt().max(1);
        let mut best: Option<Division> = None;
        let mut entries = Vec::new();
        for place in 0..order.len() {
            if place >= drawn && best.is_some() {
                break;
            }
            order.swap(place, random.random_range(place..order.len()));
            let feature = order[place];
            entries.clear();
            let (with_entry, values) = self.rows_of.row(feature as usize);
            // Reads the shorter one: the column, or the rows of the node by binary search.
            if with_entry.len() < 8 * rows.len() {
                let all = with_entry.iter().zip(values);
                let own = all.filter(|(row, _)| {
                    times[**row as usize] > 0 && node_of[**row as usize] == node
                });
                entries.extend(own.map(|(&row, &value)| (value, row)));
            } else {
                let own = rows
                    .iter()
                    .map(|&row| (self.features.at(row as usize, feature), row));
                entries.extend(own.filter(|(value, _)| *value > 0.0));
            }
            let found = self.threshold(feature, &mut entries, &totals, times, rows.len());
            let is_better =
                |found: &Division| best.as_ref().is_none_or(|best| found.purity > best.purity);
            if let Some(found) = found.filter(is_better) {
                best = Some(found);
            }
        }
        best.ok_or(totals)
    }

    /// The best threshold of a feature. `entries` has the values above 0 of the rows of the node, and `totals` the number of all rows of
    /// each class. `None` if the feature is constant.
    fn threshold(
        &self,
        feature: u32,
        entries: &mut [(f64, u32)],
        totals: &[f64],
        times: &[u32],
        rows: usize,
    ) -> Option<Division> {
        entries.sort_unstable_by(|(a, _), (b, _)| a.total_cmp(b));
        // The rows above the threshold. At first these are all rows with an entry, if others have the value 0.
        let mut above = vec![0.0; self.class_count];
        for &(_, row) in entries.iter() {
            above[self.classes[row as usize] as usize] += f64::from(times[row as usize]);
        }
        let mut lower = (entries.len() < rows).then_some(0.0);
        let mut best: Option<Division> = None;
        for same in entries.chunk_by(|(a, _), (b, _)| a == b) {
            let upper = same[0].0;
            if let Some(lower) = lower {
                let purity = purity(totals, &above);
                if best.as_ref().is_none_or(|best| purity > best.purity) {
                    let middle = (lower + upper) / 2.0;
                    // Between neighbouring numbers, the mean may round to the larger one.
                    let threshold = if middle < upper { middle } else { lower };
                    best = Some(Division {
                        feature,
                        threshold,
                        purity,
                    });
                }
            }
            for &(_, row) in same {
                above[self.classes[row as usize] as usize] -= f64::from(times[row as usize]);
            }
            lower = Some(upper);
        }
        best
    }
}

/// Σ n_k² / n for the rows above the threshold, plus the same for all others. The sum of the Gini impurities, weighted by the numbers
/// of rows, is the number of all rows minus this number.
fn purity(totals: &[f64], above: &[f64]) -> f64 {
    let of = |counts: &dyn Fn(usize) -> f64| {
        let (mut squares, mut sum) = (0.0, 0.0);
        for class in 0..totals.len() {
            let count = counts(class);
            squares += count * count;
            sum += count;
        }
        squares / sum
    };
    of(&|class| above[class]) + of(&|class| totals[class] - above[class])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baselines::sparse::SparseBuilder;

    /// Rows with two features, 0 or more.
    fn rows(rows: &[[f64; 2]]) -> Sparse {
        let mut matrix = SparseBuilder::new(2);
        for row in rows {
            let entries = (0..).zip(row.iter().copied());
            matrix.push(entries.filter(|(_, value)| *value > 0.0));
        }
        matrix.finish()
    }

    #[test]
    fn a_forest_learns_an_interval_of_a_feature() {
        let values: Vec<_> = (0..60).map(|i| [f64::from(i), f64::from(i % 7)]).collect();
        let is_inside = |row: &[f64; 2]| u32::from((20.0..40.0).contains(&row[0]));
        let classes: Vec<_> = values.iter().map(is_inside).collect();
        let features = rows(&values);
        let forest = Forest::train(&features, &classes, 2, 25, 3);
        let found: Vec<_> = (0..60)
            .map(|row| forest.class(&features, row, 25))
            .collect();
        assert_eq!(found, classes);
        let between = rows(&[[30.5, 1.0], [3.5, 1.0]]);
        assert_eq!([0, 1].map(|row| forest.class(&between, row, 25)), [1, 0]);
    }

    #[test]
    fn the_first_trees_are_a_smaller_forest() {
        let values: Vec<_> = (0..40)
            .map(|i| [f64::from(i % 11), f64::from(i % 5)])
            .collect();
        let classes: Vec<_> = (0..40).map(|i| (i * i / 3) % 3).collect();
        let features = rows(&values);
        let [small, large] = [5, 20].map(|trees| Forest::train(&features, &classes, 3, trees, 1));
        for row in 0..40 {
            assert_eq!(
                small.class(&features, row, 5),
                large.class(&features, row, 5)
            );
        }
    }

    #[test]
    fn the_threshold_has_the_smallest_impurity() {
        // Values 0, 1, 2, 4 with classes 0, 0, 1, 1: the second row is drawn three times.
        let features = rows(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [4.0, 0.0]]);
        let training = Training {
            features: &features,
            rows_of: &features.transposed(),
            classes: &[0, 0, 1, 1],
            class_count: 2,
        };
        let mut entries = [(4.0, 3), (1.0, 1), (2.0, 2)];
        let found = training.threshold(0, &mut entries, &[4.0, 2.0], &[1, 3, 1, 1], 4);
        let found = found.unwrap();
        assert_eq!((found.threshold, found.purity), (1.5, 6.0));
        // Gini impurity of the threshold 0.5: 5 of the rows above it have the classes 0, 0, 0, 1, 1.
        assert_eq!(purity(&[4.0, 2.0], &[3.0, 2.0]), 13.0 / 5.0 + 1.0);
        // A constant feature.
        assert!(
            training
                .threshold(1, &mut [], &[4.0, 2.0], &[1, 3, 1, 1], 4)
                .is_none()
        );
    }
}
