//! The engines: from graphs and filter values to [`Persistence`].

use super::batch::{self, Batch, Graph};
use super::order::Order;
use super::pairing::Pairing;
use super::{NONE, Persistence, bit_mask, union_find, word_reduction};

/// Persistence of one graph in both directions. Self-loops and parallel edges count as loops.
///
/// # Panics
/// If an edge names a vertex without a filter value.
pub fn persistence(edges: &[[u32; 2]], filter: &[f32]) -> Persistence {
    persistence_with_progress(edges, filter, &|_| ())
}

/// [`persistence`] with progress reports: `progress` receives the completed share after each stage.
///
/// # Panics
/// As [`persistence`].
pub fn persistence_with_progress(
    edges: &[[u32; 2]],
    filter: &[f32],
    progress: &dyn Fn(f64),
) -> Persistence {
    // Measured with 10⁷ edges; the rest is the conversion of ranks to vertices.
    const SORTED: f64 = 0.2;
    const REDUCED: f64 = 0.8;

    let mut workspace = Workspace::default();
    workspace.sort(filter);
    workspace.order.forget_keys();
    progress(SORTED);
    workspace.reduce(edges);
    progress(REDUCED);
    // Frees memory: the result of a large graph is large as well.
    workspace.components = union_find::Workspace::default();
    collect(filter.len(), |output| workspace.read_out(0, output))
}

/// Persistence of many graphs, written to the caller's arrays without an allocation per graph. Natively, all cores are used if
/// the batch is large enough.
///
/// Graph `g` has the vertices `vertex_offsets[g]..vertex_offsets[g + 1]` and the edges `edge_offsets[g]..edge_offsets[g + 1]`,
/// whose ends are relative to the graph's first vertex. `death` and `loops` contain the sublevel half, then the superlevel
/// half, with one entry per vertex; deaths are vertices of the batch, or [`NONE`].
///
/// # Panics
/// If lengths or offsets disagree, or an edge names a vertex out of range.
pub fn persistence_batch(
    vertex_offsets: &[u32],
    edge_offsets: &[u32],
    edges: &[[u32; 2]],
    filter: &[f32],
    death: &mut [u32],
    loops: &mut [u32],
) {
    Batch::new(vertex_offsets, edge_offsets, edges, filter)
        .all_threads(Output::new(filter.len(), death, loops), one);
}

/// [`persistence_batch`] on the calling thread only, with the same result.
///
/// # Panics
/// As [`persistence_batch`].
pub fn persistence_batch_one_thread(
    vertex_offsets: &[u32],
    edge_offsets: &[u32],
    edges: &[[u32; 2]],
    filter: &[f32],
    death: &mut [u32],
    loops: &mut [u32],
) {
    Batch::new(vertex_offsets, edge_offsets, edges, filter)
        .one_thread(Output::new(filter.len(), death, loops), one);
}

fn one(workspace: &mut Workspace, graph: Graph<'_>, mut output: Output<'_>) {
    workspace.sort(graph.filter);
    workspace.reduce(graph.edges);
    workspace.read_out(graph.first_vertex, &mut output);
}

/// An engine that computes persistence on the CPU. All engines give the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The elder rule on vertex sets, for simple graphs of at most 64 vertices.
    BitMask,
    /// Reduction of the boundary matrix, for graphs of at most 65 536 vertices within a limit of steps.
    WordReduction,
    /// The elder rule by union-find, for all graphs.
    UnionFind,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 3] = [Self::BitMask, Self::WordReduction, Self::UnionFind];

    /// The result of [`persistence`] by this engine; none if the engine does not support the graph.
    ///
    /// # Panics
    /// If an edge names a vertex without a filter value.
    pub fn persistence(self, edges: &[[u32; 2]], filter: &[f32]) -> Option<Persistence> {
        let mut workspace = Workspace::default();
        workspace.sort(filter);
        workspace
            .reduce_by(self, edges)
            .then(|| collect(filter.len(), |output| workspace.read_out(0, output)))
    }
}

/// The persistence that `write` writes.
fn collect(vertices: usize, write: impl FnOnce(&mut Output<'_>)) -> Persistence {
    let [mut death, mut loops] =
        [NONE, 0].map(|value| [vec![value; vertices], vec![value; vertices]]);
    write(&mut Output {
        death: death.each_mut().map(Vec::as_mut_slice),
        loops: loops.each_mut().map(Vec::as_mut_slice),
    });
    Persistence { death, loops }
}

/// The stages from the filter values of one graph to its persistence, in reusable memory.
#[derive(Debug, Default)]
pub struct Workspace {
    order: Order,
    words: word_reduction::Workspace,
    components: union_find::Workspace,
    pairing: Pairing,
}

impl Workspace {
    /// First stage: the order of the vertices.
    pub fn sort(&mut self, filter: &[f32]) {
        self.order.sort(filter);
    }

    /// Second stage: the pairs of the graph with these edges, by the fastest engine.
    ///
    /// # Panics
    /// If an edge names a vertex without a filter value.
    pub fn reduce(&mut self, edges: &[[u32; 2]]) {
        // With few loops, few columns share a pivot; there word reduction is fastest. Measured on random graphs.
        let sparse = 4 * edges.len() <= 7 * self.order.ranks().len();
        let engines = match sparse {
            true => [Engine::WordReduction, Engine::UnionFind],
            false => [Engine::BitMask, Engine::UnionFind],
        };
        let done = engines
            .into_iter()
            .any(|engine| self.reduce_by(engine, edges));
        debug_assert!(done);
    }

    /// Second stage by one engine. Returns false, without pairs, if the engine does not support the graph.
    ///
    /// # Panics
    /// If an edge names a vertex without a filter value.
    pub fn reduce_by(&mut self, engine: Engine, edges: &[[u32; 2]]) -> bool {
        let vertices = self.order.ranks().len();
        let max_vertices = match engine {
            Engine::BitMask => bit_mask::MAX_VERTICES,
            Engine::WordReduction => word_reduction::MAX_VERTICES,
            Engine::UnionFind => usize::MAX,
        };
        if vertices > max_vertices {
            return false;
        }
        let Self {
            order,
            words,
            components,
            pairing,
        } = self;
        pairing.make_room(vertices);
        let done = match engine {
            Engine::BitMask => bit_mask::reduce(order, edges, pairing),
            Engine::WordReduction => word_reduction::reduce(words, order, edges, pairing),
            Engine::UnionFind => {
                union_find::reduce(components, order, edges, pairing);
                true
            }
        };
        if done && cfg!(debug_assertions) {
            pairing.check(order, edges);
        }
        done
    }

    /// Last stage: from ranks to vertices. Vertex 0 of the graph has the index `first_vertex` in deaths.
    ///
    /// # Panics
    /// If the output does not have one entry per vertex.
    pub fn read_out(&self, first_vertex: u32, output: &mut Output<'_>) {
        let (by_rank, ranks) = (self.order.by_rank(), self.order.ranks());
        for direction in 0..2 {
            let end = &self.pairing.end[direction][..ranks.len()];
            let loops = &self.pairing.loops[direction][..ranks.len()];
            let death_out = &mut output.death[direction][..ranks.len()];
            let loops_out = &mut output.loops[direction][..ranks.len()];
            for ((&rank, death), born) in ranks.iter().zip(death_out).zip(loops_out) {
                *death = match end[rank as usize] {
                    NONE => NONE,
                    end => first_vertex + by_rank[end as usize],
                };
                *born = loops[rank as usize];
            }
        }
    }
}

/// Output arrays for the persistence of one or more graphs: by direction, then by vertex.
#[derive(Debug)]
pub struct Output<'a> {
    /// As in [`Persistence::death`].
    pub death: [&'a mut [u32]; 2],
    /// As in [`Persistence::loops`].
    pub loops: [&'a mut [u32]; 2],
}

impl<'a> Output<'a> {
    fn new(vertices: usize, death: &'a mut [u32], loops: &'a mut [u32]) -> Self {
        assert_eq!(
            (death.len(), loops.len()),
            (2 * vertices, 2 * vertices),
            "outputs for two directions"
        );
        Self {
            death: death.split_at_mut(vertices).into(),
            loops: loops.split_at_mut(vertices).into(),
        }
    }
}

impl batch::Output for Output<'_> {
    fn split(self, vertices: usize, _: usize) -> (Self, Self) {
        let [(death_up, rest_death_up), (death_down, rest_death_down)] =
            self.death.map(|list| list.split_at_mut(vertices));
        let [(loops_up, rest_loops_up), (loops_down, rest_loops_down)] =
            self.loops.map(|list| list.split_at_mut(vertices));
        (
            Self {
                death: [death_up, death_down],
                loops: [loops_up, loops_down],
            },
            Self {
                death: [rest_death_up, rest_death_down],
                loops: [rest_loops_up, rest_loops_down],
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_younger_of_two_minima_ends_where_they_meet() {
        let result = persistence(&[[0, 1], [1, 2]], &[1.0, 3.0, 2.0]);
        assert_eq!(result.death, [vec![NONE, 1, 1], vec![0, NONE, 2]]);
        assert_eq!(result.loops, [vec![0; 3], vec![0; 3]]);
    }

    #[test]
    fn reported_progress_ascends() {
        let told = std::cell::RefCell::new(vec![0.0]);
        let tell = |share| told.borrow_mut().push(share);
        let result = persistence_with_progress(&[[0, 1], [1, 2]], &[1.0, 3.0, 2.0], &tell);
        assert_eq!(result, persistence(&[[0, 1], [1, 2]], &[1.0, 3.0, 2.0]));
        tell(1.0);
        let told = told.into_inner();
        assert!(
            told.len() > 3 && told.is_sorted_by(|a, b| a < b),
            "{told:?}"
        );
    }

    #[test]
    fn loops_are_born_with_the_vertex_that_closes_them() {
        let result = persistence(&[[0, 1], [1, 2], [2, 0], [0, 1], [2, 2]], &[0.0, 1.0, 2.0]);
        assert_eq!(result.loops, [vec![0, 1, 2], vec![2, 0, 1]]);
        assert_eq!(result.death, [vec![NONE, 1, 2], vec![0, 1, NONE]]);
    }

    #[test]
    fn ties_go_to_the_lower_vertex_going_up_and_to_the_higher_going_down() {
        let result = persistence(&[[0, 1]], &[5.0, 5.0]);
        assert_eq!(result.death, [vec![NONE, 1], vec![0, NONE]]);
    }

    #[test]
    fn empty_graphs_and_isolated_vertices() {
        assert_eq!(persistence(&[], &[]), Persistence::default());
        assert_eq!(
            persistence(&[], &[f32::NAN, 0.0]).death,
            [[NONE; 2], [NONE; 2]]
        );
        persistence_batch(&[], &[], &[], &[], &mut [], &mut []);
    }

    #[test]
    fn a_batch_gives_the_results_of_its_graphs() {
        let (mut death, mut loops) = ([7; 10], [7; 10]);
        persistence_batch(
            &[0, 2, 2, 5],
            &[0, 1, 1, 4],
            &[[0, 1], [0, 1], [1, 2], [2, 0]],
            &[1.0, 0.0, 3.0, 2.0, 1.0],
            &mut death,
            &mut loops,
        );
        assert_eq!(death, [0, NONE, 2, 3, NONE, NONE, 1, NONE, 3, 4]);
        assert_eq!(loops, [0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn the_engines_agree_at_the_limits_of_their_use() {
        for n in [63u32, 64, 65, 65_535, 65_536, 65_537] {
            let mut state = n;
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 8
            };
            let filter: Vec<f32> = (0..n).map(|_| (random() % 1000) as f32).collect();
            let mut edges: Vec<[u32; 2]> = (0..n).map(|_| [random() % n, random() % n]).collect();
            for simple in [false, true] {
                if simple {
                    edges = crate::graph::Graph::new(n, edges).edges;
                }
                let results = Engine::ALL.map(|engine| engine.persistence(&edges, &filter));
                let expected = persistence(&edges, &filter);
                let fits = [simple && n <= 64, n <= 65_536, true];
                for (result, fits) in results.into_iter().zip(fits) {
                    assert_eq!(result, fits.then(|| expected.clone()));
                }
            }
        }
    }

    #[test]
    fn threads_split_a_batch_without_gaps() {
        let graphs = 3000;
        let offsets = |size: u32| (0..=graphs).map(|g| g * size).collect::<Vec<u32>>();
        let filter: Vec<f32> = (0..7 * graphs).map(|v| (v % 11) as f32).collect();
        let edges: Vec<[u32; 2]> = (0..9 * graphs).map(|e| [e % 7, e * e % 7]).collect();
        let mut results = [[0; 2]; 2].map(|outputs| outputs.map(|_| vec![5; 2 * filter.len()]));
        let [[death, loops], [death_alone, loops_alone]] = &mut results;
        persistence_batch(&offsets(7), &offsets(9), &edges, &filter, death, loops);
        persistence_batch_one_thread(
            &offsets(7),
            &offsets(9),
            &edges,
            &filter,
            death_alone,
            loops_alone,
        );
        assert_eq!(results[0], results[1]);
    }

    #[test]
    #[should_panic = "offsets begin at 0"]
    fn offsets_that_omit_a_vertex_panic() {
        persistence_batch(&[0, 1], &[0, 0], &[], &[1.0, 2.0], &mut [0; 4], &mut [0; 4]);
    }
}
