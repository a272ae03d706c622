//! The pairs of RePHINE (Immonen et al., NeurIPS 2023): an edge filtration whose components are ordered by a vertex filter.
//!
//! All vertices are present from the beginning, and the edges enter by ascending value. Where two components meet, the one with the
//! larger key dies. The key of a vertex is its value, then γ, the least value of its edges, then its index. The key of a component is
//! its least one. SpectRe (NeurIPS 2025) also reads the component of each pair, see [`levels`].

use super::{Components, NONE};

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
pub fn rephine(edges: &[[u32; 2]], vertex_keys: &[u32], edge_keys: &[u32]) -> Rephine {
    let order = ascending(&edge_keys[..edges.len()]);
    let mut first = vec![NONE; vertex_keys.len()];
    for &edge in &order {
        for end in edges[edge as usize] {
            let own = &mut first[end as usize];
            *own = if *own == NONE { edge } else { *own };
        }
    }
    // A component is the number of its vertex of least key in this list, so that the smaller number survives.
    let gamma = |&edge: &u32| edge_keys.get(edge as usize).copied().unwrap_or(u32::MAX);
    let by_gamma = ascending(&first.iter().map(gamma).collect::<Vec<u32>>());
    let keys: Vec<u32> = by_gamma.iter().map(|&v| vertex_keys[v as usize]).collect();
    let by_key: Vec<u32> = ascending(&keys)
        .iter()
        .map(|&place| by_gamma[place as usize])
        .collect();
    let mut place = vec![0; by_key.len()];
    for (number, &v) in (0..).zip(&by_key) {
        place[v as usize] = number;
    }

    let mut components = Components::new(by_key.len() as u32);
    let mut death = vec![NONE; by_key.len()];
    let mut loops = Vec::new();
    for edge in order {
        let [a, b] = edges[edge as usize].map(|end| place[end as usize]);
        match components.join(a, b) {
            Some(dying) => death[by_key[dying as usize] as usize] = edge,
            None => loops.push(edge),
        }
    }
    Rephine {
        death,
        first,
        loops,
    }
}

/// A pair of [`Rephine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// The component of this vertex.
    Component(u32),
    /// The loop that this edge closes.
    Loop(u32),
}

/// The subgraph of all vertices and of the edges up to a key.
pub struct Level<'a> {
    edges: &'a [[u32; 2]],
    /// The edges of the subgraph, in the order in which they enter.
    pub entered: &'a [u32],
    components: Components,
}

impl Level<'_> {
    /// A vertex that is the same for all vertices of a component.
    pub fn root(&mut self, vertex: u32) -> u32 {
        self.components.root(vertex)
    }

    /// The vertices of the component with this root, ascending.
    pub fn vertices(&mut self, root: u32) -> Vec<u32> {
        let all = 0..self.components.vertices();
        all.filter(|&vertex| self.root(vertex) == root).collect()
    }

    /// The edges between some of these vertices, which are ascending. The vertices have their places as numbers.
    pub fn edges(&self, vertices: &[u32]) -> Vec<[usize; 2]> {
        let edges = self.entered.iter().map(|&edge| self.edges[edge as usize]);
        let inside = edges.filter(|[a, _]| vertices.binary_search(a).is_ok());
        let place = |vertex: u32| vertices.partition_point(|&other| other < vertex);
        inside.map(|ends| ends.map(place)).collect()
    }
}

/// Calls `take` with the pairs of each key of an edge and the subgraph of the edges up to this key. The last call has the vertices that
/// survive and the whole graph.
///
/// # Errors
/// The first error of `take`.
///
/// # Panics
/// If the pairs are not those of these edges and keys.
pub fn levels<Stop>(
    edges: &[[u32; 2]],
    edge_keys: &[u32],
    pairs: &Rephine,
    mut take: impl FnMut(&[Pair], &mut Level<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let vertices = 0..pairs.death.len() as u32;
    let mut of_edge: Vec<Pair> = (0..edges.len() as u32).map(Pair::Loop).collect();
    for vertex in vertices.clone() {
        let death = pairs.death[vertex as usize];
        if death != NONE {
            of_edge[death as usize] = Pair::Component(vertex);
        }
    }
    let order = ascending(edge_keys);
    let mut level = Level {
        edges,
        entered: &[],
        components: Components::new(vertices.end),
    };
    let mut done = 0;
    for equal in order.chunk_by(|&a, &b| edge_keys[a as usize] == edge_keys[b as usize]) {
        for &edge in equal {
            let [a, b] = edges[edge as usize];
            level.components.join(a, b);
        }
        done += equal.len();
        level.entered = &order[..done];
        let pairs: Vec<Pair> = equal.iter().map(|&edge| of_edge[edge as usize]).collect();
        take(&pairs, &mut level)?;
    }
    let survivors = vertices.filter(|&vertex| pairs.death[vertex as usize] == NONE);
    let survivors: Vec<Pair> = survivors.map(Pair::Component).collect();
    take(&survivors, &mut level)
}

/// The indices of keys by key, then by index.
#[inline(never)] // One copy keeps the topology module small.
pub fn ascending(keys: &[u32]) -> Vec<u32> {
    let word = |(index, &key): (u64, &u32)| u64::from(key) << 32 | index;
    let mut words: Vec<u64> = (0..).zip(keys).map(word).collect();
    words.sort_unstable();
    words.into_iter().map(|word| word as u32).collect()
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
            vertices in prop::collection::vec(0u32..4, 1..9),
            edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u32..5), 0..14),
        ) {
            let end = |index: &prop::sample::Index| index.index(vertices.len()) as u32;
            let values: Vec<u32> = edges.iter().map(|(_, _, value)| *value).collect();
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
        let isolated = rephine(&[], &[2, 1], &[]);
        assert_eq!(
            (isolated.death, isolated.first),
            (vec![NONE; 2], vec![NONE; 2])
        );
        assert_eq!(rephine(&[], &[], &[]), Rephine::default());
    }
}
