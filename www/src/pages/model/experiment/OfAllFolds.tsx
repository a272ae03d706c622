import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { nameOfClass, plural, formatCount } from "../../../domain/text/format";
import type { RunFile } from "../../../domain/training/folds";
import { formatTarget, rangeOfTargets } from "../../../domain/training/metric";
import { useAct, useSlice } from "../../../ui/context";
import type { Cell } from "../fail/confusion";
import { ConfusionMatrix } from "../fail/ConfusionMatrix";
import { largestErrors } from "../fail/confusion";
import { Scatter } from "../fail/Scatter";
import { graphInView } from "../placeholders";
import { estimatesOf, summedConfusion, testedOf } from "./summary";
import type { Tested } from "./summary";

interface OfAllFoldsProps {
  readonly file: RunFile;
  /** Whether the graphs are those in view, and can be shown. */
  readonly here: boolean;
}

/** The test graphs of all finished folds. */
export function OfAllFolds(props: OfAllFoldsProps): JSX.Element {
  return props.file.classes.length === 0 ? <Estimates {...props} /> : <Classified {...props} />;
}

/** The predicted numbers for the test graphs: a scatter plot, and the largest errors. */
function Estimates({ file, here }: OfAllFoldsProps): JSX.Element {
  const act = useAct();
  const seen = useSlice(graphInView);
  const estimates = useMemo(() => estimatesOf(file), [file]);
  const targets = useMemo(() => rangeOfTargets(estimates.map(({ target }) => target)), [estimates]);
  const worst = useMemo(
    () =>
      largestErrors(estimates).map(({ index, target, predicted, fold }) => ({
        ...{ graph: index, truth: target, predicted, fold },
      })),
    [estimates],
  );
  return (
    <>
      <h3 class="fail-heading" data-picture>
        Test graphs of all finished folds
      </h3>
      <Scatter
        estimates={estimates}
        shown={here ? seen : null}
        onShow={(index) => here && act({ type: "show", subject: { type: "graph", index } })}
      />
      <TestedGraphs
        title="Largest errors"
        tested={worst}
        nameOf={(value) => formatTarget(value, targets)}
        here={here}
      />
    </>
  );
}

/** The predicted classes of the test graphs: the confusion matrix, and the graphs of a cell. */
function Classified({ file, here }: OfAllFoldsProps): JSX.Element {
  const [cell, setCell] = useState<Cell>("wrong");
  const counts = useMemo(() => summedConfusion(file), [file]);
  const tested = useMemo(() => testedOf(file, cell), [file, cell]);
  // The file names the classes, but not the number of their graphs.
  const classes = useMemo(() => file.classes.map((one) => ({ name: one, graphs: 0 })), [file.classes]);
  const nameOf = (index: number): string => nameOfClass(classes, index);
  const graphs = plural(tested.length, "graph", "graphs");
  return (
    <>
      <h3 class="fail-heading" data-picture>
        Test graphs of all finished folds
      </h3>
      <ConfusionMatrix
        label="Test graphs of all finished folds by actual class and predicted class"
        classes={classes}
        counts={counts}
        chosen={cell}
        onChoose={setCell}
        totals
      />
      <TestedGraphs
        key={JSON.stringify(cell)}
        title={
          cell === "wrong"
            ? `${graphs} misclassified`
            : `${graphs} of ${nameOf(cell.truth)} predicted as ${nameOf(cell.predicted)}`
        }
        tested={tested}
        nameOf={nameOf}
        here={here}
        button={
          <button
            type="button"
            class="button"
            aria-pressed={cell === "wrong"}
            onClick={() => setCell("wrong")}
          >
            All wrong
          </button>
        }
      />
    </>
  );
}

/** Number of graphs drawn at a time. */
const PORTION = 60;

interface TestedGraphsProps {
  readonly title: string;
  readonly tested: readonly Tested[];
  /** The class with this index, or the number. */
  readonly nameOf: (value: number) => string;
  /** Whether the graphs are those in view, and can be shown. */
  readonly here: boolean;
  readonly button?: JSX.Element;
}

/** A list of test graphs, with the fold that tested each. */
function TestedGraphs(props: TestedGraphsProps): JSX.Element {
  const { title, tested, nameOf, here, button } = props;
  const act = useAct();
  const seen = useSlice(graphInView);
  const [most, setMost] = useState(PORTION);
  return (
    <section class="fold-tested" aria-label={title}>
      <div class="fail-row">
        <h3 class="fail-heading">{title}</h3>
        {button}
      </div>
      <ul class="fold-graphs">
        {tested.slice(0, most).map(({ graph, truth, predicted, fold }) => {
          const what = `fold ${fold}: ${nameOf(truth)}, predicted ${nameOf(predicted)}`;
          return (
            <li key={`${graph} ${fold}`}>
              <button
                type="button"
                class="fold-graph"
                disabled={!here}
                aria-current={here && graph === seen}
                onClick={() => act({ type: "show", subject: { type: "graph", index: graph } })}
              >
                <b class="number">Graph {formatCount(graph + 1)}</b>
                <span>{what}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {tested.length > most && (
        <button type="button" class="button" onClick={() => setMost(most + PORTION)}>
          {formatCount(Math.min(PORTION, tested.length - most))} more of {formatCount(tested.length - most)}
        </button>
      )}
    </section>
  );
}
