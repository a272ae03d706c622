// Contributions to the gradients of weights and bias of a linear layer: sums over 64 rows of x[r, k] · gradient[r, j], and in
// the row after the last k of gradient[r, j]. A lane has eight k and eight columns j, so that every read is used eight times
// and the numbers fit in registers; a workgroup has 32 k and 64 columns.

// A quad of each of the four rows that begin at these indices.
fn x_quads(rows: vec4<u32>, k: u32) -> mat4x4<f32> {
    return mat4x4<f32>(x[rows.x + k], x[rows.y + k], x[rows.z + k], x[rows.w + k]);
}

// The numbers of four rows as quads by column, times the multiplicity of each row.
fn by_number(rows: mat4x4<f32>, counts: vec4<f32>) -> mat4x4<f32> {
    let numbers = transpose(rows);
    return mat4x4<f32>(numbers[0] * counts, numbers[1] * counts, numbers[2] * counts, numbers[3] * counts);
}

// Writes the gradients of four k in four columns, if they exist.
fn put_weights(sums: mat4x4<f32>, base: u32, k: u32, column: u32, columns: u32) {
    if 4u * k < params.inner && column < columns {
        let place = base + 4u * k * columns + column;
        gradients[place] = sums[0];
        gradients[place + columns] = sums[1];
        gradients[place + 2u * columns] = sums[2];
        gradients[place + 3u * columns] = sums[3];
    }
}

// From this row and these quads of k and columns on.
fn weights_gradient(first: u32, first_k: u32, first_column: u32, lane: u32) {
    let rows = batch[params.rows];
    if first >= rows {
        return;
    }
    // Columns and x in quads of numbers. The two column quads of a lane are eight quads apart.
    let columns = params.columns / 4u;
    let inner = params.inner / 4u;
    let column = first_column + lane % 8u;
    let k = first_k + lane / 8u * 2u;
    // A lane without columns or numbers of x repeats the work of another lane and writes nothing.
    let own = min(column, columns - 1u);
    let other = min(column + 8u, columns - 1u);
    let this_k = min(k, inner - 1u);
    let next_k = min(k + 1u, inner - 1u);
    let end = min(first + 64u, rows);
    var s0 = mat4x4<f32>();
    var s1 = mat4x4<f32>();
    var s2 = mat4x4<f32>();
    var s3 = mat4x4<f32>();
    var bias = vec4<f32>(0.0);
    var other_bias = vec4<f32>(0.0);
    // Four rows at a time form a matrix product; missing rows have factor 0.
    for (var row = first; row < end; row += 4u) {
        let counts = select(vec4<f32>(0.0), vec4<f32>(1.0), there_are(row, end));
        let places = four_rows(row, end);
        let share = gradient_quads(places * columns, own);
        let other_share = gradient_quads(places * columns, other);
        let a = by_number(x_quads(places * inner, this_k), counts);
        let b = by_number(x_quads(places * inner, next_k), counts);
        s0 += share * a;
        s1 += other_share * a;
        s2 += share * b;
        s3 += other_share * b;
        bias += share * counts;
        other_bias += other_share * counts;
    }
    let base = params.base / 4u + first / 64u * (params.inner + 1u) * columns;
    put_weights(s0, base, k, column, columns);
    put_weights(s1, base, k, column + 8u, columns);
    put_weights(s2, base, k + 1u, column, columns);
    put_weights(s3, base, k + 1u, column + 8u, columns);
    let behind = base + params.inner * columns;
    if k == 0u && column < columns {
        gradients[behind + column] = bias;
    }
    if k == 0u && column + 8u < columns {
        gradients[behind + column + 8u] = other_bias;
    }
}
