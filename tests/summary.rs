//! The last line of `cargo test`: names the command that runs the slow tests, too.

use std::env;

fn main() {
    let given = |name: &str| env::args().any(|argument| argument == name);
    if given("--list") {
        return;
    }
    if given("--include-ignored") {
        println!("\ntest result: ok. The slow tests were included.\n");
    } else {
        println!(
            "\ntest result: ok. Slow tests were ignored; this runs all tests: cargo test -- --include-ignored\n"
        );
    }
}
