//! Vectors of the bars of many graphs as arrays, see [`sublevel::homology::vectors`].

use std::io::{self, Cursor};

use rayon::prelude::*;
use sublevel::homology::vectors::{Bar, ImageGrid, betti_curve, image, landscape};
use zip::ZipWriter;

use super::npz::{Arrays, write_array};
use crate::Failure;
use crate::words::{real, whole};

/// Default number of samples of a curve.
const SAMPLES: u32 = 100;
/// Default number of samples of an image in each direction.
const PIXELS: u32 = 20;
/// Default number of levels of a landscape.
const LEVELS: u32 = 5;
/// The default bandwidth is the length of the range divided by this number.
const BANDWIDTHS: f64 = 20.0;
/// Maximum size of all vectors in memory, in bytes.
const MAX_BYTES: usize = 1 << 31;

/// Options for vectors.
#[derive(clap::Args, Clone, Debug)]
pub struct VectorArguments {
    /// Write vectors of the same length for all graphs instead of bars, with --format npz
    ///
    /// The arrays are called `sublevel_h0`, `sublevel_h1`, `superlevel_h0` and so on, and their first axis is the graphs. An essential
    /// bar ends at the end of the range
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Vectors")]
    vectorize: Option<Kind>,
    /// Smallest and largest sample [default: of all finite ends of bars]
    #[arg(long, requires = "vectorize", value_name = "MIN,MAX", value_parser = range, allow_hyphen_values = true, help_heading = "Vectors")]
    range: Option<[f64; 2]>,
    /// Number of samples [default: 100, in an image 20 in each direction]
    #[arg(long, requires = "vectorize", value_name = "N", value_parser = whole(1..=10_000), help_heading = "Vectors")]
    resolution: Option<u32>,
    /// With --vectorize landscape: number of levels [default: 5]
    #[arg(long, requires = "vectorize", value_name = "K", value_parser = whole(1..=1000), help_heading = "Vectors")]
    levels: Option<u32>,
    /// With --vectorize image: standard deviation of the Gaussians [default: a twentieth of the range]
    #[arg(long, requires = "vectorize", value_name = "SIGMA", value_parser = real, help_heading = "Vectors")]
    bandwidth: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Persistence landscape: graphs × levels × samples
    Landscape,
    /// Persistence image, weighted by the length of the bars: graphs × lengths × births
    Image,
    /// Betti curve: graphs × samples
    Betti,
}

/// Parser of `MIN,MAX`.
fn range(text: &str) -> Result<[f64; 2], String> {
    let ends = text.split_once(',').and_then(|(min, max)| {
        let [min, max] =
            [min, max].map(|end| end.trim().parse::<f64>().ok().filter(|end| end.is_finite()));
        Some([min?, max?])
    });
    ends.filter(|[min, max]| min <= max)
        .ok_or_else(|| "expected two numbers, the smaller one first, such as 0,1".into())
}

impl VectorArguments {
    /// Whether vectors are written instead of bars.
    pub fn is_chosen(&self) -> bool {
        self.vectorize.is_some()
    }

    /// Rejects options without effect, and a range beyond the maximum scale of points, where the bars are unknown.
    pub fn check(&self, max_scale: Option<f64>) -> Result<(), &'static str> {
        match self.vectorize {
            _ if self
                .range
                .zip(max_scale)
                .is_some_and(|([_, end], scale)| end > scale) =>
            {
                Err(
                    "--range ends beyond --max-scale, where no bar is known; choose a larger scale or a smaller range",
                )
            }
            Some(kind) if kind != Kind::Landscape && self.levels.is_some() => {
                Err("--levels is the number of levels of a landscape; add --vectorize landscape")
            }
            Some(kind) if kind != Kind::Image && self.bandwidth.is_some() => {
                Err("--bandwidth belongs to the Gaussians of an image; add --vectorize image")
            }
            _ if self.bandwidth.is_some_and(|bandwidth| bandwidth <= 0.0) => {
                Err("--bandwidth needs a number above 0")
            }
            _ => Ok(()),
        }
    }

    /// The vectors of these bars.
    ///
    /// # Errors
    /// If they are too large, or their range is.
    pub fn vectors(&self, arrays: Arrays) -> Result<Vectors, Failure> {
        let kind = self.vectorize.expect("vectors are chosen");
        let range = self.range.unwrap_or_else(|| arrays.range());
        let image = kind == Kind::Image;
        let count = self
            .resolution
            .unwrap_or(if image { PIXELS } else { SAMPLES }) as usize;
        let length = range[1] - range[0];
        if !length.is_finite() {
            return Err(Failure::usage(format!(
                "the range of the bars, from {:e} to {:e}, is too long; add --range",
                range[0], range[1]
            )));
        }
        let own = if length > 0.0 {
            length / BANDWIDTHS
        } else {
            1.0
        };
        let grid = ImageGrid::over(range, count, self.bandwidth.unwrap_or(own));
        let levels = self.levels.unwrap_or(LEVELS) as usize;
        let shape = match kind {
            Kind::Landscape => vec![levels, count],
            Kind::Image => vec![count, count],
            Kind::Betti => vec![count],
        };
        let vectors = Vectors {
            arrays,
            kind,
            range,
            grid,
            shape,
        };
        let bytes = vectors.arrays.graphs()
            * vectors.arrays.diagrams().len()
            * vectors.length()
            * size_of::<f64>();
        match bytes > MAX_BYTES {
            true => Err(Failure::usage(format!(
                "the vectors need {:.1} GiB, and {} GiB is the limit; choose a smaller --resolution",
                bytes as f64 / (1u64 << 30) as f64,
                MAX_BYTES >> 30
            ))),
            false => Ok(vectors),
        }
    }
}

/// Vectors of bars, computed when they are written.
pub struct Vectors {
    arrays: Arrays,
    kind: Kind,
    range: [f64; 2],
    grid: ImageGrid,
    /// The shape of the vector of one graph.
    shape: Vec<usize>,
}

impl Vectors {
    fn length(&self) -> usize {
        self.shape.iter().product()
    }

    fn of(&self, bars: &[Bar]) -> Vec<f64> {
        let samples = &self.grid.births;
        match self.kind {
            Kind::Landscape => landscape(bars, self.shape[0], samples, self.range),
            Kind::Image => image(bars, &self.grid, self.range),
            Kind::Betti => betti_curve(bars, samples),
        }
    }

    /// The archive: an array for each dimension and direction, the samples, and the sources of the graphs.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let graphs = self.arrays.graphs();
        let lengths = self.shape.iter().map(|length| format!(", {length}"));
        let shape = format!("({graphs}{})", lengths.collect::<String>());
        for diagram in self.arrays.diagrams() {
            let vectors: Vec<Vec<f64>> = (0..graphs)
                .into_par_iter()
                .map(|graph| self.of(&self.arrays.bars(diagram, graph)))
                .collect();
            let numbers = vectors.iter().flatten().map(|number| number.to_le_bytes());
            write_array(&mut archive, diagram, "<f8", &shape, numbers)?;
        }
        let mut axis = |name: &str, samples: &[f64]| {
            let numbers = samples.iter().map(|number| number.to_le_bytes());
            write_array(
                &mut archive,
                name,
                "<f8",
                &format!("({},)", samples.len()),
                numbers,
            )
        };
        match self.kind {
            Kind::Image => {
                axis("births", &self.grid.births)?;
                axis("lengths", &self.grid.lengths)?;
                axis("bandwidth", &[self.grid.bandwidth])?;
            }
            Kind::Landscape | Kind::Betti => axis("samples", &self.grid.births)?,
        }
        self.arrays.write_sources(&mut archive)?;
        Ok(archive.finish()?.into_inner())
    }
}
