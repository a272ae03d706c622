//! Points and distance matrices as input of `sublevel barcode`.

use sublevel::graph::InputGraph;
use sublevel::graph::formats::Columns;
use sublevel::graph::formats::points::Table;
use sublevel::homology::HomologyError;
use sublevel::homology::alpha::AlphaComplex;
use sublevel::homology::barcode::Barcodes;
use sublevel::homology::ranks::Ranks;
use sublevel::homology::representatives::Prepared;

use super::source::{name_of, read};
use crate::Failure;
use crate::console::notes_of;
use crate::words::not_negative;

/// Options for points.
#[derive(clap::Args, Clone, Debug)]
pub struct PointArguments {
    /// Read points, one in each line, and compute the Rips complex: an edge enters at the distance of its points, a triangle with its last
    /// edge
    #[arg(long, conflicts_with_all = GRAPH_OPTIONS, help_heading = "Points")]
    rips: bool,
    /// Read points in the plane and compute the alpha complex, the shape of growing discs: values are diameters
    #[arg(long, conflicts_with_all = GRAPH_OPTIONS, conflicts_with = "rips", help_heading = "Points")]
    pub alpha: bool,
    /// With --rips: read a distance matrix, square or a triangle, instead of points; inf or an empty cell is no edge
    #[arg(
        long,
        requires = "rips",
        conflicts_with = "columns",
        help_heading = "Points"
    )]
    distances: bool,
    /// With --rips: the largest distance [default: the smallest distance from one point to its farthest one, after which no bar begins
    /// or ends]
    #[arg(long, requires = "rips", value_name = "T", value_parser = not_negative, allow_negative_numbers = true, help_heading = "Points")]
    max_scale: Option<f64>,
}

/// The options that describe a graph and its filter.
const GRAPH_OPTIONS: [&str; 11] = [
    "all",
    "input",
    "values",
    "graph",
    "parallel_edges",
    "filter",
    "edge_filter",
    "clique",
    "extended",
    "engine",
    "direction",
];

impl PointArguments {
    /// Whether the files hold points instead of graphs.
    pub fn is_chosen(&self) -> bool {
        self.rips || self.alpha
    }

    /// Whether edges have values and triangles fill loops.
    pub fn is_rips(&self) -> bool {
        self.rips
    }

    /// The largest distance between two points with an edge. `None`: the enclosing radius.
    pub fn max_scale(&self) -> Option<f64> {
        self.max_scale
    }

    /// The graph of a file: that of the distances, or the points alone for the alpha complex.
    pub fn read(&self, file: &str, columns: Option<&Columns>) -> Result<InputGraph, Failure> {
        let name = name_of(file);
        let text = read(file)?;
        let points = || {
            let columns = columns.cloned().unwrap_or_default();
            Table::points(name, &text, &columns)?.into_points(name)
        };
        let graph = match (self.alpha, self.distances) {
            (true, _) => points().and_then(|points| points.in_the_plane(name)),
            (_, true) => Table::distances(name, &text)
                .and_then(|table| table.into_distances(name, self.max_scale)),
            (_, false) => points().and_then(|points| points.distances(name, self.max_scale)),
        };
        let graph = graph.map_err(Failure::usage)?;
        notes_of(name, &graph.notes);
        Ok(graph)
    }
}

/// The alpha complex of points.
pub struct Alpha {
    /// The bars as ranks.
    pub bars: Barcodes,
    /// The values of the ranks.
    pub ranks: Ranks,
    complex: AlphaComplex,
    /// Ranks of the diameters of the edges.
    edges: Vec<f32>,
}

impl Alpha {
    /// The graph of the complex, for the representatives of the bars.
    ///
    /// # Errors
    /// As [`Prepared::new`].
    pub fn prepared(&self) -> Result<Prepared, HomologyError> {
        let [points, edges] = self.complex.filtration(&self.edges);
        Prepared::new(self.complex.edges(), &points, Some(&edges))
    }
}

/// The alpha complex of a graph whose vertices have the attributes x and y.
pub fn alpha(graph: &InputGraph, keep_zero: bool) -> Result<Alpha, String> {
    let [x, y] = [0, 1].map(|column| &graph.vertex_attributes[column].values);
    let points: Vec<[f64; 2]> = x.iter().zip(y).map(|(&x, &y)| [x, y]).collect();
    let complex = AlphaComplex::new(&points).map_err(|error| error.to_string())?;
    let values = [&[0.0][..], &complex.edge_values, &complex.triangle_values];
    let (ranks, [vertex, edges, triangles]) = Ranks::new(values);
    let bars = Barcodes {
        sublevel: complex.barcode(vertex[0], &edges, &triangles, keep_zero),
        ..Barcodes::default()
    };
    Ok(Alpha {
        bars,
        ranks,
        complex,
        edges,
    })
}
