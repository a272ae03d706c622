//! Run logs over HTTP: their files, and events when they grow.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::data::{DataSets, unreadable};
use super::drives::Change;

/// Maximum number of pages that watch run logs at the same time.
const MAX_WATCHERS: usize = 16;
/// Interval between two looks at a run log.
const PERIOD: Duration = Duration::from_millis(500);
/// Time without growth after which the server sends a comment, so that a lost page is noticed.
const HEARTBEAT: Duration = Duration::from_secs(5);

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
    let drives = &data_sets.drives;
    let answer = match drives.ask(move || logs.file(index, &name)).await {
        Ok(None) => return nothing(),
        Ok(Some(opened)) => drives.send(opened, Change::Growth, request).await,
        Err(error) => Err(error),
    };
    answer.unwrap_or_else(|error| unreadable(&file, &error))
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
    match data_sets.drives.ask(move || logs.length(index)).await {
        Ok(Some(_)) => {}
        Ok(None) => return nothing(),
        Err(error) => return unreadable("The run log", &error),
    }
    let events = unfold(None, move |known| {
        // The permit is freed with the connection.
        let (data_sets, _permit) = (data_sets.clone(), &permit);
        async move {
            let length = grown(&data_sets, index, known).await;
            let event = Event::default().data(length.to_string());
            Some((Ok::<_, Infallible>(event), Some(length)))
        }
    });
    let alive = KeepAlive::new().interval(HEARTBEAT).text("no growth");
    Sse::new(events).keep_alive(alive).into_response()
}

/// Waits until a run log does not have the known length. A drive that does not respond, or a removed folder, is like a log that does
/// not grow.
async fn grown(data_sets: &DataSets, index: usize, known: Option<u64>) -> u64 {
    let mut waits = known.is_some();
    loop {
        if waits {
            sleep(PERIOD).await;
        }
        waits = true;
        let logs = data_sets.run_logs.clone();
        let length = data_sets.drives.ask(move || logs.length(index)).await;
        if let Ok(Some(length)) = length
            && known != Some(length)
        {
            return length;
        }
    }
}
