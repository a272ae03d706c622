import type { JSX } from "preact";
import { useSlice } from "../../../app/context";
import { PanelHeading } from "../PanelHeading";
import { Folds } from "./Folds";
import { FoldsActions } from "./FoldsActions";
import "./folds.css";

const TITLE = "How far can the accuracy be trusted?";
const HELP = {
  title: TITLE,
  text: "Each fold is trained by itself, from weights of its own, and tested on the graphs that it did not see. A point is the test accuracy of a fold after its last epoch; the line behind is their mean, the band one standard deviation (of these folds, not of an estimate) to each side. Thin curves are folds, the strong one is their mean; choose a fold to see its curve. The matrix adds the test graphs of all finished folds up. Cross-validation trains in an engine of its own: the run in view stays as it is. Finished folds are kept in this browser until the next cross-validation.",
} as const;

/** All folds of a configuration: trained here, or from a run file of the command line. */
export function FoldsPanel(): JSX.Element {
  const folds = useSlice((state) => state.folds);
  return (
    <section class="model-panel folds" aria-label={TITLE}>
      <PanelHeading title={TITLE} help={HELP} table={null} />
      <FoldsActions />
      {folds?.file ? (
        <Folds key={folds.name} file={folds.file} />
      ) : (
        !folds && (
          <p class="model-hint">
            One fold says little: another part to test on gives another accuracy. Cross-validation trains a
            model for every fold, with the settings below, and the run in view stays as it is. Or open a file
            that <code>sublevel train --out RUN.json</code> wrote.
          </p>
        )
      )}
    </section>
  );
}
