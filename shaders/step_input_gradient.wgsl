// Gradient of the input of a linear layer: the sum over j of gradient[r, j] · weights[k, j]. One lane four columns k, one
// workgroup sixteen rows, whose numbers are the same for all lanes.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of the result, and in one of the gradient.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // The columns before `split` have the weights at `first`, the others those at `second`.
    @size(8) split: u32,
    @size(8) first: u32,
    @size(8) second: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> y_gradient: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> x_gradient: array<vec4<f32>>;
@group(0) @binding(4) var<uniform> params: Params;

// A quad of each of four rows that begin at these places.
fn quads(rows: vec4<u32>, j: u32) -> mat4x4<f32> {
    return mat4x4<f32>(
        y_gradient[rows.x + j], y_gradient[rows.y + j], y_gradient[rows.z + j], y_gradient[rows.w + j],
    );
}

// Writes the first `rows` of four rows.
fn put(sums: mat4x4<f32>, place: u32, inner: u32, rows: u32) {
    if rows > 0u {
        x_gradient[place] = sums[0];
    }
    if rows > 1u {
        x_gradient[place + inner] = sums[1];
    }
    if rows > 2u {
        x_gradient[place + 2u * inner] = sums[2];
    }
    if rows > 3u {
        x_gradient[place + 3u * inner] = sums[3];
    }
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // All in quads of numbers from here on.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let split = params.split / 4u;
    let k = workgroup.y * 16u + lane;
    let first_row = workgroup.x * 16u;
    if k >= inner || first_row >= rows {
        return;
    }
    let row = vec4<u32>(first_row) + vec4<u32>(0u, 1u, 2u, 3u);
    let last = vec4<u32>(rows - 1u);
    let a = min(row, last) * columns;
    let b = min(row + 4u, last) * columns;
    let c = min(row + 8u, last) * columns;
    let d = min(row + 12u, last) * columns;
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    for (var j = 0u; j < columns; j += 1u) {
        let before = j < split;
        let stride = select(columns - split, split, before);
        let weight = select(params.second / 4u + j - split, params.first / 4u + j, before) + 4u * k * stride;
        let w = transpose(mat4x4<f32>(
            state[weight], state[weight + stride], state[weight + 2u * stride], state[weight + 3u * stride],
        ));
        s0 += w * quads(a, j);
        s1 += w * quads(b, j);
        s2 += w * quads(c, j);
        s3 += w * quads(d, j);
    }
    let place = first_row * inner + k;
    put(s0, place, inner, rows - first_row);
    put(s1, place + 4u * inner, inner, max(rows - first_row, 4u) - 4u);
    put(s2, place + 8u * inner, inner, max(rows - first_row, 8u) - 8u);
    put(s3, place + 12u * inner, inner, max(rows - first_row, 12u) - 12u);
}
