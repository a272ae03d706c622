//! The last lines of `cargo test`: what this run left out, and the commands that run it.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;

#[path = "support/skipped.rs"]
mod skipped;

fn main() {
    let given = |name: &str| env::args().any(|argument| argument == name);
    if given("--list") {
        return;
    }
    let path = skipped::notes_of_this_run();
    let notes = fs::read_to_string(&path).unwrap_or_default();
    // The number of the process may return.
    let _ = fs::remove_file(path);
    let slow = match given("--include-ignored") {
        true => "The slow tests were included.",
        false => "Slow tests were ignored; this runs all tests: cargo test -- --include-ignored",
    };
    println!("\ntest result: ok. {slow}\n{}", left_out(&notes));
}

/// What the notes say, for people: the tests by what they lack, and one command that installs all of it.
fn left_out(notes: &str) -> String {
    let mut tests = BTreeMap::<(&str, &str), BTreeSet<&str>>::new();
    let (mut packages, mut data_sets) = (BTreeSet::new(), BTreeSet::new());
    let mut skipped = BTreeSet::new();
    for line in notes.lines() {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let (what, test, need, remedy) = (field(), field(), field(), field());
        tests.entry((what, need)).or_default().insert(test);
        if what == "skipped" {
            skipped.insert(test);
        }
        match remedy.split_once(' ') {
            Some(("apt", names)) => packages.extend(names.split(' ')),
            Some(("get", name)) => {
                data_sets.insert(name);
            }
            _ => {}
        }
    }
    if tests.is_empty() {
        return String::new();
    }
    let mut text = format!("Skipped tests: {}\n", skipped.len());
    for ((what, need), tests) in &tests {
        let number = tests.len();
        let plural = if number == 1 { "" } else { "s" };
        text += &match *what {
            "skipped" => format!("  {number} test{plural} skipped, for lack of {need}\n"),
            _ => format!("  {number} test{plural} ran on generated graphs in place of {need}\n"),
        };
    }
    let list = |words: BTreeSet<&str>| words.into_iter().collect::<Vec<_>>().join(" ");
    let mut commands = Vec::new();
    if !packages.is_empty() {
        commands.push(format!("sudo apt-get install --yes {}", list(packages)));
    }
    if !data_sets.is_empty() {
        commands.push(format!(
            "cargo run --release -- datasets get {}",
            list(data_sets)
        ));
    }
    if !commands.is_empty() {
        text += &format!("To run them (Debian, Ubuntu): {}\n", commands.join(" && "));
    }
    text
}
