// Sums of each graph over its chunks. One lane per column, one workgroup per graph and 64 columns.
// With parts/step.wgsl.

struct Params {
    @size(8) columns: u32,
    // Index in `batch` of the first chunk of each graph.
    @size(8) offsets: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> sums: array<f32>;
@group(0) @binding(2) var<storage, read_write> vectors: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let graph = workgroup.x;
    let column = workgroup.y * 64u + lane;
    if graph >= batch[GRAPHS] || column >= params.columns {
        return;
    }
    var sum = 0.0;
    let last = batch[params.offsets + graph + 1u];
    for (var chunk = batch[params.offsets + graph]; chunk < last; chunk += 1u) {
        sum += sums[chunk * params.columns + column];
    }
    vectors[graph * params.columns + column] = sum;
}
