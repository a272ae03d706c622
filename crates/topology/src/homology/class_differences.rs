//! Where the bars of two classes differ: every cell of the grids tested, and all of them together.

use super::{
    barcode::Direction,
    class_grids::{CELLS, GraphBars, counts, edges, per_hundred},
};
use crate::statistics::{self, Groups};

/// Random divisions of the graphs into two classes.
pub const PERMUTATIONS: u32 = 999;
/// Their seed.
pub const SEED: u64 = 0;
/// Cells are reliable up to this expected share of false ones.
pub const FALSE_SHARE: f64 = 0.05;

/// A cell of the grids in the graphs of two classes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellDifference {
    /// The number of the cell.
    pub cell: u32,
    /// The probability that a graph of the first class has more bars in it than one of the second, ties counted half.
    pub auc: f64,
    /// Its 95 % interval by DeLong.
    pub interval: [f64; 2],
    /// The p-value of the Mann–Whitney test, corrected for the number of cells by Benjamini and Hochberg.
    pub q: f64,
    /// Number of graphs of each class with bars in the cell.
    pub with_bars: [u32; 2],
    /// The same probability over the graphs of the other part; NaN if a class has no graphs there.
    pub confirmed: f64,
}

impl CellDifference {
    /// Whether the corrected test finds a difference, in the direction that the other part confirms.
    pub fn is_reliable(&self) -> bool {
        self.q <= FALSE_SHARE && (self.auc - 0.5) * (self.confirmed - 0.5) > 0.0
    }
}

/// The differences between two classes in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassDifferences {
    /// The cells with bars, reliable ones first, then by the distance of the probability from ½.
    pub cells: Vec<CellDifference>,
    /// The permutation test of the distance between the mean square roots of the numbers of bars in all cells; none with fewer
    /// than two graphs of a class.
    pub permutation_p: Option<f64>,
}

impl ClassDifferences {
    /// Compares two classes over `graphs`, on the grids over this range, and confirms the direction of each difference over the
    /// graphs `others`.
    pub fn of(
        graphs: &[GraphBars],
        others: &[GraphBars],
        range: [f32; 2],
        direction: Direction,
        per_vertex: bool,
        classes: [u32; 2],
    ) -> Self {
        let edges = edges(range);
        let sample = |graphs: &[GraphBars], class: u32| -> Vec<Vec<(usize, f64)>> {
            let own = graphs.iter().filter(|graph| graph.class() == class);
            own.map(|graph| {
                let counts = counts(graph, direction, &edges);
                let filled = counts
                    .into_iter()
                    .enumerate()
                    .filter(|(_, count)| *count > 0);
                let scaled = |(cell, count)| {
                    let count = f64::from(count);
                    let bars = if per_vertex {
                        per_hundred(count, graph)
                    } else {
                        count
                    };
                    (cell, bars)
                };
                filled.map(scaled).collect()
            })
            .collect()
        };
        let own = classes.map(|class| sample(graphs, class));
        let columns = own.each_ref().map(|sample| columns(sample));
        let other = classes.map(|class| {
            let sample = sample(others, class);
            (self::columns(&sample), sample.len())
        });
        let tested: Vec<usize> = (0..CELLS)
            .filter(|&cell| columns.iter().any(|column| !column[cell].is_empty()))
            .collect();
        let mut cells = Vec::new();
        let mut p = Vec::new();
        for cell in tested {
            let [first, second] =
                [0, 1].map(|class| padded(&columns[class][cell], own[class].len()));
            let Some(found) = statistics::ranks(&first, &second) else {
                continue;
            };
            let [first, second] = [0, 1].map(|class| {
                let (columns, graphs) = &other[class];
                padded(&columns[cell], *graphs)
            });
            let confirmed = statistics::ranks(&first, &second);
            p.push(found.p);
            cells.push(CellDifference {
                cell: cell as u32,
                auc: found.auc,
                interval: found.interval,
                q: f64::NAN,
                with_bars: [0, 1].map(|class| columns[class][cell].len() as u32),
                confirmed: confirmed.map_or(f64::NAN, |found| found.auc),
            });
        }
        for (cell, q) in cells.iter_mut().zip(statistics::corrected(&p)) {
            cell.q = q;
        }
        cells.sort_by(|a, b| {
            let effect = |cell: &CellDifference| (cell.auc - 0.5).abs();
            let reliable = b.is_reliable().cmp(&a.is_reliable());
            reliable.then(effect(b).total_cmp(&effect(a)))
        });
        let [first, second] = own;
        let in_first = (0..first.len() + second.len())
            .map(|member| member < first.len())
            .collect();
        let rooted = |row: Vec<(usize, f64)>| {
            let root = |(cell, bars): (usize, f64)| (cell, bars.sqrt());
            row.into_iter().map(root).collect()
        };
        let members: Vec<Vec<(usize, f64)>> = first.into_iter().chain(second).map(rooted).collect();
        let groups = Groups {
            members: &members,
            in_first,
            length: CELLS,
        };
        Self {
            cells,
            permutation_p: groups.permutation_p(PERMUTATIONS, SEED),
        }
    }
}

/// For each cell, the numbers of bars of the graphs that have some there.
fn columns(sample: &[Vec<(usize, f64)>]) -> Vec<Vec<f64>> {
    let mut columns = vec![Vec::new(); CELLS];
    for &(cell, bars) in sample.iter().flatten() {
        columns[cell].push(bars);
    }
    columns
}

/// The numbers of all graphs: the others have no bars in the cell.
fn padded(column: &[f64], graphs: usize) -> Vec<f64> {
    let mut all = column.to_vec();
    all.resize(graphs, 0.0);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homology::persistence;

    /// A path of 2 · `dips` + 1 vertices with alternating values: each low vertex ends a component. A repeated edge is a loop.
    fn graph(index: u32, class: u32, dips: u32, loops: u32) -> GraphBars {
        let vertices = 2 * dips + 1;
        let filter: Vec<f32> = (0..vertices).map(|v| [0.9, 0.1][v as usize % 2]).collect();
        let mut edges: Vec<[u32; 2]> = (1..vertices).map(|v| [v - 1, v]).collect();
        edges.extend((0..loops).map(|_| [0, 1]));
        GraphBars::new(index, class, &filter, &persistence(&edges, &filter), None)
    }

    fn differences(own: &[GraphBars], others: &[GraphBars]) -> ClassDifferences {
        ClassDifferences::of(own, others, [0.0, 1.0], Direction::Sublevel, false, [0, 1])
    }

    #[test]
    fn one_graph_with_many_bars_is_no_difference_of_its_class() {
        // The mean of the second class is larger, because of one graph.
        let own: Vec<_> = (0..40)
            .map(|v| graph(v, v % 2, 2, if v == 3 { 60 } else { u32::from(v % 5 == 0) }))
            .collect();
        let found = differences(&own, &own);
        assert!(!found.cells.is_empty());
        assert!(
            found.cells.iter().all(|cell| !cell.is_reliable()),
            "{found:?}"
        );
        assert!(found.permutation_p.unwrap() > 0.05);
    }

    #[test]
    fn a_difference_is_reliable_if_the_other_part_has_its_sign() {
        let part = |turned: u32| -> Vec<_> {
            (0..40)
                .map(|v| graph(v, v % 2, 2, 1 + v / 2 % 3 + 4 * ((v + turned) % 2)))
                .collect()
        };
        let (own, same, opposite) = (part(0), part(0), part(1));
        let found = differences(&own, &same);
        let [best, ..] = found.cells[..] else {
            panic!()
        };
        assert!(
            best.is_reliable() && best.auc < 0.1 && best.confirmed < 0.1,
            "{best:?}"
        );
        assert_eq!(best.with_bars, [20, 20]);
        assert!(best.interval[0] <= best.auc && best.auc <= best.interval[1]);
        assert_eq!(found.permutation_p, Some(1.0 / f64::from(PERMUTATIONS + 1)));
        let turned = differences(&own, &opposite);
        assert!(turned.cells.iter().all(|cell| !cell.is_reliable()));
        // Of a class without graphs there is nothing to test.
        let none = differences(&own[..0], &own);
        assert_eq!((none.cells.len(), none.permutation_p), (0, None));
        let alone = differences(&own, &[]);
        assert!(
            alone
                .cells
                .iter()
                .all(|cell| cell.confirmed.is_nan() && !cell.is_reliable())
        );
    }
}
