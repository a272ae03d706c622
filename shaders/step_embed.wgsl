// Learned features of the colour classes before the first layer: the concatenation of rows of up to two tables and a linear
// layer of the attributes. Ones if there are none. One lane per column, one workgroup per four rows.
// With parts/step.wgsl.

struct Params {
    // Numbers in a row, and in the part of a table or of the layer.
    @size(8) columns: u32,
    @size(8) width: u32,
    @size(8) tables: u32,
    // Start of each table in `state`, and index in `batch` of the row of each class in it.
    @size(8) first_table: u32,
    @size(8) first_rows: u32,
    @size(8) second_table: u32,
    @size(8) second_rows: u32,
    // Attributes of a class, their stride in `batch`, and their start; weights and bias of their layer in `state`.
    @size(8) attributes: u32,
    @size(8) stride: u32,
    @size(8) attribute_rows: u32,
    @size(8) weights: u32,
    @size(8) bias: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read_write> features: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

fn feature(row: u32, column: u32) -> f32 {
    let part = column / params.width;
    let own = column % params.width;
    if part < params.tables {
        let table = select(params.second_table, params.first_table, part == 0u);
        let rows = select(params.second_rows, params.first_rows, part == 0u);
        return state[table + batch[rows + row] * params.width + own];
    }
    if params.attributes == 0u {
        return 1.0;
    }
    var sum = 0.0;
    for (var i = 0u; i < params.attributes; i += 1u) {
        let x = bitcast<f32>(batch[params.attribute_rows + row * params.stride + i]);
        sum += x * state[params.weights + i * params.width + own];
    }
    return sum + state[params.bias + own];
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let first = workgroup.x * 4u;
    let column = workgroup.y * 64u + lane;
    if column >= params.columns {
        return;
    }
    for (var row = first; row < min(first + 4u, batch[ROWS]); row += 1u) {
        features[row * params.columns + column] = feature(row, column);
    }
}
