//! Barcodes compared between classes: Betti curves and densities on a grid.

use super::{
    Extended, Persistence,
    barcode::{self, Bar, Direction, Kind},
    order::canonical_key,
};

/// Number of values of t with Betti numbers, both ends included.
pub const POINTS: usize = 101;
/// Number of intervals of births and deaths.
pub const RANGES: usize = 20;
/// Number of cells of a density: birth × death of finite components, birth of essential components, birth of loops, and birth ×
/// death of loops in extended persistence.
pub const CELLS: usize = FIRST_ENDED + RANGES * RANGES;
/// The first cell of finite loops.
const FIRST_ENDED: usize = RANGES * (RANGES + 2);

/// A bar by its filter values.
#[derive(Clone, Copy, Debug)]
struct ValueBar {
    kind: Kind,
    direction: Direction,
    birth: f32,
    /// None if essential.
    death: Option<f32>,
    count: u32,
}

/// The bars of one graph with positive length: the input of a readout.
#[derive(Clone, Debug)]
pub struct GraphBars {
    /// Index in the data set.
    graph: u32,
    class: u32,
    vertices: u32,
    /// Minimum and maximum filter value; none if there are no values.
    range: Option<[f32; 2]>,
    bars: Vec<ValueBar>,
    /// Birth and death value of each loop in extended persistence.
    ended: Vec<[f32; 2]>,
}

impl GraphBars {
    /// The bars of graph `graph` of this class, from its filter, its persistence and, if the model reads it, its extended
    /// persistence.
    pub fn new(
        graph: u32,
        class: u32,
        filter: &[f32],
        persistence: &Persistence,
        extended: Option<&Extended>,
    ) -> Self {
        let value = |vertex: u32| filter[vertex as usize];
        let by_value = |bar: Bar| ValueBar {
            kind: bar.kind,
            direction: bar.direction,
            birth: value(bar.birth_vertex),
            death: bar.death_vertex.map(value),
            count: bar.multiplicity,
        };
        let range = filter.iter().copied().map(|x| [x, x]).reduce(joined);
        let loops = extended.iter().flat_map(|extended| &extended.loops);
        let ended = loops
            .map(|ends| ends.map(value))
            .filter(|&[birth, death]| canonical_key(birth) != canonical_key(death));
        Self {
            graph,
            class,
            vertices: filter.len() as u32,
            range,
            bars: barcode::bars(persistence)
                .filter(|bar| !bar.is_zero_length(filter))
                .map(by_value)
                .collect(),
            ended: ended.collect(),
        }
    }

    /// Sets the number of vertices of the graph, for a filter that also has values of edges.
    #[must_use]
    pub fn with_vertices(mut self, vertices: u32) -> Self {
        self.vertices = vertices;
        self
    }

    /// The class of the graph.
    pub fn class(&self) -> u32 {
        self.class
    }
}

fn joined(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// Statistics of the bars of each class. Every statistic exists per graph (scale 0) and per 100 vertices (scale 1), which makes
/// classes with graphs of different sizes comparable.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassGrids {
    /// Minimum and maximum value of the grids.
    pub range: [f32; 2],
    /// Number of graphs of each of the C classes.
    pub graphs: Vec<u32>,
    /// Betti numbers at [`POINTS`] evenly spaced values of t: `[2, 2, C, 2, POINTS, 3]` by direction, scale, class and
    /// dimension. The three numbers are the 10 % quantile, the median and the 90 % quantile over the graphs of the class; NaN
    /// if there are none.
    ///
    /// β₀(t) and β₁(t) count the components and the independent loops of the subgraph on the vertices with f ≤ t, or f ≥ t in
    /// the superlevel direction.
    pub curves: Vec<f32>,
    /// Mean number of bars per graph in each of the [`CELLS`] cells: `[2, 2, C, CELLS]` by direction, scale and class; 0 for a
    /// class without graphs. The range consists of [`RANGES`] half-open intervals of equal length, the last one closed. Finite
    /// components are in cell `birth · RANGES + death`. Then come essential components and loops by birth, and loops of
    /// extended persistence by birth and death. In the superlevel direction these are the same loops with the ends exchanged.
    pub densities: Vec<f32>,
    /// The graphs in each cell: `[direction, cell, graph, bars]`, by direction and cell, then descending number of bars.
    pub filled: Vec<[u32; 4]>,
}

impl ClassGrids {
    /// The statistics of graphs in `classes` classes. The range is [0, 1], which contains all filter values, or, if
    /// `stretched`, that of the values that occur.
    ///
    /// # Panics
    /// If the class of a graph is out of range.
    pub fn of(graphs: &[GraphBars], classes: usize, stretched: bool) -> Self {
        let range = range(graphs, stretched);
        let mut counts = vec![0; classes];
        for graph in graphs {
            counts[graph.class as usize] += 1;
        }
        let mut grids = Self {
            range,
            graphs: counts,
            curves: Vec::with_capacity(8 * classes * POINTS * 3),
            densities: vec![0.0; 4 * classes * CELLS],
            filled: Vec::new(),
        };
        let points: Vec<f32> = (0..POINTS).map(|i| at(range, i, POINTS - 1)).collect();
        let edges = edges(range);
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let betti: Vec<_> = graphs
                .iter()
                .map(|graph| betti_numbers(graph, direction, &points))
                .collect();
            for per_vertex in [false, true] {
                grids.add_curves(graphs, &betti, per_vertex);
            }
            grids.add_cells(graphs, direction, &edges);
        }
        grids
    }

    fn add_curves(&mut self, graphs: &[GraphBars], betti: &[[Vec<u32>; 2]], per_vertex: bool) {
        let mut values = Vec::new();
        for class in 0..self.graphs.len() as u32 {
            for dimension in 0..2 {
                for point in 0..POINTS {
                    let own = graphs.iter().zip(betti);
                    let own = own.filter(|(graph, _)| graph.class == class);
                    values.clear();
                    values.extend(own.map(|(graph, betti)| {
                        scaled(f64::from(betti[dimension][point]), graph, per_vertex)
                    }));
                    values.sort_by(f64::total_cmp);
                    self.curves
                        .extend(middle(&values).map(|value| value as f32));
                }
            }
        }
    }

    fn add_cells(&mut self, graphs: &[GraphBars], direction: Direction, edges: &[f32]) {
        let classes = self.graphs.len();
        let mut sums = vec![0.0; 2 * classes * CELLS];
        let mut filled = Vec::new();
        for graph in graphs {
            let counts = counts(graph, direction, edges);
            for (cell, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                filled.push([direction as u32, cell as u32, graph.graph, count]);
                for per_vertex in [false, true] {
                    let position = usize::from(per_vertex) * classes + graph.class as usize;
                    sums[position * CELLS + cell] += scaled(f64::from(count), graph, per_vertex);
                }
            }
        }
        let start = direction as usize * sums.len();
        for (position, sum) in sums.into_iter().enumerate() {
            let graphs = self.graphs[position / CELLS % classes].max(1);
            self.densities[start + position] = (sum / f64::from(graphs)) as f32;
        }
        filled.sort_unstable_by_key(|&[_, cell, graph, count]| (cell, u32::MAX - count, graph));
        self.filled.extend(filled);
    }
}

/// The range of the grids of these graphs: [0, 1] or, if `stretched`, that of the values that occur.
pub fn range(graphs: &[GraphBars], stretched: bool) -> [f32; 2] {
    match stretched {
        true => widened(graphs.iter().filter_map(|graph| graph.range).reduce(joined)),
        false => [0.0, 1.0],
    }
}

/// The inner ends of the intervals of a range.
pub(super) fn edges(range: [f32; 2]) -> Vec<f32> {
    (1..RANGES).map(|i| at(range, i, RANGES)).collect()
}

/// The number of bars of a graph in each cell.
pub(super) fn counts(graph: &GraphBars, direction: Direction, edges: &[f32]) -> Vec<u32> {
    let mut counts = vec![0; CELLS];
    for bar in graph.bars.iter().filter(|bar| bar.direction == direction) {
        counts[cell(bar, edges)] += bar.count;
    }
    for &[up, down] in &graph.ended {
        let [birth, death] = match direction {
            Direction::Sublevel => [up, down],
            Direction::Superlevel => [down, up],
        }
        .map(|value| range_of(value, edges));
        counts[FIRST_ENDED + birth * RANGES + death] += 1;
    }
    counts
}

/// A range of positive length.
fn widened(range: Option<[f32; 2]>) -> [f32; 2] {
    match range {
        None => [0.0, 1.0],
        Some([low, high]) if high > low => [low, high],
        Some([low, _]) => [low - 0.5, low + 0.5],
    }
}

/// The upper end of step `step` of `steps` equal steps through a range.
fn at([low, high]: [f32; 2], step: usize, steps: usize) -> f32 {
    match step == steps {
        true => high,
        false => low + (high - low) * (step as f32 / steps as f32),
    }
}

/// The index of the interval that contains a value.
fn range_of(value: f32, edges: &[f32]) -> usize {
    edges.partition_point(|edge| *edge <= value)
}

fn cell(bar: &ValueBar, edges: &[f32]) -> usize {
    let row = match (bar.kind, bar.death) {
        (Kind::H0, Some(death)) => {
            return range_of(bar.birth, edges) * RANGES + range_of(death, edges);
        }
        (Kind::H0 | Kind::H0Essential, _) => RANGES,
        (Kind::H1Essential, _) => RANGES + 1,
    };
    row * RANGES + range_of(bar.birth, edges)
}

/// β₀ and β₁ of a graph at each of the ascending points.
fn betti_numbers(graph: &GraphBars, direction: Direction, points: &[f32]) -> [Vec<u32>; 2] {
    // Numbers of births and deaths before each point, in the direction of the filtration.
    let mut changes = [0, 1].map(|_| vec![0_i64; points.len() + 1]);
    let first = |value: f32| match direction {
        Direction::Sublevel => points.partition_point(|point| *point < value),
        Direction::Superlevel => points.len() - points.partition_point(|point| *point <= value),
    };
    for bar in graph.bars.iter().filter(|bar| bar.direction == direction) {
        let changes = &mut changes[usize::from(bar.kind == Kind::H1Essential)];
        changes[first(bar.birth)] += i64::from(bar.count);
        if let Some(death) = bar.death {
            changes[first(death)] -= i64::from(bar.count);
        }
    }
    changes.map(|changes| {
        let mut alive = 0;
        let numbers = changes[..points.len()].iter().map(|change| {
            alive += change;
            alive as u32
        });
        let mut numbers: Vec<u32> = numbers.collect();
        if direction == Direction::Superlevel {
            numbers.reverse();
        }
        numbers
    })
}

/// A number of a graph, divided by its vertices / 100 at scale 1.
fn scaled(number: f64, graph: &GraphBars, per_vertex: bool) -> f64 {
    match per_vertex {
        true => per_hundred(number, graph),
        false => number,
    }
}

/// A number of a graph, divided by its vertices / 100.
pub(super) fn per_hundred(number: f64, graph: &GraphBars) -> f64 {
    100.0 * number / f64::from(graph.vertices.max(1))
}

/// The 10 % quantile, the median and the 90 % quantile of ascending numbers.
fn middle(sorted: &[f64]) -> [f64; 3] {
    let Some(last) = sorted.len().checked_sub(1) else {
        return [f64::NAN; 3];
    };
    let median = (sorted[last / 2] + sorted[last.div_ceil(2)]) / 2.0;
    [sorted[last / 10], median, sorted[last - last / 10]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::generate,
        homology::{extended, persistence},
    };

    /// Edges, filter and class.
    type Example = (Vec<[u32; 2]>, Vec<f32>, u32);

    /// 40 generated graphs of two classes with values on a grid: there are ties, and values on interval bounds.
    fn graphs() -> Vec<Example> {
        let dataset = generate::generate("cycles-and-trees", 3).unwrap();
        let filter = |vertices: u32, number: usize| {
            let value = move |v: u32| ((v as usize * 7 + number * 5) % 17) as f32 / 16.0;
            (0..vertices).map(value).collect()
        };
        let graphs = dataset.graphs.iter().zip(&dataset.classes).take(40);
        graphs
            .enumerate()
            .map(|(number, (graph, &class))| {
                let filter = filter(graph.vertices, number);
                (graph.edges.clone(), filter, class)
            })
            .collect()
    }

    fn bars_of(graphs: &[Example]) -> Vec<GraphBars> {
        (0..)
            .zip(graphs)
            .map(|(index, (edges, filter, class))| {
                let extended = extended(edges, filter);
                let persistence = persistence(edges, filter);
                GraphBars::new(index, *class, filter, &persistence, Some(&extended))
            })
            .collect()
    }

    /// β₀ and β₁ of the subgraph on the entered vertices, by graph search.
    fn betti_by_search(edges: &[[u32; 2]], inside: &[bool]) -> [usize; 2] {
        let mut label: Vec<usize> = (0..inside.len()).collect();
        let own = edges
            .iter()
            .filter(|ends| ends.iter().all(|&v| inside[v as usize]));
        let own: Vec<_> = own.collect();
        for [a, b] in &own {
            let (from, to) = (label[*a as usize], label[*b as usize]);
            label
                .iter_mut()
                .filter(|x| **x == from)
                .for_each(|x| *x = to);
        }
        let vertices = inside.iter().filter(|own| **own).count();
        let roots = (0..inside.len()).filter(|&v| inside[v] && label[v] == v);
        let components = roots.count();
        [components, own.len() + components - vertices]
    }

    /// Compares curves with the search for each direction, scale, class, dimension and point.
    #[test]
    fn curves_are_quantiles_of_betti_numbers_of_subgraphs() {
        let graphs = graphs();
        for stretched in [false, true] {
            let grids = ClassGrids::of(&bars_of(&graphs), 2, stretched);
            let [low, high] = grids.range;
            let mut position = 0;
            for (direction, per_vertex) in [(0, false), (0, true), (1, false), (1, true)] {
                for class in 0..2 {
                    let own: Vec<_> = graphs.iter().filter(|graph| graph.2 == class).collect();
                    assert_eq!(grids.graphs[class as usize] as usize, own.len());
                    for dimension in 0..2 {
                        for point in 0..POINTS {
                            let t = at([low, high], point, POINTS - 1);
                            let mut numbers: Vec<f64> = own
                                .iter()
                                .map(|(edges, filter, _)| {
                                    let inside: Vec<bool> = filter
                                        .iter()
                                        .map(|x| if direction == 0 { *x <= t } else { *x >= t })
                                        .collect();
                                    let betti = betti_by_search(edges, &inside)[dimension] as f64;
                                    match per_vertex {
                                        true => 100.0 * betti / filter.len() as f64,
                                        false => betti,
                                    }
                                })
                                .collect();
                            numbers.sort_by(f64::total_cmp);
                            let found = &grids.curves[3 * position..][..3];
                            let median = numbers[numbers.len() / 2];
                            let other = numbers[(numbers.len() - 1) / 2];
                            assert_eq!(found[1], ((median + other) / 2.0) as f32);
                            for (end, beyond) in [(0, -1.0), (2, 1.0)] {
                                let value = f64::from(found[end]);
                                let outside = |x: &&f64| beyond * (**x - value) > 1e-4;
                                let count = numbers.iter().filter(outside).count();
                                let within = |x: &&f64| beyond * (**x - value) >= -1e-4;
                                assert!(10 * count < numbers.len());
                                assert!(
                                    10 * numbers.iter().filter(within).count() >= numbers.len() / 2
                                );
                            }
                            position += 1;
                        }
                    }
                }
            }
            assert_eq!(3 * position, grids.curves.len());
        }
    }

    #[test]
    fn densities_count_every_bar_once_and_list_the_graphs_of_each_cell() {
        let graphs = graphs();
        let grids = ClassGrids::of(&bars_of(&graphs), 2, false);
        let range = |value: f32| ((value * RANGES as f32) as usize).min(RANGES - 1);
        let mut expected = vec![0.0_f64; 8 * CELLS];
        let mut filled = vec![vec![0; graphs.len()]; 2 * CELLS];
        for (index, (edges, filter, class)) in graphs.iter().enumerate() {
            let bars = barcode::Barcodes::new(&persistence(edges, filter), filter, false);
            for (number, direction) in [Direction::Sublevel, Direction::Superlevel]
                .into_iter()
                .enumerate()
            {
                let barcode = bars.get(direction).unwrap();
                let finite = barcode
                    .h0
                    .iter()
                    .map(|bar| RANGES * range(bar.birth) + range(bar.death));
                let stay = |row: usize, births: &[barcode::EssentialBar]| {
                    let cell = move |bar: &barcode::EssentialBar| RANGES * row + range(bar.birth);
                    births.iter().map(cell).collect::<Vec<_>>()
                };
                let turned =
                    |[up, down]: [u32; 2]| if number == 0 { [up, down] } else { [down, up] };
                let loops = extended(edges, filter).loops.into_iter().map(turned);
                let ended = loops
                    .map(|ends| ends.map(|v| filter[v as usize]))
                    .filter(|[birth, death]| birth != death)
                    .map(|ends| ends.map(range))
                    .map(|[birth, death]| RANGES * (RANGES + 2) + birth * RANGES + death);
                let cells = finite
                    .chain(stay(RANGES, &barcode.h0_essential))
                    .chain(stay(RANGES + 1, &barcode.h1_essential))
                    .chain(ended.collect::<Vec<_>>());
                for cell in cells {
                    filled[number * CELLS + cell][index] += 1;
                    for (scale, share) in [(0, 1.0), (1, 100.0 / filter.len() as f64)] {
                        let position = (number * 2 + scale) * 2 + *class as usize;
                        expected[position * CELLS + cell] +=
                            share / f64::from(grids.graphs[*class as usize]);
                    }
                }
            }
        }
        for (found, expected) in grids.densities.iter().zip(&expected) {
            assert!(
                (f64::from(*found) - expected).abs() < 1e-4,
                "{found} {expected}"
            );
        }
        let mut told = vec![vec![0; graphs.len()]; 2 * CELLS];
        for &[direction, cell, graph, count] in &grids.filled {
            assert!(count > 0);
            told[direction as usize * CELLS + cell as usize][graph as usize] += count;
        }
        assert_eq!(told, filled);
        for pair in grids.filled.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            assert!(a[..2] < b[..2] || (a[..2] == b[..2] && a[3] >= b[3]));
        }
    }

    #[test]
    fn empty_classes_and_constant_filters_have_grids() {
        let none = ClassGrids::of(&[], 2, true);
        assert_eq!(none.range, [0.0, 1.0]);
        assert!(none.curves.iter().all(|number| number.is_nan()));
        assert!(none.densities.iter().all(|number| *number == 0.0));
        let empty = GraphBars::new(0, 1, &[], &persistence(&[], &[]), None);
        let edges = [[0, 1], [1, 2], [0, 2]];
        let loops = extended(&edges, &[0.75; 3]);
        assert_eq!(loops.loops.len(), 1);
        let same = GraphBars::new(
            1,
            1,
            &[0.75; 3],
            &persistence(&edges, &[0.75; 3]),
            Some(&loops),
        );
        let grids = ClassGrids::of(&[empty, same], 2, true);
        assert_eq!(
            (grids.range, &grids.graphs[..]),
            ([0.25, 1.25], &[0, 2][..])
        );
        // An essential component and an essential loop; a loop of length zero is not a bar.
        let cell = (RANGES * RANGES + RANGES / 2) as u32;
        let stay = |direction| [cell, cell + RANGES as u32].map(|cell| [direction, cell, 1, 1]);
        assert_eq!(grids.filled, [stay(0), stay(1)].concat());
    }
}
