import type { JSX } from "preact";
import { useSlice } from "../../context";
import { metricOfFile } from "../../../domain/training/folds";
import { metricOf } from "../../../domain/training/metric";
import { PanelHeading } from "../PanelHeading";
import { Folds } from "./Folds";
import { FoldsActions } from "./FoldsActions";
import "./folds.css";

const HELP = {
  text: "Each fold trains alone, from its own initial weights, and is tested on held-out graphs. A point is the test accuracy of a fold after its last epoch, or its mean absolute error if the model predicts a number. The line is the mean, the band one standard deviation (over these folds, not a standard error) to each side. Thin curves are folds, the thick one is their mean; select a fold to see its curve. The matrix counts the test graphs of all finished folds; numbers have a scatter plot in its place. Open model replaces the current run with that of a fold, in all views. Cross-validation uses separate engines, one for each processor core: the current run does not change. The browser stores the last cross-validation of each data set, without the weights.",
} as const;

/** All folds of a configuration: trained here, or from a run file of the command line. */
export function FoldsPanel(): JSX.Element {
  const folds = useSlice((state) => state.folds);
  const ofRun = useSlice(({ run }) => metricOf(run?.summary));
  const { name } = folds?.file ? metricOfFile(folds.file) : ofRun;
  const title = `How far can the ${name} be trusted?`;
  return (
    <section class="model-panel folds" aria-label={title}>
      <PanelHeading
        title={title}
        help={{ ...HELP, title }}
        table={null}
        picture={folds?.file ? "folds" : undefined}
      />
      <FoldsActions />
      {folds?.file ? (
        <Folds key={folds.name} file={folds.file} />
      ) : (
        !folds && (
          <p class="model-hint">
            One fold is not enough: the {name} varies with the test part. Cross-validation trains a model for
            every fold with the settings below; the current run does not change. You can also open a run file
            written by <code>sublevel train --out RUN.json</code>.
          </p>
        )
      )}
    </section>
  );
}
