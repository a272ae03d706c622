// y[r, j] = sum over k of x[r, k] · weights[k, j], plus a bias or rows of another matrix. One lane four columns, one workgroup
// sixteen rows: their numbers are the same for all lanes, and no lane waits for another.
// With parts/step.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of x, and in a row of y.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // The columns before `split` have the weights at `first`, the others those at `second`.
    @size(8) split: u32,
    @size(8) first: u32,
    @size(8) second: u32,
    // Place of the bias of all columns in `state`, or NOTHING.
    @size(8) bias: u32,
    // What is added to the columns from `split` on: the last columns of the row of `added` that `batch` names from here on,
    // or NOTHING; and numbers in a row of `added`.
    @size(8) added_rows: u32,
    @size(8) added_columns: u32,
    // Place in `batch` of how often each row counts, where moments are wanted, or NOTHING.
    @size(8) counts: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> added: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<vec4<f32>>;
// Of each sixteen rows: count, means and squared deviations of the columns.
@group(0) @binding(5) var<storage, read_write> moments: array<vec4<f32>>;
@group(0) @binding(6) var<uniform> params: Params;

// A quad of each of four rows that begin at these places.
fn quads(rows: vec4<u32>, k: u32) -> mat4x4<f32> {
    return mat4x4<f32>(x[rows.x + k], x[rows.y + k], x[rows.z + k], x[rows.w + k]);
}

// Where the results of a lane go.
struct Place {
    columns: u32,
    column: u32,
    first_row: u32,
    rows: u32,
    // Whether the column is before `split`.
    before: bool,
}

// Adds what is to be added to four rows from the `offset`th of the workgroup on, and writes those that there are.
fn finish(place: Place, offset: u32, values: ptr<function, mat4x4<f32>>) {
    var bias = vec4<f32>(0.0);
    if params.bias != NOTHING {
        bias = state[params.bias / 4u + place.column];
    }
    let sums = *values;
    *values = mat4x4<f32>(
        finished(place, offset, sums[0] + bias),
        finished(place, offset + 1u, sums[1] + bias),
        finished(place, offset + 2u, sums[2] + bias),
        finished(place, offset + 3u, sums[3] + bias),
    );
}

fn finished(place: Place, offset: u32, sum: vec4<f32>) -> vec4<f32> {
    let row = place.first_row + offset;
    if row >= place.rows {
        return vec4<f32>(0.0);
    }
    var value = sum;
    if params.added_rows != NOTHING && !place.before {
        let other = batch[params.added_rows + row] + 1u;
        value += added[other * (params.added_columns / 4u) + place.column - place.columns];
    }
    y[row * place.columns + place.column] = value;
    return value;
}

// How often each of four rows counts; those that there are not, never.
fn counts_of(row: u32, rows: u32) -> vec4<f32> {
    let last = rows - 1u;
    let counts = vec4<f32>(vec4<u32>(
        batch[params.counts + min(row, last)], batch[params.counts + min(row + 1u, last)],
        batch[params.counts + min(row + 2u, last)], batch[params.counts + min(row + 3u, last)],
    ));
    return select(vec4<f32>(0.0), counts, vec4<u32>(row) + vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>(rows));
}

// Differences of four rows to another.
fn off(rows: mat4x4<f32>, from_row: vec4<f32>) -> mat4x4<f32> {
    return rows - mat4x4<f32>(from_row, from_row, from_row, from_row);
}

fn squared(rows: mat4x4<f32>) -> mat4x4<f32> {
    return mat4x4<f32>(rows[0] * rows[0], rows[1] * rows[1], rows[2] * rows[2], rows[3] * rows[3]);
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // All in quads of numbers from here on.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let split = params.split / 4u;
    let column = workgroup.y * 16u + lane;
    let first_row = workgroup.x * 16u;
    if column >= columns || first_row >= rows {
        return;
    }
    let before = column < split;
    let stride = select(columns - split, split, before);
    var weight = select(params.second / 4u + column - split, params.first / 4u + column, before);
    let row = vec4<u32>(first_row) + vec4<u32>(0u, 1u, 2u, 3u);
    let last = vec4<u32>(rows - 1u);
    let a = min(row, last) * inner;
    let b = min(row + 4u, last) * inner;
    let c = min(row + 8u, last) * inner;
    let d = min(row + 12u, last) * inner;
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    for (var k = 0u; k < inner; k += 1u) {
        let w = mat4x4<f32>(
            state[weight], state[weight + stride], state[weight + 2u * stride], state[weight + 3u * stride],
        );
        weight += 4u * stride;
        s0 += w * quads(a, k);
        s1 += w * quads(b, k);
        s2 += w * quads(c, k);
        s3 += w * quads(d, k);
    }
    let place = Place(columns, column, first_row, rows, before);
    finish(place, 0u, &s0);
    finish(place, 4u, &s1);
    finish(place, 8u, &s2);
    finish(place, 12u, &s3);
    if params.counts == NOTHING {
        return;
    }
    let counts = array<vec4<f32>, 4>(
        counts_of(first_row, rows), counts_of(first_row + 4u, rows),
        counts_of(first_row + 8u, rows), counts_of(first_row + 12u, rows),
    );
    let total = dot(counts[0] + counts[1] + counts[2] + counts[3], vec4<f32>(1.0));
    // Of differences to the first row, which are the smaller ones.
    let o0 = off(s0, s0[0]);
    let o1 = off(s1, s0[0]);
    let o2 = off(s2, s0[0]);
    let o3 = off(s3, s0[0]);
    let sum = o0 * counts[0] + o1 * counts[1] + o2 * counts[2] + o3 * counts[3];
    let mean = sum / total;
    let squares = squared(off(o0, mean)) * counts[0] + squared(off(o1, mean)) * counts[1]
        + squared(off(o2, mean)) * counts[2] + squared(off(o3, mean)) * counts[3];
    let moment = workgroup.x * (2u * columns + 1u);
    moments[moment] = vec4<f32>(total);
    moments[moment + 1u + column] = s0[0] + mean;
    moments[moment + 1u + columns + column] = squares;
}
