//! `sublevel serve`: the page on this computer.

use std::env;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use super::cargo::Stop;
use super::catalogue::Catalogue;
use super::collection::SOURCE;
use super::console::{error, note, say};
use super::fetching::Fetching;
use super::page::{self, TrainingModule, Waiting};
use super::run_logs::RunLogs;
use super::server::{self, Site, Token};
use super::words::{origin, port};
use super::{Failure, print};

/// Options of `sublevel serve`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Port on this computer; 0 for any free port
    #[arg(short, long, value_name = "N", default_value = "8080", allow_negative_numbers = true, value_parser = port)]
    port: u16,
    /// Folder with data sets for the page (TU zips or folders, JSON lines); repeatable
    #[arg(short, long, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// Folder of a run log, which the page shows and watches while a training program writes it; repeatable
    #[arg(short, long, value_name = "DIR")]
    run: Vec<PathBuf>,
    /// Require a token in the address, for a computer with several users: they can connect to the port and read the data sets
    #[arg(long)]
    token: bool,
    /// Allow pages of this origin to show the page in a frame, such as https://course.example; repeatable
    // Browsers send no cookies with frames of other sites, so such a frame has no token.
    #[arg(long, value_name = "ORIGIN", value_parser = origin, conflicts_with = "token")]
    embed_from: Vec<String>,
    /// Serve the page from the last build
    #[arg(long)]
    no_build: bool,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// URL of the folder with the zips of the TU collection
    #[arg(long, hide = true, default_value = SOURCE)]
    collection: String,
}

/// Serves the page until it is interrupted, and builds it at the same time if necessary, then the training module.
pub fn run(arguments: &Arguments, source: &Path) -> Result<(), Failure> {
    let catalogue = Catalogue::new(&arguments.data)?;
    for link in catalogue.links_out() {
        note(format_args!(
            "{}: this link leads out of the folder of --data and is not served; name its target with another --data",
            link.display()
        ));
    }
    let run_logs = RunLogs::new(&arguments.run)?;
    // Before the build, so that a port in use is reported at once and not minutes later.
    let listener = listen(arguments.port)?;
    let (ended, end) = oneshot::channel();
    let ended = Arc::new(Mutex::new(Some(ended)));
    let end_server = move || {
        let ended = ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Before the server runs nothing receives this: then the build and the program end.
        ended.map(|ended| ended.send(()));
    };
    let on_interrupt = end_server.clone();
    let stop = Stop::on_interrupt(on_interrupt)?;
    let pages = Pages::find(source, arguments.no_build)?;
    let builds = pages.builds;
    let waiting = Waiting::default();
    if builds.page {
        waiting.show("Starting", None);
    }
    let failure = |error: io::Error| Failure::other(format!("the server stopped: {error}"));
    let local = listener.local_addr().map_err(failure)?;
    let token = arguments.token.then(|| Token::random(local.port()));
    let end_of_address = token.as_ref().map_or_else(String::new, Token::query);
    let address = match run_logs.fragment() {
        fragment if fragment.is_empty() => format!("http://{local}{end_of_address}"),
        fragment if end_of_address.is_empty() => format!("http://{local}/{fragment}"),
        fragment => format!("http://{local}{end_of_address}{fragment}"),
    };
    let announce = || {
        // A closed stdout does not stop the server.
        let _ = print(&format!("Sublevel is at {address}  (Ctrl-C ends it)\n"));
        if !arguments.no_open && has_display() {
            open_browser(&address);
        }
    };
    let training = pages.training;
    let site = Site {
        page: pages.page,
        waiting: waiting.clone(),
        training_files: pages.training_files,
        training: training.clone(),
        catalogue,
        run_logs,
        fetching: Fetching::new(&arguments.collection),
        embed_from: arguments.embed_from.clone(),
        token,
    };
    let unbuilt = Mutex::new(None);
    thread::scope(|scope| {
        if builds.training {
            scope.spawn(|| {
                let watch = |step: &str, progress| waiting.show(step, progress);
                if builds.page
                    && let Err(failure) = page::bring_up_to_date(source, &stop, watch)
                {
                    *unbuilt.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                    end_server();
                    return;
                }
                waiting.end();
                if let Err(failure) = training.bring_up_to_date(source, &stop)
                    && !stop.is_stopped()
                {
                    error(format_args!("{failure}\nThe page works without training."));
                }
            });
        }
        let served = server::serve(listener, site, end, announce).map_err(failure);
        stop.stop();
        served
    })?;
    let unbuilt = unbuilt.into_inner().unwrap_or_else(PoisonError::into_inner);
    // The regular end of a server is a signal, which needs no message.
    Err(unbuilt.unwrap_or_else(|| Failure::stopped("")))
}

/// The served parts of the page.
struct Pages {
    page: PathBuf,
    training_files: PathBuf,
    training: TrainingModule,
    builds: Builds,
}

/// What has to be built while the server runs.
#[derive(Clone, Copy, Default)]
struct Builds {
    page: bool,
    /// Whether to update the training module.
    training: bool,
}

impl Pages {
    /// The page of the sources, to be built if necessary and allowed. If the sources are missing, as for an installed program,
    /// the page beside the program.
    fn find(source: &Path, no_build: bool) -> Result<Self, Failure> {
        let beside = page::beside_program();
        if let Some(site) = beside.as_ref().filter(|_| !source.is_dir()) {
            if !site.join("index.html").is_file() {
                return Err(Failure::other(format!(
                    "the page needs the sources of this program, but {} does not exist. In a clone of the repository, build it \
                     with `cargo run --release -- build --out {}`",
                    source.display(),
                    shlex::try_quote(&site.display().to_string()).unwrap_or_default(),
                )));
            }
            return Ok(Self {
                training_files: site.join("training"),
                training: TrainingModule::of_site(site),
                page: site.clone(),
                builds: Builds::default(),
            });
        }
        let page = page::folder(source);
        let builds = Builds {
            page: !no_build && page::is_stale(source)?,
            training: !no_build,
        };
        let training = match no_build {
            true => TrainingModule::built_last(source),
            false => TrainingModule::unbuilt(),
        };
        if !builds.page && !page.join("index.html").is_file() {
            return Err(Failure::other(
                "the page has not been built yet: start once without --no-build",
            ));
        }
        Ok(Self {
            page,
            training_files: page::training_folder(source),
            training,
            builds,
        })
    }
}

/// Only programs of this computer can connect.
fn listen(port: u16) -> Result<TcpListener, Failure> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        let other = port
            .checked_add(1)
            .filter(|&port| port > 1024)
            .unwrap_or(8080);
        let choose = format!("choose another port with --port {other}");
        Failure::other(match error.kind() {
            ErrorKind::AddrInUse => {
                format!(
                    "port {port} is in use, perhaps by another Sublevel: stop that program or {choose}"
                )
            }
            ErrorKind::PermissionDenied => {
                format!("you do not have permission to open port {port}: {choose}")
            }
            _ => format!("port {port} cannot be opened ({error}): {choose}"),
        })
    })
}

fn has_display() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

fn open_browser(address: &str) {
    if open::that_detached(address).is_err() {
        say(format_args!(
            "No browser could be opened: open the address manually"
        ));
    }
}
