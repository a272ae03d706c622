//! Representatives of bars: the component or the cycle in the graph.

use std::collections::VecDeque;

use serde::Serialize;

use super::NONE;
use super::arrival::{Arrival, EdgePairs};
use super::barcode::Direction;
use super::error::{HomologyError, check_ends};
use super::filtration::Filtration;
use super::order::canonical_key;

/// A component from birth to death. Lists of vertices are ascending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Component {
    /// The death vertex; none if the component is essential.
    pub death_vertex: Option<u32>,
    /// The vertices connected to the birth vertex at the birth value; usually the birth vertex alone.
    pub at_birth: Vec<u32>,
    /// The component just before the death vertex enters; in the whole graph for an essential component. If birth and death vertex
    /// are the same, that vertex alone.
    pub at_death: Vec<u32>,
    /// The elder component that it joins, just before the death vertex enters; it has the eldest vertex of all components that
    /// meet there. Empty if the component is essential.
    pub joins: Vec<u32>,
}

/// A cycle: the closing edge and a shortest path between its ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Cycle {
    /// The path from the birth vertex to the other end of the closing edge. For a self-loop, one vertex.
    pub vertices: Vec<u32>,
    /// `edges[i]` joins `vertices[i]` to the next vertex; the last one closes the cycle. Indices in the list of edges.
    pub edges: Vec<u32>,
}

/// Every edge joins its ends.
fn all(_: u32) -> bool {
    true
}

/// One direction of a graph, prepared for queries about its bars.
///
/// Vertices enter in the order of the engines, each followed by its edges to elder vertices, sorted by elder end, then index.
#[derive(Debug)]
pub struct Representatives {
    arrival: Arrival,
    pairs: EdgePairs,
    keys: Vec<u32>,
    /// For each vertex the other end and the index in the order of entry of every edge, sorted.
    neighbours: Vec<Vec<(u32, u32)>>,
    has_edge_values: bool,
}

impl Representatives {
    /// Prepares a graph. Self-loops and parallel edges are allowed; NaN comes last, see [`super::order`].
    ///
    /// # Errors
    /// If an end is out of range.
    pub fn new(
        edges: &[[u32; 2]],
        filter: &[f32],
        direction: Direction,
    ) -> Result<Self, HomologyError> {
        check_ends(edges, filter.len())?;
        Ok(Self::of_arrival(
            Arrival::new(edges, filter, None, direction),
            filter,
        ))
    }

    /// Prepares the vertices and edges of a sublevel filtration in which edges have values. An edge then enters in the order of
    /// [`Filtration`] and not with its younger end.
    ///
    /// # Errors
    /// If an end is out of range, the numbers of edges and edge values differ, or an edge enters before its ends.
    pub fn with_edge_values(
        edges: &[[u32; 2]],
        filter: &[f32],
        edge_filter: &[f32],
    ) -> Result<Self, HomologyError> {
        let filtration = Filtration {
            edges,
            filter,
            edge_filter: Some(edge_filter),
            cliques: false,
        };
        filtration.check()?;
        let arrival = Arrival::new(edges, filter, Some(edge_filter), Direction::Sublevel);
        let mut prepared = Self::of_arrival(arrival, filter);
        prepared.has_edge_values = true;
        Ok(prepared)
    }

    fn of_arrival(arrival: Arrival, filter: &[f32]) -> Self {
        let mut neighbours = vec![Vec::new(); filter.len()];
        for (position, &[a, b]) in (0u32..).zip(&arrival.ends) {
            neighbours[a as usize].push((b, position));
            neighbours[b as usize].push((a, position));
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        Self {
            pairs: arrival.pairs(),
            arrival,
            keys: filter.iter().copied().map(canonical_key).collect(),
            neighbours,
            has_edge_values: false,
        }
    }

    /// The vertices of the component born at a vertex, ascending, just before it dies: before its death vertex enters, or its death
    /// edge if edges have values. In the whole graph for an essential component.
    ///
    /// # Errors
    /// If the vertex is out of range.
    pub fn before_death(&self, birth_vertex: u32) -> Result<Vec<u32>, HomologyError> {
        self.check(birth_vertex)?;
        let death = self.pairs.death[birth_vertex as usize];
        if !self.has_edge_values || death == NONE {
            return Ok(self.component(birth_vertex)?.at_death);
        }
        let mut seen = vec![false; self.neighbours.len()];
        Ok(self.grow(birth_vertex, &mut seen, all, |position| position < death))
    }

    /// A cycle for each loop that closes with an edge between these ends, in the order in which they close, as in [`Self::cycles`].
    ///
    /// # Errors
    /// If an end is out of range.
    pub fn cycles_of_edge(&self, ends: [u32; 2]) -> Result<Vec<Cycle>, HomologyError> {
        let [a, b] = ends;
        self.check(a)?;
        self.check(b)?;
        let mut closing: Vec<u32> = self.neighbours[a as usize]
            .iter()
            .filter(|&&(other, position)| other == b && self.pairs.closes[position as usize])
            .map(|&(_, position)| position)
            .collect();
        // Both ends of a self-loop list it.
        closing.dedup();
        Ok(closing
            .into_iter()
            .map(|position| self.cycle(position))
            .collect())
    }

    /// The component born at a vertex; every vertex has one. If edges have values, see [`Self::before_death`].
    ///
    /// # Errors
    /// If the vertex is out of range.
    pub fn component(&self, birth_vertex: u32) -> Result<Component, HomologyError> {
        self.check(birth_vertex)?;
        let rank = &self.arrival.rank;
        let (death_vertex, limit) = match self.pairs.death[birth_vertex as usize] {
            NONE => (None, rank.len() as u32),
            position => {
                let vertex = self.arrival.ends[position as usize][1];
                (Some(vertex), rank[vertex as usize])
            }
        };
        let mut seen = vec![false; rank.len()];
        let at_death = self.grow(birth_vertex, &mut seen, |v| rank[v as usize] < limit, all);
        let key = self.keys[birth_vertex as usize];
        let mut seen = vec![false; rank.len()];
        let is_level = |v: u32| rank[v as usize] < limit && self.keys[v as usize] == key;
        let at_birth = self.grow(birth_vertex, &mut seen, is_level, all);

        let mut joins = Vec::new();
        if let Some(vertex) = death_vertex {
            let eldest = |vertices: &[u32]| vertices.iter().map(|&v| rank[v as usize]).min();
            let mut seen = vec![false; rank.len()];
            for &(start, _) in &self.neighbours[vertex as usize] {
                if rank[start as usize] < limit && !seen[start as usize] {
                    let met = self.grow(start, &mut seen, |v| rank[v as usize] < limit, all);
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

    /// The component of a vertex, ascending, after `count` vertices have entered; empty before the vertex enters.
    ///
    /// # Errors
    /// If the vertex is out of range.
    pub fn component_among(&self, vertex: u32, arrived: u32) -> Result<Vec<u32>, HomologyError> {
        self.check(vertex)?;
        let rank = &self.arrival.rank;
        if rank[vertex as usize] >= arrived {
            return Ok(Vec::new());
        }
        let mut seen = vec![false; rank.len()];
        Ok(self.grow(vertex, &mut seen, |v| rank[v as usize] < arrived, all))
    }

    /// A cycle for each loop born with a vertex, in the order in which they close. Each is a shortest cycle through its closing
    /// edge among the earlier edges; ties are broken by breadth-first search from the birth vertex over ascending vertices. All
    /// cycles of a graph form a basis, because no two have the same closing edge. If edges have values, see
    /// [`Self::cycles_of_edge`].
    ///
    /// # Errors
    /// If the vertex is out of range.
    pub fn cycles(&self, birth_vertex: u32) -> Result<Vec<Cycle>, HomologyError> {
        self.check(birth_vertex)?;
        let rank = &self.arrival.rank;
        let enters = |ends: &[u32; 2]| rank[ends[1] as usize];
        let (ends, own) = (&self.arrival.ends, rank[birth_vertex as usize]);
        let first = ends.partition_point(|ends| enters(ends) < own);
        let last = ends.partition_point(|ends| enters(ends) <= own);
        let closing = (first..last).filter(|&position| self.pairs.closes[position]);
        Ok(closing
            .map(|position| self.cycle(position as u32))
            .collect())
    }

    fn check(&self, vertex: u32) -> Result<(), HomologyError> {
        let vertices = self.neighbours.len();
        if vertex as usize >= vertices {
            return Err(HomologyError::NoVertex { vertex, vertices });
        }
        Ok(())
    }

    /// The connected component of a vertex among the vertices that `belongs` accepts and the edges that `joins` accepts by the order
    /// of entry, ascending. If the vertex is not accepted, the vertex alone.
    fn grow(
        &self,
        start: u32,
        seen: &mut [bool],
        belongs: impl Fn(u32) -> bool,
        joins: impl Fn(u32) -> bool,
    ) -> Vec<u32> {
        seen[start as usize] = true;
        let mut found = vec![start];
        let mut next = 0;
        while let Some(&vertex) = found.get(next) {
            next += 1;
            if !belongs(vertex) {
                continue;
            }
            for &(other, position) in &self.neighbours[vertex as usize] {
                if joins(position) && belongs(other) && !seen[other as usize] {
                    seen[other as usize] = true;
                    found.push(other);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// An edge, by order of entry, with a shortest path between its ends among earlier edges.
    fn cycle(&self, closing: u32) -> Cycle {
        let [target, start] = self.arrival.ends[closing as usize];
        let number = |position: u32| self.arrival.edges[position as usize];
        // The vertex and edge by which the search reached each vertex.
        let mut reached = vec![None; self.neighbours.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front().filter(|&vertex| vertex != target) {
            for &(other, position) in &self.neighbours[vertex as usize] {
                if position < closing && other != start && reached[other as usize].is_none() {
                    reached[other as usize] = Some((vertex, position));
                    queue.push_back(other);
                }
            }
        }
        let mut cycle = Cycle {
            vertices: vec![target],
            edges: vec![number(closing)],
        };
        let mut vertex = target;
        while let Some((before, position)) = reached[vertex as usize] {
            cycle.vertices.push(before);
            cycle.edges.push(number(position));
            vertex = before;
        }
        cycle.vertices.reverse();
        cycle.edges.reverse();
        cycle
    }
}
