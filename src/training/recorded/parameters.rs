//! All numbers of a model and of its optimiser in one vector: the learned ones, Adam's two means of each, and the running
//! statistics.

use std::collections::BTreeMap;

use crate::training::weights::{Array, Arrays, mean_names};

/// Numbers of a parameter begin at multiples of so many: one workgroup of `shaders/step_adam.wgsl` has one parameter.
const ALIGNMENT: usize = 64;

/// Where each parameter and running statistic of a model is.
pub(super) struct Parameters {
    places: BTreeMap<String, Place>,
    /// Numbers from the first learned one to the end of the last.
    pub learned: usize,
    /// Numbers of all.
    pub length: usize,
}

struct Place {
    first: usize,
    shape: Vec<usize>,
    learned: bool,
}

impl Parameters {
    /// Of the model with these arrays.
    pub fn new(arrays: &Arrays) -> Self {
        let mut places = BTreeMap::new();
        let mut end = 0;
        let mut learned_end = 0;
        for learned in [true, false] {
            for (name, array) in arrays {
                let is_mean = name.starts_with("adam.");
                if is_mean || arrays.contains_key(&mean_names(name)[0]) != learned {
                    continue;
                }
                let shape = array.shape.clone();
                let place = Place {
                    first: end,
                    shape,
                    learned,
                };
                places.insert(name.clone(), place);
                end = (end + array.values.len()).next_multiple_of(ALIGNMENT);
            }
            if learned {
                learned_end = end;
                // The means stand in between.
                end *= 3;
            }
        }
        Self {
            places,
            learned: learned_end,
            length: end,
        }
    }

    /// Where a parameter or a running statistic begins.
    ///
    /// # Panics
    /// If the model has none of that name.
    pub fn place(&self, name: &str) -> u32 {
        self.places[name].first as u32
    }

    /// How many numbers a parameter is.
    ///
    /// # Panics
    /// If the model has none of that name.
    pub fn length_of(&self, name: &str) -> u32 {
        self.places[name].shape.iter().product::<usize>() as u32
    }

    /// The vector of these arrays.
    pub fn flatten(&self, arrays: &Arrays) -> Vec<f32> {
        let mut flat = vec![0.0; self.length];
        for (name, first) in self.arrays() {
            let array = &arrays[&name];
            let values = match is_linear(&name) {
                true => &array.transposed().values,
                false => &array.values,
            };
            flat[first..][..values.len()].copy_from_slice(values);
        }
        flat
    }

    /// The arrays of such a vector.
    pub fn unflatten(&self, flat: &[f32]) -> Arrays {
        let arrays = self.arrays().map(|(name, first)| {
            let parameter = name
                .strip_prefix("adam.first.")
                .or(name.strip_prefix("adam.second."));
            let mut shape = self.places[parameter.unwrap_or(&name)].shape.clone();
            let linear = is_linear(&name);
            if linear {
                shape.reverse();
            }
            let values = flat[first..][..shape.iter().product()].to_vec();
            let array = Array { shape, values };
            let array = if linear { array.transposed() } else { array };
            (name, array)
        });
        arrays.collect()
    }

    /// Name and beginning of all arrays.
    fn arrays(&self) -> impl Iterator<Item = (String, usize)> {
        self.places.iter().flat_map(|(name, place)| {
            let means = mean_names(name).into_iter().zip([1, 2]);
            let means = means.filter(|_| place.learned);
            let means = means.map(|(mean, number)| (mean, place.first + number * self.learned));
            means
                .chain([(name.clone(), place.first)])
                .collect::<Vec<_>>()
        })
    }
}

/// Whether an array is the matrix of a linear layer, which is `[output, input]` among the arrays and the other way round on
/// the device.
fn is_linear(name: &str) -> bool {
    name.ends_with(".weight")
}
