import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAct, useSlice } from "../../context";
import { formatCount } from "../../../domain/text/format";
import { graphInView } from "../NoGraph";
import type { Tested } from "./summary";

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
export function TestedGraphs(props: TestedGraphsProps): JSX.Element {
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
