// Fixed features of the colour classes before the first layer: degree and label as one-hot rows, the attributes, and zero
// padding; or ones if there are none. One lane per column, one workgroup per four rows.
// With parts/step.wgsl.

struct Params {
    // Numbers in a row.
    @size(8) columns: u32,
    // Columns of degrees, labels and attributes.
    @size(8) degrees: u32,
    @size(8) labels: u32,
    @size(8) attributes: u32,
    // Length of a row of attributes in `batch`.
    @size(8) stride: u32,
    // Indices in `batch`: the degree of each class, its label, its attributes.
    @size(8) degree_rows: u32,
    @size(8) label_rows: u32,
    @size(8) attribute_rows: u32,
}

@group(0) @binding(0) var<storage, read> batch: array<u32>;
@group(0) @binding(1) var<storage, read_write> features: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

fn feature(row: u32, column: u32) -> f32 {
    let labels = params.degrees + params.labels;
    if column < params.degrees {
        return select(0.0, 1.0, batch[params.degree_rows + row] == column);
    }
    if column < labels {
        return select(0.0, 1.0, batch[params.label_rows + row] == column - params.degrees);
    }
    if column < labels + params.attributes {
        return bitcast<f32>(batch[params.attribute_rows + row * params.stride + column - labels]);
    }
    return select(0.0, 1.0, labels + params.attributes == 0u);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let first = workgroup.x * 4u;
    let column = workgroup.y * 64u + lane;
    if column >= params.columns {
        return;
    }
    for (var row = first; row < min(first + 4u, batch[ROWS]); row += 1u) {
        features[row * params.columns + column] = feature(row, column);
    }
}
