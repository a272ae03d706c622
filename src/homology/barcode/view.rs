//! Bars in file formats, written as a stream. The whole text is never in memory.

use std::fmt::Display;
use std::io::{self, Write};
use std::iter::once_with;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Barcodes, Direction, EssentialBar, FiniteBar, Value, VertexBars};

/// A stream of bars.
pub type Each<'a, B> = Box<dyn Iterator<Item = B> + 'a>;

/// The barcode of one direction as streams; each is sorted, see [`super::Barcode`].
pub struct Lists<'a> {
    /// Components that merge into an elder one.
    pub h0: Each<'a, FiniteBar>,
    /// Essential components.
    pub h0_essential: Each<'a, EssentialBar>,
    /// Loops that a triangle ends; none without triangles.
    pub h1: Option<Each<'a, FiniteBar>>,
    /// Essential loops.
    pub h1_essential: Each<'a, EssentialBar>,
}

/// A source of bars: lists, or an iterator.
pub trait Source {
    /// The barcode of one direction; none for superlevel if edges have their own values.
    fn lists(&self, direction: Direction) -> Option<Lists<'_>>;

    /// Components and loops of the extended part; none unless requested.
    fn extended(&self) -> Option<[Each<'_, FiniteBar>; 2]>;

    /// Whether bars name edges and triangles.
    fn has_simplices(&self) -> bool;
}

impl Source for Barcodes {
    fn lists(&self, direction: Direction) -> Option<Lists<'_>> {
        let barcode = self.get(direction)?;
        Some(Lists {
            h0: Box::new(barcode.h0.iter().copied()),
            h0_essential: Box::new(barcode.h0_essential.iter().copied()),
            h1: match &barcode.h1 {
                Some(h1) => Some(Box::new(h1.iter().copied())),
                None => None,
            },
            h1_essential: Box::new(barcode.h1_essential.iter().copied()),
        })
    }

    fn extended(&self) -> Option<[Each<'_, FiniteBar>; 2]> {
        let extended = self.extended.as_ref()?;
        Some([&extended.h0, &extended.h1].map(|bars| Box::new(bars.iter().copied()) as Each<'_, _>))
    }

    fn has_simplices(&self) -> bool {
        self.superlevel.is_none() || self.sublevel.h1.is_some()
    }
}

impl Source for VertexBars<'_> {
    fn lists(&self, direction: Direction) -> Option<Lists<'_>> {
        Some(Lists {
            // Lazy: some callers do not read every list.
            h0: Box::new(once_with(move || self.h0(direction)).flatten()),
            h0_essential: Box::new(self.h0_essential(direction)),
            h1: None,
            h1_essential: Box::new(self.h1_essential(direction)),
        })
    }

    fn extended(&self) -> Option<[Each<'_, FiniteBar>; 2]> {
        Some(self.extended()?.map(|bars| Box::new(bars) as Each<'_, _>))
    }

    fn has_simplices(&self) -> bool {
        false
    }
}

/// The bars of a graph with the values of its file. Serializes to the documented JSON, as [`Barcodes`] does.
pub struct View<'a, V> {
    /// The source of the bars.
    pub bars: &'a dyn Source,
    /// Maps the value of a bar to the value in the file, see [`crate::homology::ranks`].
    pub value: &'a dyn Fn(f32) -> V,
}

impl<V: Value> View<'_, V> {
    fn finite(&self, bar: FiniteBar) -> FiniteBar<V> {
        FiniteBar {
            birth: (self.value)(bar.birth),
            death: (self.value)(bar.death),
            birth_vertex: bar.birth_vertex,
            death_vertex: bar.death_vertex,
            birth_edge: bar.birth_edge,
            death_edge: bar.death_edge,
            death_triangle: bar.death_triangle,
        }
    }

    fn essential(&self, bar: EssentialBar) -> EssentialBar<V> {
        EssentialBar {
            birth: (self.value)(bar.birth),
            birth_vertex: bar.birth_vertex,
            birth_edge: bar.birth_edge,
        }
    }

    /// Writes CSV: a header line, then one line per bar; absent values are empty. The extended part has the direction
    /// `extended`. If edges have their own values or triangles are filled in, three more columns `birth_edge`, `death_edge` and
    /// `death_triangle` contain vertices joined by `-`.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write_csv(&self, output: &mut dyn Write) -> io::Result<()> {
        let simplices = self.bars.has_simplices();
        let more = if simplices {
            ",birth_edge,death_edge,death_triangle"
        } else {
            ""
        };
        writeln!(
            output,
            "direction,kind,birth,death,birth_vertex,death_vertex{more}"
        )?;
        let mut line = |direction: &str, kind: &str, bar: FiniteBar<V>, death: Option<V>| {
            let (birth, death) = (bar.birth, cell(death));
            let [birth_vertex, death_vertex] = [bar.birth_vertex, bar.death_vertex].map(cell);
            write!(
                output,
                "{direction},{kind},{birth},{death},{birth_vertex},{death_vertex}"
            )?;
            if simplices {
                let [birth_edge, death_edge] = [bar.birth_edge, bar.death_edge].map(joined);
                let triangle = joined(bar.death_triangle);
                write!(output, ",{birth_edge},{death_edge},{triangle}")?;
            }
            writeln!(output)
        };
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let Some(lists) = self.bars.lists(direction) else {
                continue;
            };
            let name = direction.name();
            for (kind, finite, essential) in [
                ("h0", Some(lists.h0), lists.h0_essential),
                ("h1", lists.h1, lists.h1_essential),
            ] {
                for bar in finite.into_iter().flatten() {
                    let bar = self.finite(bar);
                    line(name, kind, bar, Some(bar.death))?;
                }
                let kind = format!("{kind}_essential");
                for bar in essential {
                    let EssentialBar {
                        birth,
                        birth_vertex,
                        birth_edge,
                    } = self.essential(bar);
                    let begins = FiniteBar {
                        birth,
                        birth_vertex,
                        birth_edge,
                        ..FiniteBar::default()
                    };
                    line(name, &kind, begins, None)?;
                }
            }
        }
        for (kind, bars) in ["h0", "h1"]
            .into_iter()
            .zip(self.bars.extended().into_iter().flatten())
        {
            for bar in bars {
                let bar = self.finite(bar);
                line("extended", kind, bar, Some(bar.death))?;
            }
        }
        Ok(())
    }

    /// Writes the text format of `gudhi.read_persistence_intervals_grouped_by_dimension` and related functions: a comment line,
    /// then a line `dimension birth death` per bar, with death `inf` for essential classes.
    ///
    /// The format describes one filtration with births before deaths. A superlevel barcode is therefore written as the sublevel
    /// barcode of the negated filter, as GUDHI computes it. Filtrations with edge values have no superlevel barcode, so none is
    /// written.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write_gudhi(&self, direction: Direction, output: &mut dyn Write) -> io::Result<()> {
        let Some(lists) = self.bars.lists(direction) else {
            return Ok(());
        };
        let (title, negated) = match direction {
            Direction::Sublevel => ("# sublevel", false),
            Direction::Superlevel => ("# superlevel, values negated", true),
        };
        writeln!(output, "{title}: dimension birth death")?;
        // Not `-value`, which turns 0 into -0.
        let value = |value: f32| match (self.value)(value) {
            value if negated => V::default() - value,
            value => value,
        };
        for (dimension, finite, essential) in [
            (0, Some(lists.h0), lists.h0_essential),
            (1, lists.h1, lists.h1_essential),
        ] {
            for bar in finite.into_iter().flatten() {
                let [birth, death] = [bar.birth, bar.death].map(value);
                writeln!(output, "{dimension} {birth} {death}")?;
            }
            for bar in essential {
                writeln!(output, "{dimension} {} {}", value(bar.birth), V::NEVER)?;
            }
        }
        Ok(())
    }
}

/// A cell of a CSV line.
fn cell(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn joined<const N: usize>(vertices: Option<[u32; N]>) -> String {
    cell(vertices.map(|vertices| vertices.map(|vertex| vertex.to_string()).join("-")))
}

impl<V: Value + Serialize> Serialize for View<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            if self.bars.lists(direction).is_some() {
                map.serialize_entry(direction.name(), &OneWay(self, direction))?;
            }
        }
        if self.bars.extended().is_some() {
            map.serialize_entry("extended", &Extended(self))?;
        }
        map.end()
    }
}

/// The barcode of one direction.
struct OneWay<'a, V>(&'a View<'a, V>, Direction);

impl<V: Value + Serialize> Serialize for OneWay<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(view, direction) = self;
        let mut map = serializer.serialize_map(None)?;
        if let Some(lists) = view.bars.lists(*direction) {
            let finite = |bars| OneByOne::new(bars, |bar| view.finite(bar));
            let essential = |bars| OneByOne::new(bars, |bar| view.essential(bar));
            map.serialize_entry("h0", &finite(lists.h0))?;
            map.serialize_entry("h0_essential", &essential(lists.h0_essential))?;
            if let Some(h1) = lists.h1 {
                map.serialize_entry("h1", &finite(h1))?;
            }
            map.serialize_entry("h1_essential", &essential(lists.h1_essential))?;
        }
        map.end()
    }
}

/// The extended part.
struct Extended<'a, V>(&'a View<'a, V>);

impl<V: Value + Serialize> Serialize for Extended<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(view) = self;
        let mut map = serializer.serialize_map(None)?;
        for (name, bars) in ["h0", "h1"]
            .into_iter()
            .zip(view.bars.extended().into_iter().flatten())
        {
            map.serialize_entry(name, &OneByOne::new(bars, |bar| view.finite(bar)))?;
        }
        map.end()
    }
}

/// Serializes an iterator as a list, once.
struct OneByOne<I>(std::cell::Cell<Option<I>>);

impl<'a, B: 'a, W> OneByOne<std::iter::Map<Each<'a, B>, W>> {
    fn new<T>(bars: Each<'a, B>, of: W) -> Self
    where
        W: FnMut(B) -> T,
    {
        Self(std::cell::Cell::new(Some(bars.map(of))))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for OneByOne<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}
