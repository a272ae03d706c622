//! The readout of extended persistence: every bar has two ends.
//!
//! In a graph filtration every loop is essential, and so is one component of each component of the graph. Extended persistence
//! continues with the superlevel sets, in which they die ([`crate::homology::extended`]). The paper's readout has only their births.
//! This one adds the loops with their deaths to it. With [`ReadoutBarcodes::Extended`] it replaces the paper's readout by the
//! four barcodes of GEFL (Zhang et al., LoG 2022).

use burn::prelude::*;
use rand::Rng;

use super::{
    BatchInput, ModelConfig, bar_weight::WeightFunction, coordinate_functions::CoordinateFunctions,
    initial::Initial,
};
use crate::{
    config::ReadoutBarcodes,
    homology::{self, Extended, NONE, order::canonical_key},
    ops::{Pairs, SparseRows, bar_ends, bar_weights, ints, read_mid_pass, row_sum},
};

/// The coordinate functions of the barcodes of extended persistence.
#[derive(Module, Debug)]
pub struct ExtendedReadout {
    /// Those of the components, if they are read as well.
    pub components: Option<ComponentReadout>,
    /// Coordinate functions of the loops.
    pub h1: CoordinateFunctions,
    /// Weight of a loop.
    pub h1_weight: WeightFunction,
}

/// The coordinate functions of components, each barcode with its own.
#[derive(Module, Debug)]
pub struct ComponentReadout {
    /// Reads the components that merge in the sublevel filtration, as points (birth, death) above the diagonal.
    pub h0_sublevel: CoordinateFunctions,
    /// Reads the components that merge in the superlevel filtration. Their points are below the diagonal.
    pub h0_superlevel: CoordinateFunctions,
    /// Reads the components of the graph, as points (least value, greatest value).
    pub h0: CoordinateFunctions,
    /// Weight of a bar of [`Self::h0_sublevel`].
    pub h0_sublevel_weight: WeightFunction,
    /// Weight of a bar of [`Self::h0_superlevel`].
    pub h0_superlevel_weight: WeightFunction,
    /// Weight of a bar of [`Self::h0`].
    pub h0_weight: WeightFunction,
}

impl ComponentReadout {
    fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        let mut functions = || CoordinateFunctions::new(config.hat, config.hats, 2, initial);
        let (h0_sublevel, h0_superlevel, h0) = (functions(), functions(), functions());
        let mut weight = || WeightFunction::new(config.bar_weight, 2, initial);
        Self {
            h0_sublevel,
            h0_superlevel,
            h0,
            h0_sublevel_weight: weight(),
            h0_superlevel_weight: weight(),
            h0_weight: weight(),
        }
    }

    /// `[G, 3K]` from the filter values `[N]`, their persistence, and the components of the graphs. Bars of length zero are not
    /// counted.
    fn read(
        &self,
        filter: Tensor<1>,
        pairs: &Pairs,
        components: &Points,
        input: &BatchInput,
    ) -> Tensor<2> {
        let [n] = filter.dims();
        let offsets = &input.vertex_offsets;
        let counts = bar_weights(filter.clone(), pairs);
        let points = bar_ends(filter.clone(), pairs, offsets);
        let direction = |functions: &CoordinateFunctions, weight: &WeightFunction, from: usize| {
            let own = from * n..(from + 1) * n;
            let points = points.clone().slice_dim(0, own.clone());
            let weights = weight.forward(&points, counts.clone().slice(own));
            functions.forward(points, weights, offsets, 1)
        };
        let sums = vec![
            direction(&self.h0_sublevel, &self.h0_sublevel_weight, 0),
            direction(&self.h0_superlevel, &self.h0_superlevel_weight, 1),
            components.sum(&self.h0, &self.h0_weight, filter),
        ];
        Tensor::cat(sums, 1)
    }
}

impl ExtendedReadout {
    /// The loops get as many coordinate functions as each of the other barcodes.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Self {
        Self {
            components: (config.readout == ReadoutBarcodes::Extended)
                .then(|| ComponentReadout::new(config, initial)),
            h1: CoordinateFunctions::new(config.hat, config.hats, 2, initial),
            h1_weight: WeightFunction::new(config.bar_weight, 2, initial),
        }
    }

    /// `[G, K]`, or `[G, 4K]` with components, from the filter values `[N]` and their persistence. Also returns the pairs.
    ///
    /// Loops are born in the sublevel part and die in the superlevel part, so they lie below the diagonal. Bars of length zero are
    /// not counted.
    pub async fn read(
        &self,
        filter: Tensor<1>,
        pairs: &Pairs,
        input: &BatchInput,
    ) -> (Tensor<2>, ExtendedPairs) {
        let (found, components, loops) = ExtendedPairs::of(filter.clone(), input).await;
        let sums = loops.sum(&self.h1, &self.h1_weight, filter.clone());
        let sums = match &self.components {
            Some(own) => Tensor::cat(vec![own.read(filter, pairs, &components, input), sums], 1),
            None => sums,
        };
        (sums, found)
    }

    /// The coordinate functions and bar weights of each barcode, in the order of the readout.
    pub fn barcodes(&self) -> Vec<(&CoordinateFunctions, &WeightFunction)> {
        let mut barcodes = Vec::new();
        if let Some(own) = &self.components {
            barcodes.extend([
                (&own.h0_sublevel, &own.h0_sublevel_weight),
                (&own.h0_superlevel, &own.h0_superlevel_weight),
                (&own.h0, &own.h0_weight),
            ]);
        }
        barcodes.push((&self.h1, &self.h1_weight));
        barcodes
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

impl ExtendedPairs {
    /// Computed on the CPU; filter values are read back from any other device. Also returns the points of components and loops.
    async fn of(filter: Tensor<1>, input: &BatchInput) -> (Self, Points, Points) {
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
        for own in batch.edge_offsets.windows(2) {
            loops[own[0] as usize..own[1] as usize].sort_unstable();
        }
        let ends: Vec<[u32; 2]> = (0..)
            .zip(&last)
            .map(|(first, &last)| [first, last])
            .collect();
        let of_components = Points::new(&ends, &batch.vertex_offsets, &values, input);
        let of_loops = Points::new(&loops, &batch.edge_offsets, &values, input);
        (Self { last, loops }, of_components, of_loops)
    }
}

/// Bars of a batch as pairs of vertices; bars of a graph with the same ends are one entry.
struct Points {
    /// Row 2p has the birth vertex of entry p, row 2p + 1 its death vertex: `[2P × N]`.
    ends: SparseRows,
    /// Number of bars of each entry, `[P]`.
    counts: Tensor<1, Int>,
    /// First entry of each graph, `[G + 1]`.
    offsets: Tensor<1, Int>,
}

impl Points {
    /// The bars of positive length among these pairs. `graphs` has the first pair of each graph, and the equal pairs of a graph are
    /// neighbours. A pair that contains [`NONE`] is no bar.
    fn new(pairs: &[[u32; 2]], graphs: &[u32], values: &[f32], input: &BatchInput) -> Self {
        let key = |v: u32| canonical_key(values[v as usize]);
        let (mut ends, mut counts, mut offsets) = (Vec::new(), Vec::new(), vec![0]);
        for own in graphs.windows(2) {
            let own = &pairs[own[0] as usize..own[1] as usize];
            for same in own.chunk_by(|a, b| a == b) {
                let [birth, death] = same[0];
                if birth != NONE && death != NONE && key(birth) != key(death) {
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
        Self {
            ends: SparseRows::look_up(&ends, input.vertices, &input.device),
            counts: ints(&counts, &input.device),
            offsets: ints(&offsets, &input.device),
        }
    }

    /// The sum of weighted coordinate functions over the bars of each graph, `[G, K]`. Gradients flow to the vertices.
    fn sum(
        &self,
        functions: &CoordinateFunctions,
        weight: &WeightFunction,
        filter: Tensor<1>,
    ) -> Tensor<2> {
        let [entries] = self.counts.dims();
        let points = row_sum(filter.unsqueeze_dim(1), &self.ends).reshape([entries, 2]);
        let weights = weight.forward(&points, self.counts.clone());
        functions.forward(points, weights, &self.offsets, 1)
    }
}
