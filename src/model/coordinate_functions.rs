//! Learned coordinate functions of barcodes, K per barcode.
//!
//! The paper uses rational hats; the other kinds come from related work. [`definition`] lists their formulas, parameters and
//! initial values, and [`coordinate_sum`] sums them over the bars of a graph. A finite bar is a point of the plane (D = 2):
//! sublevel bars lie above the diagonal, superlevel bars below. An essential bar has only a birth, so it is a point of the line
//! (D = 1).

use burn::{
    module::{
        Content, Devices, Module, ModuleDisplay, ModuleDisplayDefault, ModuleMapper, ModuleVisitor,
        Param,
    },
    prelude::*,
};
use rand::Rng;

use super::initial::Initial;
use crate::{
    config::CoordinateFunction,
    ops::{
        CoordinateSumOptions, Element, InitialValue, ParameterShape, coordinate_sum, definition,
        ints,
    },
};

/// Maximum number of points of which [`CoordinateFunctions::values`] evaluates the functions at once: each is a graph, and the number of
/// graphs in a dispatch is limited.
const MAX_POINTS: usize = 1 << 14;

/// K coordinate functions of one kind on the plane (D = 2, finite bars) or on the line (D = 1, essential bars).
#[derive(Clone, Debug)]
pub struct CoordinateFunctions {
    function: CoordinateFunction,
    dimension: usize,
    /// Names and numbers of the parameters, in the order of [`definition`].
    parameters: Vec<(&'static str, Numbers)>,
}

/// The numbers of a parameter.
#[derive(Module, Debug)]
pub enum Numbers {
    /// See [`ParameterShape::PerCoordinate`].
    Matrix(Param<Tensor<2>>),
    /// See [`ParameterShape::PerFunction`] and [`ParameterShape::Shared`].
    Vector(Param<Tensor<1>>),
}

impl Numbers {
    /// The numbers, flattened row by row.
    pub fn flat(&self) -> Tensor<1> {
        match self {
            Self::Matrix(numbers) => numbers.val().flatten(0, 1),
            Self::Vector(numbers) => numbers.val(),
        }
    }

    /// The gradient, flattened row by row, if there is any.
    pub fn gradient(&self, gradients: &burn::tensor::Gradients) -> Option<Tensor<1>> {
        match self {
            Self::Matrix(numbers) => Some(numbers.val().grad(gradients)?.flatten(0, 1)),
            Self::Vector(numbers) => numbers.val().grad(gradients),
        }
    }
}

impl CoordinateFunctions {
    /// `count` coordinate functions in `dimension` dimensions, with initial values.
    pub fn new<R: Rng>(
        function: CoordinateFunction,
        count: usize,
        dimension: usize,
        initial: &mut Initial<R>,
    ) -> Self {
        let (_, parameters) = definition(function, dimension);
        let numbers = parameters.into_iter().map(|parameter| {
            let value = parameter.initial;
            let mut vector =
                |length| Numbers::Vector(initial_values([length], dimension, value, initial));
            let numbers = match parameter.shape {
                ParameterShape::PerFunction => vector(count),
                ParameterShape::Shared => vector(1),
                ParameterShape::PerCoordinate => {
                    let shape = [count, dimension];
                    Numbers::Matrix(initial_values(shape, dimension, value, initial))
                }
            };
            (parameter.name, numbers)
        });
        Self {
            function,
            dimension,
            parameters: numbers.collect(),
        }
    }

    /// Number of coordinates of a point: 2 for finite bars, 1 for essential bars.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The numbers of the parameter of this name.
    pub fn parameter(&self, name: &str) -> Option<&Numbers> {
        let mut parameters = self.parameters.iter();
        parameters.find_map(|(own, numbers)| (*own == name).then_some(numbers))
    }

    /// The sum over the bars of each graph, `[G, K]`, of points `[P, D]` with weights `[P]`, in 1 or 2 directions; see
    /// [`coordinate_sum`].
    pub fn forward(
        &self,
        points: Tensor<2>,
        weights: Tensor<1>,
        offsets: &Tensor<1, Int>,
        directions: usize,
    ) -> Tensor<2> {
        let (element, parameters) = self.elements();
        let options = CoordinateSumOptions {
            directions,
            element,
        };
        coordinate_sum(points, weights, parameters, offsets, options)
    }

    /// The value of each function for each point, `[P, K]`, from points `[P, D]` with weights `[P]`. There is at least one point.
    pub fn values(&self, points: Tensor<2>, weights: Tensor<1>) -> Tensor<2> {
        let [count, _] = points.dims();
        let parts = (0..count).step_by(MAX_POINTS).map(|first| {
            let own = first..count.min(first + MAX_POINTS);
            let each: Vec<u32> = (0..=own.len() as u32).collect();
            let (points, weights) = (
                points.clone().slice(own.clone()),
                weights.clone().slice(own),
            );
            let offsets = ints(&each, &points.device());
            self.forward(points, weights, &offsets, 1)
        });
        Tensor::cat(parts.collect(), 0)
    }

    /// The formula and its parameters, `[K, Q]`, in the order of [`Element`].
    pub fn elements(&self) -> (Element, Tensor<2>) {
        let (element, definitions) = definition(self.function, self.dimension);
        let mut columns: Vec<Tensor<2>> = Vec::new();
        for ((_, numbers), parameter) in self.parameters.iter().zip(definitions) {
            let column = match numbers {
                Numbers::Matrix(numbers) => numbers.val(),
                Numbers::Vector(numbers) => numbers.val().unsqueeze_dim(1),
            };
            columns.push(match (parameter.shape, columns.first()) {
                (ParameterShape::Shared, Some(first)) => column.expand(first.dims()),
                _ => column,
            });
        }
        let parameters = match columns.len() {
            1 => columns.remove(0),
            _ => Tensor::cat(columns, 1),
        };
        (element, parameters)
    }

    fn map_numbers(self, mut function: impl FnMut(&str, Numbers) -> Numbers) -> Self {
        let parameters = self.parameters.into_iter();
        let parameters = parameters.map(|(name, numbers)| (name, function(name, numbers)));
        Self {
            parameters: parameters.collect(),
            ..self
        }
    }
}

/// Initial values of a parameter of this shape.
fn initial_values<R: Rng, const N: usize>(
    shape: [usize; N],
    dimension: usize,
    value: InitialValue,
    initial: &mut Initial<R>,
) -> Param<Tensor<N>> {
    match value {
        InitialValue::Uniform => initial.uniform(shape),
        InitialValue::Linear => initial.symmetric(shape, 1.0 / (dimension as f32).sqrt()),
        InitialValue::Constant(value) => initial.constant(shape, value),
    }
}

/// The container type that visitors and mappers receive.
const CONTAINER: &str = "Struct:CoordinateFunctions";

// Not derived: the names of the parameters are values, and the path of a parameter must not contain the variant of `Numbers`.
impl Module for CoordinateFunctions {
    fn collect_devices(&self, devices: Devices) -> Devices {
        let parameters = self.parameters.iter();
        parameters.fold(devices, |devices, (_, numbers)| {
            numbers.collect_devices(devices)
        })
    }

    fn fork(self, device: &Device) -> Self {
        self.map_numbers(|_, numbers| numbers.fork(device))
    }

    fn to_device(self, device: &Device) -> Self {
        self.map_numbers(|_, numbers| numbers.to_device(device))
    }

    fn train(self) -> Self {
        self.map_numbers(|_, numbers| numbers.train())
    }

    fn valid(&self) -> Self {
        self.clone().map_numbers(|_, numbers| numbers.valid())
    }

    fn materialize(self) -> Self {
        self.map_numbers(|_, numbers| numbers.materialize())
    }

    fn visit<V: ModuleVisitor>(&self, visitor: &mut V) {
        for (name, numbers) in &self.parameters {
            visitor.enter_module(name, CONTAINER);
            match numbers {
                Numbers::Matrix(numbers) => numbers.visit(visitor),
                Numbers::Vector(numbers) => numbers.visit(visitor),
            }
            visitor.exit_module(name, CONTAINER);
        }
    }

    fn map<M: ModuleMapper>(self, mapper: &mut M) -> Self {
        self.map_numbers(|name, numbers| {
            mapper.enter_module(name, CONTAINER);
            let numbers = match numbers {
                Numbers::Matrix(numbers) => Numbers::Matrix(Module::map(numbers, mapper)),
                Numbers::Vector(numbers) => Numbers::Vector(Module::map(numbers, mapper)),
            };
            mapper.exit_module(name, CONTAINER);
            numbers
        })
    }
}

impl ModuleDisplayDefault for CoordinateFunctions {
    fn content(&self, content: Content) -> Option<Content> {
        let parameters = self.parameters.iter();
        let content = parameters.fold(content, |content, (name, numbers)| {
            content.add(name, numbers)
        });
        content.optional()
    }
}

impl ModuleDisplay for CoordinateFunctions {}
