// sum[g, k] = Σ weight · hat_k(point) over the bars of graph g, in the order of their candidates, or
// Σ weight · length · hat_k(point), where the length of a bar is |death − birth|.
// One workgroup per graph, one lane per hat.

const LANES: u32 = 64u;

@group(0) @binding(0) var<storage, read> points: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<u32>;
@group(0) @binding(2) var<storage, read> centres: array<f32>;
@group(0) @binding(3) var<storage, read> radii: array<f32>;
@group(0) @binding(4) var<storage, read> offsets: array<u32>;
@group(0) @binding(5) var<storage, read_write> sum: array<f32>;
// x: graphs, z: candidates in a direction; x: candidates, z: hats; x: dimension, z: a bar counts by its length
@group(0) @binding(6) var<uniform> params: array<vec4<u32>, 3>;

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
    let radius = abs(radii[k]);
    var total = 0.0;
    for (var copy = 0u; copy < params[1].x; copy += stride) {
      for (var p = copy + offsets[graph]; p < copy + offsets[graph + 1u]; p++) {
        var weight = f32(weights[p]);
        if (weight != 0.0) {
          if (vanishing) {
            weight *= abs(points[2u * p + 1u] - points[2u * p]);
          }
          var distance = 0.0;
          for (var i = 0u; i < dimension; i++) {
            distance += abs(points[p * dimension + i] - centres[k * dimension + i]);
          }
          total += weight * (1.0 / (1.0 + distance) - 1.0 / (1.0 + abs(radius - distance)));
        }
      }
    }
    sum[graph * hats + k] = total;
  }
}
