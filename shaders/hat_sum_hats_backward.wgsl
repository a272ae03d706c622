// Share of each graph in the gradient of the hats: rows of K · (D + 1) numbers, a hat's centre
// coordinates followed by its radius. One workgroup per graph, one lane per hat.

const LANES: u32 = 64u;

@group(0) @binding(0) var<storage, read> gradient: array<f32>;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<u32>;
@group(0) @binding(3) var<storage, read> centres: array<f32>;
@group(0) @binding(4) var<storage, read> radii: array<f32>;
@group(0) @binding(5) var<storage, read> offsets: array<u32>;
@group(0) @binding(6) var<storage, read_write> hats_gradient: array<f32>;
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
  for (var k = lane; k < hats; k += LANES) {
    var centre = vec2<f32>(0.0);
    var radius = 0.0;
    for (var copy = 0u; copy < params[1].x; copy += stride) {
      for (var p = copy + offsets[graph]; p < copy + offsets[graph + 1u]; p++) {
        var weight = f32(weights[p]);
        if (weight != 0.0) {
          if (vanishing) {
            weight *= abs(points[2u * p + 1u] - points[2u * p]);
          }
          var offset = vec2<f32>(points[p * dimension] - centres[k * dimension], 0.0);
          if (dimension == 2u) {
            offset.y = points[p * 2u + 1u] - centres[k * 2u + 1u];
          }
          let distance = abs(offset.x) + abs(offset.y);
          let inside = abs(radii[k]) - distance;
          let a = 1.0 / (1.0 + distance);
          let b = 1.0 / (1.0 + abs(inside));
          let side = sign(inside) * b * b;
          centre += weight * (a * a + side) * sign(offset);
          radius += weight * side;
        }
      }
    }
    let scale = gradient[graph * hats + k];
    let row = (graph * hats + k) * (dimension + 1u);
    hats_gradient[row] = scale * centre.x;
    if (dimension == 2u) {
      hats_gradient[row + 1u] = scale * centre.y;
    }
    hats_gradient[row + dimension] = scale * radius * sign(radii[k]);
  }
}
