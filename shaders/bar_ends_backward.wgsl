// Gradient of the filter values from the gradient of the bar ends. One workgroup per graph.
//
// Many bars can die at one vertex, and their contributions are added in any order. They are added as integers, so the sum does
// not depend on the order. For each vertex the largest contribution determines a power of two as unit. The remainder of a
// contribution is counted in a second, finer unit, and its remainder in a third. At the maximum number of vertices, the error
// of a contribution is at most 2^-41 of the largest one of its vertex.

const NONE: u32 = 0xffffffffu;
const LANES: u32 = 256u;
const INFINITE: u32 = 0x7f800000u;
const NOT_A_NUMBER: u32 = 0x7fc00000u;

struct Params {
    @size(8) vertices: u32,
    @size(8) graphs: u32,
    // A multiple of the vertices; candidates from 2N on have no death.
    @size(8) candidates: u32,
}

@group(0) @binding(0) var<storage, read> gradient: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> death: array<u32>;
@group(0) @binding(2) var<storage, read> vertex_offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> sums: array<u32>; // bits of floats
// For each vertex: bits of the largest contribution, and the sums in the three units.
@group(0) @binding(4) var<storage, read_write> tallies: array<atomic<u32>>;
@group(0) @binding(5) var<uniform> params: Params;

fn power_of_two(exponent: i32) -> f32 {
    return bitcast<f32>(u32(exponent + 127) << 23u);
}

// The unit of a vertex is 2^-shift if its contributions are below 2^-shift · 2^bits.
fn shift_of(largest: u32, bits: i32) -> i32 {
    let exponent = max(i32(largest >> 23u), 1) - 127;
    return min(bits - 1 - exponent, 126);
}

fn add(place: u32, units: f32) {
    atomicAdd(&tallies[place], bitcast<u32>(i32(units)));
}

fn count_of(place: u32) -> f32 {
    return f32(bitcast<i32>(atomicLoad(&tallies[place])));
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let vertices = params.vertices;
    let graph = group.y * groups.x + group.x;
    let known = min(graph, params.graphs - 1u);
    let first = vertex_offsets[known];
    let last = select(first, vertex_offsets[known + 1u], graph < params.graphs);

    for (var v = first + lane; v < last; v += LANES) {
        for (var i = 4u * v; i < 4u * v + 4u; i++) {
            atomicStore(&tallies[i], 0u);
        }
    }
    storageBarrier();
    workgroupBarrier();

    for (var v = first + lane; v < last; v += LANES) {
        for (var i = v; i < 2u * vertices; i += vertices) {
            if death[i] != NONE {
                // The bits of nonnegative floats have the order of the floats.
                atomicMax(&tallies[4u * death[i]], bitcast<u32>(gradient[i].y) & 0x7fffffffu);
            }
        }
    }
    storageBarrier();
    workgroupBarrier();

    // A vertex gets at most 2n contributions; their sum in any unit has less than 31 bits.
    let bits = i32(countLeadingZeros(2u * (last - first))) - 2;
    let finer = power_of_two(bits + 1);
    for (var v = first + lane; v < last; v += LANES) {
        for (var i = v; i < 2u * vertices; i += vertices) {
            if death[i] != NONE && gradient[i].y != 0.0 {
                let place = 4u * death[i];
                let largest = atomicLoad(&tallies[place]);
                if largest < INFINITE {
                    let coarse = gradient[i].y * power_of_two(shift_of(largest, bits));
                    // The rounding remainder is at most one half, and exact.
                    let middle = (coarse - round(coarse)) * finer;
                    let fine = (middle - round(middle)) * finer;
                    add(place + 1u, round(coarse));
                    add(place + 2u, round(middle));
                    add(place + 3u, round(fine));
                }
            }
        }
    }
    storageBarrier();
    workgroupBarrier();

    for (var v = first + lane; v < last; v += LANES) {
        let largest = atomicLoad(&tallies[4u * v]);
        let leftover = (count_of(4u * v + 3u) / finer + count_of(4u * v + 2u)) / finer;
        let ends = (count_of(4u * v + 1u) + leftover) * power_of_two(-shift_of(largest, bits));
        var total = ends;
        for (var i = v; i < params.candidates; i += vertices) {
            total += gradient[i].x;
        }
        sums[v] = select(bitcast<u32>(total), NOT_A_NUMBER, largest >= INFINITE);
    }
    // Vertices outside all graphs come last.
    let covered = vertex_offsets[params.graphs];
    for (var v = covered + LANES * graph + lane; v < vertices; v += LANES * params.graphs) {
        sums[v] = 0u;
    }
}
