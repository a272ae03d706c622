//! Bars of many graphs as arrays: an archive for `numpy.load`.
//!
//! Each kind of bars is one array over all graphs. A second array, with the suffix `_offsets`, holds the start index of each
//! graph.

use std::io::{self, Cursor, Seek, Write};

use sublevel::homology::barcode::{Direction, FiniteBar, View};
use sublevel::homology::representatives::{Finder, Part};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The bars of one graph: one list per kind; the options determine the kinds.
pub struct Bars {
    lists: Vec<List>,
    /// The maximum scale that cuts bars, if there is one.
    max_scale: Option<f64>,
}

/// Bars of one kind.
struct List {
    name: String,
    /// Numbers per bar: birth and death, or birth only.
    width: usize,
    numbers: Vec<f64>,
    /// The vertices of the representatives, if requested.
    vertices: Option<Vertices>,
}

/// Lists of vertices, one after the other.
#[derive(Default)]
struct Vertices {
    vertices: Vec<u32>,
    /// The end of each list.
    ends: Vec<u64>,
}

impl Vertices {
    fn push(&mut self, list: Vec<u32>) {
        self.vertices.extend(list);
        self.ends.push(self.vertices.len() as u64);
    }

    fn append(&mut self, others: Self) {
        let before = self.vertices.len() as u64;
        self.vertices.extend(others.vertices);
        self.ends.extend(others.ends.iter().map(|end| before + end));
    }
}

impl List {
    /// The bars of one dimension.
    fn new<'a>(
        name: String,
        width: usize,
        dimension: usize,
        bars: impl Iterator<Item = FiniteBar> + 'a,
        view: &View<'_, f64>,
        finder: &mut Option<Finder<'_>>,
    ) -> Self {
        let mut list = Self {
            name,
            width,
            numbers: Vec::new(),
            vertices: finder.as_ref().map(|_| Vertices::default()),
        };
        for bar in bars {
            let ends = [bar.birth, bar.death].map(view.value);
            list.numbers.extend_from_slice(&ends[..width]);
            if let (Some(vertices), Some(finder)) = (&mut list.vertices, &mut *finder) {
                vertices.push(finder.find(dimension, &bar));
            }
        }
        list
    }
}

impl Bars {
    /// The values of the bars of a graph, and their representatives if requested.
    pub fn of_view(view: &View<'_, f64>) -> Self {
        let mut all = Vec::new();
        for direction in [Direction::Sublevel, Direction::Superlevel] {
            let Some(lists) = view.bars.lists(direction) else {
                continue;
            };
            let finder = &mut view.finder(Part::Of(direction));
            for (dimension, finite, essential) in [
                (0, Some(lists.h0), lists.h0_essential),
                (1, lists.h1, lists.h1_essential),
            ] {
                let name = format!("{}_h{dimension}", direction.name());
                let births = essential.map(FiniteBar::from);
                let essential = essential_of(&name);
                if let Some(bars) = finite {
                    all.push(List::new(name, 2, dimension, bars, view, finder));
                }
                all.push(List::new(essential, 1, dimension, births, view, finder));
            }
        }
        let finder = &mut view.finder(Part::Extended);
        for (dimension, bars) in (0..).zip(view.bars.extended().into_iter().flatten()) {
            let name = format!("extended_h{dimension}");
            all.push(List::new(name, 2, dimension, bars, view, finder));
        }
        Self {
            lists: all,
            max_scale: view.max_scale,
        }
    }
}

/// The names of the diagrams: bars of one dimension and direction, finite and essential.
const DIAGRAMS: [&str; 6] = [
    "sublevel_h0",
    "sublevel_h1",
    "superlevel_h0",
    "superlevel_h1",
    "extended_h0",
    "extended_h1",
];

/// The bars of all graphs, concatenated.
#[derive(Default)]
pub struct Arrays {
    lists: Vec<List>,
    /// End index of each graph in each list.
    ends: Vec<Vec<u64>>,
    files: Vec<String>,
    graphs: Vec<u64>,
    /// The maximum scale that cuts the bars of each graph, otherwise NaN.
    max_scales: Vec<f64>,
}

impl Arrays {
    /// Adds the bars of a graph with its number in the file, counted from 1.
    pub fn add(&mut self, file: &str, graph: usize, Bars { lists, max_scale }: Bars) {
        self.max_scales.push(max_scale.unwrap_or(f64::NAN));
        self.files.push(file.to_owned());
        self.graphs.push(graph as u64);
        if self.lists.is_empty() {
            self.ends = vec![Vec::new(); lists.len()];
            self.lists = lists;
        } else {
            for (all, own) in self.lists.iter_mut().zip(lists) {
                all.numbers.extend(own.numbers);
                if let (Some(all), Some(own)) = (&mut all.vertices, own.vertices) {
                    all.append(own);
                }
            }
        }
        for (list, ends) in self.lists.iter().zip(&mut self.ends) {
            ends.push((list.numbers.len() / list.width) as u64);
        }
    }

    /// The number of graphs.
    pub fn graphs(&self) -> usize {
        self.graphs.len()
    }

    fn list(&self, name: &str) -> Option<usize> {
        self.lists.iter().position(|list| list.name == name)
    }

    /// The names of the diagrams, see [`Arrays::bars`].
    pub fn diagrams(&self) -> Vec<&'static str> {
        let has_bars = |name: &&str| self.list(name).or(self.list(&essential_of(name))).is_some();
        DIAGRAMS.into_iter().filter(has_bars).collect()
    }

    /// The bars of a graph in a diagram, as births and deaths; deaths of essential bars are infinite.
    pub fn bars(&self, diagram: &str, graph: usize) -> Vec<[f64; 2]> {
        let own = |list: usize| {
            let begin = if graph == 0 {
                0
            } else {
                self.ends[list][graph - 1]
            };
            let List { width, numbers, .. } = &self.lists[list];
            &numbers[begin as usize * width..self.ends[list][graph] as usize * width]
        };
        let never = match diagram.starts_with(Direction::Superlevel.name()) {
            true => f64::NEG_INFINITY,
            false => f64::INFINITY,
        };
        let finite = self.list(diagram).map(own).unwrap_or_default();
        let births = self
            .list(&essential_of(diagram))
            .map(own)
            .unwrap_or_default();
        let finite = finite.as_chunks().0.iter().copied();
        finite
            .chain(births.iter().map(|&birth| [birth, never]))
            .collect()
    }

    /// The smallest and the largest finite end of all bars; 0 and 0 without any.
    pub fn range(&self) -> [f64; 2] {
        let ends = self.lists.iter().flat_map(|list| &list.numbers);
        let ends = ends.copied().filter(|end| end.is_finite());
        ends.fold(None, |range: Option<[f64; 2]>, end| {
            let [min, max] = range.unwrap_or([end; 2]);
            Some([min.min(end), max.max(end)])
        })
        .unwrap_or_default()
    }

    /// The archive. It is in memory because a pipe cannot be rewritten. Each list is dropped after its compression.
    pub fn into_bytes(mut self) -> io::Result<Vec<u8>> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (list, ends) in std::mem::take(&mut self.lists).into_iter().zip(&self.ends) {
            let bars = list.numbers.len() / list.width;
            let shape = match list.width {
                1 => format!("({bars},)"),
                width => format!("({bars}, {width})"),
            };
            let numbers = list.numbers.iter().map(|number| number.to_le_bytes());
            write_array(&mut archive, &list.name, "<f8", &shape, numbers)?;
            let offsets = [0].iter().chain(ends).map(|offset| offset.to_le_bytes());
            let shape = format!("({},)", ends.len() + 1);
            let name = format!("{}_offsets", list.name);
            write_array(&mut archive, &name, "<i8", &shape, offsets)?;
            if let Some(Vertices { vertices, ends }) = list.vertices {
                let name = format!("{}_vertices", list.name);
                let shape = format!("({},)", vertices.len());
                let vertices = vertices
                    .iter()
                    .map(|&vertex| i64::from(vertex).to_le_bytes());
                write_array(&mut archive, &name, "<i8", &shape, vertices)?;
                let offsets = [0].iter().chain(&ends).map(|offset| offset.to_le_bytes());
                let shape = format!("({},)", ends.len() + 1);
                let name = format!("{name}_offsets");
                write_array(&mut archive, &name, "<i8", &shape, offsets)?;
            }
        }
        self.write_sources(&mut archive)?;
        Ok(archive.finish()?.into_inner())
    }

    /// Adds the arrays `graph` and `file` to an archive, and `max_scale` if one cuts bars.
    pub fn write_sources(&self, archive: &mut ZipWriter<impl Write + Seek>) -> io::Result<()> {
        let shape = format!("({},)", self.graphs.len());
        if self.max_scales.iter().any(|scale| scale.is_finite()) {
            let scales = self.max_scales.iter().map(|scale| scale.to_le_bytes());
            write_array(archive, "max_scale", "<f8", &shape, scales)?;
        }
        let graphs = self.graphs.iter().map(|graph| graph.to_le_bytes());
        write_array(archive, "graph", "<i8", &shape, graphs)?;
        let lengths = self.files.iter().map(|file| file.chars().count());
        let longest = lengths.max().unwrap_or(0).max(1);
        let padded = |file: &String| {
            let letters = file.chars().map(u32::from);
            let letters = letters.chain(std::iter::repeat(0)).take(longest);
            letters.flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
        };
        let files = self.files.iter().map(padded);
        write_array(archive, "file", &format!("<U{longest}"), &shape, files)
    }
}

/// The list of the essential bars of a diagram.
fn essential_of(diagram: &str) -> String {
    format!("{diagram}_essential")
}

/// Writes an array in NumPy's format 1.0: a header in Python syntax, padded to whole blocks, then the items.
pub fn write_array(
    archive: &mut ZipWriter<impl Write + Seek>,
    name: &str,
    item: &str,
    shape: &str,
    items: impl Iterator<Item = impl AsRef<[u8]>>,
) -> io::Result<()> {
    /// Header and preamble together have a multiple of this length.
    const BLOCK: usize = 64;
    const BEFORE: &[u8] = b"\x93NUMPY\x01\x00";

    // An array can exceed 4 GiB.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .large_file(true);
    archive.start_file(format!("{name}.npy"), options)?;
    let mut header =
        format!("{{'descr': '{item}', 'fortran_order': False, 'shape': {shape}, }}").into_bytes();
    let length = (BEFORE.len() + 2 + header.len() + 1).next_multiple_of(BLOCK);
    header.resize(length - BEFORE.len() - 2 - 1, b' ');
    header.push(b'\n');
    archive.write_all(BEFORE)?;
    archive.write_all(&(header.len() as u16).to_le_bytes())?;
    archive.write_all(&header)?;
    let mut some = Vec::new();
    for item in items {
        some.extend_from_slice(item.as_ref());
        if some.len() > 1 << 16 {
            archive.write_all(&some)?;
            some.clear();
        }
    }
    archive.write_all(&some)
}
