// First stage of the large path: sorts runs of CAP vertices of each graph, one workgroup per run.
// With parts/order.wgsl and parts/sort.wgsl.

const CAP: u32 = 1024u;
// The host replaces this line.
const WG: u32 = 256u;

struct Params {
    // Vertices of the batch.
    @size(8) vertices: u32,
    // First row of `graphs` in this dispatch, and the number of rows.
    @size(8) first_row: u32,
    @size(8) rows: u32,
}

// First vertex, number of vertices, first edge, number of edges.
@group(0) @binding(0) var<storage, read> graphs: array<vec4<u32>>;
// Filter values as raw bits.
@group(0) @binding(1) var<storage, read> filter_bits: array<u32>;
// The vertices of the graph, relative to its first one, in sorted runs.
@group(0) @binding(2) var<storage, read_write> runs: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> words: array<atomic<u32>, CAP>;
var<workgroup> order: array<atomic<u32>, CAP>;

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
    let start = workgroup.x * CAP;

    // Padding sorts to the end.
    for (var i = lane; i < CAP; i += WG) {
        var key = NONE;
        if start + i < graph.y {
            key = canonical_key(filter_bits[graph.x + start + i]);
        }
        atomicStore(&words[i], key);
        atomicStore(&order[i], start + i);
    }
    workgroupBarrier();
    sort_tile(lane);
    for (var i = lane; i < CAP && start + i < graph.y; i += WG) {
        runs[graph.x + start + i] = atomicLoad(&order[i]);
    }
}
