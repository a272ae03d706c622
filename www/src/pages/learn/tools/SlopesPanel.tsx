import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useApp, useShown, useSlice } from "../../../ui/context";
import type { Filtration, Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import { formatValue } from "../../../domain/text/values";
import { lossOf, ownedBars, slopesOf, tiedValues } from "../../../domain/persistence/slopes";
import type { BarsOf, TieRule } from "../../../domain/persistence/slopes";
import { plural } from "../../../domain/text/format";
import { walkDirection } from "../../../store/selectors";
import { domainOf } from "../../../ui/domain";
import { Switch } from "../../../ui/Switch";
import { describeRule, describeSteep } from "./describeSlopes";
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

/** The first vertex with a tied value, where the effect is visible. */
function firstTied(filter: Float32Array): number | null {
  const vertex = filter.findIndex(
    (value, v) => filter.indexOf(value) !== v || filter.lastIndexOf(value) !== v,
  );
  return vertex < 0 ? null : vertex;
}
