//! The comparison of two graphs, with reasons and evidence.

use serde::Serialize;
use sublevel::separation::{Comparison, Descriptor, Pair};

use super::graphs::Named;
use super::{Arguments, Format, word};
use crate::Failure;
use crate::console::Work;
use sublevel::table::field;

/// The JSON of a comparison.
#[derive(Serialize)]
struct Document<'a> {
    graphs: [Described<'a>; 2],
    results: &'a [Comparison],
}

#[derive(Serialize)]
struct Described<'a> {
    name: &'a str,
    vertices: u32,
    edges: usize,
}

/// Compares two graphs by the chosen descriptors.
pub fn run(arguments: &Arguments, graphs: [Named; 2]) -> Result<(), Failure> {
    let settings = arguments.settings();
    let chosen = arguments.chosen();
    let names = [0, 1].map(|which| graphs[which].name.clone());
    let work = Work::begin(format!("comparing {} with {}", names[0], names[1]));
    let pair = Pair::new(graphs.map(|named| named.graph));
    let mut results = Vec::new();
    for (index, descriptor) in chosen.iter().enumerate() {
        results.push(pair.compare(descriptor, &settings));
        work.show((index + 1) as f64 / chosen.len() as f64);
    }
    drop(work);
    let described = [0, 1].map(|which| {
        let graph = &pair.graphs()[which].graph;
        Described {
            name: &names[which],
            vertices: graph.vertices,
            edges: graph.edges.len(),
        }
    });
    let text = match arguments.format {
        Format::Text => table(&described, &chosen, &results),
        Format::Json => {
            let document = Document {
                graphs: described,
                results: &results,
            };
            serde_json::to_string(&document).map_err(Failure::other)? + "\n"
        }
        Format::Csv => lines(&results),
    };
    arguments.write(&text)
}

fn table(graphs: &[Described<'_>; 2], chosen: &[&Descriptor], results: &[Comparison]) -> String {
    let mut text = String::new();
    for (word, graph) in ["first", "second"].into_iter().zip(graphs) {
        text += &format!(
            "{word:<8}{}: {} vertices, {} edges\n",
            graph.name, graph.vertices, graph.edges
        );
    }
    text += "\n";
    for (descriptor, result) in chosen.iter().zip(results) {
        text += &format!(
            "{:<20}{:<11}{}\n",
            descriptor.choice.id,
            word(result.verdict),
            result.reason
        );
    }
    text
}

fn lines(results: &[Comparison]) -> String {
    let of_one = |result: &Comparison| {
        format!(
            "{},{},{}\n",
            result.descriptor,
            word(result.verdict),
            field(&result.reason)
        )
    };
    let lines: String = results.iter().map(of_one).collect();
    format!("descriptor,verdict,reason\n{lines}")
}
