//! Run logs over HTTP: their files, and events when they grow.

use std::convert::Infallible;
use std::fs;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep};
use tower_http::services::ServeFile;

use super::data::{DataSets, unreadable};

/// Maximum number of pages that watch run logs at the same time.
const MAX_WATCHERS: usize = 16;
/// Interval between two looks at a run log.
const PERIOD: Duration = Duration::from_millis(500);
/// Time without growth after which the server sends a comment, so that a lost page is noticed.
const HEARTBEAT: Duration = Duration::from_secs(5);

const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");

/// The permits of the watching pages.
pub fn watchers() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(MAX_WATCHERS))
}

fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "No such run log.\n").into_response()
}

/// `run/INDEX/FILE`, with `Range` requests for a part. The file may grow during the transfer: its beginning stays the same.
pub async fn file(
    State(data_sets): State<Arc<DataSets>>,
    place: Result<Path<(usize, String)>, PathRejection>,
    request: Request,
) -> Response {
    let Ok(Path((index, file))) = place else {
        return nothing();
    };
    let (logs, name) = (data_sets.run_logs.clone(), file.clone());
    match data_sets.drives.ask(move || logs.file(index, &name)).await {
        Ok(Some(path)) => {
            let drives = &data_sets.drives;
            let opened = drives.within(ServeFile::new(path).try_call(request)).await;
            let opened = opened.flatten();
            let response =
                opened.map(|response| response.map(|body| drives.growing_body(Body::new(body))));
            response.unwrap_or_else(|error| unreadable(&file, &error))
        }
        Ok(None) => nothing(),
        Err(error) => unreadable(&file, &error),
    }
}

/// `run/INDEX/events`: a server-sent event with the length of the index now and after each growth.
pub async fn events(
    State(data_sets): State<Arc<DataSets>>,
    place: Result<Path<usize>, PathRejection>,
) -> Response {
    let Ok(Path(index)) = place else {
        return nothing();
    };
    let Ok(permit) = data_sets.watchers.clone().try_acquire_owned() else {
        let text = "Too many pages watch run logs: close one of them.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let logs = data_sets.run_logs.clone();
    match data_sets.drives.ask(move || logs.index_of(index)).await {
        Ok(Some(path)) => {
            let events = Events {
                next: Box::pin(next(data_sets, path, None)),
                _permit: permit,
            };
            ([(CONTENT_TYPE, EVENTS)], Body::new(events)).into_response()
        }
        Ok(None) => nothing(),
        Err(error) => unreadable("The run log", &error),
    }
}

/// A text for the page, and the state for the next one.
type Told = (Bytes, Arc<DataSets>, PathBuf, Option<u64>);

/// Waits for the next text.
async fn next(data_sets: Arc<DataSets>, path: PathBuf, known: Option<u64>) -> Told {
    let begun = Instant::now();
    loop {
        if known.is_some() {
            sleep(PERIOD).await;
        }
        let own = path.clone();
        let length = data_sets.drives.ask(move || fs::metadata(own)).await;
        if let Ok(Ok(metadata)) = length
            && known != Some(metadata.len())
        {
            let length = metadata.len();
            let text = format!("data: {length}\n\n").into();
            return (text, data_sets, path, Some(length));
        }
        // A drive that does not respond, or a removed folder, is like a log that does not grow.
        if begun.elapsed() >= HEARTBEAT {
            let text = Bytes::from_static(b": no growth\n\n");
            return (text, data_sets, path, known.or(Some(0)));
        }
        if known.is_none() {
            sleep(PERIOD).await;
        }
    }
}

/// The body of an endless response.
struct Events {
    next: Pin<Box<dyn Future<Output = Told> + Send>>,
    /// Freed with the connection.
    _permit: OwnedSemaphorePermit,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let (text, data_sets, path, known) = ready!(self.next.as_mut().poll(context));
        self.next = Box::pin(next(data_sets, path, known));
        Poll::Ready(Some(Ok(Frame::data(text))))
    }
}
