//! Eigenvalues of symmetric matrices, for display only. Equality of spectra is decided exactly, see `spectrum`.

/// The eigenvalues of a symmetric matrix, row by row, ascending: the cyclic method of Jacobi. They are rounded to multiples of 10⁻⁹.
pub(super) fn eigenvalues(mut matrix: Vec<f64>, size: usize) -> Vec<f64> {
    /// The method converges quadratically. More sweeps change nothing.
    const SWEEPS: usize = 50;

    for _ in 0..SWEEPS {
        let outside: f64 = (0..size)
            .flat_map(|i| (0..i).map(move |j| [i, j]))
            .map(|[i, j]| matrix[i * size + j].powi(2))
            .sum();
        if outside < 1e-22 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut matrix, size, p, q);
            }
        }
    }
    // The sum with zero turns −0 into 0.
    let rounded = |value: f64| (value * 1e9).round() / 1e9 + 0.0;
    let mut values: Vec<f64> = (0..size).map(|i| rounded(matrix[i * size + i])).collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The rotation of two coordinates that makes their entry zero.
fn rotate(matrix: &mut [f64], size: usize, p: usize, q: usize) {
    let entry = matrix[p * size + q];
    if entry == 0.0 {
        return;
    }
    let theta = (matrix[q * size + q] - matrix[p * size + p]) / (2.0 * entry);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let t = if theta == 0.0 { 1.0 } else { t };
    let cosine = 1.0 / (t * t + 1.0).sqrt();
    let sine = t * cosine;
    for k in 0..size {
        let (a, b) = (matrix[k * size + p], matrix[k * size + q]);
        matrix[k * size + p] = cosine * a - sine * b;
        matrix[k * size + q] = sine * a + cosine * b;
    }
    for k in 0..size {
        let (a, b) = (matrix[p * size + k], matrix[q * size + k]);
        matrix[p * size + k] = cosine * a - sine * b;
        matrix[q * size + k] = sine * a + cosine * b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_has_the_known_eigenvalues() {
        for n in 3..40_usize {
            let mut matrix = vec![0.0; n * n];
            for v in 0..n {
                matrix[v * n + (v + 1) % n] = 1.0;
                matrix[(v + 1) % n * n + v] = 1.0;
            }
            let mut expected: Vec<f64> = (0..n)
                .map(|k| 2.0 * (std::f64::consts::TAU * k as f64 / n as f64).cos())
                .collect();
            expected.sort_by(f64::total_cmp);
            let found = eigenvalues(matrix, n);
            assert!(
                found
                    .iter()
                    .zip(&expected)
                    .all(|(a, b)| (a - b).abs() < 1e-9),
                "{n}"
            );
            assert!(
                found
                    .iter()
                    .all(|value| *value == 0.0 || value.abs() > 1e-3),
                "{n}"
            );
        }
        assert!(eigenvalues(vec![], 0).is_empty());
    }
}
