// Gradients of weights and bias of a linear layer, from each 64 rows: sums over them of x[r, k] · gradient[r, j], and in the
// row behind the last k of gradient[r, j]. One lane four columns j, one workgroup sixteen k.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of x, and of the gradient.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // Place in `gradients`.
    @size(8) base: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> y_gradient: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> gradients: array<vec4<f32>>;
@group(0) @binding(4) var<uniform> params: Params;

// Of four numbers of x and four of the gradient, all products, by the numbers of x.
fn products(x: vec4<f32>, share: vec4<f32>) -> mat4x4<f32> {
    return mat4x4<f32>(x.x * share, x.y * share, x.z * share, x.w * share);
}

// Writes the gradients of four k, if there are these.
fn put(sums: mat4x4<f32>, base: u32, k: u32, columns: u32) {
    if 4u * k < params.inner {
        let place = base + 4u * k * columns;
        gradients[place] = sums[0];
        gradients[place + columns] = sums[1];
        gradients[place + 2u * columns] = sums[2];
        gradients[place + 3u * columns] = sums[3];
    }
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // Columns and x in quads of numbers.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let column = workgroup.y * 16u + lane;
    let k = workgroup.x * 4u;
    let first = workgroup.z * 64u;
    if column >= columns || k >= inner || first >= rows {
        return;
    }
    let quads = min(vec4<u32>(k) + vec4<u32>(0u, 1u, 2u, 3u), vec4<u32>(inner - 1u));
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    var bias = vec4<f32>(0.0);
    for (var row = first; row < min(first + 64u, rows); row += 1u) {
        let share = y_gradient[row * columns + column];
        let place = row * inner;
        s0 += products(x[place + quads.x], share);
        s1 += products(x[place + quads.y], share);
        s2 += products(x[place + quads.z], share);
        s3 += products(x[place + quads.w], share);
        bias += share;
    }
    let base = params.base / 4u + workgroup.z * (params.inner + 1u) * columns + column;
    put(s0, base, k, columns);
    put(s1, base, k + 1u, columns);
    put(s2, base, k + 2u, columns);
    put(s3, base, k + 3u, columns);
    if k == 0u {
        gradients[base + params.inner * columns] = bias;
    }
}
