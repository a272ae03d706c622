// Gradient of the input of batch normalization with LeakyReLU, from sums over runs of rows. One lane per four columns, one
// workgroup per 32 rows.
// With parts/step.wgsl, parts/norm.wgsl and parts/norm_gradient.wgsl.

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> gradient: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> norms: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> gradients: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> x_gradient: array<vec4<f32>>;
@group(0) @binding(7) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let columns = params.columns / 4u;
    let column = workgroup.y * 16u + lane;
    let first = workgroup.x * 32u;
    if column >= columns || first >= rows {
        return;
    }
    var product = vec4<f32>(0.0);
    var sum = vec4<f32>(0.0);
    var part = params.base / 4u + column;
    for (var done = 0u; done < rows; done += params.together) {
        product += gradients[part];
        sum += gradients[part + columns];
        part += params.stride / 4u;
    }
    let norm = norm_of(column, columns);
    let outer = outer_of(column);
    // Means over all vertices.
    let total = f32(batch[VERTICES]);
    product /= total;
    sum /= total;
    for (var row = first; row < min(first + 32u, rows); row += 1u) {
        let place = row * columns + column;
        let normal = normal_of(norm, x[place]);
        let passed = passed_of(norm, normal, gradient_of(outer, place, row));
        let spread = f32(batch[params.counts + row]) * (sum + normal * product);
        x_gradient[place] = norm.gamma * norm.inverse * (passed - spread);
    }
}
