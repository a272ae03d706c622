//! The traced reduction: each mode gives the result of the engines, and each step can be undone.

use proptest::prelude::*;
use serde_json::json;
use sublevel::homology::barcode::Direction;
use sublevel::homology::persistence;
use sublevel::homology::trace::{Change, MAX_SIMPLICES, Mode, Trace};

use super::engines::multigraph;
use crate::graphs::{families, filters};

const DIRECTIONS: [Direction; 2] = [Direction::Sublevel, Direction::Superlevel];
const MODES: [Mode; 3] = [Mode::Sequential, Mode::Rounds, Mode::Word];

/// All modes in both directions.
fn check(edges: &[[u32; 2]], filter: &[f32]) {
    let expected = persistence(edges, filter);
    for direction in DIRECTIONS {
        for mode in MODES {
            let trace = Trace::new(edges, filter, direction, mode).unwrap();
            let (death, loops) = trace.result();
            assert_eq!(death, expected.death[direction as usize], "{mode:?}");
            assert_eq!(loops, expected.loops[direction as usize], "{mode:?}");
            check_steps(&trace);
        }
    }
}

fn check_steps(trace: &Trace) {
    let columns = trace.start.columns.len();
    let level = |column: u32| trace.simplices[column as usize].vertices[1];
    // Within a level the engines may add either column.
    let earlier = |a: u32, b: u32| a < b || trace.mode == Mode::Word && level(a) == level(b);
    let mut state = trace.start.clone();
    let mut zero = 0;
    for (index, step) in trace.steps.iter().enumerate() {
        let column = state.columns[step.column as usize];
        match step.change {
            Change::Claim { pivot } => {
                assert_eq!(column.unwrap()[1], pivot);
                assert_eq!(state.owner[pivot as usize], None);
            }
            Change::Displace { pivot, owner } => {
                assert_eq!(column.unwrap()[1], pivot);
                assert_eq!(state.owner[pivot as usize], Some(owner));
                assert!(earlier(step.column, owner));
            }
            Change::Add { source, before, .. } => {
                assert_eq!(column, Some(before));
                assert_eq!(state.owner[before[1] as usize], Some(source));
                assert!(earlier(source, step.column));
            }
            Change::Zero => {
                assert_eq!(column, None);
                zero += 1;
            }
        }
        let before = state.clone();
        state.forward(step);
        let mut restored = state.clone();
        restored.back(step);
        assert_eq!(restored, before);
        if index % 7 == 0 {
            assert_eq!(state, trace.state(index + 1));
        }
    }
    assert_eq!(state, trace.state(usize::MAX));
    // Each column owns its pivot row, or is zero.
    let edges = trace
        .simplices
        .iter()
        .filter(|simplex| simplex.edge.is_some());
    assert_eq!(state.owner.iter().flatten().count() + zero, edges.count());
    for (row, owner) in (0..).zip(&state.owner) {
        if let Some(owner) = owner {
            assert_eq!(state.columns[*owner as usize].unwrap()[1], row);
        }
    }
    for step in trace.steps.iter().rev() {
        state.back(step);
    }
    assert_eq!(state, trace.start);
    assert_eq!(columns, trace.simplices.len());
    assert!(trace.steps.is_sorted_by_key(|step| step.round));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn all_traces_match_the_engines((edges, filter) in multigraph(50, 100)) {
        check(&edges, &filter);
    }
}

#[test]
fn adversarial_families_match_the_engines() {
    for n in [0, 1, 2, 3, 17, 40] {
        for graph in families(n) {
            if graph.vertices as usize + graph.edges.len() <= MAX_SIMPLICES {
                for (_, filter) in filters(&graph) {
                    check(&graph.edges, &filter);
                }
            }
        }
    }
}

/// The rounds in which columns are added.
fn rounds(edges: &[[u32; 2]], mode: Mode) -> usize {
    let vertices = edges.as_flattened().iter().max().unwrap() + 1;
    let filter: Vec<f32> = (0..vertices).map(|v| v as f32).collect();
    let trace = Trace::new(edges, &filter, Direction::Sublevel, mode).unwrap();
    let adding = trace
        .steps
        .iter()
        .filter(|step| matches!(step.change, Change::Add { .. }));
    let mut rounds: Vec<u32> = adding.map(|step| step.round).collect();
    rounds.dedup();
    rounds.len()
}

/// The number of rounds of the paper's algorithm on three graphs.
#[test]
fn the_number_of_rounds_depends_on_the_graph() {
    let cycle: Vec<[u32; 2]> = (1..50).map(|v| [v - 1, v]).chain([[0, 49]]).collect();
    assert_eq!(rounds(&cycle, Mode::Rounds), 49);
    let star: Vec<[u32; 2]> = (0..50).map(|v| [v, 50]).collect();
    assert_eq!(rounds(&star, Mode::Rounds), 1);
    // The youngest tip joins the centre first: each merge depends on the one before.
    let spider: Vec<[u32; 2]> = (0..24)
        .flat_map(|leg| [[23 - leg, 25 + leg], [25 + leg, 24]])
        .collect();
    assert_eq!(rounds(&spider, Mode::Rounds), 24);
    assert_eq!(rounds(&spider, Mode::Sequential), 24 * 25 / 2);
}

#[test]
fn a_trace_lists_the_events() {
    // Vertex 1 comes last and brings two edges.
    let trace = Trace::new(
        &[[0, 1], [1, 2], [2, 0]],
        &[0.0, 2.0, 1.0],
        Direction::Sublevel,
        Mode::Word,
    )
    .unwrap();
    assert_eq!(
        serde_json::to_value(&trace).unwrap(),
        json!({
            "direction": "sublevel",
            "mode": "word",
            "simplices": [
                {"vertices": [0], "value": 0.0, "edge": null},
                {"vertices": [2], "value": 1.0, "edge": null},
                {"vertices": [0, 2], "value": 1.0, "edge": 2},
                {"vertices": [1], "value": 2.0, "edge": null},
                {"vertices": [0, 1], "value": 2.0, "edge": 0},
                {"vertices": [2, 1], "value": 2.0, "edge": 1},
            ],
            "start": {
                "columns": [null, null, [0, 1], null, [0, 3], [1, 3]],
                "owner": [null, null, null, null, null, null],
            },
            "steps": [
                {"round": 0, "column": 2, "kind": "claim", "pivot": 1},
                {"round": 0, "column": 4, "kind": "claim", "pivot": 3},
                {"round": 0, "column": 5, "kind": "add", "source": 4, "before": [1, 3], "after": [0, 1]},
                {"round": 1, "column": 5, "kind": "add", "source": 2, "before": [0, 1], "after": null},
                {"round": 1, "column": 5, "kind": "zero"},
            ],
        })
    );
}

#[test]
fn values_too_large_or_out_of_range_are_rejected() {
    let new = |edges: &[[u32; 2]], vertices| {
        Trace::new(
            edges,
            &vec![0.0; vertices],
            Direction::Sublevel,
            Mode::Rounds,
        )
    };
    assert!(new(&[[0, 1]; MAX_SIMPLICES - 2], 2).is_ok());
    assert_eq!(
        new(&[[0, 1]; MAX_SIMPLICES - 1], 2)
            .unwrap_err()
            .to_string(),
        "the graph has 201 vertices and edges; a trace has at most 200"
    );
    assert_eq!(
        new(&[[0, 0], [0, 2]], 2).unwrap_err().to_string(),
        "edge 1 joins vertices 0 and 2, but only 2 vertices have filter values"
    );
}
