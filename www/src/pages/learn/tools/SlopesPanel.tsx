import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAct, useApp, useShown, useSlice } from "../../../ui/context";
import type { Filtration, Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import { formatValue } from "../../../domain/text/values";
import { descentStep, lossOf, ownedBars, slopesOf, tiedValues } from "../../../domain/persistence/slopes";
import type { BarsOf, DescentStep, TieRule } from "../../../domain/persistence/slopes";
import { plural } from "../../../domain/text/format";
import { walkDirection } from "../../../store/selectors";
import { domainOf } from "../../../ui/domain";
import { Switch } from "../../../ui/Switch";
import { useSetValues } from "../editor/useEdit";
import { describeRule, describeSteep, describeDescentStep } from "./describeSlopes";
import { DivergingBars } from "./DivergingBars";
import { LossAgainstVertex } from "./LossAgainstVertex";
import { OwnersList } from "./OwnersList";
import { NoFiltration, ToolFrame } from "./ToolFrame";

const RULES: readonly { readonly id: TieRule; readonly title: string }[] = [
  { id: "index", title: "By index" },
  { id: "reversed", title: "Reversed" },
  { id: "mean", title: "Mean" },
];

/** The owners of bar endpoints at equal values, and the slopes of a loss. */
export function SlopesPanel(): JSX.Element {
  const { graph, filtration } = useShown();
  const ties = filtration ? tiedValues(filtration.filter) : 0;
  return (
    <ToolFrame
      title="Ties and slopes"
      aside={<span class="tool-badge number">{plural(ties, "tied value", "tied values")}</span>}
    >
      {filtration && graph.vertices > 0 ? <Slopes graph={graph} filtration={filtration} /> : <NoFiltration />}
    </ToolFrame>
  );
}

function Slopes({ graph, filtration }: { graph: Graph; filtration: Filtration }): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const shown = useShown();
  const direction = useSlice(walkDirection);
  const rule = useSlice(({ view }) => view.tieRule);
  const highlight = useSlice(({ view }) => view.highlight);
  const selection = useSlice(({ view }) => view.selection);
  const { filter, bars } = filtration;
  const barsOf: BarsOf = useMemo(() => (on, values) => topology.filtration(on, values).bars, [topology]);
  const owned = useMemo(
    () => ownedBars(graph, filter, direction, rule, barsOf),
    [graph, filter, direction, rule, barsOf],
  );
  const slopes = useMemo(() => slopesOf(owned, graph.vertices), [owned, graph]);
  const steep = [...slopes.keys()].filter((vertex) => slopes[vertex] !== 0);
  return (
    <>
      <Switch
        class="tool-switch"
        legend="Tie rule: the vertex that begins or ends a bar among vertices with equal values"
        choices={RULES}
        chosen={rule}
        onChoose={(next) => act({ type: "view", change: { tieRule: next } })}
      />
      <p class="tool-text tool-sentence">{describeRule(rule, direction)}</p>
      <p class="tool-formula">
        loss = Σ ({direction === "sub" ? "death − birth" : "birth − death"}) ={" "}
        <b class="tool-number number">{formatValue(lossOf(bars, direction))}</b>
      </p>
      <Step filter={filter} slopes={slopes} loss={lossOf(bars, direction)} />
      <LossAgainstVertex
        graph={graph}
        filter={filter}
        direction={direction}
        domain={domainOf(shown)}
        slopes={slopes}
        vertex={selection !== null && selection < graph.vertices ? selection : (firstTied(filter) ?? 0)}
        barsOf={barsOf}
      />
      <OwnersList owned={owned} graph={graph} />
      <h3 class="tool-heading">{describeSteep(steep.length)}</h3>
      <DivergingBars
        label="Slope of the loss at each vertex"
        rows={steep.map((vertex) => ({
          id: String(vertex),
          name: vertexName(graph, vertex),
          value: slopes[vertex]!,
          lit: highlight?.type === "vertex" && highlight.vertex === vertex,
        }))}
        largest={Math.max(1, ...steep.map((vertex) => Math.abs(slopes[vertex]!)))}
        onLight={(id) =>
          act({
            type: "view",
            change: { highlight: id === null ? null : { type: "vertex", vertex: Number(id) } },
          })
        }
      />
    </>
  );
}

interface StepProps {
  readonly filter: Float32Array;
  readonly slopes: Float64Array;
  readonly loss: number;
}

/** One step of gradient descent on the loss, and its arithmetic until the values change again. */
function Step({ filter, slopes, loss }: StepProps): JSX.Element | null {
  const setValues = useSetValues();
  const [taken, setTaken] = useState<(DescentStep & { readonly before: number }) | null>(null);
  if (!setValues) return null;
  const isHere = taken?.values.every((value, vertex) => Math.fround(value) === filter[vertex]) ?? false;
  const isFlat = slopes.every((slope) => slope === 0);
  const take = (): void => {
    if (isFlat) return;
    const step = descentStep(filter, slopes);
    setTaken({ ...step, before: loss });
    setValues(step.values);
  };
  return (
    <div class="slopes-step">
      <button type="button" class="button" aria-disabled={isFlat} onClick={take}>
        Take one step
      </button>
      <p class="tool-text" role="status">
        {taken && isHere
          ? describeDescentStep(taken.before, taken, loss)
          : "One step of gradient descent: each value moves against its slope."}
      </p>
    </div>
  );
}

/** The first vertex with a tied value, where the effect is visible. */
function firstTied(filter: Float32Array): number | null {
  const vertex = filter.findIndex(
    (value, v) => filter.indexOf(value) !== v || filter.lastIndexOf(value) !== v,
  );
  return vertex < 0 ? null : vertex;
}
