//! The folder of downloaded data sets on this computer.

use std::env;
use std::path::PathBuf;

/// The folder of the environment variable `SUBLEVEL_DATA`. Without it, `sublevel` in the cache folder of the operating system:
/// `$XDG_CACHE_HOME` or `~/.cache` on Linux, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows. It need not exist. `None`
/// for a user without a home.
pub fn folder() -> Option<PathBuf> {
    match env::var_os("SUBLEVEL_DATA") {
        Some(named) if !named.is_empty() => Some(named.into()),
        _ => Some(dirs::cache_dir()?.join("sublevel")),
    }
}
