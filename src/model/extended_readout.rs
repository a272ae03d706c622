//! The readout of extended persistence: loops as bars that end.
//!
//! In a graph filtration a loop never ends. Extended persistence goes back down through the superlevel sets, and there
//! every loop ends ([`crate::homology::extended`]): the paper's readout sees only where a loop begins, this one
//! also how far down it reaches.

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

/// CoordinateFunctions of one more barcode, beside those of [`super::readout::Readout`].
#[derive(Module, Debug)]
pub struct ExtendedReadout {
    /// CoordinateFunctions of the loops.
    pub h1: CoordinateFunctions,
    /// What a loop counts.
    pub h1_weight: WeightFunction,
}

impl ExtendedReadout {
    /// As many hats as each barcode has.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            h1: CoordinateFunctions::new(config.hat, config.hats, 2, initial),
            h1_weight: WeightFunction::new(config.bar_weight, 2, initial),
        }
    }

    /// `[G, K]` from the filter values `[N]`. Loops begin going up and end going down, so they lie below the diagonal;
    /// those of length zero do not count.
    pub async fn forward(&self, filter: Tensor<1>, input: &BatchInput) -> Tensor<2> {
        self.read(filter, input).await.0
    }

    /// The same, with what it was read from.
    pub async fn read(&self, filter: Tensor<1>, input: &BatchInput) -> (Tensor<2>, ExtendedPairs) {
        let (loops, pairs) = Loops::of(filter.clone(), input).await;
        let points = loops.points(filter);
        let weights = self.h1_weight.forward(&points, loops.counts);
        let sums = self.h1.forward(points, weights, &loops.offsets, 1);
        (sums, pairs)
    }
}

/// Extended persistence of a batch as [`homology::extended_batch`] gives it, on the CPU. All pairs are here; the readout
/// leaves those out whose ends have equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtendedPairs {
    /// For every vertex the last of its component where it is the first of it, otherwise [`NONE`].
    pub last: Vec<u32>,
    /// Birth and death of the loops of each graph, sorted, in the places of its edges; the other places are `[NONE; 2]`.
    pub loops: Vec<[u32; 2]>,
}

impl ExtendedPairs {
    /// Of a batch of one graph, as [`homology::extended`] gives it.
    pub fn into_extended(mut self) -> Extended {
        self.loops.retain(|&[birth, _]| birth != NONE);
        let pairs = (0..).zip(self.last).map(|(first, last)| [first, last]);
        Extended {
            components: pairs.filter(|&[_, last]| last != NONE).collect(),
            loops: self.loops,
        }
    }
}

/// The loops of a batch, one entry for those of a graph that have the same ends.
struct Loops {
    /// Vertex with which loop p begins in row 2p, and that with which it ends in row 2p + 1: `[2P × N]`.
    ends: SparseRows,
    /// Number of loops of each entry, `[P]`.
    counts: Tensor<1, Int>,
    /// First entry of each graph, `[G + 1]`.
    offsets: Tensor<1, Int>,
}

impl Loops {
    /// Found on the CPU, for which the filter values are read back from any other device.
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
            // An entry that counts nothing and belongs to no graph, since buffers cannot be empty.
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

    /// Points (birth, death), `[P, 2]`, through which gradients go to the vertices at the ends.
    fn points(&self, filter: Tensor<1>) -> Tensor<2> {
        let [entries] = self.counts.dims();
        row_sum(filter.unsqueeze_dim(1), &self.ends).reshape([entries, 2])
    }
}
