//! Ctrl-C and termination: a command finishes its work in order, and the program exits with the code of the signal.

use std::io;
use std::sync::atomic::{AtomicI32, Ordering};

/// The number of the received signal; 0 before any.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// The exit code by shell convention: 130 after Ctrl-C, 143 after a termination. None before any signal.
pub fn exit_code() -> Option<u8> {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(128 + signal as u8),
    }
}

/// Ends the program with the code of the signal.
pub fn exit() -> ! {
    std::process::exit(exit_code().unwrap_or(1).into())
}

/// Calls `stop` on a separate thread for every signal that stops the program: Ctrl-C, a termination, a closed terminal. A signal
/// that the caller of the program ignores, for example with `nohup`, stays ignored. Call it once.
///
/// # Errors
/// If the program cannot receive the signals.
#[cfg(unix)]
pub fn on_signal(mut stop: impl FnMut() + Send + 'static) -> io::Result<()> {
    use std::io::{PipeWriter, Read, Write};
    use std::sync::OnceLock;

    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

    static WRITER: OnceLock<PipeWriter> = OnceLock::new();

    /// Only stores a number and writes a byte, which a signal handler may do.
    extern "C" fn receive(signal: i32) {
        SIGNAL.store(signal, Ordering::Relaxed);
        if let Some(mut writer) = WRITER.get() {
            let _ = writer.write(&[0]);
        }
    }

    let (mut reader, writer) = io::pipe()?;
    WRITER
        .set(writer)
        .map_err(|_| io::Error::other("signals are received already"))?;
    let action = |handler| SigAction::new(handler, SaFlags::SA_RESTART, SigSet::empty());
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        // SAFETY: the handler calls only functions that are safe in a signal handler.
        let before = unsafe { sigaction(signal, &action(SigHandler::Handler(receive))) }?;
        if matches!(before.handler(), SigHandler::SigIgn) {
            // SAFETY: this restores the previous action.
            unsafe { sigaction(signal, &before) }?;
        }
    }
    std::thread::spawn(move || {
        while reader.read_exact(&mut [0]).is_ok() {
            stop();
        }
    });
    Ok(())
}

/// Calls `stop` on Ctrl-C.
///
/// # Errors
/// If the signal cannot be received.
#[cfg(not(unix))]
pub fn on_signal(mut stop: impl FnMut() + Send + 'static) -> io::Result<()> {
    const INTERRUPT: i32 = 2;

    ctrlc::set_handler(move || {
        SIGNAL.store(INTERRUPT, Ordering::Relaxed);
        stop();
    })
    .map_err(io::Error::other)
}
