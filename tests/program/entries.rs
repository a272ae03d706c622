//! Every entry of the tables of options, filters and formats is in the help of the command line, on the page and in the docs.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sublevel::config::{OPTIONS, Values};
use sublevel::graph::filters::Filter;
use sublevel::graph::formats::Format;
use sublevel::graph::pairs::FAMILIES;
use sublevel::separation::Descriptor;

use crate::support::sublevel;

fn help(command: &str) -> String {
    let output = sublevel().args([command, "--help"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(crate::ROOT).join(file)).unwrap()
}

/// The ids under this key of some entries.
fn ids(entries: &Value, key: &str) -> Vec<String> {
    let entries = entries.as_array().unwrap().iter();
    entries
        .map(|entry| entry[key].as_str().unwrap().to_owned())
        .collect()
}

/// The list of ids of a column in a table of the docs.
fn has_row(page: &str, id: &str) -> bool {
    page.lines()
        .any(|line| line.starts_with(&format!("| `{id}` |")))
}

#[test]
fn every_option_is_in_the_help_the_page_and_the_docs() {
    let (help, page, docs) = (
        help("train"),
        text("www/src/domain/options.json"),
        text("docs/models.md"),
    );
    let page: Value = serde_json::from_str(&page).unwrap();
    for option in &OPTIONS {
        assert!(
            ids(&page["options"], "key")
                .iter()
                .any(|key| key == option.key),
            "{}",
            option.key
        );
        let Some(flag) = option.flag else { continue };
        assert!(
            help.contains(&format!("--{flag} ")) || help.contains(&format!("--{flag}\n")),
            "{flag}"
        );
        assert!(has_row(&docs, &format!("--{flag}")), "{flag}");
        let Values::Choice(choices) = option.values else {
            continue;
        };
        for choice in choices {
            assert!(
                help.contains(&format!("- {}:", choice.id)),
                "{flag} {}",
                choice.id
            );
            assert!(has_row(&docs, choice.id), "{flag} {}", choice.id);
        }
    }
}

#[test]
fn every_filter_is_in_the_help_the_page_and_the_docs() {
    let (barcode, train) = (help("barcode"), help("train"));
    let page: Value = serde_json::from_str(&text("www/src/domain/options.json")).unwrap();
    let options = page["options"].as_array().unwrap();
    let fixed = options
        .iter()
        .find(|option| option["key"] == "fixedFilter")
        .unwrap();
    assert_eq!(
        ids(&fixed["choices"], "id"),
        Filter::ids().collect::<Vec<_>>()
    );
    let docs = [text("docs/barcodes.md"), text("docs/models.md")];
    for id in Filter::ids() {
        assert!(barcode.contains(&format!("- {id}: ")), "{id}");
        assert!(train.contains(id), "{id}");
        assert!(docs.iter().all(|page| has_row(page, id)), "{id}");
    }
}

#[test]
fn every_format_is_in_the_help_the_page_and_the_docs() {
    let (help, docs) = (help("barcode"), text("docs/formats.md"));
    let page: Value = serde_json::from_str(&text("www/src/domain/options.json")).unwrap();
    for entry in Format::of_graphs() {
        assert!(
            ids(&page["formats"], "id").iter().any(|id| id == entry.id),
            "{}",
            entry.id
        );
        assert!(help.contains(&format!("- {}: ", entry.id)), "{}", entry.id);
        assert!(
            entry
                .endings
                .iter()
                .all(|ending| help.contains(&format!(".{ending}"))),
            "{}",
            entry.id
        );
        assert!(has_row(&docs, entry.id), "{}", entry.id);
    }
}

#[test]
fn every_descriptor_and_family_is_in_the_help_and_the_docs() {
    let (help, docs) = (help("separate"), text("docs/separation.md"));
    let descriptors = Descriptor::choices().map(|choice| choice.id);
    let families = FAMILIES.iter().map(|family| family.id);
    for id in descriptors.chain(families) {
        assert!(help.contains(&format!("- {id}:")), "{id}");
        assert!(has_row(&docs, id), "{id}");
    }
}
