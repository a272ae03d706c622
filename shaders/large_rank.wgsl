// Third step of the large path: ranks from the order, and empty tables.
// With parts/order.wgsl, parts/reduction.wgsl and parts/large.wgsl.

// Sublevel half, then superlevel half: the number of loops that close at the vertex.
@group(0) @binding(4) var<storage, read_write> loops: array<u32>;
// [0].x vertices of the batch, [0].z first row of `graphs`, [1].x number of rows.
@group(0) @binding(5) var<uniform> params: array<vec4<u32>, 2>;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = workgroup.y + workgroup.z * workgroups.y;
    if row >= params[1].x {
        return;
    }
    open(graphs[params[0].z + row], params[0].x);
    for (var rank = workgroup.x * WG + lane; rank <= last; rank += WG * workgroups.x) {
        ranks[first + vertex_of(rank)] = rank;
        atomicStore(&columns[first + rank], NONE);
        atomicStore(&columns[total + first + rank], NONE);
        loops[first + rank] = 0u;
        loops[total + first + rank] = 0u;
    }
}
