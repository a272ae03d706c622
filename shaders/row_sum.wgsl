// sum[r, k] = Σ x[c, k] over the columns c of row r. One invocation per entry.

struct Params {
    @size(8) rows: u32,
    @size(8) width: u32,
}

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> offsets: array<i32>;
@group(0) @binding(2) var<storage, read> columns: array<i32>;
@group(0) @binding(3) var<storage, read_write> sum: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let width = params.width;
    let entry = (group.y * groups.x + group.x) * 64u + lane;
    if entry >= params.rows * width {
        return;
    }
    let row = entry / width;
    let k = entry % width;
    var total = 0.0;
    for (var i = offsets[row]; i < offsets[row + 1u]; i++) {
        total += x[u32(columns[i]) * width + k];
    }
    sum[entry] = total;
}
