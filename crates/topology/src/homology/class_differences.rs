//! Where the bars of two classes differ: every cell of the grids tested, and all of them together.

use super::{
    barcode::Direction,
    class_grids::{CELLS, GraphBars, counts, edges, per_hundred},
};
use crate::statistics::{self, Groups};

/// Random divisions of the graphs into two classes.
pub const PERMUTATIONS: u32 = 999;
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
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

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

    const DATA_SETS: u64 = 200;
    /// Graphs of each data set: as many are trained on as tested.
    const GRAPHS: usize = 48;
    const MAX_VERTICES: usize = 16;
    /// False differences of the 200 that a test at 5 % exceeds in one of a thousand simulations.
    const MAX_FALSE: usize = 20;

    /// A random graph, and its label, which is a coin toss.
    struct Case {
        edges: Vec<[u32; 2]>,
        degrees: Vec<usize>,
        class: u32,
    }

    fn cases(random: &mut ChaCha8Rng) -> Vec<Case> {
        let case = |random: &mut ChaCha8Rng| {
            let vertices = random.random_range(8..=MAX_VERTICES);
            let density = random.random_range(0.15..0.35);
            let pairs = (0..vertices as u32).flat_map(|a| (0..a).map(move |b| [b, a]));
            let edges: Vec<[u32; 2]> = pairs.filter(|_| random.random_bool(density)).collect();
            let mut degrees = vec![0; vertices];
            for vertex in edges.iter().flatten() {
                degrees[*vertex as usize] += 1;
            }
            Case {
                edges,
                degrees,
                class: random.random_range(0..2),
            }
        };
        (0..GRAPHS).map(|_| case(random)).collect()
    }

    /// A filter of the degrees: of twenty random ones, the one whose bars differ most between the classes of these graphs. Training
    /// selects in the same way, from many more.
    fn fitted(cases: &[Case], random: &mut ChaCha8Rng) -> Vec<f32> {
        let edges = edges([0.0, 1.0]);
        let difference = |table: &[f32]| {
            let graphs = bars(cases, table);
            let size =
                |class: u32| graphs.iter().filter(|graph| graph.class() == class).count() as f64;
            let sizes = [0, 1].map(size);
            let mut means = [const { Vec::new() }; 2];
            for (direction, mean) in [Direction::Sublevel, Direction::Superlevel]
                .into_iter()
                .zip(&mut means)
            {
                mean.resize(CELLS, 0.0);
                for graph in &graphs {
                    let class = graph.class() as usize;
                    let sign = [1.0, -1.0][class] / sizes[class];
                    for (cell, count) in counts(graph, direction, &edges).into_iter().enumerate() {
                        mean[cell] += sign * f64::from(count).sqrt();
                    }
                }
            }
            means
                .iter()
                .flatten()
                .map(|difference| difference.powi(2))
                .sum::<f64>()
        };
        let tables = (0..20).map(|_| (0..MAX_VERTICES).map(|_| random.random()).collect());
        let rated = tables.map(|table: Vec<f32>| (difference(&table), table));
        rated.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap().1
    }

    fn bars(cases: &[Case], table: &[f32]) -> Vec<GraphBars> {
        let of = |(graph, case): (usize, &Case)| {
            let filter: Vec<f32> = case.degrees.iter().map(|&degree| table[degree]).collect();
            GraphBars::new(
                graph as u32,
                case.class,
                &filter,
                &persistence(&case.edges, &filter),
                None,
            )
        };
        cases.iter().enumerate().map(of).collect()
    }

    /// The numbers of pictures with p ≤ 0.05, and with a cell that is called reliable.
    fn claims(found: &[ClassDifferences]) -> [usize; 2] {
        let count =
            |is: &dyn Fn(&ClassDifferences) -> bool| found.iter().filter(|found| is(found)).count();
        [
            count(&|found| found.permutation_p.is_some_and(|p| p <= 0.05)),
            count(&|found| found.cells.iter().any(CellDifference::is_reliable)),
        ]
    }

    /// The labels mean nothing here, so every difference that is found is a false one. The page states p for graphs to whose labels f
    /// was not fitted: for every part with a fixed filter, and for the test part with a trained one.
    #[test]
    fn random_labels_differ_in_one_of_twenty_pictures() {
        let views = [Direction::Sublevel, Direction::Superlevel]
            .into_iter()
            .flat_map(|direction| [(direction, false), (direction, true)]);
        let degree: Vec<f32> = (0..MAX_VERTICES)
            .map(|degree| degree as f32 / MAX_VERTICES as f32)
            .collect();
        let data_sets: Vec<_> = (0..DATA_SETS)
            .map(|seed| {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                let cases = cases(&mut random);
                let learned = fitted(&cases[..GRAPHS / 2], &mut random);
                [&degree, &learned].map(|table| bars(&cases, table))
            })
            .collect();
        for (direction, per_vertex) in views {
            let [mut fixed, mut tested, mut trained] = [const { Vec::new() }; 3];
            for [of_degree, learned] in &data_sets {
                let differences = |own: &[GraphBars], others: &[GraphBars]| {
                    ClassDifferences::of(own, others, [0.0, 1.0], direction, per_vertex, [0, 1])
                };
                let [of_degree, learned] =
                    [of_degree, learned].map(|bars| bars.split_at(GRAPHS / 2));
                fixed.push(differences(of_degree.0, of_degree.1));
                tested.push(differences(learned.1, learned.0));
                trained.push(differences(learned.0, learned.1));
            }
            let view = format!("{direction:?}, per vertex: {per_vertex}");
            for (name, found) in [("fixed", &fixed), ("tested", &tested)] {
                let [different, reliable] = claims(found);
                println!(
                    "{view}, {name}: {different} of {DATA_SETS} with p ≤ 0.05, {reliable} with a reliable cell"
                );
                assert!(
                    different <= MAX_FALSE && reliable <= MAX_FALSE,
                    "{view}, {name}"
                );
            }
            // The reason why the page states no p for them.
            let [different, _] = claims(&trained);
            println!("{view}, trained: {different} of {DATA_SETS} with p ≤ 0.05");
            assert!(different > MAX_FALSE, "{view}");
        }
    }
}
