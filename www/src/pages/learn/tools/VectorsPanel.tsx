import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAct, useApp, useShown, useSlice } from "../../../ui/context";
import { MAX_FILLED } from "../../../domain/persistence/filled";
import { barsOf, changeOf, endOf, hatsOf, normOf, VECTOR_KINDS } from "../../../domain/persistence/vectors";
import type { Dimension, VectorFrame, VectorKind } from "../../../domain/persistence/vectors";
import { isLit } from "../../../domain/graph/graph";
import type { Bar } from "../../../domain/graph/graph";
import { formatCount } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";
import { walkDirection } from "../../../store/selectors";
import { barsInView } from "../../../store/shown";
import { domainOf } from "../../../ui/domain";
import { Switch } from "../../../ui/Switch";
import { stageBars } from "../filledBars";
import { movementOf } from "./bound";
import { CurvePlot } from "./CurvePlot";
import { describeBound, describeChange, describeEnds, formatThree } from "./describeVectors";
import { HatColumns } from "./HatColumns";
import { ImagePlot } from "./ImagePlot";
import { useChange } from "./measured";
import type { Measured, ReferredChange } from "./measured";
import { NoFiltration, ToolFrame } from "./ToolFrame";
import { INITIAL, parametersOf } from "./vectorParameters";
import { contributorTo, diagramOf, vectorsOf } from "./vectorsOf";
import { VectorSlider } from "./VectorSlider";

/** Above this number of bars, their distances are not computed. */
const MAX_BARS = 100;

const TITLES: Readonly<Record<VectorKind, string>> = {
  landscape: "Landscape",
  image: "Persistence image",
  betti: "Betti curve",
  hats: "Rational hats",
};

const DIMENSIONS = [
  { id: "0", title: "H₀" },
  { id: "1", title: "H₁" },
] as const;

/** The bars as vectors, and the change of each vector with the values. */
export function VectorsPanel(): JSX.Element {
  const change = useChange();
  return <ToolFrame title="Vectors">{change ? <Vectors {...change} /> : <NoFiltration />}</ToolFrame>;
}

function Vectors({ from, now, measureFromHere }: ReferredChange): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const [dimension, setDimension] = useState<Dimension>(0);
  const [parameters, setParameters] = useState(INITIAL);
  const { bars, barsBefore, direction, finite } = useBars(from, now, dimension);
  const [low, high] = useRange(from, now);
  const frame = useMemo(
    (): VectorFrame => ({ parameters, range: [low, high], direction, births: dimension === 1 && !finite }),
    [parameters, low, high, direction, dimension, finite],
  );
  const vectors = useMemo(() => vectorsOf(topology, bars, frame), [topology, bars, frame]);
  const before = useMemo(() => vectorsOf(topology, barsBefore, frame), [topology, barsBefore, frame]);
  const distances = useMemo(() => {
    const [f, g] = [diagramOf(barsBefore, frame), diagramOf(bars, frame)];
    if (Math.max(f.length, g.length) > 2 * MAX_BARS) return null;
    return {
      bottleneck: topology.distance("bottleneck", f, g).value,
      wasserstein: topology.distance("wasserstein1", f, g).value,
    };
  }, [topology, bars, barsBefore, frame]);
  const highlight = useSlice(({ view }) => view.highlight);
  const lit = bars.find((bar) => isLit(bar, highlight)) ?? null;
  const alone = useMemo(
    () => lit && vectorsOf(topology, [lit], { ...frame, parameters: { ...parameters, levels: 1 } }),
    [topology, lit, frame],
  );
  const movement = useMemo(() => movementOf({ from, now }), [from.filtration, now.filtration]);
  const light = (kind: VectorKind) => (entry: number | null) => {
    const bar = entry === null ? null : contributorTo(topology, kind, entry, bars, frame);
    act({ type: "view", change: { highlight: bar && { type: "bar", id: bar.id } } });
  };
  const plotOf = (kind: VectorKind): JSX.Element => {
    const shared = {
      now: vectors[kind],
      before: before[kind],
      range: frame.range,
      label: `Plot of the ${TITLES[kind].toLowerCase()}`,
      onEntry: light(kind),
    };
    switch (kind) {
      case "landscape":
        return (
          <CurvePlot {...shared} lit={alone?.landscape ?? null} curves={parameters.levels} stepped={false} />
        );
      case "betti":
        return <CurvePlot {...shared} lit={alone?.betti ?? null} curves={1} stepped />;
      case "image":
        return (
          <ImagePlot
            {...shared}
            {...{ bars, barsBefore, lit }}
            pixels={parameters.pixels}
            end={endOf(frame)}
          />
        );
      case "hats":
        return <HatColumns {...shared} hats={hatsOf(frame)} />;
    }
  };
  return (
    <>
      <div class="vector-head">
        <Switch
          class="tool-switch"
          legend="Dimension of the bars"
          choices={DIMENSIONS}
          chosen={dimension === 0 ? "0" : "1"}
          onChoose={(id) => setDimension(id === "0" ? 0 : 1)}
        />
        <button type="button" class="button" onClick={measureFromHere}>
          Measure from here
        </button>
      </div>
      <dl class="vector-distances">
        <Distance {...movement} />
        <Distance symbol="bottleneck" name="Bottleneck distance" value={distances?.bottleneck ?? null} />
        <Distance
          symbol="1-Wasserstein"
          name="1-Wasserstein distance"
          value={distances?.wasserstein ?? null}
        />
      </dl>
      <div class="vectors">
        {VECTOR_KINDS.map((kind) => (
          <Figure key={kind} title={TITLES[kind]} vector={vectors[kind]} plot={plotOf(kind)}>
            {parametersOf(kind, frame).map((parameter) => (
              <VectorSlider
                key={parameter.name}
                parameter={parameter}
                of={TITLES[kind].toLowerCase()}
                value={parameters[parameter.name]}
                span={high - low}
                onValue={(value) => setParameters({ ...parameters, [parameter.name]: value })}
              />
            ))}
          </Figure>
        ))}
      </div>
      <p class="tool-text">{describeEnds(bars, dimension, endOf(frame), frame)}</p>
      {VECTOR_KINDS.map((kind) => {
        const change = changeOf(before[kind], vectors[kind]);
        return (
          <p key={kind} class="tool-text vector-sentence">
            {describeChange(kind, change, frame)}{" "}
            {describeBound(kind, change, distances?.bottleneck ?? null, frame)}
          </p>
        );
      })}
    </>
  );
}

interface VectorComparison {
  readonly bars: readonly Bar[];
  readonly barsBefore: readonly Bar[];
  readonly direction: VectorFrame["direction"];
  /** Loops can end: with extended persistence or filled triangles. */
  readonly finite: boolean;
}

/** The bars of the stage in a dimension, now and under the reference filtration. */
function useBars(from: Measured, now: Measured, dimension: Dimension): VectorComparison {
  const { topology } = useApp();
  const { graph, extended, growing } = useShown();
  const direction = useSlice(walkDirection);
  const filled = useSlice(({ view }) => view.filled) && graph.vertices <= MAX_FILLED;
  const of = ({ graph, filtration, growing }: Measured): readonly Bar[] => {
    if (growing) return barsOf(growing.bars, direction, dimension);
    const drawn = barsInView(topology, graph, filtration, extended, null);
    const all = stageBars(topology, graph, filtration.filter, drawn, filled)(direction);
    return barsOf(all, direction, dimension);
  };
  const view = [topology, extended, filled, direction, dimension];
  return {
    bars: useMemo(() => of(now), [now.filtration, ...view]),
    barsBefore: useMemo(() => of(from), [from.filtration, ...view]),
    direction,
    finite: growing !== null || extended || filled,
  };
}

/** The range of f now and under the reference filtration, so that both have the same samples. */
function useRange(from: Measured, now: Measured): VectorFrame["range"] {
  const domains = [from, now].map(domainOf);
  return [Math.min(...domains.map(([low]) => low)), Math.max(...domains.map(([, high]) => high))];
}

interface FigureProps {
  readonly title: string;
  readonly vector: ArrayLike<number>;
  readonly plot: JSX.Element;
  /** The parameters. */
  readonly children: ComponentChildren;
}

function Figure({ title, vector, plot, children }: FigureProps): JSX.Element {
  return (
    <section class="vector-figure" aria-label={title}>
      <h3 class="vector-title">{title}</h3>
      {plot}
      <dl class="vector-size number">
        <dt>Length</dt>
        <dd>{formatCount(vector.length)}</dd>
        <dt>Norm</dt>
        <dd>{formatThree(normOf(vector))}</dd>
      </dl>
      {children}
    </section>
  );
}

interface DistanceProps {
  readonly symbol: string;
  readonly name: string;
  /** null: unknown. */
  readonly value: number | null;
}

function Distance({ symbol, name, value }: DistanceProps): JSX.Element {
  return (
    <div title={name}>
      <dt>{symbol}</dt>
      <dd class="number">{value === null ? "–" : value === Infinity ? "∞" : formatValue(value)}</dd>
    </div>
  );
}
