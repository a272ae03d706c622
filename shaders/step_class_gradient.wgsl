// Gradient before the sigmoid of the filter, by colour class: summed over the vertices of the class, which share one value. One
// workgroup per class.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of classes.
    @size(8) rows: u32,
    // Indices in `batch`: the start of the vertices of each class, and the vertices.
    @size(8) offsets: u32,
    @size(8) members: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> values: array<f32>;
@group(0) @binding(2) var<storage, read> gradient: array<f32>;
@group(0) @binding(3) var<storage, read_write> class_gradient: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> sums: array<f32, 32>;

@compute @workgroup_size(32)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = min(workgroup.x + workgroup.y * workgroups.x, batch[params.rows] - 1u);
    let first = batch[params.offsets + row];
    let last = batch[params.offsets + row + 1u];
    var sum = 0.0;
    for (var i = first + lane; i < last; i += 32u) {
        sum += gradient[batch[params.members + i]];
    }
    sums[lane] = sum;
    workgroupBarrier();
    if lane == 0u {
        var total = 0.0;
        for (var i = 0u; i < min(32u, last - first); i += 1u) {
            total += sums[i];
        }
        let value = values[batch[params.members + first]];
        class_gradient[row] = value * (1.0 - value) * total;
    }
}
