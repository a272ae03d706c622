//! Run logs: the training runs of other programs.

use std::sync::Arc;

use super::{DatasetId, RunId, Session, SessionError, logged::Logged, run::Run, source::Source};
use crate::{
    protocol::{GrownLog, TrainingReport},
    run_log::{Header, LoggedLines, Records},
};

impl Session {
    /// Opens the graphs of a run log as a data set: the contents of its header and of its graphs.
    ///
    /// # Errors
    /// If one of them is invalid, or they do not belong together.
    pub fn open_log(&mut self, header: &[u8], graphs: &[u8]) -> Result<DatasetId, SessionError> {
        let header = Header::read(header)?;
        let dataset = self.keep(header.dataset(graphs)?);
        self.logs.insert(dataset, (Arc::new(header), None));
        Ok(dataset)
    }

    /// Opens JSON lines with results.
    pub(super) fn keep_lines(&mut self, lines: LoggedLines) -> DatasetId {
        let dataset = self.keep(lines.dataset);
        let log = (Arc::new(lines.header), Some(lines.record));
        self.logs.insert(dataset, log);
        dataset
    }

    /// Whether a data set is from a run log: [`Self::start_log`] creates its run.
    pub fn is_log(&self, dataset: DatasetId) -> bool {
        self.logs.contains_key(&dataset)
    }

    /// Whether the graphs of a data set have classes: those of a run log may lack them.
    pub(super) fn has_classes(&self, dataset: DatasetId) -> bool {
        let log = self.logs.get(&dataset);
        log.is_none_or(|(header, _)| header.labelled)
    }

    /// Creates the run of a run log on its data set, without epochs. [`Self::grow_log`] adds them. Its first call also adds the epoch
    /// of JSON lines.
    ///
    /// # Errors
    /// If there is no such data set, or it is not from a run log.
    pub fn start_log(&mut self, dataset: DatasetId) -> Result<RunId, SessionError> {
        let data = self.dataset(dataset)?.clone();
        let Some((header, record)) = self.logs.get(&dataset) else {
            return Err(SessionError::Graph(format!(
                "“{}” is not from a run log: open a run log",
                data.name
            )));
        };
        let logged = Logged::new(data, header.clone(), record.clone());
        Ok(self.insert(Run::of_log(dataset, logged)))
    }

    /// Adds epochs to the run of a run log: lines of the index, and their arrays from the offset of the first line on. The epochs
    /// before a damaged one are added. Values of epochs are kept within the limit of weights.
    ///
    /// # Errors
    /// If there is no such run, or it is no run log.
    pub fn grow_log(
        &mut self,
        id: RunId,
        lines: &str,
        values: &[u8],
    ) -> Result<GrownLog, SessionError> {
        let run = self.run_mut(id)?;
        let Source::Logged { logged, config } = &mut run.source else {
            return Err(no_log(id));
        };
        let header = logged.header().clone();
        let records = Records::read(&header, logged.last(), lines, values);
        let mut report = TrainingReport::default();
        for record in logged.take_waiting().into_iter().chain(records.complete) {
            let epoch = record.epoch;
            if let Some(values) = logged.add(record, &mut report) {
                run.snapshots.add(epoch, values);
            }
        }
        config.epochs = logged.last_epoch();
        report.finished = true;
        Ok(GrownLog {
            summary: self.run_summary(id)?,
            report,
            problem: records.problem.map(|problem| problem.to_string()),
        })
    }
}

fn no_log(run: RunId) -> SessionError {
    SessionError::Graph(format!("run {run} is no run log: open a run log"))
}
