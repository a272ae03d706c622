// Gradient of the filter values from the gradient of the bar ends. One workgroup per graph.
//
// A vertex may end many bars, and their contributions arrive in any order. They are added as
// integers, multiples of a power of two chosen from the largest contribution of the graph, so
// the sum is the same whatever the order.

const NONE: u32 = 0xffffffffu;
const LANES: u32 = 256u;
const INFINITE: u32 = 0x7f800000u;
const NOT_A_NUMBER: u32 = 0x7fc00000u;

@group(0) @binding(0) var<storage, read> gradient: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> death: array<u32>;
@group(0) @binding(2) var<storage, read> vertex_offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> params: array<vec4<u32>, 1>; // x: vertices, z: graphs

var<workgroup> largest: atomic<u32>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let vertices = params[0].x;
  let graph = group.y * groups.x + group.x;
  let known = min(graph, params[0].z - 1u);
  let first = vertex_offsets[known];
  let last = select(first, vertex_offsets[known + 1u], graph < params[0].z);

  if (lane == 0u) {
    atomicStore(&largest, 0u);
  }
  workgroupBarrier();
  for (var v = first + lane; v < last; v += LANES) {
    atomicStore(&sums[v], 0u);
    for (var i = v; i < 2u * vertices; i += vertices) {
      if (death[i] != NONE) {
        // Non-negative floats are ordered like their bits.
        atomicMax(&largest, bitcast<u32>(gradient[i].y) & 0x7fffffffu);
      }
    }
  }
  storageBarrier();
  workgroupBarrier();

  let magnitude = atomicLoad(&largest);
  // |contribution| < 2^(exponent + 1), and at most 2n of them meet in one vertex.
  let exponent = i32(magnitude >> 23u) - 127;
  let bits = 32 - i32(countLeadingZeros(2u * (last - first)));
  let shift = clamp(29 - exponent - bits, -126, 126);
  let scale = bitcast<f32>(u32(shift + 127) << 23u);
  if (magnitude < INFINITE) {
    for (var v = first + lane; v < last; v += LANES) {
      for (var i = v; i < 2u * vertices; i += vertices) {
        if (death[i] != NONE) {
          atomicAdd(&sums[death[i]], bitcast<u32>(i32(round(gradient[i].y * scale))));
        }
      }
    }
  }
  storageBarrier();
  workgroupBarrier();

  let unit = bitcast<f32>(u32(127 - shift) << 23u);
  for (var v = first + lane; v < last; v += LANES) {
    let ends = f32(bitcast<i32>(atomicLoad(&sums[v]))) * unit;
    let total = ends + gradient[v].x + gradient[vertices + v].x;
    atomicStore(&sums[v], select(bitcast<u32>(total), NOT_A_NUMBER, magnitude >= INFINITE));
  }
}
