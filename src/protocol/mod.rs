//! Messages between the page and the two WebAssembly modules, by subject.
//!
//! This is the only definition: the test `protocol_is_up_to_date` generates `www/src/protocol.ts` from these types and fails
//! if that file is stale. Large lists are [`typed`] arrays.

mod analysis;
mod compare;
mod data;
mod device;
mod inspection;
mod run;
mod separation;
pub mod typed;

pub use analysis::*;
pub use compare::*;
pub use data::*;
pub use device::*;
pub use inspection::*;
pub use run::*;
pub use separation::*;

#[cfg(test)]
mod tests {
    use std::fs;

    use ts_rs::{Config, TS};

    use super::*;
    use crate::config::{
        BarWeight, CoordinateFunction, EdgeFilter, ModelKind, ReadoutBarcodes, Ties,
    };
    use crate::config::{EdgeFeatures, Features, TopologyLayer, TrainingConfig};
    use crate::graph::folds::Origin;
    use crate::homology::Steps;
    use crate::homology::barcode::Direction;
    use crate::homology::distance::{Distance, Match};
    use crate::homology::points::Complex;
    use crate::homology::representatives::{Component, Cycle};
    use crate::homology::trace::{self, Trace};
    use crate::run_file::{EpochRun, FoldRun, RunFile, UnfinishedFold, Versions};
    use crate::separation::{
        ColourClass, Comparison, EdgeLevel, Evidence, Round, TupleCount, Verdict,
    };

    fn declaration<T: TS>(config: &Config) -> String {
        format!(
            "\n{}export {}\n",
            T::docs().unwrap_or_default(),
            T::decl(config)
        )
    }

    /// The page's copy of these types. The test renews a stale copy at once, and then fails once.
    #[test]
    fn protocol_is_up_to_date() {
        let config = Config::default();
        let text = [
            "// Generated from src/protocol: change these files, then run `cargo test protocol`.\n"
                .to_string(),
            declaration::<Backend>(&config),
            declaration::<DeviceReport>(&config),
            declaration::<Features>(&config),
            declaration::<EdgeFeatures>(&config),
            declaration::<TopologyLayer>(&config),
            declaration::<ModelKind>(&config),
            declaration::<Ties>(&config),
            declaration::<CoordinateFunction>(&config),
            declaration::<ReadoutBarcodes>(&config),
            declaration::<EdgeFilter>(&config),
            declaration::<BarWeight>(&config),
            declaration::<GeneratorSummary>(&config),
            declaration::<ClassSummary>(&config),
            declaration::<TargetSummary>(&config),
            declaration::<Task>(&config),
            declaration::<DatasetSummary>(&config),
            declaration::<TrainingConfig>(&config),
            declaration::<StepReport>(&config),
            declaration::<EpochReport>(&config),
            declaration::<TrainingReport>(&config),
            declaration::<FoldProgress>(&config),
            declaration::<RunCurves>(&config),
            declaration::<Part>(&config),
            declaration::<GraphRow>(&config),
            declaration::<Origin>(&config),
            declaration::<LoggedSummary>(&config),
            declaration::<RunSummary>(&config),
            declaration::<GrownLog>(&config),
            declaration::<Versions>(&config),
            declaration::<EpochRun>(&config),
            declaration::<FoldRun>(&config),
            declaration::<UnfinishedFold>(&config),
            declaration::<RunFile>(&config),
            declaration::<BarcodeName>(&config),
            declaration::<OpenedDataset>(&config),
            declaration::<OpenedRun>(&config),
            declaration::<SubjectGraph>(&config),
            declaration::<InspectedCoordinateFunctions>(&config),
            declaration::<InspectedGraph>(&config),
            declaration::<InspectedGraphs>(&config),
            declaration::<ExplainedScores>(&config),
            declaration::<ExplainedGraph>(&config),
            declaration::<ReadoutImportance>(&config),
            declaration::<PartImportance>(&config),
            declaration::<CoordinateFunctionTopBars>(&config),
            declaration::<VertexQuantity>(&config),
            declaration::<FilterLevels>(&config),
            declaration::<FilterAssociation>(&config),
            declaration::<FilterBeside>(&config),
            declaration::<ClassBars>(&config),
            declaration::<AskedDifferences>(&config),
            declaration::<CellTest>(&config),
            declaration::<ClassTests>(&config),
            declaration::<ComparedRuns>(&config),
            declaration::<FilterAgreement>(&config),
            declaration::<ComparedGraph>(&config),
            declaration::<OpenedGraph>(&config),
            declaration::<TableView>(&config),
            declaration::<ColumnRole>(&config),
            declaration::<TablePreview>(&config),
            declaration::<Direction>(&config),
            declaration::<Steps>(&config),
            declaration::<Component>(&config),
            declaration::<Cycle>(&config),
            declaration::<Distance>(&config),
            declaration::<Match>(&config),
            declaration::<Complex>(&config),
            declaration::<trace::Mode>(&config),
            declaration::<trace::Simplex>(&config),
            declaration::<trace::Change>(&config),
            declaration::<trace::Step>(&config),
            declaration::<trace::State>(&config),
            declaration::<Trace>(&config),
            declaration::<DescriptorSummary>(&config),
            declaration::<PairSummary>(&config),
            declaration::<Verdict>(&config),
            declaration::<ColourClass>(&config),
            declaration::<Round>(&config),
            declaration::<EdgeLevel>(&config),
            declaration::<TupleCount>(&config),
            declaration::<Evidence>(&config),
            declaration::<Comparison>(&config),
            declaration::<ComparisonBlock>(&config),
            declaration::<SettingResult>(&config),
            declaration::<ComparedSettings>(&config),
            declaration::<SettingsComparison>(&config),
        ]
        .concat();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/src/protocol.ts");
        if fs::read_to_string(path).unwrap_or_default() != text {
            fs::write(path, text).unwrap();
            panic!("www/src/protocol.ts was stale; it is renewed now: commit it");
        }
    }
}
