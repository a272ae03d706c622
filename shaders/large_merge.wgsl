// Second stage of the large path, once per doubling: merges neighbouring sorted runs of each graph. The new index of a vertex
// is its index plus the number of earlier vertices in the other run.
// With parts/order.wgsl.

// The host replaces this line.
const WG: u32 = 256u;

struct Params {
    // Vertices of the batch.
    @size(8) vertices: u32,
    // First row of `graphs` in this dispatch, and the number of rows.
    @size(8) first_row: u32,
    @size(8) rows: u32,
    // Length of the runs.
    @size(8) length: u32,
}

// First vertex, number of vertices, first edge, number of edges.
@group(0) @binding(0) var<storage, read> graphs: array<vec4<u32>>;
// Filter values as raw bits.
@group(0) @binding(1) var<storage, read> filter_bits: array<u32>;
// The vertices of the graph, relative to its first one, in sorted runs of `length`.
@group(0) @binding(2) var<storage, read> runs: array<u32>;
// The same in sorted runs of twice the length.
@group(0) @binding(3) var<storage, read_write> merged: array<u32>;
@group(0) @binding(4) var<uniform> params: Params;

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
    let graph = graphs[params.first_row + row];
    let length = params.length;
    for (var place = workgroup.x * WG + lane; place < graph.y; place += WG * workgroups.x) {
        let vertex = runs[graph.x + place];
        let key = canonical_key(filter_bits[graph.x + vertex]);
        let run = place / length;
        let other = min((run ^ 1u) * length, graph.y);
        // The number of earlier vertices in the other run, by binary search.
        var low = 0u;
        var high = min(length, graph.y - other);
        while low < high {
            let middle = (low + high) / 2u;
            let rival = runs[graph.x + other + middle];
            if arrives_before(canonical_key(filter_bits[graph.x + rival]), rival, key, vertex) {
                low = middle + 1u;
            } else {
                high = middle;
            }
        }
        merged[graph.x + (run & ~1u) * length + (place - run * length) + low] = vertex;
    }
}
