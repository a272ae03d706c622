//! The program `sublevel`: its memory and its environment. The commands are in the library beside it, which tests can build with
//! other features.

use std::process::ExitCode;

/// Training allocates and frees tensors of the same sizes in every step; this allocator keeps the memory.
#[cfg(feature = "training")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Keeps freed memory: otherwise it would be mapped and cleared again in the next training step.
#[cfg(feature = "training")]
fn keep_memory() {
    /// `mi_option_purge_delay`: milliseconds until freed memory is returned to the system.
    const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

    // SAFETY: the option affects only the time of returning memory, and callers may set it at any time.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, -1) };
}

/// Without a session folder, the Vulkan driver's window library reports an error on stderr, although no window is opened.
#[cfg(all(feature = "gpu", unix))]
fn quiet_window_library() {
    const NAME: &str = "XDG_RUNTIME_DIR";

    if std::env::var_os(NAME).is_none() {
        // SAFETY: the program has no other thread yet.
        unsafe { std::env::set_var(NAME, std::env::temp_dir()) };
    }
}

fn main() -> ExitCode {
    #[cfg(all(feature = "gpu", unix))]
    quiet_window_library();
    #[cfg(feature = "training")]
    keep_memory();
    sublevel_cli::main()
}
