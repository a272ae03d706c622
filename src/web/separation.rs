//! Comparison of two graphs by descriptors, for the main thread. Every call is synchronous; the page makes one call for each descriptor.

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::{error, to_js};
use crate::choice::Choice;
use crate::graph::Graph;
use crate::graph::enumerate::MAX_ENUMERATED;
use crate::graph::graph6::{read_graph6, write_graph6};
use crate::graph::pairs::{FAMILIES, Family, NamedPair};
use crate::protocol::{DescriptorSummary, GeneratorSummary, PairSummary};
use crate::separation::search::search;
use crate::separation::{Descriptor, Pair, Settings};

/// Maximum number of steps of a descriptor: a few tenths of a second.
const STEPS: u64 = 1 << 25;
/// Largest number of vertices of a graph from a text.
const MAX_VERTICES: u32 = 512;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"import type { Comparison, DescriptorSummary, PairSummary } from "../src/protocol";
"#;

/// The descriptors, in the order of lists.
#[wasm_bindgen(unchecked_return_type = "DescriptorSummary[]")]
pub fn descriptors() -> Result<JsValue, JsValue> {
    let summary = |choice: &Choice| DescriptorSummary {
        id: choice.id.into(),
        label: choice.label.into(),
        help: choice.help.into(),
    };
    let all: Vec<_> = Descriptor::choices().map(summary).collect();
    to_js(&all)
}

/// The families of pairs.
#[wasm_bindgen(js_name = pairFamilies, unchecked_return_type = "GeneratorSummary[]")]
pub fn pair_families() -> Result<JsValue, JsValue> {
    let summary = |family: &Family| GeneratorSummary {
        id: family.id.into(),
        title: family.title.into(),
        description: family.description.into(),
    };
    let all: Vec<_> = FAMILIES.iter().map(summary).collect();
    to_js(&all)
}

/// The pairs of a family.
#[wasm_bindgen(js_name = familyPairs, unchecked_return_type = "PairSummary[]")]
pub fn family_pairs(id: &str) -> Result<JsValue, JsValue> {
    let family = Family::of_id(id).ok_or_else(|| error(format!("there are no pairs {id}")))?;
    let summary = |NamedPair { names, graphs }: NamedPair| PairSummary {
        names,
        graphs: [0, 1].map(|which| write_graph6(&graphs[which])),
    };
    let all: Vec<_> = family.pairs().into_iter().map(summary).collect();
    to_js(&all)
}

/// All graphs with this number of vertices in classes of at least two that a descriptor does not separate. A line for each class, with its
/// graphs in graph6. No two of them are isomorphic. `layers` is the number of layers of the GIN.
#[wasm_bindgen(js_name = searchGraphs)]
pub fn search_graphs(descriptor: &str, layers: u32, vertices: u32) -> Result<String, JsValue> {
    if vertices > MAX_ENUMERATED {
        return Err(error("the number of vertices is too large for a search"));
    }
    let descriptors = [of_id(descriptor)?];
    let found = search(&descriptors, vertices, false, &settings(layers), &|_| ());
    let lines = found.classes.iter().map(|class| {
        let graphs: Vec<String> = class.iter().map(write_graph6).collect();
        graphs.join(" ")
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The graph with these edges in graph6.
#[wasm_bindgen(js_name = toGraph6)]
pub fn to_graph6(vertices: u32, edges: &[u32]) -> Result<String, JsValue> {
    let (edges, rest) = edges.as_chunks::<2>();
    if !rest.is_empty() || edges.as_flattened().iter().any(|&end| end >= vertices) {
        return Err(error("an edge has no such vertex"));
    }
    check(vertices)?;
    Ok(write_graph6(&Graph::new(vertices, edges.iter().copied())))
}

/// Two graphs with the colours of their vertices.
#[wasm_bindgen]
pub struct GraphPair(Pair);

#[wasm_bindgen]
impl GraphPair {
    /// The graphs of two texts in graph6 or sparse6.
    #[wasm_bindgen(constructor)]
    pub fn new(first: &str, second: &str) -> Result<GraphPair, JsValue> {
        let [first, second] =
            [("first graph", first), ("second graph", second)].map(|(name, text)| {
                let graph = read_graph6(name, text.as_bytes()).map_err(error)?;
                check(graph.vertices)?;
                Ok::<Graph, JsValue>(graph.simple())
            });
        Ok(Self(Pair::new([first?, second?])))
    }

    /// Numbers of vertices.
    pub fn vertices(&self) -> Vec<u32> {
        self.0
            .graphs()
            .iter()
            .map(|one| one.graph.vertices)
            .collect()
    }

    /// The ends of the edges of one of the graphs, 0 or 1.
    pub fn edges(&self, which: usize) -> Uint32Array {
        let one = self.0.graphs()[which.min(1)];
        Uint32Array::from(one.graph.edges.as_flattened())
    }

    /// The result of a descriptor, with its reason and evidence. `layers` is the number of layers of the GIN.
    #[wasm_bindgen(unchecked_return_type = "Comparison")]
    pub fn compare(&self, descriptor: &str, layers: u32) -> Result<JsValue, JsValue> {
        to_js(&self.0.compare(of_id(descriptor)?, &settings(layers)))
    }
}

fn of_id(id: &str) -> Result<&'static Descriptor, JsValue> {
    Descriptor::of_id(id).ok_or_else(|| error(format!("there is no descriptor {id}")))
}

fn settings(layers: u32) -> Settings {
    Settings {
        rounds: layers,
        steps: STEPS,
        ..Settings::default()
    }
}

/// Rejects graphs that are too large for a page.
fn check(vertices: u32) -> Result<(), JsValue> {
    match vertices <= MAX_VERTICES {
        true => Ok(()),
        false => Err(error(format!(
            "the graph has {vertices} vertices; the page compares graphs of up to {MAX_VERTICES}, and `sublevel separate` larger ones"
        ))),
    }
}
