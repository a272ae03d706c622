//! A GPU that is lost in the middle of a run.

use pollster::block_on;
use sublevel::{
    config::TrainingConfig,
    device,
    protocol::Backend,
    session::{Folds, Session, SessionError, Weights},
    training::Subject,
};

use crate::common::in_child_process;

/// A lost GPU is lost for the whole process, so the test runs in a child process.
#[test]
#[ignore = "slow: cargo test -- --include-ignored"]
fn a_saved_run_resumes_on_the_cpu_after_the_gpu_is_lost() {
    let test = "lost_gpu::a_saved_run_resumes_on_the_cpu_after_the_gpu_is_lost";
    in_child_process(test, lose_gpu);
}

fn lose_gpu() {
    let mut session = block_on(Session::open(Backend::Gpu)).unwrap();
    let data = session.generate("cycles-and-trees", 0).unwrap();
    let config = TrainingConfig {
        width: 5,
        hats: 4,
        epochs: 4,
        batch_size: 32,
        folds: 3,
        extended: true,
        ..TrainingConfig::default()
    };
    // One run whose steps are recorded, see `training::Trainer`, and one whose steps are not.
    let recorded = TrainingConfig {
        width: 8,
        extended: false,
        ..config.clone()
    };
    let recorded = block_on(session.create(data, recorded, Folds::AtMost)).unwrap();
    let run = block_on(session.create(data, config, Folds::AtMost)).unwrap();
    let per_epoch = session.run_summary(run).unwrap().steps_per_epoch;
    // The page saves a run while it trains.
    let saved = [run, recorded].map(|run| {
        block_on(session.train(run, per_epoch)).unwrap();
        let saved = block_on(session.save(run)).unwrap();
        block_on(session.train(run, 1)).unwrap();
        saved
    });
    let subject = Subject::Index(3);
    let shown = block_on(session.inspect(run, Weights::Epoch(1), &subject)).unwrap();

    let shown_of_recorded =
        block_on(session.inspect(recorded, Weights::Epoch(1), &subject)).unwrap();

    device::lose_gpu();
    let error = block_on(session.train(run, 2)).unwrap_err();
    println!("{error}");
    assert!(matches!(error, SessionError::GpuLost(_)));
    let sentence = error.to_string();
    assert!(sentence.starts_with("lost the GPU"));
    assert!(sentence.ends_with("resume the run on the CPU"));
    // Nothing else gets through to it.
    for error in [
        block_on(session.train(recorded, 2)).unwrap_err(),
        block_on(session.inspect(run, Weights::Now, &subject)).unwrap_err(),
        block_on(session.save(run)).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), sentence);
    }

    // A new session on the CPU resumes both runs, as the page does.
    let mut session = block_on(Session::open(Backend::Cpu)).unwrap();
    let data = session.generate("cycles-and-trees", 0).unwrap();
    for (saved, shown) in saved.iter().zip([shown, shown_of_recorded]) {
        let run = block_on(session.resume(data, saved)).unwrap();
        assert_eq!(session.run_summary(run).unwrap().epochs_done, 1);
        let now = block_on(session.inspect(run, Weights::Now, &subject)).unwrap();
        for (now, shown) in now.filter.iter().zip(&shown.filter) {
            assert!((now - shown).abs() < 1e-4);
        }
        let report = block_on(session.train(run, u32::MAX)).unwrap();
        assert!(report.finished);
        assert_eq!(session.snapshot_epochs(run).unwrap(), [1, 2, 3, 4]);
    }
}
