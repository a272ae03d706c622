//! The elder rule by union-find: near-linear on every graph; the engine for large graphs.

use super::NONE;
use super::order::{Entering, Order};
use super::pairing::Pairing;

/// Reusable memory.
#[derive(Debug, Default)]
pub struct Workspace {
    entering: Entering,
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
    let Workspace { entering, parent } = workspace;
    entering.group::<DIRECTION>(order, edges);
    let vertices = order.ranks().len() as u32;
    let flip = |rank: u32| match DIRECTION {
        0 => rank as usize,
        _ => (vertices - 1 - rank) as usize,
    };
    let (end, loops) = (&mut pairing.end[DIRECTION], &mut pairing.loops[DIRECTION]);
    parent.clear();
    for arriving in 0..vertices {
        parent.push(arriving);
        end[flip(arriving)] = NONE;
        let (mut own, mut closed) = (arriving, 0);
        for &neighbour in entering.with(arriving as usize) {
            let other = root(parent, neighbour);
            if own == other {
                closed += 1;
                continue;
            }
            let dying = own.max(other);
            own = own.min(other);
            parent[dying as usize] = own;
            end[flip(dying)] = flip(arriving) as u32;
        }
        loops[flip(arriving)] = closed;
    }
}

/// The eldest vertex of a component; halves the path to it.
pub fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        let above = parent[parent[v as usize] as usize];
        parent[v as usize] = above;
        v = above;
    }
    v
}
