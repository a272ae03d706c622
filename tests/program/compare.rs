//! `sublevel compare`: its numbers, its sentences and its formats. The unit tests of `crates/topology/src/statistics` check the tests.
//!
//! The expected numbers are of SciPy 1.17.1: with the differences d of the splits, `d.std(ddof=1)`, `stats.t.ppf(.975, J - 1)` and
//! `stats.t.sf`, and the variance factor 1/J + 1/(0.9 (k − 1)) of k folds with a validation part.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::{assert_has, refused, stderr, stdout, sublevel};
use serde_json::{Value, json};

/// Graphs of each test part.
const GRAPHS: u32 = 20;

/// A run of this model over a fold for each number. In a fold, this number of graphs is classified correctly, the first ones.
fn run(model: &str, seed: u32, right: &[u32]) -> Value {
    let fold = |(index, right): (u32, &u32)| {
        let prediction = |place: u32| {
            // 12 of 20 graphs have the class 1.
            let class = u32::from(place % 5 < 3);
            let predicted = if place < *right { class } else { 1 - class };
            [index * GRAPHS + place, class, predicted]
        };
        let accuracy = f64::from(*right) / f64::from(GRAPHS);
        json!({
            "fold": index + 1, "split": format!("{index:016x}"), "test_accuracy": accuracy,
            "epochs": [{
                "epoch": 1, "train_loss": 0.5, "train_accuracy": 0.75, "test_accuracy": accuracy, "seconds": 0.5,
            }],
            "predictions": (0..GRAPHS).map(prediction).collect::<Vec<_>>(),
        })
    };
    json!({
        "data": "Rings", "fingerprint": "00000000000000da", "seed": seed, "splits": "seed",
        "device": "CPU", "versions": {"sublevel": "0.1.0"},
        "config": {"model": model, "features": "degree", "epochs": 100, "folds": right.len(), "seed": seed},
        "classes": ["loop", "<several> & more_100 %"],
        "folds": (0..).zip(right).map(fold).collect::<Vec<_>>(),
        "mean_test_accuracy": 0.0, "std_test_accuracy": 0.0,
    })
}

const HIGH: [u32; 5] = [18, 17, 19, 16, 18];
/// 11 points below [`HIGH`] on average, in very different folds.
const VARYING: [u32; 5] = [15, 16, 15, 14, 17];
/// 40 points below [`HIGH`].
const LOW: [u32; 5] = [10, 10, 11, 8, 9];

/// A run of a model that predicts numbers, with this error in each fold.
fn regression(model: &str, errors: &[f64]) -> Value {
    let mut run = run(model, 0, &vec![0; errors.len()]);
    run["classes"] = json!([]);
    for (fold, error) in run["folds"].as_array_mut().unwrap().iter_mut().zip(errors) {
        let number = fold["fold"].as_u64().unwrap();
        let fold = fold.as_object_mut().unwrap();
        fold.remove("test_accuracy");
        fold.remove("predictions");
        fold.insert("test_error".into(), json!(error));
        fold.insert("epochs".into(), json!([]));
        // The targets of a fold are its number and ten times its number.
        let value =
            |graph: u64| json!([2 * number + graph, number * 10_u64.pow(graph as u32), 0.0]);
        fold.insert("values".into(), json!([value(0), value(1)]));
    }
    run
}

fn compare(runs: &[(&str, Value)], options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut command = sublevel();
    command.current_dir(&folder).arg("compare");
    for (name, run) in runs {
        fs::write(folder.path().join(name), run.to_string()).unwrap();
        command.arg(name);
    }
    command.args(options).output().unwrap()
}

#[track_caller]
fn text(runs: &[(&str, Value)]) -> String {
    stdout(&compare(runs, &[]))
}

/// The sentences about pairs.
fn sentences(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("- ")).collect()
}

#[test]
fn a_wide_interval_shows_no_difference() {
    let text = text(&[
        ("high.json", run("gfl", 0, &HIGH)),
        ("varying.json", run("ph-only", 0, &VARYING)),
    ]);
    for line in [
        "Rings\n",
        "A  1-GIN (GFL), degree      5       5      88.0  5.1   77.1 to 98.9\n",
        "B  PH-only                  5       5      77.0  5.1   66.1 to 87.9\n",
        "Baseline, always predicting “<several> & more_100 %”: 60.0 % over 100 tested graphs.\n",
        "A − B      5       5                +11.0  −1.5 to +23.5  +1.69  0.071     0.071\n",
        // 11 graphs, and none: 2 / 2¹¹.
        "A − B       0     100                11                  0  < 0.001   < 0.001\n",
        "(Nadeau and Bengio, 2003)",
    ] {
        assert_has(&text, line);
    }
    assert_eq!(
        sentences(&text),
        [
            "- A − B, 1-GIN (GFL), degree against PH-only: +11.0 percentage points of accuracy on average (95 % interval −1.5 to +23.5, \
             d = +1.69, 5 cells): no difference shown."
        ]
    );
    assert!(!text.contains("are equal"), "{text}");
}

#[test]
fn p_is_adjusted_for_all_pairs() {
    let text = text(&[
        ("high.json", run("gfl", 0, &HIGH)),
        ("varying.json", run("ph-only", 0, &VARYING)),
        ("low.json", run("deep-sets", 0, &LOW)),
    ]);
    for row in [
        "+11.0   −1.5 to +23.5   +1.69    0.071     0.071",
        "+40.0  +33.2 to +46.8  +11.31  < 0.001   < 0.001",
        "+29.0  +14.8 to +43.2   +3.91    0.005     0.010",
    ] {
        assert_has(&text, row);
    }
    let sentences = sentences(&text);
    assert_has(sentences[0], "no difference shown.");
    assert_has(
        sentences[1],
        "a difference in favour of 1-GIN (GFL), degree (p < 0.001 after Holm's correction for 3 pairs).",
    );
    assert_has(sentences[2], "in favour of PH-only (p = 0.010 after");
}

#[test]
fn an_interval_without_0_is_not_enough_for_several_pairs() {
    let mut middle = VARYING;
    middle[4] -= 1;
    let runs = [
        ("high.json", run("gfl", 0, &HIGH)),
        ("middle.json", run("ph-only", 0, &middle)),
    ];
    let alone = text(&runs);
    assert_has(
        sentences(&alone)[0],
        "a difference in favour of 1-GIN (GFL), degree (p = 0.03",
    );
    let [first, second] = runs;
    let several = text(&[first, second, ("sum.json", run("sum", 0, &VARYING))]);
    assert_has(
        sentences(&several)[0],
        "no difference shown, because p = 0.115 after Holm's correction for 3 pairs, although the interval excludes 0.",
    );
}

/// Seeds of the same splits count once; seeds with splits of their own count as often as they have splits.
#[test]
fn cells_of_the_same_split_are_no_independent_evidence() {
    let seeds = |own_splits: bool| {
        let mut runs = Vec::new();
        for (seed, name) in [(0, "0"), (1, "1")] {
            for (model, right) in [("gfl", HIGH), ("ph-only", VARYING)] {
                let mut run = run(model, seed, &right);
                for fold in run["folds"].as_array_mut().unwrap() {
                    if own_splits {
                        let split = format!("{name}{}", fold["split"].as_str().unwrap());
                        fold["split"] = json!(split);
                    }
                }
                runs.push((format!("{model}-{name}.json"), run));
            }
        }
        let runs: Vec<_> = runs
            .iter()
            .map(|(name, run)| (name.as_str(), run.clone()))
            .collect();
        text(&runs)
    };
    let shared = seeds(false);
    assert_has(
        &shared,
        "A − B     10       5                +11.0  −1.5 to +23.5  +1.69  0.071     0.071\n",
    );
    let own = seeds(true);
    assert_has(&own, "A − B     10      10                +11.0  ");
    assert_has(&own, "+1.79  ");
    for seed in [0, 1] {
        let row = format!("A − B       {seed}     100                11 ");
        assert_has(&shared, &row);
    }
}

#[test]
fn equal_differences_have_no_test() {
    let lower = HIGH.map(|right| right - 2);
    let text = text(&[
        ("high.json", run("gfl", 0, &HIGH)),
        ("lower.json", run("ph-only", 0, &lower)),
        ("same.json", run("sum", 0, &HIGH)),
    ]);
    let [constant, same, _] = sentences(&text)[..] else {
        panic!("{text}");
    };
    assert_has(
        constant,
        "no statement, because the difference is +10.000 percentage points of accuracy in each of 5 splits, and the test needs \
         differences that vary.",
    );
    assert_has(same, "the difference is 0.000 percentage points");
    assert!(!text.contains("95 % interval      d"), "{text}");
    // Nothing to compare by McNemar's test.
    assert_has(
        &text,
        "A − C       0     100                 0                  0  1.000     1.000\n",
    );
}

#[test]
fn folds_from_files_have_no_test() {
    let with_files = |model, right: &[u32]| {
        let mut run = run(model, 0, right);
        run["splits"] = json!("files");
        run
    };
    let runs = [
        ("gfl.json", with_files("gfl", &HIGH)),
        ("sum.json", with_files("sum", &VARYING)),
    ];
    let text = stdout(&compare(&runs, &[]));
    // Their means and the test of these predictions stay.
    for part in [
        "88.0",
        "McNemar",
        "the folds come from files, and the test needs the sizes",
    ] {
        assert_has(&text, part);
    }
    assert!(!text.contains("difference (points)"), "{text}");
}

#[test]
fn one_run_has_its_table_only() {
    let text = text(&[("high.json", run("gfl", 0, &HIGH))]);
    assert_has(
        &text,
        "A  1-GIN (GFL), degree      5       5      88.0  5.1   77.1 to 98.9\n",
    );
    assert!(
        !text.contains("McNemar") && !text.contains("Holm"),
        "{text}"
    );
    assert!(sentences(&text).is_empty());
}

#[test]
fn too_few_splits_have_no_statement() {
    let text = text(&[
        ("a.json", run("gfl", 0, &HIGH[..2])),
        ("b.json", run("ph-only", 0, &LOW[..2])),
    ]);
    assert_has(
        &text,
        "A  1-GIN (GFL), degree      2       2      87.5  2.5              –\n",
    );
    assert_has(
        sentences(&text)[0],
        "no statement from 2 common cells on 2 splits, because the test needs 3 splits.",
    );
}

#[test]
fn unfinished_runs_are_compared_in_their_common_cells() {
    let mut part = run("gfl", 0, &HIGH);
    let left = part["folds"].as_array_mut().unwrap().pop().unwrap();
    part["unfinished"] =
        json!([{"fold": 5, "split": left["split"], "epochs": [], "checkpoint": null}]);
    let mut begun = run("sum", 0, &HIGH);
    begun["folds"] = json!([]);
    let text = text(&[
        ("part.json", part),
        ("low.json", run("ph-only", 0, &LOW)),
        ("begun.json", begun),
    ]);
    assert_has(&text, "  4 of 5       4      87.5  ");
    assert_has(&text, "  0 of 5       0         –    –  ");
    let sentences = sentences(&text);
    assert_has(sentences[0], "4 cells)");
    assert_has(
        sentences[1],
        "not compared, because no fold of the same seed is finished in both.",
    );
}

#[test]
fn files_of_one_run_are_merged() {
    let whole = run("gfl", 0, &HIGH);
    let only = |kept: &[u64]| {
        let mut run = whole.clone();
        let folds = run["folds"].as_array_mut().unwrap();
        folds.retain(|fold| kept.contains(&fold["fold"].as_u64().unwrap()));
        run
    };
    let low = ("low.json", run("ph-only", 0, &LOW));
    let merged = text(&[
        ("1.json", only(&[1, 2])),
        ("2.json", only(&[3, 4, 5])),
        // A file that is named twice counts once.
        ("2.json", only(&[3, 4, 5])),
        low.clone(),
    ]);
    assert_eq!(merged, text(&[("whole.json", whole), low]));
}

#[test]
fn other_test_graphs_are_not_compared() {
    let mut other = run("ph-only", 0, &LOW);
    other["folds"][2]["predictions"][0][0] = json!(1000);
    let high = ("high.json", run("gfl", 0, &HIGH));
    let text = text(&[high.clone(), ("other.json", other)]);
    assert_has(
        sentences(&text)[0],
        "not compared, because fold 3 of seed 0 tests different graphs.",
    );
    assert!(!text.contains("McNemar"), "{text}");

    // Without predictions, the fingerprints of the splits decide.
    let without = |split: &str| {
        let mut run = run("ph-only", 0, &VARYING);
        for fold in run["folds"].as_array_mut().unwrap() {
            fold.as_object_mut().unwrap().remove("predictions");
        }
        run["folds"][4]["split"] = json!(split);
        self::text(&[high.clone(), ("without.json", run)])
    };
    assert_has(
        sentences(&without("00000000000000ff"))[0],
        "fold 5 of seed 0",
    );
    let same = without("0000000000000004");
    assert_has(&same, "+11.0  −1.5 to +23.5");
    assert!(!same.contains("McNemar"), "{same}");

    // The validation part changes the split, but not the test graphs.
    let mut trained = run("ph-only", 0, &LOW);
    trained["config"]["validation"] = json!(false);
    for fold in trained["folds"].as_array_mut().unwrap() {
        fold["split"] = json!("00000000000000ff");
    }
    let text = self::text(&[high, ("trained.json", trained)]);
    assert_has(&text, "+40.0  +33.2 to +46.8");
}

#[test]
fn every_data_set_has_its_section() {
    let of = |data: &str, fingerprint: &str, model: &str| {
        let mut run = run(model, 0, &HIGH);
        (run["data"], run["fingerprint"]) = (json!(data), json!(fingerprint));
        run
    };
    let text = text(&[
        ("a.json", of("Rings", "00000000000000da", "gfl")),
        ("b.json", of("Rings", "00000000000000db", "ph-only")),
        ("c.json", of("Trees", "00000000000000dc", "sum")),
    ]);
    for title in [
        "Rings (fingerprint 00000000000000da)\n\n",
        "Rings (fingerprint 00000000000000db)\n\n",
        "Trees\n\n",
    ] {
        assert_has(&text, title);
    }
    assert!(sentences(&text).is_empty());
}

#[test]
fn runs_with_other_folds_are_other_settings() {
    let mut shipped = run("gfl", 0, &HIGH);
    shipped["splits"] = json!("files");
    // A second result for the same cells.
    let again = run("gfl", 0, &LOW);
    let output = compare(
        &[
            ("seed.json", run("gfl", 0, &HIGH)),
            ("files.json", shipped),
            ("again.json", again),
        ],
        &[],
    );
    let text = stdout(&output);
    for name in [
        "1-GIN (GFL), degree, 5 folds from files ",
        "1-GIN (GFL), degree, 5 folds drawn by seed ",
        "1-GIN (GFL), degree, 5 folds drawn by seed (2) ",
    ] {
        assert_has(&text, name);
    }
    assert_has(
        &stderr(&output),
        "again.json and seed.json are not merged: fold 1 is in both, with different results.",
    );
}

#[test]
fn smaller_errors_are_better() {
    let text = text(&[
        ("small.json", regression("gfl", &[0.51, 0.52, 0.54])),
        ("large.json", regression("ph-only", &[1.5, 1.6, 1.5])),
        ("other.json", regression("sum", &[0.6, 0.4, 0.56])),
    ]);
    assert_has(&text, "mean error (MAE)");
    assert_has(
        &text,
        "A  1-GIN (GFL), degree      3       3             0.523  0.012  ",
    );
    // The targets are 1, 2, 3, 10, 20 and 30. The upper median is 10.
    assert_has(
        &text,
        "Baseline, always predicting the median target, 10: 9.00 over 6 tested graphs.",
    );
    let [large, other, _] = sentences(&text)[..] else {
        panic!("{text}");
    };
    assert_has(large, "in the mean error on average");
    assert_has(large, "a difference in favour of 1-GIN (GFL), degree");
    assert_has(other, "no difference shown");
    assert!(!text.contains("McNemar"), "{text}");
    let mut without = regression("gfl", &[0.5, 0.6, 0.7]);
    for fold in without["folds"].as_array_mut().unwrap() {
        fold.as_object_mut().unwrap().remove("values");
    }
    assert_has(
        &self::text(&[("a.json", without)]),
        "There is no baseline, because the files have no predictions.",
    );
}

#[test]
fn every_format_has_the_same_table() {
    let mut high = run("gfl", 0, &HIGH);
    high["data"] = json!("R_1 & |2|\u{1b}[31m");
    let mut low = run("ph-only", 0, &VARYING);
    low["data"] = high["data"].clone();
    let runs = [("high.json", high), ("low.json", low)];
    let of = |format: &str| stdout(&compare(&runs, &["--format", format]));
    let markdown = of("markdown");
    assert_has(&markdown, "## R\\_1 &amp; \\|2\\| \\[31m\n");
    assert_has(
        &markdown,
        "| A − B | 5 | 5 | +11.0 | −1.5 to +23.5 | +1.69 | 0.071 | 0.071 |\n",
    );
    let latex = of("latex");
    assert_has(
        &latex,
        "\\subsection*{R\\_1 \\& $|$2$|$\\textbackslash{}u\\{1b\\}[31m}\n",
    );
    assert_has(
        &latex,
        "A $-$ B & 5 & 5 & +11.0 & $-$1.5 to +23.5 & +1.69 & 0.071 & 0.071 \\\\\n",
    );
    assert_has(&latex, "“$<$several$>$ \\& more\\_100 \\%”");
    assert_has(&of("text"), "R_1 & |2|\\u{1b}[31m\n");
    let csv = of("csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let kinds: Vec<_> = rows.iter().map(|row| row[1]).collect();
    assert_eq!(
        kinds,
        [
            "kind",
            "setting",
            "setting",
            "baseline",
            "difference",
            "mcnemar"
        ]
    );
    // The name of the first setting has a comma.
    assert_eq!(rows[4].len(), rows[0].len() + 1);
    let number = |row: usize, column: usize| rows[row][column].parse::<f64>().unwrap();
    for (row, column, expected) in [
        (2, 7, 77.0),
        (3, 7, 60.0),
        (4, 8, 11.0),
        (4, 10, -1.51112978),
        (4, 11, 23.51112978),
        (4, 12, 0.07112415642498086),
        (5, 12, 0.0009765625),
        (5, 14, 100.0),
        (5, 15, 11.0),
        (5, 16, 0.0),
    ] {
        let found = number(row, column);
        assert!((found - expected).abs() < 1e-8, "{row}, {column}: {found}");
    }
}

#[test]
fn the_output_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("comparison.md");
    let runs = [("a.json", run("gfl", 0, &HIGH))];
    let options = ["--format", "markdown", "--out", path.to_str().unwrap()];
    assert_eq!(stdout(&compare(&runs, &options)), "");
    assert!(fs::read_to_string(path).unwrap().starts_with("## Rings\n"));
}

#[test]
fn wrong_input_is_refused() {
    let mut damaged = run("gfl", 0, &HIGH);
    damaged["folds"][0]["test_accuracy"] = json!(1.5);
    for (value, message) in [
        (json!({}), "a.json: missing field `data`"),
        (json!({"sets": []}), "sublevel train --out RUN.json"),
        (damaged, "a.json: fold 1: the test accuracy is 1.5"),
    ] {
        let output = compare(&[("a.json", value)], &[]);
        assert!(output.stdout.is_empty());
        assert_has(&refused(&output), message);
    }
    refused(&compare(&[], &[]));
    refused(&compare(&[], &["absent.json"]));
}

/// The page shows the beginning of the output for two run files of the repository.
#[test]
fn the_example_of_the_documentation_is_current() {
    let root = Path::new(crate::ROOT);
    let page = fs::read_to_string(root.join("docs/report.md")).unwrap();
    let (_, example) = page.split_once("$ sublevel compare ").unwrap();
    let (arguments, example) = example.split_once('\n').unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let mut command = sublevel();
    let command = command.current_dir(root).arg("compare");
    let output = command.args(arguments.split(' ')).output().unwrap();
    let text = stdout(&output);
    assert!(text.starts_with(example), "{text}\nis not\n{example}");
}
