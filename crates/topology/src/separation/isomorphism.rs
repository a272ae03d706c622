//! Isomorphism of two graphs, by search with colour refinement.

use super::colours::Coloured;
use super::steps::{OutOfSteps, Steps};
use crate::graph::Graph;

/// An isomorphism from the first graph to the second one that keeps the labels: the image of each vertex. `None` proves that there is
/// none.
///
/// A vertex of the smallest class with several vertices is singled out in the first graph, and every vertex of this class in turn in the
/// second graph. Refinement continues until the classes differ in size or have one vertex each.
///
/// # Errors
/// If the steps run out.
pub(super) fn isomorphism(
    pair: [&Graph; 2],
    steps: &mut Steps,
) -> Result<Option<Vec<u32>>, OutOfSteps> {
    /// Both graphs with the vertices singled out so far, and the vertices of the second one that remain to be tried.
    struct Frame {
        labels: [Vec<u32>; 2],
        vertex: u32,
        candidates: Vec<u32>,
    }

    if pair[0].vertices != pair[1].vertices || pair[0].edges.len() != pair[1].edges.len() {
        return Ok(None);
    }
    let open = |labels: [Vec<u32>; 2], steps: &mut Steps| -> Result<Opened, OutOfSteps> {
        let work = u64::from(pair[0].vertices) + 2 * pair[0].edges.len() as u64;
        let mut rounds = |count: usize| steps.take(2 * work * count as u64);
        rounds(1)?;
        let graphs = [0, 1].map(|which| Graph {
            vertex_labels: labels[which].clone(),
            vertices: pair[which].vertices,
            edges: pair[which].edges.clone(),
            ..Graph::default()
        });
        let coloured = Coloured::all(graphs.into());
        rounds(coloured[0].rounds.len())?;
        match opened(&coloured) {
            Opened::Different => Ok(Opened::Different),
            // Classes of one vertex prove an isomorphism only if they are stable.
            _ if !coloured[0].stable => Err(OutOfSteps),
            opened => Ok(opened),
        }
    };
    let own = pair.map(|graph| match graph.vertex_labels.is_empty() {
        true => vec![0; graph.vertices as usize],
        false => graph.vertex_labels.clone(),
    });
    let mut frames: Vec<Frame> = Vec::new();
    let mut next = Some(own);
    loop {
        if let Some(labels) = next.take() {
            match open(labels, steps)? {
                Opened::Different => {}
                Opened::Found(image) => return Ok(Some(image)),
                Opened::Split {
                    labels,
                    vertex,
                    candidates,
                } => frames.push(Frame {
                    labels,
                    vertex,
                    candidates,
                }),
            }
        }
        let Some(frame) = frames.last_mut() else {
            return Ok(None);
        };
        let Some(image) = frame.candidates.pop() else {
            frames.pop();
            continue;
        };
        let mut labels = frame.labels.clone();
        // No class has this number.
        let single = 2 * pair[0].vertices;
        labels[0][frame.vertex as usize] = single;
        labels[1][image as usize] = single;
        next = Some(labels);
    }
}

/// The classes of both graphs after refinement.
enum Opened {
    /// Some class has different sizes.
    Different,
    /// Each class has one vertex in each graph: the images.
    Found(Vec<u32>),
    /// A vertex of the first graph and its possible images.
    Split {
        labels: [Vec<u32>; 2],
        vertex: u32,
        candidates: Vec<u32>,
    },
}

fn opened(coloured: &[Coloured]) -> Opened {
    let colours = [0, 1].map(|which| coloured[which].last().to_vec());
    let vertices = colours[0].len();
    // Both graphs together have at most this number of colours.
    let mut members = [0, 1].map(|_| vec![Vec::new(); 2 * vertices]);
    for (colours, members) in colours.iter().zip(&mut members) {
        for (vertex, &colour) in (0..).zip(colours) {
            members[colour as usize].push(vertex);
        }
    }
    let mut smallest: Option<usize> = None;
    for colour in 0..2 * vertices {
        let sizes = [0, 1].map(|which| members[which][colour].len());
        if sizes[0] != sizes[1] {
            return Opened::Different;
        }
        let is_smaller = smallest.is_none_or(|least| sizes[0] < members[0][least].len());
        if sizes[0] > 1 && is_smaller {
            smallest = Some(colour);
        }
    }
    match smallest {
        None => {
            let image = |colour: &u32| members[1][*colour as usize][0];
            Opened::Found(colours[0].iter().map(image).collect())
        }
        Some(colour) => Opened::Split {
            vertex: members[0][colour][0],
            candidates: std::mem::take(&mut members[1][colour]),
            labels: colours,
        },
    }
}
