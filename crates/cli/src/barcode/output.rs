//! Output of `sublevel barcode` for one graph.

use std::io::{self, BufWriter, ErrorKind, Write};

use sublevel::homology::barcode::{Direction, Document};

use super::compute::Computed;
use super::{Arguments, Format, Way};
use crate::Failure;
use crate::files::{cannot_write, replace_by};

/// Writes the bars of a graph one by one; a closed stdout is not an error.
pub fn write(arguments: &Arguments, computed: &Computed) -> Result<(), Failure> {
    let write = |output: &mut dyn Write| {
        computed.view(|view| match arguments.format {
            Format::Json => Document {
                file: None,
                graph: None,
                barcodes: view,
                names: &computed.names,
            }
            .write(output),
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
