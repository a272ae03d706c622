// means[v] = mean of the gradient over the vertices of v's graph whose filter values equal that of v, added in the order of the
// vertices. One invocation per vertex. Filter values are compared by their bits, never as floats.
// With parts/order.wgsl.

struct Params {
    @size(8) vertices: u32,
    @size(8) graphs: u32,
}

@group(0) @binding(0) var<storage, read> gradient: array<f32>;
@group(0) @binding(1) var<storage, read> filter_bits: array<u32>;
@group(0) @binding(2) var<storage, read> vertex_offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> means: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let v = (group.y * groups.x + group.x) * 64u + lane;
    if v >= params.vertices {
        return;
    }
    // The graph of v is the last one that begins at v or before.
    var graph = 0u;
    var after = params.graphs;
    if v >= vertex_offsets[after] {
        means[v] = gradient[v];
        return;
    }
    while after - graph > 1u {
        let middle = (graph + after) / 2u;
        if vertex_offsets[middle] <= v {
            graph = middle;
        } else {
            after = middle;
        }
    }
    let key = canonical_key(filter_bits[v]);
    var total = 0.0;
    var tied = 0u;
    for (var u = vertex_offsets[graph]; u < vertex_offsets[after]; u++) {
        if canonical_key(filter_bits[u]) == key {
            total += gradient[u];
            tied += 1u;
        }
    }
    means[v] = total / f32(tied);
}
