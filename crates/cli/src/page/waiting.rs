//! What the browser shows while the page is being built: the first build takes minutes, and a terminal is easily overlooked.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::cargo::Progress;

/// The state of the build of the page, shared by the builder and the server.
#[derive(Clone, Debug, Default)]
pub struct Waiting(Arc<Mutex<Option<Build>>>);

#[derive(Debug)]
struct Build {
    started: Instant,
    step: String,
    progress: Option<Progress>,
}

impl Waiting {
    /// Notes that a step of the build has begun or goes on.
    pub fn show(&self, step: &str, progress: Option<Progress>) {
        let mut build = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let started = build
            .as_ref()
            .map_or_else(Instant::now, |build| build.started);
        *build = Some(Build {
            started,
            step: step.to_owned(),
            progress,
        });
    }

    /// Notes that the page is built.
    pub fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The page to show in place of the page that is being built; none if it is built. It loads itself again, without a script and
    /// without styles, because the policy of the server allows neither in a page.
    pub fn page(&self) -> Option<String> {
        let build = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Build {
            started,
            step,
            progress,
        } = build.as_ref()?;
        let mut now = format!("<p>{step}");
        if let Some(Progress {
            done,
            of,
            compiling,
        }) = progress
        {
            let _ = write!(
                now,
                ": {done} of {of} crates ({compiling})</p><p><progress max=\"{of}\" value=\"{done}\"></progress>"
            );
        }
        let seconds = started.elapsed().as_secs();
        Some(format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta http-equiv=\"refresh\" content=\"2\">\n\
             <title>Sublevel is being built</title>\n<h1>Sublevel is being built</h1>\n\
             <p>The first start compiles the page, which takes a minute or two. Later starts take a second.\n\
             The page opens here as soon as it is ready.</p>\n{now}</p>\n<p>{} min {:02} s so far</p>\n</html>\n",
            seconds / 60,
            seconds % 60
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_tells_the_step_until_the_build_ends() {
        let waiting = Waiting::default();
        assert_eq!(waiting.page(), None);
        waiting.show(
            "Compiling the topology module",
            Some(Progress {
                done: 3,
                of: 70,
                compiling: "serde".into(),
            }),
        );
        let page = waiting.page().unwrap();
        assert!(
            page.contains("Compiling the topology module: 3 of 70 crates (serde)"),
            "{page}"
        );
        waiting.show("Bundling the page", None);
        assert!(waiting.page().unwrap().contains("<p>Bundling the page</p>"));
        waiting.end();
        assert_eq!(waiting.page(), None);
    }
}
