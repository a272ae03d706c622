// Multiplicity of each candidate bar: finite H0 of both directions (2N), essential H0 (N), loops (N). One invocation per
// vertex. Filter values are compared by their bits, never as floats.
// With parts/order.wgsl.

struct Params {
    @size(8) vertices: u32,
}

@group(0) @binding(0) var<storage, read> filter_bits: array<u32>;
@group(0) @binding(1) var<storage, read> death: array<u32>;
@group(0) @binding(2) var<storage, read> loops: array<u32>;
@group(0) @binding(3) var<storage, read_write> weights: array<u32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let vertices = params.vertices;
    let v = (group.y * groups.x + group.x) * 64u + lane;
    if v >= vertices {
        return;
    }
    let birth = canonical_key(filter_bits[v]);
    var essential = 0u;
    for (var direction = 0u; direction < 2u; direction++) {
        let i = direction * vertices + v;
        let end = death[i];
        var finite = 0u;
        if end == NONE {
            essential += 1u;
        } else if canonical_key(filter_bits[end]) != birth {
            finite = 1u;
        }
        weights[i] = finite;
    }
    weights[2u * vertices + v] = essential;
    weights[3u * vertices + v] = loops[v] + loops[vertices + v];
}
