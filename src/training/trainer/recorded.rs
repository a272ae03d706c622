//! Steps as one submission to a GPU, for runs whose steps can be recorded.
//!
//! The model in burn is then on the CPU, with the numbers of the last reading. Requests between steps take less time on the CPU
//! than a request to the GPU.

use std::{cell::Cell, sync::Arc};

use burn::{module::Module, tensor::Device};

use super::{HeldParts, Trainer};
use crate::{
    device::DeviceError,
    ops,
    training::{Adam, device_dataset::device_of, recorded::RecordedRun, scores::Known, weights},
};

/// The state of recording.
#[derive(Default)]
pub(super) enum Recorder {
    /// Unknown before the first step.
    #[default]
    Unknown,
    /// The steps of this run cannot be recorded.
    No,
    Yes(Box<RecordedRun>),
}

impl Recorder {
    /// Whether the outcome of another step with `graphs` graphs does not fit.
    pub fn is_full(&self, graphs: u32) -> bool {
        matches!(self, Self::Yes(run) if !run.has_room(graphs))
    }

    /// All numbers after the last settled step, for [`Self::restore`].
    pub fn settled(&self) -> Option<Arc<[f32]>> {
        match self {
            Self::Yes(run) => run.settled(),
            _ => None,
        }
    }

    /// The next step begins with these numbers, or with those of the model if there are none.
    pub fn restore(&mut self, settled: Option<Arc<[f32]>>) {
        match (&mut *self, settled) {
            (Self::Yes(run), Some(settled)) => run.restore(settled),
            _ => *self = Self::Unknown,
        }
    }

    /// The numbers of the model and the means of the optimiser, if steps were recorded and settled.
    pub fn arrays(&self) -> Option<weights::Arrays> {
        match self {
            Self::Yes(run) => run.arrays(),
            _ => None,
        }
    }
}

impl Trainer {
    /// Makes burn run every step. For measurements and tests that compare the two implementations. Call it before the first step.
    #[doc(hidden)]
    pub fn never_record(&mut self) {
        self.recorder = Recorder::No;
    }

    /// Gives every vertex a separate row, even if no filter can distinguish it from another. For tests, before the first step.
    #[doc(hidden)]
    pub fn tell_all_apart(&mut self) {
        let data =
            Arc::get_mut(&mut self.data).expect("nothing shares the data before the first step");
        data.batcher.tell_all_apart();
    }

    /// Whether steps are recorded, known after the first step.
    #[doc(hidden)]
    pub fn records(&self) -> bool {
        matches!(self.recorder, Recorder::Yes(_))
    }

    /// Whether recording applies to the next step. Before the first step, this moves the model to the device of its training.
    ///
    /// # Errors
    /// If the device does not respond.
    pub(super) async fn is_recorded(&mut self) -> Result<bool, DeviceError> {
        if let Recorder::Unknown = self.recorder {
            let mut recorder = Recorder::No;
            let device = &self.data.device;
            if !ops::is_cpu(device) && self.is_recordable() {
                let model = self.model.valid();
                let place = device_of(&model);
                let arrays = weights::collect(&model.train(), &self.optimizer).await?;
                let graphs = (&*self.data.dataset, self.data.batcher.colours());
                let run = RecordedRun::new((&self.config, &self.sizes), graphs, &arrays);
                let wanted = match run {
                    Some(_) => Device::flex(),
                    None => device.clone(),
                };
                if ops::is_cpu(&place) != ops::is_cpu(&wanted) {
                    self.move_to(&wanted, arrays);
                }
                recorder = run.map_or(Recorder::No, |run| Recorder::Yes(Box::new(run)));
            }
            self.recorder = recorder;
        }
        Ok(matches!(self.recorder, Recorder::Yes(_)))
    }

    /// Moves the model with these numbers, and the optimiser with these means, to a device.
    fn move_to(&mut self, device: &Device, arrays: weights::Arrays) {
        let (model, means) = weights::model_of(&self.sizes, arrays, device)
            .expect("the arrays are those of this model");
        self.model = model;
        self.optimizer = Adam::resume(self.config.weight_decay, self.optimizer.steps(), means);
        self.held = HeldParts::default();
    }

    /// One step on the next batch. Returns the classes of its graphs.
    ///
    /// # Panics
    /// If steps are not recorded.
    pub(super) fn recorded_step(&mut self, learning_rate: f64) -> Known {
        let graphs = self.next_graphs();
        let batch = self.batch(graphs);
        let dropout = self.draw_dropout(batch.graphs());
        let step = self.optimizer.advance(learning_rate);
        let Recorder::Yes(run) = &mut self.recorder else {
            panic!("steps are not recorded");
        };
        run.step(&batch, &dropout, step);
        Known::Classes(batch.classes)
    }

    /// The outcomes of steps with these numbers of graphs: the mean loss of each, then the logits. The loss is not a number if a
    /// weight is not one after the last step. The model then has the weights after these steps. The means of the optimiser remain
    /// on the device.
    ///
    /// # Errors
    /// If the device does not respond.
    pub(super) async fn settle_recorded(
        &mut self,
        graphs: &[usize],
    ) -> Result<Vec<f32>, DeviceError> {
        let Recorder::Yes(run) = &mut self.recorder else {
            return Ok(Vec::new());
        };
        let outcomes = run.settle().await?;
        // A GPU may not support infinity: its results for a weight that is not a number may look like a loss.
        let finite = Cell::new(true);
        let numbers = |name: &str| {
            let numbers = run.numbers(name);
            finite.set(finite.get() && numbers.iter().all(|number| number.is_finite()));
            numbers
        };
        self.model = weights::with_numbers(self.model.valid(), numbers).train();
        let classes = self.sizes.classes;
        let mut rest = &outcomes[..];
        let mut given = Vec::with_capacity(outcomes.len());
        for &graphs in graphs {
            let (losses, others) = rest.split_at(graphs);
            let (scores, others) = others.split_at(graphs * classes);
            rest = others;
            let loss = match finite.get() || !rest.is_empty() {
                true => losses.iter().sum::<f32>() / graphs as f32,
                false => f32::NAN,
            };
            given.push(loss);
            given.extend(scores);
        }
        Ok(given)
    }
}
