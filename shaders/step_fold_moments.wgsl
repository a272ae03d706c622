// Merges the moments of each 32 runs of rows, if there are too many runs for every workgroup of the next kernel to merge. One
// lane per four columns, one workgroup per 32 runs.
// With parts/step.wgsl and parts/moments.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    @size(8) columns: u32,
    // Rows of a run.
    @size(8) together: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
// For each run: count, means and squared deviations of the columns; and for each 32 runs.
@group(0) @binding(1) var<storage, read> moments: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> folded: array<vec4<f32>>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let columns = params.columns / 4u;
    let column = workgroup.y * 16u + lane;
    let runs = (batch[params.rows] + params.together - 1u) / params.together;
    let first = workgroup.x * 32u;
    if column >= columns || first >= runs {
        return;
    }
    let stride = 2u * columns + 1u;
    var total = Moments(0.0, vec4<f32>(0.0), vec4<f32>(0.0));
    for (var run = first; run < min(first + 32u, runs); run += 1u) {
        let own = run * stride + 1u + column;
        total = merged(total, Moments(moments[run * stride].x, moments[own], moments[own + columns]));
    }
    let place = workgroup.x * stride;
    folded[place] = vec4<f32>(total.count);
    folded[place + 1u + column] = total.mean;
    folded[place + 1u + columns + column] = total.squares;
}
