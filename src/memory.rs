//! The allocator of the training module: it keeps freed blocks in lists by size class.
//!
//! A training step allocates hundreds of blocks of nearly the same sizes as the previous one; these come from the lists. New
//! sizes and large blocks come from the allocator of WebAssembly, which searches and merges free blocks.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: Memory = Memory::new();

/// Larger blocks and blocks with an unusual alignment are not kept.
const LARGEST: usize = 1 << 20;
const ALIGNMENT: usize = 16;
/// Size classes: from 16 to 32 bytes, from 32 to 64 and so on, four classes each.
const FIRST: u32 = 4;
const SIZES: usize = 4 * (LARGEST.ilog2() - FIRST) as usize;

/// For each size class the first free block; a free block contains a pointer to the next one.
struct Memory(UnsafeCell<[*mut u8; SIZES]>);

impl Memory {
    const fn new() -> Self {
        Self(UnsafeCell::new([null_mut(); SIZES]))
    }
}

// SAFETY: WebAssembly has one thread.
#[cfg(target_family = "wasm")]
unsafe impl Sync for Memory {}

/// The size class of a block, and the size of its blocks.
fn kept(layout: Layout) -> Option<(usize, Layout)> {
    if layout.size() > LARGEST || layout.align() > ALIGNMENT {
        return None;
    }
    let last = layout.size().max((1 << FIRST) + 1) - 1;
    let octave = last.ilog2();
    let quarter = last >> (octave - 2) & 3;
    let place = 4 * (octave - FIRST) as usize + quarter;
    let size = (quarter + 5) << (octave - 2);
    Some((place, Layout::from_size_align(size, ALIGNMENT).ok()?))
}

// SAFETY: a block has the requested size and alignment, and belongs to `System`, to the free list of its size class, or to the
// caller that allocated it.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises; free blocks begin with a pointer, and nothing else accesses the lists concurrently.
        unsafe {
            let Some((place, piece)) = kept(layout) else {
                return System.alloc(layout);
            };
            let free = &mut (*self.0.get())[place];
            if free.is_null() {
                return System.alloc(piece);
            }
            let first = *free;
            *free = first.cast::<*mut u8>().read();
            first
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises; a block has at least the size of a pointer, and nothing else accesses the lists
        // concurrently.
        unsafe {
            let Some((place, _)) = kept(layout) else {
                return System.dealloc(pointer, layout);
            };
            let free = &mut (*self.0.get())[place];
            pointer.cast::<*mut u8>().write(*free);
            *free = pointer;
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        unsafe {
            if kept(layout).is_none() {
                return System.alloc_zeroed(layout);
            }
            let pointer = self.alloc(layout);
            if !pointer.is_null() {
                pointer.write_bytes(0, layout.size());
            }
            pointer
        }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises; a block of the same size class has the requested size.
        unsafe {
            let new = Layout::from_size_align_unchecked(size, layout.align());
            match (kept(layout), kept(new)) {
                (None, None) => return System.realloc(pointer, layout, size),
                (Some((place, _)), Some((wanted, _))) if place == wanted => return pointer,
                _ => {}
            }
            let moved = self.alloc(new);
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(pointer, layout.size().min(size));
                self.dealloc(pointer, layout);
            }
            moved
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block filled with its own byte.
    struct Piece {
        start: *mut u8,
        layout: Layout,
        fill: u8,
    }

    fn taken(memory: &Memory, size: usize, fill: u8) -> Piece {
        let layout = Layout::from_size_align(size, 8).unwrap();
        // SAFETY: the size is not 0, and the whole block is initialized.
        let start = unsafe {
            let start = memory.alloc(layout);
            start.write_bytes(fill, size);
            start
        };
        assert!(start.is_aligned() && start.addr().is_multiple_of(8));
        Piece {
            start,
            layout,
            fill,
        }
    }

    fn given_back(memory: &Memory, piece: &Piece) {
        // SAFETY: the block comes from this allocator, and no other call frees it.
        unsafe {
            let bytes = std::slice::from_raw_parts(piece.start, piece.layout.size());
            assert!(bytes.iter().all(|&byte| byte == piece.fill));
            memory.dealloc(piece.start, piece.layout);
        }
    }

    #[test]
    fn blocks_of_every_size_are_disjoint() {
        let memory = Memory::new();
        for _ in 0..2 {
            let sizes =
                (1..=70).chain((5..22).flat_map(|power| [-1, 0, 1].map(|by| (1 << power) + by)));
            let pieces: Vec<Piece> = sizes
                .zip((0..=u8::MAX).cycle())
                .map(|(size, fill)| taken(&memory, size as usize, fill))
                .collect();
            for piece in &pieces {
                given_back(&memory, piece);
            }
        }
    }

    #[test]
    fn freed_blocks_serve_allocations_of_nearly_the_same_size() {
        let memory = Memory::new();
        let piece = taken(&memory, 100_000, 1);
        given_back(&memory, &piece);
        // SAFETY: the size is not 0; each block is freed once.
        unsafe {
            let layout = Layout::from_size_align(110_000, 8).unwrap();
            let again = memory.alloc_zeroed(layout);
            assert_eq!(again, piece.start);
            let bytes = std::slice::from_raw_parts(again, 110_000);
            assert!(bytes.iter().all(|&byte| byte == 0));
            memory.dealloc(again, layout);
        }
    }

    #[test]
    fn reallocation_preserves_contents() {
        let memory = Memory::new();
        let mut piece = taken(&memory, 3, 7);
        for size in [20, 21, 4000, 2_000_000, 3_000_000, 50] {
            let held = piece.layout.size().min(size);
            // SAFETY: the block was allocated here with this layout, and is not used after the call.
            unsafe {
                piece.start = memory.realloc(piece.start, piece.layout, size);
                let bytes = std::slice::from_raw_parts(piece.start, held);
                assert!(bytes.iter().all(|&byte| byte == 7), "{size}");
                piece.start.write_bytes(7, size);
            }
            piece.layout = Layout::from_size_align(size, 8).unwrap();
        }
        given_back(&memory, &piece);
    }
}
