//! The statistics of graphs for the scaling of the input of a model.

use super::FeatureSizes;
use crate::graph::filters::FixedFilter;
use crate::graph::rounding::{Rounding, Written};
use crate::graph::{Dataset, Graph, Task};

/// Means, deviations and ranges of the training graphs of a model. These standardise and scale all graphs that the model reads, so
/// that its weights do not depend on the test graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// For each attribute of a vertex that the model reads: the mean over all vertices, and 1 over the (population) standard
    /// deviation, or 0 if all numbers are equal.
    pub attributes: Vec<[f64; 2]>,
    /// The same for each attribute of an edge, over all edges.
    pub edge_attributes: Vec<[f64; 2]>,
    /// The values that the fixed filter maps to 0 and to 1, see [`FixedFilter::range`].
    pub filter: [f64; 2],
    /// The mean of the targets, and 1 over their (population) standard deviation, or 1 if they are equal. `None` if the graphs have
    /// classes.
    pub targets: Option<[f64; 2]>,
}

impl Default for Statistics {
    /// Statistics for a model that reads no attributes and has no scaled filter.
    fn default() -> Self {
        Self {
            attributes: Vec::new(),
            edge_attributes: Vec::new(),
            filter: [0.0, 1.0],
            targets: None,
        }
    }
}

impl Statistics {
    /// Statistics of the graphs with these indices, in any order, for a model with these features of vertices and edges, or with
    /// this filter.
    ///
    /// # Errors
    /// If the data set has no such attribute, as [`FixedFilter::check`].
    ///
    /// # Panics
    /// If an index is not below the number of graphs.
    pub fn new(
        dataset: &Dataset,
        graphs: &[u32],
        feature_sizes: FeatureSizes,
        filter: Option<&FixedFilter>,
    ) -> Result<Self, String> {
        let mut graphs = graphs.to_vec();
        graphs.sort_unstable();
        let targets = match dataset.task() {
            Task::Classification => None,
            Task::Regression => {
                let targets = graphs.iter().map(|&graph| dataset.targets[graph as usize]);
                let [mean, scale] = mean_and_scale(targets);
                Some([mean, if scale == 0.0 { 1.0 } else { scale }])
            }
        };
        let graphs = || graphs.iter().map(|&index| &dataset.graphs[index as usize]);
        let scales = |columns, part: fn(&Graph) -> &[f32]| -> Vec<[f64; 2]> {
            (0..columns)
                .map(|column| {
                    let rows = graphs().flat_map(|graph| part(graph).chunks_exact(columns));
                    mean_and_scale(rows.map(|row| f64::from(row[column])))
                })
                .collect()
        };
        Ok(Self {
            attributes: scales(feature_sizes.attributes, |graph| &graph.vertex_attributes),
            edge_attributes: scales(feature_sizes.edge_attributes, |graph| {
                &graph.edge_attributes
            }),
            filter: match filter {
                Some(filter) => filter.range(dataset, graphs())?,
                None => Self::default().filter,
            },
            targets,
        })
    }

    /// A target in standard deviations from the mean. Classes have no targets, so there it is the number itself.
    pub fn standardised_target(&self, target: f64) -> f32 {
        match self.targets {
            Some([mean, scale]) => ((target - mean) * scale) as f32,
            None => target as f32,
        }
    }

    /// The outputs of a model in the unit of the targets: the inverse of [`Self::standardised_target`]. They are numbers of 32 bits if
    /// these [hold](holds_targets) the targets.
    pub fn in_unit_of_targets(&self, outputs: &[f32]) -> Vec<f64> {
        let outputs = outputs.iter().copied().map(f64::from);
        let Some([mean, scale]) = self.targets else {
            return outputs.collect();
        };
        let values = outputs.map(|output| output / scale + mean);
        match holds_targets([mean, scale]) {
            true => values.map(|value| f64::from(value as f32)).collect(),
            false => values.collect(),
        }
    }
}

/// The targets of a data set from those of its file: rounded to 32 bits, if these [hold](holds_targets) them. A note says under the name
/// `what` that different ones became equal.
pub(in crate::graph) fn kept_targets(
    written: &[Written],
    what: &str,
) -> (Vec<f64>, Option<String>) {
    let mut targets: Vec<f64> = written.iter().map(|target| target.value).collect();
    let mut rounding = Rounding::default();
    if targets_have_32_bits(&targets) {
        for target in &mut targets {
            *target = f64::from(*target as f32);
        }
        written.iter().for_each(|&target| rounding.add(target));
        return (targets, rounding.note(what, 32));
    }
    written.iter().for_each(|&target| _ = rounding.kept(target));
    (targets, rounding.note(what, 64))
}

/// Whether 32 bits hold these targets, or there are none.
pub(in crate::graph) fn targets_have_32_bits(targets: &[f64]) -> bool {
    targets.is_empty() || holds_targets(mean_and_scale(targets.iter().copied()))
}

/// Whether rounding to 32 bits changes targets with this mean, and 1 over this standard deviation, by less than a thousandth of the
/// deviation. Equal targets have the scale 0, and no change of them is small.
fn holds_targets([mean, scale]: [f64; 2]) -> bool {
    /// Small enough to lose nothing that a model learns, and large enough that only targets far from 0 need 64 bits.
    const MAX_CHANGE: f64 = 1.0 / 2048.0;

    let far = (mean.abs() + 1.0 / scale) as f32;
    let step = f64::from(far.next_up()) - f64::from(far);
    step * scale <= MAX_CHANGE
}

/// The mean of these numbers, and 1 over their standard deviation, or 0 if they are equal or there are none.
fn mean_and_scale(numbers: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let count = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / count.max(1.0);
    // The mean of equal numbers may differ from them by rounding.
    let mut pairs = numbers.clone().zip(numbers.clone().skip(1));
    if pairs.all(|(a, b)| a == b) {
        return [mean, 0.0];
    }
    let variance = numbers.map(|x| (x - mean).powi(2)).sum::<f64>() / count;
    [mean, 1.0 / variance.sqrt()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(written: Vec<f64>) -> Vec<f64> {
        let written: Vec<Written> = written.into_iter().map(Written::from).collect();
        kept_targets(&written, "y").0
    }

    #[test]
    fn statistics_use_only_the_given_graphs_in_any_order() {
        let graph = |attributes: &[f32], edge_attributes: &[f32]| Graph {
            vertex_attributes: attributes.into(),
            edge_attributes: edge_attributes.into(),
            ..Graph::new(2, [[0, 1]])
        };
        let dataset = Dataset {
            graphs: vec![
                graph(&[1.0, 0.1, 5.0, 0.1], &[2.0]),
                graph(&[1e30, 7.0, -1e30, 8.0], &[-1e30]),
                graph(&[3.0, 0.1, 3.0, 0.1], &[2.5]),
            ],
            vertex_attributes: 2,
            edge_attributes: 1,
            ..Dataset::default()
        };
        let feature_sizes = FeatureSizes {
            attributes: 2,
            edge_attributes: 1,
            ..FeatureSizes::default()
        };
        let filter = FixedFilter::Attribute("1".into());
        let of = |graphs: &[u32]| {
            Statistics::new(&dataset, graphs, feature_sizes, Some(&filter)).unwrap()
        };
        let found = of(&[2, 0]);
        assert_eq!(found.attributes[0], [3.0, 1.0 / 2f64.sqrt()]);
        assert_eq!(found.attributes[1][1], 0.0, "equal numbers");
        assert_eq!(found.edge_attributes, [[2.25, 4.0]]);
        assert_eq!(found.filter, [1.0, 5.0]);
        assert_eq!(of(&[0, 2]), found);
        let nothing = Statistics {
            attributes: vec![[0.0; 2]; 2],
            edge_attributes: vec![[0.0; 2]],
            filter: [0.0; 2],
            targets: None,
        };
        assert_eq!(of(&[]), nothing);
        let plain = Statistics::new(&dataset, &[0], FeatureSizes::default(), None);
        assert_eq!(plain.unwrap(), Statistics::default());
    }

    #[test]
    fn targets_are_standardised_by_those_of_the_training_graphs() {
        let dataset = Dataset {
            graphs: vec![Graph::new(1, []); 4],
            classes: vec![0; 4],
            class_names: vec![String::new()],
            targets: vec![3.0, 1e30, -1.0, 7.0],
            ..Dataset::default()
        };
        let of = |graphs: &[u32]| {
            Statistics::new(&dataset, graphs, FeatureSizes::default(), None).unwrap()
        };
        let found = of(&[2, 0, 3]);
        assert_eq!(found, of(&[0, 2, 3]));
        let [mean, scale] = found.targets.unwrap();
        assert_eq!(mean, 3.0);
        assert!((scale - 1.0 / (32.0f64 / 3.0).sqrt()).abs() < 1e-15);
        for target in dataset.targets.iter().copied() {
            let back = found.in_unit_of_targets(&[found.standardised_target(target)]);
            assert!((back[0] - target).abs() <= 1e-6 * target.abs(), "{back:?}");
        }
        // Equal targets keep their unit.
        assert_eq!(of(&[1]).targets, Some([1e30, 1.0]));
    }

    #[test]
    fn targets_far_from_zero_keep_64_bits() {
        let near = vec![0.1, -0.7, 1000.3];
        let rounded = near
            .iter()
            .map(|&y| f64::from(y as f32))
            .collect::<Vec<_>>();
        assert_eq!(targets(near), rounded);
        for written in [
            vec![100_000_000.0, 100_000_000.25, 100_000_000.5],
            // Different in 32 bits, but by less than the rounding.
            vec![100_000_000.25, 100_000_009.5, 100_000_015.75],
            vec![1e-60, 2e-60],
            vec![100_000_000.25],
        ] {
            assert_eq!(targets(written.clone()), written);
            let dataset = Dataset {
                graphs: vec![Graph::new(1, []); written.len()],
                targets: written.clone(),
                ..Dataset::default()
            };
            let graphs: Vec<u32> = (0..written.len() as u32).collect();
            let found = Statistics::new(&dataset, &graphs, FeatureSizes::default(), None).unwrap();
            let outputs: Vec<f32> = written
                .iter()
                .map(|&y| found.standardised_target(y))
                .collect();
            let range = written[written.len() - 1] - written[0];
            for (back, y) in found.in_unit_of_targets(&outputs).into_iter().zip(&written) {
                assert!((back - y).abs() <= 1e-6 * range, "{back} {y}");
            }
        }
    }
}
