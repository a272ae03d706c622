//! Small graphs that descriptors do not separate although they are not isomorphic.

use super::colours::Coloured;
use super::steps::Steps;
use super::{Computation, Descriptor, Settings};
use crate::graph::Graph;
use crate::graph::enumerate::all_graphs;

/// The graphs of one size in classes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Number of graphs.
    pub graphs: usize,
    /// Number of pairs of graphs that none of the descriptors separates.
    pub pairs: u64,
    /// The classes of at least two graphs that none of the descriptors separates.
    pub classes: Vec<Vec<Graph>>,
}

/// All graphs with this number of vertices, up to isomorphism, in classes that none of these descriptors separates. With `connected`,
/// only connected graphs. `progress` receives the completed share.
///
/// Isomorphism itself separates all of them. A graph whose steps run out is in no class.
///
/// # Panics
/// If `vertices` is above [`crate::graph::enumerate::MAX_ENUMERATED`].
pub fn search(
    descriptors: &[&Descriptor],
    vertices: u32,
    connected: bool,
    settings: &Settings,
    progress: &dyn Fn(f64),
) -> Found {
    let mut graphs = all_graphs(vertices, &|share| progress(share / 2.0));
    if connected {
        graphs.retain(|graph| super::parts::parts(graph).len() == 1);
    }
    let coloured = Coloured::all(graphs);
    // The number of words, the words, and the index of the graph: equal words are neighbours in the order of the rows. The topology module
    // has this sort anyway.
    let mut rows: Vec<Vec<u64>> = Vec::new();
    for (index, one) in coloured.iter().enumerate() {
        let mut words = vec![0];
        let known = descriptors
            .iter()
            .all(|descriptor| match descriptor.computation {
                Computation::Words(write) => {
                    let before = words.len();
                    let steps = &mut Steps::new(settings.steps);
                    let known = write(one, settings, &mut words, steps).is_ok();
                    words.push((words.len() - before) as u64);
                    known
                }
                Computation::Isomorphism => false,
            });
        if known {
            words[0] = words.len() as u64;
            words.push(index as u64);
            rows.push(words);
        }
        progress(0.5 + (index + 1) as f64 / coloured.len() as f64 / 2.0);
    }
    rows.sort_unstable();
    let same = rows.chunk_by(|a, b| a[..a.len() - 1] == b[..b.len() - 1]);
    let indices = |class: &[Vec<u64>]| class.iter().map(|row| row[row.len() - 1]).collect();
    let mut classes: Vec<Vec<u64>> = same.filter(|class| class.len() > 1).map(indices).collect();
    classes.sort_unstable();
    let pairs = |class: &Vec<u64>| class.len() as u64 * (class.len() as u64 - 1) / 2;
    let graph = |&index: &u64| coloured[index as usize].graph.clone();
    Found {
        graphs: coloured.len(),
        pairs: classes.iter().map(pairs).sum(),
        classes: classes
            .iter()
            .map(|class| class.iter().map(graph).collect())
            .collect(),
    }
}
