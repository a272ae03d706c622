//! Alpha complexes of points in the plane: the Delaunay triangulation, filtered by the union of growing discs.
//!
//! A simplex enters at the smallest diameter t at which the discs of diameter t around its points, each cut to the Voronoi cell of its
//! point, have a common point. The complex is homotopy equivalent to the union of the discs (Edelsbrunner and Harer, Computational
//! Topology, III.4).

use robust::{Coord, incircle, orient2d};
use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation, validate_vertex};

use super::barcode::{Barcode, EssentialBar, FiniteBar};
use super::order::canonical_key;
use super::ranks::{Ranks, key};
use super::union_find::root;
use super::{Components, HomologyError};

/// The alpha complex of points in the plane. Points are vertices that enter at 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AlphaComplex {
    points: usize,
    /// Edges by their points, ascending.
    edges: Vec<[u32; 2]>,
    /// The diameter at which each edge enters.
    pub edge_values: Vec<f64>,
    /// Triangles by their points, ascending.
    triangles: Vec<[u32; 3]>,
    /// The diameter at which each triangle enters.
    pub triangle_values: Vec<f64>,
    /// The triangles on both sides of each edge; none: the outer face.
    sides: Vec<[Option<u32>; 2]>,
}

struct Vertex {
    position: Point2<f64>,
    point: u32,
}

impl Vertex {
    fn of(points: &[[f64; 2]], point: u32) -> Self {
        let [x, y] = points[point as usize];
        // −0 becomes 0.
        let position = Point2::new(x + 0.0, y + 0.0);
        Self { position, point }
    }
}

impl HasPosition for Vertex {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.position
    }
}

fn coord([x, y]: [f64; 2]) -> Coord<f64> {
    Coord { x, y }
}

/// The Euclidean distance of two points.
pub(super) fn length(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Whether c is inside the circle with the diameter ab (negative), on it (0) or outside (positive).
fn beside_diameter(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (a[0] - c[0]) * (b[0] - c[0]) + (a[1] - c[1]) * (b[1] - c[1])
}

/// Positions of the points along strips of the plane, up and down in turn. The search for the triangle of a point starts at the point
/// before it, so that it takes few steps in this order.
fn along_strips(points: &[[f64; 2]]) -> Vec<f32> {
    let extent = |axis: usize| {
        let ends = [f64::min, f64::max].map(|of| points.iter().map(|point| point[axis]).reduce(of));
        let [low, high] = ends.map(Option::unwrap_or_default);
        (low, (high - low).max(f64::MIN_POSITIVE))
    };
    let ((left, width), (bottom, height)) = (extent(0), extent(1));
    let strips = (points.len() as f64 / 2.0).sqrt().ceil();
    let position = |&[x, y]: &[f64; 2]| {
        let strip = (strips * (x - left) / width).floor();
        let up = (y - bottom) / height;
        (strip + if strip % 2.0 == 0.0 { up } else { 1.0 - up }) as f32
    };
    points.iter().map(position).collect()
}

/// The indices of values, ascending by value and then by index.
fn by_value(values: &[f32]) -> Vec<u32> {
    // The key of the value, followed by the index: a sort without a look at the values.
    let key =
        |(&value, index): (&f32, u32)| u64::from(canonical_key(value)) << 32 | u64::from(index);
    let mut keys: Vec<u64> = values.iter().zip(0..).map(key).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| key as u32).collect()
}

/// Moves a point to the front that is not on the line of the first two different points. False if all points are on one line.
///
/// As long as all points of the triangulation are on one line, each insertion sorts them.
fn put_triangle_first(order: &mut [u32], points: &[[f64; 2]]) -> bool {
    let at = |point: u32| points[point as usize];
    let Some(&first) = order.first() else {
        return false;
    };
    let Some(second) = order.iter().position(|&point| at(point) != at(first)) else {
        return false;
    };
    let [a, b] = [first, order[second]].map(|point| coord(at(point)));
    let is_beside = |&point: &u32| orient2d(a, b, coord(at(point))) != 0.0;
    match order[second..].iter().position(is_beside) {
        Some(third) => {
            order[second + 1..=second + third].rotate_right(1);
            true
        }
        None => false,
    }
}

fn refused(points: &[[f64; 2]], point: u32) -> HomologyError {
    HomologyError::Coordinates {
        point: point as usize,
        coordinates: points[point as usize],
    }
}

/// Checks that the triangulation takes the coordinates of these points.
///
/// # Errors
/// If one is too large or too close to 0.
pub fn check_coordinates(points: &[[f64; 2]]) -> Result<(), HomologyError> {
    (0..points.len() as u32).try_for_each(|point| {
        validate_vertex(&Vertex::of(points, point)).map_err(|_| refused(points, point))
    })
}

impl AlphaComplex {
    /// The complex of these points. Equal points are joined at 0.
    ///
    /// # Errors
    /// If a coordinate is too large or too close to 0 for the triangulation.
    pub fn new(points: &[[f64; 2]]) -> Result<Self, HomologyError> {
        check_coordinates(points)?;
        let mut order = by_value(&along_strips(points));
        if !put_triangle_first(&mut order, points) {
            return Ok(Self::along_line(points));
        }
        // Fewer than three edges and two triangles per point, and the outer face.
        let count = points.len();
        let mut delaunay =
            DelaunayTriangulation::<Vertex>::with_capacity(count, 3 * count, 2 * count + 1);
        let mut complex = Self {
            points: count,
            ..Self::default()
        };
        let mut first = vec![u32::MAX; points.len()];
        for point in order {
            let before = delaunay.num_vertices();
            let inserted = delaunay
                .insert(Vertex::of(points, point))
                .map_err(|_| refused(points, point))?;
            if delaunay.num_vertices() > before {
                first[inserted.index()] = point;
            } else {
                let own = first[inserted.index()];
                delaunay.vertex_data_mut(inserted).point = own;
                complex.add_edge([own, point], [None, None], 0.0);
            }
        }
        complex.add_triangles(&delaunay, points);
        Ok(complex)
    }

    /// The complex of points on one line: each point is joined to the next one.
    fn along_line(points: &[[f64; 2]]) -> Self {
        let mut complex = Self {
            points: points.len(),
            ..Self::default()
        };
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        order.sort_unstable_by_key(|&point| (points[point as usize].map(key), point));
        for pair in order.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let value = length(points[a as usize], points[b as usize]);
            complex.add_edge([a, b], [None, None], value);
        }
        complex
    }

    /// Edges by their points, ascending; `edge_values` has their diameters.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// Triangles by their points, ascending; `triangle_values` has their diameters.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Values of the points and of the edges under which the edges enter in the order of the complex, from the ranks of the diameters of the
    /// edges. The values of edges are all different.
    pub fn filtration(&self, edges: &[f32]) -> [Vec<f32>; 2] {
        let mut places = vec![0.0; edges.len()];
        for (place, edge) in (1..).zip(by_value(edges)) {
            places[edge as usize] = f64::from(place);
        }
        Ranks::new([&vec![0.0; self.points], &places]).1
    }

    fn add_edge(&mut self, mut ends: [u32; 2], sides: [Option<u32>; 2], value: f64) {
        ends.sort_unstable();
        self.edges.push(ends);
        self.edge_values.push(value);
        self.sides.push(sides);
    }

    fn add_triangles(&mut self, delaunay: &DelaunayTriangulation<Vertex>, points: &[[f64; 2]]) {
        let at = |point: u32| points[point as usize];
        let lengths: Vec<f64> = delaunay
            .undirected_edges()
            .map(|edge| {
                let [a, b] = edge.vertices().map(|vertex| at(vertex.data().point));
                length(a, b)
            })
            .collect();
        let mut numbers = vec![None; delaunay.num_all_faces()];
        let mut is_exact = Vec::new();
        for face in delaunay.inner_faces() {
            numbers[face.fix().index()] = Some(self.triangles.len() as u32);
            // Each corner with the length of the opposite side.
            let [ab, bc, ca] = face.adjacent_edges();
            let mut corners = [(ab, bc), (bc, ca), (ca, ab)].map(|(from, opposite)| {
                let opposite = opposite.as_undirected().fix().index();
                (from.from().data().point, lengths[opposite])
            });
            corners.sort_unstable_by_key(|&(point, _)| point);
            let ends = corners.map(|(point, _)| point);
            let [a, b, c] = ends.map(at);
            let [bc, ca, ab] = corners.map(|(_, opposite)| opposite);
            let doubled_area = orient2d(coord(a), coord(b), coord(c)).abs();
            // The diameter of the circumcircle. That of a right triangle is its longest side, without rounding.
            let right = [[a, b, c], [b, c, a], [c, a, b]]
                .into_iter()
                .find(|&[a, b, c]| beside_diameter(a, b, c) == 0.0);
            let diameter = match right {
                Some([a, b, _]) => length(a, b),
                None => ab * bc * ca / doubled_area,
            };
            is_exact.push(right.is_some());
            self.triangles.push(ends);
            self.triangle_values.push(diameter);
        }
        self.join_cocircular(delaunay, points, &numbers, &mut is_exact);
        for edge in delaunay.undirected_edges() {
            let half = edge.as_directed();
            let ends = half.vertices().map(|vertex| vertex.data().point);
            let [a, b] = ends.map(at);
            let mut value = lengths[edge.fix().index()];
            let mut sides = [None, None];
            let mut later = f64::INFINITY;
            let mut is_covered = false;
            for (side, half) in sides.iter_mut().zip([half, half.rev()]) {
                *side = numbers[half.face().fix().index()];
                let (Some(triangle), Some(opposite)) = (*side, half.opposite_vertex()) else {
                    continue;
                };
                let entry = &mut self.triangle_values[triangle as usize];
                if beside_diameter(a, b, at(opposite.data().point)) < 0.0 {
                    is_covered = true;
                } else {
                    // Rounding can leave a triangle below its longest side.
                    *entry = entry.max(value);
                }
                later = later.min(*entry);
            }
            // A point inside the smallest circle through both ends: the edge enters with a triangle.
            if is_covered {
                value = later;
            }
            self.add_edge(ends, sides, value);
        }
    }

    /// Gives neighbouring triangles with one circumcircle the same value, so that rounding creates no bars between them. If possible, it is
    /// that of a right triangle, or the distance of a corner to the opposite point of the circle.
    fn join_cocircular(
        &mut self,
        delaunay: &DelaunayTriangulation<Vertex>,
        points: &[[f64; 2]],
        numbers: &[Option<u32>],
        is_exact: &mut [bool],
    ) {
        let at = |point: u32| coord(points[point as usize]);
        let mut groups: Vec<u32> = (0..self.triangles.len() as u32).collect();
        for edge in delaunay.undirected_edges() {
            let half = edge.as_directed();
            let faces = [half, half.rev()].map(|half| numbers[half.face().fix().index()]);
            let ([Some(one), Some(other)], Some(opposite)) = (faces, half.rev().opposite_vertex())
            else {
                continue;
            };
            let [a, b, c] = self.triangles[one as usize].map(at);
            if incircle(a, b, c, at(opposite.data().point)) == 0.0 {
                let (one, other) = (root(&mut groups, one), root(&mut groups, other));
                let (joined, chosen) = if is_exact[one as usize] {
                    (other, one)
                } else {
                    (one, other)
                };
                groups[joined as usize] = chosen;
            }
        }
        for triangle in 0..self.triangles.len() {
            let chosen = root(&mut groups, triangle as u32) as usize;
            if chosen != triangle
                && !is_exact[chosen]
                && let Some(diameter) = self.diameter_between(chosen, triangle, points)
            {
                self.triangle_values[chosen] = diameter;
                is_exact[chosen] = true;
            }
        }
        for triangle in 0..self.triangles.len() {
            let chosen = root(&mut groups, triangle as u32);
            self.triangle_values[triangle] = self.triangle_values[chosen as usize];
        }
    }

    /// The diameter from a corner of one triangle to a corner of another one with the same circumcircle, if these corners are opposite.
    fn diameter_between(&self, one: usize, other: usize, points: &[[f64; 2]]) -> Option<f64> {
        let [corners, opposite] =
            [one, other].map(|triangle| self.triangles[triangle].map(|at| points[at as usize]));
        let [a, b, c] = corners;
        // The angle at a third point of the circle is right.
        [(a, b), (b, c), (c, a)]
            .into_iter()
            .flat_map(|(corner, third)| opposite.map(|point| (corner, point, third)))
            .find(|&(corner, point, third)| {
                point != third && beside_diameter(corner, point, third) == 0.0
            })
            .map(|(corner, point, _)| length(corner, point))
    }

    /// The barcode of the complex with ranks of its values instead of the values: those of a vertex, the edges and the triangles. Ties are
    /// broken by dimension and index.
    pub fn barcode(
        &self,
        vertex: f32,
        edges: &[f32],
        triangles: &[f32],
        keep_zero: bool,
    ) -> Barcode {
        let order = by_value(edges);
        let mut barcode = Barcode::default();
        let mut loops = Vec::new();
        let is_kept = |bar: &FiniteBar| keep_zero || !bar.is_zero_length();

        let mut components = Components::new(self.points as u32);
        let mut closes = Vec::new();
        for &edge in &order {
            let [a, b] = self.edges[edge as usize];
            let Some(younger) = components.join(a, b) else {
                closes.push(edge);
                continue;
            };
            let bar = FiniteBar {
                birth: vertex,
                death: edges[edge as usize],
                birth_vertex: Some(younger),
                death_edge: Some(self.edges[edge as usize]),
                ..FiniteBar::default()
            };
            if is_kept(&bar) {
                barcode.h0.push(bar);
            }
        }
        barcode.h0_essential = (0..self.points as u32)
            .filter(|&point| components.root(point) == point)
            .map(|point| EssentialBar {
                birth: vertex,
                birth_vertex: Some(point),
                birth_edge: None,
            })
            .collect();

        // By Alexander duality: in the opposite order, an edge that closes a loop joins two faces. The loop ends with the face that enters
        // earlier; the outer face never enters.
        let mut place = vec![0; triangles.len()];
        for (number, triangle) in by_value(triangles).into_iter().enumerate() {
            place[triangle as usize] = number;
        }
        let outer = triangles.len() as u32;
        let mut faces: Vec<u32> = (0..=outer).collect();
        for &edge in closes.iter().rev() {
            let [a, b] =
                self.sides[edge as usize].map(|side| root(&mut faces, side.unwrap_or(outer)));
            let later = |face: u32| place.get(face as usize).copied().unwrap_or(usize::MAX);
            let (ended, rest) = if later(a) < later(b) { (a, b) } else { (b, a) };
            faces[ended as usize] = rest;
            let bar = FiniteBar {
                birth: edges[edge as usize],
                death: triangles[ended as usize],
                birth_edge: Some(self.edges[edge as usize]),
                death_triangle: Some(self.triangles[ended as usize]),
                ..FiniteBar::default()
            };
            if is_kept(&bar) {
                loops.push(bar);
            }
        }
        barcode.h1 = Some(loops);
        barcode.sort();
        barcode
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homology::ranks::Ranks;

    /// The bars (birth, death) of components and loops that end.
    fn bars(points: &[[f64; 2]]) -> [Vec<[f64; 2]>; 2] {
        let complex = AlphaComplex::new(points).unwrap();
        let (ranks, [vertex, edges, triangles]) =
            Ranks::new([&[0.0][..], &complex.edge_values, &complex.triangle_values]);
        let barcode = complex.barcode(vertex[0], &edges, &triangles, false);
        assert!(barcode.h1_essential.is_empty());
        [barcode.h0, barcode.h1.unwrap()].map(|bars| {
            bars.iter()
                .map(|bar| [bar.birth, bar.death].map(|rank| ranks.value(rank)))
                .collect()
        })
    }

    #[test]
    fn discs_around_three_points_close_a_loop_before_they_cover_it() {
        // An equilateral triangle: discs touch at diameter 1 and have a common point at the diameter of the circumcircle.
        let [h0, h1] = bars(&[[0.0, 0.0], [1.0, 0.0], [0.5, 0.75f64.sqrt()]]);
        assert_eq!(h0.len(), 2);
        let [[birth, death]] = h1[..] else {
            panic!("{h1:?}")
        };
        assert!((birth - 1.0).abs() < 1e-15 && (death - 2.0 / 3f64.sqrt()).abs() < 1e-15);
        // A right triangle is covered as soon as its longest side enters.
        assert_eq!(
            bars(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])[1],
            [[0.0; 2]; 0]
        );
    }

    #[test]
    fn ties_create_no_bars() {
        // A square: its two triangles have one circumcircle.
        let square = bars(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(square[1], [[1.0, 2f64.sqrt()]]);
        // Ten cocircular points.
        let circle = [
            [5, 0],
            [4, 3],
            [3, 4],
            [-3, 4],
            [-4, 3],
            [-5, 0],
            [-4, -3],
            [0, -5],
            [3, -4],
            [4, -3],
        ];
        let [_, h1] = bars(&circle.map(|point| point.map(f64::from)));
        assert_eq!(h1.len(), 1, "{h1:?}");
        assert_eq!(h1[0][1], 10.0);
    }

    #[test]
    fn equal_and_collinear_points_have_components_only() {
        let [h0, h1] = bars(&[[0.0, 0.0], [2.0, 2.0], [0.0, 0.0], [1.0, 1.0]]);
        assert_eq!((h0, h1), (vec![[0.0, 2f64.sqrt()]; 2], vec![]));
        assert!(bars(&[[1.0, 2.0]]).concat().is_empty());
        assert!(bars(&[]).concat().is_empty());
    }

    #[test]
    fn many_points_on_a_line_take_as_long_as_others() {
        // A quadratic number of steps would take minutes.
        let count = 100_000;
        let place = |i: u32| f64::from(i * 7919 % count);
        for slope in [0.0, 1.0, 0.25] {
            let mut points: Vec<[f64; 2]> =
                (0..count).map(|i| [place(i), slope * place(i)]).collect();
            let near = 1f64.hypot(slope);
            assert_eq!(
                bars(&points),
                [vec![[0.0, near]; count as usize - 1], vec![]]
            );
            // One point beside the line, far away from it.
            points.push([0.0, -1e7]);
            let [mut h0, h1] = bars(&points);
            let last = h0.pop().unwrap();
            assert!(last[1] > 9e6 && h1.is_empty());
            assert_eq!(h0, vec![[0.0, near]; count as usize - 1]);
        }
    }

    #[test]
    fn coordinates_beyond_the_triangulation_are_named() {
        for value in [1e300, -1e61, 1e-50, f64::NAN] {
            let error = AlphaComplex::new(&[[0.0, 0.0], [1.0, value]]).unwrap_err();
            let text = error.to_string();
            assert!(
                text.starts_with("point 1, ") && text.contains("multiply"),
                "{text}"
            );
        }
    }
}
