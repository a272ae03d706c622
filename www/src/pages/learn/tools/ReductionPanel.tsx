import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp, useShown, useSlice } from "../../../ui/context";
import type { Graph } from "../../../domain/graph/graph";
import { MAX_SIMPLICES, roundsOf, simplicesOf } from "../../../domain/persistence/reduction";
import { tiedValues } from "../../../domain/persistence/slopes";
import type { TraceMode } from "../../../protocol";
import { walkDirection } from "../../../store/selectors";
import { Switch } from "../../../ui/Switch";
import { ColumnSteps } from "./ColumnSteps";
import { describeRule } from "./describeSlopes";
import { Rounds } from "./Rounds";
import { useStepping } from "./stepping";
import { NoFiltration, ToolFrame } from "./ToolFrame";

const WAYS: readonly { readonly id: TraceMode; readonly title: string }[] = [
  { id: "sequential", title: "Column by column" },
  { id: "word", title: "In rounds" },
];

/** The computation of the barcode, step by step. */
export function ReductionPanel(): JSX.Element {
  const { graph, filtration } = useShown();
  const simplices = simplicesOf(graph);
  return (
    <ToolFrame title="Reduction">
      {!filtration ? (
        <NoFiltration />
      ) : simplices > MAX_SIMPLICES ? (
        <p class="tool-text">
          This graph has {simplices} vertices and edges. Its reduction would not be readable: it is shown for
          at most {MAX_SIMPLICES}.
        </p>
      ) : (
        <Steps graph={graph} filter={filtration.filter} />
      )}
    </ToolFrame>
  );
}

function Steps({ graph, filter }: { graph: Graph; filter: Float32Array }): JSX.Element {
  const { topology } = useApp();
  const direction = useSlice(walkDirection);
  const [mode, setMode] = useState<TraceMode>("sequential");
  const trace = useMemo(
    () => topology.trace(graph, filter, direction, mode),
    [topology, graph, filter, direction, mode],
  );
  const inRounds = mode !== "sequential";
  const stepping = useStepping(trace, inRounds ? roundsOf(trace).length : trace.steps.length);
  const keyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    stepping.go(stepping.at + by);
  };
  return (
    <>
      <Switch
        class="tool-switch"
        legend="Order of column additions"
        choices={WAYS}
        chosen={mode}
        onChoose={setMode}
      />
      {tiedValues(filter) > 0 && <p class="tool-text">{describeRule("index", direction)}</p>}
      <div
        class="steps"
        role="group"
        aria-label="Steps: use the left and right arrow keys"
        onKeyDown={keyDown}
      >
        {inRounds ? (
          <Rounds graph={graph} filter={filter} trace={trace} stepping={stepping} />
        ) : (
          <ColumnSteps graph={graph} filter={filter} trace={trace} stepping={stepping} />
        )}
      </div>
    </>
  );
}
