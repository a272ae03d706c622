//! A small thread pool for file access that can block.
//!
//! A folder can be on a sleeping drive or on a computer that is offline. Reading it blocks a thread that cannot be cancelled. The
//! server therefore reads the user's folders on separate threads. If they block, it still serves the page, and a request fails
//! after [`TIMEOUT`] with an explanation.

use std::fs::{File, Metadata};
use std::future::{Ready, ready as at_once};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tower_http::services::ServeDir;
use tower_http::services::fs::{self, Backend};

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
                Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the drive does not respond: it may be asleep, or its computer offline",
                ))
            }
        }
    }

    /// The response to a request for an opened file, or for a part of it.
    ///
    /// # Errors
    /// If the drive does not respond.
    pub async fn send(&self, file: File, change: Change, request: Request) -> io::Result<Response> {
        let open = move || {
            let metadata = file.metadata()?;
            io::Result::Ok(Opened {
                file,
                metadata,
                change,
            })
        };
        let source = Source {
            opened: Arc::new(self.ask(open).await.flatten()?),
            handle: self.handle.clone(),
        };
        let response = ServeDir::with_backend("", source).try_call(request).await?;
        Ok(response.map(Body::new))
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

/// What the change of a file during its transfer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Its end would not belong to its beginning, so the transfer stops.
    Error,
    /// It grows, and its beginning stays the same.
    Growth,
}

/// An open file with its state at the time of opening.
#[derive(Debug)]
struct Opened {
    file: File,
    metadata: Metadata,
    change: Change,
}

impl Opened {
    fn read(&self, position: u64, count: usize) -> io::Result<Vec<u8>> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(position))?;
        let mut bytes = vec![0; count];
        let count = file.read(&mut bytes)?;
        bytes.truncate(count);
        let state = |metadata: &Metadata| (metadata.len(), metadata.modified().ok());
        if self.change == Change::Error && state(&file.metadata()?) != state(&self.metadata) {
            return Err(io::Error::other("the file changed during the transfer"));
        }
        Ok(bytes)
    }
}

/// Answers every path with one opened file, so that the file that was checked is the one that is sent.
#[derive(Clone)]
struct Source {
    opened: Arc<Opened>,
    handle: Handle,
}

impl Backend for Source {
    type File = Reader;
    type Metadata = Metadata;
    type OpenFuture = Ready<io::Result<Reader>>;
    type MetadataFuture = Ready<io::Result<Metadata>>;

    fn open(&self, _: PathBuf) -> Self::OpenFuture {
        at_once(Ok(Reader {
            source: self.clone(),
            position: 0,
            reading: None,
        }))
    }

    fn metadata(&self, _: PathBuf) -> Self::MetadataFuture {
        at_once(Ok(self.opened.metadata.clone()))
    }
}

/// Reads an opened file on the threads, up to the length that it had when it was opened.
struct Reader {
    source: Source,
    position: u64,
    reading: Option<JoinHandle<io::Result<Vec<u8>>>>,
}

impl fs::File for Reader {
    type Metadata = Metadata;
    type MetadataFuture<'a> = Ready<io::Result<Metadata>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        self.source.metadata(PathBuf::new())
    }
}

impl AsyncRead for Reader {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Source { opened, handle } = self.source.clone();
        let position = self.position;
        let left = opened.metadata.len().saturating_sub(position);
        let count = usize::try_from(left).unwrap_or(usize::MAX);
        let count = count.min(buffer.remaining());
        if count == 0 {
            return Poll::Ready(Ok(()));
        }
        let reading = self
            .reading
            .get_or_insert_with(|| handle.spawn_blocking(move || opened.read(position, count)));
        let read = ready!(Pin::new(reading).poll(context));
        self.reading = None;
        let bytes = read.map_err(io::Error::other).flatten()?;
        let bytes = &bytes[..count.min(bytes.len())];
        buffer.put_slice(bytes);
        self.position += bytes.len() as u64;
        Poll::Ready(Ok(()))
    }
}

impl AsyncSeek for Reader {
    fn start_seek(mut self: Pin<&mut Self>, to: SeekFrom) -> io::Result<()> {
        // Ranges are counted from the beginning.
        let SeekFrom::Start(position) = to else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        self.position = position;
        Ok(())
    }

    fn poll_complete(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Poll::Ready(Ok(self.position))
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
