// Gradient of the input of a linear layer: the sum over j of gradient[r, j] · weights[k, j]. A lane has eight rows and eight
// columns k, so that every read is used eight times and the numbers fit in registers; a workgroup has 32 rows and 64 columns.
// For an input from batch normalization, also the sums over these rows for the gradients of factor and offset.

// Writes the gradients of four rows in a quad of columns, if they exist.
fn put_input(by_row: mat4x4<f32>, row: u32, rows: u32, k: u32, inner: u32) {
    if k >= inner {
        return;
    }
    let place = row * inner + k;
    if row < rows {
        x_gradient[place] = by_row[0];
    }
    if row + 1u < rows {
        x_gradient[place + inner] = by_row[1];
    }
    if row + 2u < rows {
        x_gradient[place + 2u * inner] = by_row[2];
    }
    if row + 3u < rows {
        x_gradient[place + 3u * inner] = by_row[3];
    }
}

// Sums over rows for the gradients of factor and offset.
struct NormSums {
    gamma: vec4<f32>,
    beta: vec4<f32>,
}

fn added(a: NormSums, b: NormSums) -> NormSums {
    return NormSums(a.gamma + b.gamma, a.beta + b.beta);
}

// The contribution of a row with this gradient to the sums, if the row exists.
fn of_row(norm: Norm, gradient: vec4<f32>, row: u32, rows: u32, k: u32) -> NormSums {
    let normal = normal_of(norm, before[min(row, rows - 1u) * (params.inner / 4u) + k]);
    let passed = select(vec4<f32>(0.0), passed_of(norm, normal, gradient), row < rows);
    return NormSums(passed * normal, passed);
}

// For the four rows from this one on.
fn of_rows(norm: Norm, by_row: mat4x4<f32>, row: u32, rows: u32, k: u32) -> NormSums {
    return added(
        added(of_row(norm, by_row[0], row, rows, k), of_row(norm, by_row[1], row + 1u, rows, k)),
        added(of_row(norm, by_row[2], row + 2u, rows, k), of_row(norm, by_row[3], row + 3u, rows, k)),
    );
}

// For eight rows, in a quad of columns or the last one.
fn norm_sums(a: mat4x4<f32>, b: mat4x4<f32>, row: u32, rows: u32, k: u32, inner: u32) -> NormSums {
    let column = min(k, inner - 1u);
    let norm = norm_of(column, inner);
    return added(of_rows(norm, a, row, rows, column), of_rows(norm, b, row + 4u, rows, column));
}

// Sums of the lanes' rows after the first eight: for the first four columns of each lane, then for the others.
var<workgroup> sums_behind: array<NormSums, 48>;

// Writes the sums over all 32 rows, in the columns of the lanes with the first eight rows, if the columns exist.
fn put_norm_sums(first: NormSums, place: u32, run: u32, k: u32, inner: u32) {
    if k < inner {
        let sums = added(added(first, sums_behind[place]), added(sums_behind[place + 8u], sums_behind[place + 16u]));
        let own = params.norm_base / 4u + run * 4u * inner + k;
        gradients[own] = sums.gamma;
        gradients[own + inner] = sums.beta;
    }
}

// From this row and this quad of columns on.
fn input_gradient(first: u32, first_k: u32, lane: u32) {
    let rows = batch[params.rows];
    // Uniform over all lanes, as the barrier below requires.
    if first >= rows {
        return;
    }
    // From here on in quads of numbers. The two column quads of a lane are eight quads apart.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let split = params.split / 4u;
    let k = first_k + lane % 8u;
    let row = first + lane / 8u * 8u;
    // A lane without rows or columns repeats the work of another lane and writes nothing.
    let own = 4u * min(k, inner - 1u);
    let other = 4u * min(k + 8u, inner - 1u);
    let a = four_rows(row, rows) * columns;
    let b = four_rows(row + 4u, rows) * columns;
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    for (var j = 0u; j < columns; j += 1u) {
        let is_first = j < split;
        let stride = select(columns - split, split, is_first);
        let weight = select(params.second / 4u + j - split, params.first / 4u + j, is_first);
        let w = weights(weight + own * stride, stride);
        let v = weights(weight + other * stride, stride);
        let y_a = transpose(gradient_quads(a, j));
        let y_b = transpose(gradient_quads(b, j));
        s0 += y_a * w;
        s1 += y_a * v;
        s2 += y_b * w;
        s3 += y_b * v;
    }
    s0 = transpose(s0);
    s1 = transpose(s1);
    s2 = transpose(s2);
    s3 = transpose(s3);
    put_input(s0, row, rows, k, inner);
    put_input(s1, row, rows, k + 8u, inner);
    put_input(s2, row + 4u, rows, k, inner);
    put_input(s3, row + 4u, rows, k + 8u, inner);
    if params.norm_base == NOTHING {
        return;
    }
    let own_sums = norm_sums(s0, s2, row, rows, k, inner);
    let other_sums = norm_sums(s1, s3, row, rows, k + 8u, inner);
    if lane >= 8u {
        sums_behind[lane - 8u] = own_sums;
        sums_behind[lane + 16u] = other_sums;
    }
    workgroupBarrier();
    if lane < 8u {
        put_norm_sums(own_sums, lane, first / 32u, k, inner);
        put_norm_sums(other_sums, lane + 24u, first / 32u, k + 8u, inner);
    }
}
