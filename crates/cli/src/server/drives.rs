//! A small thread pool for file access that can block.
//!
//! A folder can be on a sleeping drive or on a computer that is offline. Reading it blocks a thread that cannot be cancelled. The
//! server therefore reads the user's folders on separate threads. If they block, it still serves the page, and a request fails
//! after [`TIMEOUT`] with an explanation.

use std::fs::File;
use std::future::{Future, poll_fn};
use std::io;
use std::path::Path;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, SystemTime};

use axum::body::{Body, HttpBody};
use http_body::{Frame, SizeHint};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;
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
    limit: Duration,
}

impl Drives {
    pub fn new() -> io::Result<Self> {
        Self::with(MAX_THREADS, TIMEOUT)
    }

    fn with(threads: usize, limit: Duration) -> io::Result<Self> {
        let mut runtime = Builder::new_current_thread();
        let runtime = runtime.max_blocking_threads(threads).build()?;
        Ok(Self {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
            limit,
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
        match timeout(self.limit, task).await {
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
        timeout(self.limit, on_threads)
            .await
            .map_err(|_| too_slow())
    }

    /// A response body that these threads read from the watched file. If the file changes, the response stops early: its end would
    /// not belong to its beginning.
    pub fn body(&self, body: Body, watched: Watched) -> Body {
        Body::new(OnThreads {
            handle: self.handle.clone(),
            body,
            watched: Some(Arc::new(watched)),
            checked: None,
        })
    }

    /// A response body that these threads read from a file that can grow.
    pub fn growing_body(&self, body: Body) -> Body {
        Body::new(OnThreads {
            handle: self.handle.clone(),
            body,
            watched: None,
            checked: None,
        })
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

/// An open file with its state at the time of opening.
#[derive(Debug)]
pub struct Watched {
    file: File,
    size: u64,
    modified: Option<SystemTime>,
}

impl Watched {
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        Ok(Self {
            file,
            size: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    fn is_unchanged(&self) -> bool {
        let metadata = self.file.metadata();
        metadata.is_ok_and(|now| (now.len(), now.modified().ok()) == (self.size, self.modified))
    }
}

/// A part of a body, and the check of its file after reading.
type Checked = (Frame<<Body as HttpBody>::Data>, JoinHandle<bool>);

struct OnThreads {
    handle: Handle,
    body: Body,
    /// The file that must not change; none: it can grow.
    watched: Option<Arc<Watched>>,
    checked: Option<Checked>,
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
        if self.checked.is_none() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => {
                    let Some(watched) = self.watched.clone() else {
                        return Poll::Ready(Some(Ok(frame)));
                    };
                    let check = handle.spawn_blocking(move || watched.is_unchanged());
                    self.checked = Some((frame, check));
                }
                other => return Poll::Ready(other),
            }
        }
        let Some((frame, mut check)) = self.checked.take() else {
            return Poll::Ready(None);
        };
        match Pin::new(&mut check).poll(context) {
            Poll::Pending => {
                self.checked = Some((frame, check));
                Poll::Pending
            }
            Poll::Ready(Ok(true)) => Poll::Ready(Some(Ok(frame))),
            Poll::Ready(_) => {
                let changed = io::Error::other("the file changed during the transfer");
                Poll::Ready(Some(Err(axum::Error::new(changed))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.checked.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        // The size of the whole response, which is known before its first part.
        match self.checked {
            None => self.body.size_hint(),
            Some(_) => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn drives_that_hang_block_no_other_threads() {
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
