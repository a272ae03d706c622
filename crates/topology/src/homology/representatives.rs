//! Representatives of bars: the component or the cycle in the graph.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use serde::Serialize;

use super::NONE;
use super::arrival::{Arrival, EdgePairs};
use super::barcode::{Direction, FiniteBar};
use super::error::{HomologyError, check_ends};
use super::filtration::Filtration;
use super::order::canonical_key;

/// A component from birth to death. Lists of vertices are ascending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Cycle {
    /// The path from the birth vertex to the other end of the closing edge. For a self-loop, one vertex.
    pub vertices: Vec<u32>,
    /// `edges[i]` joins `vertices[i]` to the next vertex; the last one closes the cycle. Indices in the list of edges.
    pub edges: Vec<u32>,
}

/// Accepts every vertex or edge.
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
            .map(|position| self.cycle(position, all))
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
        let closing = self.closing_with(birth_vertex);
        Ok(closing.map(|position| self.cycle(position, all)).collect())
    }

    /// A cycle for each loop of extended persistence with these ends, in the order in which they close, if this is the superlevel direction
    /// of the graph. Each has the death vertex, the birth vertex and otherwise vertices between both in sublevel order. It is a shortest
    /// cycle of such vertices through its closing edge among the earlier edges. All cycles of a graph form a basis.
    ///
    /// # Errors
    /// If a vertex is out of range.
    pub fn extended_cycles(&self, [birth, death]: [u32; 2]) -> Result<Vec<Cycle>, HomologyError> {
        self.check(birth)?;
        self.check(death)?;
        let rank = &self.arrival.rank;
        let first = rank[birth as usize];
        let closing = self.closing_with(death);
        let own = closing.filter(|&position| self.first_of_cycle(position) == first);
        let cycles = own.map(|position| self.cycle(position, |v| rank[v as usize] >= first));
        Ok(cycles.collect())
    }

    /// The edges, by order of entry, that enter with a vertex and close a loop.
    fn closing_with(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let rank = &self.arrival.rank;
        let enters = |ends: &[u32; 2]| rank[ends[1] as usize];
        let (ends, own) = (&self.arrival.ends, rank[vertex as usize]);
        let first = ends.partition_point(|ends| enters(ends) < own);
        let last = ends.partition_point(|ends| enters(ends) <= own);
        let positions = first as u32..last as u32;
        positions.filter(move |&position| self.pairs.closes[position as usize])
    }

    /// The largest rank that the first vertex of a cycle through this edge and earlier edges can have.
    fn first_of_cycle(&self, closing: u32) -> u32 {
        let rank = |vertex: u32| self.arrival.rank[vertex as usize];
        let [target, start] = self.arrival.ends[closing as usize];
        let mut seen = vec![false; self.neighbours.len()];
        let mut queue = BinaryHeap::from([(rank(start), Reverse(start))]);
        let mut first = rank(start);
        while let Some((own, Reverse(vertex))) = queue.pop() {
            if std::mem::replace(&mut seen[vertex as usize], true) {
                continue;
            }
            first = first.min(own);
            if vertex == target {
                break;
            }
            for &(other, position) in &self.neighbours[vertex as usize] {
                if position < closing && !seen[other as usize] {
                    queue.push((rank(other), Reverse(other)));
                }
            }
        }
        first
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

    /// An edge, by order of entry, with a shortest path between its ends among earlier edges and the vertices that `belongs` accepts.
    fn cycle(&self, closing: u32, belongs: impl Fn(u32) -> bool) -> Cycle {
        let [target, start] = self.arrival.ends[closing as usize];
        let number = |position: u32| self.arrival.edges[position as usize];
        // The vertex and edge by which the search reached each vertex.
        let mut reached = vec![None; self.neighbours.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front().filter(|&vertex| vertex != target) {
            for &(other, position) in &self.neighbours[vertex as usize] {
                let is_new = other != start && reached[other as usize].is_none();
                if position < closing && is_new && belongs(other) {
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

/// Both directions of a filtered graph, for the representatives of all bars of a file.
#[derive(Debug)]
pub struct Prepared {
    sublevel: Representatives,
    /// None if edges have values.
    superlevel: Option<Representatives>,
}

/// The part of the barcodes that a bar belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The barcode of one direction.
    Of(Direction),
    /// The extended part.
    Extended,
}

impl Prepared {
    /// Prepares a graph with values of the vertices and, optionally, of the edges.
    ///
    /// # Errors
    /// As [`Representatives::with_edge_values`].
    pub fn new(
        edges: &[[u32; 2]],
        filter: &[f32],
        edge_filter: Option<&[f32]>,
    ) -> Result<Self, HomologyError> {
        Ok(match edge_filter {
            Some(values) => Self {
                sublevel: Representatives::with_edge_values(edges, filter, values)?,
                superlevel: None,
            },
            None => Self {
                sublevel: Representatives::new(edges, filter, Direction::Sublevel)?,
                superlevel: Some(Representatives::new(edges, filter, Direction::Superlevel)?),
            },
        })
    }
}

/// The representatives of the bars of one part, one after the other in the order of its lists.
#[derive(Debug)]
pub struct Finder<'a> {
    prepared: &'a Prepared,
    part: Part,
    /// Number of bars of each edge that closes loops.
    bars: HashMap<[u32; 2], usize>,
    /// The cycles of each creator without a bar so far.
    cycles: HashMap<Creator, VecDeque<Cycle>>,
}

/// The birth vertex, the closing edge, and the death vertex in the extended part.
type Creator = (Option<u32>, Option<[u32; 2]>, Option<u32>);

impl<'a> Finder<'a> {
    /// A finder for the bars of a part. `closing` has the closing edge of each of its loops, if edges have values or triangles are filled
    /// in.
    pub fn new(
        prepared: &'a Prepared,
        part: Part,
        closing: impl Iterator<Item = [u32; 2]>,
    ) -> Self {
        let mut bars = HashMap::new();
        closing.for_each(|edge| *bars.entry(edge).or_default() += 1);
        Self {
            prepared,
            part,
            bars,
            cycles: HashMap::new(),
        }
    }

    /// The representative of a bar of this dimension: the vertices of its component or of its cycle. The bars of a part follow each other in
    /// the order of its lists.
    pub fn find(&mut self, dimension: usize, bar: &FiniteBar) -> Vec<u32> {
        match dimension {
            0 => self.component(bar),
            _ => self.cycle(bar),
        }
    }

    /// The vertices of the component of a bar, ascending, just before it dies; in the whole graph for an essential component.
    fn component(&self, bar: &FiniteBar) -> Vec<u32> {
        let vertices = |birth| self.direction().before_death(birth);
        // The vertices of a bar are in range.
        bar.birth_vertex
            .and_then(|birth| vertices(birth).ok())
            .unwrap_or_default()
    }

    /// The vertices of a cycle of a loop, in order: the closing edge joins the last to the first.
    fn cycle(&mut self, bar: &FiniteBar) -> Vec<u32> {
        let is_extended = self.part == Part::Extended;
        let death_vertex = bar.death_vertex.filter(|_| is_extended);
        let creator = (bar.birth_vertex, bar.birth_edge, death_vertex);
        let mut cycles = match self.cycles.remove(&creator) {
            Some(cycles) => cycles,
            None => self.cycles_of(creator),
        };
        let cycle = cycles.pop_front();
        if !cycles.is_empty() {
            self.cycles.insert(creator, cycles);
        }
        cycle.map(|cycle| cycle.vertices).unwrap_or_default()
    }

    fn cycles_of(&self, creator: Creator) -> VecDeque<Cycle> {
        let graph = self.direction();
        let found = match creator {
            (_, Some(edge), _) => graph.cycles_of_edge(edge),
            (Some(birth), None, Some(death)) => match &self.prepared.superlevel {
                Some(superlevel) => superlevel.extended_cycles([birth, death]),
                None => Ok(Vec::new()),
            },
            (Some(birth), None, None) => graph.cycles(birth),
            (None, None, _) => Ok(Vec::new()),
        };
        // The vertices of a bar are in range.
        let found = VecDeque::from(found.unwrap_or_default());
        // Of parallel edges, only the first can bound a triangle at once and have no bar.
        let bars = creator.1.and_then(|edge| self.bars.get(&edge));
        let absent = bars.map_or(0, |bars| found.len().saturating_sub(*bars));
        found.into_iter().skip(absent).collect()
    }

    fn direction(&self) -> &'a Representatives {
        let Prepared {
            sublevel,
            superlevel,
        } = self.prepared;
        match (self.part, superlevel) {
            (Part::Of(Direction::Superlevel), Some(superlevel)) => superlevel,
            _ => sublevel,
        }
    }
}
