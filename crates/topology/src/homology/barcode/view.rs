//! Bars in file formats, written as a stream. The whole text is never in memory.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, Write};
use std::iter::once_with;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Barcodes, Direction, EssentialBar, FiniteBar, VertexBars};
use crate::graph::Names;
use crate::homology::representatives::{Finder, Part, Prepared};

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
    pub bars: &'a dyn Source,
    /// Maps the value of a bar to the value in the file, see [`crate::homology::ranks`].
    pub value: &'a dyn Fn(f32) -> V,
    /// The graph, for output with the representative of each bar.
    pub representatives: Option<&'a Prepared>,
    /// The largest value of the filtration, if it cuts bars: all essential ones but the oldest component may end beyond it.
    pub max_scale: Option<f64>,
}

/// A bar with its representative, if requested: the vertices of its component, ascending, or those of its cycle in order.
#[derive(Serialize)]
struct Represented<B> {
    #[serde(flatten)]
    bar: B,
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<Vec<u32>>,
}

impl<B> Represented<B> {
    /// A bar in the output, and the same bar by ranks.
    fn new(
        bar: B,
        finder: &RefCell<Option<Finder<'_>>>,
        dimension: usize,
        by_ranks: &FiniteBar,
    ) -> Self {
        let mut finder = finder.borrow_mut();
        let found = finder
            .as_mut()
            .map(|finder| finder.find(dimension, by_ranks));
        let (component, cycle) = match dimension {
            0 => (found, None),
            _ => (None, found),
        };
        Self {
            bar,
            component,
            cycle,
        }
    }
}

/// An essential bar for code that reads births only: as the death, the result has the birth, which is a value of the graph.
impl From<EssentialBar> for FiniteBar {
    fn from(bar: EssentialBar) -> Self {
        let EssentialBar {
            birth,
            birth_vertex,
            birth_edge,
        } = bar;
        Self {
            birth,
            death: birth,
            birth_vertex,
            birth_edge,
            ..Self::default()
        }
    }
}

impl<V: Copy> View<'_, V> {
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

    fn finite_with(
        &self,
        finder: &RefCell<Option<Finder<'_>>>,
        dimension: usize,
        bar: FiniteBar,
    ) -> Represented<FiniteBar<V>> {
        Represented::new(self.finite(bar), finder, dimension, &bar)
    }

    fn essential_with(
        &self,
        finder: &RefCell<Option<Finder<'_>>>,
        dimension: usize,
        bar: EssentialBar,
    ) -> Represented<EssentialBar<V>> {
        Represented::new(self.essential(bar), finder, dimension, &bar.into())
    }

    /// Finds the representatives of the bars of a part, in the order of its lists; none unless requested.
    pub fn finder(&self, part: Part) -> Option<Finder<'_>> {
        let prepared = self.representatives?;
        let lists = match part {
            Part::Of(direction) if self.bars.has_simplices() => self.bars.lists(direction),
            _ => None,
        };
        let closing = lists.into_iter().flat_map(|lists| {
            let essential = lists.h1_essential.filter_map(|bar| bar.birth_edge);
            let finite = lists.h1.into_iter().flatten();
            finite.filter_map(|bar| bar.birth_edge).chain(essential)
        });
        Some(Finder::new(prepared, part, closing))
    }
}

/// The output of the program. Its values are of one type, so that this code is compiled here, at full speed, and not in the crate of the
/// program, whose build is to be short.
impl View<'_, f64> {
    /// Writes CSV: a header line, then one line per bar; absent values are empty. The extended part has the direction
    /// `extended`. With edge values or triangles, three more columns `birth_edge`, `death_edge` and `death_triangle` contain
    /// vertices, joined by hyphens. With representatives, so does the column `representative`. If a maximum scale cuts bars, the last
    /// column `max_scale` has it for these bars.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write_csv(&self, output: &mut dyn Write) -> io::Result<()> {
        let simplices = self.bars.has_simplices();
        let mut header = String::from("direction,kind,birth,death,birth_vertex,death_vertex");
        if simplices {
            header += ",birth_edge,death_edge,death_triangle";
        }
        if self.representatives.is_some() {
            header += ",representative";
        }
        if self.max_scale.is_some() {
            header += ",max_scale";
        }
        writeln!(output, "{header}")?;
        let mut line = |place: &str,
                        bar: FiniteBar<f64>,
                        death: Option<f64>,
                        representative: Option<Vec<u32>>,
                        is_cut: bool| {
            let (birth, death) = (bar.birth, cell(death));
            let [birth_vertex, death_vertex] = [bar.birth_vertex, bar.death_vertex].map(cell);
            write!(
                output,
                "{place},{birth},{death},{birth_vertex},{death_vertex}"
            )?;
            if simplices {
                let [birth_edge, death_edge] = [bar.birth_edge, bar.death_edge].map(joined);
                let triangle = joined(bar.death_triangle);
                write!(output, ",{birth_edge},{death_edge},{triangle}")?;
            }
            if let Some(vertices) = representative {
                write!(output, ",{}", joined(Some(vertices)))?;
            }
            if let Some(scale) = self.max_scale {
                write!(output, ",{}", cell(is_cut.then_some(scale)))?;
            }
            writeln!(output)
        };
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let Some(lists) = self.bars.lists(direction) else {
                continue;
            };
            let mut finder = self.finder(Part::Of(direction));
            for (dimension, finite, essential) in [
                (0, Some(lists.h0), lists.h0_essential),
                (1, lists.h1, lists.h1_essential),
            ] {
                let place = format!("{},h{dimension}", direction.name());
                for bar in finite.into_iter().flatten() {
                    let found = finder.as_mut().map(|finder| finder.find(dimension, &bar));
                    let bar = self.finite(bar);
                    line(&place, bar, Some(bar.death), found, false)?;
                }
                let place = format!("{place}_essential");
                for (index, bar) in essential.enumerate() {
                    let bar = FiniteBar::from(bar);
                    let found = finder.as_mut().map(|finder| finder.find(dimension, &bar));
                    let is_oldest = dimension == 0 && index == 0;
                    line(&place, self.finite(bar), None, found, !is_oldest)?;
                }
            }
        }
        let mut finder = self.finder(Part::Extended);
        for (dimension, bars) in (0..).zip(self.bars.extended().into_iter().flatten()) {
            for bar in bars {
                let found = finder.as_mut().map(|finder| finder.find(dimension, &bar));
                let bar = self.finite(bar);
                line(
                    &format!("extended,h{dimension}"),
                    bar,
                    Some(bar.death),
                    found,
                    false,
                )?;
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
            value if negated => 0.0 - value,
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
                writeln!(output, "{dimension} {} {}", value(bar.birth), f64::INFINITY)?;
            }
        }
        Ok(())
    }
}

/// A cell of a CSV line.
fn cell(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn joined(vertices: Option<impl IntoIterator<Item = u32>>) -> String {
    let texts = vertices.into_iter().flatten();
    let texts: Vec<String> = texts.map(|vertex| vertex.to_string()).collect();
    texts.join("-")
}

impl<V: Copy + Serialize> Serialize for View<'_, V> {
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
        if let Some(scale) = self.max_scale {
            map.serialize_entry("max_scale", &scale)?;
        }
        map.end()
    }
}

/// The documented JSON of the bars of a graph.
#[derive(Serialize)]
pub struct Document<'a> {
    /// File name of the command line, beside other graphs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// Number in a data set, counted from 1, beside other graphs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<usize>,
    /// The bars, with the values of the file.
    #[serde(flatten)]
    pub barcodes: &'a View<'a, f64>,
    /// Vertex names of the file; omitted for vertices 0, 1, 2 …
    #[serde(skip_serializing_if = "Names::is_empty")]
    pub names: &'a Names,
}

impl Document<'_> {
    /// Writes one line.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *output, self)?;
        output.write_all(b"\n")
    }
}

/// The barcode of one direction.
struct OneWay<'a, V>(&'a View<'a, V>, Direction);

impl<V: Copy + Serialize> Serialize for OneWay<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(view, direction) = self;
        let mut map = serializer.serialize_map(None)?;
        if let Some(lists) = view.bars.lists(*direction) {
            let finder = &RefCell::new(view.finder(Part::Of(*direction)));
            let finite = |dimension, bars| {
                OneByOne::new(bars, move |bar| view.finite_with(finder, dimension, bar))
            };
            let essential = |dimension, bars| {
                OneByOne::new(bars, move |bar| view.essential_with(finder, dimension, bar))
            };
            map.serialize_entry("h0", &finite(0, lists.h0))?;
            map.serialize_entry("h0_essential", &essential(0, lists.h0_essential))?;
            if let Some(h1) = lists.h1 {
                map.serialize_entry("h1", &finite(1, h1))?;
            }
            map.serialize_entry("h1_essential", &essential(1, lists.h1_essential))?;
        }
        map.end()
    }
}

/// The extended part.
struct Extended<'a, V>(&'a View<'a, V>);

impl<V: Copy + Serialize> Serialize for Extended<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(view) = self;
        let mut map = serializer.serialize_map(None)?;
        let finder = &RefCell::new(view.finder(Part::Extended));
        for (dimension, bars) in (0..).zip(view.bars.extended().into_iter().flatten()) {
            let bars = OneByOne::new(bars, |bar| view.finite_with(finder, dimension, bar));
            map.serialize_entry(&format!("h{dimension}"), &bars)?;
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
