//! Data sets on this computer, over HTTP.

use std::io;
use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::drives::{Change, Drives};
use super::{json, logs};
use crate::catalogue::{Catalogue, Content};
use crate::run_logs::RunLogs;

const ZIP: HeaderValue = HeaderValue::from_static("application/zip");

/// The data sets and run logs, and the threads that read them.
pub struct DataSets {
    catalogue: Catalogue,
    pub(super) run_logs: RunLogs,
    pub(super) drives: Drives,
    pub(super) watchers: Arc<Semaphore>,
}

impl DataSets {
    pub fn new(catalogue: Catalogue, run_logs: RunLogs) -> io::Result<Self> {
        Ok(Self {
            catalogue,
            run_logs,
            drives: Drives::new()?,
            watchers: logs::watchers(),
        })
    }
}

/// `data/index.json`
pub async fn index(State(data_sets): State<Arc<DataSets>>) -> Response {
    let (catalogue, run_logs) = (data_sets.catalogue.clone(), data_sets.run_logs.clone());
    match data_sets
        .drives
        .ask(move || catalogue.index(&run_logs))
        .await
    {
        Ok(text) => json(text),
        Err(error) => unreadable("The list", &error),
    }
}

/// `data/FOLDER/FILE`. Only indexed data sets are served: the address is an index key, never a path.
pub async fn one(
    State(data_sets): State<Arc<DataSets>>,
    place: Result<Path<(String, String)>, PathRejection>,
    request: Request,
) -> Response {
    let nothing = || (StatusCode::NOT_FOUND, "No such data set.\n").into_response();
    let Ok(Path((folder, file))) = place else {
        return nothing();
    };
    let Ok(folder) = folder.parse() else {
        return nothing();
    };
    let drives = &data_sets.drives;
    let (catalogue, name) = (data_sets.catalogue.clone(), file.clone());
    let find = move || catalogue.open(folder, &file);
    let answer = match drives.ask(find).await.flatten() {
        Ok(None) => return nothing(),
        Ok(Some(Content::Zipped(bytes))) => Ok(([(CONTENT_TYPE, ZIP)], bytes).into_response()),
        Ok(Some(Content::File(file))) => drives.send(file, Change::Error, request).await,
        Err(error) => Err(error),
    };
    answer.unwrap_or_else(|error| unreadable(&name, &error))
}

pub(super) fn unreadable(what: &str, error: &io::Error) -> Response {
    let message = format!("{what} could not be read: {error}\n");
    (StatusCode::INTERNAL_SERVER_ERROR, message).into_response()
}
