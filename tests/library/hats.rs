//! Every hat with every weight of a bar: values and gradients against plain formulas, on both engines.

use crate::common::{devices, floats, ints, values};
use burn::{
    module::{Module, ModuleMapper, ModuleVisitor, Param},
    optim::GradientsParams,
    prelude::*,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sublevel::{
    config::{BarWeight, CoordinateFunction},
    model::{
        bar_weight::WeightFunction, coordinate_functions::CoordinateFunctions, initial::Initial,
    },
};

const COORDINATE_FUNCTIONS: usize = 19;

/// Candidates of both directions in a batch of graphs. Entries between the last graph and the end of a direction are no
/// candidates.
struct Bars {
    dimension: usize,
    directions: usize,
    points: Vec<f32>,
    counts: Vec<i32>,
    offsets: Vec<i32>,
}

impl Bars {
    /// Four graphs, the second without candidates and the third without bars. Every third bar repeats an earlier one.
    fn random(dimension: usize, rng: &mut impl Rng) -> Self {
        let directions = dimension;
        let offsets = vec![0, 9, 9, 12, 30];
        let candidates = 31 * directions;
        let mut points: Vec<f32> = (0..candidates * dimension).map(|_| rng.random()).collect();
        for repeated in (3..candidates).step_by(3) {
            let from = (repeated - 3) * dimension;
            points.copy_within(from..from + dimension, repeated * dimension);
        }
        let mut counts: Vec<i32> = (0..candidates).map(|_| rng.random_range(0..4)).collect();
        for direction in 0..directions {
            counts[31 * direction + 9..31 * direction + 12].fill(0);
        }
        Self {
            dimension,
            directions,
            points,
            counts,
            offsets,
        }
    }

    /// Candidates of a graph.
    fn of(&self, graph: usize) -> impl Iterator<Item = usize> {
        let own = self.offsets[graph] as usize..self.offsets[graph + 1] as usize;
        let stride = self.counts.len() / self.directions;
        (0..self.directions)
            .flat_map(move |copy| own.clone().map(move |candidate| copy * stride + candidate))
    }

    fn graphs(&self) -> usize {
        self.offsets.len() - 1
    }
}

/// The parameters of a module, in the order of its fields.
#[derive(Default)]
struct Parameters(Vec<Vec<f64>>);

impl ModuleVisitor for Parameters {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let numbers = values(param.val()).into_iter().map(f64::from);
        self.0.push(numbers.collect());
    }
}

/// Their gradients.
struct Slopes<'a>(&'a GradientsParams, Vec<Vec<f32>>);

impl ModuleVisitor for Slopes<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let slopes = self.0.get::<D>(param.id).expect("every parameter has one");
        self.1.push(values(slopes));
    }
}

/// Makes the initial parameters differ, and some of them negative.
struct Stir<'a, R>(&'a mut R);

impl<R: Rng> ModuleMapper for Stir<'_, R> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, old, mapper) = param.consume();
        let stirred = values(old.clone()).into_iter().map(|number| {
            let sign = if self.0.random_bool(0.2) { -1.0 } else { 1.0 };
            sign * number * self.0.random_range(0.6..1.4)
        });
        let new = floats(stirred.collect(), old.dims(), &old.device());
        Param::from_mapped_value(id, new.require_grad(), mapper)
    }
}

/// Replaces the parameters of a module, in their order.
struct Replace<I>(I);

impl<I: Iterator<Item = Vec<f32>>> ModuleMapper for Replace<I> {
    fn map_float<const N: usize>(&mut self, param: Param<Tensor<N>>) -> Param<Tensor<N>> {
        let new = floats(self.0.next().unwrap(), param.dims(), &param.device());
        Param::from_tensor(new.require_grad())
    }
}

fn sharp(point: &[f64], centre: &[f64], sharpness: impl Fn(usize) -> f64) -> f64 {
    let squares = point.iter().zip(centre).enumerate();
    let sum: f64 = squares
        .map(|(i, (p, c))| (sharpness(i) * (p - c)).powi(2))
        .sum();
    (-sum).exp()
}

/// The hat k at a point.
fn hat(kind: CoordinateFunction, parameters: &[Vec<f64>], k: usize, point: &[f64]) -> f64 {
    let dimension = point.len();
    let row = k * dimension..(k + 1) * dimension;
    let line = || {
        let products = point.iter().zip(&parameters[0][row.clone()]);
        products.map(|(p, e)| p * e).sum::<f64>() + parameters[1][k]
    };
    match kind {
        CoordinateFunction::Rational => {
            let centre = &parameters[0][row];
            let distance: f64 = point.iter().zip(centre).map(|(p, c)| (p - c).abs()).sum();
            let radius = parameters[1][k].abs();
            1.0 / (1.0 + distance) - 1.0 / (1.0 + (radius - distance).abs())
        }
        CoordinateFunction::Exponential => {
            let sharpness = &parameters[1][row.clone()];
            sharp(point, &parameters[0][row], |i| sharpness[i])
        }
        CoordinateFunction::Gaussian => {
            // exp(−‖p − t‖² / 2σ²) with σ = 1 / (√2 s).
            let deviation = 1.0 / (2f64.sqrt() * parameters[1][0]);
            sharp(point, &parameters[0][row], |_| {
                1.0 / (2f64.sqrt() * deviation)
            })
        }
        CoordinateFunction::Triangle => {
            let (middle, height) = match *point {
                [birth, death] => (0.5 * (birth + death), 0.5 * (death - birth).abs()),
                [birth] => (birth, parameters[1][k].abs()),
                _ => unreachable!("points lie in the plane or on the line"),
            };
            (height - (parameters[0][k] - middle).abs()).max(0.0)
        }
        CoordinateFunction::Line => line(),
        CoordinateFunction::DeepSets => line().max(0.01 * line()),
    }
}

/// The weight of a bar.
fn weight(kind: BarWeight, parameters: &[Vec<f64>], point: &[f64]) -> f64 {
    match (kind, point) {
        (BarWeight::None, _) | (BarWeight::Length, [_]) => 1.0,
        (BarWeight::Length, _) => (point[1] - point[0]).abs(),
        (BarWeight::Grid, _) => {
            let cell = point
                .iter()
                .fold(0, |cell, p| 10 * cell + ((10.0 * p) as usize).min(9));
            parameters[0][cell]
        }
        (BarWeight::Gaussians, _) => (0..3)
            .map(|j| {
                let row = j * point.len()..(j + 1) * point.len();
                let sharpness = &parameters[1][row.clone()];
                sharp(point, &parameters[0][row], |i| sharpness[i])
            })
            .sum(),
    }
}

/// Everything that has a gradient: points, parameters of the hats, parameters of the weight.
#[derive(Clone)]
struct Inputs {
    points: Vec<f64>,
    hats: Vec<Vec<f64>>,
    weights: Vec<Vec<f64>>,
}

impl Inputs {
    /// The sums over the bars of each graph.
    fn sums(&self, (kind, weighing): (CoordinateFunction, BarWeight), bars: &Bars) -> Vec<f64> {
        let mut sums = Vec::new();
        for graph in 0..bars.graphs() {
            for k in 0..COORDINATE_FUNCTIONS {
                let all = bars.of(graph).map(|p| {
                    let point = &self.points[p * bars.dimension..(p + 1) * bars.dimension];
                    let count = f64::from(bars.counts[p]);
                    count * weight(weighing, &self.weights, point) * hat(kind, &self.hats, k, point)
                });
                sums.push(all.sum());
            }
        }
        sums
    }

    fn number(&mut self, (table, index): (usize, usize)) -> &mut f64 {
        match table.checked_sub(1) {
            None => &mut self.points[index],
            Some(table) if table < self.hats.len() => &mut self.hats[table][index],
            Some(table) => &mut self.weights[table - self.hats.len()][index],
        }
    }
}

#[track_caller]
fn assert_near(what: &str, found: &[f32], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let largest = expected.iter().fold(1.0f64, |most, x| most.max(x.abs()));
    for (i, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (f64::from(found) - expected).abs() < 1e-5 * largest,
            "{what}, entry {i}: found {found}, expected {expected}"
        );
    }
}

fn check(
    kind: CoordinateFunction,
    weighing: BarWeight,
    dimension: usize,
    engine: &str,
    device: &Device,
) {
    let name = format!("{engine}, {kind:?} × {weighing:?} in {dimension} dimensions");
    let autodiff = device.clone().autodiff();
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let bars = Bars::random(dimension, rng);
    let initial = &mut Initial {
        rng,
        device: &autodiff,
        xavier: true,
    };
    let hats = CoordinateFunctions::new(kind, COORDINATE_FUNCTIONS, dimension, initial);
    let weights = WeightFunction::new(weighing, dimension, initial);
    let hats = hats.map(&mut Stir(rng));
    let weights = weights.map(&mut Stir(rng));

    let shape = [bars.counts.len(), dimension];
    let points = floats(bars.points.clone(), shape, &autodiff).require_grad();
    let counted = weights.forward(&points, ints(&bars.counts, &autodiff));
    let offsets = ints(&bars.offsets, &autodiff);
    let sums = hats.forward(points.clone(), counted, &offsets, bars.directions);
    let share: Vec<f32> = (0..bars.graphs() * COORDINATE_FUNCTIONS)
        .map(|_| rng.random_range(-1.0..1.0))
        .collect();
    let loss = sums.clone()
        * floats(
            share.clone(),
            [bars.graphs(), COORDINATE_FUNCTIONS],
            &autodiff,
        );
    let gradients = loss.sum().backward();

    let (mut of_hats, mut of_weights) = (Parameters::default(), Parameters::default());
    hats.visit(&mut of_hats);
    weights.visit(&mut of_weights);
    let inputs = Inputs {
        points: bars.points.iter().copied().map(f64::from).collect(),
        hats: of_hats.0,
        weights: of_weights.0,
    };
    let expected = inputs.sums((kind, weighing), &bars);
    let found = values(sums);
    assert_near(&format!("{name}: sums"), &found, &expected);
    assert!(
        found[COORDINATE_FUNCTIONS..3 * COORDINATE_FUNCTIONS]
            .iter()
            .all(|&sum| sum == 0.0),
        "{name}: graphs without bars"
    );
    assert!(expected.iter().any(|sum| sum.abs() > 0.1), "{name}");

    let by_points = values(points.grad(&gradients).unwrap());
    let module = (hats, weights);
    let gradients = GradientsParams::from_grads(gradients, &module);
    let mut slopes = Slopes(&gradients, vec![by_points]);
    module.visit(&mut slopes);
    let slopes = slopes.1;
    let tables = inputs.hats.len() + inputs.weights.len();
    assert_eq!(slopes.len(), 1 + tables, "{name}");
    for (table, found) in slopes.iter().enumerate() {
        let expected: Vec<f64> = (0..found.len())
            .map(|index| {
                let step = 1e-8;
                let [above, below] = [step, -step].map(|step| {
                    let mut inputs = inputs.clone();
                    *inputs.number((table, index)) += step;
                    let sums = inputs.sums((kind, weighing), &bars);
                    let shares = sums.iter().zip(&share);
                    shares
                        .map(|(sum, &share)| sum * f64::from(share))
                        .sum::<f64>()
                });
                (above - below) / (2.0 * step)
            })
            .collect();
        assert_near(&format!("{name}: gradient {table}"), found, &expected);
        assert!(expected.iter().any(|slope| slope.abs() > 1e-2), "{name}");
    }
}

fn check_all(kind: CoordinateFunction) {
    for (engine, device) in devices() {
        for weighing in BarWeight::ALL {
            for dimension in [1, 2] {
                check(kind, weighing, dimension, engine, &device);
            }
        }
    }
}

#[test]
fn rational_hats_with_every_weight() {
    check_all(CoordinateFunction::Rational);
}

#[test]
fn exponential_functions_with_every_weight() {
    check_all(CoordinateFunction::Exponential);
}

#[test]
fn triangles_with_every_weight() {
    check_all(CoordinateFunction::Triangle);
}

#[test]
fn gaussian_functions_with_every_weight() {
    check_all(CoordinateFunction::Gaussian);
}

#[test]
fn lines_with_every_weight() {
    check_all(CoordinateFunction::Line);
}

#[test]
fn deep_sets_with_every_weight() {
    check_all(CoordinateFunction::DeepSets);
}

#[test]
fn distant_bells_are_zero_and_all_values_stay_finite() {
    for (engine, device) in devices() {
        let autodiff = device.clone().autodiff();
        let rng = &mut ChaCha8Rng::seed_from_u64(2);
        let initial = &mut Initial {
            rng,
            device: &autodiff,
            xavier: true,
        };
        let parameters = [[0.5, -1.0, 1e6], [0.0, 1e3, 1e30]];
        let hats = CoordinateFunctions::new(CoordinateFunction::Exponential, 3, 1, initial).map(
            &mut Replace(parameters.iter().map(|column| column.to_vec())),
        );
        let point = floats(vec![0.5], [1, 1], &autodiff).require_grad();
        let weights = floats(vec![1.0], [1], &autodiff);
        let sums = hats.forward(point.clone(), weights, &ints(&[0, 1], &autodiff), 1);
        let gradients = sums.clone().sum().backward();
        let found = values(sums);
        assert!((found[0] - 1.0).abs() < 1e-6, "{engine}: {found:?}");
        assert!(
            found[1..].iter().all(|&x| x.abs() < 1e-30),
            "{engine}: {found:?}"
        );
        let slope = values(point.grad(&gradients).unwrap());
        assert!(slope[0].is_finite(), "{engine}: {slope:?}");
    }
}

#[test]
fn bars_at_the_end_of_a_grid_have_the_weight_of_its_last_cell() {
    for (engine, device) in devices() {
        let rng = &mut ChaCha8Rng::seed_from_u64(3);
        let initial = &mut Initial {
            rng,
            device: &device,
            xavier: true,
        };
        let mut weights = WeightFunction::new(BarWeight::Grid, 2, initial);
        let cells = (0..100).map(|cell| cell as f32).collect();
        weights.grid = Some(Param::from_tensor(floats(cells, [100], &device)));
        let points = vec![0.0, 0.0, 1.0, 1.0, 0.05, 0.95, 0.95, 0.05, 0.31, 0.47];
        let points = floats(points, [5, 2], &device);
        let found = values(weights.forward(&points, ints(&[1, 1, 1, 1, 2], &device)));
        assert_eq!(found, [0.0, 99.0, 9.0, 90.0, 2.0 * 34.0], "{engine}");
    }
}
