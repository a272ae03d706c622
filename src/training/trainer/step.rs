//! Steps, the end of an epoch, and the rollback of steps.

use std::ops::Range;

use burn::{module::Module, optim::GradientsParams, prelude::*};
use rand::seq::SliceRandom;

use super::{HeldParts, Trainer, position::Position};
use crate::{
    config::Ties,
    device::DeviceError,
    graph::batch::GraphBatch,
    model::{BatchInput, Model, loss},
    protocol::{EpochReport, StepReport},
    training::{Adam, device_dataset::put, prefetch::Prefetch, read_back::read, scores::Known},
};

/// One step whose outcome is still on the device.
pub(super) struct Pending {
    /// The loss, then the logits row by row. `None` if a recorded run keeps them.
    outcome: Option<Tensor<1>>,
    known: Known,
    learning_rate: f64,
}

/// The state that undoes a step.
pub(super) struct Rollback {
    model: Model,
    optimizer: Adam,
    position: Position,
    /// The numbers of recorded steps.
    #[cfg(feature = "gpu")]
    settled: Option<std::sync::Arc<[f32]>>,
}

impl Trainer {
    /// The learning rate of the current epoch, halved according to the configuration.
    fn learning_rate(&self) -> f64 {
        let epoch = self.position.epoch + 1;
        let halvings = self
            .config
            .halve_at
            .iter()
            .filter(|&&at| at <= epoch)
            .count();
        self.config.learning_rate * 0.5f64.powi(halvings as i32)
    }

    /// Advances to the next graphs of this epoch. Returns their range in its order.
    pub(super) fn next_graphs(&mut self) -> Range<usize> {
        let position = &mut self.position;
        if position.used == 0 {
            position.order.shuffle(&mut position.rng);
            self.prefetch = None;
        }
        let first = position.used;
        let end = first + self.config.batch_size as usize;
        position.used = end.min(position.order.len());
        first..position.used
    }

    /// The batch of these graphs of the order, with the numbers that the vertices have in training.
    pub(super) fn batch(&mut self, graphs: Range<usize>) -> GraphBatch {
        let position = &mut self.position;
        let mut batch = self.data.batcher.batch(&position.order[graphs]);
        if self.config.ties == Ties::Random {
            batch.shuffle_vertices(&mut position.ties);
        }
        batch
    }

    /// Factors of the hidden layer of the classifier for the next step, on `graphs` graphs. Empty without dropout.
    pub(super) fn draw_dropout(&mut self, graphs: usize) -> Vec<f32> {
        let classifier = self.model.classifier();
        classifier.map_or_else(Vec::new, |classifier| {
            classifier.draw_dropout(graphs, &mut self.position.dropout)
        })
    }

    /// The next graphs of this epoch in the form of `DeviceDataset::input`, with the order of ties in training.
    fn next_input(&mut self) -> (BatchInput, Vec<u32>) {
        let graphs = self.next_graphs();
        if self.config.ties == Ties::Random {
            let batch = self.batch(graphs);
            return put(batch, &self.data.device);
        }
        let position = &mut self.position;
        let graphs = &position.order[graphs];
        let made = self.prefetch.as_mut().and_then(Prefetch::next);
        let (mut input, members) = made.unwrap_or_else(|| {
            let rest = &position.order[position.used..];
            self.prefetch = Prefetch::new(&self.data, rest, self.config.batch_size);
            self.data.input(graphs, &self.data.device)
        });
        input.mean_of_ties = self.config.ties == Ties::Mean;
        (input, members)
    }

    /// One optimisation step on the next batch, without a reading.
    ///
    /// # Errors
    /// If a GPU does not respond when the recording of steps begins.
    pub(super) async fn step(&mut self) -> Result<Pending, DeviceError> {
        let learning_rate = self.learning_rate();
        #[cfg(feature = "gpu")]
        if self.is_recorded().await? {
            let known = self.recorded_step(learning_rate);
            return Ok(Pending {
                outcome: None,
                known,
                learning_rate,
            });
        }
        let (mut input, members) = self.next_input();
        let dropout = self.draw_dropout(members.len());
        input.dropout = (!dropout.is_empty()).then(|| {
            let shape = [members.len(), dropout.len() / members.len()];
            Tensor::from_data(TensorData::new(dropout, shape), &self.data.device)
        });
        let known = self.data.known_of(&members);

        let logits = self.model.forward(&input).await.logits;
        let loss = loss(logits.clone(), &input);
        let outcome = Tensor::cat(vec![loss.clone().inner(), logits.inner().flatten(0, 1)], 0);

        let gradients = GradientsParams::from_grads(loss.backward(), &self.model);
        self.model = self
            .optimizer
            .step(learning_rate, self.model.clone(), gradients);
        Ok(Pending {
            outcome: Some(outcome),
            known,
            learning_rate,
        })
    }

    /// Whether no further step fits before [`Self::settle`].
    pub(super) fn has_to_settle(&self) -> bool {
        #[cfg(feature = "gpu")]
        let full = self.recorder.is_full(self.config.batch_size);
        #[cfg(not(feature = "gpu"))]
        let full = false;
        full
    }

    /// The outcomes of these steps, in order. The model then has their weights.
    async fn outcomes(&mut self, pending: &[Pending]) -> Result<Vec<f32>, DeviceError> {
        let outcomes: Vec<_> = pending.iter().filter_map(|p| p.outcome.clone()).collect();
        #[cfg(feature = "gpu")]
        if outcomes.is_empty() {
            let graphs: Vec<usize> = pending.iter().map(|p| p.known.graphs()).collect();
            return self.settle_recorded(&graphs).await;
        }
        read(Tensor::cat(outcomes, 0)).await
    }

    /// Reads the outcome of the steps and appends their reports. Returns the reason to stop training if a loss is not a number.
    pub(super) async fn settle(
        &mut self,
        pending: Vec<Pending>,
        reports: &mut Vec<StepReport>,
    ) -> Result<Option<String>, DeviceError> {
        let outcomes = self.outcomes(&pending).await?;
        let mut rest = &outcomes[..];
        for Pending {
            known,
            learning_rate,
            ..
        } in pending
        {
            let graphs = known.graphs();
            let (own, others) = rest.split_at(1 + graphs * self.data.dataset.class_names.len());
            rest = others;
            let loss = own[0];
            let position = &mut self.position;
            let (step, epoch) = (position.step + 1, position.epoch + 1);
            if !loss.is_finite() {
                return Ok(Some(format!(
                    "the loss of step {step} (epoch {epoch}) is {loss}: the weights before it were \
                     kept; lower the learning rate (now {learning_rate}) and resume, or reset"
                )));
            }
            let metric = known.metric(&own[1..], &self.data.statistics);
            position.step = step;
            position.running.loss += f64::from(loss) * graphs as f64;
            position.running.metric += metric;
            position.running.graphs += graphs as u32;
            reports.push(StepReport {
                step,
                epoch,
                loss,
                metric: (metric / graphs as f64) as f32,
                learning_rate,
            });
        }
        Ok(None)
    }

    pub(super) async fn finish_epoch(&mut self) -> Result<EpochReport, DeviceError> {
        let position = &mut self.position;
        position.epoch += 1;
        position.used = 0;
        let running = std::mem::take(&mut position.running);
        Ok(EpochReport {
            epoch: position.epoch,
            train_loss: (running.loss / f64::from(running.graphs)) as f32,
            train_metric: (running.metric / f64::from(running.graphs)) as f32,
            test_metric: self.test_metric().await?,
        })
    }

    /// The current state of the run, for [`Self::restore`].
    pub(super) fn rollback(&self) -> Rollback {
        Rollback {
            model: self.model.valid(),
            optimizer: self.optimizer.clone(),
            position: self.position.clone(),
            #[cfg(feature = "gpu")]
            settled: self.recorder.settled(),
        }
    }

    pub(super) fn restore(&mut self, rollback: Rollback) {
        self.model = rollback.model.train();
        self.optimizer = rollback.optimizer;
        self.position = rollback.position;
        self.prefetch = None;
        // The model may have been on another device.
        self.held = HeldParts::default();
        #[cfg(feature = "gpu")]
        self.recorder.restore(rollback.settled);
    }
}
