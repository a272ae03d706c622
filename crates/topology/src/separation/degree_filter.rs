//! Persistence of the degree, a fixed filter: both directions, and extended.

use super::colours::Coloured;
use super::steps::{OutOfSteps, Steps};
use crate::homology::barcode::{Kind, bars};
use crate::homology::{extended, persistence};

/// The degree of each vertex as a filter.
pub(super) fn degrees(one: &Coloured) -> Vec<f32> {
    let degrees = one.graph.degrees().into_iter();
    degrees.map(|degree| degree as f32).collect()
}

/// Writes the bars of positive length of both directions: kind, direction, birth and death, sorted. An essential bar has no death.
pub(super) fn degree_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    steps.take(u64::from(one.graph.vertices) + 2 * one.graph.edges.len() as u64)?;
    let filter = degrees(one);
    let value = |vertex: u32| filter[vertex as usize] as u64;
    let mut rows: Vec<Vec<u64>> = Vec::new();
    for bar in bars(&persistence(&one.graph.edges, &filter)) {
        if bar.kind == Kind::H0 && bar.is_zero_length(&filter) {
            continue;
        }
        let death = bar.death_vertex.map_or(u64::MAX, value);
        let row = vec![
            bar.kind as u64,
            bar.direction as u64,
            value(bar.birth_vertex),
            death,
        ];
        rows.extend(std::iter::repeat_n(row, bar.multiplicity as usize));
    }
    write_sorted(&mut rows, words);
    Ok(())
}

/// Writes the words of [`degree_words`] and the pairs of extended persistence, also those with equal degrees at both ends.
pub(super) fn extended_degree_words(
    one: &Coloured,
    words: &mut Vec<u64>,
    steps: &mut Steps,
) -> Result<(), OutOfSteps> {
    degree_words(one, words, steps)?;
    // Each edge takes at most one step for each vertex.
    steps.take(u64::from(one.graph.vertices) + 16 * one.graph.edges.len() as u64)?;
    let filter = degrees(one);
    let pairs = extended(&one.graph.edges, &filter);
    for pairs in [pairs.components, pairs.loops] {
        let value = |vertex: u32| filter[vertex as usize] as u64;
        let of_one = |pair: [u32; 2]| pair.map(value).to_vec();
        let mut rows: Vec<Vec<u64>> = pairs.into_iter().map(of_one).collect();
        write_sorted(&mut rows, words);
    }
    Ok(())
}

/// Writes the number of rows and the rows in order.
fn write_sorted(rows: &mut [Vec<u64>], words: &mut Vec<u64>) {
    rows.sort_unstable();
    words.push(rows.len() as u64);
    words.extend(rows.iter().flatten());
}
