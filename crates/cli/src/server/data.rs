//! Data sets on this computer, over HTTP.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tower_http::services::ServeFile;

use super::drives::{Drives, Watched};
use super::{json, logs};
use crate::catalogue::{self, Catalogue};
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

/// A data set on the disk.
enum Found {
    Nothing,
    /// The content of a folder.
    Zipped(Vec<u8>),
    File(Watched, PathBuf),
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
    let DataSets {
        catalogue, drives, ..
    } = &*data_sets;
    let (catalogue, name) = (catalogue.clone(), file.clone());
    let find = move || {
        let Some(entry) = catalogue.find(folder, &file) else {
            return Ok(Found::Nothing);
        };
        Ok(match entry.path.is_dir() {
            true => Found::Zipped(catalogue::zip_folder(&entry)?),
            false => Found::File(Watched::open(&entry.path)?, entry.path),
        })
    };
    let answer = match drives.ask(find).await.flatten() {
        Ok(Found::Nothing) => return nothing(),
        Ok(Found::Zipped(bytes)) => Ok(([(CONTENT_TYPE, ZIP)], bytes).into_response()),
        Ok(Found::File(watched, path)) => {
            let opened = drives.within(ServeFile::new(path).try_call(request)).await;
            let opened = opened.flatten();
            opened.map(|response| response.map(|body| drives.body(Body::new(body), watched)))
        }
        Err(error) => Err(error),
    };
    answer.unwrap_or_else(|error| unreadable(&name, &error))
}

pub(super) fn unreadable(what: &str, error: &io::Error) -> Response {
    let message = format!("{what} could not be read: {error}\n");
    (StatusCode::INTERNAL_SERVER_ERROR, message).into_response()
}
