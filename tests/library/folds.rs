//! The folds of the paper's split code, as the program ships them.

use std::io::Write;

use sublevel::config::TrainingConfig;
use sublevel::graph::{
    Dataset, folds,
    icml2020::{FOLDS, Shipped},
};

use crate::data_sets::beside_checkout;

/// Name, number of graphs, and for each version of [`Shipped::ALL`] the fingerprints of the ten splits in one number: each
/// exclusive-ored to the one before, turned left by one bit. Computed in Python from the splits of scikit-learn 0.20.1, 0.21.3 and 0.22.
#[rustfmt::skip]
const SETS: [(&str, u32, [u64; 3]); 7] = [
    ("IMDB-BINARY", 1000, [0xf2b1_cfbe_8d77_71dd, 0x932c_5371_441a_8270, 0x5ffe_e4ea_b3f1_0382]),
    ("IMDB-MULTI", 1500, [0xf3dd_8d32_b7fa_2440, 0xa887_4fb3_afc2_f772, 0x1de7_2157_dbd6_bb69]),
    ("MUTAG", 188, [0xb210_a604_305b_0b0f, 0x8eae_3bf9_a39e_0994, 0xce39_99a0_5e8b_5c45]),
    ("NCI1", 4110, [0xd397_4238_aca9_df91, 0xc483_4c7c_625b_2e4a, 0x665d_b2c1_3178_9283]),
    ("PROTEINS", 1113, [0x574e_e8a6_c083_9ea7, 0x3543_0ddb_f092_31d3, 0x9f56_69fd_a74c_ef50]),
    ("REDDIT-BINARY", 2000, [0x47c6_40be_55b8_498a, 0xa8cb_52d7_26dc_7274, 0xf81a_56ee_27d0_0f02]),
    ("REDDIT-MULTI-5K", 4999, [0x227d_e0c6_56fc_46b5, 0x6261_6fe1_495f_30d2, 0x846c_4234_49ab_b2b8]),
];

/// A data set with known classes only.
fn dataset(name: &str, classes: Vec<u32>) -> Dataset {
    let most = classes.iter().max().map_or(0, |&most| most);
    Dataset {
        name: name.into(),
        class_names: (0..=most).map(|class| class.to_string()).collect(),
        targets: Vec::new(),
        classes,
        ..Dataset::default()
    }
}

/// A data set without known classes: each graph has its own, so every split is even.
fn unknown(name: &str, graphs: u32) -> Dataset {
    dataset(name, (0..graphs).collect())
}

#[test]
fn shipped_folds_match_scikit_learn() {
    for (name, graphs, expected) in SETS {
        let dataset = unknown(name, graphs);
        for (folds, expected) in Shipped::ALL.into_iter().zip(expected) {
            let mut found = 0u64;
            let mut tested = Vec::new();
            for fold in 1..=FOLDS {
                let split = folds.split(&dataset, fold).unwrap();
                found = found.rotate_left(1) ^ split.fingerprint();
                tested.extend(split.test);
            }
            assert_eq!(found, expected, "{name} {folds:?}");
            tested.sort_unstable();
            assert!(
                tested.into_iter().eq(0..graphs),
                "{name}: each graph is tested once"
            );
        }
    }
}

#[test]
fn a_fingerprint_identifies_the_version() {
    for (name, graphs, _) in SETS {
        let dataset = unknown(name, graphs);
        for folds in Shipped::ALL {
            let split = folds.split(&dataset, 7).unwrap();
            let whole = split.clone().without_validation();
            for fingerprint in [split.fingerprint(), whole.fingerprint()] {
                assert_eq!(Shipped::of_split(name, 7, fingerprint), Some(folds));
                assert_eq!(Shipped::of_split(name, 8, fingerprint), None);
            }
        }
    }
    assert_eq!(Shipped::of_split("Threads", 1, 0), None);
}

/// In a checkout with the index files: the same, graph by graph.
#[test]
fn shipped_folds_match_the_index_files() {
    let Some(folder) = beside_checkout().map(|folder| folder.join("folds-icml2020")) else {
        // Bypasses the capture of output, so that the message is visible in every test run.
        let _ = writeln!(
            std::io::stderr(),
            "\nnot compared with index files, there are none\n"
        );
        return;
    };
    for (name, graphs, _) in SETS {
        for fold in 1..=FOLDS {
            let read = folds::read_folds(&folder.join(name), fold, graphs).unwrap();
            let dataset = unknown(name, graphs);
            assert_eq!(
                Shipped::Sklearn022.split(&dataset, fold).unwrap(),
                read,
                "{name} {fold}"
            );
        }
    }
}

#[test]
fn other_graphs_are_rejected() {
    let error = |dataset: &Dataset, fold| {
        Shipped::Icml2020
            .split(dataset, fold)
            .unwrap_err()
            .to_string()
    };
    let mutag = unknown("MUTAG", 188);
    let message = error(&dataset("Threads", vec![0; 188]), 1);
    assert!(
        message.contains("Threads") && message.contains("REDDIT-MULTI-5K"),
        "{message}"
    );
    let message = error(&dataset("MUTAG", vec![0; 187]), 1);
    assert!(
        message.contains("188") && message.contains("187"),
        "{message}"
    );
    for fold in [0, 11] {
        let message = error(&mutag, fold);
        assert!(message.contains("from 1 to 10"), "{message}");
    }
    // The graphs of one class first, which the TU file does not have: no fold would have any of the other.
    let test = Shipped::Icml2020.split(&mutag, 3).unwrap().test;
    let classes = (0..188).map(|graph| u32::from(test.contains(&graph)));
    let message = error(&dataset("MUTAG", classes.collect()), 1);
    assert!(message.contains("another order"), "{message}");
}

#[test]
fn a_seed_of_the_folds_keeps_the_split_of_other_seeds() {
    let dataset = dataset("own", (0..60).map(|graph| graph % 2).collect());
    let split = |seed, split_seed| {
        let config = TrainingConfig {
            seed,
            split_seed,
            ..TrainingConfig::default()
        };
        let folds = config.stratified_folds(&dataset).unwrap();
        folds.split(1, true).unwrap()
    };
    assert_eq!(split(1, Some(7)), split(7, None));
    assert_eq!(split(1, Some(7)), split(2, Some(7)));
    assert_ne!(split(1, None), split(2, None));
}
