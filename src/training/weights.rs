//! The numbers of a model and of its optimiser by name, for all models.
//!
//! A name is the path of fields to a parameter, `filter.layers.0.perceptron.first.weight`. Weights of linear layers have the layout
//! `[input, output]` here. Outside, they have the layout of PyTorch, `[output, input]`.

use std::collections::{BTreeMap, HashMap};

use burn::{
    module::{Module, ModuleMapper, ModuleVisitor, Param, ParamId},
    prelude::*,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Adam, CheckpointError, read_back::read};
use crate::{
    config::ModelKind,
    device::DeviceError,
    graph::batch::{FIELD, SetTypes},
    model::{Model, ModelConfig, dgcnn, patchysan},
};

/// Values row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Array {
    pub shape: Vec<usize>,
    pub values: Vec<f32>,
}

impl Array {
    /// A matrix with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let (rows, columns) = (self.shape[0], self.shape[1]);
        let index = |i: usize| (i % rows) * columns + i / rows;
        Self {
            shape: vec![columns, rows],
            values: (0..self.values.len())
                .map(|i| self.values[index(i)])
                .collect(),
        }
    }
}

/// Arrays by name.
pub(super) type Arrays = BTreeMap<String, Array>;

/// Names of Adam's running means of a parameter.
pub(super) fn mean_names(name: &str) -> [String; 2] {
    ["first", "second"].map(|mean| format!("adam.{mean}.{name}"))
}

/// Every parameter and running statistic of a model that records gradients, and the means of the parameters. Parameters without a
/// gradient so far have means of 0. One call reads all of them back from the device.
///
/// # Errors
/// If the device does not respond.
pub(super) async fn collect(model: &Model, optimizer: &Adam) -> Result<Arrays, DeviceError> {
    let mut parameters = Collect::default();
    model.visit(&mut parameters);
    let (mut places, mut tensors) = (Vec::new(), Vec::new());
    for parameter in parameters.found {
        let Parameter {
            name, id, values, ..
        } = parameter;
        let place = |name: String| (name, parameter.shape.clone(), parameter.linear);
        if parameter.learned {
            let zeros = || [(); 2].map(|()| values.zeros_like());
            let means = optimizer.means(id).cloned().unwrap_or_else(zeros);
            places.extend(mean_names(&name).map(place));
            tensors.extend(means);
        }
        places.push(place(name));
        tensors.push(values);
    }
    let values = read(Tensor::cat(tensors, 0)).await?;
    let mut rest = &values[..];
    let mut arrays = Arrays::new();
    for (name, shape, linear) in places {
        let (own, others) = rest.split_at(shape.iter().product());
        rest = others;
        let array = Array {
            shape,
            values: own.to_vec(),
        };
        arrays.insert(name, if linear { array.transposed() } else { array });
    }
    Ok(arrays)
}

/// Every parameter and running statistic of a model without gradients, in the order of its fields.
///
/// # Errors
/// If the device does not respond.
pub(super) async fn flat(model: &Model) -> Result<Vec<f32>, DeviceError> {
    struct Flat(Vec<Tensor<1>>);
    impl ModuleVisitor for Flat {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            self.0.push(param.val().reshape([-1]));
        }
    }
    let mut flat = Flat(Vec::new());
    model.visit(&mut flat);
    read(Tensor::cat(flat.0, 0)).await
}

/// A model without gradients. The numbers by name, row by row in the layout of burn, replace its numbers.
///
/// # Panics
/// If their count differs.
#[cfg(feature = "gpu")]
pub(super) fn with_numbers(model: Model, numbers: impl Fn(&str) -> Vec<f32>) -> Model {
    struct Put<F>(Path, F);
    impl<F: Fn(&str) -> Vec<f32>> ModuleMapper for Put<F> {
        fn enter_module(&mut self, name: &str, container: &str) {
            self.0.enter(name, container);
        }

        fn exit_module(&mut self, _: &str, _: &str) {
            self.0.leave();
        }

        fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
            let (id, old, mapper) = param.consume();
            let new = TensorData::new((self.1)(&self.0.name()), old.dims());
            Param::from_mapped_value(id, Tensor::from_data(new, &old.device()), mapper)
        }
    }
    model.map(&mut Put(Path::default(), numbers))
}

/// The model with these numbers, in the layout of [`flat`], in place of its previous ones. The model must not be shared.
///
/// # Panics
/// If there are fewer than the model has.
pub(super) fn unflatten(model: Model, numbers: &[f32]) -> Model {
    struct Unflatten<'a>(&'a [f32]);
    impl ModuleMapper for Unflatten<'_> {
        fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
            let (id, old, mapper) = param.consume();
            let (own, rest) = self.0.split_at(old.shape().num_elements());
            self.0 = rest;
            let new = TensorData::new(own.to_vec(), old.dims());
            Param::from_mapped_value(id, Tensor::from_data(new, &old.device()), mapper)
        }
    }
    model.map(&mut Unflatten(numbers))
}

/// Length of the result of [`flat`]: learned numbers and others.
pub(super) fn count(model: &Model) -> [usize; 2] {
    struct Count([usize; 2]);
    impl ModuleVisitor for Count {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let place = usize::from(!param.val().is_require_grad());
            self.0[place] += param.shape().num_elements();
        }
    }
    let mut count = Count([0; 2]);
    model.visit(&mut count);
    count.0
}

/// Checks that there are at least as many numbers as in the largest matrix of a model. A small file can therefore not cause a large
/// memory allocation.
///
/// # Errors
/// If there are fewer.
pub(super) fn check_room(sizes: &ModelConfig, arrays: &Arrays) -> Result<(), CheckpointError> {
    let feature_sizes = sizes.feature_sizes;
    let [layers, width, hidden, filters, hats, columns, edges, kept] = [
        sizes.layers,
        sizes.width,
        sizes.classifier_width,
        sizes.filters,
        sizes.hats,
        feature_sizes
            .degrees
            .saturating_add(feature_sizes.labels)
            .saturating_add(feature_sizes.attributes),
        feature_sizes
            .edge_labels
            .saturating_add(feature_sizes.edge_attributes),
        sizes.sort_pool,
    ]
    .map(|size| size as u128);
    // The columns of the input of a model without learned features.
    let input = if columns == 0 { width } else { columns };
    let least = match sizes.kind {
        ModelKind::Gfl => width * width.max(filters * hats).max(columns).max(edges),
        ModelKind::PhOnly => width * hats,
        ModelKind::Sum | ModelKind::DeepSets => width.max(columns).pow(2).max(edges * input),
        ModelKind::SortPool => (kept.saturating_mul(width * width)).max(input * columns.max(edges)),
        ModelKind::Dgcnn => {
            let windows = dgcnn::windows(sizes.sort_pool) as u128;
            (input * width).max(windows.saturating_mul(width * hidden))
        }
        ModelKind::Dcnn => (layers + 1) * input,
        ModelKind::PatchySan => {
            let windows = patchysan::windows(sizes.sort_pool) as u128;
            (input * width * FIELD as u128).max(windows.saturating_mul(width / 2 * hidden))
        }
        ModelKind::OneTwoThreeGnn => {
            let SetTypes { pairs, triples } = &sizes.set_types;
            (input * width / 2).max(pairs.len().max(triples.len()) as u128 * width)
        }
    };
    let found: usize = arrays.values().map(|array| array.values.len()).sum();
    if least > found as u128 {
        return Err(CheckpointError::value(
            "config",
            format!("a width for the {found} numbers of the file"),
            format!("one for {least} or more"),
        ));
    }
    Ok(())
}

/// A model of these sizes on a device with the numbers of `arrays` and recorded gradients, and the means of Adam by parameter.
///
/// # Errors
/// As [`replace`].
#[allow(clippy::type_complexity, reason = "the means as Adam has them")]
pub(super) fn model_of(
    sizes: &ModelConfig,
    arrays: Arrays,
    device: &Device,
) -> Result<(Model, HashMap<ParamId, [Tensor<1>; 2]>), CheckpointError> {
    // Random weights, replaced at once.
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    replace(Model::new(sizes, rng, &device.clone().autodiff()), arrays)
}

/// The model with the numbers of `arrays`, and the means of Adam by parameter.
///
/// # Errors
/// If an array is missing, has another shape, or belongs to no parameter.
#[allow(clippy::type_complexity, reason = "the means as Adam has them")]
pub(super) fn replace(
    model: Model,
    arrays: Arrays,
) -> Result<(Model, HashMap<ParamId, [Tensor<1>; 2]>), CheckpointError> {
    let mut replace = Replace {
        path: Path::default(),
        arrays,
        means: HashMap::new(),
        error: None,
    };
    let model = model.map(&mut replace);
    if let Some(error) = replace.error {
        return Err(error);
    }
    match replace.arrays.into_keys().next() {
        Some(name) => Err(CheckpointError::Unexpected(name)),
        None => Ok((model, replace.means)),
    }
}

/// The fields on the path to a parameter, each with the kind of the value that contains it.
#[derive(Default)]
struct Path(Vec<(String, String)>);

impl Path {
    fn enter(&mut self, name: &str, container: &str) {
        self.0.push((name.into(), container.into()));
    }

    fn leave(&mut self) {
        self.0.pop();
    }

    /// The variant of an enum is not part of the name.
    fn name(&self) -> String {
        let fields = self.0.iter().filter(|(_, of)| !of.starts_with("Enum:"));
        let names: Vec<_> = fields.map(|(name, _)| &name[..]).collect();
        names.join(".")
    }

    /// Whether this is the matrix of a linear layer.
    fn is_linear(&self) -> bool {
        let last = self.0.last();
        last.is_some_and(|(name, of)| name == "weight" && of == "Struct:Linear")
    }
}

struct Parameter {
    name: String,
    shape: Vec<usize>,
    linear: bool,
    learned: bool,
    id: ParamId,
    values: Tensor<1>,
}

#[derive(Default)]
struct Collect {
    path: Path,
    found: Vec<Parameter>,
}

impl ModuleVisitor for Collect {
    fn enter_module(&mut self, name: &str, container: &str) {
        self.path.enter(name, container);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.leave();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let values = param.val();
        self.found.push(Parameter {
            name: self.path.name(),
            shape: values.dims().to_vec(),
            linear: self.path.is_linear(),
            learned: values.is_require_grad(),
            id: param.id,
            values: values.inner().reshape([-1]),
        });
    }
}

struct Replace {
    path: Path,
    /// The arrays without a parameter so far.
    arrays: Arrays,
    means: HashMap<ParamId, [Tensor<1>; 2]>,
    error: Option<CheckpointError>,
}

impl Replace {
    /// Takes the array of that name in the layout of the model. It must have this shape.
    fn take(&mut self, name: String, shape: &[usize]) -> Result<Array, CheckpointError> {
        let Some(array) = self.arrays.remove(&name) else {
            return Err(CheckpointError::Missing(name));
        };
        let mut expected = shape.to_vec();
        if self.path.is_linear() {
            expected.reverse();
        }
        if array.shape != expected {
            return Err(CheckpointError::Shape {
                name,
                expected,
                found: array.shape,
            });
        }
        Ok(match self.path.is_linear() {
            true => array.transposed(),
            false => array,
        })
    }

    fn values<const D: usize>(
        &mut self,
        id: ParamId,
        old: &Tensor<D>,
    ) -> Result<Tensor<D>, CheckpointError> {
        let (name, shape) = (self.path.name(), old.dims());
        if old.is_require_grad() {
            let [first, second] = mean_names(&name);
            let device = old.device().inner();
            let mut mean = |name| {
                let array = self.take(name, &shape)?;
                Ok::<_, CheckpointError>(Tensor::from_floats(&array.values[..], &device))
            };
            let means = [mean(first)?, mean(second)?];
            self.means.insert(id, means);
        }
        let values = TensorData::new(self.take(name, &shape)?.values, shape);
        let values = Tensor::from_data(values, &old.device());
        Ok(values.set_require_grad(old.is_require_grad()))
    }
}

impl ModuleMapper for Replace {
    fn enter_module(&mut self, name: &str, container: &str) {
        self.path.enter(name, container);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.leave();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, old, mapper) = param.consume();
        let new = match self.error {
            None => self.values(id, &old),
            Some(_) => return Param::from_mapped_value(id, old, mapper),
        };
        let new = new.unwrap_or_else(|error| {
            self.error = Some(error);
            old
        });
        Param::from_mapped_value(id, new, mapper)
    }
}
