// Common code of the large path: one row of workgroups per graph, and tables in storage.
// With reduction.wgsl.

// The host replaces this line.
const WG: u32 = 256u;

// First vertex, number of vertices, first edge, number of edges.
@group(0) @binding(0) var<storage, read> graphs: array<vec4<u32>>;
// By rank in sublevel order: the vertex of the graph.
@group(0) @binding(1) var<storage, read_write> order: array<u32>;
// By vertex: the rank in sublevel order.
@group(0) @binding(2) var<storage, read_write> ranks: array<u32>;
// Sublevel half, then superlevel half: the columns by pivot.
@group(0) @binding(3) var<storage, read_write> columns: array<atomic<u32>>;

// Vertices of the batch.
var<private> total: u32;

fn open(graph: vec4<u32>, vertices_of_batch: u32) {
    first = graph.x;
    last = graph.y - 1u;
    total = vertices_of_batch;
}

fn vertex_of(rank: u32) -> u32 {
    return order[first + rank];
}

fn claim(direction: u32, pivot: u32, word: u32) -> u32 {
    return atomicMin(&columns[direction * total + first + pivot], word);
}

// Path halving. An empty entry has a level above all levels.
fn elder_entry(direction: u32, entry: u32, level: u32) -> u32 {
    let word = atomicLoad(&columns[direction * total + first + entry]);
    return select(entry, word & LOW, (word >> 16u) <= level);
}
