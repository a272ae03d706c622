//! All numbers of a model and of its optimiser in one vector: the learned ones, Adam's two means of each, and the running
//! statistics.

use std::collections::BTreeMap;

use crate::training::weights::{Array, Arrays, mean_names};

/// Numbers of a parameter begin at multiples of so many: one workgroup of `shaders/step_adam.wgsl` has one parameter.
const ALIGNMENT: usize = 64;
/// Rows and columns of the matrices that read features of any number are multiples of this many, with zeros behind: kernels
/// read several numbers at once. The zeros stay, since nothing flows through them.
pub(super) const PADDING: usize = 8;

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
    /// The shape on the device.
    padded: Vec<usize>,
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

    /// How many numbers a parameter is on the device.
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

    /// Name, beginning and place of all arrays; those of the means have the place of their parameter.
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
    /// Numbers of a row on the device, without the zeros behind them; an array that is no matrix is one row.
    fn columns(&self, name: &str) -> usize {
        match is_linear(name) {
            true => self.shape[0],
            false => self.shape.iter().product(),
        }
        .max(1)
    }

    /// The numbers of a vector that begins here, without the zeros between its rows.
    fn numbers(&self, name: &str, flat: &[f32]) -> Vec<f32> {
        let columns = self.columns(name);
        let rows = self.rows(name).map(|row| &flat[row..][..columns]);
        rows.collect::<Vec<_>>().concat()
    }

    /// Where each row begins on the device, counted from the first.
    fn rows(&self, name: &str) -> impl Iterator<Item = usize> {
        let (rows, stride) = match is_linear(name) {
            true => (self.shape[1], self.padded[0]),
            false => (1, 0),
        };
        (0..rows).map(move |row| row * stride)
    }
}

/// What the names of arrays begin with that are padded: the perceptron that reads features which are not learned.
const PADDED: &str = "encoder.layers.0.perceptron.";

/// Whether an array is the matrix of a linear layer, which is `[output, input]` among the arrays and the other way round on
/// the device.
fn is_linear(name: &str) -> bool {
    name.ends_with(".weight")
}
