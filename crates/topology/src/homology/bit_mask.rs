//! The elder rule on vertex sets in one machine word: the fastest engine for small simple graphs with loops.

use super::NONE;
use super::order::Order;
use super::pairing::Pairing;

/// Maximum number of vertices, one bit each.
pub const MAX_VERTICES: usize = u64::BITS as usize;

/// Pairs both directions of a graph with at most [`MAX_VERTICES`] vertices. Returns false, without a result, if the graph has
/// self-loops or parallel edges, since a set contains a neighbour only once.
pub(super) fn reduce(order: &Order, edges: &[[u32; 2]], pairing: &mut Pairing) -> bool {
    let ranks = order.ranks();
    // By rank: the ranks of the neighbours.
    let mut neighbours = [0; MAX_VERTICES];
    for &[a, b] in edges {
        let (a, b) = (ranks[a as usize], ranks[b as usize]);
        neighbours[a as usize % MAX_VERTICES] |= 1 << (b as usize % MAX_VERTICES);
        neighbours[b as usize % MAX_VERTICES] |= 1 << (a as usize % MAX_VERTICES);
    }
    let neighbours = &neighbours[..ranks.len()];
    let components = &mut Components {
        members: [0; MAX_VERTICES],
        parent: [0; MAX_VERTICES],
    };
    let [up, down] = [sweep::<0>, sweep::<1>].map(|sweep| sweep(neighbours, components, pairing));
    up + down == edges.len() * 2
}

/// The components so far, by rank. Only entries of vertices that have entered are defined.
struct Components {
    /// For the eldest vertex of a component: the vertices of the component.
    members: [u64; MAX_VERTICES],
    /// A vertex closer to the eldest one of the component, which points to itself.
    parent: [u8; MAX_VERTICES],
}

/// Adds the vertices in one direction; returns the number of edges added.
fn sweep<const DIRECTION: usize>(
    neighbours: &[u64],
    components: &mut Components,
    pairing: &mut Pairing,
) -> usize {
    let Components { members, parent } = components;
    let end = &mut pairing.end[DIRECTION][..neighbours.len()];
    let loops = &mut pairing.loops[DIRECTION][..neighbours.len()];
    let mut edges = 0;
    for position in 0..neighbours.len() {
        let arriving = match DIRECTION {
            0 => position,
            _ => neighbours.len() - 1 - position,
        };
        let own = 1 << arriving;
        let arrived = match DIRECTION {
            0 => own - 1,
            _ => !(own - 1) ^ own,
        };
        let mut rest = neighbours[arriving] & arrived;
        let brought = rest.count_ones();
        edges += brought as usize;
        let (mut merged, mut eldest, mut mergers) = (own, arriving, 0);
        end[arriving] = NONE;
        while rest != 0 {
            let mut root = rest.trailing_zeros() as usize;
            while usize::from(parent[root % MAX_VERTICES]) != root {
                root = parent[root % MAX_VERTICES].into();
            }
            let component = members[root % MAX_VERTICES];
            rest &= !component;
            merged |= component;
            let (elder, dying) = match (DIRECTION, root < eldest) {
                (0, true) | (1, false) => (root, eldest),
                _ => (eldest, root),
            };
            parent[dying % MAX_VERTICES] = elder as u8;
            end[dying] = arriving as u32;
            eldest = elder;
            mergers += 1;
        }
        parent[eldest % MAX_VERTICES] = eldest as u8;
        members[eldest % MAX_VERTICES] = merged;
        loops[arriving] = brought - mergers;
    }
    edges
}
