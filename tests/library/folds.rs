//! The folds of the paper's authors, as the program ships them.

use std::{io::Write, path::Path};

use sublevel::graph::{
    Dataset, folds,
    icml2020::{self, FOLDS},
};

/// Name, number of graphs, and the fingerprints of the ten splits in one number: each exclusive-ored to what was there,
/// turned left by one bit. Computed in another language from the index files that scikit-learn wrote.
const SETS: [(&str, u32, u64); 7] = [
    ("IMDB-BINARY", 1000, 0x5ffe_e4ea_b3f1_0382),
    ("IMDB-MULTI", 1500, 0x1de7_2157_dbd6_bb69),
    ("MUTAG", 188, 0xce39_99a0_5e8b_5c45),
    ("NCI1", 4110, 0x665d_b2c1_3178_9283),
    ("PROTEINS", 1113, 0x9f56_69fd_a74c_ef50),
    ("REDDIT-BINARY", 2000, 0xf81a_56ee_27d0_0f02),
    ("REDDIT-MULTI-5K", 4999, 0x846c_4234_49ab_b2b8),
];

/// A data set of which only the classes are known.
fn dataset(name: &str, classes: Vec<u32>) -> Dataset {
    let most = classes.iter().max().map_or(0, |&most| most);
    Dataset {
        name: name.into(),
        class_names: (0..=most).map(|class| class.to_string()).collect(),
        classes,
        ..Dataset::default()
    }
}

#[test]
fn the_authors_folds_match_scikit_learn() {
    for (name, graphs, expected) in SETS {
        let dataset = dataset(name, vec![0; graphs as usize]);
        let mut found = 0u64;
        let mut tested = Vec::new();
        for fold in 1..=FOLDS {
            let split = icml2020::split(&dataset, fold).unwrap();
            found = found.rotate_left(1) ^ split.fingerprint();
            tested.extend(split.test);
        }
        assert_eq!(found, expected, "{name}");
        tested.sort_unstable();
        assert!(
            tested.into_iter().eq(0..graphs),
            "{name}: each graph is tested once"
        );
    }
}

/// Beside a checkout that has the index files: the same, graph by graph.
#[test]
fn the_authors_folds_match_the_index_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/folds-icml2020");
    if !folder.exists() {
        // Past the capture of output: whoever runs the tests has to know.
        let _ = writeln!(
            std::io::stderr(),
            "\nnot compared with index files, there are none in {}; their fingerprints are\n",
            folder.display()
        );
        return;
    }
    for (name, graphs, _) in SETS {
        for fold in 1..=FOLDS {
            let read = folds::read_folds(&folder.join(name), fold, graphs).unwrap();
            let dataset = dataset(name, vec![0; graphs as usize]);
            assert_eq!(
                icml2020::split(&dataset, fold).unwrap(),
                read,
                "{name} {fold}"
            );
        }
    }
}

#[test]
fn other_graphs_are_rejected() {
    let error = |dataset: &Dataset, fold| icml2020::split(dataset, fold).unwrap_err().to_string();
    let mutag = dataset("MUTAG", vec![0; 188]);
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
    // The graphs of one class first, which the authors' file does not have: no fold would have any of the other.
    let test = icml2020::split(&mutag, 3).unwrap().test;
    let classes = (0..188).map(|graph| u32::from(test.contains(&graph)));
    let message = error(&dataset("MUTAG", classes.collect()), 1);
    assert!(message.contains("another order"), "{message}");
}
