//! C-SVM with a precomputed kernel, one machine for each pair of classes.
//!
//! The dual problem in the signed variables β_i = y_i α_i is: minimise ½ βᵀKβ − yᵀβ with Σ β_i = 0 and β_i between 0 and y_i C.
//! Sequential minimal optimisation changes two variables at a time. It selects them by second-order information as LIBSVM does (Fan,
//! Chen and Lin, JMLR 2005, algorithm 2), and it stops by the same rule.

use super::kernel::Kernel;

/// The largest violation of the optimality conditions of a trained machine. LIBSVM has the same default.
pub const TOLERANCE: f64 = 1e-3;

/// The curvature that replaces one of 0, as in LIBSVM.
const MIN_CURVATURE: f64 = 1e-12;

/// Maximum number of steps for each training graph and value of C.
const MAX_STEPS: usize = 100;

/// A machine for two classes. Its decision for x is Σ β_i K(x_i, x) + b, above 0 for the class with the sign 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// The coefficients β of the training graphs.
    pub coefficients: Vec<f64>,
    /// The offset b.
    pub offset: f64,
}

/// A machine for each of these values of C, which ascend. `signs` has 1 or −1 for each row of the kernel matrix. The optimality conditions
/// are violated by less than `tolerance`, unless 100 steps for each row do not suffice. This happens for large C if the classes cannot be
/// separated.
///
/// The training for a value of C starts from the solution for the value before, multiplied by the best factor that the new bound allows.
pub fn machines(kernel: &Kernel, signs: &[f64], penalties: &[f64], tolerance: f64) -> Vec<Machine> {
    let rows = 0..signs.len();
    let mut solver = Solver {
        kernel,
        diagonal: rows.map(|i| f64::from(kernel.row(i)[i])).collect(),
        signs,
        bound: 0.0,
        coefficients: vec![0.0; signs.len()],
        gradient: signs.iter().map(|sign| -sign).collect(),
    };
    let machines = penalties.iter().map(|&penalty| {
        solver.raise_bound(penalty);
        let offset = solver.solve(tolerance);
        Machine {
            coefficients: solver.coefficients.clone(),
            offset,
        }
    });
    machines.collect()
}

struct Solver<'a> {
    kernel: &'a Kernel,
    diagonal: Vec<f64>,
    signs: &'a [f64],
    /// C.
    bound: f64,
    coefficients: Vec<f64>,
    /// The gradient of the dual problem, Kβ − y.
    gradient: Vec<f64>,
}

impl Solver<'_> {
    /// Sets C, and multiplies β by the factor that makes the dual problem smallest: ½ s² βᵀKβ − s yᵀβ. The factor is from 1 to the
    /// quotient of the two values of C, so β stays feasible.
    fn raise_bound(&mut self, penalty: f64) {
        let (mut quadratic, mut linear) = (0.0, 0.0);
        let terms = self.coefficients.iter().zip(&self.gradient);
        for ((beta, gradient), sign) in terms.zip(self.signs) {
            quadratic += beta * (gradient + sign);
            linear += sign * beta;
        }
        if linear > 0.0 {
            let most = penalty / self.bound;
            let factor = (linear / quadratic.max(MIN_CURVATURE)).clamp(1.0, most);
            for beta in &mut self.coefficients {
                *beta *= factor;
            }
            for (gradient, sign) in self.gradient.iter_mut().zip(self.signs) {
                *gradient = factor * (*gradient + sign) - sign;
            }
        }
        self.bound = penalty;
    }

    /// The smallest and the largest value of β_i.
    fn range(&self, i: usize) -> [f64; 2] {
        match self.signs[i] > 0.0 {
            true => [0.0, self.bound],
            false => [-self.bound, 0.0],
        }
    }

    /// Changes pairs of variables until no pair violates the conditions by `tolerance`. Returns the offset b.
    fn solve(&mut self, tolerance: f64) -> f64 {
        let ranges: Vec<_> = (0..self.signs.len()).map(|i| self.range(i)).collect();
        for _ in 0..MAX_STEPS * self.signs.len() {
            let Some((i, highest)) = self.steepest(&ranges) else {
                break;
            };
            let (partner, lowest) = self.partner(i, highest, &ranges);
            let Some((j, step)) = partner.filter(|_| highest - lowest >= tolerance) else {
                break;
            };
            self.change([i, j], [ranges[i][1], ranges[j][0]], step);
        }
        self.offset(&ranges)
    }

    /// The variable below its upper bound with the largest −gradient, and this value.
    fn steepest(&self, ranges: &[[f64; 2]]) -> Option<(usize, f64)> {
        let variables = self.gradient.iter().zip(&self.coefficients).zip(ranges);
        let mut found = None;
        let mut highest = f64::NEG_INFINITY;
        for (i, ((gradient, beta), [_, upper])) in variables.enumerate() {
            if -gradient > highest && beta < upper {
                highest = -gradient;
                found = Some((i, highest));
            }
        }
        found
    }

    /// The variable above its lower bound whose decrease, with the same increase of β_i, decreases the dual problem most. With it, the size
    /// of this step without bounds. Also the smallest −gradient of all variables above their lower bounds.
    fn partner(&self, i: usize, highest: f64, ranges: &[[f64; 2]]) -> (Option<(usize, f64)>, f64) {
        let row = self.kernel.row(i).iter().zip(&self.diagonal);
        let variables = self.gradient.iter().zip(&self.coefficients).zip(ranges);
        let (mut found, mut lowest, mut best) = (None, f64::INFINITY, 0.0);
        for (j, (((gradient, beta), [lower, _]), (product, square))) in
            variables.zip(row).enumerate()
        {
            let slope = highest + gradient;
            if beta <= lower || slope <= 0.0 {
                continue;
            }
            lowest = lowest.min(-gradient);
            let curvature = self.diagonal[i] + square - 2.0 * f64::from(*product);
            let curvature = curvature.max(MIN_CURVATURE);
            // The quotients are compared as products.
            if slope * slope > best * curvature {
                best = slope * slope / curvature;
                found = Some((j, slope / curvature));
            }
        }
        (found, lowest)
    }

    /// Adds a step to β_i and subtracts it from β_j, or as much of it as the bounds allow.
    fn change(&mut self, [i, j]: [usize; 2], [upper, lower]: [f64; 2], step: f64) {
        let room = [upper - self.coefficients[i], self.coefficients[j] - lower];
        let step = step.min(room[0]).min(room[1]);
        self.coefficients[i] += step;
        self.coefficients[j] -= step;
        // Without rounding, a variable at its bound equals it.
        if step == room[0] {
            self.coefficients[i] = upper;
        }
        if step == room[1] {
            self.coefficients[j] = lower;
        }
        let rows = self.kernel.row(i).iter().zip(self.kernel.row(j));
        for (gradient, (a, b)) in self.gradient.iter_mut().zip(rows) {
            *gradient += step * (f64::from(*a) - f64::from(*b));
        }
    }

    /// The offset: the mean of −gradient over the variables between their bounds. Without any, the middle of the values that the
    /// optimality conditions allow.
    fn offset(&self, ranges: &[[f64; 2]]) -> f64 {
        let (mut free, mut sum) = (0, 0.0);
        let (mut highest, mut lowest) = (f64::NEG_INFINITY, f64::INFINITY);
        let variables = self.gradient.iter().zip(&self.coefficients).zip(ranges);
        for ((gradient, beta), [lower, upper]) in variables {
            if lower < beta && beta < upper {
                free += 1;
                sum -= gradient;
            } else if beta < upper {
                highest = highest.max(-gradient);
            } else {
                lowest = lowest.min(-gradient);
            }
        }
        match free {
            0 => (highest + lowest) / 2.0,
            free => sum / f64::from(free),
        }
    }
}

/// A classifier for any number of classes: the machines of each pair of classes, for several values of C.
pub struct Classifier {
    /// The classes of the training graphs, ascending.
    classes: Vec<u32>,
    pairs: Vec<Pair>,
}

/// Two classes, given by their places in the list of classes.
struct Pair {
    places: [usize; 2],
    /// The training graphs of both, as rows of the kernel matrix of all graphs.
    members: Vec<u32>,
    /// A machine for each value of C. The first class has the sign 1.
    machines: Vec<Machine>,
}

impl Classifier {
    /// Trains with these graphs, which are rows of the kernel matrix. `classes` has a class for each row. The values of C ascend.
    pub fn train(kernel: &Kernel, graphs: &[u32], classes: &[u32], penalties: &[f64]) -> Self {
        let class = |graph: &u32| classes[*graph as usize];
        let mut present: Vec<u32> = graphs.iter().map(class).collect();
        present.sort_unstable();
        present.dedup();
        let mut pairs = Vec::new();
        for second in 1..present.len() {
            for first in 0..second {
                let of_pair = [present[first], present[second]];
                let members = graphs
                    .iter()
                    .filter(|graph| of_pair.contains(&class(graph)));
                let members: Vec<u32> = members.copied().collect();
                let sign = |graph| {
                    if class(graph) == of_pair[0] {
                        1.0
                    } else {
                        -1.0
                    }
                };
                let signs: Vec<f64> = members.iter().map(sign).collect();
                let machines = machines(&kernel.of(&members), &signs, penalties, TOLERANCE);
                pairs.push(Pair {
                    places: [first, second],
                    members,
                    machines,
                });
            }
        }
        Self {
            classes: present,
            pairs,
        }
    }

    /// The class of the graph with this row of the kernel matrix, for a value of C by its index. Every pair of classes has a vote. Of
    /// classes with the same number of votes, the first is the result.
    ///
    /// # Panics
    /// If the classifier has no training graph.
    pub fn class(&self, row: &[f32], penalty: usize) -> u32 {
        let mut votes = vec![0; self.classes.len()];
        for pair in &self.pairs {
            let machine = &pair.machines[penalty];
            let terms = pair.members.iter().zip(&machine.coefficients);
            let sum: f64 = terms
                .map(|(&member, beta)| beta * f64::from(row[member as usize]))
                .sum();
            let is_first = sum + machine.offset > 0.0;
            votes[pair.places[usize::from(!is_first)]] += 1;
        }
        let most = votes.iter().max().expect("there is a class");
        let place = votes.iter().position(|number| number == most);
        self.classes[place.expect("the maximum is one of them")]
    }
}
