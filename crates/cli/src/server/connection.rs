//! Connections with timeouts: idle connections are closed.
//!
//! A client that sends no complete request, or does not read the response, is disconnected after [`TIMEOUT`]. The server ignores
//! request bodies: it closes the connection after the response. `axum::serve` has no timeouts, so it cannot replace this loop.

use std::io;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;

/// Timeout for a complete request, before the first and between two, and for reading the response.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Serves every connection.
pub async fn answer_all(listener: TcpListener, router: Router) -> io::Result<()> {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // The client has disconnected, or file handles are exhausted: other connections still work.
            Err(_) => {
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            connection
                .timer(TokioTimer::new())
                .header_read_timeout(TIMEOUT);
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(TIMEOUT));
            // A client that disconnected or timed out gets no response.
            let _ = connection
                .serve_connection(TokioIo::new(Box::pin(stream)), service)
                .await;
        });
    }
}
