// Last stage of the large path: the death vertex of each component.
// With parts/order.wgsl, parts/reduction.wgsl and parts/large.wgsl.

struct Params {
    // Vertices of the batch.
    @size(8) vertices: u32,
    // First row of `graphs` in this dispatch, and the number of rows.
    @size(8) first_row: u32,
    @size(8) rows: u32,
}

// Sublevel half, then superlevel half: the death vertex of the component in the batch, or NONE.
@group(0) @binding(4) var<storage, read_write> death: array<u32>;
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
    for (var v = workgroup.x * WG + lane; v <= last; v += WG * workgroups.x) {
        let rank = ranks[first + v];
        death[first + v] = end_of(0u, atomicLoad(&columns[first + rank]));
        death[total + first + v] = end_of(1u, atomicLoad(&columns[total + first + last - rank]));
    }
}
