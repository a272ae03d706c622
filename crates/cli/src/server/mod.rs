//! The web server of `sublevel serve`.

mod connection;
mod data;
mod drives;
mod logs;
mod token;

use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST,
    IF_RANGE, ORIGIN, RANGE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tokio::sync::oneshot;
use tower_http::services::ServeDir;

use super::catalogue::Catalogue;
use super::fetching::{Fetching, Progress};
use super::page::{TrainingModule, Waiting};
use super::run_logs::RunLogs;
use data::DataSets;
pub use token::Token;

/// Maximum path length: neither file systems nor the page use longer ones.
const MAX_NAME_LENGTH: usize = 255;
const MAX_PATH_LENGTH: usize = 2048;

/// Number of threads that read files of the page.
const MAX_THREADS: usize = 16;

/// No third-party content, no inline scripts, no `eval` except WebAssembly compilation. The origins of `--embed-from` follow.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'self'";
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The served content.
pub struct Site {
    /// Folder of the page.
    pub page: PathBuf,
    /// The build of the page, if it is not finished.
    pub waiting: Waiting,
    /// Folder of the training modules, each in a subfolder.
    pub training_files: PathBuf,
    /// The current training module and its state.
    pub training: TrainingModule,
    /// The listed data sets.
    pub catalogue: Catalogue,
    /// The listed run logs.
    pub run_logs: RunLogs,
    /// Fetches of TU data sets for the page.
    pub fetching: Fetching,
    /// Origins whose pages may show the page in a frame.
    pub embed_from: Vec<String>,
    /// The token that requests need, if any.
    pub token: Option<Token>,
}

/// Serves until `end` is sent or dropped; calls `ready` when the server accepts requests.
pub fn serve(
    listener: TcpListener,
    site: Site,
    end: oneshot::Receiver<()>,
    ready: impl FnOnce(),
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let router = router(site)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(MAX_THREADS)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let served = async {
            ready();
            connection::answer_all(listener, router).await
        };
        tokio::select! {
            biased;
            _ = end => Ok(()),
            ended = served => ended,
        }
    });
    // Does not wait for threads blocked by a drive.
    runtime.shutdown_background();
    served
}

fn router(site: Site) -> io::Result<Router> {
    let compressed = |folder| {
        ServeDir::new(folder)
            .precompressed_br()
            .precompressed_gzip()
    };
    let training = site.training;
    let waiting = site.waiting;
    let token = Arc::new(site.token);
    let is_embedded = !site.embed_from.is_empty();
    let ancestors = site.embed_from.iter().map(|origin| format!(" {origin}"));
    let policy = format!("{POLICY}{}", ancestors.collect::<String>());
    let policy = HeaderValue::from_str(&policy).map_err(io::Error::other)?;
    let page = Router::new().fallback_service(compressed(site.page));
    // A frame with the attribute sandbox has an origin of its own, which reads scripts and modules only with this header.
    let page = match is_embedded {
        true => page.layer(middleware::map_response(readable_by_all)),
        false => page,
    };
    let router = Router::new()
        .route(
            "/training.json",
            get(async move || training_state(&training)),
        )
        .nest_service("/training", compressed(site.training_files))
        .route(
            "/data/collection.json",
            get(async || json(Fetching::names())),
        )
        .merge(
            Router::new()
                .route(
                    "/data/collection/{name}",
                    get(collection_progress).post(collection_fetch),
                )
                .with_state(site.fetching),
        )
        .route("/data/index.json", get(data::index))
        .route("/data/{folder}/{file}", get(data::one))
        .route("/run/{index}/events", get(logs::events))
        .route("/run/{index}/{file}", get(logs::file))
        .with_state(Arc::new(DataSets::new(site.catalogue, site.run_logs)?))
        .fallback_service(page)
        .layer(middleware::from_fn_with_state(waiting, wait))
        .layer(middleware::from_fn_with_state(token, token::require))
        .layer(middleware::from_fn_with_state(policy, harden));
    Ok(router)
}

/// Answers for the page while it is being built.
async fn wait(State(waiting): State<Waiting>, request: Request, next: Next) -> Response {
    let Some(page) = waiting.page() else {
        return next.run(request).await;
    };
    match request.uri().path() {
        "/" | "/index.html" => Html(page).into_response(),
        "/training.json" => next.run(request).await,
        _ => (
            StatusCode::SERVICE_UNAVAILABLE,
            "The page is being built.\n",
        )
            .into_response(),
    }
}

/// Files of the page are public, unlike data sets and run logs.
async fn readable_by_all(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}

fn training_state(training: &TrainingModule) -> Response {
    json(training.state().json())
}

fn json(text: String) -> Response {
    ([(CONTENT_TYPE, JSON)], text).into_response()
}

fn progress_json(progress: &Progress) -> Response {
    json(serde_json::to_string(progress).expect("strings and numbers can be written"))
}

async fn collection_progress(
    State(fetching): State<Fetching>,
    name: Result<Path<String>, PathRejection>,
) -> Response {
    let progress = name.ok().and_then(|Path(name)| fetching.progress(&name));
    match progress {
        Some(progress) => progress_json(&progress),
        None => (StatusCode::NOT_FOUND, "No such fetch.\n").into_response(),
    }
}

/// Starts a download, so only the page itself may request it: browsers send the origin of a request.
async fn collection_fetch(
    State(fetching): State<Fetching>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(name)) = name else {
        return (StatusCode::NOT_FOUND, "No such data set.\n").into_response();
    };
    if !is_from_page(&headers) {
        return (
            StatusCode::FORBIDDEN,
            "Only the page may send this request.\n",
        )
            .into_response();
    }
    match fetching.begin(&name) {
        Ok(progress) => progress_json(&progress),
        Err(message) => (StatusCode::BAD_REQUEST, message + "\n").into_response(),
    }
}

/// Whether a request may come from the page: browsers name its site, older ones its origin. Other programs name neither.
fn is_from_page(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin";
    }
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok();
    let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some_and(|origin| host.is_some_and(|host| host.eq_ignore_ascii_case(origin)))
}

/// Accepts only host names of this computer, against DNS rebinding, and adds security and cache headers.
async fn harden(State(policy): State<HeaderValue>, mut request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(HOST).iter();
    if !(hosts.next().is_some_and(is_local) && hosts.next().is_none()) {
        return (
            StatusCode::FORBIDDEN,
            "Open the page at http://127.0.0.1 or http://localhost with its port.\n",
        )
            .into_response();
    }
    let path = request.uri().path();
    // `%20` encodes one byte of a name.
    let bytes = |name: &str| name.len().saturating_sub(2 * name.matches('%').count());
    if path.len() > MAX_PATH_LENGTH || path.split('/').any(|name| bytes(name) > MAX_NAME_LENGTH) {
        return (StatusCode::URI_TOO_LONG, "No such file.\n").into_response();
    }
    // A range response needs a validator for the unchanged file. There is none, so the whole file is sent.
    if request.headers().contains_key(IF_RANGE) {
        request.headers_mut().remove(RANGE);
    }
    // File names in these folders contain a hash of the content or of its sources.
    let forever = ["/assets/", "/training/"]
        .iter()
        .any(|folder| request.uri().path().starts_with(folder));
    let mut response = next.run(request).await;
    let is_there = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let keep = match forever && is_there {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, keep),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(RESOURCE_POLICY)
        .or_insert(HeaderValue::from_static("same-origin"));
    response
}

fn is_local(host: &HeaderValue) -> bool {
    let host = host.to_str().unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let local = ["127.0.0.1", "localhost", "[::1]"];
    local.iter().any(|local| name.eq_ignore_ascii_case(local))
}
