//! `docs/cli.md`: the command line as clap parses it.

use std::fmt::Write;

use clap::{Arg, Command, CommandFactory};

use super::CommandLine;

const HEAD: &str = "\
# Command reference

<!-- Generated from the program: SUBLEVEL_BLESS=1 cargo test -p sublevel-cli --lib reference -->

`sublevel COMMAND --help` prints the same descriptions.
";

/// The reference of all commands as Markdown.
fn reference() -> String {
    let mut program = CommandLine::command().disable_help_subcommand(true);
    program.build();
    let mut text = HEAD.to_owned();
    section(&mut text, &program, 2);
    text
}

fn section(text: &mut String, command: &Command, level: usize) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let about = command.get_long_about().or(command.get_about());
    write!(text, "\n{} {name}\n", "#".repeat(level)).unwrap();
    if let Some(about) = about {
        write!(text, "\n{}\n", sentence(&escaped(&about.to_string()))).unwrap();
    }
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    write!(text, "\n```text\n{usage}\n```\n").unwrap();
    let shown =
        |arg: &&Arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str());
    let own = |arg: &&Arg| level == 2 || !arg.is_global_set();
    let options = command
        .get_arguments()
        .filter(|arg| !arg.is_positional())
        .filter(shown);
    table(text, "Argument", command.get_positionals().filter(shown));
    table(text, "Option", options.filter(own));
    if let Some(help) = command.get_after_long_help().or(command.get_after_help()) {
        after_help(text, &help.to_string());
    }
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        section(text, subcommand, (level + 1).min(3));
    }
}

fn table<'a>(text: &mut String, title: &str, arguments: impl Iterator<Item = &'a Arg>) {
    let mut rows = arguments.map(row).peekable();
    if rows.peek().is_none() {
        return;
    }
    write!(text, "\n| {title} | Description |\n| --- | --- |\n").unwrap();
    rows.for_each(|row| text.push_str(&row));
}

fn row(arg: &Arg) -> String {
    let takes_value = arg.get_action().takes_values();
    let names: Vec<_> = arg
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect();
    let names = names.join(" ");
    let mut name = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}"),
        (None, Some(long)) => format!("--{long}"),
        (Some(short), None) => format!("-{short}"),
        (None, None) => names.clone(),
    };
    if takes_value && !arg.is_positional() {
        name += &format!(" {names}");
    }
    let help = arg
        .get_long_help()
        .or(arg.get_help())
        .map(ToString::to_string)
        .unwrap_or_default();
    // A paragraph is a sentence, and a list one, too.
    let paragraphs = help.split("\n\n").map(|paragraph| {
        let items = paragraph.trim_start_matches("- ").replace("\n- ", "; ");
        sentence(&escaped(&items))
    });
    let mut parts: Vec<String> = paragraphs.collect();
    let values: Vec<_> = arg
        .get_possible_values()
        .into_iter()
        .filter(|value| !value.is_hide_set())
        .collect();
    if takes_value && !values.is_empty() && !arg.is_hide_possible_values_set() {
        let values: Vec<_> = values
            .iter()
            .map(|value| match value.get_help() {
                Some(help) => format!("`{}` ({})", value.get_name(), escaped(&help.to_string())),
                None => format!("`{}`", value.get_name()),
            })
            .collect();
        parts.push(format!("Values: {}.", values.join(", ")));
    }
    let defaults: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    if takes_value && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        parts.push(format!("Default: `{}`.", defaults.join(" ")));
    }
    parts.retain(|part| !part.is_empty());
    format!("| `{name}` | {} |\n", parts.join(" "))
}

/// Examples as a block of code, and the rest as paragraphs.
fn after_help(text: &mut String, help: &str) {
    match help.split_once("Examples:\n") {
        Some((before, examples)) => {
            if !before.trim().is_empty() {
                write!(text, "\n{}\n", escaped(before.trim())).unwrap();
            }
            let examples: Vec<_> = examples.lines().map(str::trim_start).collect();
            write!(
                text,
                "\nExamples:\n\n```text\n{}\n```\n",
                examples.join("\n").trim_end()
            )
            .unwrap();
        }
        None => write!(text, "\n{}\n", escaped(help.trim())).unwrap(),
    }
}

/// Text that Markdown and its tables leave alone, in one line.
fn escaped(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for character in ["\\", "|", "<", "*", "_"] {
        // Code spans take backslashes literally, and the help uses them for names only.
        if !line.contains('`') || character == "|" {
            line = line.replace(character, &format!("\\{character}"));
        }
    }
    line
}

/// The text with a full stop at its end.
fn sentence(text: &str) -> String {
    match text.chars().last() {
        None | Some('.' | '?' | '!') => text.to_owned(),
        Some(_) => format!("{text}."),
    }
}

#[test]
fn reference_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
    let current = reference();
    if std::env::var_os("SUBLEVEL_BLESS").is_some() {
        std::fs::write(path, &current).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == current,
        "docs/cli.md is out of date: SUBLEVEL_BLESS=1 cargo test -p sublevel-cli --lib reference"
    );
    for command in [
        "sublevel train",
        "sublevel datasets get",
        "sublevel barcode",
    ] {
        assert!(current.contains(&format!(" {command}\n")), "{command}");
    }
}
