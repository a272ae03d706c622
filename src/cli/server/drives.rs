//! Threads that wait for drives: few, of their own, and none for ever.
//!
//! A folder may lie on a drive that sleeps, or on one of another computer that is gone. Reading it then takes a thread that cannot
//! be called back. So what is read from the folders of the user has its own threads: however many of them hang, the page itself is
//! served, and a question is answered after [`PATIENCE`] with what is wrong.

use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use http_body::Frame;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::timeout;

/// Threads that may wait for drives.
const MAX_THREADS: usize = 8;
/// How long a drive may take to answer: one that sleeps needs some seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// The threads that read what the user's folders hold.
pub struct Drives {
    /// Only its threads are used. There until it is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
    patience: Duration,
}

impl Drives {
    pub fn new() -> io::Result<Self> {
        Self::with(MAX_THREADS, PATIENCE)
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

    /// Does something that reads from drives, on one of the threads.
    ///
    /// # Errors
    /// If it takes too long, or panics.
    pub async fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<T> {
        let task = self.handle.spawn_blocking(read);
        let waiting = task.abort_handle();
        match timeout(self.patience, task).await {
            Ok(done) => done.map_err(io::Error::other),
            Err(_) => {
                // What has not begun never does.
                waiting.abort();
                Err(too_slow())
            }
        }
    }

    /// Waits for something that opens files, on these threads.
    ///
    /// # Errors
    /// If it takes too long.
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

    /// A body whose bytes are read on these threads.
    pub fn body(&self, body: Body) -> Body {
        let handle = self.handle.clone();
        Body::new(OnThreads { handle, body })
    }
}

impl Drop for Drives {
    fn drop(&mut self) {
        // A thread that hangs is not waited for.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn too_slow() -> io::Error {
    io::Error::new(
        io::ErrorKind::TimedOut,
        "the drive does not answer: is it asleep, or its computer gone?",
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
            // Who serves has threads of its own.
            assert_eq!(tokio::task::spawn_blocking(|| 7).await.unwrap(), 7);
            // The drive is there again: only what had begun was left to do.
            drop(hung);
            assert_eq!(drives.ask(|| 8).await.unwrap(), 8);
        });
        // A server that ends does not wait either.
        let (_hung, hang) = channel::<()>();
        drives.handle.spawn_blocking(move || hang.recv().is_ok());
        drop(drives);
    }
}
