//! Output of `sublevel barcode` for one graph.

use std::io::{self, BufWriter, ErrorKind, Write};

use serde::Serialize;
use sublevel::graph::Names;
use sublevel::homology::barcode::{Direction, View};

use super::compute::Computed;
use super::{Arguments, Format, Way};
use crate::Failure;
use crate::files::{cannot_write, replace_by};

/// The documented JSON.
#[derive(Serialize)]
pub struct Document<'a> {
    #[serde(flatten)]
    pub barcodes: &'a View<'a, f64>,
    /// Vertex names of the file; omitted for vertices 0, 1, 2 …
    #[serde(skip_serializing_if = "Names::is_empty")]
    pub names: &'a Names,
}

/// Writes the bars of a graph one by one; a closed stdout is not an error.
pub fn write(arguments: &Arguments, computed: &Computed) -> Result<(), Failure> {
    let write = |output: &mut dyn Write| {
        computed.view(|view| match arguments.format {
            Format::Json => {
                let (barcodes, names) = (view, &computed.names);
                serde_json::to_writer(&mut *output, &Document { barcodes, names })?;
                output.write_all(b"\n")
            }
            Format::Csv => view.write_csv(output),
            Format::Gudhi => {
                let direction = match arguments.direction {
                    Way::Sublevel => Direction::Sublevel,
                    Way::Superlevel => Direction::Superlevel,
                };
                view.write_gudhi(direction, output)
            }
            Format::Npz => unreachable!("arrays use the output for many graphs"),
        })
    };
    let Some(path) = &arguments.out else {
        let mut output = BufWriter::new(io::stdout().lock());
        return match write(&mut output).and_then(|()| output.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::other(format!(
                "the result cannot be written: {error}"
            ))),
            _ => Ok(()),
        };
    };
    replace_by(path, |file| write(file)).map_err(|error| cannot_write(path, &error))
}
