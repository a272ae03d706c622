// Reduction of the boundary matrix of one graph, one word per column, and reading the result off.
//
// Seen in arrival order, an edge's column has two entries, the ranks of its ends, and enters at the
// younger one: its level. Adding columns keeps that shape, so a column is one word,
// `level << 16 | elder entry`, kept at its youngest entry, its pivot. Of two columns with one pivot
// an atomic minimum keeps the smaller, and the lane that lost or displaced the other goes on with
// their sum, whose pivot is older: a lane is through after fewer steps than there are vertices.
// Which pivot gets which level does not depend on the order of the lanes; the low halves of the
// words do, and are not read out. The twin on the CPU is src/homology/word_reduction.rs.
//
// The shader around it says where the tables are:
//   claim(direction, pivot, word) -> u32      atomic minimum with the word at that pivot; the word before
//   elder_entry(direction, entry, level) -> u32   the entry, or an older one that a settled column of at most
//                                             this level puts in its place
//   vertex_of(rank) -> u32                    the graph's own vertex of that rank, going up

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

// Ranks going up become ranks in the direction, and back.
fn in_direction(direction: u32, rank: u32) -> u32 {
    return select(rank, last - rank, direction == 1u);
}

// The column of the edge between the vertices of two ranks, going up.
fn column_of(direction: u32, rank_a: u32, rank_b: u32) -> Column {
    let a = in_direction(direction, rank_a);
    let b = in_direction(direction, rank_b);
    return Column(direction, max(a, b), min(a, b), max(a, b));
}

// The column is zero: its edge closed a loop.
fn is_loop(column: Column) -> bool {
    return column.pivot == column.elder;
}

// The vertex with whose arrival that loop closes.
fn closing_vertex(column: Column) -> u32 {
    return vertex_of(in_direction(column.direction, column.level));
}

// One step. True: the column, or the one it displaced last, has found its pivot.
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

// The vertex of the batch that ends a component, from the word at the pivot where it was born.
fn end_of(direction: u32, word: u32) -> u32 {
    if word == NONE {
        return NONE;
    }
    return first + vertex_of(in_direction(direction, word >> 16u));
}
