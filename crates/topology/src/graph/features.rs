//! Features of vertices and edges that a model can read.

use super::Dataset;
use crate::choices;

choices! {
    /// First features of the vertices.
    pub enum Features {
        Degree = "degree", "Degree", "A learned row for each degree";
        Label = "label", "Label", "A learned row for each label";
        DegreeLabel = "degree+label", "Degree and label", "A learned row for each degree and one for each label";
        Attributes = "attributes", "Attributes", "The standardised attributes, through a learned linear layer";
        DegreeAttributes = "degree+attributes", "Degree and attributes", "A learned row for each degree, and the attributes";
        LabelAttributes = "label+attributes", "Label and attributes", "A learned row for each label, and the attributes";
        Uninformative = "uninformative", "None (constant)", "The same constant row for all vertices";
    }
}

choices! {
    /// Features of the edge that a message passes along.
    pub enum EdgeFeatures {
        None = "none", "None", "No features: GIN, as in the paper";
        Label = "label", "Label", "A learned row for each edge label (GINE)";
        Attributes = "attributes", "Attributes", "The standardised edge attributes, through a learned linear layer (GINE)";
    }
}

impl Features {
    /// Whether the id contains this part.
    fn has(self, part: &str) -> bool {
        self.id().split('+').any(|named| named == part)
    }

    /// Whether the features include the degree.
    pub fn has_degree(self) -> bool {
        self.has("degree")
    }

    /// Whether the features include the label.
    pub fn has_label(self) -> bool {
        self.has("label")
    }

    /// Whether the features include the attributes.
    pub fn has_attributes(self) -> bool {
        self.has("attributes")
    }

    /// Data that these features need and the data set lacks.
    pub fn missing(self, dataset: &Dataset) -> Option<&'static str> {
        if self.has_label() && dataset.vertex_label_names.is_empty() {
            return Some("vertex labels");
        }
        (self.has_attributes() && dataset.vertex_attributes == 0).then_some("vertex attributes")
    }
}

impl EdgeFeatures {
    /// Data that these features need and the data set lacks.
    pub fn missing(self, dataset: &Dataset) -> Option<&'static str> {
        match self {
            Self::Label if dataset.edge_label_names.is_empty() => Some("edge labels"),
            Self::Attributes if dataset.edge_attributes == 0 => Some("edge attributes"),
            _ => None,
        }
    }
}

impl Dataset {
    /// The edge features available for this data set, `none` first.
    pub(super) fn edge_features(&self) -> Vec<EdgeFeatures> {
        let offered = |edges: &EdgeFeatures| edges.missing(self).is_none();
        EdgeFeatures::ALL.into_iter().filter(offered).collect()
    }

    /// The features available for this data set, the default first.
    pub(super) fn features(&self) -> Vec<Features> {
        /// Above this maximum, most degrees occur at most once in training, so a learned row for each carries little information.
        const RARE_DEGREES: u32 = 500;

        let offered = |features: &Features| features.missing(self).is_none();
        let mut features: Vec<Features> = Features::ALL.into_iter().filter(offered).collect();
        if let Some(both) = features
            .iter()
            .position(|&features| features == Features::DegreeLabel)
        {
            features[..=both].rotate_right(1);
        }
        if self.max_degree() > RARE_DEGREES {
            features.rotate_right(1);
        }
        features
    }
}
