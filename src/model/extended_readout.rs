//! The readout of extended persistence: loops as finite bars.
//!
//! In a graph filtration every loop is essential. Extended persistence continues with the superlevel sets, in which every loop
//! dies ([`crate::homology::extended`]). The paper's readout has only the births of loops; this one also has the deaths.

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, ModelConfig, bar_weight::WeightFunction, coordinate_functions::CoordinateFunctions,
    initial::Initial,
};
use crate::{
    homology::{self, Extended, NONE, order::canonical_key},
    ops::{SparseRows, ints, read_mid_pass, row_sum},
};

/// The coordinate functions of one more barcode, besides those of [`super::readout::Readout`].
#[derive(Module, Debug)]
pub struct ExtendedReadout {
    /// Coordinate functions of the loops.
    pub h1: CoordinateFunctions,
    /// Weight of a loop.
    pub h1_weight: WeightFunction,
}

impl ExtendedReadout {
    /// With the number of coordinate functions of the other barcodes.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            h1: CoordinateFunctions::new(config.hat, config.hats, 2, initial),
            h1_weight: WeightFunction::new(config.bar_weight, 2, initial),
        }
    }

    /// `[G, K]` from the filter values `[N]`. Loops are born in the sublevel part and die in the superlevel part, so they lie
    /// below the diagonal; loops of length zero are not counted.
    pub async fn forward(&self, filter: Tensor<1>, input: &BatchInput) -> Tensor<2> {
        self.read(filter, input).await.0
    }

    /// The same, with the pairs.
    pub async fn read(&self, filter: Tensor<1>, input: &BatchInput) -> (Tensor<2>, ExtendedPairs) {
        let (loops, pairs) = Loops::of(filter.clone(), input).await;
        let points = loops.points(filter);
        let weights = self.h1_weight.forward(&points, loops.counts);
        let sums = self.h1.forward(points, weights, &loops.offsets, 1);
        (sums, pairs)
    }
}

/// Extended persistence of a batch from [`homology::extended_batch`], on the CPU. All pairs are included; the readout omits
/// those with equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtendedPairs {
    /// For the first vertex of each component its last vertex, otherwise [`NONE`].
    pub last: Vec<u32>,
    /// (birth, death) of the loops of each graph, sorted, at the start of the range of its edges; the other entries are `[NONE;
    /// 2]`.
    pub loops: Vec<[u32; 2]>,
}

impl ExtendedPairs {
    /// For a batch of one graph, the result of [`homology::extended`].
    pub fn into_extended(mut self) -> Extended {
        self.loops.retain(|&[birth, _]| birth != NONE);
        let pairs = (0..).zip(self.last).map(|(first, last)| [first, last]);
        Extended {
            components: pairs.filter(|&[_, last]| last != NONE).collect(),
            loops: self.loops,
        }
    }
}

/// The loops of a batch; loops of a graph with the same ends are one entry.
struct Loops {
    /// Row 2p has the birth vertex of entry p, row 2p + 1 its death vertex: `[2P × N]`.
    ends: SparseRows,
    /// Number of loops of each entry, `[P]`.
    counts: Tensor<1, Int>,
    /// First entry of each graph, `[G + 1]`.
    offsets: Tensor<1, Int>,
}

impl Loops {
    /// Computed on the CPU; filter values are read back from any other device.
    async fn of(filter: Tensor<1>, input: &BatchInput) -> (Self, ExtendedPairs) {
        let batch = &input.host;
        let values = read_mid_pass(filter).await;
        let mut last = vec![NONE; batch.vertex_offsets[batch.graphs()] as usize];
        let mut loops = vec![[NONE; 2]; batch.edges.len()];
        homology::extended_batch(
            &batch.vertex_offsets,
            &batch.edge_offsets,
            &batch.edges,
            &values[..last.len()],
            &mut last,
            &mut loops,
        );
        let key = |v: u32| canonical_key(values[v as usize]);
        let (mut ends, mut counts, mut offsets) = (Vec::new(), Vec::new(), vec![0]);
        for own in batch.edge_offsets.windows(2) {
            let own = &mut loops[own[0] as usize..own[1] as usize];
            own.sort_unstable();
            for same in own.chunk_by(|a, b| a == b) {
                let [birth, death] = same[0];
                if birth != NONE && key(birth) != key(death) {
                    ends.extend([birth, death]);
                    counts.push(same.len() as u32);
                }
            }
            offsets.push(counts.len() as u32);
        }
        if counts.is_empty() {
            // A padding entry with count 0 in no graph, since buffers cannot be empty.
            ends = vec![0; 2];
            counts = vec![0];
        }
        let found = Self {
            ends: SparseRows::look_up(&ends, input.vertices, &input.device),
            counts: ints(&counts, &input.device),
            offsets: ints(&offsets, &input.device),
        };
        (found, ExtendedPairs { last, loops })
    }

    /// Points (birth, death), `[P, 2]`; gradients flow to the vertices.
    fn points(&self, filter: Tensor<1>) -> Tensor<2> {
        let [entries] = self.counts.dims();
        row_sum(filter.unsqueeze_dim(1), &self.ends).reshape([entries, 2])
    }
}
