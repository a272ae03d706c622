// Reduction of the boundary matrix of one graph with one word per column, and read-out of the result.
//
// By ranks in the order of entry, the column of an edge has two entries, its ends, and enters with the younger one: its level.
// Additions preserve this form, so a column is one word, `level << 16 | elder entry`, stored at its youngest entry, its pivot.
// Of two columns with the same pivot an atomic minimum keeps the smaller; the lane continues with their sum, whose pivot is
// older. A lane therefore finishes after fewer steps than there are vertices. The level of each pivot does not depend on the
// order of the lanes; the low halves of the words do, and are not part of the result. The CPU reference is
// crates/topology/src/homology/word_reduction.rs.
//
// The including shader defines the access to the tables:
// - claim(direction, pivot, word) -> u32: atomic minimum of the word at that pivot; returns the previous word
// - elder_entry(direction, entry, level) -> u32: the entry, or an older one that replaces it by a settled column of at most
//   this level
// - vertex_of(rank) -> u32: the vertex of the graph with that rank in sublevel order

const LOW: u32 = 0xffffu;

// First vertex of the graph in the batch, and the last rank.
var<private> first: u32;
var<private> last: u32;

struct Column {
    direction: u32,
    level: u32,
    elder: u32,
    pivot: u32,
}

// Ranks in sublevel order to ranks in the direction, and back.
fn in_direction(direction: u32, rank: u32) -> u32 {
    return select(rank, last - rank, direction == 1u);
}

// The column of the edge between the vertices with these ranks in sublevel order.
fn column_of(direction: u32, rank_a: u32, rank_b: u32) -> Column {
    let a = in_direction(direction, rank_a);
    let b = in_direction(direction, rank_b);
    return Column(direction, max(a, b), min(a, b), max(a, b));
}

// Whether the column is zero: its edge closes a loop.
fn is_loop(column: Column) -> bool {
    return column.pivot == column.elder;
}

// The vertex with whose entry that loop closes.
fn closing_vertex(column: Column) -> u32 {
    return vertex_of(in_direction(column.direction, column.level));
}

// One step. Returns whether the column, or the last one that it displaced, has settled at its pivot.
fn settles(column: ptr<function, Column>) -> bool {
    let direction = (*column).direction;
    let old = claim(direction, (*column).pivot, ((*column).level << 16u) | (*column).elder);
    if old == NONE {
        return true;
    }
    let level = max((*column).level, old >> 16u);
    let a = elder_entry(direction, (*column).elder, level);
    let b = elder_entry(direction, old & LOW, level);
    *column = Column(direction, level, min(a, b), max(a, b));
    return false;
}

// The death vertex of a component in the batch, from the word at the pivot of its birth.
fn end_of(direction: u32, word: u32) -> u32 {
    if word == NONE {
        return NONE;
    }
    return first + vertex_of(in_direction(direction, word >> 16u));
}
