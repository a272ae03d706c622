//! A canonical form of small graphs: two graphs have equal forms exactly if they are isomorphic.
//!
//! Colour refinement splits the vertices into ordered classes. If a class has several vertices, each of them is singled out in turn,
//! and refinement continues. Every branch ends with an order of the vertices, and the form is the least adjacency matrix of these
//! orders. Of vertices with the same neighbours, one suffices, because an automorphism exchanges them.

use super::Graph;

/// Largest number of vertices: the upper triangle of the adjacency matrix has 120 bits.
pub const MAX_CANONICAL: u32 = 16;

/// A graph with at most [`MAX_CANONICAL`] vertices: the neighbours of each vertex as a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SmallGraph {
    pub(super) vertices: usize,
    pub(super) rows: [u16; MAX_CANONICAL as usize],
}

/// The class of each vertex. Numbers are in the order of the classes, not necessarily consecutive.
type Classes = [u8; MAX_CANONICAL as usize];

impl SmallGraph {
    /// The graph without edges.
    pub(super) fn empty(vertices: usize) -> Self {
        Self {
            vertices,
            rows: [0; MAX_CANONICAL as usize],
        }
    }

    /// Adds an edge between two vertices.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        self.rows[a] |= 1 << b;
        self.rows[b] |= 1 << a;
    }

    /// Removes the edge between two vertices.
    pub(super) fn part(&mut self, a: usize, b: usize) {
        self.rows[a] &= !(1 << b);
        self.rows[b] &= !(1 << a);
    }

    pub(super) fn degree(&self, vertex: usize) -> u32 {
        self.rows[vertex].count_ones()
    }

    pub(super) fn of_code(vertices: usize, code: u128) -> Self {
        let mut graph = Self::empty(vertices);
        let mut bit = 0;
        for b in 1..vertices {
            for a in 0..b {
                if code >> bit & 1 == 1 {
                    graph.join(a, b);
                }
                bit += 1;
            }
        }
        graph
    }

    pub(super) fn to_graph(self) -> Graph {
        let pairs = (1..self.vertices).flat_map(|b| (0..b).map(move |a| [a, b]));
        let edges = pairs.filter(|&[a, b]| self.rows[a] >> b & 1 == 1);
        Graph::new(
            self.vertices as u32,
            edges.map(|edge| edge.map(|vertex| vertex as u32)),
        )
    }

    /// The canonical form: the upper triangle of an adjacency matrix, column by column, from the lowest bit.
    pub(super) fn canonical(&self) -> u128 {
        let mut least = u128::MAX;
        self.branch([0; MAX_CANONICAL as usize], &mut least);
        least
    }

    fn branch(&self, mut classes: Classes, least: &mut u128) {
        self.refine(&mut classes);
        let mut sizes = [0; MAX_CANONICAL as usize + 1];
        for &class in &classes[..self.vertices] {
            sizes[class as usize] += 1;
        }
        let Some(split) = sizes.iter().position(|&size| size > 1) else {
            *least = (*least).min(self.code(&classes));
            return;
        };
        let members = (0..self.vertices).filter(|&v| classes[v] as usize == split);
        let mut tried: Vec<usize> = Vec::new();
        for vertex in members {
            let is_twin = |&other: &usize| {
                let both = 1 << vertex | 1 << other;
                self.rows[vertex] & !both == self.rows[other] & !both
            };
            if tried.iter().any(is_twin) {
                continue;
            }
            tried.push(vertex);
            let mut singled = classes;
            for (other, class) in singled[..self.vertices].iter_mut().enumerate() {
                *class += u8::from(*class as usize == split && other != vertex);
            }
            self.branch(singled, least);
        }
    }

    /// Splits the classes until all vertices of a class have the same number of neighbours in each class. A class has the number of
    /// vertices in the classes before it.
    fn refine(&self, classes: &mut Classes) {
        let mut count = 0;
        loop {
            let mut keys = [0_u128; MAX_CANONICAL as usize];
            for (v, key) in keys[..self.vertices].iter_mut().enumerate() {
                // Each number of neighbours is below 16 and takes four bits.
                let mut around = self.rows[v];
                let mut counts = 0_u64;
                while around != 0 {
                    let neighbour = around.trailing_zeros() as usize;
                    counts += 1 << (4 * classes[neighbour]);
                    around &= around - 1;
                }
                *key = u128::from(classes[v]) << 64 | u128::from(counts);
            }
            let keys = &keys[..self.vertices];
            let before = count;
            count = 0;
            for (v, key) in keys.iter().enumerate() {
                classes[v] = keys.iter().filter(|other| *other < key).count() as u8;
                count += usize::from(!keys[..v].contains(key));
            }
            if count == before {
                return;
            }
        }
    }

    /// The adjacency matrix with the vertices in the order of their classes, which have one vertex each.
    fn code(&self, classes: &Classes) -> u128 {
        let mut code = 0;
        for a in 0..self.vertices {
            let mut around = self.rows[a] & ((1 << a) - 1);
            while around != 0 {
                let b = around.trailing_zeros() as usize;
                around &= around - 1;
                let [low, high] = match classes[a] < classes[b] {
                    true => [classes[a], classes[b]],
                    false => [classes[b], classes[a]],
                };
                let [low, high] = [low as usize, high as usize];
                code |= 1 << (high * (high - 1) / 2 + low);
            }
        }
        code
    }
}

/// The canonical form of a graph, labels and attributes left out. `None` for more than [`MAX_CANONICAL`] vertices.
pub fn canonical_form(graph: &Graph) -> Option<u128> {
    if graph.vertices > MAX_CANONICAL {
        return None;
    }
    let mut small = SmallGraph::empty(graph.vertices as usize);
    for edge in &graph.edges {
        let [a, b] = edge.map(|vertex| vertex as usize);
        small.join(a, b);
    }
    Some(small.canonical())
}
