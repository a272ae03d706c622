// Fourth stage of the large path: the reduction, with one edge in one direction per lane at a time.
//
// A lane takes at most BUDGET steps for a column and then stores its state; the next run of this shader continues from there.
// So every dispatch is short. A column takes fewer steps than there are vertices, so the host knows the number of runs that
// finishes every column. For a graph with very many edges a run processes a share of the items; the order of the runs does not
// affect the result.
// With parts/order.wgsl, parts/reduction.wgsl and parts/large.wgsl.

// The host replaces this line.
const BUDGET: u32 = 4096u;

struct Params {
    // Vertices of the batch.
    @size(8) vertices: u32,
    // First row of `graphs` in this dispatch, and the number of rows.
    @size(8) first_row: u32,
    @size(8) rows: u32,
    // Twice the index of this run, plus 1 except for the last run.
    @size(8) run: u32,
    // First item of each graph in this run, and the number of items.
    @size(8) first_item: u32,
    @size(8) items: u32,
}

// Ends of each edge, relative to the first vertex of the graph.
@group(0) @binding(4) var<storage, read> edges: array<vec2<u32>>;
// Sublevel half, then superlevel half: the number of loops that close at the vertex.
@group(0) @binding(5) var<storage, read_write> loops: array<atomic<u32>>;
// By edge and direction, if one run may not suffice: the unfinished column as (level << 16 | elder entry, pivot), or NONE if
// finished.
@group(0) @binding(6) var<storage, read_write> walks: array<vec2<u32>>;
@group(0) @binding(7) var<uniform> params: Params;

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
    open(graph, params.vertices);
    let resumes = params.run > 1u;
    let is_resumed = (params.run & 1u) == 1u;
    let end = min(2u * graph.w, params.first_item + params.items);
    for (var item = params.first_item + workgroup.x * WG + lane; item < end; item += WG * workgroups.x) {
        let direction = item & 1u;
        let place = 2u * graph.z + item;
        var column: Column;
        if resumes {
            let walk = walks[place];
            if walk.x == NONE {
                continue;
            }
            column = Column(direction, walk.x >> 16u, walk.x & LOW, walk.y);
        } else {
            let edge = edges[graph.z + (item >> 1u)];
            column = column_of(direction, ranks[first + edge.x], ranks[first + edge.y]);
        }

        var through = false;
        for (var step = 0u; step < BUDGET; step += 1u) {
            if is_loop(column) {
                atomicAdd(&loops[direction * total + first + closing_vertex(column)], 1u);
                through = true;
                break;
            }
            if settles(&column) {
                through = true;
                break;
            }
        }
        if is_resumed {
            let walk = vec2<u32>((column.level << 16u) | column.elder, column.pivot);
            walks[place] = select(walk, vec2<u32>(NONE), through);
        }
    }
}
