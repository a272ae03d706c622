// Bitonic sort in workgroup memory of CAP vertices, `order`, by their keys, `words`.

// Every lane of the workgroup must call this, after a barrier. The loop bounds are constant: browsers reject barriers in loops
// whose length depends on a buffer.
fn sort_tile(lane: u32) {
    for (var run = 2u; run <= CAP; run = run << 1u) {
        for (var stride = run >> 1u; stride > 0u; stride = stride >> 1u) {
            for (var pair = lane; pair < CAP / 2u; pair += WG) {
                let a = 2u * pair - (pair & (stride - 1u));
                let b = a + stride;
                let key_a = atomicLoad(&words[a]);
                let key_b = atomicLoad(&words[b]);
                let vertex_a = atomicLoad(&order[a]);
                let vertex_b = atomicLoad(&order[b]);
                if arrives_before(key_b, vertex_b, key_a, vertex_a) == ((a & run) == 0u) {
                    atomicStore(&words[a], key_b);
                    atomicStore(&words[b], key_a);
                    atomicStore(&order[a], vertex_b);
                    atomicStore(&order[b], vertex_a);
                }
            }
            workgroupBarrier();
        }
    }
}
