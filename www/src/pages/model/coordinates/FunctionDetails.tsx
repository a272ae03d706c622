import type { JSX } from "preact";
import { useState, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useSlice, useApp } from "../../../ui/context";
import { nameOfClass, plural } from "../../../domain/text/format";
import type { ClassSummary, Part } from "../../../protocol";
import { Switch } from "../../../ui/Switch";
import { useAnalysis } from "../../../ui/useAnalysis";
import { TYPE_OF } from "./functions";
import type { ReadCoordinateFunction, Shares } from "./functions";
import type { TopBar } from "./words";
import { describeFunction, describeSum, nameOfFunction, describeTop, topBarsOf } from "./words";
import { scoreDecimals } from "../../../store/selectors";
import type { Inspected } from "../../../engine/calls";
import { useTheme } from "../../../plots/shared/colour";
import type { Data } from "../../../store/state";
import { litBy } from "../../../ui/lit";
import { formatSigned } from "../../../plots/shared/axis";
import { MAX_DRAWN_VERTICES, useLayouts } from "../fail/Gallery";
import type { LaidOut } from "../fail/thumbnails";
import { SIZE, ThumbnailPainter } from "../fail/thumbnails";
import { namesOf, formatAdded } from "../../../domain/contributions/bars";

const PARTS: readonly { readonly id: Part; readonly title: string }[] = [
  { id: "test", title: "Test" },
  { id: "validation", title: "Validation" },
  { id: "train", title: "Training" },
];

interface FunctionDetailsProps {
  readonly coordinate: ReadCoordinateFunction;
  /** The contribution of each row of its barcode to each coordinate function. */
  readonly shares: readonly Shares[];
  readonly wanted: number;
  readonly classes: readonly ClassSummary[];
  /** The bar in view; null: none. */
  readonly shown: TopBar | null;
  readonly onShow: (top: TopBar) => void;
}

/** Describes a coordinate function, its value for the graph, and its top bars over all graphs. */
export function FunctionDetails({
  coordinate,
  shares,
  wanted,
  classes,
  shown,
  onShow,
}: FunctionDetailsProps): JSX.Element {
  const data = useSlice((state) => state.data);
  const weighted = useSlice(({ run }) => run !== null && run.summary.config.barWeight !== "none");
  const [asked, setPart] = useState<Part>("test");
  const offered = PARTS.filter(({ id }) => data?.rows.some((row) => row.part === id));
  const part = offered.find(({ id }) => id === asked)?.id ?? "test";
  const { result, error } = useAnalysis("topBars", [part]);
  const top = result?.answer.find(({ barcode }) => barcode === coordinate.barcode);
  const decimals = useSlice(scoreDecimals);
  const title = nameOfFunction(coordinate);
  const own = shares.map(({ shares }) => shares[coordinate.number - 1]!);
  const bars = shares.reduce((sum, { row }) => sum + row.count, 0);
  return (
    <section class="coordinates-details" aria-label={`About ${title}`}>
      <h3 class="coordinates-heading">{title.replace("function", "Function")}</h3>
      <p>
        {describeFunction(coordinate)}
        {weighted && " The contribution of a bar is this times its weight."}
      </p>
      <p class="coordinates-sum">
        {describeSum(coordinate, own, bars, wanted, nameOfClass(classes, wanted), decimals)}
      </p>
      {classes.length > 2 && <ClassAmounts amounts={coordinate.contributions} classes={classes} />}
      <div class="coordinates-parts">
        <h3 class="coordinates-heading">Top bars</h3>
        <Switch legend="Part of the split" choices={offered} chosen={part} onChoose={setPart} />
      </div>
      {error !== null && <p class="model-hint">The model cannot be evaluated: {error}</p>}
      {data && (
        <TopBars
          data={data}
          part={part}
          title={title}
          bars={top ? topBarsOf(top, coordinate.number - 1) : null}
          weights={result ? `${result.run} ${result.epoch} ${result.step}` : ""}
          shown={shown}
          onShow={onShow}
        />
      )}
    </section>
  );
}

interface TopBarsProps {
  readonly data: Data;
  readonly part: Part;
  /** "function 17 of B₀" */
  readonly title: string;
  /** null: not computed yet. */
  readonly bars: readonly TopBar[] | null;
  /** The weights of the values, as text. */
  readonly weights: string;
  readonly shown: TopBar | null;
  readonly onShow: (top: TopBar) => void;
}

/** Number of bars shown; it fills rows of two and four. */
const SHOWN = 8;
const NAMES: Readonly<Record<Part, string>> = { train: "training", validation: "validation", test: "test" };

/** The top bars of a coordinate function over a part of the data set, each in its graph. */
function TopBars({ data, part, title, bars, weights, shown, onShow }: TopBarsProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const theme = useTheme(frame);
  const painter = useMemo(() => theme && new ThumbnailPainter(theme), [theme]);
  const layouts = useLayouts(data);
  // Omits bars without a contribution.
  const first = bars?.filter(({ value }) => value !== 0).slice(0, SHOWN) ?? [];
  const drawn = [...new Set(first.map(({ graph }) => graph))].filter(
    (graph) => data.rows[graph]!.vertices <= MAX_DRAWN_VERTICES,
  );
  const { result } = useAnalysis("inspectMany", drawn.length > 0 ? [drawn] : null, false);
  const answer = result?.answer ?? null;
  answer?.forEach((inspected, i) => layouts.learn(drawn[i]!, inspected));
  useEffect(() => layouts.want(drawn), [layouts, answer]);
  const names = namesOf(
    first.map(({ bar }) => ({ ...bar, type: TYPE_OF[bar.kind as keyof typeof TYPE_OF], count: 1 })),
  );
  return (
    <>
      <p class="model-hint">{bars ? describeTop(first, title, NAMES[part]) : "Evaluating the model …"}</p>
      <div
        ref={frame}
        class="coordinates-gallery"
        role="group"
        aria-label={`Bars of the ${NAMES[part]} graphs with the largest contributions to ${title}`}
      >
        {first.map((top, i) => (
          <button
            key={`${top.graph} ${top.bar.id}`}
            type="button"
            class="fail-thumb"
            aria-current={shown?.graph === top.graph && shown.bar.id === top.bar.id}
            onClick={() => onShow(top)}
          >
            {data.rows[top.graph]!.vertices > MAX_DRAWN_VERTICES ? (
              <span class="fail-picture">{plural(data.rows[top.graph]!.vertices, "vertex", "vertices")}</span>
            ) : (
              <Picture
                top={top}
                painter={painter}
                laidOut={layouts.of(top.graph)}
                inspected={answer?.[drawn.indexOf(top.graph)] ?? null}
                weights={weights}
              />
            )}
            <span class="fail-caption">
              <span>graph {top.graph + 1}</span>
              <b class="number">{formatSigned(top.value)}</b>
            </span>
            <span class="coordinates-caption">{names[i]}</span>
            <span class="coordinates-caption">
              {plural(top.bars, "bar", "bars")}, {plural(top.graphs, "graph", "graphs")}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

interface PictureProps {
  readonly top: TopBar;
  readonly painter: ThumbnailPainter | null;
  readonly laidOut: LaidOut | null;
  readonly inspected: Inspected | null;
  readonly weights: string;
}

/** The graph; only the component or cycle of the bar is coloured by f. */
function Picture({ top, painter, laidOut, inspected, weights }: PictureProps): JSX.Element {
  const { topology } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const filter = inspected?.filter ?? null;
  const lit = useMemo(() => {
    if (!laidOut || !filter || top.bar.birthVertex >= filter.length) return null;
    const { bar } = top;
    const { region, cycle } = litBy(
      topology,
      laidOut.graph,
      [bar],
      filter,
      { type: "bar", id: bar.id },
      null,
      null,
    );
    return new Set([...region, ...cycle]);
  }, [laidOut?.graph, filter, top.bar.id, weights]);
  useLayoutEffect(() => {
    if (canvas.current && painter && laidOut && filter) painter.draw(canvas.current, laidOut, filter, lit);
  }, [painter, laidOut, filter, lit]);
  return <canvas ref={canvas} class="fail-picture" width={SIZE} height={SIZE} aria-hidden="true" />;
}

/** The contributions to the score of each class. */
export function ClassAmounts(props: {
  readonly amounts: ArrayLike<number>;
  readonly classes: readonly ClassSummary[];
}): JSX.Element {
  const decimals = useSlice(scoreDecimals);
  return (
    <dl class="coordinates-amounts">
      {Array.from(props.amounts, (amount, of) => (
        <div key={of}>
          <dt>{nameOfClass(props.classes, of)}</dt>
          <dd class="number">{formatAdded(amount, decimals)}</dd>
        </div>
      ))}
    </dl>
  );
}
