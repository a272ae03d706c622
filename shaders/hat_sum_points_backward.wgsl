// Gradient of the points of the hat sum. One workgroup per graph, one lane per bar.

const LANES: u32 = 64u;

@group(0) @binding(0) var<storage, read> gradient: array<f32>;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<u32>;
@group(0) @binding(3) var<storage, read> centres: array<f32>;
@group(0) @binding(4) var<storage, read> radii: array<f32>;
@group(0) @binding(5) var<storage, read> offsets: array<u32>;
@group(0) @binding(6) var<storage, read_write> points_gradient: array<f32>;
// x: graphs, z: candidates in a direction; x: candidates, z: hats; x: dimension, z: a bar counts by its length
@group(0) @binding(7) var<uniform> params: array<vec4<u32>, 3>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let stride = params[0].z;
  let hats = params[1].z;
  let dimension = params[2].x;
  let vanishing = params[2].z != 0u;
  let graph = group.y * groups.x + group.x;
  if (graph >= params[0].x) {
    return;
  }
  for (var copy = 0u; copy < params[1].x; copy += stride) {
    for (var p = copy + offsets[graph] + lane; p < copy + offsets[graph + 1u]; p += LANES) {
      var total = vec2<f32>(0.0);
      var value = 0.0;
      let weight = f32(weights[p]);
      if (weight != 0.0) {
        for (var k = 0u; k < hats; k++) {
          var offset = vec2<f32>(points[p * dimension] - centres[k * dimension], 0.0);
          if (dimension == 2u) {
            offset.y = points[p * 2u + 1u] - centres[k * 2u + 1u];
          }
          let distance = abs(offset.x) + abs(offset.y);
          let inside = abs(radii[k]) - distance;
          let a = 1.0 / (1.0 + distance);
          let b = 1.0 / (1.0 + abs(inside));
          let share = gradient[graph * hats + k];
          total += share * (-a * a - sign(inside) * b * b) * sign(offset);
          value += share * (a - b);
        }
        if (vanishing) {
          let length = points[p * 2u + 1u] - points[p * 2u];
          total = abs(length) * total + sign(length) * value * vec2<f32>(-1.0, 1.0);
        }
      }
      points_gradient[p * dimension] = weight * total.x;
      if (dimension == 2u) {
        points_gradient[p * 2u + 1u] = weight * total.y;
      }
    }
    // Candidates of no graph come last.
    for (var p = copy + offsets[params[0].x] + LANES * graph + lane; p < copy + stride; p += LANES * params[0].x) {
      for (var i = p * dimension; i < (p + 1u) * dimension; i++) {
        points_gradient[i] = 0.0;
      }
    }
  }
}
