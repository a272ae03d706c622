//! All numbers of a model and of its optimiser in one vector: the learned ones, the two means of Adam for each of them, and the
//! running statistics.

use std::collections::BTreeMap;

use crate::training::weights::{Array, Arrays, mean_names};

/// The numbers of a parameter begin at multiples of this number: a workgroup of `shaders/step_adam.wgsl` updates one parameter.
const ALIGNMENT: usize = 64;
/// Matrices that read features of any number have rows and columns that are multiples of this number, with zeros at the end:
/// kernels read several numbers at once. The zeros never change, since their gradients are 0.
pub(super) const PADDING: usize = 8;

/// The place of each parameter and running statistic of a model.
pub(super) struct Parameters {
    places: BTreeMap<String, Place>,
    /// Numbers from the first learned one to the end of the last one.
    pub learned: usize,
    /// Total number of numbers.
    pub length: usize,
}

struct Place {
    first: usize,
    shape: Vec<usize>,
    /// The shape on the device.
    padded: Vec<usize>,
    learned: bool,
}

impl Parameters {
    /// The parameters of the model with these arrays.
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
                let mut padded = array.shape.clone();
                if name.starts_with(PADDED) {
                    let pad = |size: &mut usize| *size = size.next_multiple_of(PADDING);
                    padded.iter_mut().for_each(pad);
                }
                let numbers: usize = padded.iter().product();
                let place = Place {
                    first: end,
                    shape: array.shape.clone(),
                    padded,
                    learned,
                };
                places.insert(name.clone(), place);
                end = (end + numbers).next_multiple_of(ALIGNMENT);
            }
            if learned {
                learned_end = end;
                // The means are in between.
                end *= 3;
            }
        }
        Self {
            places,
            learned: learned_end,
            length: end,
        }
    }

    /// Start of a parameter or a running statistic.
    ///
    /// # Panics
    /// If the model has none of that name.
    pub fn place(&self, name: &str) -> u32 {
        self.places[name].first as u32
    }

    /// Length of a parameter on the device.
    ///
    /// # Panics
    /// If the model has none of that name.
    pub fn length_of(&self, name: &str) -> u32 {
        self.places[name].padded.iter().product::<usize>() as u32
    }

    /// The vector of these arrays.
    pub fn flatten(&self, arrays: &Arrays) -> Vec<f32> {
        let mut flat = vec![0.0; self.length];
        for (name, first, place) in self.arrays() {
            let array = match is_linear(&name) {
                true => &arrays[&name].transposed(),
                false => &arrays[&name],
            };
            for (row, numbers) in place
                .rows(&name)
                .zip(array.values.chunks(place.columns(&name)))
            {
                flat[first + row..][..numbers.len()].copy_from_slice(numbers);
            }
        }
        flat
    }

    /// The arrays of such a vector.
    pub fn unflatten(&self, flat: &[f32]) -> Arrays {
        let arrays = self.arrays().map(|(name, first, place)| {
            let values = place.numbers(&name, &flat[first..]);
            let mut shape = place.shape.clone();
            let linear = is_linear(&name);
            if linear {
                shape.reverse();
            }
            let array = Array { shape, values };
            let array = if linear { array.transposed() } else { array };
            (name, array)
        });
        arrays.collect()
    }

    /// The numbers of a parameter or a running statistic in such a vector.
    ///
    /// # Panics
    /// If the model has none of that name.
    pub fn numbers(&self, flat: &[f32], name: &str) -> Vec<f32> {
        let place = &self.places[name];
        place.numbers(name, &flat[place.first..])
    }

    /// Name, start and place of all arrays. Those of the means have the place of their parameter.
    fn arrays(&self) -> impl Iterator<Item = (String, usize, &Place)> {
        self.places.iter().flat_map(|(name, place)| {
            let means = mean_names(name).into_iter().zip([1, 2]);
            let means = means.filter(|_| place.learned);
            let means = means.map(|(mean, number)| {
                let first = place.first + number * self.learned;
                (mean, first, place)
            });
            means
                .chain([(name.clone(), place.first, place)])
                .collect::<Vec<_>>()
        })
    }
}

impl Place {
    /// Length of a row on the device, without the zeros after it. An array that is not a matrix is one row.
    fn columns(&self, name: &str) -> usize {
        match is_linear(name) {
            true => self.shape[0],
            false => self.shape.iter().product(),
        }
        .max(1)
    }

    /// The numbers at the start of `flat`, without the zeros between its rows.
    fn numbers(&self, name: &str, flat: &[f32]) -> Vec<f32> {
        let columns = self.columns(name);
        let rows = self.rows(name).map(|row| &flat[row..][..columns]);
        rows.collect::<Vec<_>>().concat()
    }

    /// Start of each row on the device, counted from the first row.
    fn rows(&self, name: &str) -> impl Iterator<Item = usize> {
        let (rows, stride) = match is_linear(name) {
            true => (self.shape[1], self.padded[0]),
            false => (1, 0),
        };
        (0..rows).map(move |row| row * stride)
    }
}

/// Prefix of the names of padded arrays: the perceptron that reads features that are not learned.
const PADDED: &str = "encoder.layers.0.perceptron.";

/// Whether an array is the matrix of a linear layer. The arrays have it as `[output, input]`, the device as `[input, output]`.
fn is_linear(name: &str) -> bool {
    name.ends_with(".weight")
}
