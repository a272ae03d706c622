//! Numbers and labels of vertices and edges for comparison with a learned filter.

pub mod agreement;
pub mod association;
mod edges;
mod levels;
mod monotone;

pub(crate) use edges::forman;
use levels::LevelsOfQuantity;

use crate::graph::{Cells, Dataset, Graph, filters};

/// A quantity of vertices or edges, with its value for each of them in a data set.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name, one of [`Dataset::quantities`].
    pub name: String,
    /// A number for each vertex or edge, in the order of the graphs.
    pub values: Vec<f32>,
    /// The names, if the numbers are indices of names. Then they have no order.
    pub categories: Option<Vec<String>>,
    levels: LevelsOfQuantity,
}

impl Quantity {
    /// A quantity with these values, one for each vertex or edge.
    pub fn new(name: String, values: Vec<f32>, categories: Option<Vec<String>>) -> Self {
        Self {
            name,
            levels: LevelsOfQuantity::of(&values, categories.is_some()),
            values,
            categories,
        }
    }

    /// Groups of its vertices or edges.
    fn levels(&self) -> &LevelsOfQuantity {
        &self.levels
    }
}

/// A number for each vertex of a graph.
type OfVertices = fn(&Graph) -> Vec<f32>;

/// The quantities that every graph has by its structure.
const OF_STRUCTURE: [(&str, OfVertices); 5] = [
    ("degree", |graph| of_integers(graph.degrees())),
    ("core", |graph| of_integers(filters::core_numbers(graph))),
    ("clustering", clustering),
    ("closeness", filters::closeness),
    ("component-size", component_sizes),
];

impl Dataset {
    /// Names of the available quantities of the vertices of this data set: `degree`, `core`, `clustering`, `closeness`,
    /// `component-size`, then `label` and `attribute1` and so on, if the data set has them. Those of its edges: `edge-curvature`,
    /// `edge-smaller-degree`, `edge-larger-degree`, `edge-betweenness`, then `edge-label` of the edge and, for at most
    /// 256 labels, `edge-labels` of its ends.
    pub fn quantities(&self, cells: Cells) -> Vec<String> {
        if cells == Cells::Edges {
            let own = (!self.edge_label_names.is_empty()).then_some("edge-label");
            let labels = self.vertex_label_names.len();
            let of_ends = (1..=edges::MAX_LABELS)
                .contains(&labels)
                .then_some("edge-labels");
            let of_structure = edges::OF_EDGES.map(|(name, _)| name).into_iter();
            return of_structure
                .chain(own)
                .chain(of_ends)
                .map(String::from)
                .collect();
        }
        let labels = (!self.vertex_label_names.is_empty()).then(|| "label".into());
        let attributes = (1..=self.vertex_attributes).map(|number| format!("attribute{number}"));
        let of_structure = OF_STRUCTURE.map(|(name, _)| name.into()).into_iter();
        of_structure.chain(labels).chain(attributes).collect()
    }

    /// Whether [`Self::quantities`] contains the name.
    pub fn has_quantity(&self, name: &str) -> bool {
        let mut all = [Cells::Vertices, Cells::Edges].map(|cells| self.quantities(cells));
        all.iter_mut().flatten().any(|known| known == name)
    }

    /// A quantity by its name, if [`Self::quantities`] contains it.
    pub fn quantity(&self, name: &str) -> Option<Quantity> {
        let known = self.has_quantity(name);
        let values = || {
            self.graphs
                .iter()
                .flat_map(|graph| self.quantity_of(name, graph))
        };
        known.then(|| self.quantity_with(name, values().collect()))
    }

    /// The values of a quantity for the vertices or edges of one of the graphs.
    ///
    /// # Panics
    /// If [`Self::quantities`] does not contain the name.
    pub fn quantity_of(&self, name: &str, graph: &Graph) -> Vec<f32> {
        let mut of_structure = OF_STRUCTURE.iter().chain(&edges::OF_EDGES);
        if let Some((_, of)) = of_structure.find(|(known, _)| *known == name) {
            return of(graph);
        }
        match attribute(name) {
            None if name == "edge-label" => of_integers(graph.edge_labels.clone()),
            None if name == "edge-labels" => {
                edges::label_pairs(graph, self.vertex_label_names.len())
            }
            None => of_integers(graph.vertex_labels.clone()),
            Some(column) => {
                let rows = graph
                    .vertex_attributes
                    .chunks_exact(self.vertex_attributes as usize);
                rows.map(|row| row[column]).collect()
            }
        }
    }

    /// A quantity with its values for all vertices or edges.
    pub fn quantity_with(&self, name: &str, values: Vec<f32>) -> Quantity {
        let categories = match name {
            "label" => Some(self.vertex_label_names.clone()),
            "edge-label" => Some(self.edge_label_names.clone()),
            "edge-labels" => Some(edges::names_of_pairs(&self.vertex_label_names)),
            _ => None,
        };
        Quantity::new(name.into(), values, categories)
    }
}

/// The column of an attribute, by its name.
fn attribute(name: &str) -> Option<usize> {
    let number: usize = name.strip_prefix("attribute")?.parse().ok()?;
    number.checked_sub(1)
}

fn of_integers(numbers: Vec<u32>) -> Vec<f32> {
    numbers.into_iter().map(|number| number as f32).collect()
}

/// The fraction of the pairs of neighbours of each vertex that are adjacent, in \[0, 1\]. 0 without pairs (Watts and Strogatz, as
/// in NetworkX).
fn clustering(graph: &Graph) -> Vec<f32> {
    let triangles = filters::triangles(graph, &|_| ()).into_iter();
    let fraction = |(triangles, degree): (u64, u32)| match degree {
        0 | 1 => 0.0,
        d => {
            let d = f64::from(d);
            (2.0 * triangles as f64 / (d * (d - 1.0))) as f32
        }
    };
    triangles.zip(graph.degrees()).map(fraction).collect()
}

/// For each vertex, the number of vertices of its component.
fn component_sizes(graph: &Graph) -> Vec<f32> {
    let adjacency = graph.adjacency();
    let mut sizes = vec![0.0; graph.vertices as usize];
    for first in 0..graph.vertices {
        if sizes[first as usize] > 0.0 {
            continue;
        }
        let mut component = vec![first];
        sizes[first as usize] = 1.0;
        let mut next = 0;
        while let Some(&v) = component.get(next) {
            next += 1;
            for &u in adjacency.around(v) {
                if sizes[u as usize] == 0.0 {
                    sizes[u as usize] = 1.0;
                    component.push(u);
                }
            }
        }
        for &v in &component {
            sizes[v as usize] = component.len() as f32;
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_those_of_the_definition() {
        // A triangle with a tail, an edge and an isolated vertex.
        let graph = Graph {
            vertex_labels: vec![0, 1, 0, 0, 1, 1, 0],
            vertex_attributes: (0..14).map(|number| number as f32).collect(),
            ..Graph::new(7, [[0, 1], [0, 2], [1, 2], [2, 3], [4, 5]])
        };
        let dataset = Dataset {
            graphs: vec![Graph::new(0, []), graph],
            vertex_label_names: vec!["C".into(), "N".into()],
            vertex_attributes: 2,
            ..Dataset::default()
        };
        let values = |name: &str| dataset.quantity(name).unwrap().values;
        assert_eq!(values("degree"), [2.0, 2.0, 3.0, 1.0, 1.0, 1.0, 0.0]);
        assert_eq!(values("core"), [2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 0.0]);
        let third = 1.0 / 3.0;
        assert_eq!(values("clustering"), [1.0, 1.0, third, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(
            values("component-size"),
            [4.0, 4.0, 4.0, 4.0, 2.0, 2.0, 1.0]
        );
        assert_eq!(values("attribute2")[..3], [1.0, 3.0, 5.0]);
        let label = dataset.quantity("label").unwrap();
        assert_eq!(label.values, [0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0]);
        assert_eq!(label.categories.unwrap(), ["C", "N"]);
        for name in ["attribute0", "attribute3", "attribute", "Degree", ""] {
            assert_eq!(dataset.quantity(name), None, "{name}");
        }
    }
}
