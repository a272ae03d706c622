//! A topology layer: the persistence of learned filters as features of the vertices (TOGL: Horn et al., ICLR 2022).
//!
//! A perceptron gives every vertex the values of F filters. In the sublevel filtration of a filter, every vertex begins one component.
//! The layer evaluates coordinate functions at the point (birth, death) of this component, and adds a linear function of all these
//! values to the row of the vertex. The loops of the filters are summed for each graph, for the classifier. A bar without an end has the
//! largest value of the graph as its death.
//!
//! The published layer differs in details. Its filters end with tanh instead of a sigmoid, and its hats have their centres on the
//! diagonal. Edges that close no loop add points at the origin to its sum over loops.

use burn::{nn::Linear, prelude::*, tensor::activation};
use rand::Rng;

use super::{
    BatchInput, BatchNorm, FilterRead, ModelConfig, VertexFilterRead,
    coordinate_functions::CoordinateFunctions, initial::Initial, linear,
    perceptron::ReluPerceptron,
};
use crate::{
    config::{CoordinateFunction, TopologyLayer as Kind},
    homology::{self, NONE, order::canonical_key},
    ops::{Pairs, SparseRows, ints, read_mid_pass, row_sum},
};

/// F.
const FILTERS: usize = Kind::FILTERS as usize;
/// Width of the hidden layer of the filters, as in the authors' code.
const HIDDEN: usize = 24;
const KINDS: [CoordinateFunction; 4] = [
    CoordinateFunction::Triangle,
    CoordinateFunction::Gaussian,
    CoordinateFunction::Line,
    CoordinateFunction::Rational,
];
/// Number of coordinate functions of each kind for a filter.
const EACH: usize = 3;

/// The layer. It comes after the first layer of message passing.
#[derive(Module, Debug)]
pub struct TopologyLayer {
    /// Row of a vertex → one number for each filter, before the sigmoid.
    pub network: ReluPerceptron,
    /// Coordinate functions of the components of each filter.
    pub components: Vec<Functions>,
    /// Coordinate functions of the loops of each filter.
    pub loops: Vec<Functions>,
    /// Maps the values of all functions of components to the columns of a vertex.
    pub embedding: Linear,
    /// Normalization of the result.
    pub norm: BatchNorm,
    /// Whether every bar has length zero and there are no loops.
    is_static: bool,
}

/// Coordinate functions of a filter, three of each kind.
#[derive(Module, Debug)]
pub struct Functions {
    pub kinds: Vec<CoordinateFunctions>,
}

impl Functions {
    fn new<R: Rng>(initial: &mut Initial<R>) -> Self {
        let kinds = KINDS.map(|kind| CoordinateFunctions::new(kind, EACH, 2, initial));
        Self {
            kinds: kinds.into(),
        }
    }

    /// The value of each function at each point, `[P, 12]`.
    fn values(&self, points: &Tensor<2>) -> Tensor<2> {
        let [count, _] = points.dims();
        let weights = Tensor::ones([count], &points.device());
        let values = self.kinds.iter();
        let values = values.map(|functions| functions.values(points.clone(), weights.clone()));
        Tensor::cat(values.collect(), 1)
    }

    /// The weighted sum of each function over the points of each graph, `[G, 12]`.
    fn sums(&self, points: &Tensor<2>, loops: &Loops, input: &BatchInput) -> Tensor<2> {
        let weights = ints(&loops.counts, &input.device).float();
        let offsets = ints(&loops.offsets, &input.device);
        let sums = self.kinds.iter();
        let sums =
            sums.map(|functions| functions.forward(points.clone(), weights.clone(), &offsets, 1));
        Tensor::cat(sums.collect(), 1)
    }
}

/// The results of the layer.
pub struct TopologyRead {
    /// Rows of the vertices, `[N, width]`.
    pub vertices: Tensor<2>,
    /// Sums over the loops of each graph, `[G, 96]`.
    pub loops: Tensor<2>,
    /// The filters with their pairs.
    pub filters: Vec<FilterRead>,
}

/// Bars of a batch as pairs of rows of the filter.
struct Loops {
    /// Rows of birth and death of each entry, one after the other.
    ends: Vec<u32>,
    /// Number of loops of each entry.
    counts: Vec<u32>,
    /// First entry of each graph, then the number of entries.
    offsets: Vec<u32>,
}

impl TopologyLayer {
    /// The layer of the configuration, if any, with initial weights.
    pub fn new<R: Rng>(config: &ModelConfig, initial: &mut Initial<R>) -> Option<Self> {
        let is_static = match config.topology_layer {
            Kind::None | Kind::Rephine | Kind::Spectre => return None,
            Kind::Persistence => false,
            Kind::Static => true,
        };
        let mut functions = || (0..FILTERS).map(|_| Functions::new(initial)).collect();
        let (components, loops) = (functions(), functions());
        let columns = FILTERS * KINDS.len() * EACH;
        Some(Self {
            network: ReluPerceptron::new(config.width, HIDDEN, FILTERS, initial),
            components,
            loops,
            embedding: initial.linear(columns, config.width),
            norm: BatchNorm::new(config.width, initial),
            is_static,
        })
    }

    /// Number of columns of [`TopologyRead::loops`].
    pub fn columns(&self) -> usize {
        self.loops.len() * KINDS.len() * EACH
    }

    /// The values of each filter, `[N]`, in [0, 1], from the rows `[R, width]` of the colour classes after the first layer.
    pub fn values(&self, x: Tensor<2>, input: &BatchInput) -> Vec<Tensor<1>> {
        let classes = ClassOf::new(input);
        let values = self.on_classes(x).split(1, 1).into_iter();
        values.map(|values| classes.on_vertices(values)).collect()
    }

    /// The values of all filters, `[R, F]`.
    fn on_classes(&self, x: Tensor<2>) -> Tensor<2> {
        activation::sigmoid(self.network.forward(x))
    }

    /// The forward pass from the rows `[R, width]` of the colour classes after the first layer.
    ///
    /// The CPU pairs the values, which are read back from any other device.
    pub async fn forward(&self, x: Tensor<2>, input: &BatchInput) -> TopologyRead {
        let classes = ClassOf::new(input);
        let (mut values, mut loops, mut filters) = (Vec::new(), Vec::new(), Vec::new());
        let columns = self.on_classes(x.clone()).split(1, 1).into_iter();
        let functions = self.components.iter().zip(&self.loops);
        for (column, (of_components, of_loops)) in columns.zip(functions) {
            let found = classes.pairs(column.clone(), self.is_static, input).await;
            let points = |ends: &[u32]| {
                let rows = SparseRows::look_up(ends, classes.number, &input.device);
                row_sum(column.clone(), &rows).reshape([ends.len() / 2, 2])
            };
            values.push(of_components.values(&points(&found.components)));
            loops.push(of_loops.sums(&points(&found.loops.ends), &found.loops, input));
            filters.push(FilterRead::Vertices(VertexFilterRead {
                values: classes.on_vertices(column),
                pairs: found.pairs,
                extended: None,
            }));
        }
        let embedded = linear(&self.embedding, Tensor::cat(values, 1));
        TopologyRead {
            vertices: row_sum(x, classes.of_single)
                + self.norm.normalize(embedded, &input.layers[2]),
            loops: Tensor::cat(loops, 1),
            filters,
        }
    }
}

/// The pairs of a filter of a batch.
struct Found {
    /// Rows of birth and death of the component of each vertex, in the order of the single vertices.
    components: Vec<u32>,
    loops: Loops,
    pairs: Pairs,
}

/// The colour classes after the first layer, and the single vertices of the layer.
struct ClassOf<'a> {
    /// Number of colour classes.
    number: usize,
    /// Class of each single vertex, `[N × R]`.
    of_single: &'a SparseRows,
    /// Class of each vertex, in the order of the batch.
    of_vertex: Vec<u32>,
    /// The same, `[N × R]`.
    on_vertices: SparseRows,
    /// Index among the single vertices of each vertex, in the order of the batch.
    single: Vec<u32>,
}

impl<'a> ClassOf<'a> {
    fn new(input: &'a BatchInput) -> Self {
        let host = &input.host;
        let number = input.layers[1].number;
        // All later layers number the single vertices alike.
        let single = host.colour_of.clone();
        let messages = input.layers[2].messages.as_ref();
        let of_vertex = input.classes_after(1);
        Self {
            number,
            of_single: &messages.expect("colour classes after a layer").refined,
            on_vertices: SparseRows::look_up(&of_vertex, number, &input.device),
            of_vertex,
            single,
        }
    }

    /// Values of the vertices, `[N]`, from those of the classes, `[R, 1]`.
    fn on_vertices(&self, values: Tensor<2>) -> Tensor<1> {
        row_sum(values, &self.on_vertices).flatten(0, 1)
    }

    /// The pairs of a filter `[R, 1]`. Without persistence, the component of a vertex ends at its birth, and there are no loops.
    async fn pairs(&self, filter: Tensor<2>, is_static: bool, input: &BatchInput) -> Found {
        let batch = &input.host;
        let of_class = read_mid_pass(filter).await;
        let value = |v: usize| of_class[self.of_vertex[v] as usize];
        let offsets = &batch.vertex_offsets;
        let vertices = offsets[batch.graphs()] as usize;
        let values: Vec<f32> = (0..vertices).map(value).collect();
        // Sublevel half first.
        let rows = input.vertices;
        let mut death = vec![NONE; 2 * vertices];
        let mut born = vec![0; 2 * vertices];
        homology::persistence_batch(
            offsets,
            &batch.edge_offsets,
            &batch.edges,
            &values,
            &mut death,
            &mut born,
        );
        let mut components: Vec<u32> = vec![0; 2 * rows];
        let mut loops = Loops {
            ends: Vec::new(),
            counts: Vec::new(),
            offsets: vec![0],
        };
        for own in offsets.windows(2) {
            let own = own[0] as usize..own[1] as usize;
            let last = own.clone().max_by_key(|&v| (canonical_key(values[v]), v));
            for v in own {
                let end = match death[v] {
                    _ if is_static => v,
                    NONE => last.expect("the graph has a vertex"),
                    death => death as usize,
                };
                let row = 2 * self.single[v] as usize;
                components[row..row + 2].copy_from_slice(&[v, end].map(|end| self.of_vertex[end]));
                if born[v] > 0 && !is_static {
                    let end = last.expect("the graph has a vertex");
                    loops.ends.extend([v, end].map(|end| self.of_vertex[end]));
                    loops.counts.push(born[v]);
                }
            }
            loops.offsets.push(loops.counts.len() as u32);
        }
        if loops.counts.is_empty() {
            // A padding entry in no graph, since buffers cannot be empty.
            loops.ends = vec![0; 2];
            loops.counts = vec![0];
        }
        // A batch without vertices has one on the device.
        death.resize(2 * rows, NONE);
        born.resize(2 * rows, 0);
        Found {
            components,
            loops,
            pairs: Pairs {
                death: ints(&death, &input.device),
                loops: ints(&born, &input.device),
            },
        }
    }
}
