// points[i] = (f(birth), f(death)) of candidate bar i; an essential bar has death value 0. One invocation per candidate, 2N in
// total, sublevel half first.

const NONE: u32 = 0xffffffffu;

struct Params {
    @size(8) vertices: u32,
}

@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read> death: array<u32>;
@group(0) @binding(2) var<storage, read_write> points: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let vertices = params.vertices;
    let i = (group.y * groups.x + group.x) * 64u + lane;
    if i >= 2u * vertices {
        return;
    }
    let end = death[i];
    var last = 0.0;
    if end != NONE {
        last = values[end];
    }
    points[i] = vec2<f32>(values[i % vertices], last);
}
