//! `sublevel completions` and `sublevel man`.

use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::console::say;
use super::files::cannot_write;
use super::{CommandLine, Failure, print};

/// Options of `sublevel completions`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sublevel completions bash > ~/.local/share/bash-completion/completions/sublevel
  sublevel completions zsh > ~/.zfunc/_sublevel
  sublevel completions fish > ~/.config/fish/completions/sublevel.fish")]
pub struct Completions {
    /// Shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Options of `sublevel man`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sublevel man --out ~/.local/share/man/man1
  sublevel man | man -l -")]
pub struct Man {
    /// Output folder for one page per command [default: the main page, to stdout]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes the completions of a shell to stdout.
pub fn completions(arguments: &Completions) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut CommandLine::command(),
        "sublevel",
        &mut text,
    );
    print(&String::from_utf8_lossy(&text))
}

/// Writes the manual.
pub fn man(arguments: &Man) -> Result<(), Failure> {
    let Some(folder) = &arguments.out else {
        let mut text = Vec::new();
        // The manual has no page for `help`.
        let command = CommandLine::command().disable_help_subcommand(true);
        clap_mangen::Man::new(command)
            .render(&mut text)
            .map_err(Failure::other)?;
        return print(&String::from_utf8_lossy(&text));
    };
    let failed = |error: io::Error| cannot_write(folder, &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(CommandLine::command(), folder).map_err(failed)?;
    say(format_args!("the manual is in {}", folder.display()));
    Ok(())
}
