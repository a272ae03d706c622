//! Limits of a reader: a file that takes too much time or memory ends the test and is left on the disk.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, process};

/// Maximum number of bytes for one file.
const MAX_MEMORY: usize = 1 << 30;
/// Maximum time for one file: processor time of the process if it is known, since the computer can be busy.
const MAX_TIME: Duration = Duration::from_secs(10);

/// Time that the process has used: processor time on Linux, otherwise the time of the clock.
fn time_used() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let Ok(stat) = fs::read_to_string("/proc/self/stat") else {
        return START.elapsed();
    };
    // User and system time in ticks of 10 ms, after the name in parentheses.
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let fields = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.map(|field| field.parse::<u64>().unwrap()).sum();
    Duration::from_millis(10 * ticks)
}

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Bytes in use before the current file; the maximum without a file, so that there is no limit.
static BEFORE: AtomicUsize = AtomicUsize::new(usize::MAX);
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// The system's allocator with counters.
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
                // The watching thread reports the error and ends the test. This thread must neither return nor fail.
                thread::sleep(MAX_TIME);
            }
        }
        PEAK.fetch_max(in_use, Relaxed);
        // SAFETY: the caller meets the requirements of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer is one that the system's allocator returned for this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The current file: the path for a copy, its bytes, and the time used before it.
type Current = Option<(PathBuf, Vec<u8>, Duration)>;

static CURRENT: Mutex<Current> = Mutex::new(None);
/// The tests of this binary run one at a time: the counters are those of the process.
static TURN: Mutex<()> = Mutex::new(());

/// Watches the reading of files until it is dropped.
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

    /// Starts a file, which is written to `path` if it exceeds a limit. Dropping the value ends it.
    pub fn watch(&self, path: &Path, bytes: &[u8]) -> Watched<'_> {
        let file = (path.to_owned(), bytes.to_vec(), time_used());
        *CURRENT.lock().unwrap() = Some(file);
        let before = IN_USE.load(Relaxed);
        PEAK.store(before, Relaxed);
        BEFORE.store(before, Relaxed);
        Watched(self)
    }

    /// Maximum number of bytes for a file since the last call.
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

/// Watches the current file, on a separate thread.
fn watch() {
    loop {
        thread::sleep(Duration::from_millis(50));
        let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((path, bytes, since)) = &*current else {
            continue;
        };
        let is_over = IS_OVER.load(Relaxed);
        if is_over || time_used().saturating_sub(*since) > MAX_TIME {
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
