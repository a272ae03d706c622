//! The output of an engine.

use super::NONE;
use super::order::Order;

/// The output of an engine for both directions, by rank in the sublevel order. The lists may be longer than the number of
/// vertices.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    /// The rank of the vertex whose entry ends the component born here; [`NONE`] if the component is essential.
    pub end: [Vec<u32>; 2],
    /// Number of loops that close when this vertex enters.
    pub loops: [Vec<u32>; 2],
}

impl Pairing {
    /// Resizes for this number of vertices. Engines write every entry.
    pub fn make_room(&mut self, vertices: usize) {
        for list in self.end.iter_mut().chain(&mut self.loops) {
            if list.len() < vertices {
                list.resize(vertices, NONE);
            }
        }
    }

    /// Holds for every graph: each edge ends a component or closes a loop, and no component dies before its birth. Euler's
    /// formula follows.
    pub fn check(&self, order: &Order, edges: &[[u32; 2]]) {
        let ranks = order.ranks();
        let end = self.end.each_ref().map(|list| &list[..ranks.len()]);
        for (direction, end) in end.into_iter().enumerate() {
            let mut explained = self.loops[direction][..ranks.len()].to_vec();
            for (birth, &end) in (0..).zip(end) {
                if end != NONE {
                    explained[end as usize] += 1;
                    assert!(end == birth || (end > birth) == (direction == 0));
                }
            }
            for edge in edges {
                let [a, b] = edge.map(|v| ranks[v as usize]);
                let younger = if direction == 0 { a.max(b) } else { a.min(b) };
                explained[younger as usize] = explained[younger as usize]
                    .checked_sub(1)
                    .expect("every edge has one effect");
            }
            assert!(explained.iter().all(|&count| count == 0));
        }
        let [up, down] = end.map(|end| end.iter().filter(|&&end| end == NONE).count());
        assert_eq!(up, down, "components");
    }
}
