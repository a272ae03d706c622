//! Bars as views of [`Persistence`]: by vertex for the page, by value for files.

use std::fmt::Write;

use serde::Serialize;

use super::order::canonical_key;
use super::{NONE, Persistence};

/// What a bar stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A component that is born and merges into an older one.
    H0 = 0,
    /// A component that stays.
    H0Essential = 1,
    /// A loop; on a graph it stays.
    H1Essential = 2,
}

/// Which way the filtration runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Small filter values first.
    Sublevel = 0,
    /// Large filter values first.
    Superlevel = 1,
}

/// One bar, or several equal ones, by the vertices where it begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it stands for.
    pub kind: Kind,
    /// The filtration it belongs to.
    pub direction: Direction,
    /// The vertex with whose arrival it begins.
    pub birth_vertex: u32,
    /// The vertex with whose arrival it ends; none where it does not.
    pub death_vertex: Option<u32>,
    /// How many bars of this kind these two vertices have: 1 except for loops.
    pub multiplicity: u32,
}

impl Bar {
    /// The vertex joined an older component the moment it arrived: no component was ever there to see.
    pub fn is_trivial(&self) -> bool {
        self.death_vertex == Some(self.birth_vertex)
    }

    /// It ends at the filter value at which it begins. A diagram does not show it.
    pub fn is_zero_length(&self, filter: &[f32]) -> bool {
        let key = |vertex: u32| canonical_key(filter[vertex as usize]);
        self.death_vertex
            .is_some_and(|death| key(death) == key(self.birth_vertex))
    }
}

/// All bars, trivial ones included: by direction, then components before loops, then by birth vertex.
pub fn bars(persistence: &Persistence) -> impl Iterator<Item = Bar> {
    [Direction::Sublevel, Direction::Superlevel]
        .into_iter()
        .flat_map(|direction| {
            let components = (0..).zip(&persistence.death[direction as usize]).map(
                move |(birth_vertex, &death)| {
                    let (kind, death_vertex) = match death {
                        NONE => (Kind::H0Essential, None),
                        vertex => (Kind::H0, Some(vertex)),
                    };
                    Bar {
                        kind,
                        direction,
                        birth_vertex,
                        death_vertex,
                        multiplicity: 1,
                    }
                },
            );
            let loops = (0..)
                .zip(&persistence.loops[direction as usize])
                .filter(|&(_, &multiplicity)| multiplicity > 0)
                .map(move |(birth_vertex, &multiplicity)| Bar {
                    kind: Kind::H1Essential,
                    direction,
                    birth_vertex,
                    death_vertex: None,
                    multiplicity,
                });
            components.chain(loops)
        })
}

/// All bars but the trivial ones as rows of five numbers: kind, direction, birth vertex, death vertex
/// or [`NONE`], multiplicity. Bars of length zero are there: filter values tell them apart.
pub fn rows(persistence: &Persistence) -> Vec<u32> {
    bars(persistence)
        .filter(|bar| !bar.is_trivial())
        .flat_map(|bar| {
            [
                bar.kind as u32,
                bar.direction as u32,
                bar.birth_vertex,
                bar.death_vertex.unwrap_or(NONE),
                bar.multiplicity,
            ]
        })
        .collect()
}

/// The barcodes of both directions by filter value. Serialises to the documented JSON, where a value
/// that JSON has no number for (NaN, infinity) is `null`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Barcodes {
    /// Small filter values first: no bar ends below its birth.
    pub sublevel: Barcode,
    /// Large filter values first: no bar ends above its birth.
    pub superlevel: Barcode,
}

/// The three barcodes of one direction, one entry a bar, each sorted by (birth, death, vertex).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Barcode {
    /// Components that merge into an older one.
    pub h0: Vec<FiniteBar>,
    /// Components that stay.
    pub h0_essential: Vec<EssentialBar>,
    /// Loops.
    pub h1_essential: Vec<EssentialBar>,
}

/// A bar with both ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FiniteBar {
    /// Filter value at which it begins.
    pub birth: f32,
    /// Filter value at which it ends.
    pub death: f32,
    /// The vertex with whose arrival it begins.
    pub birth_vertex: u32,
    /// The vertex with whose arrival it ends.
    pub death_vertex: u32,
}

/// A bar without an end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EssentialBar {
    /// Filter value at which it begins.
    pub birth: f32,
    /// The vertex with whose arrival it begins.
    pub birth_vertex: u32,
}

impl Barcodes {
    /// Reads the bars off. Those of length zero, trivial ones included, are left out unless
    /// `keep_zero`: with them there is one bar of H0 for every vertex.
    pub fn new(persistence: &Persistence, filter: &[f32], keep_zero: bool) -> Self {
        let mut barcodes = Self::default();
        for bar in bars(persistence).filter(|bar| keep_zero || !bar.is_zero_length(filter)) {
            let barcode = match bar.direction {
                Direction::Sublevel => &mut barcodes.sublevel,
                Direction::Superlevel => &mut barcodes.superlevel,
            };
            let birth_vertex = bar.birth_vertex;
            let birth = filter[birth_vertex as usize];
            if let Some(death_vertex) = bar.death_vertex {
                let death = filter[death_vertex as usize];
                barcode.h0.push(FiniteBar {
                    birth,
                    death,
                    birth_vertex,
                    death_vertex,
                });
            } else {
                let essential = match bar.kind {
                    Kind::H1Essential => &mut barcode.h1_essential,
                    Kind::H0 | Kind::H0Essential => &mut barcode.h0_essential,
                };
                let one = EssentialBar {
                    birth,
                    birth_vertex,
                };
                essential.extend(std::iter::repeat_n(one, bar.multiplicity as usize));
            }
        }
        for barcode in [&mut barcodes.sublevel, &mut barcodes.superlevel] {
            barcode.h0.sort_unstable_by_key(|bar| {
                (
                    canonical_key(bar.birth),
                    canonical_key(bar.death),
                    bar.birth_vertex,
                    bar.death_vertex,
                )
            });
            for essential in [&mut barcode.h0_essential, &mut barcode.h1_essential] {
                essential.sort_unstable_by_key(|bar| (canonical_key(bar.birth), bar.birth_vertex));
            }
        }
        barcodes
    }

    /// One line a bar under a header line; the death of an essential bar is empty.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("direction,kind,birth,death,birth_vertex,death_vertex\n");
        for (direction, barcode) in [
            ("sublevel", &self.sublevel),
            ("superlevel", &self.superlevel),
        ] {
            for FiniteBar {
                birth,
                death,
                birth_vertex,
                death_vertex,
            } in &barcode.h0
            {
                let _ = writeln!(
                    text,
                    "{direction},h0,{birth},{death},{birth_vertex},{death_vertex}"
                );
            }
            for (kind, essential) in [
                ("h0_essential", &barcode.h0_essential),
                ("h1_essential", &barcode.h1_essential),
            ] {
                for EssentialBar {
                    birth,
                    birth_vertex,
                } in essential
                {
                    let _ = writeln!(text, "{direction},{kind},{birth},,{birth_vertex},");
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homology::persistence;

    /// Two minima, 0 and 3, that vertex 1 joins; vertex 2 as high as vertex 1; two loops at vertex 1.
    fn example() -> (Persistence, [f32; 4]) {
        let filter = [0.1, 2.0, 2.0, 0.5];
        (
            persistence(&[[0, 1], [1, 3], [0, 1], [1, 0], [1, 2]], &filter),
            filter,
        )
    }

    #[test]
    fn rows_leave_out_trivial_pairs_only() {
        let (persistence, _) = example();
        let rows = rows(&persistence);
        let rows: Vec<&[u32]> = rows.chunks(5).collect();
        assert_eq!(
            rows,
            [
                [1, 0, 0, NONE, 1],
                [0, 0, 3, 1, 1],
                [2, 0, 1, NONE, 2],
                [1, 1, 2, NONE, 1],
                [2, 1, 0, NONE, 2]
            ]
        );
    }

    #[test]
    fn length_zero_is_a_matter_of_values_and_trivial_one_of_vertices() {
        let bar = |birth_vertex, death_vertex| Bar {
            kind: Kind::H0,
            direction: Direction::Sublevel,
            birth_vertex,
            death_vertex,
            multiplicity: 1,
        };
        let filter = [0.0, -0.0, 1.0, f32::NAN, -f32::NAN];
        assert!(bar(0, Some(1)).is_zero_length(&filter) && !bar(0, Some(1)).is_trivial());
        assert!(bar(3, Some(4)).is_zero_length(&filter));
        assert!(bar(2, Some(2)).is_zero_length(&filter) && bar(2, Some(2)).is_trivial());
        assert!(!bar(0, Some(2)).is_zero_length(&filter));
        assert!(!bar(0, None).is_zero_length(&filter) && !bar(0, None).is_trivial());
    }

    #[test]
    fn json_is_the_documented_one() {
        let (persistence, filter) = example();
        let json = serde_json::to_string(&Barcodes::new(&persistence, &filter, false)).unwrap();
        assert_eq!(
            json,
            concat!(
                r#"{"sublevel":{"h0":[{"birth":0.5,"death":2.0,"birth_vertex":3,"death_vertex":1}],"#,
                r#""h0_essential":[{"birth":0.1,"birth_vertex":0}],"#,
                r#""h1_essential":[{"birth":2.0,"birth_vertex":1},{"birth":2.0,"birth_vertex":1}]},"#,
                r#""superlevel":{"h0":[],"h0_essential":[{"birth":2.0,"birth_vertex":2}],"#,
                r#""h1_essential":[{"birth":0.1,"birth_vertex":0},{"birth":0.1,"birth_vertex":0}]}}"#
            )
        );
    }

    #[test]
    fn zero_length_bars_come_when_asked_for() {
        let (persistence, filter) = example();
        let barcodes = Barcodes::new(&persistence, &filter, true);
        let pairs = |barcode: &Barcode| -> Vec<[u32; 2]> {
            barcode
                .h0
                .iter()
                .map(|bar| [bar.birth_vertex, bar.death_vertex])
                .collect()
        };
        assert_eq!(pairs(&barcodes.sublevel), [[3, 1], [1, 1], [2, 2]]);
        assert_eq!(pairs(&barcodes.superlevel), [[0, 0], [3, 3], [1, 1]]);
    }

    #[test]
    fn csv_has_a_line_a_bar() {
        let (persistence, filter) = example();
        assert_eq!(
            Barcodes::new(&persistence, &filter, false).to_csv(),
            "direction,kind,birth,death,birth_vertex,death_vertex\n\
             sublevel,h0,0.5,2,3,1\n\
             sublevel,h0_essential,0.1,,0,\n\
             sublevel,h1_essential,2,,1,\n\
             sublevel,h1_essential,2,,1,\n\
             superlevel,h0_essential,2,,2,\n\
             superlevel,h1_essential,0.1,,0,\n\
             superlevel,h1_essential,0.1,,0,\n"
        );
    }
}
