//! What a bar is, in the graph: the component that it stands for, or the cycle.

use std::collections::VecDeque;

use serde::Serialize;

use super::NONE;
use super::arrival::{Arrival, EdgePairs};
use super::barcode::Direction;
use super::error::{HomologyError, check_ends};
use super::order::canonical_key;

/// A component from its birth to its end. Lists of vertices are ascending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Component {
    /// The vertex with whose arrival it ends; none where it stays.
    pub death_vertex: Option<u32>,
    /// What is born: the vertices of the same value that hang together with the birth vertex. Mostly that
    /// vertex alone.
    pub at_birth: Vec<u32>,
    /// What it has grown to just before the death vertex arrives, or in the end where it stays. The birth
    /// vertex alone where the two are the same vertex.
    pub at_death: Vec<u32>,
    /// The component that it joins, just before: the one with the eldest vertex of those that meet at
    /// the death vertex. Empty where it stays.
    pub joins: Vec<u32>,
}

/// A cycle: the edge that closes it and the shortest way back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Cycle {
    /// The vertices on the way, from the birth vertex to the other end of the closing edge. A self-loop has one.
    pub vertices: Vec<u32>,
    /// `edges[i]` leads from `vertices[i]` to the next one, the last, closing one back to the first. Numbers
    /// in the list of edges.
    pub edges: Vec<u32>,
}

/// One direction of a graph, ready to be asked about its bars.
///
/// Vertices enter in the order of the engines, each followed by its edges to elder vertices, those sorted by
/// their elder end and then by their number.
#[derive(Debug)]
pub struct Representatives {
    arrival: Arrival,
    pairs: EdgePairs,
    keys: Vec<u32>,
    /// Of each vertex the other end and the place of every edge, sorted.
    neighbours: Vec<Vec<(u32, u32)>>,
}

impl Representatives {
    /// Prepares a graph. Self-loops and parallel edges are allowed; NaN comes last, see [`super::order`].
    ///
    /// # Errors
    /// An end that is no vertex.
    pub fn new(
        edges: &[[u32; 2]],
        filter: &[f32],
        direction: Direction,
    ) -> Result<Self, HomologyError> {
        check_ends(edges, filter.len())?;
        let arrival = Arrival::new(edges, filter, None, direction);
        let mut neighbours = vec![Vec::new(); filter.len()];
        for (place, &[a, b]) in (0u32..).zip(&arrival.ends) {
            neighbours[a as usize].push((b, place));
            neighbours[b as usize].push((a, place));
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        Ok(Self {
            pairs: arrival.pairs(),
            arrival,
            keys: filter.iter().copied().map(canonical_key).collect(),
            neighbours,
        })
    }

    /// The component that is born at a vertex. Every vertex has one.
    ///
    /// # Errors
    /// A vertex that is not there.
    pub fn component(&self, birth_vertex: u32) -> Result<Component, HomologyError> {
        self.check(birth_vertex)?;
        let rank = &self.arrival.rank;
        let (death_vertex, limit) = match self.pairs.death[birth_vertex as usize] {
            NONE => (None, rank.len() as u32),
            place => {
                let vertex = self.arrival.ends[place as usize][1];
                (Some(vertex), rank[vertex as usize])
            }
        };
        let mut seen = vec![false; rank.len()];
        let at_death = self.grow(birth_vertex, &mut seen, |v| rank[v as usize] < limit);
        let key = self.keys[birth_vertex as usize];
        let mut seen = vec![false; rank.len()];
        let at_birth = self.grow(birth_vertex, &mut seen, |v| {
            rank[v as usize] < limit && self.keys[v as usize] == key
        });

        let mut joins = Vec::new();
        if let Some(vertex) = death_vertex {
            let eldest = |vertices: &[u32]| vertices.iter().map(|&v| rank[v as usize]).min();
            let mut seen = vec![false; rank.len()];
            for &(start, _) in &self.neighbours[vertex as usize] {
                if rank[start as usize] < limit && !seen[start as usize] {
                    let met = self.grow(start, &mut seen, |v| rank[v as usize] < limit);
                    if joins.is_empty() || eldest(&met) < eldest(&joins) {
                        joins = met;
                    }
                }
            }
        }
        Ok(Component {
            death_vertex,
            at_birth,
            at_death,
            joins,
        })
    }

    /// What hangs together with a vertex when so many vertices are in, ascending; nothing before the vertex is in itself.
    ///
    /// # Errors
    /// A vertex that is not there.
    pub fn component_among(&self, vertex: u32, arrived: u32) -> Result<Vec<u32>, HomologyError> {
        self.check(vertex)?;
        let rank = &self.arrival.rank;
        if rank[vertex as usize] >= arrived {
            return Ok(Vec::new());
        }
        let mut seen = vec![false; rank.len()];
        Ok(self.grow(vertex, &mut seen, |v| rank[v as usize] < arrived))
    }

    /// A cycle for each loop that is born with a vertex, in the order in which they close. Of the cycles
    /// that its closing edge makes with what was there before, each is a shortest one; of several, the
    /// one that a breadth-first search from the birth vertex along ascending vertices finds first. All
    /// cycles of a graph together are a basis, because no two have the same closing edge.
    ///
    /// # Errors
    /// A vertex that is not there.
    pub fn cycles(&self, birth_vertex: u32) -> Result<Vec<Cycle>, HomologyError> {
        self.check(birth_vertex)?;
        let rank = &self.arrival.rank;
        let enters = |ends: &[u32; 2]| rank[ends[1] as usize];
        let (ends, own) = (&self.arrival.ends, rank[birth_vertex as usize]);
        let first = ends.partition_point(|ends| enters(ends) < own);
        let last = ends.partition_point(|ends| enters(ends) <= own);
        let closing = (first..last).filter(|&place| self.pairs.closes[place]);
        Ok(closing.map(|place| self.cycle(place as u32)).collect())
    }

    fn check(&self, vertex: u32) -> Result<(), HomologyError> {
        let vertices = self.neighbours.len();
        if vertex as usize >= vertices {
            return Err(HomologyError::NoVertex { vertex, vertices });
        }
        Ok(())
    }

    /// What hangs together with a vertex, itself included, ascending. The vertex alone where it does not belong.
    fn grow(&self, start: u32, seen: &mut [bool], belongs: impl Fn(u32) -> bool) -> Vec<u32> {
        seen[start as usize] = true;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&vertex) = found.get(next) {
            next += 1;
            if !belongs(vertex) {
                continue;
            }
            for &(other, _) in &self.neighbours[vertex as usize] {
                if belongs(other) && !seen[other as usize] {
                    seen[other as usize] = true;
                    found.push(other);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The edge at a place, and the shortest way back along edges that entered before it.
    fn cycle(&self, closing: u32) -> Cycle {
        let [target, start] = self.arrival.ends[closing as usize];
        let number = |place: u32| self.arrival.edges[place as usize];
        // The vertex and the edge by which each vertex was reached.
        let mut reached = vec![None; self.neighbours.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front().filter(|&vertex| vertex != target) {
            for &(other, place) in &self.neighbours[vertex as usize] {
                if place < closing && other != start && reached[other as usize].is_none() {
                    reached[other as usize] = Some((vertex, place));
                    queue.push_back(other);
                }
            }
        }
        let mut cycle = Cycle {
            vertices: vec![target],
            edges: vec![number(closing)],
        };
        let mut vertex = target;
        while let Some((before, place)) = reached[vertex as usize] {
            cycle.vertices.push(before);
            cycle.edges.push(number(place));
            vertex = before;
        }
        cycle.vertices.reverse();
        cycle.edges.reverse();
        cycle
    }
}
