//! The paper's tables: `docs/reproduction.md`, the output of `report` and the published numbers agree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::needs::{Need, lacks};
use crate::support::{stderr, sublevel};
use flate2::read::GzDecoder;
use serde_json::Value;

/// Set to update docs/reproduction.md and benches/icml2020/report from the run files.
const BLESS: &str = "SUBLEVEL_BLESS";
/// The page with the tables.
const PAGE: &str = "docs/reproduction.md";
const BEGIN: &str = "<!-- tables: SUBLEVEL_BLESS=1 cargo test --test program tables -->\n";
const END: &str = "<!-- /tables -->";
/// The committed files of the report.
const REPORT: [&str; 3] = ["tables.md", "report.md", "accuracy.csv"];

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

/// The run and bench files of a folder in `benches`, by name; none if the folder does not exist.
fn files(folder: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root().join("benches").join(folder)) else {
        return vec![];
    };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".json.gz"));
    files.sort();
    files
}

/// Runs `sublevel report` on each file.
fn report(out: &Path) {
    let output = sublevel()
        .arg("report")
        .args(files("icml2020"))
        .args(files("hats"))
        .args(files("topology"))
        .args(files("literature"))
        .arg("--out")
        .arg(out)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

/// The lines of comma-separated values after the first, each with this number of fields.
fn rows(text: &'static str, fields: usize) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .skip(1)
        .map(move |line| line.splitn(fields, ',').collect())
}

fn published() -> impl Iterator<Item = Vec<&'static str>> {
    rows(include_str!("../../crates/cli/src/report/published.csv"), 7)
}

/// The tables of a Markdown text: under each heading, rows by method and features, cells by column.
type Tables = BTreeMap<String, BTreeMap<(String, String), BTreeMap<String, String>>>;

fn tables(text: &str) -> Tables {
    let mut tables = Tables::new();
    let (mut heading, mut header) = (String::new(), Vec::new());
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("### ") {
            heading = words.to_owned();
            header.clear();
        }
        let Some(cells) = line
            .strip_prefix("| ")
            .and_then(|line| line.strip_suffix(" |"))
        else {
            continue;
        };
        let cells: Vec<_> = cells.split(" | ").map(str::to_owned).collect();
        if heading.starts_with("Other settings") {
            // One row for each setting of a data set and method.
            continue;
        }
        if header.is_empty() {
            header = cells;
        } else if !cells[0].starts_with("---") {
            let key = (cells[0].clone(), cells[1].clone());
            let row = header.iter().cloned().zip(cells).collect();
            let before = tables.entry(heading.clone()).or_default().insert(key, row);
            assert!(before.is_none(), "a row twice: {line}");
        }
    }
    tables
}

fn run_file(path: &Path) -> Option<Value> {
    let file = fs::File::open(path).ok()?;
    Some(serde_json::from_reader(GzDecoder::new(file)).unwrap())
}

/// Mean ± deviation of a run file as in the tables, computed independently.
fn accuracy(path: &Path) -> Option<String> {
    let run = run_file(path)?;
    let folds = run["folds"].as_array().unwrap();
    if folds.len() < 10 {
        return None;
    }
    let shares: Vec<_> = folds
        .iter()
        .map(|fold| {
            // The share of correct predictions, instead of the rounded number beside it.
            let rows = fold["predictions"].as_array().unwrap();
            let right = rows.iter().filter(|row| row[1] == row[2]).count();
            right as f64 / rows.len() as f64
        })
        .collect();
    let mean = shares.iter().sum::<f64>() / 10.0;
    let variance = shares
        .iter()
        .map(|share| (share - mean).powi(2))
        .sum::<f64>()
        / 10.0;
    Some(format!(
        "{:.1} ± {:.1}",
        100.0 * mean,
        100.0 * variance.sqrt()
    ))
}

/// `docs/reproduction.md` contains the output of `report`; set [`BLESS`] to update it and the committed report.
#[test]
fn the_docs_contain_the_tables_of_the_report() {
    let folder = tempfile::tempdir().unwrap();
    report(folder.path());
    let tables = fs::read_to_string(folder.path().join("tables.md")).unwrap();
    let committed = root().join("benches/icml2020/report");
    let page = root().join(PAGE);
    let text = fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the beginning is marked");
    let (shown, after) = rest.split_once(END).expect("the end is marked");
    if std::env::var_os(BLESS).is_some() {
        fs::write(&page, format!("{before}{BEGIN}{tables}{END}{after}")).unwrap();
        // The other tables are long, and nobody reads them here.
        for name in REPORT {
            fs::copy(folder.path().join(name), committed.join(name)).unwrap();
        }
        return;
    }
    let renew = format!("stale: `{BLESS}=1 cargo test --test program tables` renews it");
    assert!(shown == tables, "{PAGE} is {renew}");
    for name in REPORT {
        let [fresh, kept] = [folder.path(), &committed].map(|at| fs::read_to_string(at.join(name)));
        assert!(
            fresh.unwrap() == kept.unwrap_or_default(),
            "{name} is {renew}"
        );
    }
}

/// Each number of the paper has a cell, with ours above it if a run exists.
#[test]
fn every_published_number_is_shown_beside_ours() {
    let text = fs::read_to_string(root().join(PAGE)).unwrap();
    let shown = text.split_once(BEGIN).unwrap().1.split_once(END).unwrap().0;
    let tables = tables(shown);
    let mut cells = 0;
    for row in published() {
        let &[number, data, features, method, mean, std, name] = row.as_slice() else {
            panic!("{row:?}");
        };
        let (_, table) = tables
            .iter()
            .find(|(heading, _)| heading.starts_with(&format!("Table {number} ")))
            .unwrap_or_else(|| panic!("table {number}"));
        let fits = |(shown_name, shown): &&(String, String)| {
            let word = if features == "literature" {
                "quoted"
            } else {
                features
            };
            shown_name == name && shown.split(", ").any(|shown| shown == word)
        };
        let key = table.keys().find(fits).unwrap_or_else(|| panic!("{row:?}"));
        let cell = &table[key][data];
        let printed = match std {
            "" => mean.to_owned(),
            std => format!("{mean} ± {std}"),
        };
        let Some(model) = model(method) else {
            assert_eq!(*cell, printed, "{row:?}");
            cells += 1;
            continue;
        };
        let (own, below) = cell.split_once("<br>").unwrap_or_else(|| panic!("{row:?}"));
        assert_eq!(below, printed, "{row:?}");
        let file = match method {
            "PH-only" => format!("{data}-{model}.json.gz"),
            _ => format!("{data}-{model}-{features}.json.gz"),
        };
        let path = root().join("benches/icml2020").join(&file);
        let expected = accuracy(&path).unwrap_or("–".into());
        // A run with the printed weight decay follows.
        let own = own.split(", ").next().unwrap_or_default();
        let unmarked = own.trim_end_matches(" §").trim_end_matches(" ‡");
        let unmarked = unmarked.trim_end_matches(" **▲**");
        assert_eq!(unmarked.trim_end_matches(" **▼**"), expected, "{file}");
        if own == "–" {
            let line = format!("- {name}, {}: ", key.1);
            let missing = shown.lines().find(|text| text.starts_with(&line));
            assert!(missing.is_some_and(|text| text.contains(data)), "{row:?}");
        }
        cells += 1;
    }
    let paper = tables
        .iter()
        .filter(|(heading, _)| heading.starts_with("Table "));
    let in_tables = paper
        .flat_map(|(_, rows)| rows.values())
        .flatten()
        .filter(|(column, cell)| {
            !["method", "features", ""].contains(&column.as_str()) && *cell != "–"
        })
        .count();
    assert_eq!((cells, in_tables), (62, 62), "no number of nobody's");
}

/// Each run of a model whose numbers the paper quotes has a cell with the quoted number below it, unless it has another learning rate.
#[test]
fn runs_of_quoted_models_are_above_the_quoted_numbers() {
    let models = [
        ("dgcnn", "DGCNN", "DGCNN"),
        ("dcnn", "DCNN (3 steps)", "DCNN"),
        ("patchysan", "PATCHY-SAN", "PatchySAN"),
        ("1-2-3-gnn", "1-2-3-GNN", "1-2-3-GNN"),
    ];
    let text = fs::read_to_string(root().join(PAGE)).unwrap();
    let shown = text.split_once(BEGIN).unwrap().1.split_once(END).unwrap().0;
    let tables = tables(shown);
    let table = &tables["Quoted models, same folds"];
    let mut runs = 0;
    for path in files("literature") {
        let file = path.file_name().unwrap().to_string_lossy();
        let cell = file.trim_end_matches(".json.gz");
        let split = |word: &str| cell.split_once(&format!("-{word}-"));
        let Some((&(_, method, name), (data, features))) = models
            .iter()
            .find_map(|model| Some((model, split(model.0)?)))
        else {
            continue;
        };
        if features.contains("-lr-") {
            continue;
        }
        let (_, row) = table
            .iter()
            .find(|((shown, kinds), _)| {
                shown == method && kinds.split(", ").any(|kind| kind == features)
            })
            .unwrap_or_else(|| panic!("no row for {cell}"));
        let run = run_file(&path).unwrap();
        let is_constant = |fold: &&Value| {
            let rows = fold["predictions"].as_array().unwrap();
            rows.iter().all(|row| row[2] == rows[0][2])
        };
        let folds = run["folds"].as_array().unwrap();
        let expected = match folds.iter().filter(is_constant).count() {
            0 => accuracy(&path).unwrap(),
            folds => format!("{} ({folds})", accuracy(&path).unwrap()),
        };
        let quoted = published()
            .find(|row| row[1] == data && row[2] == "literature" && row[6] == name)
            .map_or("–", |row| row[4]);
        assert_eq!(row[data], format!("{expected}<br>{quoted}"), "{cell}");
        runs += 1;
    }
    let cells = table.values().flatten();
    let shown = cells.filter(|(column, cell)| !column.is_empty() && cell.contains(" ± "));
    assert_eq!(shown.count(), runs, "a cell for every run");
}

/// One fold of two cells, trained again. The bits of a run depend on the code, the vector instructions and the L1 cache of the
/// processor, and the fingerprint of the arithmetic starts with these properties. Older fingerprints do not contain the cache.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_run_files_are_those_of_this_program() {
    for (cell, data, options) in [
        (
            "IMDB-BINARY-gfl-degree",
            "IMDB-BINARY",
            ["--features", "degree"],
        ),
        (
            "PROTEINS-gfl-degree+label",
            "PROTEINS",
            ["--features", "degree+label"],
        ),
    ] {
        if lacks(&[Need::DataSet(data)]) {
            continue;
        }
        let zip = crate::data_sets::real_zip_of(data).unwrap();
        let stored = root().join(format!("benches/icml2020/{cell}.json.gz"));
        let stored = run_file(&stored).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run.json");
        let output = sublevel()
            .args(["train", "--folds", "icml2020", "--fold", "1", "--data"])
            .arg(zip)
            .args(options)
            .arg("--out")
            .arg(&out)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let trained: Value = serde_json::from_str(&fs::read_to_string(out).unwrap()).unwrap();
        let [kept, found] = [&stored, &trained].map(|run| {
            let mut fold = run["folds"][0].clone();
            for epoch in fold["epochs"].as_array_mut().unwrap() {
                epoch.as_object_mut().unwrap().remove("seconds");
            }
            fold
        });
        let arithmetic = [&stored, &trained].map(|run| run["versions"]["arithmetic"].as_str());
        let processor = arithmetic.map(|text| text.unwrap().rsplit_once('-').unwrap().0);
        if processor[0] == processor[1] {
            assert_eq!(arithmetic[0], arithmetic[1], "{cell} is stale");
            assert!(kept == found, "{cell} is stale: benches/run.sh trains it");
        } else {
            // Rounding changes the run. Its graphs stay the same, and its accuracy stays within three deviations of ten folds.
            assert_eq!(kept["split"], found["split"], "{cell}");
            let [kept, found] = [&kept, &found].map(|fold| fold["test_accuracy"].as_f64().unwrap());
            assert!((kept - found).abs() < 0.15, "{cell}: {kept}, {found}");
        }
    }
}

/// The README repeats some results of the docs.
#[test]
fn the_results_of_the_readme_are_those_of_the_docs() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (readme, page) = (read("README.md"), read(PAGE));
    let shown = page.split_once(BEGIN).unwrap().1.split_once(END).unwrap().0;
    let tables = tables(shown);
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim_start_matches("| ").trim_end_matches(" |");
        inner
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let table = |header: &str| -> Vec<Vec<String>> {
        let lines = readme.lines().skip_while(|line| !line.starts_with(header));
        let rows = lines.take_while(|line| line.starts_with("| "));
        rows.map(cells)
            .filter(|row| !row[0].starts_with("---"))
            .collect()
    };

    let accuracies = table("| Model | ");
    assert_eq!(accuracies.len(), 7);
    for row in &accuracies[1..] {
        let name = row[0].trim_end_matches(" (Deep Sets)");
        for (data, cell) in accuracies[0].iter().zip(row).skip(1) {
            let in_tables = tables
                .iter()
                .filter(|(title, _)| title.starts_with("Table "));
            let expected = in_tables
                .flat_map(|(_, rows)| rows)
                .find(|((method, features), row)| {
                    method == name && features.ends_with("degree") && row.contains_key(data)
                })
                .map(|(_, row)| {
                    let (own, paper) = row[data].split_once("<br>").unwrap();
                    let mean = |text: &str| text.split(' ').next().unwrap().to_owned();
                    format!("{} / {}", mean(own), mean(paper))
                });
            assert_eq!(Some(cell), expected.as_ref(), "{name}, {data}");
        }
    }

    let benchmarks = read("docs/benchmarks.md");
    let speeds = table("| Task | ");
    assert_eq!(speeds.len(), 6);
    for row in &speeds[1..] {
        let number = |text: &String| text.split(' ').next().unwrap().to_owned();
        let wanted: Vec<_> = row[2..].iter().map(number).collect();
        let known = benchmarks.lines().any(|line| {
            let numbers: Vec<_> = cells(line).iter().map(number).collect();
            wanted.iter().all(|number| numbers.contains(number))
        });
        assert!(known, "no row of docs/benchmarks.md has {row:?}");
    }
}

/// The words of a file name for a method, if the paper trained it.
fn model(method: &str) -> Option<&'static str> {
    match method {
        "GFL" => Some("gfl"),
        "PH-only" => Some("ph-only"),
        "SUM" => Some("sum"),
        "5-GIN (SUM)" => Some("sum-5"),
        "SP" => Some("sort-pool"),
        "Baseline" => Some("deep-sets"),
        _ => None,
    }
}

/// Each large deviation has an explanation, and each explanation has its number.
#[test]
fn large_deviations_are_explained() {
    let text = fs::read_to_string(root().join(PAGE)).unwrap();
    let shown = text.split_once(BEGIN).unwrap().1.split_once(END).unwrap().0;
    let off: Vec<_> = shown
        .lines()
        .filter(|line| line.contains(" is published, "))
        .collect();
    assert!(!shown.contains("not explained yet"), "{off:#?}");
    let tables: String = shown
        .lines()
        .filter(|line| line.starts_with("| "))
        .collect();
    let marks = tables.matches("**▲**").count() + tables.matches("**▼**").count();
    assert_eq!(marks, off.len(), "a line for every mark: {off:#?}");
    for row in rows(
        include_str!("../../crates/cli/src/report/explanations.csv"),
        4,
    ) {
        let start = format!("- {}, {}, {}: ", row[0], row[2], row[1]);
        assert!(
            off.iter()
                .any(|line| line.starts_with(&start) && line.ends_with(row[3])),
            "{start} is not off: its explanation is of no use"
        );
    }
}
