//! The Euclidean norm, also where its squares leave the range of `f64`.

/// The root of the sum of the squares. Infinite only if it exceeds the largest number or a value is infinite.
pub fn norm(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let squares = |factor: f64| {
        values.clone().fold(0.0f64, |sum, value| {
            let value = value * factor;
            value.mul_add(value, sum)
        })
    };
    let sum = squares(1.0);
    // A square that underflows is too small to change a sum in this range.
    if (1e-280..f64::INFINITY).contains(&sum) {
        return sum.sqrt();
    }
    let largest = values
        .clone()
        .fold(0.0f64, |largest, value| largest.max(value.abs()));
    if largest == 0.0 || largest == f64::INFINITY {
        return largest;
    }
    // The power of two below the largest value: multiplications by powers of two do not round.
    const EXPONENT: u64 = 0x7ff << 52;
    let unit = f64::from_bits(largest.to_bits() & EXPONENT).max(f64::MIN_POSITIVE);
    squares(unit.recip()).sqrt() * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_may_leave_the_range_of_numbers() {
        let of = |values: &[f64]| norm(values.iter().copied());
        assert_eq!(
            (of(&[]), of(&[0.0, -0.0]), of(&[3.0, -4.0])),
            (0.0, 0.0, 5.0)
        );
        for unit in [1e308, 2e154, 1e-154, 1e-200, 4e-320] {
            assert_eq!(of(&[unit, 0.0]), unit);
            let root = of(&[unit, unit]) / unit;
            assert!(
                (root - 2f64.sqrt()).abs() < 1e-3_f64.min(1e-15 + 1e-323 / unit),
                "{unit}: {root}"
            );
        }
        assert_eq!(of(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(of(&[f64::INFINITY, 1e-300]), f64::INFINITY);
    }
}
