//! The page in Chromium, on the real server; the tests are in `www/tests/browser`.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::batches::Batch;
use crate::data_sets::IN_SHADERS;
use crate::kernels::Buffer;
use crate::needs::{Need, chromium, lacks};
use crate::support::{Server, built_site, sublevel};
use burn::tensor::Device;
use pollster::block_on;
use serde_json::{Value, json};
use sublevel::config::TrainingConfig;
use sublevel::graph::{Dataset, folds, generate};
use sublevel::homology::dispatch_plan::{
    BatchShape, GpuBuffer, Kernel, LANES, dispatches, size_class,
};
use sublevel::training::{Checkpoint, Trainer};

/// Names and batches of the shader tests in a browser.
fn shader_cases() -> Vec<(&'static str, Vec<Batch>)> {
    let mut cases = vec![
        ("sizes at the edges of every class", crate::batches::sizes()),
        (
            "adversarial families with every filter",
            crate::batches::small_families(),
        ),
        (
            "adversarial families on the large path",
            crate::batches::large_families(),
        ),
        (
            "more edges than lanes many times over",
            crate::batches::dense(),
        ),
        (
            "a thousand vertices and two million edges",
            crate::batches::parallel_edges(),
        ),
        (
            "more graphs than one dimension of a dispatch holds",
            crate::batches::many(),
        ),
    ];
    let data = IN_SHADERS.map(|name| (name, crate::batches::of_data_set(name, usize::MAX)));
    cases.extend(data);
    cases
}

/// Writes the input of `www/tests/browser/shaders.mjs`: `shaders.json` contains the texts and the dispatches of all shaders, and the
/// offsets of their tables and expected results in `shaders.bin`.
fn write_shader_cases(folder: &Path) {
    let mut words: Vec<u32> = Vec::new();
    let mut store = |table: &[u32]| {
        let place = json!([words.len(), table.len()]);
        words.extend(table);
        place
    };
    let mut batch_json = |batch: Batch| -> Value {
        let expected = batch.on_cpu();
        let mut graphs = batch.graphs;
        graphs.sort_by_key(|row| size_class(row[1], row[3]));
        let mut shape = BatchShape::default();
        for row in &graphs {
            shape.add(row[1], row[3]);
        }
        let runs = dispatches(&shape);
        let edges = batch.edges.len() as u32;
        let buffers = runs.iter().flat_map(|run| &run.buffers);
        let made: BTreeMap<String, usize> = buffers
            .map(|buffer| (format!("{buffer:?}"), buffer.len(&shape, edges)))
            .filter(|(_, length)| *length > 0)
            .collect();
        let run_json = |run: &sublevel::homology::dispatch_plan::Dispatch| {
            let buffers = run.buffers.iter().map(|buffer| format!("{buffer:?}"));
            json!({
                "kernel": format!("{:?}", run.kernel),
                "workgroups": run.workgroups,
                "tables": buffers.collect::<Vec<_>>(),
                "params": run.params,
            })
        };
        json!({
            "given": {
                format!("{:?}", GpuBuffer::Graphs): store(graphs.as_flattened()),
                format!("{:?}", GpuBuffer::Edges): store(batch.edges.as_flattened()),
                format!("{:?}", GpuBuffer::Filter): store(&batch.filter.iter().map(|f| f.to_bits()).collect::<Vec<_>>()),
            },
            "made": made,
            "runs": runs.iter().map(run_json).collect::<Vec<_>>(),
            "expected": {
                format!("{:?}", GpuBuffer::Death): store(&expected[0]),
                format!("{:?}", GpuBuffer::Loops): store(&expected[1]),
            },
        })
    };
    let cases: Vec<Value> = shader_cases()
        .into_iter()
        .map(|(name, batches)| {
            let batches: Vec<_> = batches.into_iter().map(&mut batch_json).collect();
            json!({ "name": name, "batches": batches })
        })
        .collect();
    let kernels: Vec<Value> = crate::kernels::runs()
        .into_iter()
        .map(|run| {
            let buffer_json = |buffer| match buffer {
                Buffer::Given(words) => json!({ "given": store(&words) }),
                Buffer::Expected(floats) => json!({ "expected": floats }),
                Buffer::Scratch(length) => json!({ "scratch": length }),
            };
            let buffers: Vec<Value> = run.buffers.into_iter().map(buffer_json).collect();
            json!({
                "name": run.name,
                "text": run.text,
                "workgroups": run.workgroups,
                "buffers": buffers,
                "params": run.params,
            })
        })
        .collect();
    let texts = Kernel::ALL.map(|kernel| {
        let text = kernel.text(kernel.lanes(LANES));
        (format!("{kernel:?}"), Value::from(text))
    });
    let suite =
        json!({ "texts": serde_json::Map::from_iter(texts), "cases": cases, "kernels": kernels });
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("shaders.json"), suite.to_string()).unwrap();
    let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    fs::write(folder.join("shaders.bin"), bytes).unwrap();
}

/// A data set that the page can generate as well.
fn data_set() -> Arc<Dataset> {
    Arc::new(generate::generate("cycles-and-trees", 0).unwrap())
}

/// Writes the input of `www/tests/browser/weights.mjs`: a run in its second epoch, and its filter of the first graph.
fn write_weights(folder: &Path) {
    let dataset = data_set();
    let config = TrainingConfig {
        width: 8,
        hats: 6,
        epochs: 3,
        fold: 2,
        folds: 5,
        ..TrainingConfig::default()
    };
    let folds = folds::stratified_folds(&dataset.classes, 5, 0).unwrap();
    let split = folds.split(2, true).unwrap();
    let mut trainer = Trainer::new(dataset, split, config, Device::flex()).unwrap();
    let steps = trainer.summary().steps_per_epoch;
    let report = block_on(trainer.train(steps + 2));
    let losses: Vec<f32> = report.steps.iter().map(|step| step.loss).collect();
    let filter = block_on(trainer.inspect(0)).filter;
    fs::write(folder.join("native.safetensors"), block_on(trainer.save())).unwrap();
    fs::write(
        folder.join("native.json"),
        json!({ "filter": filter, "losses": losses }).to_string(),
    )
    .unwrap();
}

/// Trains with the command line the runs that `www/tests/browser/options.mjs` trains in the page, if the real graphs are present.
fn write_options(folder: &Path) {
    let cases = Path::new(crate::ROOT).join("www/tests/browser/options.json");
    let cases: Vec<Value> = serde_json::from_slice(&fs::read(cases).unwrap()).unwrap();
    for case in cases {
        let text = |key: &str| case[key].as_str().unwrap();
        let words = case["cli"].as_array().unwrap().iter();
        let words: Vec<&str> = words.map(|word| word.as_str().unwrap()).collect();
        let out = folder.join(format!("options-{}.json", text("name")));
        let _ = fs::remove_file(&out);
        let data = text("data");
        if lacks(&[Need::DataSet(data)]) {
            continue;
        }
        let data = crate::data_sets::real_zip_of(data).unwrap();
        let mut train = sublevel();
        train.args(["train", "--device", "cpu", "--data"]).arg(data);
        let output = train.args(words).arg("--out").arg(&out).output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            crate::support::stderr(&output)
        );
    }
}

/// Trains the run over folds that `www/tests/browser/folds.mjs` opens and repeats in the page, on the graphs that the server offers.
fn write_folds(folder: &Path) {
    let out = folder.join("folds-native.json");
    let _ = fs::remove_file(&out);
    let mut train = sublevel();
    train.args(["train", "--device", "cpu", "--data"]);
    train.arg(crate::data_sets::zip_of("MUTAG"));
    let words = "--folds 3 --epochs 12 --features degree --width 16 --hats 20 --seed 7";
    train.args(words.split(' ')).arg("--out").arg(&out);
    let output = train.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        crate::support::stderr(&output)
    );
}

/// Reports the run file that `www/tests/browser/folds.mjs` saved.
fn check_folds(folder: &Path) {
    let out = tempfile::tempdir().unwrap();
    let mut report = sublevel();
    report
        .arg("report")
        .arg(folder.join("folds-from-page.json"));
    let output = report.arg("--out").arg(out.path()).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        crate::support::stderr(&output)
    );
    let text = fs::read_to_string(out.path().join("report.md")).unwrap();
    assert!(text.contains("One loop or several"), "{text}");
}

/// Resumes the run that `www/tests/browser/weights.mjs` saved.
fn check_weights(folder: &Path) {
    let bytes = fs::read(folder.join("from-page.safetensors")).unwrap();
    let from_page = fs::read(folder.join("from-page.json")).unwrap();
    let from_page: Value = serde_json::from_slice(&from_page).unwrap();
    let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
    assert_eq!(checkpoint.step, from_page["steps"].as_u64().unwrap() as u32);
    assert_eq!(json!(checkpoint.config), from_page["config"]);
    let mut trainer = Trainer::resume(data_set(), checkpoint, Device::flex()).unwrap();
    let filter = block_on(trainer.inspect(0)).filter;
    let expected = from_page["filter"].as_array().unwrap();
    assert_eq!(filter.len(), expected.len());
    for (found, expected) in filter.iter().zip(expected) {
        let expected = expected.as_f64().unwrap();
        assert!(
            (f64::from(*found) - expected).abs() < 1e-5,
            "the page has {expected}, this program {found}"
        );
    }
    let report = block_on(trainer.train(1));
    assert!(report.stopped.is_none() && report.steps.len() == 1);
}

/// Serves the page and runs the browser suites with these arguments more; files go to the folder.
fn run_suites(serve: &mut Command, folder: &Path, arguments: &[&str]) {
    // The server opens the page before its training module is built; the tests need both.
    built_site();
    let server = Server::start(serve);
    let root = Path::new(crate::ROOT);
    let status = Command::new("node")
        .current_dir(root.join("www"))
        .arg("tests/browser/all.mjs")
        .args(["--url", &format!("http://{}", server.address)])
        .arg("--chromium")
        .arg(chromium().unwrap())
        .arg("--out")
        .arg(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .status()
        .expect("node could not be started");
    assert!(
        status.success(),
        "the report is above, screenshots are in {}",
        folder.display()
    );
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_page_passes_its_smoke_test_in_chromium() {
    if lacks(&[Need::Chromium]) {
        return;
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-smoke");
    run_suites(sublevel().arg("serve"), &out, &["--smoke"]);
}

#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn the_page_passes_all_suites_in_chromium() {
    if lacks(&[Need::Chromium, Need::Poppler]) {
        return;
    }
    let mut serve = sublevel();
    serve.arg("serve");
    for name in IN_SHADERS {
        serve.arg("--data").arg(crate::data_sets::zip_of(name));
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    write_shader_cases(&out);
    write_weights(&out);
    write_options(&out);
    write_folds(&out);
    // "quick", or names of suites with commas between them, instead of all.
    let only = env::var("SUBLEVEL_BROWSER_SUITES");
    let only: Vec<&str> = only.iter().flat_map(|names| ["--only", names]).collect();
    run_suites(&mut serve, &out, &only);
    let ran = |name: &str| {
        only.last().is_none_or(|names| {
            names
                .split(',')
                .any(|suite| [name, "quick"].contains(&suite))
        })
    };
    if ran("weights") {
        check_weights(&out);
    }
    if ran("folds") {
        check_folds(&out);
    }
}
