// Adds the sums of each 32 runs of rows, if there are too many runs for every workgroup of the next kernel to add. One lane per
// four numbers, one workgroup per 32 runs.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Rows of a run.
    @size(8) together: u32,
    // Number of sums, and distance between two runs.
    @size(8) columns: u32,
    @size(8) stride: u32,
    // Indices in `gradients`: of the runs, and of the concatenated totals.
    @size(8) base: u32,
    @size(8) folded: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read_write> gradients: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let columns = params.columns / 4u;
    let column = workgroup.y * 16u + lane;
    let runs = (batch[params.rows] + params.together - 1u) / params.together;
    let first = workgroup.x * 32u;
    if column >= columns || first >= runs {
        return;
    }
    var sum = vec4<f32>(0.0);
    for (var run = first; run < min(first + 32u, runs); run += 1u) {
        sum += gradients[params.base / 4u + run * (params.stride / 4u) + column];
    }
    gradients[params.folded / 4u + workgroup.x * columns + column] = sum;
}
