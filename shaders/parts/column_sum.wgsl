// Sum over the 16 lanes of a workgroup that share a column, in a fixed order.

var<workgroup> sums: array<f32, 256>;

// Every lane of the workgroup must call this.
fn column_sum(lane: u32, value: f32) -> f32 {
    sums[lane] = value;
    workgroupBarrier();
    for (var step = 128u; step >= 16u; step = step >> 1u) {
        if lane < step {
            sums[lane] += sums[lane + step];
        }
        workgroupBarrier();
    }
    let total = sums[lane % 16u];
    workgroupBarrier();
    return total;
}
