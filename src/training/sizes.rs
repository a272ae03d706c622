//! The sizes of a model.

use crate::{
    config::{ConfigError, EdgeFeatures, ModelKind, TrainingConfig},
    graph::{
        Dataset,
        batch::{FeatureSizes, SetTypes},
    },
    model::{ModelConfig, dgcnn, one_two_three_gnn, patchysan, pooling::sort_pool_size},
};

/// The sizes of a model for training on a data set.
///
/// # Errors
/// If the graphs are too large for the model.
pub(super) fn of_model_on(
    dataset: &Dataset,
    config: &TrainingConfig,
) -> Result<ModelConfig, ConfigError> {
    let feature_sizes = of_features(dataset, config);
    let set_types = match config.model {
        ModelKind::OneTwoThreeGnn => {
            let types = SetTypes::of(
                dataset,
                feature_sizes.labels > 0,
                config.batch_size as usize,
            );
            types.map_err(ConfigError)?
        }
        _ => SetTypes::default(),
    };
    Ok(of_model(
        config,
        feature_sizes,
        match config.model {
            ModelKind::Dgcnn => dgcnn::kept_vertices(dataset),
            ModelKind::PatchySan => patchysan::sequence_length(dataset).map_err(ConfigError)?,
            _ => sort_pool_size(dataset),
        },
        set_types,
        dataset.class_names.len(),
    ))
}

/// The sizes of a model with these feature sizes and types.
pub(super) fn of_model(
    config: &TrainingConfig,
    feature_sizes: FeatureSizes,
    sort_pool: usize,
    set_types: SetTypes,
    classes: usize,
) -> ModelConfig {
    let width = config.width as usize;
    let (width, classifier_width) = match config.model {
        ModelKind::Dgcnn => (dgcnn::WIDTH, dgcnn::CLASSIFIER_WIDTH),
        ModelKind::PatchySan => (patchysan::WIDTH, patchysan::CLASSIFIER_WIDTH),
        ModelKind::OneTwoThreeGnn => (one_two_three_gnn::WIDTH, one_two_three_gnn::WIDTH),
        // The only width is the number of constant columns without features.
        ModelKind::Dcnn => (1, 1),
        _ => (width, width),
    };
    ModelConfig {
        kind: config.model,
        layers: match config.model {
            ModelKind::Dgcnn => dgcnn::LAYERS,
            ModelKind::OneTwoThreeGnn => one_two_three_gnn::LAYERS,
            model if model.has_layers() => config.layers as usize,
            _ => 0,
        },
        topology_layer: config.topology_layer,
        features: config.features,
        feature_sizes,
        width,
        filters: config.filters as usize,
        edge_filter: config.edge_filter,
        hats: config.hats as usize,
        hat: config.hat,
        bar_weight: config.bar_weight,
        readout: config.readout,
        extended: config.extended,
        sort_pool,
        set_types,
        classifier_width,
        dropout: config.dropout.unwrap_or(config.model.dropout()),
        classes,
    }
}

/// Sizes of the features of vertices and edges that the model reads. A model with a fixed filter reads no other data.
pub(super) fn of_features(dataset: &Dataset, config: &TrainingConfig) -> FeatureSizes {
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
