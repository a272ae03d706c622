//! Limits that a reader has to keep: a file that takes too long or too much memory ends the test, and is left on the disk.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, process};

/// Bytes that reading one file may take.
const MAX_MEMORY: usize = 1 << 30;
/// Time that it may take.
const MAX_TIME: Duration = Duration::from_secs(10);

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// What was in use before the file that is read; without one there is no limit.
static BEFORE: AtomicUsize = AtomicUsize::new(usize::MAX);
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// The system's allocator, which counts.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: the system's allocator does all the work; counting changes neither layouts nor pointers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        if in_use.saturating_sub(BEFORE.load(Relaxed)) > MAX_MEMORY {
            IS_OVER.store(true, Relaxed);
            loop {
                // The watching thread says so and ends the test. This one must not go on, and cannot fail.
                thread::sleep(MAX_TIME);
            }
        }
        PEAK.fetch_max(in_use, Relaxed);
        // SAFETY: the caller keeps what `alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer is one that the system's allocator gave for this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The file that is read now: where it is left if it has to be, its bytes, and since when.
type Current = Option<(PathBuf, Vec<u8>, Instant)>;

static CURRENT: Mutex<Current> = Mutex::new(None);
/// Tests of this program take turns: memory is counted for all of them together.
static TURN: Mutex<()> = Mutex::new(());

/// Watches files being read, until it is dropped.
pub struct Guard {
    most: AtomicUsize,
    _turn: MutexGuard<'static, ()>,
}

impl Guard {
    pub fn new() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        thread::spawn(watch);
        Self {
            most: AtomicUsize::new(0),
            _turn: turn,
        }
    }

    /// Begins with a file, which is left at `path` where it is too much; the value ends with it.
    pub fn watch(&self, path: &Path, bytes: &[u8]) -> Watched<'_> {
        let file = (path.to_owned(), bytes.to_vec(), Instant::now());
        *CURRENT.lock().unwrap() = Some(file);
        let before = IN_USE.load(Relaxed);
        PEAK.store(before, Relaxed);
        BEFORE.store(before, Relaxed);
        Watched(self)
    }

    /// Bytes that the most greedy file took since this was asked last.
    pub fn take_most_memory(&self) -> usize {
        self.most.swap(0, Relaxed)
    }
}

/// A file that is being read.
pub struct Watched<'a>(&'a Guard);

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        let before = BEFORE.swap(usize::MAX, Relaxed);
        let taken = PEAK.load(Relaxed).saturating_sub(before);
        self.0.most.fetch_max(taken, Relaxed);
        *CURRENT.lock().unwrap() = None;
    }
}

/// Looks after the file that is read, from a thread of its own.
fn watch() {
    loop {
        thread::sleep(Duration::from_millis(50));
        let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((path, bytes, since)) = &*current else {
            continue;
        };
        let is_over = IS_OVER.load(Relaxed);
        if is_over || since.elapsed() > MAX_TIME {
            BEFORE.store(usize::MAX, Relaxed);
            let _ = path.parent().map(fs::create_dir_all);
            let _ = fs::write(path, bytes);
            let what = if is_over {
                "more than a gigabyte"
            } else {
                "more than ten seconds"
            };
            eprintln!("{} takes {what}", path.display());
            process::abort();
        }
    }
}
