//! The search for small graphs that descriptors do not separate.

use serde::Serialize;
use sublevel::graph::Graph;
use sublevel::graph::graph6::write_graph6;
use sublevel::separation::search::search;

use super::{Arguments, Format};
use crate::Failure;
use crate::console::Work;

/// The results for a number of vertices.
#[derive(Serialize)]
struct Size {
    vertices: u32,
    /// Number of graphs up to isomorphism.
    graphs: usize,
    /// Number of pairs that no descriptor separates.
    pairs: u64,
    /// Number of classes of at least two graphs that no descriptor separates.
    classes: usize,
    /// The first classes, each graph in graph6.
    listed: Vec<Vec<String>>,
}

/// The JSON of a search.
#[derive(Serialize)]
struct Document {
    descriptors: Vec<&'static str>,
    sizes: Vec<Size>,
}

/// Searches all graphs up to a number of vertices.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let chosen = arguments.chosen();
    if chosen.iter().any(|one| one.choice.id == "isomorphism") {
        return Err(Failure::usage(
            "isomorphism separates all graphs of the search; choose other descriptors",
        ));
    }
    let settings = arguments.settings();
    let mut sizes = Vec::new();
    for vertices in 1..=arguments.vertices {
        let work = Work::begin(format!("searching the graphs with {vertices} vertices"));
        let progress = |share| work.show(share);
        let found = search(&chosen, vertices, arguments.connected, &settings, &progress);
        let in_graph6 = |class: &Vec<Graph>| class.iter().map(write_graph6).collect();
        let listed = found.classes.iter().take(arguments.limit as usize);
        sizes.push(Size {
            vertices,
            graphs: found.graphs,
            pairs: found.pairs,
            classes: found.classes.len(),
            listed: listed.map(in_graph6).collect(),
        });
    }
    let text = match arguments.format {
        Format::Text => table(&sizes),
        Format::Json => {
            let document = Document {
                descriptors: chosen.iter().map(|one| one.choice.id).collect(),
                sizes,
            };
            serde_json::to_string(&document).map_err(Failure::other)? + "\n"
        }
        Format::Csv => lines(&sizes),
    };
    arguments.write(&text)
}

fn table(sizes: &[Size]) -> String {
    let mut text = format!(
        "{:<10}{:>9}{:>9}{:>12}\n",
        "vertices", "graphs", "classes", "pairs"
    );
    for size in sizes {
        text += &format!(
            "{:<10}{:>9}{:>9}{:>12}\n",
            size.vertices, size.graphs, size.classes, size.pairs
        );
    }
    for size in sizes.iter().filter(|size| !size.listed.is_empty()) {
        text += &format!("\nNot separated, {} vertices:\n", size.vertices);
        for class in &size.listed {
            text += &format!("{}\n", class.join(" "));
        }
        let rest = size.classes - size.listed.len();
        if rest > 0 {
            text += &format!("and {rest} more; --limit lists them\n");
        }
    }
    text
}

fn lines(sizes: &[Size]) -> String {
    let mut text = String::from("vertices,class,graph6\n");
    for size in sizes {
        for (number, class) in (1..).zip(&size.listed) {
            for graph in class {
                text += &format!(
                    "{},{number},{}\n",
                    size.vertices,
                    sublevel::table::field(graph)
                );
            }
        }
    }
    text
}
