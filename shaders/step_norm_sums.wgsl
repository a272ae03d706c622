// Row sums for the gradient of batch normalization with LeakyReLU, by 32 rows. One lane per four columns.
// With parts/step.wgsl, parts/norm.wgsl and parts/norm_gradient.wgsl.

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> gradient: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> norms: array<vec4<f32>>;
// For each 32 rows: rows of F numbers, the gradients of factor, offset, and weights and bias of the following layer.
@group(0) @binding(5) var<storage, read_write> gradients: array<vec4<f32>>;
@group(0) @binding(6) var<uniform> params: Params;

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    let columns = params.columns / 4u;
    let column = workgroup.y * 16u + lane;
    let first = workgroup.x * 32u;
    if column >= columns || first >= rows {
        return;
    }
    let norm = norm_of(column, columns);
    let outer = outer_of(column);
    var by_gamma = vec4<f32>(0.0);
    var by_beta = vec4<f32>(0.0);
    var by_weight = vec4<f32>(0.0);
    var by_bias = 0.0;
    for (var row = first; row < min(first + 32u, rows); row += 1u) {
        let place = row * columns + column;
        let normal = normal_of(norm, x[place]);
        if params.outer != NOTHING {
            let after = gradient[row / 4u][row % 4u];
            by_weight += after * leaky_quad(normal * norm.gamma + norm.beta);
            by_bias += after;
        }
        let passed = passed_of(norm, normal, gradient_of(outer, place, row));
        by_gamma += passed * normal;
        by_beta += passed;
    }
    let base = params.base / 4u + workgroup.x * (params.stride / 4u) + column;
    gradients[base] = by_gamma;
    gradients[base + columns] = by_beta;
    gradients[base + 2u * columns] = by_weight;
    gradients[base + 3u * columns] = vec4<f32>(by_bias);
}
