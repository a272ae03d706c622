// Third stage of the large path: computes ranks and clears tables.
// With parts/order.wgsl, parts/reduction.wgsl and parts/large.wgsl.

struct Params {
    // Vertices of the batch.
    @size(8) vertices: u32,
    // First row of `graphs` in this dispatch, and the number of rows.
    @size(8) first_row: u32,
    @size(8) rows: u32,
}

// Sublevel half, then superlevel half: the number of loops that close at the vertex.
@group(0) @binding(4) var<storage, read_write> loops: array<u32>;
@group(0) @binding(5) var<uniform> params: Params;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = workgroup.y + workgroup.z * workgroups.y;
    if row >= params.rows {
        return;
    }
    open(graphs[params.first_row + row], params.vertices);
    for (var rank = workgroup.x * WG + lane; rank <= last; rank += WG * workgroups.x) {
        ranks[first + vertex_of(rank)] = rank;
        atomicStore(&columns[first + rank], NONE);
        atomicStore(&columns[total + first + rank], NONE);
        loops[first + rank] = 0u;
        loops[total + first + rank] = 0u;
    }
}
