//! A token in the address, for a computer with several users: the other users can connect to the port, but not guess the token.
//!
//! The address of the page contains the token. The server answers with a cookie for the further requests of the page.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Name of the cookie, before the port: cookies do not distinguish the ports of a computer.
const COOKIE_NAME: &str = "sublevel-token";

/// A random token.
#[derive(Clone, Debug)]
pub struct Token {
    text: String,
    port: u16,
}

impl Token {
    /// A new token for the server at a port.
    pub fn random(port: u16) -> Self {
        // The standard library draws the keys of a hash function from the random numbers of the system.
        let word = || RandomState::new().hash_one(port);
        let text = format!("{:016x}{:016x}", word(), word());
        Self { text, port }
    }

    /// The end of the address of the page.
    pub fn query(&self) -> String {
        format!("/?token={}", self.text)
    }

    fn cookie(&self) -> String {
        format!("{COOKIE_NAME}-{}={}", self.port, self.text)
    }

    fn is_in(&self, headers: &HeaderMap) -> bool {
        let own = self.cookie();
        let cookies = headers.get_all(COOKIE).iter();
        let mut cookies = cookies.filter_map(|cookies| cookies.to_str().ok());
        cookies.any(|cookies| cookies.split("; ").any(|cookie| is_equal(cookie, &own)))
    }
}

/// Compares every character, so that the time does not depend on the number of correct ones.
fn is_equal(a: &str, b: &str) -> bool {
    let differences = a.bytes().zip(b.bytes()).map(|(a, b)| a ^ b);
    a.len() == b.len() && differences.fold(0, |all, one| all | one) == 0
}

/// Rejects requests without the token, if the server has one.
pub async fn require(
    State(token): State<Arc<Option<Token>>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(token) = &*token else {
        return next.run(request).await;
    };
    if token.is_in(request.headers()) {
        return next.run(request).await;
    }
    let query = request.uri().query().unwrap_or_default();
    let given = query
        .split('&')
        .find_map(|part| part.strip_prefix("token="));
    if !given.is_some_and(|given| is_equal(given, &token.text)) {
        let text = "This server needs the token of its address: open the address that `sublevel serve` printed.\n";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    // The address without the token, so that nobody copies it by accident.
    let cookie = format!("{}; Path=/; HttpOnly; SameSite=Strict", token.cookie());
    let Ok(cookie) = HeaderValue::from_str(&cookie) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (SET_COOKIE, cookie),
        (LOCATION, HeaderValue::from_static("/")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
