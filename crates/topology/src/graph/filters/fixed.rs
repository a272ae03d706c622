//! The filters of the model without a learned one: values in \[0, 1\] for the graphs of a data set.

use std::str::FromStr;

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{FILTERS, Filter, Scale};
use crate::graph::{Attribute, Dataset, Graph};

/// The filter of PH-only: a number in \[0, 1\] for each vertex, without learning.
///
/// A string in configurations: the id of an entry of [`FILTERS`], or `attribute:NAME`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum FixedFilter {
    #[default]
    Degree,
    Core,
    Closeness,
    HeatKernel,
    FormanRicci,
    /// The vertex attribute of this name, scaled to \[0, 1\] over the training part.
    Attribute(String),
}

impl FromStr for FixedFilter {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if let Some(name) = word.strip_prefix("attribute:") {
            return Ok(Self::Attribute(name.into()));
        }
        let known = Filter::of_id(word).map(|known| known.filter.clone());
        known.ok_or_else(|| {
            let ids: Vec<_> = Filter::ids().collect();
            format!("expected {} or attribute:NAME", ids.join(", "))
        })
    }
}

impl TryFrom<String> for FixedFilter {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        word.parse()
    }
}

impl From<FixedFilter> for String {
    fn from(filter: FixedFilter) -> Self {
        match filter {
            FixedFilter::Attribute(name) => format!("attribute:{name}"),
            structure => structure.entry().map_or("", |entry| entry.choice.id).into(),
        }
    }
}

impl FixedFilter {
    /// The definition of a structural filter. `None` for an attribute.
    pub fn entry(&self) -> Option<&'static Filter> {
        FILTERS.iter().find(|entry| entry.filter == *self)
    }

    /// The value of every vertex in \[0, 1\], in the order of the graphs of the data set.
    ///
    /// The [`Scale`] of the filter defines the map of its values to \[0, 1\]. For attributes this map takes `range`, the
    /// [`Self::range`] of the training part, to \[0, 1\]. Values beyond the range become 0 or 1. All values are 0 if the range is a
    /// single number.
    ///
    /// # Errors
    /// If the data set has no such attribute, as [`Self::check`].
    pub fn values(&self, dataset: &Dataset, range: [f64; 2]) -> Result<Vec<f32>, String> {
        let graphs = &dataset.graphs;
        let Some(entry) = self.entry() else {
            let mut values = Vec::new();
            for graph in graphs {
                values.extend(self.attribute(dataset, graph)?);
            }
            return Ok(stretched(values, range));
        };
        Ok(match entry.scale {
            Scale::Unit => of_all(graphs, entry.values),
            Scale::Graph => {
                let each = graphs.iter();
                each.flat_map(|graph| relative(&(entry.values)(graph)))
                    .collect()
            }
            Scale::TrainingPart => stretched(of_all(graphs, entry.values), range),
        })
    }

    /// The function that computes the values of one graph, for filters that search the whole graph from every vertex and do not
    /// depend on other graphs.
    pub fn searched(&self) -> Option<fn(&Graph) -> Vec<f32>> {
        let entry = self.entry().filter(|entry| entry.searches)?;
        (entry.scale == Scale::Unit).then_some(entry.values)
    }

    /// The values that [`Self::values`] maps to 0 and to 1, over these graphs of the data set. They are 0 and 1 for filters without
    /// such a scale.
    ///
    /// # Errors
    /// If the data set has no such attribute, as [`Self::check`].
    pub fn range<'a>(
        &self,
        dataset: &Dataset,
        graphs: impl Iterator<Item = &'a Graph>,
    ) -> Result<[f64; 2], String> {
        let Some(entry) = self.entry() else {
            let mut range: Option<[f32; 2]> = None;
            for graph in graphs {
                for x in self.attribute(dataset, graph)? {
                    let [low, high] = range.unwrap_or([x; 2]);
                    range = Some([low.min(x), high.max(x)]);
                }
            }
            return Ok(range.unwrap_or_default().map(f64::from));
        };
        Ok(match entry.scale {
            Scale::Unit | Scale::Graph => [0.0, 1.0],
            Scale::TrainingPart => {
                let values = graphs.flat_map(entry.values).map(f64::from);
                values.fold([0.0; 2], |[low, high], x| [low.min(x), high.max(x)])
            }
        })
    }

    /// Whether the data set has the attribute that the filter names.
    ///
    /// # Errors
    /// The attributes that it has.
    pub fn check(&self, dataset: &Dataset) -> Result<(), String> {
        match self {
            Self::Attribute(_) => self.attribute(dataset, &Graph::default()).map(drop),
            _ => Ok(()),
        }
    }

    /// The values of this attribute for the vertices of a graph of the data set.
    fn attribute(&self, dataset: &Dataset, graph: &Graph) -> Result<Vec<f32>, String> {
        let Self::Attribute(name) = self else {
            return Ok(Vec::new());
        };
        let known = dataset.vertex_numbers(graph);
        let found = Attribute::find(&known, "vertex", name);
        found
            .map(|attribute| attribute.values.iter().map(|&value| value as f32).collect())
            .map_err(|problem| format!("{}: {problem}", dataset.name))
    }
}

impl Dataset {
    /// The fixed filters available for the vertices, the degree first.
    pub(in crate::graph) fn fixed_filters(&self) -> Vec<FixedFilter> {
        let attributes = self.vertex_numbers(&Graph::default()).into_iter();
        let attributes = attributes.map(|attribute| FixedFilter::Attribute(attribute.name));
        let of_structure = FILTERS.iter().map(|entry| entry.filter.clone());
        of_structure.chain(attributes).collect()
    }
}

/// TypeScript has the ids of the entries as literals.
#[cfg(feature = "typescript")]
impl ts_rs::TS for FixedFilter {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        let ids: String = Filter::ids().map(|id| format!("\"{id}\" | ")).collect();
        ids + "`attribute:${string}`"
    }

    fn inline(config: &ts_rs::Config) -> String {
        Self::name(config)
    }
}

/// The values of all graphs in order, computed on all cores.
#[cfg(not(target_family = "wasm"))]
fn of_all(graphs: &[Graph], filter: fn(&Graph) -> Vec<f32>) -> Vec<f32> {
    graphs.par_iter().flat_map_iter(filter).collect()
}

/// The values of all graphs in order, on the only thread.
#[cfg(target_family = "wasm")]
fn of_all(graphs: &[Graph], filter: fn(&Graph) -> Vec<f32>) -> Vec<f32> {
    graphs.iter().flat_map(filter).collect()
}

/// Each number divided by the largest. 0 if all are 0.
fn relative(numbers: &[f32]) -> Vec<f32> {
    let largest = numbers.iter().copied().fold(1.0, f32::max);
    numbers.iter().map(|number| number / largest).collect()
}

/// The position of each number in a range: 0 up to its first number, 1 from its last one on. 0 if the range is a single number.
fn stretched(numbers: Vec<f32>, [low, high]: [f64; 2]) -> Vec<f32> {
    if low >= high {
        return vec![0.0; numbers.len()];
    }
    // In f64 the difference of two f32 is always finite.
    let position = |x: f32| ((f64::from(x) - low) / (high - low)).clamp(0.0, 1.0) as f32;
    numbers.into_iter().map(position).collect()
}
