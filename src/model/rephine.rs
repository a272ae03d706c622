//! The readout of RePHINE: learned vertex and edge filters after a layer of message passing (Immonen et al., NeurIPS 2023).
//!
//! Perceptrons give every vertex the values of F vertex filters, and every edge those of F edge filters, from the sum of the rows of its
//! ends. [`homology::rephine`] pairs each edge filter with the vertex filter of the same index. Every vertex has a death (1 if it
//! survives), its value, and γ, the least value of its edges (1 without edges). A perceptron reads
//! these numbers of all filters at once, and another one the values of the edges that close a loop. The means of both over the graph
//! are added and normalised, and pass a third perceptron.
//!
//! The published tuples are (0, death, value, γ) and (1, value of the edge, 0, 0). The constants are left out: the biases have
//! the same effect.
//!
//! In SpectRe (NeurIPS 2025), each death and each loop also has the [spectrum](super::spectra) of its component at that value.

use burn::{nn::Linear, prelude::*, tensor::activation};
use rand::Rng;

use super::{
    BatchInput, BatchNorm, FilterRead, ModelConfig,
    class_pairs::ClassPairs,
    initial::Initial,
    input::ColourClasses,
    linear,
    perceptron::ReluPerceptron,
    spectra::{KnownSpectra, Spectra},
};
use crate::{
    config::TopologyLayer,
    homology::{self, NONE, Pair, order::canonical_key},
    ops::{SparseRows, ints, read_mid_pass, row_sum},
};

/// F.
const FILTERS: usize = TopologyLayer::FILTERS as usize;
/// Width of the hidden layer of the filters, as in the authors' code.
const HIDDEN: usize = 16;

/// The readout after one layer.
#[derive(Module, Debug)]
pub struct Rephine {
    /// The spectra of SpectRe, if they are read.
    pub spectra: Option<Spectra>,
    /// Row of a vertex → one number for each vertex filter, before the sigmoid.
    pub vertex_filters: ReluPerceptron,
    /// Sum of the rows of the ends of an edge → one number for each edge filter, before the sigmoid.
    pub edge_filters: ReluPerceptron,
    /// Death, value and γ of a vertex for each filter, then the spectra → a row, before the mean.
    pub components: ReluPerceptron,
    /// After the mean over the vertices.
    pub components_mean: Linear,
    /// Value of an edge that closes a loop, then the spectrum → a row, before the mean.
    pub loops: ReluPerceptron,
    /// After the mean over these edges and over the filters.
    pub loops_mean: Linear,
    /// Normalisation of the sum of both.
    pub norm: BatchNorm,
    /// The last perceptron.
    pub output: ReluPerceptron,
}

/// The results of the readout.
pub struct RephineRead {
    /// Vector of each graph, `[G, width]`.
    pub vector: Tensor<2>,
    /// The edge filters.
    pub filters: Vec<FilterRead>,
}

impl Rephine {
    /// A readout after each layer of the configuration, or none.
    pub fn stack<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Vec<Self> {
        let with_spectra = match config.topology_layer {
            TopologyLayer::Rephine => false,
            TopologyLayer::Spectre => true,
            _ => return Vec::new(),
        };
        let layers = 0..config.layers;
        let each = layers.map(|_| Self::new(config.width, with_spectra, initial));
        each.collect()
    }

    fn new<R: Rng>(width: usize, with_spectra: bool, initial: &mut Initial<R>) -> Self {
        let spectrum = if with_spectra { Spectra::COLUMNS } else { 0 };
        Self {
            spectra: with_spectra.then(|| Spectra::new(initial)),
            vertex_filters: ReluPerceptron::new(width, HIDDEN, FILTERS, initial),
            edge_filters: ReluPerceptron::new(width, HIDDEN, FILTERS, initial),
            components: ReluPerceptron::new((3 + spectrum) * FILTERS, width, width, initial),
            components_mean: initial.linear(width, width),
            loops: ReluPerceptron::new(1 + spectrum, width, width, initial),
            loops_mean: initial.linear(width, width),
            norm: BatchNorm::new(width, initial),
            output: ReluPerceptron::new(width, width, width, initial),
        }
    }

    /// The values of each edge filter, `[M]`, in [0, 1], from the rows `[R, width]` of the colour classes after the layer with this
    /// index, counted from 1.
    pub fn values(&self, x: Tensor<2>, layer: usize, input: &BatchInput) -> Vec<Tensor<1>> {
        let pairs = ClassPairs::new(layer, input);
        let values = self.on_pairs(x, &pairs, input).split(1, 1).into_iter();
        values.map(|values| pairs.on_edges(values, input)).collect()
    }

    /// The values of the edge filters for each pair of colour classes, `[P, F]`.
    fn on_pairs(&self, x: Tensor<2>, pairs: &ClassPairs, input: &BatchInput) -> Tensor<2> {
        activation::sigmoid(self.edge_filters.forward(pairs.sums(x, input)))
    }

    /// The forward pass from the rows `[R, width]` of the colour classes after the layer with this index, counted from 1.
    ///
    /// The CPU pairs the values, which are read back from any other device.
    pub async fn forward(&self, x: Tensor<2>, layer: usize, input: &BatchInput) -> RephineRead {
        let [classes, _] = x.dims();
        let pairs = ClassPairs::new(layer, input);
        let of_classes = activation::sigmoid(self.vertex_filters.forward(x.clone()));
        let of_pairs = self.on_pairs(x, &pairs, input);
        let columns = of_pairs.clone().split(1, 1).into_iter();
        let filters = columns
            .map(|values| FilterRead::Edges(pairs.on_edges(values, input)))
            .collect();
        // Row r has the values of all filters for a colour class, then for a pair of classes. The last one has the value 1.
        let one = Tensor::ones([1, FILTERS], &of_pairs.device());
        let values = Tensor::cat(vec![of_classes, of_pairs, one], 0);
        let mut known = self.spectra.is_some().then(KnownSpectra::default);
        let read_back = read_mid_pass(values.clone()).await;
        let found = Found::new(&read_back, known.as_mut(), classes, &pairs, input);

        let graphs = input.host.graphs();
        let [rows, _] = values.dims();
        let values = values.reshape([rows * FILTERS, 1]);
        let read = |x: &Tensor<2>, indices: &[u32], columns: usize| {
            let [rows, width] = x.dims();
            let rows = SparseRows::look_up(indices, rows, &input.device);
            row_sum(x.clone(), &rows).reshape([indices.len() / columns, columns * width])
        };
        let [loop_values, loop_spectra] =
            [0, 1].map(|end| -> Vec<u32> { found.loop_rows.iter().map(|row| row[end]).collect() });
        let mut components = read(&values, &found.tuples, 3 * FILTERS);
        let mut loops = read(&values, &loop_values, 1);
        if let (Some(spectra), Some(known)) = (&self.spectra, &known) {
            let rows = spectra.forward(known, &input.device);
            let of_components = read(&rows, &found.spectra, FILTERS);
            components = Tensor::cat(vec![components, of_components], 1);
            loops = Tensor::cat(vec![loops, read(&rows, &loop_spectra, 1)], 1);
        }
        let components = self.components.forward(components);
        let vertices: Vec<u32> = (0..input.host.vertex_offsets[graphs]).collect();
        let components = mean(components, &input.host.vertex_offsets, &vertices, input);
        let loops = self.loops.forward(loops);
        let loops = mean(loops, &found.loop_offsets, &found.loops, input);
        let sum = linear(&self.components_mean, components) + linear(&self.loops_mean, loops);
        let graphs = ColourClasses {
            number: graphs,
            counts: ints(&vec![1; graphs], &input.device),
            vertices: graphs,
            messages: None,
        };
        RephineRead {
            vector: self.output.forward(self.norm.normalize(sum, &graphs)),
            filters,
        }
    }
}

/// The mean of the rows of each graph, `[G, F]`; 0 for a graph without rows. `own` has the indices of the rows, and `offsets` the
/// first one of each graph.
fn mean(x: Tensor<2>, offsets: &[u32], own: &[u32], input: &BatchInput) -> Tensor<2> {
    let [rows, _] = x.dims();
    let counts = offsets.windows(2).map(|range| range[1] - range[0]);
    let factors = input.column(counts.map(|count| 1.0 / count.max(1) as f32));
    row_sum(x, &SparseRows::new(offsets, own, rows, &input.device)) * factors
}

/// The pairs of all filters of a batch, as indices of values, which are ordered by row, then by filter.
struct Found {
    /// Death, value and γ of each filter for each vertex.
    tuples: Vec<u32>,
    /// The spectrum of each filter for each vertex, if they are read.
    spectra: Vec<u32>,
    /// The value of a pair of classes with an edge that closes a loop, and the spectrum, or 0 if they are not read.
    loop_rows: Vec<[u32; 2]>,
    /// The edges that close a loop, of all filters, as indices of `loop_rows`, graph by graph.
    loops: Vec<u32>,
    /// First one of each graph, then their number.
    loop_offsets: Vec<u32>,
}

impl Found {
    /// `values` has the values of the filters for `classes` colour classes, then those for the pairs of classes.
    fn new(
        values: &[f32],
        mut known: Option<&mut KnownSpectra>,
        classes: usize,
        pairs: &ClassPairs,
        input: &BatchInput,
    ) -> Self {
        let host = &input.host;
        let [first_pair, one] = [classes, classes + pairs.list.len()];
        let index = |row: usize, filter: usize| (row * FILTERS + filter) as u32;
        let key = |row: usize, filter: usize| canonical_key(values[index(row, filter) as usize]);
        let row_of = |edges: &[u32], edge: u32| match edge {
            NONE => one,
            edge => first_pair + edges[edge as usize] as usize,
        };
        // A batch without vertices has one in no graph.
        let mut tuples = vec![index(one, 0); pairs.class.len() * 3 * FILTERS];
        let mut spectra = vec![0; pairs.class.len() * FILTERS];
        let (mut loops, mut loop_offsets) = (Vec::new(), vec![0]);
        let graphs = host.vertex_offsets.windows(2);
        for (own, edges) in graphs.zip(host.edge_offsets.windows(2)) {
            let vertices = own[0] as usize..own[1] as usize;
            let edges = edges[0] as usize..edges[1] as usize;
            let (class, pair) = (
                &pairs.class[vertices.clone()],
                &pairs.of_edge[edges.clone()],
            );
            for filter in 0..FILTERS {
                let vertex_key = |&class: &u32| key(class as usize, filter);
                let edge_key = |&pair: &u32| key(first_pair + pair as usize, filter);
                let vertex_keys: Vec<u32> = class.iter().map(vertex_key).collect();
                let edge_keys: Vec<u32> = pair.iter().map(edge_key).collect();
                let edges = &host.edges[edges.clone()];
                let found = homology::rephine(edges, &vertex_keys, &edge_keys);
                let mut of_loops = vec![0; edges.len()];
                if let Some(known) = &mut known {
                    known.of_pairs(edges, &edge_keys, &found, |pair, spectrum| match pair {
                        Pair::Component(v) => {
                            spectra[(vertices.start + v as usize) * FILTERS + filter] = spectrum;
                        }
                        Pair::Loop(edge) => of_loops[edge as usize] = spectrum,
                    });
                }
                for (v, &class) in class.iter().enumerate() {
                    let [death, first] = [&found.death, &found.first].map(|of| row_of(pair, of[v]));
                    let tuple = [death, class as usize, first].map(|row| index(row, filter));
                    let place = (vertices.start + v) * FILTERS + filter;
                    tuples[3 * place..][..3].copy_from_slice(&tuple);
                }
                let closing = found.loops.iter();
                loops.extend(
                    closing
                        .map(|&edge| [index(row_of(pair, edge), filter), of_loops[edge as usize]]),
                );
            }
            loop_offsets.push(loops.len() as u32);
        }
        let mut loop_rows: Vec<[u32; 2]> = loops.clone();
        loop_rows.sort_unstable();
        loop_rows.dedup();
        let place = |row: &[u32; 2]| loop_rows.partition_point(|other| other < row) as u32;
        let loops = loops.iter().map(place).collect();
        if loop_rows.is_empty() {
            loop_rows.push([index(one, 0), 0]);
        }
        Self {
            tuples,
            spectra,
            loop_rows,
            loops,
            loop_offsets,
        }
    }
}
