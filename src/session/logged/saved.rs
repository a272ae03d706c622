//! A run log as a file of the page: its state and the values of its newest epoch.

use std::sync::Arc;

use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};

use super::{Logged, NO_RANGE, known};
use crate::{
    graph::{Dataset, fingerprint},
    run_log::Header,
};

/// The kind of a saved run log.
const FORMAT: &str = "sublevel run log";
/// The name of [`Saved`] in the metadata, and of the tensor.
const SAVED: &str = "run_log";
const VALUES: &str = "values";

/// A saved run log without its values.
#[derive(Serialize, Deserialize)]
struct Saved {
    header: Header,
    ranges: Vec<Option<[f32; 2]>>,
    last_epoch: Option<u32>,
    newest: Option<u32>,
}

/// The metadata of a saved run log, and the fingerprint of its data set.
fn saved_in(bytes: &[u8]) -> Option<(Saved, String)> {
    let (_, metadata) = SafeTensors::read_metadata(bytes).ok()?;
    let metadata = metadata.metadata().as_ref()?;
    if metadata.get("format")? != FORMAT {
        return None;
    }
    let saved = serde_json::from_str(metadata.get(SAVED)?).ok()?;
    Some((saved, metadata.get("fingerprint")?.clone()))
}

impl Logged {
    /// Whether these bytes are a saved run log.
    pub fn is_saved(bytes: &[u8]) -> bool {
        saved_in(bytes).is_some()
    }

    /// The run as safetensors, with the values of the newest epoch. The metadata have the same names as those of a checkpoint.
    ///
    /// # Panics
    /// If the file is larger than the memory.
    pub fn save(&self) -> Vec<u8> {
        let saved = Saved {
            header: (*self.header).clone(),
            // JSON has no infinite numbers.
            ranges: self.ranges.iter().map(known).collect(),
            last_epoch: self.last_epoch,
            newest: self.newest.as_ref().map(|(epoch, _)| *epoch),
        };
        let saved = serde_json::to_string(&saved).expect("texts and numbers can be written");
        let metadata = [
            ("format", FORMAT.to_owned()),
            ("dataset", self.dataset.name.clone()),
            ("fingerprint", fingerprint(self.dataset.fingerprint())),
            (SAVED, saved),
        ];
        let metadata = metadata.map(|(name, text)| (name.to_owned(), text));
        let values: &[f32] = self.newest.as_ref().map_or(&[], |(_, values)| values);
        let bytes: Vec<u8> = values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        let tensor = TensorView::new(Dtype::F32, vec![values.len()], &bytes);
        let tensor = tensor.expect("four bytes for each value");
        safetensors::serialize([(VALUES, tensor)], Some(metadata.into()))
            .expect("the texts and the tensor can be written")
    }

    /// Reads such bytes.
    ///
    /// # Errors
    /// If they are damaged or belong to another data set.
    pub fn resume(dataset: Arc<Dataset>, bytes: &[u8]) -> Result<Self, String> {
        let damaged = || "the saved run log is damaged: open the run log again".to_owned();
        let (saved, of) = saved_in(bytes).ok_or_else(damaged)?;
        if of != fingerprint(dataset.fingerprint()) {
            return Err(format!(
                "“{}” is a run log of other graphs than those of “{}”: open the run log",
                saved.header.name, dataset.name
            ));
        }
        if !saved.header.describes(&dataset) {
            return Err(damaged());
        }
        let file = SafeTensors::deserialize(bytes).map_err(|_| damaged())?;
        let tensor = file.tensor(VALUES).map_err(|_| damaged())?;
        let (values, _) = tensor.data().as_chunks();
        let values: Arc<[f32]> = values.iter().copied().map(f32::from_le_bytes).collect();
        let mut logged = Self::new(dataset, Arc::new(saved.header), None);
        let expected = saved.newest.map_or(0, |_| logged.value_count());
        let fits = saved.ranges.len() == logged.ranges.len();
        if tensor.dtype() != Dtype::F32 || values.len() != expected || !fits {
            return Err(damaged());
        }
        let ranges = saved.ranges.into_iter();
        logged.ranges = ranges.map(|range| range.unwrap_or(NO_RANGE)).collect();
        logged.last_epoch = saved.last_epoch;
        logged.newest = saved.newest.map(|epoch| (epoch, values));
        Ok(logged)
    }
}
