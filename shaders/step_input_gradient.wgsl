// Gradient of the input of a linear layer: the sum over j of gradient[r, j] · weights[k, j]. One lane eight rows and eight
// columns k, so that what it reads is used eight times, and as much as registers hold; one workgroup 32 rows and 64 columns.
// With parts/step.wgsl and parts/weights.wgsl.

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

// Writes the first `rows` of four rows, given by column.
fn put(sums: mat4x4<f32>, place: u32, inner: u32, rows: u32) {
    let by_row = transpose(sums);
    if rows > 0u {
        x_gradient[place] = by_row[0];
    }
    if rows > 1u {
        x_gradient[place + inner] = by_row[1];
    }
    if rows > 2u {
        x_gradient[place + 2u * inner] = by_row[2];
    }
    if rows > 3u {
        x_gradient[place + 3u * inner] = by_row[3];
    }
}

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // All in quads of numbers from here on. The columns of a lane are eight quads apart.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let split = params.split / 4u;
    let k = workgroup.y * 16u + lane % 8u;
    let first_row = workgroup.x * 32u + lane / 8u * 8u;
    if first_row >= rows {
        return;
    }
    // A lane without columns or rows of its own computes what another does, and writes nothing.
    let own = 4u * min(k, inner - 1u);
    let other = 4u * min(k + 8u, inner - 1u);
    let a = min(vec4<u32>(first_row) + vec4<u32>(0u, 1u, 2u, 3u), vec4<u32>(rows - 1u)) * columns;
    let b = min(vec4<u32>(first_row) + vec4<u32>(4u, 5u, 6u, 7u), vec4<u32>(rows - 1u)) * columns;
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    for (var j = 0u; j < columns; j += 1u) {
        let before = j < split;
        let stride = select(columns - split, split, before);
        let weight = select(params.second / 4u + j - split, params.first / 4u + j, before);
        let w = weights(weight + own * stride, stride);
        let v = weights(weight + other * stride, stride);
        let y_a = transpose(quads(a, j));
        let y_b = transpose(quads(b, j));
        s0 += y_a * w;
        s1 += y_a * v;
        s2 += y_b * w;
        s3 += y_b * v;
    }
    let place = first_row * inner + k;
    let left = rows - first_row;
    if k < inner {
        put(s0, place, inner, left);
        put(s2, place + 4u * inner, inner, max(left, 4u) - 4u);
    }
    if k + 8u < inner {
        put(s1, place + 8u, inner, left);
        put(s3, place + 8u + 4u * inner, inner, max(left, 4u) - 4u);
    }
}
