//! Complexes of points that grow with the diameter t of discs around them, for display.
//!
//! Points enter at 0. In the Rips complex, an edge enters at the distance of its points, and a triangle with its last edge. The alpha
//! complex is homotopy equivalent to the union of the discs, see [`super::alpha`]. A graph whose edges have values grows in the same
//! way, without triangles.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::Components;
use super::alpha::{AlphaComplex, length};
use super::barcode::Barcode;
use super::filtration::Filtration;
use super::order::canonical_key;
use super::ranks::narrowed;

/// The smallest distance from one point to its farthest one. Beyond it the Rips complex is a cone, and no bar begins or ends.
pub fn enclosing_radius(count: usize, distance: impl Fn(usize, usize) -> f64) -> f64 {
    let mut farthest = vec![0.0f64; count];
    for b in 1..count {
        for a in 0..b {
            let distance = distance(a, b);
            for point in [a, b] {
                farthest[point] = farthest[point].max(distance);
            }
        }
    }
    farthest.into_iter().fold(f64::INFINITY, f64::min)
}

/// The pairs of points whose distance is at most `scale`, with their distances, by the second point and then the first.
pub fn pairs_within(
    count: usize,
    scale: f64,
    distance: &impl Fn(usize, usize) -> f64,
) -> impl Iterator<Item = ([u32; 2], f64)> {
    (1..count)
        .flat_map(move |b| (0..b).map(move |a| ([a as u32, b as u32], distance(a, b))))
        .filter(move |&(_, distance)| distance <= scale)
}

/// A complex of points in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "PointComplex", rename_all = "lowercase")
)]
pub enum Complex {
    /// The alpha complex: the shape of the union of the discs.
    Alpha,
    /// The Rips complex: all triangles of touching discs.
    Rips,
}

/// Sorts edges by their values, then by their ends.
fn sort(edges: &mut [([u32; 2], f32)]) {
    edges.sort_unstable_by_key(|&([a, b], value)| (canonical_key(value), a, b));
}

/// The distances of all pairs of points.
struct Distances {
    points: usize,
    /// A row for each point.
    rows: Vec<f32>,
}

impl Distances {
    fn new(points: &[[f64; 2]]) -> Self {
        let count = points.len();
        let mut rows = vec![0.0; count * count];
        for b in 1..count {
            for a in 0..b {
                let distance = length(points[a], points[b]) as f32;
                rows[a * count + b] = distance;
                rows[b * count + a] = distance;
            }
        }
        Self {
            points: count,
            rows,
        }
    }

    fn row(&self, point: usize) -> &[f32] {
        &self.rows[point * self.points..][..self.points]
    }

    /// As [`enclosing_radius`].
    fn enclosing_radius(&self) -> f32 {
        enclosing_radius(self.points, |a, b| self.row(b)[a].into()) as f32
    }

    /// The largest distance of two points without a third point that is closer to both of them: the longest edge of the relative
    /// neighbourhood graph (Toussaint, 1980).
    ///
    /// In the Rips complex, no component ends and no loop of positive length begins beyond it. A longer edge has a third point whose two
    /// edges enter before. So it joins no components, and the first triangle that contains it enters with it: an apparent pair.
    fn longest_open_edge(&self) -> f32 {
        let mut longest = 0.0;
        for b in 1..self.points {
            let row = self.row(b);
            for (a, &distance) in row[..b].iter().enumerate() {
                let mut others = self.row(a).iter().zip(row);
                if distance > longest && !others.any(|(&x, &y)| x < distance && y < distance) {
                    longest = distance;
                }
            }
        }
        longest
    }

    /// The edges whose distance is at most `scale`, sorted as by [`sort`].
    fn edges_within(&self, scale: f32) -> Vec<([u32; 2], f32)> {
        // Numbers are sorted in half the time of edges: the distance, then the place in the table.
        let mut keys = Vec::new();
        for a in 0..self.points {
            for (b, &distance) in self.row(a).iter().enumerate().skip(a + 1) {
                if distance <= scale {
                    let place = (a * self.points + b) as u64;
                    keys.push(u64::from(canonical_key(distance)) << 32 | place);
                }
            }
        }
        keys.sort_unstable();
        let edge = |key| {
            let place = key as u32 as usize;
            let [a, b] = [place / self.points, place % self.points];
            ([a as u32, b as u32], self.rows[place])
        };
        keys.into_iter().map(edge).collect()
    }
}

/// A growing complex of points and its bars.
#[derive(Clone, Debug, PartialEq)]
pub struct PointFiltration {
    points: u32,
    /// Edges by their points, ascending, in the order of entry.
    edges: Vec<[u32; 2]>,
    /// The diameter at which each edge enters, ascending.
    edge_values: Vec<f32>,
    /// Triangles and their diameters in the order of entry; none: those of three adjacent points, with their last edge.
    triangles: Option<Vec<([u32; 3], f32)>>,
    /// Whether the length of a cycle is the sum of the values of its edges, and not their number.
    has_lengths: bool,
    /// The bars of components and loops, without those of length zero.
    pub barcode: Barcode,
}

/// The largest number of points whose Rips complex has all edges.
const MAX_COMPLETE: usize = 50;

/// The triangles of a complex at one diameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Triangles {
    /// The number of triangles.
    pub count: u64,
    /// Triangles by their points, ascending; not all of them above a limit.
    pub listed: Vec<[u32; 3]>,
}

impl PointFiltration {
    /// A complex of points in the plane.
    ///
    /// # Errors
    /// If the points are too far apart or too close to each other for 32 bits, if a coordinate is too large or too close to 0 for a
    /// triangulation, or if the triangles take too long.
    pub fn new(complex: Complex, points: &[[f64; 2]]) -> Result<Self, String> {
        let [low, high] = [f64::min, f64::max].map(|of| {
            let axis = |axis: usize| points.iter().map(|point| point[axis]).reduce(of);
            [0, 1].map(|index| axis(index).unwrap_or_default())
        });
        let extent = length(low, high);
        // Distances of a millionth of the extent still have all bits of a 32-bit number.
        if extent != 0.0 && !(1e-31..=f64::from(f32::MAX)).contains(&extent) {
            let change = if extent < 1.0 { "multiply" } else { "divide" };
            return Err(format!(
                "the points extend over {extent:e}, and the page computes distances from 1e-31 to 3.4e38: {change} all coordinates by \
                 one number"
            ));
        }
        match complex {
            Complex::Alpha => Self::alpha(points),
            Complex::Rips => Self::rips(points, MAX_COMPLETE),
        }
    }

    fn alpha(points: &[[f64; 2]]) -> Result<Self, String> {
        let complex = AlphaComplex::new(points).map_err(|error| error.to_string())?;
        let (edge_values, triangle_values) = (
            narrowed(&complex.edge_values),
            narrowed(&complex.triangle_values),
        );
        let barcode = complex.barcode(0.0, &edge_values, &triangle_values, false);
        let mut triangles: Vec<_> = complex
            .triangles()
            .iter()
            .copied()
            .zip(triangle_values)
            .collect();
        triangles.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        let mut edges: Vec<_> = complex.edges().iter().copied().zip(edge_values).collect();
        sort(&mut edges);
        Ok(Self::from_parts(
            points.len(),
            edges,
            Some(triangles),
            barcode,
        ))
    }

    /// Up to the enclosing radius, after which no bar begins or ends, or up to twice the end of the last bar, before which the axis of the
    /// page ends. Up to `max_complete` points have all edges, for a complete picture.
    fn rips(points: &[[f64; 2]], max_complete: usize) -> Result<Self, String> {
        let distances = Distances::new(points);
        let (mut scale, largest) = match points.len() <= max_complete {
            true => (f32::INFINITY, f32::INFINITY),
            // Most loops end soon after the last one begins.
            false => (
                3.0 * distances.longest_open_edge(),
                distances.enclosing_radius(),
            ),
        };
        loop {
            let filtration = Self::cliques(points.len(), distances.edges_within(scale))?;
            let needed = match &filtration.barcode.h1_essential[..] {
                [] => 2.0 * filtration.last_death(),
                // No loop begins beyond the scale, but one ends there.
                _ => 2.0 * scale,
            };
            if scale >= needed.min(largest) {
                return Ok(filtration);
            }
            scale = needed.min(largest);
        }
    }

    /// The largest death of a finite bar, or 0.
    fn last_death(&self) -> f32 {
        let Barcode { h0, h1, .. } = &self.barcode;
        let deaths = h0.iter().chain(h1.iter().flatten()).map(|bar| bar.death);
        deaths.fold(0.0, f32::max)
    }

    /// The clique complex of a graph whose edges enter at their values, for example distances. A repeated edge enters at its smallest
    /// value, and an edge from a vertex to itself does not enter.
    ///
    /// # Errors
    /// If an end is no vertex, if a value is negative or not finite, or if the triangles take too long.
    pub fn weighted(points: usize, edges: &[[u32; 2]], values: &[f64]) -> Result<Self, String> {
        let mut first = BTreeMap::new();
        for (&[a, b], &value) in edges.iter().zip(values) {
            if a.max(b) as usize >= points {
                return Err(format!(
                    "the edge {a}–{b} has an end that is no vertex: there are {points} vertices, counted from 0"
                ));
            }
            if !(value >= 0.0 && (value as f32).is_finite()) {
                return Err(format!(
                    "the edge {a}–{b} has the value {value}; expected a finite number that is not negative"
                ));
            }
            if a != b {
                let entry = first.entry([a.min(b), a.max(b)]).or_insert(value as f32);
                *entry = entry.min(value as f32);
            }
        }
        let mut edges: Vec<_> = first.into_iter().collect();
        sort(&mut edges);
        Self::cliques(points, edges)
    }

    /// A graph without repeated edges, whose edges enter at their values and its vertices at those of `filter`, without triangles. The
    /// smaller end of an edge is the first one.
    ///
    /// # Errors
    /// If an end is no vertex, or an edge enters before its ends.
    pub fn of_graph(filter: &[f32], mut edges: Vec<([u32; 2], f32)>) -> Result<Self, String> {
        sort(&mut edges);
        Self::grown(filter, edges, false)
    }

    /// The clique complex of a graph without repeated edges, whose edges enter at their values, in the order of entry.
    fn cliques(points: usize, edges: Vec<([u32; 2], f32)>) -> Result<Self, String> {
        Self::grown(&vec![0.0; points], edges, true)
    }

    /// Such a graph, or its clique complex, whose vertices enter at the values of `filter`.
    fn grown(filter: &[f32], edges: Vec<([u32; 2], f32)>, cliques: bool) -> Result<Self, String> {
        let (ends, values): (Vec<[u32; 2]>, Vec<f32>) = edges.iter().copied().unzip();
        let filtration = Filtration {
            edges: &ends,
            filter,
            edge_filter: Some(&values),
            cliques,
        };
        let barcodes = filtration
            .barcodes(false)
            .map_err(|error| error.to_string())?;
        let triangles = (!cliques).then(Vec::new);
        let own = Self::from_parts(filter.len(), edges, triangles, barcodes.sublevel);
        Ok(Self {
            has_lengths: cliques,
            ..own
        })
    }

    /// `edges` in the order of entry.
    fn from_parts(
        points: usize,
        edges: Vec<([u32; 2], f32)>,
        triangles: Option<Vec<([u32; 3], f32)>>,
        barcode: Barcode,
    ) -> Self {
        let (edges, edge_values) = edges.into_iter().unzip();
        Self {
            points: points as u32,
            edges,
            edge_values,
            triangles,
            has_lengths: true,
            barcode,
        }
    }

    /// Edges by their points, in the order of entry.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The diameter at which each edge enters, ascending.
    pub fn edge_values(&self) -> &[f32] {
        &self.edge_values
    }

    /// The number of edges at the diameter t.
    pub fn edges_at(&self, t: f32) -> usize {
        self.edge_values.partition_point(|&value| value <= t)
    }

    /// The first point of the component of each point at the diameter t.
    pub fn components(&self, t: f32) -> Vec<u32> {
        let mut components = Components::new(self.points);
        for &[a, b] in &self.edges[..self.edges_at(t)] {
            components.join(a, b);
        }
        (0..self.points)
            .map(|point| components.root(point))
            .collect()
    }

    /// The triangles at the diameter t; lists at most `limit` of them.
    pub fn triangles(&self, t: f32, limit: usize) -> Triangles {
        if let Some(triangles) = &self.triangles {
            let count = triangles.partition_point(|&(_, value)| value <= t);
            let listed = triangles[..count.min(limit)].iter();
            return Triangles {
                count: count as u64,
                listed: listed.map(|&(triangle, _)| triangle).collect(),
            };
        }
        let edges = &self.edges[..self.edges_at(t)];
        let words = (self.points as usize).div_ceil(64);
        let mut adjacent = vec![0u64; words * self.points as usize];
        let mut found = Triangles::default();
        // Each triangle is found with its last edge.
        for &[a, b] in edges {
            let row = |point: u32| words * point as usize..words * (point as usize + 1);
            let common = adjacent[row(a)].iter().zip(&adjacent[row(b)]);
            for (word, (x, y)) in (0..).zip(common) {
                let mut bits = x & y;
                found.count += u64::from(bits.count_ones());
                while bits != 0 && found.listed.len() < limit {
                    let mut triangle = [a, b, 64 * word + bits.trailing_zeros()];
                    triangle.sort_unstable();
                    found.listed.push(triangle);
                    bits &= bits - 1;
                }
            }
            for [from, to] in [[a, b], [b, a]] {
                adjacent[words * from as usize + to as usize / 64] |= 1 << (to % 64);
            }
        }
        found
    }

    /// The index of an edge that enters at this value.
    pub fn edge_index(&self, ends: [u32; 2], value: f32) -> Option<usize> {
        let first = self.edge_values.partition_point(|&entry| entry < value);
        let tied = &self.edges[first..self.edges_at(value).max(first)];
        tied.binary_search(&ends).ok().map(|index| first + index)
    }

    /// A shortest cycle through an edge at the diameter at which it enters: its points in order. The length of a cycle is the sum of the
    /// values of its edges. In a graph ([`Self::of_graph`]), it is their number. Empty if the edge is in no cycle.
    pub fn cycle(&self, edge: usize) -> Vec<u32> {
        let Some(&[start, goal]) = self.edges.get(edge) else {
            return Vec::new();
        };
        let mut neighbours = vec![Vec::new(); self.points as usize];
        let entered = self.edges_at(self.edge_values[edge]);
        for (other, (&[a, b], &value)) in self.edges[..entered]
            .iter()
            .zip(&self.edge_values)
            .enumerate()
        {
            if other == edge {
                continue;
            }
            let length = if self.has_lengths { value } else { 1.0 };
            neighbours[a as usize].push((b, length));
            neighbours[b as usize].push((a, length));
        }
        let mut best = vec![f64::INFINITY; self.points as usize];
        let mut from = vec![start; self.points as usize];
        best[start as usize] = 0.0;
        // Sums are not negative, so that their bits have their order.
        let mut next = BinaryHeap::from([Reverse((0u64, start))]);
        while let Some(Reverse((bits, point))) = next.pop() {
            let sum = f64::from_bits(bits);
            if sum > best[point as usize] {
                continue;
            }
            for &(other, length) in &neighbours[point as usize] {
                let longer = sum + f64::from(length);
                if longer < best[other as usize] {
                    best[other as usize] = longer;
                    from[other as usize] = point;
                    next.push(Reverse((longer.to_bits(), other)));
                }
            }
        }
        if best[goal as usize] == f64::INFINITY {
            return Vec::new();
        }
        let mut cycle = vec![goal];
        while cycle[cycle.len() - 1] != start {
            cycle.push(from[cycle[cycle.len() - 1] as usize]);
        }
        cycle
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Points of a small grid: ties, equal, collinear and cocircular points.
    fn clouds() -> impl Strategy<Value = Vec<[f64; 2]>> {
        let coordinate = || (0u8..6).prop_map(f64::from);
        prop::collection::vec([coordinate(), coordinate()], 0..14)
    }

    /// Every complex of the points.
    fn all(points: &[[f64; 2]]) -> [PointFiltration; 2] {
        [Complex::Alpha, Complex::Rips]
            .map(|complex| PointFiltration::new(complex, points).unwrap())
    }

    /// The component of each point, by a search along edges up to t.
    fn searched(filtration: &PointFiltration, t: f32) -> Vec<u32> {
        let mut component: Vec<u32> = (0..filtration.points).collect();
        loop {
            let before = component.clone();
            for (&[a, b], &value) in filtration.edges.iter().zip(&filtration.edge_values) {
                if value <= t {
                    let first = component[a as usize].min(component[b as usize]);
                    component[a as usize] = first;
                    component[b as usize] = first;
                }
            }
            if component == before {
                return component;
            }
        }
    }

    #[test]
    fn weighted_edges_of_distances_are_the_rips_complex() {
        let points = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [0.0, 4.0], [7.0, 1.0]];
        let distance = |a: usize, b: usize| length(points[a], points[b]);
        let (mut edges, mut values): (Vec<[u32; 2]>, Vec<f64>) =
            pairs_within(points.len(), f64::INFINITY, &distance).unzip();
        let rips = PointFiltration::new(Complex::Rips, &points).unwrap();
        assert_eq!(PointFiltration::weighted(5, &edges, &values).unwrap(), rips);
        // The other direction, later, and an edge to itself change nothing.
        edges.extend([[1, 0], [2, 2]]);
        values.extend([9.0, 0.0]);
        assert_eq!(PointFiltration::weighted(5, &edges, &values).unwrap(), rips);
        let square = PointFiltration::weighted(4, &[[0, 1], [1, 2], [2, 3], [3, 0]], &[1.0; 4]);
        let Barcode { h1_essential, .. } = square.unwrap().barcode;
        assert_eq!(
            h1_essential.len(),
            1,
            "a cycle without chords is never filled"
        );
    }

    #[test]
    fn a_graph_with_edge_values_has_no_triangles_and_can_be_negative() {
        // A triangle with a tail. Every vertex enters with its first edge.
        let edges = vec![([0, 1], -2.0), ([1, 2], 1.0), ([0, 2], 3.0), ([2, 3], -5.0)];
        let filter = [-2.0, -2.0, -5.0, -5.0];
        let own = PointFiltration::of_graph(&filter, edges.clone()).unwrap();
        assert_eq!(own.edges(), [[2, 3], [0, 1], [1, 2], [0, 2]]);
        let Barcode {
            h0,
            h0_essential,
            h1,
            h1_essential,
        } = &own.barcode;
        let [component] = &h0[..] else {
            panic!("one component ends")
        };
        assert_eq!((component.birth, component.death), (-2.0, 1.0));
        assert_eq!(component.death_edge, Some([1, 2]));
        assert_eq!(h0_essential[0].birth, -5.0);
        assert_eq!(
            (h1_essential[0].birth, h1_essential[0].birth_edge),
            (3.0, Some([0, 2]))
        );
        assert!(h1.is_none());
        assert_eq!(own.components(0.0), [0, 0, 2, 2]);
        assert_eq!(own.triangles(9.0, 9), Triangles::default());
        assert_eq!(own.cycle(own.edge_index([0, 2], 3.0).unwrap()), [2, 1, 0]);
        let below = PointFiltration::of_graph(&[0.0; 4], edges).unwrap_err();
        assert!(below.contains("below"), "{below}");
    }

    #[test]
    fn weighted_edges_have_vertices_and_values() {
        let problem = |edge, value| PointFiltration::weighted(2, &[edge], &[value]).unwrap_err();
        assert!(problem([0, 2], 1.0).contains("the edge 0–2 has an end that is no vertex"));
        for value in [-1.0, f64::NAN, f64::INFINITY, 1e39] {
            assert!(problem([0, 1], value).contains("not negative"));
        }
        assert_eq!(PointFiltration::weighted(0, &[], &[]).unwrap().points, 0);
    }

    proptest! {
        #[test]
        fn components_are_those_of_a_search_and_of_the_bars(points in clouds(), t in 0u8..30) {
            let t = f32::from(t) / 4.0;
            for filtration in all(&points) {
                let components = filtration.components(t);
                prop_assert_eq!(&components, &searched(&filtration, t));
                let count = (0..).zip(&components).filter(|&(point, &first)| point == first).count();
                let Barcode { h0, h0_essential, .. } = &filtration.barcode;
                prop_assert_eq!(count, h0_essential.len() + h0.iter().filter(|bar| bar.death > t).count());
            }
        }

        #[test]
        fn few_edges_give_the_bars_of_all_edges(points in clouds()) {
            let all = PointFiltration::rips(&points, usize::MAX).unwrap();
            let few = PointFiltration::rips(&points, 0).unwrap();
            prop_assert_eq!(&few.barcode, &all.barcode);
            let shown = all.edges_at(2.0 * few.last_death());
            let enclosed = all.edges_at(Distances::new(&points).enclosing_radius());
            prop_assert!(few.edges.len() >= shown.min(enclosed));
            prop_assert_eq!(&few.edges[..], &all.edges[..few.edges.len()]);
        }

        #[test]
        fn loops_of_the_alpha_complex_satisfy_the_euler_formula(points in clouds(), t in 0u8..30) {
            let t = f32::from(t) / 4.0;
            let filtration = PointFiltration::alpha(&points).unwrap();
            let loops = filtration.barcode.h1.iter().flatten();
            let loops = loops.filter(|bar| bar.birth <= t && t < bar.death).count();
            let components = filtration.components(t);
            let components = (0..).zip(&components).filter(|&(point, &first)| point == first).count();
            let triangles = filtration.triangles(t, 0).count as usize;
            prop_assert_eq!(points.len() + triangles + loops, filtration.edges_at(t) + components);
        }

        #[test]
        fn triangles_of_the_rips_complex_have_three_edges(points in clouds(), t in 0u8..30, limit in 0usize..40) {
            let t = f32::from(t) / 4.0;
            let filtration = PointFiltration::rips(&points, MAX_COMPLETE).unwrap();
            let edges = &filtration.edges[..filtration.edges_at(t)];
            let is_edge = |a, b| edges.contains(&[a, b]);
            let mut expected = Vec::new();
            for a in 0..filtration.points {
                for b in a + 1..filtration.points {
                    for c in b + 1..filtration.points {
                        if is_edge(a, b) && is_edge(a, c) && is_edge(b, c) {
                            expected.push([a, b, c]);
                        }
                    }
                }
            }
            let mut found = filtration.triangles(t, usize::MAX);
            found.listed.sort_unstable();
            prop_assert_eq!(found.count as usize, expected.len());
            prop_assert_eq!(found.listed, expected);
            let some = filtration.triangles(t, limit);
            prop_assert_eq!(some.listed.len(), limit.min(some.count as usize));
        }

        #[test]
        fn a_loop_has_a_cycle_through_its_birth_edge(points in clouds()) {
            for filtration in all(&points) {
                for bar in filtration.barcode.h1.iter().flatten() {
                    let ends = bar.birth_edge.unwrap();
                    let edge = filtration.edge_index(ends, bar.birth).unwrap();
                    prop_assert_eq!(filtration.edges[edge], ends);
                    let cycle = filtration.cycle(edge);
                    prop_assert!(cycle.len() >= 3);
                    prop_assert!(cycle.contains(&ends[0]) && cycle.contains(&ends[1]));
                    for (i, &a) in cycle.iter().enumerate() {
                        let b = cycle[(i + 1) % cycle.len()];
                        let ends = [a.min(b), a.max(b)];
                        prop_assert!(filtration.edges[..filtration.edges_at(bar.birth)].contains(&ends));
                    }
                }
            }
        }
    }

    #[test]
    fn points_beyond_32_bits_are_refused() {
        for complex in [Complex::Alpha, Complex::Rips] {
            let of = |unit: f64| PointFiltration::new(complex, &[[unit, 0.0], [2.0 * unit, 0.0]]);
            for unit in [1e-30, 1.0, 3e38] {
                let death = f64::from(of(unit).unwrap().last_death());
                assert!((death / unit - 1.0).abs() < 1e-6, "{death}");
            }
            assert!(of(1e200).unwrap_err().contains("divide all coordinates"));
            assert!(of(1e-40).unwrap_err().contains("multiply all coordinates"));
        }
    }

    #[test]
    fn the_complexes_differ_at_a_triangle() {
        let points = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.75f64.sqrt()]];
        let [alpha, rips] = all(&points);
        assert_eq!(alpha.barcode.h1.as_ref().unwrap().len(), 1);
        assert!(rips.barcode.h1.as_ref().unwrap().is_empty());
        assert_eq!(alpha.triangles(1.01, 9).count, 0);
        assert_eq!(rips.triangles(1.01, 9).listed, [[0, 1, 2]]);
        assert_eq!(alpha.triangles(1.2, 9).listed, [[0, 1, 2]]);
    }

    #[test]
    fn the_rips_complex_has_the_edges_that_the_bars_need() {
        let circle = (0..60).map(|i| f64::from(i) * std::f64::consts::TAU / 60.0);
        let circle: Vec<[f64; 2]> = circle.map(|angle| [angle.cos(), angle.sin()]).collect();
        let grid: Vec<[f64; 2]> = (0..64).map(|i| [i % 8, i / 8].map(f64::from)).collect();
        // An equilateral triangle of points fills the circle, long after its last open edge. Halves of squares fill the grid.
        for (points, last_death) in [(circle, 3f32.sqrt()), (grid.clone(), 2f32.sqrt())] {
            let few = PointFiltration::rips(&points, 0).unwrap();
            let all = PointFiltration::rips(&points, usize::MAX).unwrap();
            assert_eq!(few.barcode, all.barcode);
            assert!((few.last_death() - last_death).abs() < 1e-6);
        }
        let few = PointFiltration::rips(&grid, 0).unwrap();
        assert_eq!(few.edge_values.last(), Some(&3.0));
    }

    #[test]
    fn a_cycle_is_the_shortest_one() {
        // A square with a detour: the edge 0–3 closes the square, not the longer cycle.
        let mut edges = vec![
            ([0, 1], 1.0),
            ([1, 2], 1.0),
            ([1, 4], 2.0),
            ([2, 4], 2.0),
            ([2, 3], 1.0),
            ([0, 3], 3.0),
        ];
        sort(&mut edges);
        let filtration = PointFiltration::cliques(5, edges).unwrap();
        let edge = filtration.edge_index([0, 3], 3.0).unwrap();
        assert_eq!(filtration.cycle(edge), [3, 2, 1, 0]);
        assert_eq!(filtration.cycle(0), [0; 0]);
        assert_eq!(filtration.edge_index([0, 3], 1.0), None);
    }
}
