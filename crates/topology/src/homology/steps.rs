//! The filtration as a sequence K¹ ⊂ … ⊂ Kᵐ, one step per value.

use super::barcode::Direction;
use super::order::{Order, canonical_key};
use super::{NONE, Persistence};

/// One direction of a graph, value by value. Lists have one entry per step, K¹ first, unless stated otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "FiltrationSteps", rename_all = "camelCase")
)]
pub struct Steps {
    /// The distinct filter values in the order of entry; NaN last in the sublevel direction.
    #[cfg_attr(feature = "typescript", ts(type = "Float32Array"))]
    pub values: Vec<f32>,
    /// Number of vertices so far.
    #[cfg_attr(feature = "typescript", ts(type = "Uint32Array"))]
    pub vertices: Vec<u32>,
    /// Number of edges so far, including self-loops and parallel edges.
    #[cfg_attr(feature = "typescript", ts(type = "Uint32Array"))]
    pub edges: Vec<u32>,
    /// β₀: number of components.
    #[cfg_attr(feature = "typescript", ts(type = "Uint32Array"))]
    pub components: Vec<u32>,
    /// All vertices in the order of entry. Those of step i are `order[first[i]..first[i + 1]]`.
    #[cfg_attr(feature = "typescript", ts(type = "Uint32Array"))]
    pub order: Vec<u32>,
    /// The start of each step in `order`, followed by its length.
    #[cfg_attr(feature = "typescript", ts(type = "Uint32Array"))]
    pub first: Vec<u32>,
    /// The step with which each vertex enters.
    #[cfg_attr(feature = "typescript", ts(type = "Uint32Array"))]
    pub step_of: Vec<u32>,
}

impl Steps {
    /// The steps of a graph with this persistence and this filter.
    ///
    /// # Panics
    /// If the numbers of vertices differ.
    pub fn new(persistence: &Persistence, filter: &[f32], direction: Direction) -> Self {
        let [death, loops] =
            [&persistence.death, &persistence.loops].map(|both| &both[direction as usize]);
        assert_eq!(
            death.len(),
            filter.len(),
            "persistence and filter of one graph"
        );
        let mut sorted = Order::default();
        sorted.sort(filter);
        let mut order = sorted.by_rank().to_vec();
        if direction == Direction::Superlevel {
            order.reverse();
        }
        let mut steps = Self {
            step_of: vec![0; order.len()],
            ..Self::default()
        };
        let mut last = None;
        for (position, &vertex) in (0..).zip(&order) {
            let value = filter[vertex as usize];
            let key = Some(canonical_key(value));
            if last != key {
                steps.values.push(value);
                steps.first.push(position);
                last = key;
            }
            steps.step_of[vertex as usize] = steps.values.len() as u32 - 1;
        }
        steps.first.push(order.len() as u32);
        steps.order = order;

        // Every vertex begins a component, and every death ends one. Each other edge closes a loop.
        let mut ended = vec![0; steps.values.len()];
        let mut closed = vec![0; steps.values.len()];
        for &vertex in death.iter().filter(|&&vertex| vertex != NONE) {
            ended[steps.step_of[vertex as usize] as usize] += 1;
        }
        for (&step, count) in steps.step_of.iter().zip(loops) {
            closed[step as usize] += count;
        }
        let (mut deaths, mut cycles) = (0, 0);
        for step in 0..steps.values.len() {
            deaths += ended[step];
            cycles += closed[step];
            let vertices = steps.first[step + 1];
            steps.vertices.push(vertices);
            steps.edges.push(deaths + cycles);
            steps.components.push(vertices - deaths);
        }
        steps
    }
}
