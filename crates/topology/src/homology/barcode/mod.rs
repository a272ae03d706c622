//! Bars as views of [`Persistence`](super::Persistence): by vertex for the page, by value for files.

mod bars;
mod lists;
mod vertex_bars;
mod view;

pub use bars::{BAR_NUMBERS, Bar, Direction, Kind, bars, rows};
pub use lists::{Barcode, Barcodes, EssentialBar, ExtendedBarcode, FiniteBar};
pub use vertex_bars::VertexBars;
pub use view::{Document, Each, Lists, Source, View};

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::homology::{NONE, Persistence, persistence};

    /// Minima 0 and 3 joined by vertex 1; vertices 1 and 2 have equal values; two loops at vertex 1.
    fn example() -> (Persistence, [f32; 4]) {
        let filter = [0.1, 2.0, 2.0, 0.5];
        (
            persistence(&[[0, 1], [1, 3], [0, 1], [1, 0], [1, 2]], &filter),
            filter,
        )
    }

    #[test]
    fn rows_omit_only_trivial_pairs() {
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
    fn zero_length_depends_on_values_and_triviality_on_vertices() {
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
    fn json_has_the_documented_form() {
        let (persistence, filter) = example();
        let barcodes = Barcodes::new(&persistence, &filter, false);
        let bars = &VertexBars::new(Cow::Borrowed(&persistence), Cow::Borrowed(&filter), false);
        let value = &|value| value;
        let streamed = serde_json::to_string(&View {
            bars,
            value,
            representatives: None,
            max_scale: None,
        })
        .unwrap();
        let listed = serde_json::to_string(&barcodes).unwrap();
        assert_eq!(listed, streamed);
        assert_eq!(
            listed,
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
    fn keep_zero_includes_bars_of_length_zero() {
        let (persistence, filter) = example();
        let barcodes = Barcodes::new(&persistence, &filter, true);
        let pairs = |barcode: &Barcode| -> Vec<[u32; 2]> {
            barcode
                .h0
                .iter()
                .map(|bar| [bar.birth_vertex, bar.death_vertex].map(Option::unwrap))
                .collect()
        };
        assert_eq!(pairs(&barcodes.sublevel), [[3, 1], [1, 1], [2, 2]]);
        assert_eq!(
            pairs(barcodes.superlevel.as_ref().unwrap()),
            [[0, 0], [3, 3], [1, 1]]
        );
    }

    #[test]
    fn csv_has_one_line_per_bar() {
        let (persistence, filter) = example();
        let view = View {
            bars: &VertexBars::new(Cow::Borrowed(&persistence), Cow::Borrowed(&filter), false),
            // The file has the value 0.1, which is another number with 32 bits.
            value: &|value| (10.0 * f64::from(value)).round() / 10.0,
            representatives: None,
            max_scale: None,
        };
        let mut csv = Vec::new();
        view.write_csv(&mut csv).unwrap();
        assert_eq!(
            String::from_utf8(csv).unwrap(),
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
