//! One training run: a model, its optimiser, and where it stands in its epochs.

use std::sync::Arc;

use burn::{module::Module, optim::GradientsParams, prelude::*};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    Adam, Checkpoint, CheckpointError, HatReading, Inspection, InspectionError, Subject,
    checkpoint,
    evaluation::{self, DeviceDataset, correct, read},
    prefetch::Prefetch,
    weights,
};
use crate::{
    config::{ConfigError, EdgeFeatures, ModelKind, Ties, TrainingConfig, check_learning_rate},
    device::DeviceError,
    graph::{Dataset, Statistics, batch::FeatureSizes, folds::Split},
    model::{BatchInput, Model, ModelConfig, pooling::sort_pool_size},
    ops::cross_entropy,
    protocol::{EpochReport, RunMemory, RunSummary, StepReport, TrainingReport},
};

/// Sums over the steps of the epoch so far.
#[derive(Clone, Copy, Debug, Default)]
struct Running {
    loss: f64,
    correct: u32,
    graphs: u32,
}

/// Where a run stands, apart from the weights.
#[derive(Clone, Debug)]
struct Position {
    /// Steps done.
    step: u32,
    /// Epochs done.
    epoch: u32,
    /// Training graphs in the order of this epoch.
    order: Vec<u32>,
    /// Graphs of `order` that have been used.
    used: usize,
    running: Running,
    rng: ChaCha8Rng,
    /// Draws what dropout leaves out.
    dropout: ChaCha8Rng,
    /// Draws the order of equal filter values.
    ties: ChaCha8Rng,
}

/// A training run. Advances only when [`Self::train`] is called.
pub struct Trainer {
    data: Arc<DeviceDataset>,
    sizes: ModelConfig,
    split: Split,
    config: TrainingConfig,
    model: Model,
    optimizer: Adam,
    position: Position,
    /// The other batches of this epoch, once the first has been used.
    prefetch: Option<Prefetch>,
    /// The test part with its classes, put on the device when it is first evaluated.
    test: Vec<(BatchInput, Vec<u32>)>,
}

/// Outcome of one step, still on the device: the loss, then the logits row by row.
struct Pending {
    outcome: Tensor<1>,
    classes: Vec<u32>,
    learning_rate: f64,
}

impl Trainer {
    /// A new run with weights from the seed of the configuration.
    ///
    /// # Errors
    /// If the configuration does not fit the data set, see [`TrainingConfig::check`], or a part
    /// of the split is empty.
    pub fn new(
        dataset: Arc<Dataset>,
        split: Split,
        config: TrainingConfig,
        device: Device,
    ) -> Result<Self, ConfigError> {
        Self::start(dataset, split, config, None, device)
    }

    /// A new run; its statistics are those that were saved, or of the training part.
    fn start(
        dataset: Arc<Dataset>,
        split: Split,
        config: TrainingConfig,
        saved: Option<Statistics>,
        device: Device,
    ) -> Result<Self, ConfigError> {
        config.check(&dataset)?;
        if split.train.len() < 2 || split.test.is_empty() {
            return Err(ConfigError(format!(
                "the split leaves {} graphs to train on and {} to test; 2 and 1 are the least",
                split.train.len(),
                split.test.len()
            )));
        }
        let sizes = sizes_on(&dataset, &config);
        let statistics = match saved {
            Some(statistics) => statistics,
            None => {
                let filter = (config.model == ModelKind::PhOnly).then_some(&config.fixed_filter);
                Statistics::new(&dataset, &split.train, sizes.feature_sizes, filter)
                    .map_err(ConfigError)?
            }
        };
        let mut rng = stream(&config, 0, 0);
        let model = Model::new(&sizes, &mut rng, &device.clone().autodiff());
        Ok(Self {
            position: Position {
                step: 0,
                epoch: 0,
                order: split.train.clone(),
                used: 0,
                running: Running::default(),
                rng: stream(&config, 1, 0),
                dropout: stream(&config, 2, 0),
                ties: stream(&config, 3, 0),
            },
            optimizer: Adam::new(config.weight_decay),
            data: Arc::new(DeviceDataset::new(
                dataset, &config, &sizes, statistics, device,
            )?),
            sizes,
            split,
            config,
            model,
            prefetch: None,
            test: Vec::new(),
        })
    }

    /// The run as it stands, as the bytes of a [`Checkpoint`].
    ///
    /// # Panics
    /// If the device is a GPU that was lost; see [`Self::checkpoint`].
    pub async fn save(&self) -> Vec<u8> {
        let checkpoint = self.checkpoint().await.expect("the device answers");
        checkpoint.to_bytes()
    }

    /// The run as it stands.
    ///
    /// # Errors
    /// If the device no longer answers.
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
        // A detour that brings the running statistics up to date.
        let model = self.model.valid().train();
        let dataset = &self.data.dataset;
        Ok(Checkpoint {
            config: self.config.clone(),
            dataset: dataset.name.clone(),
            fingerprint: dataset.fingerprint(),
            class_names: dataset.class_names.clone(),
            feature_sizes: self.sizes.feature_sizes,
            sort_pool: self.sizes.sort_pool,
            split: self.split.clone(),
            statistics: self.data.statistics.clone(),
            epoch,
            step,
            order: order.clone(),
            epoch_loss: running.loss,
            epoch_correct: running.correct,
            random_order: rng.get_word_pos(),
            random_dropout: dropout.get_word_pos(),
            random_ties: ties.get_word_pos(),
            arrays: weights::collect(&model, &self.optimizer).await?,
        })
    }

    /// A second run that stands where this one does; from here on both go on by themselves. What never changes, the data
    /// set and what batches are made of, they share.
    pub fn fork(&self) -> Self {
        Self {
            data: self.data.clone(),
            sizes: self.sizes.clone(),
            split: self.split.clone(),
            config: self.config.clone(),
            // Running statistics are shared by clones of a model, and not by this detour.
            model: self.model.valid().train(),
            optimizer: self.optimizer.clone(),
            position: self.position.clone(),
            prefetch: None,
            test: self.test.clone(),
        }
    }

    /// The run that was saved: it goes on to the same bits as if it had never stopped, on a device of the same kind.
    ///
    /// # Errors
    /// If the checkpoint is of another data set, or does not fit together.
    pub fn resume(
        dataset: Arc<Dataset>,
        checkpoint: Checkpoint,
        device: Device,
    ) -> Result<Self, CheckpointError> {
        checkpoint.check(&dataset)?;
        let sizes = sizes_on(&dataset, &checkpoint.config);
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
        require(
            checkpoint.epoch_correct <= used,
            "epoch_correct",
            format!("at most {used}"),
            checkpoint.epoch_correct,
        )?;
        let (model, means) = weights::replace(trainer.model, checkpoint.arrays)?;
        trainer.model = model;
        trainer.optimizer = Adam::resume(trainer.config.weight_decay, step as i32, means);
        trainer.position = Position {
            step,
            epoch,
            order: checkpoint.order,
            used: used as usize,
            running: Running {
                loss: checkpoint.epoch_loss,
                correct: checkpoint.epoch_correct,
                graphs: used,
            },
            rng: stream(&trainer.config, 1, checkpoint.random_order),
            dropout: stream(&trainer.config, 2, checkpoint.random_dropout),
            ties: stream(&trainer.config, 3, checkpoint.random_ties),
        };
        Ok(trainer)
    }

    /// The configuration this run was made with, with the current learning rate.
    pub fn config(&self) -> &TrainingConfig {
        &self.config
    }

    /// Epochs finished so far.
    pub fn epochs_done(&self) -> u32 {
        self.position.epoch
    }

    /// The graphs of the run.
    pub fn dataset(&self) -> &Arc<Dataset> {
        &self.data.dataset
    }

    /// The device that the run is on.
    pub fn device(&self) -> &Device {
        &self.data.device
    }

    /// Whether an epoch has just ended, or none has begun.
    pub fn is_between_epochs(&self) -> bool {
        self.position.step.is_multiple_of(self.steps_per_epoch())
    }

    /// Which graphs are learned from, and which the accuracy is measured on.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// Sizes of the run, for display.
    pub fn summary(&self) -> RunSummary {
        let mut counts = vec![0u32; self.data.dataset.class_names.len()];
        for &i in &self.split.train {
            counts[self.data.dataset.classes[i as usize] as usize] += 1;
        }
        let majority = counts.into_iter().max().unwrap_or(0);
        RunSummary {
            config: self.config.clone(),
            steps_per_epoch: self.steps_per_epoch(),
            epochs_done: self.position.epoch,
            steps_done: self.position.step,
            train_graphs: self.split.train.len() as u32,
            validation_graphs: self.split.validation.len() as u32,
            test_graphs: self.split.test.len() as u32,
            majority_share: majority as f32 / self.split.train.len() as f32,
            parameters: weights::count(&self.model)[0] as u32,
            notes: Vec::new(),
        }
    }

    /// About how much memory the run takes, without that of the data set; it keeps no snapshots of its own.
    pub fn memory(&self) -> RunMemory {
        let [learned, others] = weights::count(&self.model);
        let test = self.test.iter().map(|(input, _)| input.bytes());
        RunMemory {
            parameters: 4 * (learned + others) as u64,
            // Two means for each learned number, once there was a gradient.
            optimizer: match self.position.step {
                0 => 0,
                _ => 8 * learned as u64,
            },
            snapshots: 0,
            batches: (self.data.bytes(self.sizes.layers) + test.sum::<usize>()) as u64,
        }
    }

    /// Changes the learning rate of all further steps; the schedule halves the new one.
    ///
    /// # Errors
    /// If it is not above 0 and at most 10.
    pub fn set_learning_rate(&mut self, rate: f64) -> Result<(), ConfigError> {
        check_learning_rate(rate)?;
        self.config.learning_rate = rate;
        Ok(())
    }

    /// Batches of an epoch: a last batch of a single graph is left out.
    fn steps_per_epoch(&self) -> u32 {
        let (graphs, batch) = (self.split.train.len() as u32, self.config.batch_size);
        graphs / batch + u32::from(graphs % batch > 1)
    }

    /// The learning rate of the current epoch, halved as the configuration says.
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

    /// How many steps are left of the epoch at hand.
    pub fn steps_left_in_epoch(&self) -> u32 {
        let per_epoch = self.steps_per_epoch();
        per_epoch - self.position.step % per_epoch
    }

    /// Does up to `steps` steps, fewer where the configured epochs end.
    ///
    /// The losses are read back once, at the end of the call and of an epoch. A loss that is not a
    /// number undoes the steps since the last reading and is reported in `stopped`; so is a GPU that was lost.
    pub async fn train(&mut self, steps: u32) -> TrainingReport {
        let mut report = TrainingReport::default();
        if let Err(error) = self.train_into(steps, &mut report).await {
            report.stopped = Some(error.to_string());
        }
        report
    }

    /// Does what [`Self::train`] does, and adds it to a report. After an error the run is of no use.
    ///
    /// # Errors
    /// If the device no longer answers.
    pub async fn train_into(
        &mut self,
        steps: u32,
        report: &mut TrainingReport,
    ) -> Result<(), DeviceError> {
        let mut pending = Vec::new();
        let mut rollback = self.rollback();
        for done in 1..=steps {
            if self.is_finished() {
                break;
            }
            pending.push(self.step().await);
            let end_of_epoch = self.position.used + 1 >= self.position.order.len();
            if end_of_epoch || done == steps {
                report.stopped = self
                    .settle(std::mem::take(&mut pending), &mut report.steps)
                    .await?;
                if report.stopped.is_some() {
                    self.restore(rollback);
                    return Ok(());
                }
                if end_of_epoch {
                    report.epochs.push(self.finish_epoch().await?);
                }
                rollback = self.rollback();
            }
        }
        report.finished = self.is_finished();
        Ok(())
    }

    /// The configured number of epochs is done.
    pub fn is_finished(&self) -> bool {
        self.position.epoch >= self.config.epochs
    }

    /// The next graphs of this epoch as [`DeviceDataset::input`] gives them, with the ties as they are in training.
    fn next_input(&mut self) -> (BatchInput, Vec<u32>) {
        let position = &mut self.position;
        if position.used == 0 {
            position.order.shuffle(&mut position.rng);
            self.prefetch = None;
        }
        let first = position.used;
        let end = first + self.config.batch_size as usize;
        position.used = end.min(position.order.len());
        let graphs = &position.order[first..position.used];
        if self.config.ties == Ties::Random {
            let mut batch = self.data.batcher.batch(graphs);
            batch.shuffle_vertices(&mut position.ties);
            return self.data.put(batch);
        }
        let made = self.prefetch.as_mut().and_then(Prefetch::next);
        let (mut input, members) = made.unwrap_or_else(|| {
            let rest = &position.order[position.used..];
            self.prefetch = Prefetch::new(&self.data, rest, self.config.batch_size);
            self.data.input(graphs)
        });
        input.mean_of_ties = self.config.ties == Ties::Mean;
        (input, members)
    }

    /// One optimisation step on the next batch; nothing is read back.
    async fn step(&mut self) -> Pending {
        let (mut input, members) = self.next_input();
        let classifier = self.model.classifier();
        input.dropout =
            classifier.draw_dropout(members.len(), &mut self.position.dropout, &self.data.device);
        let classes = self.data.classes_of(&members);

        let logits = self.model.forward(&input).await.logits;
        let loss = cross_entropy(logits.clone(), &input.classes);
        let outcome = Tensor::cat(vec![loss.clone().inner(), logits.inner().flatten(0, 1)], 0);

        let learning_rate = self.learning_rate();
        let gradients = GradientsParams::from_grads(loss.backward(), &self.model);
        self.model = self
            .optimizer
            .step(learning_rate, self.model.clone(), gradients);
        Pending {
            outcome,
            classes,
            learning_rate,
        }
    }

    /// Reads the outcome of the steps and appends their reports. Answers why training must stop
    /// where a loss is not a number.
    async fn settle(
        &mut self,
        pending: Vec<Pending>,
        reports: &mut Vec<StepReport>,
    ) -> Result<Option<String>, DeviceError> {
        let outcomes = pending.iter().map(|p| p.outcome.clone()).collect();
        let outcomes = read(Tensor::cat(outcomes, 0)).await?;
        let mut rest = &outcomes[..];
        for Pending {
            classes,
            learning_rate,
            ..
        } in pending
        {
            let (own, others) =
                rest.split_at(1 + classes.len() * self.data.dataset.class_names.len());
            rest = others;
            let loss = own[0];
            let position = &mut self.position;
            let (step, epoch) = (position.step + 1, position.epoch + 1);
            if !loss.is_finite() {
                return Ok(Some(format!(
                    "the loss of step {step} (epoch {epoch}) is {loss}: the weights before it were \
                     kept; lower the learning rate (now {learning_rate}) and go on, or reset"
                )));
            }
            let correct = correct(&own[1..], &classes);
            position.step = step;
            position.running.loss += f64::from(loss) * classes.len() as f64;
            position.running.correct += correct;
            position.running.graphs += classes.len() as u32;
            reports.push(StepReport {
                step,
                epoch,
                loss,
                accuracy: correct as f32 / classes.len() as f32,
                learning_rate,
            });
        }
        Ok(None)
    }

    async fn finish_epoch(&mut self) -> Result<EpochReport, DeviceError> {
        let position = &mut self.position;
        position.epoch += 1;
        position.used = 0;
        let running = std::mem::take(&mut position.running);
        Ok(EpochReport {
            epoch: position.epoch,
            train_loss: (running.loss / f64::from(running.graphs)) as f32,
            train_accuracy: running.correct as f32 / running.graphs as f32,
            test_accuracy: self.test_accuracy().await?,
        })
    }

    /// What a step can be undone with.
    fn rollback(&self) -> (Model, Adam, Position) {
        (
            self.model.valid(),
            self.optimizer.clone(),
            self.position.clone(),
        )
    }

    fn restore(&mut self, (model, optimizer, position): (Model, Adam, Position)) {
        self.model = model.train();
        self.optimizer = optimizer;
        self.position = position;
        self.prefetch = None;
    }

    /// Share of the test part that is classified correctly, in [0, 1].
    async fn test_accuracy(&mut self) -> Result<f32, DeviceError> {
        if self.test.is_empty() {
            for part in self.split.test.chunks(self.config.batch_size as usize) {
                let (input, members) = self.data.input(part);
                self.test.push((input, self.data.classes_of(&members)));
            }
        }
        let model = self.model.valid();
        let mut right = 0;
        for (input, classes) in &self.test {
            let logits = read(model.forward(input).await.logits.flatten(0, 1)).await?;
            right += correct(&logits, classes);
        }
        Ok(right as f32 / self.split.test.len() as f32)
    }

    /// Predicted class of each of these graphs.
    ///
    /// # Panics
    /// If the device is a GPU that was lost; see [`Self::predict_at`].
    pub async fn predict(&self, indices: &[u32]) -> Vec<u32> {
        let classes = self.predict_at(None, indices).await;
        classes.expect("the device answers")
    }

    /// Predicted class of each of these graphs, with these [`Self::weights`] or with those of now.
    ///
    /// # Errors
    /// If the device no longer answers.
    ///
    /// # Panics
    /// If an index is not below the number of graphs, or the weights are those of another model.
    pub async fn predict_at(
        &self,
        weights: Option<&[f32]>,
        indices: &[u32],
    ) -> Result<Vec<u32>, DeviceError> {
        let model = self.model_at(weights);
        self.data
            .predict(&model, self.config.batch_size, indices)
            .await
    }

    /// What the model says of one graph, with the weights as they are.
    ///
    /// # Panics
    /// If there is no such graph, or the device is a GPU that was lost; see [`Self::inspect_at`].
    pub async fn inspect(&self, index: u32) -> Inspection {
        let inspection = self.data.inspect(&self.model.valid(), index).await;
        inspection.expect("the device answers")
    }

    /// What the model says of a graph, with these [`Self::weights`] or with those of now.
    ///
    /// A graph of the data set and an equal one that is in none get the same answer, bit for bit: attributes are
    /// standardised and filters stretched by what the run has learned from, whatever the graph.
    ///
    /// # Errors
    /// If there is no such graph, the graph is not what the model can read, or the device no longer answers.
    ///
    /// # Panics
    /// If the weights are those of another model.
    pub async fn inspect_at(
        &self,
        weights: Option<&[f32]>,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        self.inspect_with(&self.model_at(weights), subject).await
    }

    /// The same, and what each bar adds to each hat of the readout; no hats where the model reads no barcodes.
    ///
    /// # Errors
    /// As [`Self::inspect_at`], and if there are more shares than [`MOST_SHARES`](evaluation::MOST_SHARES).
    ///
    /// # Panics
    /// If the weights are those of another model.
    pub async fn inspect_hats(
        &self,
        weights: Option<&[f32]>,
        subject: &Subject,
    ) -> Result<(Inspection, Vec<HatReading>), InspectionError> {
        let model = self.model_at(weights);
        let inspection = self.inspect_with(&model, subject).await?;
        let hats = evaluation::hat_readings(&model, &inspection).await?;
        Ok((inspection, hats))
    }

    async fn inspect_with(
        &self,
        model: &Model,
        subject: &Subject,
    ) -> Result<Inspection, InspectionError> {
        match subject {
            &Subject::Index(index) => {
                let graphs = self.data.dataset.graphs.len();
                if index as usize >= graphs {
                    return Err(InspectionError::Index { index, graphs });
                }
                Ok(self.data.inspect(model, index).await?)
            }
            Subject::Graph(graph) => {
                let like = &self.data.dataset;
                let graph = (**graph).clone();
                let alone = evaluation::alone(graph, like, &self.config, self.sizes.feature_sizes)?;
                let graphs = DeviceDataset::new(
                    Arc::new(alone),
                    &self.config,
                    &self.sizes,
                    self.data.statistics.clone(),
                    self.data.device.clone(),
                );
                let graphs = graphs.map_err(|error| InspectionError::Graph(error.0))?;
                Ok(graphs.inspect(model, 0).await?)
            }
        }
    }

    /// All numbers of the model, learned or followed by batch normalisation, as they are now: what
    /// [`Self::inspect_at`] takes. Another run of the same configuration understands them, too.
    ///
    /// # Errors
    /// If the device no longer answers.
    pub async fn weights(&self) -> Result<Vec<f32>, DeviceError> {
        weights::flat(&self.model.valid()).await
    }

    /// The model without gradients, with these weights or with those of now.
    fn model_at(&self, weights: Option<&[f32]>) -> Model {
        let model = self.model.valid();
        match weights {
            Some(numbers) => weights::unflatten(model, numbers),
            None => model,
        }
    }
}

/// The sizes of a model that is to learn from a data set.
fn sizes_on(dataset: &Dataset, config: &TrainingConfig) -> ModelConfig {
    sizes(
        config,
        feature_sizes(dataset, config),
        sort_pool_size(dataset),
        dataset.class_names.len(),
    )
}

/// The sizes of a model with these feature sizes.
pub(super) fn sizes(
    config: &TrainingConfig,
    feature_sizes: FeatureSizes,
    sort_pool: usize,
    classes: usize,
) -> ModelConfig {
    ModelConfig {
        kind: config.model,
        layers: match config.model.has_layers() {
            true => config.layers as usize,
            false => 0,
        },
        features: config.features,
        feature_sizes,
        width: config.width as usize,
        hats: config.hats as usize,
        hat: config.hat,
        bar_weight: config.bar_weight,
        extended: config.extended,
        sort_pool,
        classifier_width: config.width as usize,
        dropout: config.dropout.unwrap_or(config.model.dropout()),
        classes,
    }
}

/// Sizes of what the model reads of vertices and edges; with a fixed filter it reads nothing else.
pub(super) fn feature_sizes(dataset: &Dataset, config: &TrainingConfig) -> FeatureSizes {
    if config.model == ModelKind::PhOnly {
        return FeatureSizes::default();
    }
    let mut feature_sizes = FeatureSizes::default();
    if config.features.has_degree() {
        feature_sizes.degrees = dataset.max_degree() as usize + 1;
    }
    if config.features.has_label() {
        feature_sizes.labels = dataset.vertex_label_names.len();
    }
    if config.features.has_attributes() {
        feature_sizes.attributes = dataset.vertex_attributes as usize;
    }
    match config.edge_features {
        EdgeFeatures::None => {}
        EdgeFeatures::Label => feature_sizes.edge_labels = dataset.edge_label_names.len(),
        EdgeFeatures::Attributes => {
            feature_sizes.edge_attributes = dataset.edge_attributes as usize
        }
    }
    feature_sizes
}

/// A random stream of the run, after so many words: 0 drew the weights, 1 draws the order of the graphs, so that it
/// does not depend on the model, 2 what dropout leaves out, and 3 the order inside ties.
///
/// Every fold has its own, so that the deviation over the folds has that of initial weights in it, and so that a fold
/// that is trained alone is the same.
fn stream(config: &TrainingConfig, number: u64, words: u128) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed.into());
    rng.set_stream(u64::from(config.fold) << 8 | number);
    rng.set_word_pos(words);
    rng
}
