//! The commands of README.md and `docs`: every `sh` and `console` block runs, in the order of its page and in one folder per page.
//!
//! A block that cannot run is marked `sh no-run=REASON`. A `console` block contains commands after `$` and their output.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::needs::{Need, lacks};
use crate::support::{stderr, sublevel};

/// The reason why a block does not run. It compiles or installs the program, needs a batch system, needs a browser or a GPU, runs
/// longer than a few seconds, or downloads data.
const REASONS: [&str; 5] = ["build", "cluster", "device", "long", "network"];

struct Block {
    line: usize,
    /// The words after the three backticks.
    info: String,
    text: String,
}

/// The blocks of code of a Markdown text.
fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![];
    let mut open = false;
    for (i, line) in markdown.lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(info) if !open => {
                open = true;
                blocks.push(Block {
                    line: i + 1,
                    info: info.to_owned(),
                    text: String::new(),
                });
            }
            Some(_) => open = false,
            None if open => {
                let block = blocks.last_mut().unwrap();
                block.text += line;
                block.text.push('\n');
            }
            None => {}
        }
    }
    blocks
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(crate::ROOT);
    let docs = fs::read_dir(root.join("docs")).unwrap();
    let mut pages: Vec<_> = docs.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

/// Runs commands in a folder with the tested program as `sublevel`.
fn shell(folder: &Path, commands: &str) -> Output {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_sublevel"));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [program.parent().unwrap().to_owned()].into_iter();
    let path = env::join_paths(folders.chain(env::split_paths(&path))).unwrap();
    let environment = sublevel();
    let mut bash = Command::new("bash");
    for (name, value) in environment.get_envs() {
        bash.env(name, value.unwrap());
    }
    let bash = bash.args(["-euo", "pipefail", "-c", commands]);
    let bash = bash.current_dir(folder).env("PATH", path);
    bash.stdin(Stdio::null()).output().unwrap()
}

/// Commands after `$` with the output that the page shows.
fn transcript(text: &str) -> Vec<(String, String)> {
    let mut steps: Vec<(String, String)> = vec![];
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push((command.to_owned(), String::new())),
            None => {
                let (_, output) = steps.last_mut().expect("a transcript begins with $");
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    steps
}

#[test]
fn commands_of_the_documentation_run() {
    let mut ran = 0;
    let mut omitted = BTreeMap::<String, usize>::new();
    for page in pages() {
        let folder = tempfile::tempdir().unwrap();
        let graph = r#"{"n": 3, "edges": [[0, 1], [1, 2]]}"#;
        fs::write(folder.path().join("graph.json"), graph).unwrap();
        fs::copy(
            crate::data_sets::zip_of("MUTAG"),
            folder.path().join("MUTAG.zip"),
        )
        .unwrap();
        for Block { line, info, text } in blocks(&fs::read_to_string(&page).unwrap()) {
            let place = format!("{}:{line}", page.display());
            let (language, marker) = info.split_once(' ').unwrap_or((&info, ""));
            if let Some(reason) = marker.strip_prefix("no-run=") {
                assert!(REASONS.contains(&reason), "{place}: {reason}");
                *omitted.entry(reason.to_owned()).or_default() += 1;
                continue;
            }
            assert_eq!(marker, "", "{place}");
            if text.contains("parallel ") && lacks(&[Need::Parallel]) {
                continue;
            }
            match language {
                "sh" => {
                    let output = shell(folder.path(), &text);
                    assert!(output.status.success(), "{place}: {}", stderr(&output));
                }
                "console" => {
                    for (command, shown) in transcript(&text) {
                        let output = shell(folder.path(), &command);
                        assert!(output.status.success(), "{place}: {}", stderr(&output));
                        assert_eq!(String::from_utf8(output.stdout).unwrap(), shown, "{place}");
                    }
                }
                "bash" | "shell" => panic!("{place}: use sh or console"),
                _ => continue,
            }
            ran += 1;
        }
    }
    println!("{ran} blocks of commands ran; omitted by reason: {omitted:?}");
    assert!(ran >= 10, "only {ran} blocks ran");
    assert!(omitted.values().sum::<usize>() <= 30, "{omitted:?}");
}
