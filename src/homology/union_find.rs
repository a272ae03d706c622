//! The elder rule by union-find: near-linear on every graph, and the engine for large ones.

use super::engine::Pairing;
use super::order::Order;

/// Memory that is reused from graph to graph.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The edges that enter with the vertex of rank `w` are `elder[start[w]..start[w + 1]]`.
    start: Vec<usize>,
    /// The elder end of each edge, grouped by the younger one.
    elder: Vec<u32>,
    parent: Vec<u32>,
}

/// Both directions of one graph.
pub(super) fn reduce(
    workspace: &mut Workspace,
    order: &Order,
    edges: &[[u32; 2]],
    pairing: &mut Pairing,
) {
    sweep::<0>(workspace, order, edges, pairing);
    sweep::<1>(workspace, order, edges, pairing);
}

fn sweep<const DIRECTION: usize>(
    workspace: &mut Workspace,
    order: &Order,
    edges: &[[u32; 2]],
    pairing: &mut Pairing,
) {
    let Workspace {
        start,
        elder,
        parent,
    } = workspace;
    let ranks = order.ranks();
    let vertices = ranks.len() as u32;
    let flip = |rank: u32| {
        if DIRECTION == 0 {
            rank
        } else {
            vertices - 1 - rank
        }
    };
    let younger_and_elder = |&[a, b]: &[u32; 2]| {
        let (a, b) = (flip(ranks[a as usize]), flip(ranks[b as usize]));
        (a.max(b), a.min(b))
    };

    // Counting sort: sizes of the groups, then their ends, which filling from the back turns into starts.
    start.clear();
    start.resize(ranks.len() + 1, 0);
    elder.resize(edges.len(), 0);
    for edge in edges {
        start[younger_and_elder(edge).0 as usize] += 1;
    }
    let mut end = 0;
    for slot in start.iter_mut() {
        end += *slot;
        *slot = end;
    }
    for edge in edges {
        let (younger, older) = younger_and_elder(edge);
        let slot = &mut start[younger as usize];
        *slot -= 1;
        elder[*slot] = older;
    }

    parent.clear();
    for arriving in 0..vertices {
        parent.push(arriving);
        let mut own = arriving;
        for &neighbour in &elder[start[arriving as usize]..start[arriving as usize + 1]] {
            let other = root(parent, neighbour);
            if own == other {
                pairing.loops[DIRECTION][flip(arriving) as usize] += 1;
                continue;
            }
            let dying = own.max(other);
            own = own.min(other);
            parent[dying as usize] = own;
            pairing.end[DIRECTION][flip(dying) as usize] = flip(arriving);
        }
    }
}

/// The eldest vertex of a component; halves the path to it.
fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        let above = parent[parent[v as usize] as usize];
        parent[v as usize] = above;
        v = above;
    }
    v
}
