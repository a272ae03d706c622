// Persistence of vertex filters on a batch of small graphs: one workgroup a graph, both directions.
//
// Seen in arrival order, an edge's column of the boundary matrix has two entries, the ranks of its
// ends, and enters at the younger one: its level. Adding columns keeps that shape, so a column is
// one word, `level << 16 | elder entry`, kept at its youngest entry, its pivot. Of two columns with
// one pivot `atomicMin` keeps the smaller, and the lane that lost or displaced the other goes on
// with their sum, whose pivot is older. Which pivot gets which level does not depend on the order
// of the lanes; the low halves of the words do, and are not read out.
// The twin on the CPU is src/homology/word_reduction.rs, with the order of src/homology/order.rs.

// The host replaces these two lines: room for CAP vertices, a power of two; WG lanes, at least CAP
// where CAP <= 256.
const CAP: u32 = 256u;
const WG: u32 = 256u;

const NONE: u32 = 0xffffffffu;
const LOW: u32 = 0xffffu;

// First vertex, number of vertices (at most CAP), first edge, number of edges.
@group(0) @binding(0) var<storage, read> graphs: array<vec4<u32>>;
// Ends of each edge, counted from the first vertex of the graph.
@group(0) @binding(1) var<storage, read> edges: array<vec2<u32>>;
// Filter values as raw bits: float comparisons may flush denormals and assume that there is no NaN.
@group(0) @binding(2) var<storage, read> filter_bits: array<u32>;
// Sublevel half, then superlevel half: the vertex of the batch at which the component ends, or NONE.
@group(0) @binding(3) var<storage, read_write> death: array<u32>;
// Sublevel half, then superlevel half: the number of loops that close at the vertex.
@group(0) @binding(4) var<storage, read_write> loops: array<atomic<u32>>;
// [0].x vertices of the batch, [0].z first row of `graphs`, [1].x number of rows.
@group(0) @binding(5) var<uniform> params: array<vec4<u32>, 2>;

// Sort keys, then the columns of both directions by pivot.
var<workgroup> words: array<atomic<u32>, 2u * CAP>;
// Low half: the vertex of rank i; high half: the rank of vertex i.
var<workgroup> order: array<atomic<u32>, CAP>;

// Sorts as the filter values do: -0 equals +0, and every NaN comes last.
fn canonical_key(bits: u32) -> u32 {
    if (bits & 0x7fffffffu) > 0x7f800000u {
        return NONE;
    }
    if bits == 0x80000000u {
        return 0x80000000u;
    }
    return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

fn rank_of(vertex: u32) -> u32 {
    return atomicLoad(&order[vertex]) >> 16u;
}

fn vertex_of(rank: u32) -> u32 {
    return atomicLoad(&order[rank]) & LOW;
}

// No barrier stands under a condition that depends on a buffer, and loops around barriers have
// constant bounds: browsers refuse everything else.
@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = workgroup.x + workgroup.y * workgroups.x;
    if row >= params[1].x {
        return;
    }
    let graph = graphs[params[0].z + row];
    let total = params[0].x;
    let first = graph.x;
    let n = graph.y;
    let items = 2u * graph.w;
    let last = n - 1u;

    for (var v = lane; v < n; v += WG) {
        atomicStore(&loops[first + v], 0u);
        atomicStore(&loops[total + first + v], 0u);
    }

    if CAP <= 256u {
        // One vertex a lane: its rank is the number of vertices before it.
        if lane < n {
            atomicStore(&words[lane], canonical_key(filter_bits[first + lane]));
            atomicStore(&order[lane], 0u);
        }
        workgroupBarrier();
        if lane < n {
            let key = atomicLoad(&words[lane]);
            var rank = 0u;
            for (var v = 0u; v < n; v += 1u) {
                let other = atomicLoad(&words[v]);
                rank += select(0u, 1u, other < key || (other == key && v < lane));
            }
            atomicOr(&order[lane], rank << 16u);
            atomicOr(&order[rank], lane);
        }
        workgroupBarrier();
    } else {
        // Bitonic sort by (key, vertex); the places behind the last vertex sort to the end.
        for (var v = lane; v < CAP; v += WG) {
            var key = NONE;
            if v < n {
                key = canonical_key(filter_bits[first + v]);
            }
            atomicStore(&words[v], key);
            atomicStore(&order[v], v);
        }
        workgroupBarrier();
        for (var run = 2u; run <= CAP; run = run << 1u) {
            for (var stride = run >> 1u; stride > 0u; stride = stride >> 1u) {
                for (var pair = lane; pair < CAP / 2u; pair += WG) {
                    let a = 2u * pair - (pair & (stride - 1u));
                    let b = a + stride;
                    let key_a = atomicLoad(&words[a]);
                    let key_b = atomicLoad(&words[b]);
                    let vertex_a = atomicLoad(&order[a]);
                    let vertex_b = atomicLoad(&order[b]);
                    let descends = key_a > key_b || (key_a == key_b && vertex_a > vertex_b);
                    if descends == ((a & run) == 0u) {
                        atomicStore(&words[a], key_b);
                        atomicStore(&words[b], key_a);
                        atomicStore(&order[a], vertex_b);
                        atomicStore(&order[b], vertex_a);
                    }
                }
                workgroupBarrier();
            }
        }
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

    // An item is one edge in one direction. A lane takes its next item as soon as it is free.
    var item = lane;
    var busy = false;
    var direction = 0u;
    var level = 0u;
    var elder = 0u;
    var pivot = 0u;
    loop {
        if !busy {
            if item >= items {
                break;
            }
            let edge = edges[graph.z + (item >> 1u)];
            direction = item & 1u;
            item += WG;
            var a = rank_of(edge.x);
            var b = rank_of(edge.y);
            if direction == 1u {
                a = last - a;
                b = last - b;
            }
            pivot = max(a, b);
            elder = min(a, b);
            level = pivot;
            busy = true;
        } else {
            let old = atomicMin(&words[direction * CAP + pivot], (level << 16u) | elder);
            if old == NONE {
                busy = false;
            } else {
                level = max(level, old >> 16u);
                let other = old & LOW;
                pivot = max(elder, other);
                elder = min(elder, other);
            }
        }
        if busy && pivot == elder {
            let closing = vertex_of(select(level, last - level, direction == 1u));
            atomicAdd(&loops[direction * total + first + closing], 1u);
            busy = false;
        }
    }
    workgroupBarrier();

    for (var v = lane; v < n; v += WG) {
        let rank = rank_of(v);
        let sublevel = atomicLoad(&words[rank]);
        var end = NONE;
        if sublevel != NONE {
            end = first + vertex_of(sublevel >> 16u);
        }
        death[first + v] = end;
        let superlevel = atomicLoad(&words[CAP + last - rank]);
        end = NONE;
        if superlevel != NONE {
            end = first + vertex_of(last - (superlevel >> 16u));
        }
        death[total + first + v] = end;
    }
}
