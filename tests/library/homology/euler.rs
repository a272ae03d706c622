//! Euler characteristics compared with β₀ − β₁ of the engines, and the invariances of the transform.

use proptest::prelude::*;
use sublevel::homology::barcode::Direction;
use sublevel::homology::euler::{Shape, curve, distance};
use sublevel::homology::{Steps, persistence};

use super::engines::multigraph;

const BOTH: [Direction; 2] = [Direction::Sublevel, Direction::Superlevel];

/// χ = β₀ − β₁ at t, where β₁ is the number of loops that the engine has born by then.
fn betti_difference(edges: &[[u32; 2]], filter: &[f32], direction: Direction, t: f32) -> i32 {
    let result = persistence(edges, filter);
    let has_arrived = |value: f32| match direction {
        Direction::Sublevel => value <= t,
        Direction::Superlevel => value >= t || value.is_nan(),
    };
    let steps = Steps::new(&result, filter, direction);
    let arrived = steps.values.iter().rposition(|&value| has_arrived(value));
    let components = arrived.map_or(0, |step| steps.components[step]);
    let loops: u32 = filter
        .iter()
        .zip(&result.loops[direction as usize])
        .filter_map(|(&value, &loops)| has_arrived(value).then_some(loops))
        .sum();
    components as i32 - loops as i32
}

fn ascending(filter: &[f32]) -> Vec<f32> {
    let numbers = filter.iter().copied().filter(|value| !value.is_nan());
    let mut thresholds: Vec<f32> = numbers.flat_map(|value| [value, value + 0.25]).collect();
    thresholds.sort_by(f32::total_cmp);
    thresholds
}

/// A multigraph with vertex positions on a small grid, where many heights are equal.
fn shapes() -> impl Strategy<Value = (Vec<[u32; 2]>, Vec<[f32; 2]>)> {
    multigraph(12, 18).prop_flat_map(|(edges, filter)| {
        let coordinate = (-4i8..=4).prop_map(f32::from);
        let points = prop::collection::vec([coordinate.clone(), coordinate], filter.len());
        (Just(edges), points)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_curve_is_the_difference_of_the_betti_numbers((edges, filter) in multigraph(16, 24)) {
        let thresholds = ascending(&filter);
        for direction in BOTH {
            let values = curve(&edges, &filter, direction, &thresholds);
            for (&t, &value) in thresholds.iter().zip(&values) {
                prop_assert_eq!(value, betti_difference(&edges, &filter, direction, t));
            }
        }
    }

    #[test]
    fn each_direction_of_the_transform_is_the_curve_of_its_heights((edges, points) in shapes()) {
        let shape = Shape::new(&points);
        let thresholds = [-1.0, -0.5, 0.0, 0.5, 1.0];
        for direction in BOTH {
            let transform = shape.transform(&edges, direction, 8, 5);
            for (angle, values) in transform.chunks(5).enumerate() {
                let heights = shape.heights(45.0 * angle as f64);
                prop_assert!(heights.iter().all(|height| height.abs() <= 1.0));
                prop_assert_eq!(values, curve(&edges, &heights, direction, &thresholds));
            }
        }
    }

    #[test]
    fn the_opposite_direction_reverses_sublevel_and_superlevel_sets((edges, points) in shapes()) {
        let shape = Shape::new(&points);
        let [sublevel, superlevel] = BOTH.map(|direction| shape.transform(&edges, direction, 24, 9));
        for angle in 0..24 {
            let values = &sublevel[9 * angle..][..9];
            let mut opposite = superlevel[9 * ((angle + 12) % 24)..][..9].to_vec();
            opposite.reverse();
            prop_assert_eq!(values, opposite);
        }
    }

    #[test]
    fn moving_and_scaling_a_shape_keeps_its_transform((edges, points) in shapes(), by in [-8i8..8, -8i8..8]) {
        let moved: Vec<[f32; 2]> = points
            .iter()
            .map(|[x, y]| [4.0 * (x + f32::from(by[0])), 4.0 * (y + f32::from(by[1]))])
            .collect();
        let [first, second] = [points, moved].map(|points| {
            Shape::new(&points).transform(&edges, Direction::Sublevel, 12, 21)
        });
        prop_assert_eq!(distance(&first, &second), 0.0);
    }

    #[test]
    fn a_quarter_turn_moves_the_transform_by_a_quarter((edges, points) in shapes()) {
        let turned: Vec<[f32; 2]> = points.iter().map(|[x, y]| [-y, *x]).collect();
        let [first, second] = [&points, &turned].map(|points| {
            Shape::new(points).transform(&edges, Direction::Sublevel, 4, 21)
        });
        prop_assert_eq!(&first[..63], &second[21..]);
        prop_assert_eq!(&first[63..], &second[..21]);
    }
}

#[test]
fn equal_heights_stay_equal_in_every_direction_of_a_square() {
    let shape = Shape::new(&[[0.1, 0.1], [0.7, 0.1], [0.7, 0.7], [0.1, 0.7]]);
    for degrees in [0.0, 90.0, 180.0, 270.0] {
        let mut heights = shape.heights(degrees);
        heights.sort_by(f32::total_cmp);
        assert_eq!((heights[0], heights[2]), (heights[1], heights[3]));
        assert!(heights[1] < heights[2]);
    }
    assert_eq!(shape.heights(45.0)[1], shape.heights(45.0)[3]);
}

#[test]
fn one_vertex_and_equal_positions_have_height_zero() {
    for points in [&[[3.0, 4.0]][..], &[[1.0, 2.0]; 3]] {
        let shape = Shape::new(points);
        assert_eq!(shape.heights(33.0), vec![0.0; points.len()]);
        let count = points.len() as i32;
        assert_eq!(
            shape.transform(&[], Direction::Sublevel, 1, 3),
            [0, count, count]
        );
    }
    assert_eq!(
        Shape::new(&[]).transform(&[], Direction::Sublevel, 2, 2),
        [0; 4]
    );
}

#[test]
fn the_distance_is_the_mean_difference() {
    assert_eq!(distance(&[1, 2, -1, 0], &[1, 0, 1, 0]), 1.0);
    assert_eq!(distance(&[], &[]), 0.0);
}
