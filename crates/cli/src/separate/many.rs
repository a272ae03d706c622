//! The comparison of many pairs on all cores, and the percentages by class.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;
use sublevel::separation::{Descriptor, Pair, Verdict};

use super::classes::BREC_PAIRS;
use super::graphs::ListedPair;
use super::{Arguments, Format, word};
use crate::Failure;
use crate::console::{Work, note};
use sublevel::table::{aligned, field};

/// The results for a pair.
#[derive(Serialize)]
struct Row {
    /// Counted from 1.
    pair: u32,
    graphs: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    verdicts: BTreeMap<&'static str, Verdict>,
}

/// The numbers of a descriptor in a class, or in all pairs.
#[derive(Default, Serialize)]
struct Cell {
    pairs: u32,
    separated: u32,
    undecided: u32,
}

impl Cell {
    fn add(&mut self, verdict: Verdict) {
        self.pairs += 1;
        self.separated += u32::from(verdict == Verdict::Separates);
        self.undecided += u32::from(verdict == Verdict::Undecided);
    }

    fn percent(&self) -> f64 {
        100.0 * f64::from(self.separated) / f64::from(self.pairs.max(1))
    }
}

/// The numbers of a descriptor.
#[derive(Serialize)]
struct Counts {
    descriptor: &'static str,
    all: Cell,
    /// The counts of each class of pairs, in the order in which the file first has them.
    classes: Vec<Class>,
    /// The published percentage of all [`BREC_PAIRS`].
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<u32>,
}

#[derive(Serialize)]
struct Class {
    class: String,
    #[serde(flatten)]
    cell: Cell,
}

/// The JSON of many pairs.
#[derive(Serialize)]
struct Document<'a> {
    pairs: &'a [Row],
    counts: &'a [Counts],
}

/// Compares the pairs by the chosen descriptors.
pub fn run(arguments: &Arguments, source: &str, pairs: Vec<ListedPair>) -> Result<(), Failure> {
    let settings = arguments.settings();
    let chosen = arguments.chosen();
    if let Some(classes) = &arguments.classes
        && classes.last() as usize != pairs.len()
    {
        note(format_args!(
            "{source} holds {} pairs, and --classes ends at {}",
            pairs.len(),
            classes.last()
        ));
    }
    let work = Work::begin(format!("comparing the pairs of {source}"));
    let count = pairs.len();
    let chunk = 4 * rayon::current_num_threads();
    let mut rows: Vec<Row> = Vec::new();
    let mut numbered: Vec<(u32, ListedPair)> = (1..).zip(pairs).collect();
    while !numbered.is_empty() {
        let next: Vec<_> = numbered.drain(..chunk.min(numbered.len())).collect();
        let of_one = |(number, listed): (u32, ListedPair)| {
            row(arguments, number, listed, &chosen, &settings)
        };
        let found: Vec<Row> = next.into_par_iter().map(of_one).collect();
        rows.extend(found);
        work.show(rows.len() as f64 / count as f64);
    }
    drop(work);
    let counts: Vec<Counts> = chosen
        .iter()
        .map(|one| counts(arguments, one, &rows))
        .collect();
    let text = match arguments.format {
        Format::Text => table(&counts),
        Format::Json => {
            let document = Document {
                pairs: &rows,
                counts: &counts,
            };
            serde_json::to_string(&document).map_err(Failure::other)? + "\n"
        }
        Format::Csv => lines(&rows),
    };
    arguments.write(&text)
}

fn row(
    arguments: &Arguments,
    number: u32,
    listed: ListedPair,
    chosen: &[&'static Descriptor],
    settings: &sublevel::separation::Settings,
) -> Row {
    let class = match &arguments.classes {
        Some(classes) => classes.of(number).map(str::to_owned),
        None => Some(listed.class).filter(|class| !class.is_empty()),
    };
    let [first, second] = listed.graphs;
    let graphs = [first.name, second.name];
    let pair = Pair::new([first.graph, second.graph]);
    let verdict = |descriptor: &&'static Descriptor| {
        (descriptor.choice.id, pair.verdict(descriptor, settings))
    };
    Row {
        pair: number,
        graphs,
        class,
        verdicts: chosen.iter().map(verdict).collect(),
    }
}

fn counts(arguments: &Arguments, descriptor: &'static Descriptor, rows: &[Row]) -> Counts {
    let id = descriptor.choice.id;
    let mut all = Cell::default();
    let mut classes: Vec<Class> = Vec::new();
    for row in rows {
        let verdict = row.verdicts[id];
        all.add(verdict);
        let Some(name) = &row.class else { continue };
        let index = match classes.iter().position(|one| one.class == *name) {
            Some(index) => index,
            None => {
                classes.push(Class {
                    class: name.clone(),
                    cell: Cell::default(),
                });
                classes.len() - 1
            }
        };
        classes[index].cell.add(verdict);
    }
    Counts {
        descriptor: id,
        all,
        classes,
        published: arguments.classes.as_ref().and_then(|one| one.published(id)),
    }
}

/// Percentages by class. A number in parentheses counts undecided pairs.
fn table(counts: &[Counts]) -> String {
    let cell = |cell: &Cell| match cell.undecided {
        0 => format!("{:.1} %", cell.percent()),
        undecided => format!("{:.1} % ({undecided})", cell.percent()),
    };
    let has_published = counts.iter().any(|one| one.published.is_some());
    let mut rows: Vec<Vec<String>> = Vec::new();
    if let Some(first) = counts.first() {
        let mut head = vec![
            "pairs separated".to_owned(),
            format!("all ({})", first.all.pairs),
        ];
        head.extend(
            first
                .classes
                .iter()
                .map(|one| format!("{} ({})", one.class, one.cell.pairs)),
        );
        if has_published {
            head.push(format!("published ({BREC_PAIRS})"));
        }
        rows.push(head);
    }
    for one in counts {
        let mut row = vec![one.descriptor.to_owned(), cell(&one.all)];
        row.extend(one.classes.iter().map(|class| cell(&class.cell)));
        if has_published {
            row.push(
                one.published
                    .map_or(String::new(), |percent| format!("{percent} %")),
            );
        }
        rows.push(row);
    }
    let mut text = aligned(1, &rows);
    let undecided: u32 = counts.iter().map(|one| one.all.undecided).sum();
    if undecided > 0 {
        text +=
            "\nNumbers in parentheses count undecided pairs; --max-steps decides more of them.\n";
    }
    text
}

fn lines(rows: &[Row]) -> String {
    let mut text = String::from("pair,class,first,second,descriptor,verdict\n");
    for row in rows {
        for (descriptor, verdict) in &row.verdicts {
            let class = row.class.as_deref().unwrap_or_default();
            let names = [class, &row.graphs[0], &row.graphs[1]].map(field).join(",");
            text += &format!("{},{names},{descriptor},{}\n", row.pair, word(*verdict));
        }
    }
    text
}
