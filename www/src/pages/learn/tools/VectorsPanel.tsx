import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAct, useApp, useShown, useSlice, useOwnId } from "../../../ui/context";
import { MAX_FILLED } from "../../../domain/persistence/filled";
import {
  barsOf,
  changeOf,
  endOf,
  hatsOf,
  normOf,
  VECTOR_KINDS,
  hatVector,
  pointsOf,
} from "../../../domain/persistence/vectors";
import type {
  Dimension,
  VectorFrame,
  VectorKind,
  Vectors,
  VectorParameters,
} from "../../../domain/persistence/vectors";
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
import type { Topology } from "../../../engine/topology";

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
  return <ToolFrame title="Vectors">{change ? <VectorCharts {...change} /> : <NoFiltration />}</ToolFrame>;
}

function VectorCharts({ from, now, measureFromHere }: ReferredChange): JSX.Element {
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

interface VectorSliderProps {
  readonly parameter: Parameter;
  /** The name of the vector. */
  readonly of: string;
  readonly value: number;
  /** The length of the range of f. */
  readonly span: number;
  readonly onValue: (value: number) => void;
}

/** A parameter of a vector. */
function VectorSlider({ parameter, of, value, span, onValue }: VectorSliderProps): JSX.Element {
  const id = useOwnId();
  const { title, min, max, step } = parameter;
  const text = describeParameter(parameter, value, span);
  return (
    <div class="vector-slider">
      <label for={id}>
        {title}
        <span class="visually-hidden"> of the {of}</span>
      </label>
      <output for={id} class="number">
        {text}
      </output>
      <input
        id={id}
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={text}
        onInput={({ currentTarget }) => onValue(currentTarget.valueAsNumber)}
      />
    </div>
  );
}

type Module = Pick<Topology, "landscape" | "image" | "bettiCurve">;

/** A vector of bars of one dimension and direction. */
function vectorOf(
  topology: Module,
  kind: VectorKind,
  bars: readonly Bar[],
  frame: VectorFrame,
): ArrayLike<number> {
  const { parameters, direction } = frame;
  if (kind === "hats") return hatVector(bars, frame);
  const points = Float64Array.from(pointsOf(bars, direction === "sub" ? Infinity : -Infinity));
  const range = Float64Array.from(frame.range);
  switch (kind) {
    case "landscape":
      return topology.landscape(points, range, parameters.samples, parameters.levels);
    case "image": {
      const bandwidth = parameters.bandwidth * (range[1]! - range[0]!);
      return topology.image(points, range, parameters.pixels, bandwidth);
    }
    case "betti":
      return topology.bettiCurve(points, range, parameters.steps);
  }
}

/** The vectors of bars of one dimension and direction. */
export function vectorsOf(topology: Module, bars: readonly Bar[], frame: VectorFrame): Vectors {
  const of = (kind: VectorKind): ArrayLike<number> => vectorOf(topology, kind, bars, frame);
  return { landscape: of("landscape"), image: of("image"), betti: of("betti"), hats: of("hats") };
}

/**
 * The bar that contributes most to an entry; in a landscape, the bar whose level it is. Null: no bar contributes. Bars with
 * equal contributions come in their order.
 */
export function contributorTo(
  topology: Module,
  kind: VectorKind,
  entry: number,
  bars: readonly Bar[],
  frame: VectorFrame,
): Bar | null {
  const { samples } = frame.parameters;
  const [rank, own] = kind === "landscape" ? [Math.floor(entry / samples), entry % samples] : [0, entry];
  // Each copy of a bar has a separate level.
  const copies = bars.flatMap((bar) => Array.from({ length: bar.multiplicity }, () => bar));
  const alone = copies.map((bar) =>
    Math.abs(vectorOf(topology, kind, [{ ...bar, multiplicity: 1 }], frame)[own]!),
  );
  const at = [...alone.keys()].sort((a, b) => alone[b]! - alone[a]!)[rank];
  return at === undefined || alone[at] === 0 ? null : copies[at]!;
}

/** The bars as points for distances: essential bars end at the end of the range. */
export function diagramOf(bars: readonly Bar[], frame: VectorFrame): Float32Array {
  return Float32Array.from(pointsOf(bars, endOf(frame)));
}

// The parameters of the vectors, with the defaults of `sublevel barcode --vectorize` where it has them.

type Name = keyof VectorParameters;

interface Parameter {
  readonly name: Name;
  readonly title: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** A share of the range. */
  readonly share?: true;
}

export const INITIAL: VectorParameters = {
  ...{ levels: 3, samples: 100, pixels: 20, bandwidth: 0.05, steps: 100 },
  ...{ hats: 8, length: 0.5, radius: 1 },
};

const PARAMETERS: Readonly<Record<VectorKind, readonly Parameter[]>> = {
  landscape: [
    { name: "levels", title: "Levels", min: 1, max: 5, step: 1 },
    { name: "samples", title: "Samples", min: 10, max: 200, step: 10 },
  ],
  image: [
    { name: "pixels", title: "Pixels", min: 5, max: 40, step: 1 },
    { name: "bandwidth", title: "Bandwidth", min: 0.01, max: 0.25, step: 0.01, share: true },
  ],
  betti: [{ name: "steps", title: "Samples", min: 10, max: 200, step: 10 }],
  hats: [
    { name: "hats", title: "Hats", min: 1, max: 16, step: 1 },
    { name: "length", title: "Centres", min: 0, max: 1, step: 0.05, share: true },
    { name: "radius", title: "Radius", min: 0, max: 2, step: 0.05, share: true },
  ],
};

/** The parameters of a vector: hats that read births have centres without a length. */
function parametersOf(kind: VectorKind, { births }: Pick<VectorFrame, "births">): readonly Parameter[] {
  return PARAMETERS[kind].filter(({ name }) => !(births && name === "length"));
}

/** The value of a parameter; a share in units of f. */
function describeParameter({ name, share }: Parameter, value: number, span: number): string {
  if (name === "pixels") return `${value} × ${value}`;
  if (name === "length") return `length ${formatValue(value * span)}`;
  return formatValue(share ? value * span : value);
}
