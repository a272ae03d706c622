//! Labels and attributes of vertices, edges and graphs.

use std::collections::BTreeMap;

use crate::graph::DataError;
use crate::graph::lines::{Line, integer};

/// More distinct labels than this are not labels but numbers or names.
pub(in crate::graph) const MAX_LABELS: usize = 1 << 16;

/// Labels of vertices, edges or graphs.
#[derive(Default)]
pub(in crate::graph) struct Labels {
    /// An index into `names` for each vertex, edge or graph.
    pub of: Vec<u32>,
    /// The labels as the file writes them, in ascending order.
    pub names: Vec<String>,
    pub columns: usize,
}

/// Real attributes of vertices or edges.
#[derive(Default)]
pub(in crate::graph) struct Attributes {
    /// All rows in order.
    pub numbers: Vec<f32>,
    /// Length of a row.
    pub columns: usize,
}

impl Attributes {
    /// The numbers of one thing. Empty without attributes.
    pub fn row(&self, thing: usize) -> &[f32] {
        &self.numbers[thing * self.columns..][..self.columns]
    }
}

/// Collects labels and numbers them in the order of their occurrence.
#[derive(Default)]
pub(super) struct LabelReader {
    of: Vec<u32>,
    numbers: BTreeMap<Vec<i64>, u32>,
    columns: usize,
    label: Vec<i64>,
}

impl LabelReader {
    pub fn add(&mut self, line: Line<'_>, single: Option<&str>) -> Result<(), DataError> {
        let whole = || match single {
            Some(what) => line.error(format!("one whole number, the {what}")),
            None => line.error("a whole number, the label"),
        };
        self.label.clear();
        for field in line.fields() {
            self.label.push(integer(field).ok_or_else(whole)?);
        }
        if single.is_some() && self.label.len() > 1 {
            return Err(whole());
        }
        if self.of.is_empty() {
            self.columns = self.label.len();
        } else if self.label.len() != self.columns {
            return Err(line.error_because(
                format!("as many columns as in line 1, {}", self.columns),
                "; labels that change over time, as in infectious_ct1, are not read: keep one label in each line",
            ));
        }
        let number = match self.numbers.get(&self.label) {
            Some(&number) => number,
            None if self.numbers.len() == MAX_LABELS => {
                return Err(line.error_because(
                    format!("at most {MAX_LABELS} different labels"),
                    " as one more; numbers of another kind belong into the attributes",
                ));
            }
            None => {
                let number = self.numbers.len() as u32;
                self.numbers.insert(self.label.clone(), number);
                number
            }
        };
        self.of.push(number);
        Ok(())
    }

    pub fn finish(mut self) -> Labels {
        let mut rank = vec![0; self.numbers.len()];
        let mut names = Vec::with_capacity(self.numbers.len());
        for (index, (label, number)) in self.numbers.iter().enumerate() {
            rank[*number as usize] = index as u32;
            names.push(
                label
                    .iter()
                    .map(i64::to_string)
                    .collect::<Vec<_>>()
                    .join(", "),
            );
        }
        for label in &mut self.of {
            *label = rank[*label as usize];
        }
        Labels {
            of: self.of,
            names,
            columns: self.columns,
        }
    }
}
