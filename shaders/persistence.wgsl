// Persistence of vertex filters on a batch of small graphs: one workgroup per graph, both directions.
// With parts/order.wgsl, parts/sort.wgsl and parts/reduction.wgsl.

// The host replaces these two lines: CAP vertices, a power of two; WG lanes, at least CAP if CAP <= 256.
const CAP: u32 = 256u;
const WG: u32 = 256u;

struct Params {
    // Vertices of the batch.
    @size(8) vertices: u32,
    // First row of `graphs` in this dispatch, and the number of rows.
    @size(8) first_row: u32,
    @size(8) rows: u32,
}

// First vertex, number of vertices (at most CAP), first edge, number of edges.
@group(0) @binding(0) var<storage, read> graphs: array<vec4<u32>>;
// Ends of each edge, relative to the first vertex of the graph.
@group(0) @binding(1) var<storage, read> edges: array<vec2<u32>>;
// Filter values as raw bits: float comparisons may flush denormals and assume that there are no NaN.
@group(0) @binding(2) var<storage, read> filter_bits: array<u32>;
// Sublevel half, then superlevel half: the death vertex of the component in the batch, or NONE.
@group(0) @binding(3) var<storage, read_write> death: array<u32>;
// Sublevel half, then superlevel half: the number of loops that close at the vertex.
@group(0) @binding(4) var<storage, read_write> loops: array<atomic<u32>>;
@group(0) @binding(5) var<uniform> params: Params;

// Sort keys, then the columns of both directions by pivot.
var<workgroup> words: array<atomic<u32>, 2u * CAP>;
// Low half: the vertex of rank i; high half: the rank of vertex i.
var<workgroup> order: array<atomic<u32>, CAP>;

fn rank_of(vertex: u32) -> u32 {
    return atomicLoad(&order[vertex]) >> 16u;
}

fn vertex_of(rank: u32) -> u32 {
    return atomicLoad(&order[rank]) & LOW;
}

fn claim(direction: u32, pivot: u32, word: u32) -> u32 {
    return atomicMin(&words[direction * CAP + pivot], word);
}

// Columns of small graphs need few steps; path compression would take longer.
fn elder_entry(direction: u32, entry: u32, level: u32) -> u32 {
    return entry;
}

// No barrier depends on a condition on a buffer: browsers reject that.
@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = workgroup.x + workgroup.y * workgroups.x;
    if row >= params.rows {
        return;
    }
    let graph = graphs[params.first_row + row];
    let total = params.vertices;
    let n = graph.y;
    let items = 2u * graph.w;
    first = graph.x;
    last = n - 1u;

    for (var v = lane; v < n; v += WG) {
        atomicStore(&loops[first + v], 0u);
        atomicStore(&loops[total + first + v], 0u);
    }

    if CAP <= 256u {
        // One vertex per lane: the rank is the number of earlier vertices.
        if lane < n {
            atomicStore(&words[lane], canonical_key(filter_bits[first + lane]));
            atomicStore(&order[lane], 0u);
        }
        workgroupBarrier();
        if lane < n {
            let key = atomicLoad(&words[lane]);
            var rank = 0u;
            for (var v = 0u; v < n; v += 1u) {
                rank += select(0u, 1u, arrives_before(atomicLoad(&words[v]), v, key, lane));
            }
            atomicOr(&order[lane], rank << 16u);
            atomicOr(&order[rank], lane);
        }
        workgroupBarrier();
    } else {
        // Padding sorts to the end.
        for (var v = lane; v < CAP; v += WG) {
            var key = NONE;
            if v < n {
                key = canonical_key(filter_bits[first + v]);
            }
            atomicStore(&words[v], key);
            atomicStore(&order[v], v);
        }
        workgroupBarrier();
        sort_tile(lane);
        for (var rank = lane; rank < n; rank += WG) {
            atomicOr(&order[vertex_of(rank)], rank << 16u);
        }
        workgroupBarrier();
    }

    for (var i = lane; i < 2u * CAP; i += WG) {
        atomicStore(&words[i], NONE);
    }
    storageBarrier();
    workgroupBarrier();

    // An item is one edge in one direction. A free lane takes its next item at once.
    var item = lane;
    var busy = false;
    var column: Column;
    loop {
        if !busy {
            if item >= items {
                break;
            }
            let edge = edges[graph.z + (item >> 1u)];
            column = column_of(item & 1u, rank_of(edge.x), rank_of(edge.y));
            item += WG;
            busy = true;
        } else {
            busy = !settles(&column);
        }
        if busy && is_loop(column) {
            atomicAdd(&loops[column.direction * total + first + closing_vertex(column)], 1u);
            busy = false;
        }
    }
    workgroupBarrier();

    for (var v = lane; v < n; v += WG) {
        let rank = rank_of(v);
        death[first + v] = end_of(0u, atomicLoad(&words[rank]));
        death[total + first + v] = end_of(1u, atomicLoad(&words[CAP + last - rank]));
    }
}
