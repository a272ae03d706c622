//! The command-line program: builds and serves the page, and does what the page does without a browser.

mod cli;

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

/// Training allocates and frees tensors of the same sizes over and over; this keeps the memory at hand.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// `mi_option_purge_delay`: milliseconds until freed memory is handed back to the system.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

fn main() -> ExitCode {
    // Handed back, it would be mapped and cleared anew for the next step of training.
    // SAFETY: the option only changes when memory is handed back, and may be set at any time.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, -1) };
    match cli::run(cli::CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}
