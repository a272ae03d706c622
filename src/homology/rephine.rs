//! The pairs of RePHINE (Immonen et al., NeurIPS 2023): an edge filtration whose components are ordered by a vertex filter.
//!
//! All vertices are present from the beginning, and the edges enter by ascending value. Where two components meet, the one with the
//! larger key dies. The key of a vertex is its value, then γ, the least value of its edges, then its index. The key of a component is
//! its least one.

use super::{NONE, root};

/// The pairs of one graph. Vertices and edges are indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rephine {
    /// The edge that ends the component of each vertex, [`NONE`] for the vertices of least key of the components of the graph.
    pub death: Vec<u32>,
    /// The edge of each vertex that enters first, the one of γ; [`NONE`] for isolated vertices.
    pub first: Vec<u32>,
    /// The edges that close a loop, in the order in which they enter.
    pub loops: Vec<u32>,
}

/// RePHINE of a graph with a key for each vertex and for each edge. Edges with equal keys enter by index. Self-loops and parallel
/// edges count as loops.
///
/// # Panics
/// If an edge names a vertex without a key, or there are fewer edge keys than edges.
pub fn rephine<V: Ord, E: Ord>(edges: &[[u32; 2]], vertex_keys: &[V], edge_keys: &[E]) -> Rephine {
    let mut order: Vec<u32> = (0..edges.len() as u32).collect();
    order.sort_by_key(|&edge| &edge_keys[edge as usize]);

    let mut first = vec![NONE; vertex_keys.len()];
    for &edge in &order {
        for end in edges[edge as usize] {
            let own = &mut first[end as usize];
            *own = if *own == NONE { edge } else { *own };
        }
    }
    // A component is the number of its vertex of least key in this list, so that the smaller number survives.
    let mut by_key: Vec<u32> = (0..vertex_keys.len() as u32).collect();
    by_key.sort_by_key(|&v| {
        let v = v as usize;
        (&vertex_keys[v], edge_keys.get(first[v] as usize))
    });
    let mut place = vec![0; by_key.len()];
    for (number, &v) in (0..).zip(&by_key) {
        place[v as usize] = number;
    }

    let mut parent: Vec<u32> = (0..by_key.len() as u32).collect();
    let mut death = vec![NONE; by_key.len()];
    let mut loops = Vec::new();
    for edge in order {
        let [a, b] = edges[edge as usize].map(|end| root(&mut parent, place[end as usize]));
        if a == b {
            loops.push(edge);
            continue;
        }
        parent[a.max(b) as usize] = a.min(b);
        death[by_key[a.max(b) as usize] as usize] = edge;
    }
    Rephine {
        death,
        first,
        loops,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The vertices that are connected to a vertex by these edges.
    fn component(edges: &[[u32; 2]], vertex: u32) -> Vec<u32> {
        let mut found = vec![vertex];
        while let Some(next) = edges.iter().find_map(|&[a, b]| {
            let [has_a, has_b] = [a, b].map(|end| found.contains(&end));
            (has_a != has_b).then_some(if has_a { b } else { a })
        }) {
            found.push(next);
        }
        found
    }

    proptest! {
        #[test]
        fn the_pairs_follow_the_definition(
            vertices in prop::collection::vec(0u8..4, 1..9),
            edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u8..5), 0..14),
        ) {
            let end = |index: &prop::sample::Index| index.index(vertices.len()) as u32;
            let values: Vec<u8> = edges.iter().map(|(_, _, value)| *value).collect();
            let edges: Vec<[u32; 2]> = edges.iter().map(|(a, b, _)| [end(a), end(b)]).collect();
            let found = rephine(&edges, &vertices, &values);

            let mut order: Vec<usize> = (0..edges.len()).collect();
            order.sort_by_key(|&edge| (values[edge], edge));
            let gamma = |v: u32| {
                let own = order.iter().find(|&&edge| edges[edge].contains(&v));
                own.map_or(NONE, |&edge| edge as u32)
            };
            let key = |v: u32| (vertices[v as usize], values.get(gamma(v) as usize), v);
            let (mut death, mut loops) = (vec![NONE; vertices.len()], Vec::new());
            for (place, &edge) in order.iter().enumerate() {
                let before: Vec<[u32; 2]> = order[..place].iter().map(|&e| edges[e]).collect();
                let [a, b] = edges[edge].map(|end| component(&before, end));
                if a.contains(&b[0]) {
                    loops.push(edge as u32);
                    continue;
                }
                let eldest = [a, b].map(|own| own.into_iter().min_by_key(|&v| key(v)).unwrap());
                let dying = eldest.into_iter().max_by_key(|&v| key(v)).unwrap();
                prop_assert_eq!(death[dying as usize], NONE, "a vertex dies once");
                death[dying as usize] = edge as u32;
            }
            let first = (0..vertices.len() as u32).map(gamma).collect();
            prop_assert_eq!(found, Rephine { death, first, loops });
        }
    }

    #[test]
    fn graphs_without_edges_or_vertices() {
        let isolated = rephine(&[], &[2, 1], &[0; 0]);
        assert_eq!(
            (isolated.death, isolated.first),
            (vec![NONE; 2], vec![NONE; 2])
        );
        assert_eq!(rephine(&[], &[0; 0], &[0; 0]), Rephine::default());
    }
}
