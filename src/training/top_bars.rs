//! The bars of many graphs with the highest activation of each hat.

use std::collections::HashMap;

use super::{
    coordinate_function_reading::bars_of,
    inspection::{Inspection, InspectionError},
    read_back::read,
};
use crate::{homology::NONE, model::head::Head, protocol::BarcodeName};

/// Maximum number of points for each hat.
pub const TOP_BARS: usize = 12;
/// Maximum number of points whose shares in all hats of a barcode are in memory at once.
const POINTS_AT_ONCE: usize = 1 << 14;

/// The hats of one barcode, each with the bars of the highest activation.
#[derive(Clone, Debug, PartialEq)]
pub struct TopBars {
    /// The barcode that these hats read.
    pub barcode: BarcodeName,
    pub points: Vec<BarsAtPoint>,
    /// For each hat up to [`TOP_BARS`] indices into `points`, each with the contribution of one bar there, `w(p) · hat(p)`. The
    /// order is descending. Among equals, the point of the earlier graph comes first. There are fewer entries if there are fewer
    /// points, and none if the parameters of the hats are not numbers.
    pub hats: Vec<Vec<(u32, f32)>>,
}

/// Bars of one barcode and one direction at one point, in one graph or in several. Filter values are equal if they agree to 2⁻²⁰,
/// about a millionth. Graphs with vertices that no filter can distinguish pass through the model in different batches, and their
/// last bits may differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BarsAtPoint {
    /// 0: sublevel, 1: superlevel; 0 for loops of extended persistence.
    pub direction: u32,
    /// Filter value at the birth of the first of them.
    pub birth: f32,
    /// Filter value at its death. `None` without a death.
    pub death: Option<f32>,
    /// The first graph with such a bar.
    pub graph: u32,
    /// The birth vertex of its first such bar.
    pub birth_vertex: u32,
    /// The death vertex of this bar, or [`NONE`].
    pub death_vertex: u32,
    /// Number of these bars.
    pub bars: u32,
    /// Number of graphs with these bars.
    pub graphs: u32,
}

/// The points of one barcode over many graphs, in the order of the graphs.
#[derive(Default)]
struct Points {
    places: HashMap<(u32, i64, Option<i64>), usize>,
    /// Each with the last graph that has it.
    points: Vec<(BarsAtPoint, u32)>,
}

impl Points {
    /// Adds the bars of one more graph, rows as in [`CoordinateFunctionReading::bars`](super::CoordinateFunctionReading::bars).
    fn add(&mut self, graph: u32, filter: &[f32], bars: &[[u32; 5]]) {
        for &[_, direction, birth_vertex, death_vertex, count] in bars {
            let birth = filter[birth_vertex as usize];
            let death = (death_vertex != NONE).then(|| filter[death_vertex as usize]);
            let key = (direction, rounded(birth), death.map(rounded));
            let place = *self.places.entry(key).or_insert_with(|| {
                let point = BarsAtPoint {
                    direction,
                    birth,
                    death,
                    graph,
                    birth_vertex,
                    death_vertex,
                    bars: 0,
                    graphs: 1,
                };
                self.points.push((point, graph));
                self.points.len() - 1
            });
            let (point, last) = &mut self.points[place];
            point.bars += count;
            point.graphs += u32::from(*last != graph);
            *last = graph;
        }
    }
}

/// The value in steps of 2⁻²⁰.
fn rounded(value: f32) -> i64 {
    (f64::from(value) * 1_048_576.0).round() as i64
}

/// The bars of a filter in some graphs, for each barcode.
pub(super) struct Gathered {
    view: usize,
    names: [BarcodeName; 4],
    barcodes: Vec<Points>,
}

impl Gathered {
    /// Empty lists for the barcodes of a filter that a head reads.
    pub fn new(head: &Head, view: usize) -> Self {
        let barcodes = head.barcodes(view);
        Self {
            view,
            names: BarcodeName::of(head.kind()),
            barcodes: barcodes.iter().map(|_| Points::default()).collect(),
        }
    }

    /// Adds the bars of one more graph that a model has read.
    pub fn add(&mut self, graph: u32, inspection: &Inspection) {
        for (points, barcode) in self.barcodes.iter_mut().zip(self.names) {
            points.add(graph, &inspection.filter, &bars_of(inspection, barcode));
        }
    }

    /// Finds the bars with the highest activation of each hat.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn top_bars(self, head: &Head) -> Result<Vec<TopBars>, InspectionError> {
        let mut found = Vec::new();
        let functions = head.barcodes(self.view);
        for (place, Points { points, .. }) in self.barcodes.into_iter().enumerate() {
            let points: Vec<_> = points.into_iter().map(|(point, _)| point).collect();
            let [count, _] = functions[place].0.elements().1.dims();
            let mut top = vec![Vec::new(); count];
            for (part, first) in points
                .chunks(POINTS_AT_ONCE)
                .zip((0..).step_by(POINTS_AT_ONCE))
            {
                let ends: Vec<f32> = part
                    .iter()
                    .flat_map(|point| [Some(point.birth), point.death])
                    .flatten()
                    .collect();
                let Some(shares) = head.shares((self.view, place), &ends, &vec![1; part.len()])
                else {
                    continue;
                };
                let shares = read(shares.flatten(0, 1)).await?;
                for (point, row) in (first..).zip(shares.chunks_exact(count)) {
                    for (top, &value) in top.iter_mut().zip(row) {
                        insert(top, point, value);
                    }
                }
            }
            found.push(only_named(self.names[place], &points, top));
        }
        Ok(found)
    }
}

/// Keeps the greatest values, in order.
fn insert(top: &mut Vec<(u32, f32)>, point: u32, value: f32) {
    let full = top.len() == TOP_BARS;
    if value.is_nan() || full && top.last().is_some_and(|&(_, least)| value <= least) {
        return;
    }
    let place = top.partition_point(|&(_, other)| other >= value);
    top.truncate(TOP_BARS - 1);
    top.insert(place, (point, value));
}

/// Removes the points that no hat refers to.
fn only_named(
    barcode: BarcodeName,
    points: &[BarsAtPoint],
    mut hats: Vec<Vec<(u32, f32)>>,
) -> TopBars {
    let mut named = Vec::new();
    let mut places = HashMap::new();
    for (point, _) in hats.iter_mut().flatten() {
        *point = *places.entry(*point).or_insert_with(|| {
            named.push(points[*point as usize]);
            named.len() as u32 - 1
        });
    }
    TopBars {
        barcode,
        points: named,
        hats,
    }
}
