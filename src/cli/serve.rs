//! `sublevel serve`: the page on this computer.

use std::env;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use super::cargo::Stop;
use super::catalogue::Catalogue;
use super::collection::SOURCE;
use super::console::{error, say};
use super::fetching::Fetching;
use super::page::{self, TrainingModule};
use super::server::{self, Site};
use super::words::port;
use super::{Failure, print};

/// Options of `sublevel serve`.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Port on this computer; 0 for any that is free
    #[arg(short, long, value_name = "N", default_value = "8080", allow_negative_numbers = true, value_parser = port)]
    port: u16,
    /// Folder with data sets (TU zips or folders, JSON lines) to offer in the page; may be given several times
    #[arg(short, long, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// Serve the page as it was built last
    #[arg(long)]
    no_build: bool,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Address of the folder with the zips of the collection
    #[arg(long, hide = true, default_value = SOURCE)]
    collection: String,
}

/// Builds the page where that is needed and serves it until it is told to end; builds the training module meanwhile.
pub fn run(arguments: &Arguments, source: &Path) -> Result<(), Failure> {
    let catalogue = Catalogue::new(&arguments.data)?;
    // Before the build: a port in use should not be found out minutes later.
    let listener = listen(arguments.port)?;
    let (ended, end) = oneshot::channel();
    let ended = Mutex::new(Some(ended));
    let stop = Stop::on_interrupt(move || {
        let ended = ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Nobody listens before the server runs: then the build ends, and with it the program.
        ended.map(|ended| ended.send(()));
    })?;
    let pages = Pages::find(source, arguments.no_build, &stop)?;
    let builds = pages.builds;
    let failure = |error: io::Error| Failure::other(format!("the server stopped: {error}"));
    let address = format!("http://{}", listener.local_addr().map_err(failure)?);
    let announce = || {
        // Who closed stdout still has the server.
        let _ = print(&format!("Sublevel is at {address}  (Ctrl-C ends it)\n"));
        if !arguments.no_open && has_display() {
            open_browser(&address);
        }
    };
    let training = pages.training;
    let site = Site {
        page: pages.page,
        training_files: pages.training_files,
        training: training.clone(),
        catalogue,
        fetching: Fetching::new(&arguments.collection),
    };
    thread::scope(|scope| {
        if builds {
            scope.spawn(|| {
                if let Err(failure) = training.bring_up_to_date(source, &stop)
                    && !stop.is_stopped()
                {
                    error(format_args!(
                        "{failure}\nThe page goes on without training."
                    ));
                }
            });
        }
        let served = server::serve(listener, site, end, announce).map_err(failure);
        stop.stop();
        served
    })
}

/// What is served of the page.
struct Pages {
    page: PathBuf,
    training_files: PathBuf,
    training: TrainingModule,
    /// Whether the training module is to be brought up to date.
    builds: bool,
}

impl Pages {
    /// The page of the sources, built where that is needed and wanted. Where they are gone, as from under a program that was
    /// installed, the page that lies beside the program.
    fn find(source: &Path, no_build: bool, stop: &Stop) -> Result<Self, Failure> {
        let beside = page::beside_program();
        if let Some(site) = beside.as_ref().filter(|_| !source.is_dir()) {
            if !site.join("index.html").is_file() {
                return Err(Failure::other(format!(
                    "the page is built from the sources of this program, and {} is gone. With a clone of them, this builds it for \
                     good: `cargo run --release -- build --out {}`",
                    source.display(),
                    shlex::try_quote(&site.display().to_string()).unwrap_or_default(),
                )));
            }
            return Ok(Self {
                training_files: site.join("training"),
                training: TrainingModule::of_site(site),
                page: site.clone(),
                builds: false,
            });
        }
        let (page, training) = match no_build {
            true => (page::folder(source), TrainingModule::built_last(source)),
            false => (
                page::bring_up_to_date(source, stop)?,
                TrainingModule::unbuilt(),
            ),
        };
        if !page.join("index.html").is_file() {
            return Err(Failure::other(
                "the page has not been built yet: start once without --no-build",
            ));
        }
        Ok(Self {
            page,
            training_files: page::training_folder(source),
            training,
            builds: !no_build,
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
                    "port {port} is in use (by another Sublevel?): end that program or {choose}"
                )
            }
            ErrorKind::PermissionDenied => {
                format!("this user may not open port {port}: {choose}")
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
            "No browser could be opened: open the address yourself"
        ));
    }
}
