//! Parallel loops over the graphs of a batch.

/// Number of vertices and edges worth a thread: about a tenth of a millisecond.
#[cfg(not(target_family = "wasm"))]
const MIN_SHARE: u64 = 1 << 13;

/// A batch of graphs.
#[derive(Clone, Copy)]
pub(super) struct Batch<'a> {
    vertex_offsets: &'a [u32],
    edge_offsets: &'a [u32],
    edges: &'a [[u32; 2]],
    filter: &'a [f32],
}

/// One graph of a batch.
#[derive(Clone, Copy)]
pub(super) struct Graph<'a> {
    /// Index in the batch of the graph's vertex 0.
    pub first_vertex: u32,
    pub edges: &'a [[u32; 2]],
    pub filter: &'a [f32],
}

/// Output arrays of several graphs, concatenated.
pub(super) trait Output: Sized + Send {
    /// Splits the output after the first graphs with this number of vertices and edges.
    fn split(self, vertices: usize, edges: usize) -> (Self, Self);
}

impl<'a> Batch<'a> {
    /// # Panics
    /// If offsets and lengths disagree.
    pub fn new(
        vertex_offsets: &'a [u32],
        edge_offsets: &'a [u32],
        edges: &'a [[u32; 2]],
        filter: &'a [f32],
    ) -> Self {
        assert_eq!(
            vertex_offsets.len(),
            edge_offsets.len(),
            "vertex and edge offsets of as many graphs"
        );
        for (offsets, length) in [(vertex_offsets, filter.len()), (edge_offsets, edges.len())] {
            assert!(offsets.is_sorted(), "offsets ascend");
            let ends = (offsets.first(), offsets.last());
            assert!(
                match ends {
                    (Some(&first), Some(&last)) => first == 0 && last as usize == length,
                    _ => length == 0,
                },
                "offsets begin at 0 and end at {length}"
            );
        }
        Self {
            vertex_offsets,
            edge_offsets,
            edges,
            filter,
        }
    }

    /// Calls `each` for every graph in sequence with one workspace.
    pub fn one_thread<W: Default, O: Output>(self, output: O, each: impl Fn(&mut W, Graph<'_>, O)) {
        let mut workspace = W::default();
        let mut rest = output;
        for (vertex, edge) in self
            .vertex_offsets
            .windows(2)
            .zip(self.edge_offsets.windows(2))
        {
            let graph = Graph {
                first_vertex: vertex[0],
                edges: &self.edges[edge[0] as usize..edge[1] as usize],
                filter: &self.filter[vertex[0] as usize..vertex[1] as usize],
            };
            let own;
            (own, rest) = rest.split(graph.filter.len(), graph.edges.len());
            each(&mut workspace, graph, own);
        }
    }

    /// Calls `each` for every graph on all cores, with one workspace per share of the graphs.
    #[cfg(not(target_family = "wasm"))]
    pub fn all_threads<W: Default, O: Output>(
        self,
        output: O,
        each: impl Fn(&mut W, Graph<'_>, O) + Copy + Sync + Send,
    ) {
        let work = |graph: usize| {
            u64::from(self.vertex_offsets[graph]) + u64::from(self.edge_offsets[graph])
        };
        let graphs = self.vertex_offsets.len().saturating_sub(1);
        if graphs < 2 || work(graphs) - work(0) < 2 * MIN_SHARE || rayon::current_num_threads() == 1
        {
            return self.one_thread(output, each);
        }
        let half = work(0).midpoint(work(graphs));
        let (mut middle, mut end) = (1, graphs - 1);
        while middle < end {
            let graph = middle.midpoint(end);
            if work(graph) < half {
                middle = graph + 1;
            } else {
                end = graph;
            }
        }
        let share = |graphs: std::ops::RangeInclusive<usize>| Self {
            vertex_offsets: &self.vertex_offsets[graphs.clone()],
            edge_offsets: &self.edge_offsets[graphs],
            ..self
        };
        let (first, second) = (share(0..=middle), share(middle..=graphs));
        let vertices = self.vertex_offsets[middle] - self.vertex_offsets[0];
        let edges = self.edge_offsets[middle] - self.edge_offsets[0];
        let (first_output, second_output) = output.split(vertices as usize, edges as usize);
        rayon::join(
            || first.all_threads(first_output, each),
            || second.all_threads(second_output, each),
        );
    }

    /// Calls `each` for every graph. There is only one thread.
    #[cfg(target_family = "wasm")]
    pub fn all_threads<W: Default, O: Output>(
        self,
        output: O,
        each: impl Fn(&mut W, Graph<'_>, O),
    ) {
        self.one_thread(output, each);
    }
}
