import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAct, useSlice } from "../../context";
import { formatCount, nameOfClass, plural } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import type { Cell } from "../fail/confusion";
import { graphInView } from "../NoGraph";
import type { Tested } from "./summary";

/** Number of graphs drawn at a time. */
const PORTION = 60;

interface TestedGraphsProps {
  readonly tested: readonly Tested[];
  readonly cell: Cell;
  readonly classes: readonly ClassSummary[];
  /** Whether the graphs are those in view, and can be shown. */
  readonly here: boolean;
  readonly onWrong: () => void;
}

/** The test graphs of a cell of the confusion matrix, with the fold that tested each. */
export function TestedGraphs(props: TestedGraphsProps): JSX.Element {
  const { tested, cell, classes, here, onWrong } = props;
  const act = useAct();
  const seen = useSlice(graphInView);
  const [most, setMost] = useState(PORTION);
  const nameOf = (index: number): string => nameOfClass(classes, index);
  const title =
    cell === "wrong"
      ? `${plural(tested.length, "graph", "graphs")} misclassified`
      : `${plural(tested.length, "graph", "graphs")} of ${nameOf(cell.truth)} predicted as ${nameOf(cell.said)}`;
  return (
    <section class="fold-tested" aria-label={title}>
      <div class="fail-row">
        <h3 class="fail-heading">{title}</h3>
        <button type="button" class="button" aria-pressed={cell === "wrong"} onClick={onWrong}>
          All wrong
        </button>
      </div>
      <ul class="fold-graphs">
        {tested.slice(0, most).map(({ graph, truth, said, fold }) => {
          const what = `fold ${fold}: ${nameOf(truth)}, predicted ${nameOf(said)}`;
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
