// Common code of the kernels of a recorded step: the indices of the first words of `batch`, which contain the sizes that vary
// from batch to batch. The host counterpart is src/training/recorded/size.rs.

// Vertices, graphs, and runs of vertices of one graph.
const VERTICES: u32 = 0u;
const GRAPHS: u32 = 1u;
const CHUNKS: u32 = 2u;
// Index of the outcomes of the step.
const OUTCOME: u32 = 3u;
// For Adam: bits of the learning rate divided by the bias correction of the first mean, and of the bias correction of the
// second.
const RATE: u32 = 4u;
const CORRECTION: u32 = 5u;
// Colour classes before the first layer; the next words have those after each layer.
const ROWS: u32 = 6u;
// "None".
const NOTHING: u32 = 0xffffffffu;
// Maximum number of vertices of a chunk.
const CHUNK: u32 = 32u;
// Slots of a chunk for bars: finite ones of both directions, components, loops.
const SLOTS: u32 = 128u;
const SLOPE: f32 = 0.01;

// Four rows from one on, limited to the last row.
fn four_rows(row: u32, rows: u32) -> vec4<u32> {
    return min(vec4<u32>(row) + vec4<u32>(0u, 1u, 2u, 3u), vec4<u32>(rows - 1u));
}

// A mask of the existing rows among four rows from one on.
fn there_are(row: u32, rows: u32) -> vec4<bool> {
    return vec4<u32>(row) + vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(rows);
}

fn leaky(x: f32) -> f32 {
    return select(SLOPE * x, x, x > 0.0);
}

// The derivative of LeakyReLU times a gradient.
fn leaky_backward(x: f32, gradient: f32) -> f32 {
    return select(SLOPE * gradient, gradient, x > 0.0);
}

// The same of four numbers.
fn leaky_quad(x: vec4<f32>) -> vec4<f32> {
    return select(SLOPE * x, x, x > vec4<f32>(0.0));
}

fn leaky_quad_backward(x: vec4<f32>, gradient: vec4<f32>) -> vec4<f32> {
    return select(SLOPE * gradient, gradient, x > vec4<f32>(0.0));
}

// The first slot of a chunk for bars of a kind: 0 finite, 1 components, 2 loops.
fn first_slot(chunk: u32, kind: u32) -> u32 {
    return chunk * SLOTS + select(CHUNK + CHUNK * kind, 0u, kind == 0u);
}
