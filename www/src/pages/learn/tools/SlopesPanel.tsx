import type { JSX } from "preact";
import { useMemo, useState, useRef } from "preact/hooks";
import { useAct, useApp, useShown, useSlice, useOwnId } from "../../../ui/context";
import type { Filtration, Graph, Direction } from "../../../domain/graph/graph";
import { vertexName, isLit } from "../../../domain/graph/graph";
import { formatValue } from "../../../domain/text/values";
import {
  descentStep,
  lossOf,
  ownedBars,
  slopesOf,
  tiedValues,
  lossAgainst,
  slopesBeside,
} from "../../../domain/persistence/slopes";
import type { BarsOf, DescentStep, TieRule, OwnedBar, LossCurve } from "../../../domain/persistence/slopes";
import { plural } from "../../../domain/text/format";
import { walkDirection } from "../../../store/selectors";
import { domainOf } from "../../../ui/domain";
import { Switch } from "../../../ui/Switch";
import { useSetValues } from "../editor/useEdit";
import {
  describeRule,
  describeSharedWeight,
  describeSteep,
  describeDescentStep,
  describeSlope,
  sharesText,
} from "./describeSlopes";
import { DivergingBars } from "./DivergingBars";
import { NoFiltration, ToolFrame } from "./ToolFrame";
import { pairOf } from "../../../domain/text/sentences";
import type { Domain } from "../../../plots/shared/colour";
import { useSettled } from "./settled";
import { line } from "d3-shape";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";

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
  const weight = describeSharedWeight(filter, slopes);
  const take = (): void => {
    if (isFlat) return;
    const step = descentStep(filter, slopes);
    setTaken({ ...step, before: loss });
    setValues(step.values);
  };
  return (
    <div class="slopes-step">
      <button type="button" class="button" data-plays={!isFlat} aria-disabled={isFlat} onClick={take}>
        Take one step
      </button>
      <p class="tool-text" role="status">
        {taken && isHere
          ? describeDescentStep(taken.before, taken, loss)
          : "One step of gradient descent: each value moves against its slope."}
      </p>
      {weight && <p class="tool-text">{weight}</p>}
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

/** The maximal number of bars; more are counted. */
const MAX_BARS = 12;

/** The finite bars, each with the owners of its endpoints. */
function OwnersList({ owned, graph }: { owned: readonly OwnedBar[]; graph: Graph }): JSX.Element {
  const act = useAct();
  const highlight = useSlice(({ view }) => view.highlight);
  const more = owned.length - MAX_BARS;
  const light = (bar: OwnedBar["bar"] | null): void =>
    act({ type: "view", change: { highlight: bar && { type: "bar", id: bar.id } } });
  return (
    <>
      <h3 class="tool-heading">Owners of the endpoints</h3>
      {owned.length === 0 && <p class="tool-text">There are no finite bars.</p>}
      <ul class="owners" onPointerLeave={() => light(null)}>
        {owned.slice(0, MAX_BARS).map(({ bar, birth, death }, place) => (
          <li key={place}>
            <button
              type="button"
              class="owner"
              data-lit={isLit(bar, highlight)}
              onPointerEnter={() => light(bar)}
              onFocus={() => light(bar)}
              onBlur={() => light(null)}
              onClick={() => light(bar)}
            >
              <span class="number">{pairOf(bar)}</span>
              <span>birth {sharesText(birth, graph)}</span>
              <span>death {sharesText(death, graph)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="tool-note">and {more} more</p>}
    </>
  );
}

interface LossAgainstVertexProps {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly direction: Direction;
  readonly domain: Domain;
  readonly slopes: Float64Array;
  readonly vertex: number;
  readonly barsOf: BarsOf;
}

/**
 * Up to this number of vertices, the loss updates in every frame of a drag, and a list offers the vertices.
 */
const MAX_LIVE = 120;

/** The loss against the value of one vertex, with its current slope. */
function LossAgainstVertex(props: LossAgainstVertexProps): JSX.Element {
  const { graph, filter, direction, domain, slopes, vertex, barsOf } = props;
  const act = useAct();
  const id = useOwnId();
  const live = graph.vertices <= MAX_LIVE;
  const asked = useMemo(
    () => ({ graph, filter, direction, domain, vertex, slope: slopes[vertex] ?? 0 }),
    [graph, filter, direction, domain, vertex, slopes],
  );
  const settled = useSettled(asked, live);
  const value = settled.filter[settled.vertex]!;
  const curve = useMemo(() => {
    const on = settled;
    return lossAgainst(on.graph, on.filter, on.direction, on.vertex, around(on.domain, value), barsOf);
  }, [settled, value, barsOf]);
  const name = vertexName(settled.graph, settled.vertex);
  const [below, above] = slopesBeside(curve, value);
  const sentence = describeSlope({ name, slope: settled.slope, below, above, exact: curve.exact });
  return (
    <>
      {live && (
        <p class="tool-row">
          <label for={id}>Vertex</label>
          <select
            id={id}
            value={vertex}
            onChange={(event) =>
              act({ type: "view", change: { selection: Number(event.currentTarget.value) } })
            }
          >
            {Array.from({ length: graph.vertices }, (_, v) => (
              <option key={v} value={v}>
                {vertexName(graph, v)}
              </option>
            ))}
          </select>
        </p>
      )}
      <LossPlot
        curve={curve}
        value={value}
        slope={settled.slope}
        name={name}
        label={`The loss against the value of ${name}. ${sentence}`}
      />
      <p class="tool-text tool-sentence" aria-live="polite">
        {sentence}
      </p>
    </>
  );
}

/** Extends the range on both sides, so that kinks at its ends are visible, and includes the value. */
function around([low, high]: Domain, value: number): Domain {
  const room = 0.3 * (high - low);
  return [Math.min(low - room, value), Math.max(high + room, value)];
}

interface LossPlotProps {
  readonly curve: LossCurve;
  /** The value of the vertex, and the slope of the tie rule there. */
  readonly value: number;
  readonly slope: number;
  readonly name: string;
  readonly label: string;
}

const LEFT = 40;
const RIGHT = 14;
const TOP = 34;
const BOTTOM = 22;
/** Half the length of the drawn slope, in pixels. */
const REACH = 38;

/** The loss against the value of one vertex, with the slope that the tie rule gives. */
function LossPlot({ curve, value, slope, name, label }: LossPlotProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const { values, losses } = curve;
  const range = [values[0]!, values.at(-1)!] as const;
  const clip = useOwnId();
  const highest = Math.max(...losses) || 1;
  const x = (v: number): number =>
    LEFT + ((v - range[0]) / (range[1] - range[0] || 1)) * Math.max(width - LEFT - RIGHT, 1);
  const y = (loss: number): number => height - BOTTOM - (loss / highest) * Math.max(height - TOP - BOTTOM, 1);
  const path = line<number>(
    (v) => x(v),
    (_, i) => y(losses[i]!),
  )(values as number[]);
  const [atX, atY] = [x(value), y(losses[values.indexOf(value)] ?? 0)];
  const [run, rise] = [x(range[0] + 1) - x(range[0]), y(slope) - y(0)];
  const long = REACH / Math.hypot(run, rise);
  return (
    <div class="view loss-plot" ref={host} role="img" aria-label={label}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <text x={0} y={14}>
            loss against f({name})
          </text>
          {ticksOf([0, highest], 3).map((tick) => (
            <g key={tick}>
              <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text class="tick-left" x={LEFT - 6} y={y(tick)} dy="0.35em">
                {tick}
              </text>
            </g>
          ))}
          {ticksOf(range, 5).map((tick) => (
            <text key={tick} class="tick" x={x(tick)} y={height - 6}>
              {tick}
            </text>
          ))}
          <clipPath id={clip}>
            <rect
              x={LEFT}
              y={TOP - 10}
              width={Math.max(width - LEFT - RIGHT, 0)}
              height={height - TOP - BOTTOM + 20}
            />
          </clipPath>
          <path class="loss-line" d={path ?? ""} />
          <path
            class="loss-slope"
            clip-path={`url(#${clip})`}
            d={`M${atX - long * run} ${atY - long * rise}L${atX + long * run} ${atY + long * rise}`}
          />
          <circle class="loss-here" cx={atX} cy={atY} r={5} />
        </svg>
      )}
    </div>
  );
}
