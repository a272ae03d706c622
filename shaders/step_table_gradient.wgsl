// Gradient of a look-up table: for each row, the sum over the classes that use it. One lane per column.
// With parts/step.wgsl.

struct Params {
    // Numbers in a row of the table, and rows.
    @size(8) width: u32,
    @size(8) rows: u32,
    // Length of a row of the features, and start of the table's part in it.
    @size(8) columns: u32,
    @size(8) column: u32,
    // Indices in `batch`: the start of the classes of each row, and the classes.
    @size(8) offsets: u32,
    @size(8) classes: u32,
    // Index in `gradients`.
    @size(8) base: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> features_gradient: array<f32>;
@group(0) @binding(2) var<storage, read_write> gradients: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = workgroup.x + workgroup.z * workgroups.x;
    let column = workgroup.y * 64u + lane;
    if row >= params.rows || column >= params.width {
        return;
    }
    var sum = 0.0;
    let last = batch[params.offsets + row + 1u];
    for (var i = batch[params.offsets + row]; i < last; i += 1u) {
        sum += features_gradient[batch[params.classes + i] * params.columns + params.column + column];
    }
    gradients[params.base + row * params.width + column] = sum;
}
