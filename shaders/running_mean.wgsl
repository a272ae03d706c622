// Running statistics of the batches: old + momentum · (factor · new − old).

struct Params {
    // F.
    @size(8) width: u32,
    // Row of `norms`.
    @size(8) row: u32,
    @size(8) momentum: f32,
    @size(8) factor: f32,
}

@group(0) @binding(0) var<storage, read> old: array<f32>;
// Rows of F numbers.
@group(0) @binding(1) var<storage, read> norms: array<f32>;
@group(0) @binding(2) var<storage, read_write> followed: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let width = params.width;
    let column = group.x * 64u + lane;
    if column >= width {
        return;
    }
    let momentum = params.momentum;
    let fresh = params.factor * norms[params.row * width + column];
    followed[column] = (1.0 - momentum) * old[column] + momentum * fresh;
}
