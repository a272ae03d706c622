//! Golden barcodes from other software.

use serde::Deserialize;
use sublevel::homology::barcode::{Barcode, Barcodes};
use sublevel::homology::persistence;

use crate::fixtures;

#[derive(Deserialize)]
struct File {
    graphs: Vec<Golden>,
}

#[derive(Deserialize)]
struct Golden {
    name: String,
    n: usize,
    edges: Vec<[u32; 2]>,
    f: Vec<f32>,
    sub: Values,
    sup_mirrored: Values,
    generators: Option<Generators>,
}

#[derive(Deserialize)]
struct Values {
    h0: Vec<[f32; 2]>,
    h0_zero: Vec<f32>,
    h0_ess: Vec<f32>,
    h1_ess: Vec<f32>,
}

#[derive(Deserialize)]
struct Generators {
    sub: Vertices,
    sup: Vertices,
}

#[derive(Deserialize)]
struct Vertices {
    h0: Vec<[u32; 2]>,
    h0_ess: Vec<u32>,
    h1_ess: Vec<u32>,
}

fn sorted<T: PartialOrd>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort_by(|a, b| a.partial_cmp(b).unwrap());
    values
}

fn check(
    name: &str,
    barcode: &Barcode,
    all: &Barcode,
    golden: &Values,
    vertices: Option<&Vertices>,
) {
    assert_eq!(
        sorted(barcode.h0.iter().map(|bar| [bar.birth, bar.death])),
        sorted(golden.h0.clone()),
        "{name}: h0"
    );
    let births = |bars: &[sublevel::homology::barcode::EssentialBar]| {
        sorted(bars.iter().map(|bar| bar.birth))
    };
    assert_eq!(
        births(&barcode.h0_essential),
        sorted(golden.h0_ess.clone()),
        "{name}: h0_ess"
    );
    assert_eq!(
        births(&barcode.h1_essential),
        sorted(golden.h1_ess.clone()),
        "{name}: h1_ess"
    );
    let zero = all
        .h0
        .iter()
        .filter(|bar| bar.birth == bar.death)
        .map(|bar| bar.birth);
    assert_eq!(
        sorted(zero),
        sorted(golden.h0_zero.clone()),
        "{name}: h0_zero"
    );
    if let Some(vertices) = vertices {
        let pairs = barcode
            .h0
            .iter()
            .map(|bar| [bar.birth_vertex, bar.death_vertex].map(Option::unwrap));
        assert_eq!(
            sorted(pairs),
            sorted(vertices.h0.clone()),
            "{name}: vertices of h0"
        );
        let births = |bars: &[sublevel::homology::barcode::EssentialBar]| {
            sorted(bars.iter().map(|bar| bar.birth_vertex.unwrap()))
        };
        assert_eq!(
            births(&barcode.h0_essential),
            sorted(vertices.h0_ess.clone()),
            "{name}: vertices of h0_ess"
        );
        assert_eq!(
            births(&barcode.h1_essential),
            sorted(vertices.h1_ess.clone()),
            "{name}: vertices of h1_ess"
        );
    }
}

#[test]
fn barcodes_match_the_golden_values() {
    for file in ["ph_small.json", "ph_large.json.gz"] {
        let File { graphs } = fixtures::read(file);
        assert!(!graphs.is_empty());
        for golden in graphs {
            assert_eq!(golden.n, golden.f.len());
            let result = persistence(&golden.edges, &golden.f);
            let [barcodes, all] =
                [false, true].map(|keep_zero| Barcodes::new(&result, &golden.f, keep_zero));
            let vertices = golden.generators.as_ref();
            let [up, down] =
                ["sublevel", "superlevel"].map(|direction| format!("{} {direction}", golden.name));
            check(
                &up,
                &barcodes.sublevel,
                &all.sublevel,
                &golden.sub,
                vertices.map(|v| &v.sub),
            );
            check(
                &down,
                barcodes.superlevel.as_ref().unwrap(),
                all.superlevel.as_ref().unwrap(),
                &golden.sup_mirrored,
                vertices.map(|v| &v.sup),
            );
        }
    }
}
