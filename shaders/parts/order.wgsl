// The order in which vertices enter: by canonical key, then by vertex. The CPU reference is crates/topology/src/homology/order.rs.

// “No vertex”; also the largest key.
const NONE: u32 = 0xffffffffu;

// From the raw bits of a filter value. Keys have the order of the values; -0 equals +0, and every NaN comes last.
fn canonical_key(bits: u32) -> u32 {
    if (bits & 0x7fffffffu) > 0x7f800000u {
        return NONE;
    }
    if bits == 0x80000000u {
        return 0x80000000u;
    }
    return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

fn arrives_before(key_a: u32, vertex_a: u32, key_b: u32, vertex_b: u32) -> bool {
    return key_a < key_b || (key_a == key_b && vertex_a < vertex_b);
}
