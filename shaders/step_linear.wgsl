// y[r, j] = sum over k of x[r, k] · weights[k, j], plus a bias or rows of another matrix. A lane has eight rows and eight
// columns, so that every read is used eight times and the numbers fit in registers; a workgroup has 32 rows and 64 columns.
// With parts/step.wgsl, parts/weights.wgsl and parts/moments.wgsl.

struct Params {
    // Word of `batch` with the number of rows.
    @size(8) rows: u32,
    // Numbers in a row of x, and in a row of y.
    @size(8) inner: u32,
    @size(8) columns: u32,
    // Columns before `split` have the weights at `first`, the others those at `second`.
    @size(8) split: u32,
    @size(8) first: u32,
    @size(8) second: u32,
    // Index of the bias of all columns in `state`, or NOTHING.
    @size(8) bias: u32,
    // The addend of the columns from `split` on: the last columns of the row of `added` given by `batch` from this index on, or
    // NOTHING; and the length of a row of `added`.
    @size(8) added_rows: u32,
    @size(8) added_columns: u32,
    // Index in `batch` of the multiplicity of each row if moments are needed, or NOTHING.
    @size(8) counts: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read> state: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> added: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<vec4<f32>>;
// For each 32 rows: count, means and squared deviations of the columns.
@group(0) @binding(5) var<storage, read_write> moments: array<vec4<f32>>;
@group(0) @binding(6) var<uniform> params: Params;

// A quad of each of the four rows that begin at these indices.
fn quads(rows: vec4<u32>, k: u32) -> mat4x4<f32> {
    return mat4x4<f32>(x[rows.x + k], x[rows.y + k], x[rows.z + k], x[rows.w + k]);
}

// Four columns of the result, as the index of a quad and the number of quads per row; and its rows.
struct Place {
    columns: u32,
    column: u32,
    rows: u32,
    // Whether the column is before `split`.
    before: bool,
}

// The start of their weights in `state`.
fn first_weight(place: Place) -> u32 {
    let column = min(place.column, place.columns - 1u);
    return select(params.second / 4u + column - params.split / 4u, params.first / 4u + column, place.before);
}

// Adds the addend to four rows, and writes those that exist.
fn finish(place: Place, first_row: u32, sums: mat4x4<f32>) -> mat4x4<f32> {
    if place.column >= place.columns {
        return mat4x4<f32>();
    }
    var bias = vec4<f32>(0.0);
    if params.bias != NOTHING {
        bias = state[params.bias / 4u + place.column];
    }
    return mat4x4<f32>(
        finished(place, first_row, sums[0] + bias),
        finished(place, first_row + 1u, sums[1] + bias),
        finished(place, first_row + 2u, sums[2] + bias),
        finished(place, first_row + 3u, sums[3] + bias),
    );
}

fn finished(place: Place, row: u32, sum: vec4<f32>) -> vec4<f32> {
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

// Multiplicities of four rows; 0 for missing rows.
fn counts_of(row: u32, rows: u32) -> vec4<f32> {
    let four = params.counts + four_rows(row, rows);
    let counts = vec4<f32>(vec4<u32>(batch[four.x], batch[four.y], batch[four.z], batch[four.w]));
    return select(vec4<f32>(0.0), counts, there_are(row, rows));
}

// Differences of four rows to another row.
fn off(rows: mat4x4<f32>, from_row: vec4<f32>) -> mat4x4<f32> {
    return rows - mat4x4<f32>(from_row, from_row, from_row, from_row);
}

fn squared(rows: mat4x4<f32>) -> mat4x4<f32> {
    return mat4x4<f32>(rows[0] * rows[0], rows[1] * rows[1], rows[2] * rows[2], rows[3] * rows[3]);
}

// Moments of eight rows, from differences to the first row, which are smaller numbers.
fn moments_of(a: mat4x4<f32>, b: mat4x4<f32>, a_counts: vec4<f32>, b_counts: vec4<f32>) -> Moments {
    let total = dot(a_counts + b_counts, vec4<f32>(1.0));
    let a_off = off(a, a[0]);
    let b_off = off(b, a[0]);
    let mean = (a_off * a_counts + b_off * b_counts) / max(total, 1.0);
    let squares = squared(off(a_off, mean)) * a_counts + squared(off(b_off, mean)) * b_counts;
    return Moments(total, a[0] + mean, squares);
}

// Writes the moments of these columns in the rows of a workgroup.
fn put_moments(place: Place, workgroup: u32, moments_of_rows: Moments) {
    if place.column >= place.columns {
        return;
    }
    let first = workgroup * (2u * place.columns + 1u);
    moments[first] = vec4<f32>(moments_of_rows.count);
    moments[first + 1u + place.column] = moments_of_rows.mean;
    moments[first + 1u + place.columns + place.column] = moments_of_rows.squares;
}

// Moments of the lanes' rows after the first eight: for the first four columns of each lane, then for the others.
var<workgroup> behind: array<Moments, 48>;

// Moments of all 32 rows, in the columns of the lanes with the first eight rows.
fn moments_of_all(first: Moments, place: u32) -> Moments {
    return merged(merged(first, behind[place]), merged(behind[place + 8u], behind[place + 16u]));
}

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let rows = batch[params.rows];
    // Uniform over all lanes, as the barrier below requires.
    if workgroup.x * 32u >= rows {
        return;
    }
    // From here on in quads of numbers. The two column quads of a lane are eight quads apart: neighbouring lanes read
    // neighbouring quads.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let split = params.split / 4u;
    let column = workgroup.y * 16u + lane % 8u;
    let first_row = workgroup.x * 32u + lane / 8u * 8u;
    let place = Place(columns, column, rows, column < split);
    let other = Place(columns, column + 8u, rows, column + 8u < split);
    // A lane without rows or columns repeats the work of another lane and writes nothing.
    let a = four_rows(first_row, rows) * inner;
    let b = four_rows(first_row + 4u, rows) * inner;
    let stride = select(columns - split, split, place.before);
    let other_stride = select(columns - split, split, other.before);
    var weight = first_weight(place);
    var other_weight = first_weight(other);
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    for (var k = 0u; k < inner; k += 1u) {
        let w = weights(weight, stride);
        let v = weights(other_weight, other_stride);
        let x_a = quads(a, k);
        let x_b = quads(b, k);
        s0 += w * x_a;
        s1 += v * x_a;
        s2 += w * x_b;
        s3 += v * x_b;
        weight += 4u * stride;
        other_weight += 4u * other_stride;
    }
    s0 = finish(place, first_row, s0);
    s1 = finish(other, first_row, s1);
    s2 = finish(place, first_row + 4u, s2);
    s3 = finish(other, first_row + 4u, s3);
    if params.counts == NOTHING {
        return;
    }
    let a_counts = counts_of(first_row, rows);
    let b_counts = counts_of(first_row + 4u, rows);
    let own = moments_of(s0, s2, a_counts, b_counts);
    let others = moments_of(s1, s3, a_counts, b_counts);
    if lane >= 8u {
        behind[lane - 8u] = own;
        behind[lane + 16u] = others;
    }
    workgroupBarrier();
    if lane >= 8u {
        return;
    }
    put_moments(place, workgroup.x, moments_of_all(own, lane));
    put_moments(other, workgroup.x, moments_of_all(others, lane + 24u));
}
