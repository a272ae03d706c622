//! Distances between diagrams: compared with all possible matchings, and the properties of a metric.

use proptest::prelude::*;
use sublevel::homology::barcode::{Barcodes, Direction};
use sublevel::homology::distance::{Distance, Order, bottleneck, wasserstein};
use sublevel::homology::filtration::Filtration;

use super::engines::multigraph;

type Point = [f32; 2];

/// Difference of coordinates: equal infinities do not differ, NaN differs from every value except itself.
fn gap(x: f32, y: f32) -> f64 {
    match (x.is_nan(), y.is_nan()) {
        (true, true) => 0.0,
        (false, false) if x == y => 0.0,
        (false, false) => (f64::from(x) - f64::from(y)).abs(),
        _ => f64::INFINITY,
    }
}

fn between(p: Point, q: Point) -> f64 {
    gap(p[0], q[0]).max(gap(p[1], q[1]))
}

fn alone(p: Point) -> f64 {
    gap(p[0], p[1]) / 2.0
}

/// The largest cost, the sum of costs and the sum of their squares, each of the optimal matching with costs of at most `max`.
fn brute_force(a: &[Point], b: &[Point], max: f64, taken: &mut Vec<usize>) -> [f64; 3] {
    let join = |cost: f64, [largest, sum, squares]: [f64; 3]| {
        let cost = if cost <= max { cost } else { f64::INFINITY };
        [cost.max(largest), cost + sum, cost * cost + squares]
    };
    let Some((&first, rest)) = a.split_first() else {
        let left = (0..b.len()).filter(|j| !taken.contains(j));
        return left.fold([0.0; 3], |costs, j| join(alone(b[j]), costs));
    };
    let mut best = join(alone(first), brute_force(rest, b, max, taken));
    for j in 0..b.len() {
        if !taken.contains(&j) {
            taken.push(j);
            let costs = join(between(first, b[j]), brute_force(rest, b, max, taken));
            taken.pop();
            for (best, cost) in best.iter_mut().zip(costs) {
                *best = best.min(cost);
            }
        }
    }
    best
}

/// The matching contains each point once, and its cost is the distance.
fn check(distance: &Distance, a: &[Point], b: &[Point], together: fn(&[f64]) -> f64) {
    let (mut in_a, mut in_b) = (vec![], vec![]);
    let mut costs = vec![];
    for pair in &distance.matching {
        let cost = match (pair.a, pair.b) {
            (Some(i), Some(j)) => between(a[i], b[j]),
            (Some(i), None) => alone(a[i]),
            (None, Some(j)) => alone(b[j]),
            (None, None) => panic!("nobody is matched"),
        };
        assert_eq!(pair.cost, cost);
        costs.push(cost);
        in_a.extend(pair.a);
        in_b.extend(pair.b);
    }
    // Squares are added in one rounding with their product.
    assert!(close(distance.value, together(&costs)));
    in_b.sort_unstable();
    assert_eq!(in_a, Vec::from_iter(0..a.len()));
    assert_eq!(in_b, Vec::from_iter(0..b.len()));
}

/// The bottleneck distance and the Wasserstein distances of order 1 and 2.
fn all(a: &[Point], b: &[Point]) -> [f64; 3] {
    let largest = bottleneck(a, b);
    let [sum, root] = [Order::One, Order::Two].map(|order| wasserstein(a, b, order));
    check(&largest, a, b, |costs| {
        costs.iter().copied().fold(0.0, f64::max)
    });
    check(&sum, a, b, |costs| costs.iter().sum());
    check(&root, a, b, |costs| {
        costs.iter().map(|cost| cost * cost).sum::<f64>().sqrt()
    });
    [largest, sum, root].map(|distance| distance.value)
}

/// The vertices, the edges and, in a clique complex, the triangles.
fn simplices(edges: &[[u32; 2]], vertices: usize, cliques: bool) -> Vec<Vec<usize>> {
    let edges = edges.iter().map(|edge| edge.map(|v| v as usize).to_vec());
    let edges: Vec<_> = edges.collect();
    let adjacent = |a, b| edges.iter().any(|edge| *edge == [a, b] || *edge == [b, a]);
    let mut all: Vec<_> = (0..vertices).map(|v| vec![v]).collect();
    for a in 0..if cliques { vertices } else { 0 } {
        for b in (a + 1..vertices).filter(|&b| adjacent(a, b)) {
            let third = (b + 1..vertices).filter(|&c| adjacent(a, c) && adjacent(b, c));
            all.extend(third.map(|c| vec![a, b, c]));
        }
    }
    all.extend(edges);
    all
}

fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        6 => (0..12u8).prop_map(|x| f32::from(x) / 4.0),
        6 => -2.0..2.0f32,
        1 => prop::sample::select(vec![f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN, -0.0, 1e-45]),
    ]
}

fn diagram(points: usize) -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec([coordinate(), coordinate()], 0..=points)
}

/// Finite points on both sides of the diagonal, and two essential ones.
fn finite_diagram(points: usize) -> impl Strategy<Value = Vec<Point>> {
    let coordinate = || prop_oneof![(0..12u8).prop_map(|x| f32::from(x) / 4.0), -2.0..2.0f32];
    let points = prop::collection::vec([coordinate(), coordinate()], 0..=points);
    (points, [coordinate(), coordinate()]).prop_map(|(mut points, births)| {
        points.extend(births.map(|birth| [birth, f32::INFINITY]));
        points
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_matching_is_optimal(a in diagram(5), b in diagram(5)) {
        let [largest, sum, root] = all(&a, &b);
        let expected = brute_force(&a, &b, f64::INFINITY, &mut vec![]);
        prop_assert_eq!(largest, expected[0]);
        // Of the matchings with the smallest largest cost, the one with the smallest sum.
        let costs: f64 = bottleneck(&a, &b).matching.iter().map(|pair| pair.cost).sum();
        let [_, least, _] = brute_force(&a, &b, largest, &mut vec![]);
        prop_assert!(close(costs, least), "{costs} {least}");
        prop_assert!(close(sum, expected[1]), "{} {}", sum, expected[1]);
        prop_assert!(close(root, expected[2].sqrt()), "{} {}", root, expected[2].sqrt());
    }

    #[test]
    fn the_distances_are_metrics(a in finite_diagram(30), b in finite_diagram(30), c in finite_diagram(30)) {
        let (ab, ba, bc, ac) = (all(&a, &b), all(&b, &a), all(&b, &c), all(&a, &c));
        prop_assert_eq!(all(&a, &a), [0.0; 3]);
        prop_assert_eq!(ab[0], ba[0]);
        prop_assert!(close(ab[1], ba[1]) && close(ab[2], ba[2]));
        for (i, ac) in ac.into_iter().enumerate() {
            prop_assert!(ac <= (ab[i] + bc[i]) * (1.0 + 1e-12));
        }
        // Distances of higher order are smaller.
        prop_assert!(ab[0] <= ab[2] * (1.0 + 1e-12) && ab[2] <= ab[1] * (1.0 + 1e-12));
    }

    #[test]
    fn points_on_the_diagonal_do_not_matter(
        a in finite_diagram(10),
        b in finite_diagram(10),
        on in prop::collection::vec(-2.0..2.0f32, 3),
    ) {
        let more: Vec<Point> = a.iter().copied().chain(on.iter().map(|&x| [x, x])).collect();
        let (plain, with) = (all(&a, &b), all(&more, &b));
        prop_assert_eq!(plain[0], with[0]);
        prop_assert!(close(plain[1], with[1]) && close(plain[2], with[2]));
    }

    /// The stability theorems. The bottleneck distance is at most the largest change of a vertex. A Wasserstein distance of all
    /// diagrams together is at most the norm of the changes of vertices, edges and triangles.
    #[test]
    fn diagrams_are_stable(
        (edges, _) in multigraph(30, 60),
        values in prop::collection::vec((-1.0..1.0f32, -0.2..0.2f32), 30),
        cliques: bool,
    ) {
        let f: Vec<f32> = values.iter().map(|(value, _)| *value).collect();
        let g: Vec<f32> = values.iter().map(|(value, change)| value + change).collect();
        let moved = f.iter().zip(&g).map(|(&x, &y)| gap(x, y)).fold(0.0, f64::max);
        let barcodes = |filter: &[f32]| -> Barcodes {
            Filtration { edges: &edges, filter, edge_filter: None, cliques }.barcodes(false).unwrap()
        };
        let (of_f, of_g) = (barcodes(&f), barcodes(&g));
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let diagrams = |barcodes: &Barcodes| barcodes.get(direction).unwrap().diagrams(direction);
            let mut powers = [0.0; 2];
            for (a, b) in diagrams(&of_f).into_iter().zip(diagrams(&of_g)) {
                let [largest, sum, root] = all(&a, &b);
                prop_assert!(largest <= moved * (1.0 + 1e-12));
                powers = [powers[0] + sum, powers[1] + root * root];
            }
            let entry = |filter: &[f32], simplex: &[usize]| {
                let values = simplex.iter().map(|&v| filter[v]);
                match direction {
                    Direction::Sublevel => values.fold(f32::NEG_INFINITY, f32::max),
                    Direction::Superlevel => values.fold(f32::INFINITY, f32::min),
                }
            };
            let changes = simplices(&edges, f.len(), cliques);
            let changes = changes.iter().map(|simplex| gap(entry(&f, simplex), entry(&g, simplex)));
            let bounds = changes.fold([0.0; 2], |[sum, squares], x| [sum + x, squares + x * x]);
            prop_assert!(powers.iter().zip(bounds).all(|(power, bound)| *power <= bound * (1.0 + 1e-12)));
        }
    }
}

#[test]
fn gudhi_computes_the_same_distances() {
    // GUDHI 3.13.0: bottleneck_distance and wasserstein.wasserstein_distance(order=1 and 2, internal_p=inf).
    let never = f32::INFINITY;
    let a = [
        [0.25, 1.5],
        [0.5, 0.75],
        [1.0, 4.0],
        [0.0, never],
        [2.0, never],
        [3.0, 3.5],
    ];
    let b = [
        [0.375, 1.25],
        [1.5, 4.25],
        [0.125, never],
        [1.75, never],
        [0.5, 0.625],
        [2.0, 2.5],
        [2.75, 5.0],
    ];
    assert_eq!(all(&a, &b), [1.125, 2.875, 1.340475661845451]);
    assert_eq!(all(&a, &b[..3]), [f64::INFINITY; 3]);
    let points = |count: u32, [p, q, r, s]: [u32; 4]| -> Vec<Point> {
        let point = |i: u32| {
            let birth = (i * p % q) as f32 / 64.0;
            [birth, birth + (i * r % s + 1) as f32 / 128.0]
        };
        (0..count).map(point).collect()
    };
    let (a, b) = (
        points(100, [37, 101, 53, 97]),
        points(90, [41, 103, 59, 89]),
    );
    let distances = [0.125, 6.02734375, 0.6935216579452025];
    let found = all(&a, &b);
    assert!(
        found.iter().zip(distances).all(|(&x, y)| close(x, y)),
        "{found:?}"
    );
    // Reflection at the diagonal, as in superlevel diagrams, changes no distance.
    let [a, b] = [a, b].map(|points| points.into_iter().map(|[x, y]| [y, x]).collect::<Vec<_>>());
    assert_eq!(all(&a, &b), found);
}

#[test]
fn essential_points_are_matched_in_the_order_of_their_births() {
    let never = f32::INFINITY;
    let a = [[3.0, never], [1.0, never], [0.0, 1.0]];
    let b = [[1.5, never], [0.25, 1.0], [4.0, never]];
    assert_eq!(all(&a, &b), [1.0, 1.75, 1.3125f64.sqrt()]);
    let pairs: Vec<_> = wasserstein(&a, &b, Order::One)
        .matching
        .iter()
        .map(|pair| (pair.a, pair.b))
        .collect();
    assert_eq!(
        pairs,
        [(Some(0), Some(2)), (Some(1), Some(0)), (Some(2), Some(1))]
    );
    // In the superlevel filtration they die at minus infinity, which is a different point.
    assert_eq!(all(&[[0.0, never]], &[[0.0, -never]]), [f64::INFINITY; 3]);
    assert_eq!(all(&[[0.0, -never]], &[[0.5, -never]]), [0.5; 3]);
}

#[test]
fn nan_has_a_defined_order() {
    let nan = f32::NAN;
    assert_eq!(all(&[], &[]), [0.0; 3]);
    assert_eq!(all(&[[nan, nan], [0.0, -0.0]], &[]), [0.0; 3]);
    assert_eq!(all(&[[0.0, nan]], &[[1.0, -nan]]), [1.0; 3]);
    assert_eq!(all(&[[0.0, nan]], &[[0.0, 1.0]]), [f64::INFINITY; 3]);
    let (least, most) = (f32::MIN, f32::MAX);
    assert_eq!(all(&[[least, most]], &[]), [f64::from(most); 3]);
}

#[test]
fn very_large_and_very_small_values_have_their_distances() {
    let all = |a: &[[f64; 2]], b: &[[f64; 2]]| {
        let [sum, root] = [Order::One, Order::Two].map(|order| wasserstein(a, b, order).value);
        [bottleneck(a, b).value, sum, root]
    };
    for (unit, half) in [(1e200, 5e199), (1e-200, 5e-201), (1e154, 5e153)] {
        let [largest, sum, root] = all(&[[0.0, unit]], &[]);
        assert!([largest, sum, root].iter().all(|&value| close(value, half)));
        let two = all(&[[0.0, unit], [unit, 2.0 * unit]], &[]);
        assert!(close(two[2], half * 2f64.sqrt()), "{two:?}");
    }
    // The length exceeds the largest number, and the distance does not.
    assert_eq!(all(&[[-1e308, 1e308]], &[]), [1e308; 3]);
    assert_eq!(all(&[[-1e308, 1e308]], &[[-1e308, 1.5e308]]), [5e307; 3]);
    assert_eq!(
        all(&[[f64::MIN, f64::MAX], [0.0, 1.0]], &[[f64::MIN, f64::MAX]]),
        [0.5; 3]
    );
    // Large values in place of infinity hide no small differences.
    for never in [1e16, 1e200, f64::MAX] {
        assert_eq!(all(&[[0.0, never]], &[[1.0, never]]), [1.0; 3]);
        let a = [[0.0, never], [10.0, never], [2.0, 3.0]];
        let b = [[10.0, never], [0.0, never]];
        assert_eq!(all(&a, &b), [0.5; 3], "{never}");
    }
    let root = all(&[[0.0, 1.0], [2.0, 1e16]], &[[3.0, 9.0], [2.5, 1e16]])[2];
    assert!((root - 9.5f64.sqrt()).abs() < 1e-15);
    // Small bars beside large ones, in the units of the smallest number.
    let least = f64::from_bits(1);
    assert_eq!(
        all(&[[0.0, 2.0 * least], [0.0, 1e300]], &[[0.0, 1e300]]),
        [least; 3]
    );
    assert_eq!(
        all(&[[0.0, 2.0 * least]], &[[0.0, 6.0 * least]])[0],
        3.0 * least
    );
}

#[test]
fn a_distance_serializes_with_its_matching() {
    let distance = bottleneck(&[[0.0, 2.0]], &[[0.5, 2.0], [1.0, 1.5]]);
    assert_eq!(
        serde_json::to_string(&distance).unwrap(),
        r#"{"value":0.5,"matching":[{"a":0,"b":0,"cost":0.5},{"a":null,"b":1,"cost":0.25}]}"#
    );
}
