// First features of the colour classes before any layer: rows of up to two tables side by side, or ones where there is
// no table. One lane a column, one workgroup a row and 64 columns.
// With parts/step.wgsl.

struct Params {
    // Numbers of a row, and of a row of a table.
    @size(8) columns: u32,
    @size(8) width: u32,
    @size(8) tables: u32,
    // Where each table begins in `state`, and in `batch` the row that each class has in it.
    @size(8) first_table: u32,
    @size(8) first_rows: u32,
    @size(8) second_table: u32,
    @size(8) second_rows: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<f32>;
@group(0) @binding(2) var<storage, read_write> features: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let row = workgroup.x;
    let column = workgroup.y * 64u + lane;
    if row >= batch[ROWS] || column >= params.columns {
        return;
    }
    var value = 1.0;
    if params.tables > 0u {
        if column < params.width {
            value = state[params.first_table + batch[params.first_rows + row] * params.width + column];
        } else {
            let entry = batch[params.second_rows + row] * params.width + column - params.width;
            value = state[params.second_table + entry];
        }
    }
    features[row * params.columns + column] = value;
}
