// What the kernels of a recorded step share: the places of the first words of `batch`, which say what varies from batch to
// batch. The twin on the host is src/training/recorded/size.rs.

// Vertices, graphs, and runs of vertices of one graph.
const VERTICES: u32 = 0u;
const GRAPHS: u32 = 1u;
const CHUNKS: u32 = 2u;
// Where the outcomes of the step go.
const OUTCOME: u32 = 3u;
// Of Adam: bits of the learning rate over the correction of the first mean, and of the correction of the second.
const RATE: u32 = 4u;
const CORRECTION: u32 = 5u;
// Colour classes before the first layer; after each layer in the next words.
const ROWS: u32 = 6u;
// "None".
const NOTHING: u32 = 0xffffffffu;
// Vertices of a chunk, at most.
const CHUNK: u32 = 32u;
// Slots of a chunk for bars: finite ones of both directions, components, loops.
const SLOTS: u32 = 128u;
const SLOPE: f32 = 0.01;

// Four rows from one on; where there are no more, the last of so many again.
fn four_rows(row: u32, rows: u32) -> vec4<u32> {
    return min(vec4<u32>(row) + vec4<u32>(0u, 1u, 2u, 3u), vec4<u32>(rows - 1u));
}

// Which of four rows from one on there are.
fn there_are(row: u32, rows: u32) -> vec4<bool> {
    return vec4<u32>(row) + vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(rows);
}

fn leaky(x: f32) -> f32 {
    return select(SLOPE * x, x, x > 0.0);
}

// The slope there, times a gradient.
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

// The slot of a chunk from which on it has the bars of a kind: 0 finite, 1 components, 2 loops.
fn first_slot(chunk: u32, kind: u32) -> u32 {
    return chunk * SLOTS + select(CHUNK + CHUNK * kind, 0u, kind == 0u);
}
