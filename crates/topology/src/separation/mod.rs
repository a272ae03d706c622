//! Descriptors of graphs, and their power to separate two graphs.
//!
//! [`DESCRIPTORS`] lists the descriptors for the command line, the page and the documentation. Each maps a graph to words that isomorphic
//! graphs share. A descriptor separates two graphs exactly if their words differ, so equal words are a proof that it cannot.
//!
//! [`Pair::compare`] compares two graphs and gives the evidence. [`search`] looks for small graphs that a descriptor does not separate.

mod colours;
mod connected_sets;
mod cycles;
mod degree_filter;
mod edge_filters;
mod eigenvalues;
mod evidence;
mod isomorphism;
mod parts;
mod rephine;
pub mod search;
mod spectrum;
mod steps;
#[cfg(test)]
mod tests;
mod vertex_filters;

use std::sync::OnceLock;

pub use colours::Coloured;
pub use edge_filters::SeparatingEdges;
pub use evidence::{ColourClass, Comparison, EdgeLevel, Evidence, Round, TupleCount};
pub use steps::{OutOfSteps, Steps};
pub use vertex_filters::SeparatingFilter;

use crate::choice::Choice;
use crate::graph::Graph;
use colours::histogram;
use degree_filter::{degree_words, extended_degree_words};
use edge_filters::{edge_filter_words, forman_words};
use isomorphism::isomorphism;
use vertex_filters::vertex_filter_words;

/// Writes the words of a graph. The words before an error are a beginning of all words, so a difference in them counts.
type Words = fn(&Coloured, &Settings, &mut Vec<u64>, &mut Steps) -> Result<(), OutOfSteps>;

/// The way in which a descriptor is computed.
enum Computation {
    /// By words that are equal for two graphs exactly if it does not separate them.
    Words(Words),
    /// Isomorphism, by search in both graphs together.
    Isomorphism,
}

/// A property of graphs.
pub struct Descriptor {
    /// Its entry in lists. The help names the differences that it reads.
    pub choice: Choice,
    computation: Computation,
    explain: evidence::Explain,
}

/// Parameters of descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of layers of the GIN.
    pub rounds: u32,
    /// Length of the longest counted cycles.
    pub cycle_length: u32,
    /// Maximum number of steps for each descriptor and graph.
    pub steps: u64,
}

impl Default for Settings {
    /// One layer as in the paper, cycles of up to eight vertices, and about a second for each descriptor.
    fn default() -> Self {
        Self {
            rounds: 1,
            cycle_length: 8,
            steps: 1 << 28,
        }
    }
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The descriptor differs.
    Separates,
    /// The descriptor is proved to be equal.
    Cannot,
    /// The steps ran out before either was known.
    Undecided,
}

/// All descriptors, in the order of lists.
pub static DESCRIPTORS: [Descriptor; 18] = [
    Descriptor {
        choice: Choice {
            id: "counts",
            label: "Vertices and edges",
            help: "The numbers of vertices and edges",
        },
        computation: Computation::Words(|one, _, words, _| {
            words.extend([one.graph.vertices.into(), one.graph.edges.len() as u64]);
            Ok(())
        }),
        explain: evidence::counts,
    },
    Descriptor {
        choice: Choice {
            id: "wl",
            label: "1-WL",
            help: "The numbers of vertices of each stable colour of colour refinement (1-WL)",
        },
        computation: Computation::Words(|one, _, words, _| colour_words(one, u32::MAX, words)),
        explain: evidence::colours,
    },
    Descriptor {
        choice: Choice {
            id: "gin",
            label: "GIN",
            help: "The sums of a GIN over the vertices: the colours after one round of 1-WL for each layer",
        },
        computation: Computation::Words(|one, settings, words, _| {
            colour_words(one, settings.rounds, words)
        }),
        explain: evidence::layers,
    },
    Descriptor {
        choice: Choice {
            id: "persistence",
            label: "Persistence, any filter of the colours",
            help: "The barcodes of all vertex filters that are functions of the stable colours, in both directions",
        },
        computation: Computation::Words(any_vertex_filter),
        explain: evidence::vertex_filter,
    },
    Descriptor {
        choice: Choice {
            id: "extended",
            label: "Extended persistence, any filter of the colours",
            help: "The extended barcodes of the same filters. Over all filters, they add nothing",
        },
        computation: Computation::Words(any_vertex_filter),
        explain: evidence::extended_filter,
    },
    Descriptor {
        choice: Choice {
            id: "edge-persistence",
            label: "Edge filtrations, any filter of the colours",
            help: "The barcodes of all edge filters that are functions of the stable colours of the ends. All vertices enter first",
        },
        computation: Computation::Words(any_edge_filter),
        explain: evidence::edge_filter,
    },
    Descriptor {
        choice: Choice {
            id: "rephine-colours",
            label: "RePHINE, any filters of the colours",
            help: "The tuples of RePHINE for all vertex and edge filters that are functions of the stable colours",
        },
        computation: Computation::Words(|one, settings, words, steps| {
            colour_words(one, u32::MAX, words)?;
            any_edge_filter(one, settings, words, steps)
        }),
        explain: evidence::rephine_filters,
    },
    Descriptor {
        choice: Choice {
            id: "degree",
            label: "Persistence of the degree",
            help: "The barcodes of the degree in both directions",
        },
        computation: Computation::Words(|one, _, words, steps| degree_words(one, words, steps)),
        explain: evidence::degree,
    },
    Descriptor {
        choice: Choice {
            id: "degree-extended",
            label: "Extended persistence of the degree",
            help: "The barcodes of the degree, and its extended persistence",
        },
        computation: Computation::Words(|one, _, words, steps| {
            extended_degree_words(one, words, steps)
        }),
        explain: evidence::degree,
    },
    Descriptor {
        choice: Choice {
            id: "forman",
            label: "Edge filtration by curvature",
            help: "The barcode of the edge filtration by the augmented Forman curvature",
        },
        computation: Computation::Words(|one, _, words, steps| forman_words(one, words, steps)),
        explain: evidence::curvature,
    },
    Descriptor {
        choice: Choice {
            id: "rephine",
            label: "RePHINE, degree and curvature",
            help: "The tuples of RePHINE for the degree and the Forman curvature",
        },
        computation: Computation::Words(|one, _, words, steps| {
            rephine::rephine_words(one, words, steps)
        }),
        explain: evidence::tuples,
    },
    Descriptor {
        choice: Choice {
            id: "spectre",
            label: "RePHINE with spectra",
            help: "The same tuples, each with the Laplacian spectrum of its component (SpectRe)",
        },
        computation: Computation::Words(|one, _, words, steps| {
            rephine::spectral_words(one, words, steps)
        }),
        explain: evidence::tuples,
    },
    Descriptor {
        choice: Choice {
            id: "adjacency-spectrum",
            label: "Adjacency spectrum",
            help: "The eigenvalues of the adjacency matrix",
        },
        computation: Computation::Words(|one, _, words, steps| {
            spectrum::adjacency_words(one, words, steps)
        }),
        explain: evidence::adjacency_spectrum,
    },
    Descriptor {
        choice: Choice {
            id: "laplacian-spectrum",
            label: "Laplacian spectrum",
            help: "The eigenvalues of the Laplacian",
        },
        computation: Computation::Words(|one, _, words, steps| {
            spectrum::laplacian_words(one, words, steps)
        }),
        explain: evidence::laplacian_spectrum,
    },
    Descriptor {
        choice: Choice {
            id: "component-spectra",
            label: "Spectra of the components",
            help: "The adjacency eigenvalues of each component",
        },
        computation: Computation::Words(|one, _, words, steps| {
            spectrum::component_words(one, words, steps)
        }),
        explain: evidence::component_spectra,
    },
    Descriptor {
        choice: Choice {
            id: "cycles",
            label: "Cycle counts",
            help: "The numbers of simple cycles of each length, not necessarily induced",
        },
        computation: Computation::Words(|one, settings, words, steps| {
            cycles::cycle_words(one, settings.cycle_length, words, steps)
        }),
        explain: evidence::cycles,
    },
    Descriptor {
        choice: Choice {
            id: "loop-lengths",
            label: "Loop lengths",
            help: "The lengths of the loops of a minimum cycle basis",
        },
        computation: Computation::Words(|one, _, words, steps| {
            cycles::loop_words(one, words, steps)
        }),
        explain: evidence::loops,
    },
    Descriptor {
        choice: Choice {
            id: "isomorphism",
            label: "Isomorphism",
            help: "Whether the graphs are isomorphic",
        },
        computation: Computation::Isomorphism,
        explain: evidence::isomorphic,
    },
];

/// The colours after this round, or the stable ones, with the number of vertices of each.
fn colour_words(one: &Coloured, round: u32, words: &mut Vec<u64>) -> Result<(), OutOfSteps> {
    let classes = histogram(one.after(round));
    words.push(classes.len() as u64);
    words.extend(
        classes
            .as_flattened()
            .iter()
            .map(|&number| u64::from(number)),
    );
    match one.stable || (round as usize) < one.rounds.len() {
        true => Ok(()),
        false => Err(OutOfSteps),
    }
}

fn any_vertex_filter(
    one: &Coloured,
    _: &Settings,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    vertex_filter_words(one, one.last(), one.stable, words, steps)?;
    known(one)
}

fn any_edge_filter(
    one: &Coloured,
    _: &Settings,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    edge_filter_words(one, one.last(), one.stable, words, steps)?;
    known(one)
}

/// Equal words prove nothing if further rounds could split colours.
fn known(one: &Coloured) -> Result<(), OutOfSteps> {
    match one.stable {
        true => Ok(()),
        false => Err(OutOfSteps),
    }
}

impl Descriptor {
    /// The descriptor with this id, if any.
    pub fn of_id(id: &str) -> Option<&'static Self> {
        DESCRIPTORS
            .iter()
            .find(|descriptor| descriptor.choice.id == id)
    }

    /// The list entries of all descriptors, in the order of lists.
    pub fn choices() -> impl Iterator<Item = &'static Choice> {
        DESCRIPTORS.iter().map(|descriptor| &descriptor.choice)
    }
}

/// Two graphs with the colours of their vertices.
#[derive(Debug)]
pub struct Pair {
    graphs: Vec<Coloured>,
    isomorphism: OnceLock<Result<Option<Vec<u32>>, OutOfSteps>>,
}

impl Pair {
    /// Refines the colours of two graphs. Their labels are the colours before the first round; attributes are left out.
    pub fn new(graphs: [Graph; 2]) -> Self {
        Self {
            graphs: Coloured::all(graphs.into()),
            isomorphism: OnceLock::new(),
        }
    }

    /// The two graphs.
    pub fn graphs(&self) -> [&Coloured; 2] {
        [&self.graphs[0], &self.graphs[1]]
    }

    /// Number of rounds after which the colours are stable.
    pub fn rounds(&self) -> u32 {
        self.graphs[0].rounds.len() as u32 - 1
    }

    /// An isomorphism, see [`isomorphism`]. The first call searches it.
    fn isomorphism(&self, settings: &Settings) -> &Result<Option<Vec<u32>>, OutOfSteps> {
        self.isomorphism.get_or_init(|| {
            let graphs = self.graphs().map(|one| &one.graph);
            isomorphism(graphs, &mut Steps::new(settings.steps))
        })
    }

    /// Whether a descriptor separates the graphs.
    pub fn verdict(&self, descriptor: &Descriptor, settings: &Settings) -> Verdict {
        match descriptor.computation {
            Computation::Words(write) => {
                let [first, second] = self.graphs().map(|one| {
                    let mut words = Vec::new();
                    let mut steps = Steps::new(settings.steps);
                    let complete = write(one, settings, &mut words, &mut steps).is_ok();
                    (words, complete)
                });
                let differ = first.0.iter().zip(&second.0).any(|(a, b)| a != b);
                match (first.1 && second.1, differ) {
                    (_, true) => Verdict::Separates,
                    (true, false) if first.0.len() == second.0.len() => Verdict::Cannot,
                    (true, false) => Verdict::Separates,
                    // Every descriptor is equal for isomorphic graphs.
                    (false, false) => match self.isomorphism(settings) {
                        Ok(Some(_)) => Verdict::Cannot,
                        _ => Verdict::Undecided,
                    },
                }
            }
            Computation::Isomorphism => match self.isomorphism(settings) {
                Ok(Some(_)) => Verdict::Cannot,
                Ok(None) => Verdict::Separates,
                Err(OutOfSteps) => Verdict::Undecided,
            },
        }
    }

    /// The result of a descriptor, with its reason and evidence.
    pub fn compare(&self, descriptor: &Descriptor, settings: &Settings) -> Comparison {
        let verdict = self.verdict(descriptor, settings);
        let (reason, evidence) = (descriptor.explain)(self, settings, verdict);
        Comparison {
            descriptor: descriptor.choice.id.into(),
            verdict,
            reason: match verdict {
                Verdict::Undecided => UNDECIDED.into(),
                _ => reason,
            },
            evidence,
        }
    }
}

/// The reason of an undecided comparison.
const UNDECIDED: &str = "The computation needs more than the maximum number of steps.";
