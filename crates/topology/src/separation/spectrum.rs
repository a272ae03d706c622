//! Spectra as characteristic polynomials with integer coefficients: equal residues modulo enough primes prove that they are equal.

use std::sync::LazyLock;

use super::colours::Coloured;
use super::parts::parts;
use super::steps::{OutOfSteps, Steps};

/// A symmetric integer matrix.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    /// Row by row.
    entries: Vec<i64>,
    /// Base-2 logarithm of a bound of the absolute values of the coefficients of the characteristic polynomial.
    bits: f64,
}

impl Matrix {
    /// The adjacency matrix of a graph with these edges.
    ///
    /// The squares of the n eigenvalues have the sum 2m, so their absolute values have a sum of at most √(2mn). A coefficient is at most
    /// Π (1 + |λ|) ≤ (1 + √(2m / n))ⁿ.
    pub fn adjacency(size: usize, edges: &[[usize; 2]]) -> Self {
        let mut matrix = Self::zero(size, (2.0 * edges.len() as f64 / size.max(1) as f64).sqrt());
        for &[a, b] in edges {
            matrix.entries[a * size + b] = 1;
            matrix.entries[b * size + a] = 1;
        }
        matrix
    }

    /// The Laplacian of a graph with these edges. Its eigenvalues are not negative and have the sum 2m, so a coefficient is at most
    /// (1 + 2m / n)ⁿ.
    pub fn laplacian(size: usize, edges: Vec<[usize; 2]>) -> Self {
        let mut matrix = Self::zero(size, 2.0 * edges.len() as f64 / size.max(1) as f64);
        for [a, b] in edges {
            matrix.entries[a * size + b] = -1;
            matrix.entries[b * size + a] = -1;
            matrix.entries[a * size + a] += 1;
            matrix.entries[b * size + b] += 1;
        }
        matrix
    }

    fn zero(size: usize, mean: f64) -> Self {
        Self {
            size,
            entries: vec![0; size * size],
            bits: size as f64 * (1.0 + mean).log2(),
        }
    }

    /// Number of primes above 2³⁰ whose product is above the difference of any two coefficients.
    fn primes(&self) -> usize {
        ((self.bits + 2.0) / 30.0).ceil() as usize
    }

    /// The coefficients of the characteristic polynomial modulo a prime below 2³¹, from the constant one on, without the leading 1.
    ///
    /// The matrix is reduced to Hessenberg form by similarity; then the polynomials of its leading blocks follow one by one (Cohen, *A
    /// Course in Computational Algebraic Number Theory*, 1993, algorithm 2.2.9).
    fn characteristic(&self, prime: u64) -> Vec<u64> {
        let n = self.size;
        let mut h: Vec<u64> = self
            .entries
            .iter()
            .map(|&entry| entry.rem_euclid(prime as i64) as u64)
            .collect();
        for m in 1..n.saturating_sub(1) {
            let Some(pivot) = (m..n).find(|&row| h[row * n + m - 1] != 0) else {
                continue;
            };
            if pivot != m {
                for column in 0..n {
                    h.swap(pivot * n + column, m * n + column);
                }
                for row in 0..n {
                    h.swap(row * n + pivot, row * n + m);
                }
            }
            let inverse = power(h[m * n + m - 1], prime - 2, prime);
            for row in m + 1..n {
                let factor = h[row * n + m - 1] * inverse % prime;
                if factor == 0 {
                    continue;
                }
                for column in m - 1..n {
                    let product = factor * h[m * n + column] % prime;
                    let entry = &mut h[row * n + column];
                    *entry = (*entry + prime - product) % prime;
                }
                for other in 0..n {
                    let product = factor * h[other * n + row] % prime;
                    let entry = &mut h[other * n + m];
                    *entry = (*entry + product) % prime;
                }
            }
        }
        // The polynomial of each leading block, from the constant coefficient on.
        let mut blocks: Vec<Vec<u64>> = vec![vec![1]];
        for m in 0..n {
            let last = &blocks[m];
            let mut next = vec![0; m + 2];
            for (degree, &coefficient) in last.iter().enumerate() {
                next[degree + 1] = (next[degree + 1] + coefficient) % prime;
                let product = coefficient * h[m * n + m] % prime;
                next[degree] = (next[degree] + prime - product) % prime;
            }
            let mut below = 1;
            for i in 1..=m {
                below = below * h[(m - i + 1) * n + m - i] % prime;
                let factor = below * h[(m - i) * n + m] % prime;
                if factor == 0 {
                    continue;
                }
                for (degree, &coefficient) in blocks[m - i].iter().enumerate() {
                    let product = factor * coefficient % prime;
                    next[degree] = (next[degree] + prime - product) % prime;
                }
            }
            blocks.push(next);
        }
        let mut polynomial = blocks.pop().unwrap_or_default();
        polynomial.pop();
        polynomial
    }
}

fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % prime;
        }
        base = base * base % prime;
        exponent >>= 1;
    }
    result
}

/// The first primes of [`searched`], since every polynomial needs some.
static FIRST: LazyLock<Vec<u64>> = LazyLock::new(|| searched().take(32).collect());

/// The primes between 2³⁰ and 2³¹, from the largest down, by trial division.
fn searched() -> impl Iterator<Item = u64> {
    let is_prime = |&number: &u64| {
        let mut divisors = (3_u64..)
            .step_by(2)
            .take_while(|divisor| divisor * divisor <= number);
        divisors.all(|divisor| number % divisor != 0)
    };
    (1 << 30..1 << 31).rev().step_by(2).filter(is_prime)
}

/// The primes of [`searched`].
fn primes() -> impl Iterator<Item = u64> {
    FIRST.iter().copied().chain(searched().skip(FIRST.len()))
}

/// Writes words that determine the characteristic polynomial: the size, a bound of the coefficients, and the coefficients modulo
/// enough primes. Equal words therefore prove equal polynomials.
///
/// # Errors
/// If the steps run out. The words so far are a beginning of all words.
pub(super) fn polynomial_words(
    matrix: &Matrix,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    words.extend([matrix.size as u64, matrix.primes() as u64]);
    let work = (matrix.size as u64).pow(3);
    for prime in primes().take(matrix.primes()) {
        steps.take(work)?;
        words.extend(matrix.characteristic(prime));
    }
    Ok(())
}

/// The edges of a graph with indices of this machine.
fn indices(one: &Coloured) -> Vec<[usize; 2]> {
    let edges = one.graph.edges.iter();
    edges
        .map(|edge| edge.map(|vertex| vertex as usize))
        .collect()
}

/// Takes the steps for a dense matrix before it takes memory.
fn dense(one: &Coloured, steps: &mut Steps) -> Result<usize, OutOfSteps> {
    steps.take(u64::from(one.graph.vertices).pow(2))?;
    Ok(one.graph.vertices as usize)
}

/// The characteristic polynomial of the adjacency matrix.
pub(super) fn adjacency_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    let size = dense(one, steps)?;
    polynomial_words(&Matrix::adjacency(size, &indices(one)), words, steps)
}

/// The characteristic polynomial of the Laplacian.
pub(super) fn laplacian_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    let size = dense(one, steps)?;
    polynomial_words(&Matrix::laplacian(size, indices(one)), words, steps)
}

/// The characteristic polynomials of the adjacency matrices of the components, sorted.
pub(super) fn component_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    let mut all = Vec::new();
    for (size, edges) in parts(&one.graph) {
        steps.take((size as u64).pow(2))?;
        let mut polynomial = Vec::new();
        polynomial_words(&Matrix::adjacency(size, &edges), &mut polynomial, steps)?;
        all.push(polynomial);
    }
    all.sort_unstable();
    words.push(all.len() as u64);
    for polynomial in all {
        words.push(polynomial.len() as u64);
        words.extend(polynomial);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coefficients of det(x − A) by the definition, for small matrices.
    fn expanded(matrix: &[Vec<i64>]) -> Vec<i64> {
        // Faddeev–LeVerrier, exact in integers.
        let n = matrix.len();
        let product = |a: &[Vec<i64>], b: &[Vec<i64>]| -> Vec<Vec<i64>> {
            let entry = |i: usize, j: usize| (0..n).map(|k| a[i][k] * b[k][j]).sum();
            (0..n)
                .map(|i| (0..n).map(|j| entry(i, j)).collect())
                .collect()
        };
        let mut coefficients = vec![0; n + 1];
        coefficients[n] = 1;
        let mut m = vec![vec![0; n]; n];
        for k in 1..=n {
            m = product(matrix, &m);
            for (i, row) in m.iter_mut().enumerate() {
                row[i] += coefficients[n - k + 1];
            }
            let am = product(matrix, &m);
            coefficients[n - k] = -(0..n).map(|i| am[i][i]).sum::<i64>() / k as i64;
        }
        coefficients.pop();
        coefficients
    }

    #[test]
    fn polynomials_are_those_of_exact_arithmetic() {
        for n in 0..6 {
            for graph in crate::graph::enumerate::all_graphs(n, &|_| ()) {
                let edges: Vec<[usize; 2]> = graph
                    .edges
                    .iter()
                    .map(|edge| edge.map(|v| v as usize))
                    .collect();
                let size = graph.vertices as usize;
                for matrix in [
                    Matrix::adjacency(size, &edges),
                    Matrix::laplacian(size, edges.clone()),
                ] {
                    let rows: Vec<Vec<i64>> = match size {
                        0 => vec![],
                        _ => matrix.entries.chunks(size).map(<[i64]>::to_vec).collect(),
                    };
                    let exact = expanded(&rows);
                    let bound = matrix.bits.exp2() + 0.5;
                    assert!(exact.iter().all(|&one| (one.abs() as f64) <= bound));
                    let prime = primes().next().unwrap();
                    let reduced: Vec<u64> = exact
                        .iter()
                        .map(|one| one.rem_euclid(prime as i64) as u64)
                        .collect();
                    assert_eq!(matrix.characteristic(prime), reduced);
                }
            }
        }
    }

    #[test]
    fn primes_are_prime() {
        let first: Vec<u64> = primes().take(3).collect();
        assert_eq!(first, [2_147_483_647, 2_147_483_629, 2_147_483_587]);
    }
}
