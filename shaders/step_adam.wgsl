// One Adam step for all parameters. The contributions of all runs of rows to a gradient are added here, in order. One lane per
// four parameters; 64 parameters in a row belong to one segment.
// With parts/step.wgsl.

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
// Weights with a smaller absolute value become 0.
const MIN_WEIGHT = vec4<f32>(1e-30);

struct Params {
    // Total length of all segments. `state` contains that many weights, first means and second means in sequence.
    @size(8) length: u32,
    @size(8) weight_decay: f32,
}

// Start and length of a segment, and the layout of its gradient: rows with a number of columns and a stride, and `run_stride`
// between runs. There is one run per `per_run` of the number at an index of `batch` (NOTHING: one run). The gradient of a
// segment of one number may be the sum of several quads per run; otherwise that number is 0.
struct Segment {
    start: u32,
    length: u32,
    base: u32,
    columns: u32,
    row_stride: u32,
    run_stride: u32,
    rows: u32,
    per_run: u32,
    folded: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> segments: array<Segment>;
// The segment of each 64 numbers.
@group(0) @binding(2) var<storage, read> segment_of: array<u32>;
@group(0) @binding(3) var<storage, read> gradients: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> state: array<vec4<f32>>;
@group(0) @binding(5) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let group = workgroup.x + workgroup.y * workgroups.x;
    if group * 64u >= params.length {
        return;
    }
    let segment = segments[segment_of[group]];
    // In quads of numbers; the last quad may extend beyond the segment into padding.
    let i = group * 16u + lane;
    let own = i - segment.start / 4u;
    if own >= (segment.length + 3u) / 4u {
        return;
    }
    var runs = 1u;
    if segment.rows != NOTHING {
        runs = (batch[segment.rows] + segment.per_run - 1u) / segment.per_run;
    }
    let columns = (segment.columns + 3u) / 4u;
    var place = segment.base / 4u + own / columns * (segment.row_stride / 4u) + own % columns;
    var sum = vec4<f32>(0.0);
    for (var run = 0u; run < runs; run += 1u) {
        sum += gradients[place];
        for (var next = 1u; next < segment.folded; next += 1u) {
            sum += gradients[place + next];
        }
        place += segment.run_stride / 4u;
    }
    if segment.folded > 0u {
        sum = vec4<f32>(sum.x + sum.y + sum.z + sum.w, 0.0, 0.0, 0.0);
    }
    let slope = params.weight_decay * state[i] + sum;
    let first = params.length / 4u + i;
    let second = params.length / 2u + i;
    let mean = BETA1 * state[first] + (1.0 - BETA1) * slope;
    let square = BETA2 * state[second] + (1.0 - BETA2) * slope * slope;
    state[first] = mean;
    state[second] = square;
    let rate = bitcast<f32>(batch[RATE]);
    let correction = bitcast<f32>(batch[CORRECTION]);
    let weight = state[i] - rate * mean / (sqrt(square / correction) + EPSILON);
    state[i] = select(weight, vec4<f32>(0.0), abs(weight) < MIN_WEIGHT);
}
