// Running statistics that follow those of a batch: old + momentum · (factor · new − old).

@group(0) @binding(0) var<storage, read> old: array<f32>;
// Rows of F numbers.
@group(0) @binding(1) var<storage, read> norms: array<f32>;
@group(0) @binding(2) var<storage, read_write> followed: array<f32>;
// [0].x columns F, [0].z row; bits of floats: [1].x momentum, [1].z factor.
@group(0) @binding(3) var<uniform> params: array<vec4<u32>, 2>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let width = params[0].x;
    let column = group.x * 64u + lane;
    if column >= width {
        return;
    }
    let momentum = bitcast<f32>(params[1].x);
    let fresh = bitcast<f32>(params[1].z) * norms[params[0].z * width + column];
    followed[column] = (1.0 - momentum) * old[column] + momentum * fresh;
}
