//! Input of `sublevel separate`: two graphs, or pairs.

use sublevel::graph::graph6::{Graph6Line, read_graph6_lines};
use sublevel::graph::pairs::{Family, NamedPair};
use sublevel::graph::{Attribute, Graph, InputGraph};

use super::Arguments;
use crate::Failure;
use crate::barcode::{Input, name_of, read};
use crate::console::{Work, note};

/// A graph with its name in the output.
pub struct Named {
    pub name: String,
    pub graph: Graph,
}

/// Two graphs of a list, with their class.
pub struct ListedPair {
    pub graphs: [Named; 2],
    /// The text after the graphs. Empty without one.
    pub class: String,
}

/// The two graphs of the command line, with the values of an attribute as labels.
pub fn two(arguments: &Arguments) -> Result<[Named; 2], Failure> {
    let numbers = &arguments.graph[..];
    let [first, second] = match &arguments.files[..] {
        [first, second] => [first, second],
        [one] if numbers.len() == 2 => [one, one],
        _ => {
            return Err(Failure::usage(
                "expected two graphs: name a second file, or two graphs of the data set, such as --graph 1 --graph 2",
            ));
        }
    };
    if first == "-" && second == "-" {
        return Err(Failure::usage(
            "stdin (-) holds one graph; write the other one to a file",
        ));
    }
    let [first_number, second_number] = match numbers {
        [] => [None; 2],
        [number] => [Some(*number); 2],
        [first, second] => [Some(*first), Some(*second)],
        _ => {
            return Err(Failure::usage(format!(
                "expected at most two --graph, found {}",
                numbers.len()
            )));
        }
    };
    let [a, b] = [(first, first_number), (second, second_number)].map(|(file, number)| {
        let work = Work::begin(format!("reading {file}"));
        Input::one(file, arguments.input, number).read_one(file, &work)
    });
    let named = [a?, b?];
    for (name, graph) in &named {
        note_left_out(name, graph.edges.len() - graph.simple().edges.len());
    }
    let labels = match &arguments.labels {
        Some(attribute) => label_numbers(&named, attribute)?,
        None => [vec![], vec![]],
    };
    let [first, second] = named;
    let [first_labels, second_labels] = labels;
    let simple = |(name, graph): (String, InputGraph), vertex_labels| Named {
        name,
        graph: Graph {
            vertex_labels,
            ..graph.simple()
        },
    };
    Ok([simple(first, first_labels), simple(second, second_labels)])
}

/// The values of an attribute as numbers from 0 on, equal for equal values.
fn label_numbers(
    graphs: &[(String, InputGraph); 2],
    attribute: &str,
) -> Result<[Vec<u32>; 2], Failure> {
    let values = |(name, graph): &(String, InputGraph)| {
        let found = Attribute::find(&graph.vertex_attributes, "vertex", attribute)
            .map_err(|problem| Failure::usage(format!("{name}: {problem}")))?;
        match found.missing {
            Some(vertex) => Err(Failure::usage(format!(
                "{name}: vertex {} has no value of {attribute:?}",
                graph.name_of(vertex)
            ))),
            // Adding 0 makes −0 and 0 equal.
            None => Ok(found
                .values
                .iter()
                .map(|value| (value + 0.0).to_bits())
                .collect::<Vec<u64>>()),
        }
    };
    let values = [values(&graphs[0])?, values(&graphs[1])?];
    let mut all = values.concat();
    all.sort_unstable();
    all.dedup();
    Ok(values.map(|own| {
        let number = |bits: &u64| all.partition_point(|other| other < bits) as u32;
        own.iter().map(number).collect()
    }))
}

/// The pairs of a family, or of a file in graph6 or sparse6.
pub fn pairs(source: &str) -> Result<Vec<ListedPair>, Failure> {
    if let Some(family) = Family::of_id(source) {
        let _work = Work::begin(format!("generating {source}"));
        let of_pair = |NamedPair { names, graphs }: NamedPair| {
            let [first_name, second_name] = names;
            let [first, second] = graphs;
            let named = |name, graph| Named { name, graph };
            ListedPair {
                graphs: [named(first_name, first), named(second_name, second)],
                class: String::new(),
            }
        };
        return Ok(family.pairs().into_iter().map(of_pair).collect());
    }
    let name = name_of(source);
    let lines = read_graph6_lines(name, &read(source)?).map_err(Failure::usage)?;
    if lines.len() % 2 == 1 {
        let last = lines.last().map_or(0, |line| line.line);
        return Err(Failure::usage(format!(
            "{name}, line {last}: the graph has no partner; expected an even number of graphs, found {}",
            lines.len()
        )));
    }
    let of_two = |two: &[Graph6Line]| {
        let named = |line: &Graph6Line| Named {
            name: format!("line {}", line.line),
            graph: line.graph.simple(),
        };
        let [first, second] = [&two[0], &two[1]];
        if !second.rest.is_empty() && !first.rest.is_empty() && first.rest != second.rest {
            return Err(Failure::usage(format!(
                "{name}, line {}: expected the class {:?} of the first graph of the pair, found {:?}",
                second.line, first.rest, second.rest
            )));
        }
        let class = if first.rest.is_empty() {
            &second.rest
        } else {
            &first.rest
        };
        Ok(ListedPair {
            graphs: [named(first), named(second)],
            class: class.clone(),
        })
    };
    let pairs: Vec<ListedPair> = lines
        .chunks_exact(2)
        .map(of_two)
        .collect::<Result<_, _>>()?;
    let kept = pairs.iter().flat_map(|pair| &pair.graphs);
    let kept: usize = kept.map(|named| named.graph.edges.len()).sum();
    let all: usize = lines.iter().map(|line| line.graph.edges.len()).sum();
    note_left_out(name, all - kept);
    Ok(pairs)
}

/// Notes the edges that the comparison of simple graphs leaves out.
fn note_left_out(name: &str, edges: usize) {
    if edges > 0 {
        note(format_args!(
            "{name}: {edges} repeated edges and self-loops are left out"
        ));
    }
}
