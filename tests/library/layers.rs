//! The modules of the crate are layers: each imports only layers below it, so there are no cycles.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules at the top level of `src`, from the lowest layer up. The program (`cli`, `main.rs`) uses the crate from outside.
const LAYERS: [&str; 16] = [
    "memory",
    "choice",
    "statistics",
    "homology",
    "graph",
    "separation",
    "config",
    "ops",
    "protocol",
    "device",
    "model",
    "training",
    "run_file",
    "run_log",
    "baselines",
    "session",
];
/// They are above all layers.
const TOP: [&str; 4] = ["web", "cli", "main", "lib"];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let of_entry = |path: PathBuf| match path.is_dir() {
        true => rust_files(&path),
        false => vec![path],
    };
    entries
        .flat_map(|entry| of_entry(entry.unwrap().path()))
        .collect()
}

/// The modules that follow `crate::` in a source, also in braces.
fn imports(source: &str) -> Vec<&str> {
    let mut modules = Vec::new();
    for (at, _) in source.match_indices("crate::") {
        let rest = &source[at + "crate::".len()..];
        let Some(list) = rest.strip_prefix('{') else {
            modules.push(first_word(rest));
            continue;
        };
        let mut depth = 0;
        let mut begins = true;
        for (at, character) in list.char_indices() {
            match character {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                _ if begins && depth == 0 && character.is_alphanumeric() => {
                    modules.push(first_word(&list[at..]));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    modules
}

fn first_word(text: &str) -> &str {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.split(|character| !is_part(character))
        .next()
        .unwrap_or_default()
}

#[test]
fn imports_in_braces_are_found() {
    let source = "use crate::{graph::{Graph, names::Names}, ops};\nuse crate::config::Ties;\n";
    assert_eq!(imports(source), ["graph", "ops", "config"]);
}

#[test]
fn modules_import_only_lower_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layer = |module: &str| LAYERS.iter().position(|layer| *layer == module);
    let mut checked = 0;
    for file in rust_files(&root) {
        let inside = file.strip_prefix(&root).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        if TOP.contains(&module) {
            continue;
        }
        let own = layer(module).unwrap_or_else(|| panic!("src/{first}: add the module to LAYERS"));
        let source = fs::read_to_string(&file).unwrap();
        // Tests may use every module.
        let (code, _) = source
            .split_once("#[cfg(test)]\nmod tests {")
            .unwrap_or((&source, ""));
        if inside.ends_with("tests.rs") {
            continue;
        }
        for imported in imports(code) {
            let Some(imported) = layer(imported) else {
                assert!(
                    !TOP.contains(&imported),
                    "{} imports {imported}",
                    inside.display()
                );
                continue;
            };
            assert!(
                imported <= own,
                "{} imports the higher layer {}",
                inside.display(),
                LAYERS[imported]
            );
            checked += 1;
        }
    }
    assert!(checked > 100, "found only {checked} imports");
}
