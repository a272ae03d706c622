//! Generated data sets that need no file, each a problem of two classes or of regression.
//!
//! Graphs of two classes come in pairs of the same size, one of each class. The generator then shuffles the graphs and the vertices of
//! every graph. It uses only whole numbers and exact operations, so that one seed gives the same data set on every machine.
//!
//! The topology module has only the list of the generators, without their code.

#[cfg(feature = "data-sets")]
mod graphs;

#[cfg(feature = "data-sets")]
pub use graphs::generate;
#[cfg(feature = "data-sets")]
use graphs::{
    Content, cycle_and_tree, disjoint_cycles, necklaces, one_loop_and_several, pinwheels,
    question_and_discussion, triangles_or_one_cycle, two_cycles,
};

/// A generator of data sets.
#[derive(Debug)]
pub struct Generator {
    /// Its id in addresses and commands.
    pub id: &'static str,
    /// Its displayed title, which is also the name of its data sets.
    pub title: &'static str,
    /// The classes and their difference, or the targets.
    pub description: &'static str,
    /// Number of rounds of colour refinement after which the barcodes of some filter of the colours determine the class or the target.
    /// `None` if no filter has such barcodes, so that no model of this crate learns the classes.
    pub rounds: Option<u32>,
    #[cfg(feature = "data-sets")]
    content: Content,
}

pub const GENERATORS: &[Generator] = &[
    Generator {
        id: "cycles-and-trees",
        title: "Cycles and trees",
        description: "A cycle with branches against a tree with as many vertices, 10 to 40. The branches grow in \
                      the same way; the only difference is the loop.",
        rounds: Some(0),
        #[cfg(feature = "data-sets")]
        content: Content::Pairs(["cycle", "tree"], cycle_and_tree),
    },
    Generator {
        id: "one-loop-or-several",
        title: "One loop or several",
        description: "One long cycle against several short ones joined by paths. Both classes have the same numbers \
                      of vertices, edges and loops and the same degrees, also around each vertex. Only the \
                      filtration separates them: if the vertices of degree three enter first, they create one loop \
                      or several.",
        rounds: Some(1),
        #[cfg(feature = "data-sets")]
        content: Content::Pairs(
            ["one long cycle", "several short cycles"],
            one_loop_and_several,
        ),
    },
    Generator {
        id: "discussion-threads",
        title: "Discussion threads",
        description: "Edges between people who answer each other: questions to or from one person, with a star around \
                      that person, against deep discussions. Around 430 vertices, up to 3800, as in the REDDIT data sets.",
        rounds: Some(1),
        #[cfg(feature = "data-sets")]
        content: Content::Pairs(
            ["questions and answers", "discussion"],
            question_and_discussion,
        ),
    },
    Generator {
        id: "cycles",
        title: "Triangles or one cycle",
        description: "Disjoint triangles with one cycle of three to five vertices, against one cycle with as many vertices, 10 to 19. \
                      Every vertex has two neighbours, so no sum over vertices separates the classes. The numbers of components and \
                      loops do.",
        rounds: Some(0),
        #[cfg(feature = "data-sets")]
        content: Content::Pairs(["short cycles", "one cycle"], triangles_or_one_cycle),
    },
    Generator {
        id: "necklaces",
        title: "Necklaces",
        description: "A path with two triangles, against the same path with one long loop and a loop across it. Both classes have the \
                      same numbers of components and loops, and a graph neural network gives equal sums. Some filters of the \
                      vertices separate the classes.",
        rounds: Some(2),
        #[cfg(feature = "data-sets")]
        content: Content::Pairs(["two triangles", "one long loop"], necklaces),
    },
    Generator {
        id: "two-cycles",
        title: "Two cycles",
        description: "A triangle with a long cycle, against two cycles of half the vertices, 53 to 62. Every vertex has two neighbours, \
                      and all barcodes are equal. Only the lengths of the loops separate the classes.",
        rounds: None,
        #[cfg(feature = "data-sets")]
        content: Content::Pairs(["triangle and cycle", "equal cycles"], two_cycles),
    },
    Generator {
        id: "pinwheels",
        title: "Pinwheels",
        description: "Two triangles against a hexagon, with 10 to 12 leaves at each of the six vertices. Every vertex sees the same \
                      neighbours. The numbers of components and loops separate the classes.",
        rounds: Some(0),
        #[cfg(feature = "data-sets")]
        content: Content::Pairs(["two triangles", "hexagon"], pinwheels),
    },
    Generator {
        id: "number-of-cycles",
        title: "Number of cycles",
        description: "Regression: one to four disjoint cycles with branches, 16 to 40 vertices in all. The target is the number of \
                      cycles. The numbers of vertices, edges and branches do not depend on it. The number of components does.",
        rounds: Some(0),
        #[cfg(feature = "data-sets")]
        content: Content::Targets(disjoint_cycles),
    },
];
