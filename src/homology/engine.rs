//! From graphs and filter values to [`Persistence`].

use super::order::Order;
use super::{NONE, Persistence, union_find, word_reduction};

/// Persistence of one graph in both directions. Self-loops and parallel edges count as loops.
///
/// # Panics
/// Where an edge names a vertex that has no filter value.
pub fn persistence(edges: &[[u32; 2]], filter: &[f32]) -> Persistence {
    let n = filter.len();
    let (mut death, mut loops) = (vec![0; 2 * n], vec![0; 2 * n]);
    persistence_batch(
        &[0, n as u32],
        &[0, edges.len() as u32],
        edges,
        filter,
        &mut death,
        &mut loops,
    );
    let (superlevel_death, superlevel_loops) = (death.split_off(n), loops.split_off(n));
    Persistence {
        death: [death, superlevel_death],
        loops: [loops, superlevel_loops],
    }
}

/// Persistence of many graphs, written where the caller wants it, without an allocation per graph.
///
/// Graph `g` has the vertices `vertex_offsets[g]..vertex_offsets[g + 1]` and the edges
/// `edge_offsets[g]..edge_offsets[g + 1]`, whose ends count from the graph's own first vertex.
/// `death` and `loops` hold the sublevel half and then the superlevel half, one entry a vertex;
/// deaths are vertices of the whole batch, or [`NONE`].
///
/// # Panics
/// Where lengths or offsets disagree, or an edge names a vertex that its graph does not have.
pub fn persistence_batch(
    vertex_offsets: &[u32],
    edge_offsets: &[u32],
    edges: &[[u32; 2]],
    filter: &[f32],
    death: &mut [u32],
    loops: &mut [u32],
) {
    let vertices = filter.len();
    assert_eq!(
        vertex_offsets.len(),
        edge_offsets.len(),
        "vertex and edge offsets of as many graphs"
    );
    assert_eq!(
        (death.len(), loops.len()),
        (2 * vertices, 2 * vertices),
        "outputs for two directions"
    );
    death.fill(NONE);
    loops.fill(0);
    let (sublevel_death, superlevel_death) = death.split_at_mut(vertices);
    let (sublevel_loops, superlevel_loops) = loops.split_at_mut(vertices);
    let mut order = Order::default();
    let mut words = word_reduction::Workspace::default();
    let mut components = union_find::Workspace::default();
    for (vertex, edge) in vertex_offsets.windows(2).zip(edge_offsets.windows(2)) {
        let range = vertex[0] as usize..vertex[1] as usize;
        let edges = &edges[edge[0] as usize..edge[1] as usize];
        let mut output = Output {
            first_vertex: vertex[0],
            death: [
                &mut sublevel_death[range.clone()],
                &mut superlevel_death[range.clone()],
            ],
            loops: [
                &mut sublevel_loops[range.clone()],
                &mut superlevel_loops[range.clone()],
            ],
        };
        order.sort(&filter[range]);
        if order.ranks().len() <= word_reduction::MAX_VERTICES {
            word_reduction::reduce(&mut words, &order, edges, &mut output);
        } else {
            union_find::reduce(&mut components, &order, edges, &mut output);
        }
    }
}

/// Where an engine writes the result of one graph: indexed by direction, then by the graph's own
/// vertices. Deaths start as [`NONE`] and loops as zero.
pub(super) struct Output<'a> {
    /// What the graph's vertex 0 is called in the whole batch.
    pub first_vertex: u32,
    pub death: [&'a mut [u32]; 2],
    pub loops: [&'a mut [u32]; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both engines on one graph.
    fn both(edges: &[[u32; 2]], filter: &[f32]) -> [Persistence; 2] {
        let mut order = Order::default();
        order.sort(filter);
        [0, 1].map(|engine| {
            let [mut a, mut b] = [vec![NONE; filter.len()], vec![NONE; filter.len()]];
            let [mut c, mut d] = [vec![0; filter.len()], vec![0; filter.len()]];
            let mut output = Output {
                first_vertex: 0,
                death: [&mut a, &mut b],
                loops: [&mut c, &mut d],
            };
            match engine {
                0 => word_reduction::reduce(&mut Default::default(), &order, edges, &mut output),
                _ => union_find::reduce(&mut Default::default(), &order, edges, &mut output),
            }
            Persistence {
                death: [a, b],
                loops: [c, d],
            }
        })
    }

    #[test]
    fn the_younger_of_two_minima_ends_where_they_meet() {
        let result = persistence(&[[0, 1], [1, 2]], &[1.0, 3.0, 2.0]);
        assert_eq!(result.death, [vec![NONE, 1, 1], vec![0, NONE, 2]]);
        assert_eq!(result.loops, [vec![0; 3], vec![0; 3]]);
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
    fn empty_and_isolated() {
        assert_eq!(persistence(&[], &[]), Persistence::default());
        assert_eq!(
            persistence(&[], &[f32::NAN, 0.0]).death,
            [[NONE; 2], [NONE; 2]]
        );
        persistence_batch(&[], &[], &[], &[], &mut [], &mut []);
    }

    #[test]
    fn a_batch_is_its_graphs_side_by_side() {
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
    fn the_engines_agree_at_the_border_between_them() {
        for n in [
            word_reduction::MAX_VERTICES as u32 - 1,
            word_reduction::MAX_VERTICES as u32,
        ] {
            let mut state = n;
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 8
            };
            let filter: Vec<f32> = (0..n).map(|_| (random() % 1000) as f32).collect();
            let edges: Vec<[u32; 2]> = (0..2 * n).map(|_| [random() % n, random() % n]).collect();
            let [words, components] = both(&edges, &filter);
            assert_eq!(words, components);
            assert_eq!(words, persistence(&edges, &filter));
        }
    }
}
