//! The elder rule on sets of vertices that fit one machine word: the fastest engine for small simple graphs with loops.

use super::NONE;
use super::order::Order;
use super::pairing::Pairing;

/// The largest graph this engine takes: a vertex is a bit.
pub const MAX_VERTICES: usize = u64::BITS as usize;

/// Both directions of one graph of at most [`MAX_VERTICES`] vertices. False, with nothing found,
/// where it has a self-loop or parallel edges: a set holds a neighbour once.
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

/// What has arrived so far, by rank. Only entries of vertices that have arrived mean something.
struct Components {
    /// Of an eldest vertex: those of its component.
    members: [u64; MAX_VERTICES],
    /// A vertex nearer to the eldest of the component, which is its own.
    parent: [u8; MAX_VERTICES],
}

/// Lets the vertices arrive in one direction; gives the number of edges that they brought.
fn sweep<const DIRECTION: usize>(
    neighbours: &[u64],
    components: &mut Components,
    pairing: &mut Pairing,
) -> usize {
    let Components { members, parent } = components;
    let end = &mut pairing.end[DIRECTION][..neighbours.len()];
    let loops = &mut pairing.loops[DIRECTION][..neighbours.len()];
    let mut edges = 0;
    for place in 0..neighbours.len() {
        let arriving = match DIRECTION {
            0 => place,
            _ => neighbours.len() - 1 - place,
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
