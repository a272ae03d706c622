//! A small thread pool for file access that can block.
//!
//! A folder can be on a sleeping drive or on a computer that is offline. Reading it blocks a thread that cannot be cancelled. The user's
//! folders are therefore read on separate threads: if they block, the page is still served, and a request fails after [`TIMEOUT`] with
//! an explanation.

use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use http_body::Frame;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::timeout;

/// Number of threads.
const MAX_THREADS: usize = 8;
/// Timeout for a drive: a sleeping one needs some seconds.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The threads that read the user's folders.
pub struct Drives {
    /// Provides the threads until it is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
    patience: Duration,
}

impl Drives {
    pub fn new() -> io::Result<Self> {
        Self::with(MAX_THREADS, TIMEOUT)
    }

    fn with(threads: usize, patience: Duration) -> io::Result<Self> {
        let mut runtime = Builder::new_current_thread();
        let runtime = runtime.max_blocking_threads(threads).build()?;
        Ok(Self {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
            patience,
        })
    }

    /// Runs a blocking read on one of the threads.
    ///
    /// # Errors
    /// If the read times out or panics.
    pub async fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<T> {
        let task = self.handle.spawn_blocking(read);
        let waiting = task.abort_handle();
        match timeout(self.patience, task).await {
            Ok(done) => done.map_err(io::Error::other),
            Err(_) => {
                // A task that has not started is cancelled.
                waiting.abort();
                Err(too_slow())
            }
        }
    }

    /// Awaits a future that opens files on these threads.
    ///
    /// # Errors
    /// If it times out.
    pub async fn within<T>(&self, opening: impl Future<Output = T>) -> io::Result<T> {
        let mut opening = pin!(opening);
        let on_threads = poll_fn(|context| {
            let _entered = self.handle.enter();
            opening.as_mut().poll(context)
        });
        timeout(self.patience, on_threads)
            .await
            .map_err(|_| too_slow())
    }

    /// A response body that is read on these threads.
    pub fn body(&self, body: Body) -> Body {
        let handle = self.handle.clone();
        Body::new(OnThreads { handle, body })
    }
}

impl Drop for Drives {
    fn drop(&mut self) {
        // Does not wait for blocked threads.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn too_slow() -> io::Error {
    io::Error::new(
        io::ErrorKind::TimedOut,
        "the drive does not respond: it may be asleep, or its computer offline",
    )
}

struct OnThreads {
    handle: Handle,
    body: Body,
}

impl HttpBody for OnThreads {
    type Data = <Body as HttpBody>::Data;
    type Error = <Body as HttpBody>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let handle = self.handle.clone();
        let _entered = handle.enter();
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn drives_that_hang_take_no_more_than_their_threads() {
        let drives = Drives::with(2, Duration::from_millis(50)).unwrap();
        let server = Builder::new_current_thread().enable_time().build().unwrap();
        let (hung, hang) = channel::<()>();
        let hang = std::sync::Arc::new(std::sync::Mutex::new(hang));
        server.block_on(async {
            for _ in 0..50 {
                let hang = hang.clone();
                let asked = drives
                    .ask(move || hang.lock().unwrap().recv().is_err())
                    .await;
                assert_eq!(asked.unwrap_err().kind(), io::ErrorKind::TimedOut);
            }
            // The server has separate threads.
            assert_eq!(tokio::task::spawn_blocking(|| 7).await.unwrap(), 7);
            // The drive responds again: only started tasks remained.
            drop(hung);
            assert_eq!(drives.ask(|| 8).await.unwrap(), 8);
        });
        // A server that shuts down does not wait either.
        let (_hung, hang) = channel::<()>();
        drives.handle.spawn_blocking(move || hang.recv().is_ok());
        drop(drives);
    }
}
