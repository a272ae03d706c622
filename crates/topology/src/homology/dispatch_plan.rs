//! Dispatch plan of persistence on a GPU: the shaders, in sequence, with their buffers.
//!
//! The plan depends only on the sizes of a batch, see [`BatchShape`]. [`dispatches`] lists the dispatches; the owner of the
//! device (the tensors of `ops`, or `gpu::Gpu`) allocates the buffers and executes them. No results are read back in between.
//!
//! Small graphs take one dispatch per size class in [`SIZE_CLASSES`], with one workgroup per graph. Graphs with more vertices,
//! up to [`MAX_VERTICES`], or with more than [`MAX_SMALL_EDGES`] edges take the large path: its tables are in storage, and
//! several workgroups share a graph. Both use the text in `shaders/parts`.

/// Maximum number of vertices of each variant of the shader for small graphs.
pub const SIZE_CLASSES: [u32; 4] = [64, 256, 512, 1024];

/// Maximum number of edges of a graph that one workgroup reduces.
pub const MAX_SMALL_EDGES: u32 = 1 << 16;

/// Maximum number of vertices of a graph on a GPU: a rank has 16 bits. [`super::persistence_batch`] takes larger graphs.
pub const MAX_VERTICES: u32 = 65_535;

/// Default maximum number of lanes of a workgroup.
pub const LANES: u32 = 256;

/// Steps of a column in one dispatch of `large_reduce.wgsl`.
const BUDGET: u32 = 4096;
/// Maximum number of items (an edge in one direction) of a graph in one dispatch of `large_reduce.wgsl`.
pub const MAX_ITEMS: u32 = 1 << 20;
/// Vertices that `large_sort.wgsl` sorts in one workgroup.
const RUN: u32 = 1024;
/// Maximum number of workgroups in one dimension of a dispatch, on every device.
const MAX_WORKGROUPS: u32 = 65_535;

/// Index in [`SIZE_CLASSES`] of the smallest class for a graph with this number of vertices and edges; the number of classes if
/// the graph is too large for all.
pub fn size_class(vertices: u32, edges: u32) -> usize {
    if edges > MAX_SMALL_EDGES {
        return SIZE_CLASSES.len();
    }
    SIZE_CLASSES.partition_point(|&class| class < vertices)
}

/// The sizes of a batch whose graphs are sorted by size class, large ones last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchShape {
    /// Total number of vertices.
    pub vertices: u32,
    /// Number of graphs in each size class of [`SIZE_CLASSES`].
    pub small: [u32; 4],
    /// Number of larger graphs.
    pub large: u32,
    /// Number of vertices of the largest graph.
    pub max_vertices: u32,
    /// Maximum number of edges among large graphs, below 2³¹.
    pub max_edges: u32,
}

impl BatchShape {
    /// Adds a graph.
    pub fn add(&mut self, vertices: u32, edges: u32) {
        match self.small.get_mut(size_class(vertices, edges)) {
            Some(small) => *small += 1,
            None => {
                self.large += 1;
                self.max_edges = self.max_edges.max(edges);
            }
        }
        self.vertices += vertices;
        self.max_vertices = self.max_vertices.max(vertices);
    }

    /// Whether no graph has more than [`MAX_VERTICES`] vertices.
    pub fn fits_gpu(&self) -> bool {
        self.max_vertices <= MAX_VERTICES
    }
}

/// A buffer of a shader, for N vertices and M edges in the batch. Elements have 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GpuBuffer {
    /// Input: rows (first vertex, vertices, first edge, edges), sorted by size class.
    Graphs,
    /// Input: pairs of ends, relative to the first vertex of their graph.
    Edges,
    /// Input: bits of the filter values, N.
    Filter,
    /// Result: deaths, 2N.
    Death,
    /// Result: loops, 2N.
    Loops,
    /// Scratch: vertices in sorted order, N. A second buffer serves as target of merges.
    Order(u32),
    /// Scratch: ranks of the vertices, N.
    Ranks,
    /// Scratch: columns by pivot, 2N.
    Columns,
    /// Scratch: columns in progress, two words per edge and direction, 4M.
    Walks,
}

impl GpuBuffer {
    /// Whether it is a scratch buffer: neither input nor result.
    pub fn is_scratch(self) -> bool {
        matches!(
            self,
            Self::Order(_) | Self::Ranks | Self::Columns | Self::Walks
        )
    }

    /// Number of elements of a scratch buffer or a result in a batch of this shape with `edges` edges.
    pub fn len(self, shape: &BatchShape, edges: u32) -> usize {
        match self {
            Self::Graphs | Self::Edges | Self::Filter => 0,
            Self::Order(_) | Self::Ranks => shape.vertices as usize,
            Self::Death | Self::Loops | Self::Columns => 2 * shape.vertices as usize,
            Self::Walks if reductions(shape) > 1 => 4 * edges.max(1) as usize,
            // Bound but unused.
            Self::Walks => 4,
        }
    }
}

/// A shader of persistence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// Everything, for graphs of at most this number of vertices.
    Small(u32),
    /// Large path: sorted runs.
    Sort,
    /// Large path: merges of sorted runs.
    Merge,
    /// Large path: ranks; clears buffers.
    Rank,
    /// Large path: the reduction.
    Reduce,
    /// Large path: deaths.
    ReadOut,
}

macro_rules! text {
    ($($file:literal),+) => {
        concat!($(include_str!(concat!("../../../../shaders/", $file, ".wgsl")), "\n"),+)
    };
}

/// `shaders/parts/order.wgsl`, for other shaders that compare filter values.
pub const ORDER: &str = text!("parts/order");

impl Kernel {
    /// Every shader.
    pub const ALL: [Self; 9] = [
        Self::Small(SIZE_CLASSES[0]),
        Self::Small(SIZE_CLASSES[1]),
        Self::Small(SIZE_CLASSES[2]),
        Self::Small(SIZE_CLASSES[3]),
        Self::Sort,
        Self::Merge,
        Self::Rank,
        Self::Reduce,
        Self::ReadOut,
    ];

    /// The name of its file in `shaders/`, without the extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small(_) => "persistence",
            Self::Sort => "large_sort",
            Self::Merge => "large_merge",
            Self::Rank => "large_rank",
            Self::Reduce => "large_reduce",
            Self::ReadOut => "large_read_out",
        }
    }

    /// Number of lanes of a workgroup, at most `most`, a power of two from 64 to 256.
    pub fn lanes(self, max: u32) -> u32 {
        match self {
            // One lane per vertex counts ranks.
            Self::Small(class @ ..=256) => class,
            _ => max,
        }
    }

    /// The shader text for this number of lanes, see [`Self::lanes`].
    pub fn text(self, lanes: u32) -> String {
        let text = match self {
            Self::Small(_) => text!(
                "parts/order",
                "parts/sort",
                "parts/reduction",
                "persistence"
            ),
            Self::Sort => text!("parts/order", "parts/sort", "large_sort"),
            Self::Merge => text!("parts/order", "large_merge"),
            Self::Rank => text!(
                "parts/order",
                "parts/reduction",
                "parts/large",
                "large_rank"
            ),
            Self::Reduce => text!(
                "parts/order",
                "parts/reduction",
                "parts/large",
                "large_reduce"
            ),
            Self::ReadOut => text!(
                "parts/order",
                "parts/reduction",
                "parts/large",
                "large_read_out"
            ),
        };
        let text = text
            .replace(
                "const WG: u32 = 256u;",
                &format!("const WG: u32 = {lanes}u;"),
            )
            .replace(
                "const BUDGET: u32 = 4096u;",
                &format!("const BUDGET: u32 = {BUDGET}u;"),
            );
        match self {
            Self::Small(class) => text.replace(
                "const CAP: u32 = 256u;",
                &format!("const CAP: u32 = {class}u;"),
            ),
            _ => text,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// The shader.
    pub kernel: Kernel,
    /// Number of workgroups in each dimension.
    pub workgroups: [u32; 3],
    /// The storage buffers in the order of their bindings, before the uniform.
    pub buffers: Vec<GpuBuffer>,
    /// Words of the uniform, each extended to 64 bits.
    pub params: [u32; 6],
}

/// The dispatches of the persistence of a batch, in order.
pub fn dispatches(shape: &BatchShape) -> Vec<Dispatch> {
    use GpuBuffer::{Columns, Death, Edges, Filter, Graphs, Loops, Order, Ranks, Walks};

    let mut runs = Vec::new();
    let mut first_row = 0;
    for (class, graphs) in SIZE_CLASSES.into_iter().zip(shape.small) {
        if graphs > 0 {
            let rows = graphs.div_ceil(MAX_WORKGROUPS);
            runs.push(Dispatch {
                kernel: Kernel::Small(class),
                workgroups: [graphs.div_ceil(rows), rows, 1],
                buffers: vec![Graphs, Edges, Filter, Death, Loops],
                params: [shape.vertices, first_row, graphs, 0, 0, 0],
            });
        }
        first_row += graphs;
    }
    if shape.large == 0 {
        return runs;
    }

    let mut push = |kernel, groups: u32, buffers: Vec<GpuBuffer>, own: [u32; 3]| {
        let layers = shape.large.div_ceil(MAX_WORKGROUPS);
        runs.push(Dispatch {
            kernel,
            // Lanes loop if there are fewer lanes than items.
            workgroups: [
                groups.min(MAX_WORKGROUPS),
                shape.large.div_ceil(layers),
                layers,
            ],
            buffers,
            params: [
                shape.vertices,
                first_row,
                shape.large,
                own[0],
                own[1],
                own[2],
            ],
        });
    };
    let by_vertex = shape.max_vertices.div_ceil(256);
    push(
        Kernel::Sort,
        shape.max_vertices.div_ceil(RUN),
        vec![Graphs, Filter, Order(0)],
        [0; 3],
    );
    let mut sorted = 0;
    let mut length = RUN;
    while length < shape.max_vertices {
        let buffers = vec![Graphs, Filter, Order(sorted), Order(1 - sorted)];
        push(Kernel::Merge, by_vertex, buffers, [length, 0, 0]);
        sorted = 1 - sorted;
        length *= 2;
    }
    let order = Order(sorted);
    push(
        Kernel::Rank,
        by_vertex,
        vec![Graphs, order, Ranks, Columns, Loops],
        [0; 3],
    );
    let last = reductions(shape) - 1;
    let items = 2 * shape.max_edges;
    for run in 0..=last {
        for first in (0..items).step_by(MAX_ITEMS as usize) {
            let share = MAX_ITEMS.min(items - first);
            let buffers = vec![Graphs, order, Ranks, Columns, Edges, Loops, Walks];
            push(
                Kernel::Reduce,
                share.div_ceil(LANES),
                buffers,
                [2 * run + u32::from(run < last), first, share],
            );
        }
    }
    push(
        Kernel::ReadOut,
        by_vertex,
        vec![Graphs, order, Ranks, Columns, Death],
        [0; 3],
    );
    runs
}

/// Number of reduction dispatches that finishes every column: the pivot becomes older with every step, and one more step
/// detects a closed loop.
fn reductions(shape: &BatchShape) -> u32 {
    shape.max_vertices.div_ceil(BUDGET).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_belong_to_the_smallest_sufficient_class() {
        let sizes = [0, 1, 64, 65, 256, 257, 512, 513, 1024, 1025];
        let classes = sizes.map(|vertices| size_class(vertices, MAX_SMALL_EDGES));
        assert_eq!(classes, [0, 0, 0, 1, 1, 2, 2, 3, 3, 4]);
        assert!(sizes.map(|vertices| size_class(vertices, MAX_SMALL_EDGES + 1)) == [4; 10]);
    }

    #[test]
    fn every_kernel_has_its_own_text() {
        for kernel in Kernel::ALL {
            for max in [64, 128, 256] {
                let lanes = kernel.lanes(max);
                let text = kernel.text(lanes);
                let wanted = format!("const WG: u32 = {lanes}u;");
                assert_eq!(text.matches(&wanted).count(), 1, "{kernel:?}");
            }
        }
        for class in SIZE_CLASSES {
            let text = Kernel::Small(class).text(256);
            assert!(text.contains(&format!("const CAP: u32 = {class}u;")));
        }
        assert!(Kernel::Reduce.text(256).contains(&format!("= {BUDGET}u;")));
        assert!(Kernel::Sort.text(256).contains(&format!("= {RUN}u;")));
    }

    #[test]
    fn the_largest_graph_determines_the_number_of_runs() {
        let runs = |sizes: &[u32]| {
            let mut shape = BatchShape::default();
            for &vertices in sizes {
                shape.add(vertices, vertices);
            }
            dispatches(&shape)
                .iter()
                .map(|run| run.kernel)
                .collect::<Vec<_>>()
        };
        use Kernel::{Merge, Rank, ReadOut, Reduce, Small, Sort};
        assert_eq!(runs(&[]), []);
        assert_eq!(runs(&[64, 0, 1024]), [Small(64), Small(1024)]);
        assert_eq!(runs(&[1025]), [Sort, Merge, Rank, Reduce, ReadOut]);
        assert_eq!(
            runs(&[3, 4097]),
            [
                Small(64),
                Sort,
                Merge,
                Merge,
                Merge,
                Rank,
                Reduce,
                Reduce,
                ReadOut
            ]
        );
        let max = runs(&[MAX_VERTICES]);
        assert_eq!(max.iter().filter(|&&kernel| kernel == Merge).count(), 6);
        assert_eq!(max.iter().filter(|&&kernel| kernel == Reduce).count(), 16);
    }

    #[test]
    fn no_run_takes_more_items_of_a_graph_than_stated() {
        let mut shape = BatchShape::default();
        shape.add(1024, MAX_SMALL_EDGES);
        assert_eq!((shape.small, shape.large), ([0, 0, 0, 1], 0));
        shape.add(1024, 2_000_000);
        assert_eq!(shape.large, 1);
        let shares: Vec<[u32; 2]> = dispatches(&shape)
            .iter()
            .filter(|run| run.kernel == Kernel::Reduce)
            .map(|run| [run.params[4], run.params[5]])
            .collect();
        assert!(shares.iter().all(|share| share[1] <= MAX_ITEMS));
        let mut next = 0;
        for [first, items] in shares {
            assert_eq!(first, next);
            next += items;
        }
        assert_eq!(next, 4_000_000);
    }

    #[test]
    fn no_dimension_of_a_dispatch_is_too_large() {
        let shape = BatchShape {
            vertices: u32::MAX,
            small: [u32::MAX; 4],
            large: 200_000,
            max_vertices: MAX_VERTICES,
            max_edges: u32::MAX / 2,
        };
        let mut first_row = 0u32;
        for run in dispatches(&BatchShape {
            small: [1 << 24; 4],
            ..shape
        }) {
            assert!(
                run.workgroups
                    .iter()
                    .all(|&groups| (1..=MAX_WORKGROUPS).contains(&groups))
            );
            let rows = match run.kernel {
                Kernel::Small(_) => run.workgroups[0] * run.workgroups[1],
                _ => run.workgroups[1] * run.workgroups[2],
            };
            assert!(rows >= run.params[2]);
            assert!(run.params[1] >= first_row);
            first_row = run.params[1];
        }
    }
}
