//! Numbers of cycles of each length, and the lengths of a minimum cycle basis.

use std::collections::VecDeque;

use super::colours::Coloured;
use super::steps::{OutOfSteps, Steps};
use crate::homology::Components;

/// Writes the number of simple cycles of each length from 3 to `longest`: subgraphs, not necessarily induced.
///
/// # Errors
/// If the steps run out. The words so far are the numbers of shorter cycles.
pub(super) fn cycle_words(
    one: &Coloured,
    longest: u32,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    for length in 3..=longest {
        words.push(cycles_of(one, length as usize, steps)?);
    }
    Ok(())
}

/// The number of simple cycles of a length. Each is found from its least vertex, once in each direction.
fn cycles_of(one: &Coloured, length: usize, steps: &mut Steps) -> Result<u64, OutOfSteps> {
    let mut found = 0;
    let mut on_path = vec![false; one.graph.vertices as usize];
    for start in 0..one.graph.vertices {
        // The path so far, and the index of the next neighbour of each of its vertices.
        let mut path = vec![(start, 0)];
        on_path[start as usize] = true;
        while let Some(&mut (vertex, ref mut next)) = path.last_mut() {
            steps.take(1)?;
            let Some(&other) = one.adjacency.around(vertex).get(*next) else {
                on_path[vertex as usize] = false;
                path.pop();
                continue;
            };
            *next += 1;
            if path.len() == length {
                found += u64::from(other == start);
            } else if other > start && !on_path[other as usize] {
                on_path[other as usize] = true;
                path.push((other, 0));
            }
        }
    }
    Ok(found / 2)
}

/// Writes the number of independent loops, then the lengths of the cycles of a minimum cycle basis, ascending.
///
/// # Errors
/// If the steps run out. No words are written then.
pub(super) fn loop_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    let mut lengths = loop_lengths(one, steps)?;
    words.push(lengths.len() as u64);
    words.append(&mut lengths);
    Ok(())
}

/// The lengths of the cycles of a cycle basis of minimum total length, ascending. They are the same for every such basis.
///
/// The algorithm of de Pina (1995): each of β₁ vectors of edges selects a shortest cycle that contains an odd number of its edges. Such a
/// cycle is a shortest path in a graph with two copies of each vertex, in which these edges lead to the other copy. The later vectors
/// become orthogonal to the cycle.
fn loop_lengths(one: &Coloured, steps: &mut Steps) -> Result<Vec<u64>, OutOfSteps> {
    let outside = edges_outside_a_forest(one);
    let vertices = one.graph.vertices as usize;
    let blocks = outside.len().div_ceil(64);
    steps.take((outside.len() * blocks) as u64)?;
    // The number of each edge outside the forest.
    let mut number = vec![usize::MAX; one.graph.edges.len()];
    for (index, &edge) in outside.iter().enumerate() {
        number[edge as usize] = index;
    }
    let has = |vector: &[u64], edge: u32| match number[edge as usize] {
        usize::MAX => false,
        index => vector[index / 64] >> (index % 64) & 1 == 1,
    };
    let mut vectors: Vec<Vec<u64>> = (0..outside.len())
        .map(|index| {
            let mut vector = vec![0; blocks];
            vector[index / 64] = 1 << (index % 64);
            vector
        })
        .collect();
    let mut lengths = Vec::new();
    for index in 0..outside.len() {
        let selects = |edge: u32| has(&vectors[index], edge);
        let mut shortest: Option<Vec<u32>> = None;
        // An odd cycle contains one of the edges of the vector, so a search from one end of each suffices.
        let mut starts: Vec<u32> = outside
            .iter()
            .filter(|&&edge| selects(edge))
            .map(|&edge| one.graph.edges[edge as usize][0])
            .collect();
        starts.sort_unstable();
        starts.dedup();
        for start in starts {
            let bound = shortest.as_ref().map_or(usize::MAX, Vec::len);
            if let Some(path) = odd_cycle(one, start, &selects, bound, vertices, steps)? {
                shortest = Some(path);
            }
        }
        // The vector is not zero, and its edges outside the forest close cycles.
        let Some(cycle) = shortest else { continue };
        lengths.push(cycle.len() as u64);
        let mut in_cycle = vec![0_u64; blocks];
        for edge in cycle {
            if let Some(index) = Some(number[edge as usize]).filter(|&index| index != usize::MAX) {
                in_cycle[index / 64] ^= 1 << (index % 64);
            }
        }
        steps.take(((outside.len() - index) * blocks) as u64)?;
        let (done, later) = vectors.split_at_mut(index + 1);
        for vector in later {
            let common = vector
                .iter()
                .zip(&in_cycle)
                .map(|(a, b)| (a & b).count_ones());
            if common.sum::<u32>() % 2 == 1 {
                vector
                    .iter_mut()
                    .zip(&done[index])
                    .for_each(|(a, b)| *a ^= b);
            }
        }
    }
    lengths.sort_unstable();
    Ok(lengths)
}

/// The edges that close a loop if the edges enter in their order.
fn edges_outside_a_forest(one: &Coloured) -> Vec<u32> {
    let mut components = Components::new(one.graph.vertices);
    let edges = (0..).zip(&one.graph.edges);
    let closing = edges.filter(|(_, [a, b])| components.join(*a, *b).is_none());
    closing.map(|(edge, _)| edge).collect()
}

/// The edges of a shortest closed walk from a vertex with an odd number of selected edges, if it has fewer than `bound` edges.
fn odd_cycle(
    one: &Coloured,
    start: u32,
    selects: &impl Fn(u32) -> bool,
    bound: usize,
    vertices: usize,
    steps: &mut Steps,
) -> Result<Option<Vec<u32>>, OutOfSteps> {
    // Copy c of vertex v is v + c · vertices.
    let mut before = vec![(usize::MAX, u32::MAX); 2 * vertices];
    let mut distance = vec![0_usize; 2 * vertices];
    let (source, target) = (start as usize, start as usize + vertices);
    before[source].0 = source;
    let mut queue = VecDeque::from([source]);
    steps.take(2 * vertices as u64)?;
    while let Some(place) = queue.pop_front() {
        if place == target || distance[place] + 1 >= bound {
            break;
        }
        let (vertex, copy) = (place % vertices, place / vertices);
        let slots =
            one.adjacency.offsets[vertex] as usize..one.adjacency.offsets[vertex + 1] as usize;
        steps.take(1 + slots.len() as u64)?;
        for slot in slots {
            let edge = one.adjacency.edges[slot];
            let crosses = usize::from(selects(edge));
            let next = one.adjacency.neighbours[slot] as usize + (copy ^ crosses) * vertices;
            if before[next].0 == usize::MAX {
                before[next] = (place, edge);
                distance[next] = distance[place] + 1;
                queue.push_back(next);
            }
        }
    }
    if before[target].0 == usize::MAX || distance[target] >= bound {
        return Ok(None);
    }
    let mut edges = Vec::new();
    let mut place = target;
    while place != source {
        let (previous, edge) = before[place];
        edges.push(edge);
        place = previous;
    }
    Ok(Some(edges))
}
