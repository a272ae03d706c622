//! Saving and resuming a run.

use std::sync::Arc;

use burn::{module::Module, prelude::*};

use super::{
    Trainer,
    position::{Position, Running, stream},
};
use crate::{
    device::DeviceError,
    graph::Dataset,
    training::{Adam, Checkpoint, CheckpointError, History, checkpoint, sizes, weights},
};

impl Trainer {
    /// The current state of the run, as the bytes of a [`Checkpoint`].
    ///
    /// # Panics
    /// If the device is a lost GPU. See [`Self::checkpoint`].
    pub async fn save(&self) -> Vec<u8> {
        let checkpoint = self.checkpoint().await.expect("the device answers");
        checkpoint.to_bytes()
    }

    /// The current state of the run.
    ///
    /// # Errors
    /// If the device does not respond.
    pub async fn checkpoint(&self) -> Result<Checkpoint, DeviceError> {
        let Position {
            step,
            epoch,
            ref order,
            running,
            ref rng,
            ref dropout,
            ref ties,
            ..
        } = self.position;
        let dataset = &self.data.dataset;
        Ok(Checkpoint {
            config: self.config.clone(),
            dataset: dataset.name.clone(),
            fingerprint: dataset.fingerprint(),
            class_names: dataset.class_names.clone(),
            feature_sizes: self.sizes.feature_sizes,
            sort_pool: self.sizes.sort_pool,
            set_types: self.sizes.set_types.clone(),
            split: self.split.clone(),
            statistics: self.data.statistics.clone(),
            epoch,
            step,
            order: order.clone(),
            epoch_loss: running.loss,
            epoch_metric: running.metric,
            random_order: rng.get_word_pos(),
            random_dropout: dropout.get_word_pos(),
            random_ties: ties.get_word_pos(),
            history: self.history.clone(),
            arrays: self.arrays().await?,
        })
    }

    /// The numbers of the model and the means of the optimiser.
    async fn arrays(&self) -> Result<weights::Arrays, DeviceError> {
        #[cfg(feature = "gpu")]
        if let Some(arrays) = self.recorder.arrays() {
            return Ok(arrays);
        }
        // This conversion updates the running statistics.
        let model = self.model.valid().train();
        weights::collect(&model, &self.optimizer).await
    }

    /// Resumes a saved run. On the same processor or GPU, it continues bit for bit as without the interruption.
    ///
    /// # Errors
    /// If the checkpoint belongs to another data set, or is inconsistent.
    pub fn resume(
        dataset: Arc<Dataset>,
        checkpoint: Checkpoint,
        device: Device,
    ) -> Result<Self, CheckpointError> {
        checkpoint.check(&dataset)?;
        let sizes = sizes::of_model_on(&dataset, &checkpoint.config)?;
        weights::check_room(&sizes, &checkpoint.arrays)?;
        checkpoint::check_statistics(&checkpoint.statistics, sizes.feature_sizes)?;
        let mut trainer = Self::start(
            dataset,
            checkpoint.split,
            checkpoint.config,
            Some(checkpoint.statistics),
            device,
        )?;
        let step = checkpoint.step;
        let per_epoch = trainer.steps_per_epoch();
        let (epoch, used) = (
            step / per_epoch,
            step % per_epoch * trainer.config.batch_size,
        );
        let require = |ok: bool, name: &str, expected: String, found: u32| {
            let error = || CheckpointError::value(name, expected, found);
            ok.then_some(()).ok_or_else(error)
        };
        let last = u64::from(per_epoch) * u64::from(trainer.config.epochs);
        let last = last.min(i32::MAX as u64);
        require(
            u64::from(step) <= last,
            "step",
            format!("at most {last}"),
            step,
        )?;
        require(
            checkpoint.epoch == epoch,
            "epoch",
            format!("{epoch} after {step} steps"),
            checkpoint.epoch,
        )?;
        checkpoint::check_metric(checkpoint.epoch_metric, trainer.data.dataset.task(), used)?;
        let History { steps, epochs } = &checkpoint.history;
        for (name, found, most) in [
            (checkpoint::STEPS, steps.len(), step),
            (checkpoint::EPOCHS, epochs.len(), epoch),
        ] {
            let expected = format!("at most {most} rows");
            require(found <= most as usize, name, expected, found as u32)?;
        }
        let (model, means) = weights::replace(trainer.model, checkpoint.arrays)?;
        trainer.model = model;
        trainer.history = checkpoint.history;
        trainer.optimizer = Adam::resume(trainer.config.weight_decay, step as i32, means);
        trainer.position = Position {
            step,
            epoch,
            order: checkpoint.order,
            used: used as usize,
            running: Running {
                loss: checkpoint.epoch_loss,
                metric: checkpoint.epoch_metric,
                graphs: used,
            },
            rng: stream(&trainer.config, 1, checkpoint.random_order),
            dropout: stream(&trainer.config, 2, checkpoint.random_dropout),
            ties: stream(&trainer.config, 3, checkpoint.random_ties),
        };
        Ok(trainer)
    }
}
