//! Comparison of two models on the same splits of a data set.

use super::variance;

/// The mean of values of several splits, one value each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampled {
    pub mean: f64,
    /// Sample standard deviation of the values.
    pub std: f64,
    /// The 95 % interval of the mean.
    pub interval: [f64; 2],
    /// The two-sided p-value of the mean 0.
    pub p: f64,
}

/// The corrected resampled t-test: a one-sample t-test whose variance has the factor 1/J + n_test/n_train over J splits. The training
/// parts of the splits overlap, so the values vary less than those of independent samples, and the factor 1/J alone is too small
/// (Nadeau and Bengio, *Inference for the generalization error*, Machine Learning 52, 2003).
///
/// `None` for fewer than two values, for equal values up to rounding, and for values or sizes that are not finite.
pub fn resampled(values: &[f64], test_per_train: f64) -> Option<Resampled> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let std = variance(values).sqrt();
    let largest = values.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let error = std * (1.0 / count + test_per_train).sqrt();
    // NaN fails the first comparison.
    if !(std > ROUNDING * largest && error.is_finite()) {
        return None;
    }
    let freedom = values.len() as u32 - 1;
    let margin = student_95(freedom) * error;
    Some(Resampled {
        mean,
        std,
        interval: [mean - margin, mean + margin],
        p: student_p(mean / error, freedom),
    })
}

/// Relative differences below this one are rounding errors of sums.
const ROUNDING: f64 = 1e-12;

/// The first values minus the second. A difference that is only a rounding error is 0.
pub fn differences(first: &[f64], second: &[f64]) -> Vec<f64> {
    let difference = |(a, b): (&f64, &f64)| match (a - b).abs() <= ROUNDING * a.abs().max(b.abs()) {
        true => 0.0,
        false => a - b,
    };
    first.iter().zip(second).map(difference).collect()
}

/// The two-sided p-value of Student's t. For whole degrees of freedom, the distribution is a finite sum (Abramowitz and Stegun,
/// 26.7.3 and 26.7.4), so no incomplete beta function is necessary.
fn student_p(t: f64, freedom: u32) -> f64 {
    let angle = (t.abs() / f64::from(freedom).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = freedom % 2 == 1;
    let (mut term, mut sum) = (if is_odd { cosine } else { 1.0 }, 0.0);
    for step in 0..freedom / 2 {
        sum += term;
        let next = f64::from(2 * step + 1 + u32::from(is_odd));
        term *= cosine * cosine * next / (next + 1.0);
    }
    let inside = match is_odd {
        true => (angle + sine * sum) * std::f64::consts::FRAC_2_PI,
        false => sine * sum,
    };
    // The difference has no more digits. A larger p claims less.
    (1.0 - inside).max(1e-15)
}

/// The value that Student's |t| exceeds with probability 5 %.
fn student_95(freedom: u32) -> f64 {
    // One degree of freedom has the largest, 12.7.
    let [mut low, mut high] = [0.0, 13.0];
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match student_p(middle, freedom) > 0.05 {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

/// McNemar's exact test of two models on the same graphs, from the numbers of graphs that only the first or only the second model
/// classifies correctly: the two-sided binomial p-value.
pub fn mcnemar(only_first: u32, only_second: u32) -> f64 {
    let [fewer, all] = [only_first.min(only_second), only_first + only_second];
    let binomial = (1..=fewer).map(|i| (f64::from(all - fewer + i) / f64::from(i)).ln());
    // The probability of `fewer`, then those of smaller numbers. The power of two alone would be 0 for 1075 graphs and more.
    let mut term = (binomial.sum::<f64>() - f64::from(all) * std::f64::consts::LN_2).exp();
    let mut tail = 0.0;
    for number in (0..=fewer).rev() {
        tail += term;
        term *= f64::from(number) / f64::from(all - number + 1);
    }
    (2.0 * tail).min(1.0)
}

/// p-values of several tests, adjusted so that those up to α contain any false one with a probability of at most α, also if the
/// tests depend on each other (Holm, 1979).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_unstable_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut most = 0.0_f64;
    let mut adjusted = vec![1.0; p.len()];
    for (smaller, &place) in order.iter().enumerate() {
        most = most.max(p[place] * (p.len() - smaller) as f64).min(1.0);
        adjusted[place] = most;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 1e-12,
            "{found}, expected {expected}"
        );
    }

    // [2 * scipy.stats.t.sf(t, nu) for t in (0.1, 1, 2.5, 6)] + [scipy.stats.t.ppf(0.975, nu)], with SciPy 1.17.1.
    #[test]
    fn students_distribution_is_that_of_scipy() {
        for (freedom, expected) in [
            (
                1,
                [
                    0.936548965138893,
                    0.5000000000000001,
                    0.24223788318168682,
                    0.10513691342250688,
                    12.706204736174694,
                ],
            ),
            (
                2,
                [
                    0.9294654384141402,
                    0.4226497308103742,
                    0.12961172022151082,
                    0.02667147321542477,
                    4.302652729749462,
                ],
            ),
            (
                3,
                [
                    0.9266523488008059,
                    0.3910022189557705,
                    0.08770664700806556,
                    0.009272714892284666,
                    3.1824463052837078,
                ],
            ),
            (
                10,
                [
                    0.9223207185644082,
                    0.34089313230206,
                    0.03144684423660882,
                    0.00013210886035478557,
                    2.228138851986274,
                ],
            ),
            (
                99,
                [
                    0.9205465507375823,
                    0.3197484741393014,
                    0.014062596921149069,
                    3.2459161123455424e-08,
                    1.9842169515864174,
                ],
            ),
        ] {
            for (t, expected) in [0.1, 1.0, 2.5, 6.0].into_iter().zip(expected) {
                close(student_p(t, freedom), expected);
                close(student_p(-t, freedom), expected);
            }
            close(student_95(freedom), expected[4]);
        }
        // An upper bound in place of 0.
        assert_eq!(student_p(f64::INFINITY, 10), 1e-15);
    }

    /// The differences of *Statistical comparison of models using grid search* in the documentation of scikit-learn: ROC AUC of two
    /// support vector machines over ten repetitions of ten folds of 100 samples. Every fold tests five samples of each class, so its
    /// AUC is a multiple of 1/25. The documentation prints t = 0.750, the one-sided p = 0.227 and the interval -0.016445 to 0.036445;
    /// the digits here are of the same program with scikit-learn 1.9.1.
    #[test]
    fn the_example_of_scikit_learn_has_its_published_result() {
        let counts = [
            -1, -3, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, -1, 0, 0, 0, 0, -1, -1, 1, -2, 0, 1, 1,
            1, 0, 0, -1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 1, 1, 0, 1,
            -1, 2, 0, 0, 0, 0, 0, 5, -1, 0, 1, 0, 0, 0, 0, 1, 1, 2, 0, 1, 0, -1, 0, 0, 1, -2, 1, 0,
            1, 0, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0, 1, 2, 0, 0,
        ];
        let values = counts.map(|count| f64::from(count) / 25.0);
        let found = resampled(&values, 10.0 / 90.0).unwrap();
        close(found.mean, 0.01);
        close(found.std, 0.03829708431025352);
        close(found.p, 0.454845942026733);
        assert!((found.interval[0] - -0.016445).abs() < 1e-6);
        assert!((found.interval[1] - 0.036445).abs() < 1e-6);
    }

    #[test]
    fn values_without_variance_have_no_test() {
        let values = [0.3 - 0.2, 0.2 - 0.1, 0.1];
        assert!(variance(&values) > 0.0);
        for values in [&values[..], &[0.0; 5], &[0.1], &[]] {
            assert_eq!(resampled(values, 0.1), None, "{values:?}");
        }
        for value in [f64::NAN, f64::INFINITY] {
            assert_eq!(resampled(&[0.1, 0.2, value], 0.1), None);
        }
        assert_eq!(resampled(&[0.1, 0.2, 0.3], f64::INFINITY), None);
        // The same mean in another order of summation.
        let [first, second] = [(0.1 + 0.2) + 0.3, 0.1 + (0.2 + 0.3)];
        assert_ne!(first, second);
        assert_eq!(differences(&[first, 0.5], &[second, 0.25]), [0.0, 0.25]);
    }

    // 12 and 2: two media for the tubercle bacillus, Armitage and Berry, *Statistical Methods in Medical Research*, 1994, p. 127, with
    // the p-value 0.0129 in the manual of StatsDirect. All: scipy.stats.binomtest(first, first + second).pvalue, with SciPy 1.17.1.
    #[test]
    fn mcnemars_exact_test_is_the_binomial_test_of_scipy() {
        for (first, second, expected) in [
            (12, 2, 0.012939453125),
            (1, 7, 0.0703125),
            (3, 0, 0.25),
            (5, 5, 1.0),
            (0, 0, 1.0),
            (45, 32, 0.17106097355391153),
            (700, 500, 8.535366081034316e-09),
        ] {
            close(mcnemar(first, second), expected);
            close(mcnemar(second, first), expected);
        }
        let tiny = mcnemar(2000, 1500) / 2.942363832253349e-17;
        assert!((tiny - 1.0).abs() < 1e-9, "{tiny}");
    }

    // statsmodels.stats.multitest.multipletests(p, method="holm"), with statsmodels 0.15.0.
    #[test]
    fn adjusted_values_are_those_of_statsmodels() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in found.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            close(found, expected);
        }
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
