import type { JSX } from "preact";
import { useState, useEffect, useRef } from "preact/hooks";
import { useAct, useSlice } from "../../../ui/context";
import type { Direction } from "../../../domain/graph/graph";
import { nameOfClass, formatCount, plural, formatShare } from "../../../domain/text/format";
import { hasEdgesInView, hasVerticesInView, rangeInView } from "../../../store/selectors";
import type { ClassesView, Data } from "../../../store/state";
import { Switch } from "../../../ui/Switch";
import { partsOf, nameOfPart } from "../parts";
import { useAnalysis, isUntrained, standing, weightsOf } from "../../../ui/useAnalysis";
import { ClassCurves, roleOf } from "./ClassCurves";
import { ClassTable } from "./ClassTable";
import { Densities } from "./Densities";
import type { ChosenCell } from "./Densities";
import { cellsOf, fillingOf, stripOf } from "./grids";
import type { Scale, Aspect, Filling, CountStrip } from "./grids";
import {
  describeCell,
  describePoint,
  whereLoopsEnd,
  nameOfCell,
  formatMean,
  UNITS,
  describeTest,
  findingOf,
  isFitted,
} from "./words";
import { prefersReducedMotion, useSize } from "../../../plots/shared/canvas";
import type { ClassBars, Part } from "../../../protocol";
import { Gallery, useCalm } from "../fail/Gallery";
import { formatValue } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { EdgeFilterNote } from "../../../ui/filters/FilterChoice";
import { HOW_TO_READ } from "../../../ui/howToRead";
import { PanelHeading } from "../../../ui/Panel";
import { WithoutFilter } from "../placeholders";

const DIRECTIONS: readonly { readonly id: Direction; readonly title: string }[] = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
];
const SCALES: readonly { readonly id: Scale; readonly title: string }[] = [
  { id: "vertices", title: "Per 100 vertices" },
  { id: "graph", title: "Per graph" },
];

interface ClassesProps {
  readonly data: Data;
  readonly run: number;
  readonly asTable: boolean;
}

/** Compares the bars of two classes over one part of the split. */
function Classes({ data, run, asTable }: ClassesProps): JSX.Element {
  const { rows } = data;
  const { classes } = data.summary;
  const nameOf = (label: number): string => nameOfClass(classes, label);
  const offered = partsOf(rows);
  const view = useSlice(({ view }) => view.classesView);
  const { part: wanted, direction, scale } = view;
  // Grids from 0 to 1 do not contain the values of every run log.
  const outside = useSlice((state) => rangeInView(state) !== null);
  const stretched = view.stretched || outside;
  const act = useAct();
  const change = (change: Partial<ClassesView>): void =>
    act({ type: "view", change: { classesView: { ...view, ...change } } });
  // A link may name classes that do not exist.
  const isClass = (label: number): boolean => label < classes.length;
  const compared = view.compared?.every(isClass) ? view.compared : [0, 1].slice(0, classes.length);
  const chosen = view.filling && isClass(view.filling.class) ? view.filling : null;
  const [point, setPoint] = useState<number | null>(null);
  const [lit, setLit] = useState<number | null>(null);
  const extended = useSlice((state) => state.run?.summary.config.extended === true);
  const part = (offered.find(({ id }) => id === wanted) ?? offered[0]!).id;

  const { result, waiting, error } = useAnalysis("classes", [part, stretched]);
  // Ignores a response for the previous run.
  const own = result?.run === run ? result : null;
  const bars = own?.answer ?? null;
  const untrained = own !== null && isUntrained(own);
  const model = useSlice((state) => state.run?.summary.config.model ?? "gfl");
  const fitted = isFitted(part, untrained, model);
  const aspect = { direction, scale };
  const [first, second] = compared;
  const pair = first !== undefined && second !== undefined ? ([first, second] as const) : null;
  const tested = useAnalysis(
    "classDifferences",
    pair && [
      {
        part,
        stretched,
        direction: direction === "sub" ? "sublevel" : "superlevel",
        perVertex: scale === "vertices",
        classes: [...pair],
      },
    ],
  );
  // Tests and densities are of the same weights.
  const tests =
    own &&
    tested.result?.run === own.run &&
    tested.result.step === own.step &&
    tested.result.epoch === own.epoch
      ? tested.result.answer
      : null;
  const testOf = (cell: number): string => {
    const found = tests?.cells.find((one) => one.cell === cell);
    return pair && found ? ` ${describeTest(found, nameOf, pair[0], fitted)}` : "";
  };
  const shared = { aspect, compared, nameOf };
  const reading =
    bars && lit !== null
      ? describeCell(bars, aspect, compared, lit, nameOf) + testOf(lit)
      : bars && point !== null
        ? describePoint(bars, aspect, compared, point, nameOf)
        : null;
  return (
    <>
      <p class="class-finding" aria-busy={bars === null || (pair !== null && tests === null)}>
        {bars === null || error !== null
          ? standing(waiting, error)
          : tested.error !== null
            ? standing(false, tested.error)
            : pair
              ? findingOf({ bars, scale, tests, classes: pair, part, untrained, fitted, nameOf })
              : "The data set has one class, so there is nothing to compare. The curves and the density are those of this class."}
      </p>
      <div class="class-controls">
        <Switch
          legend="Part of the split"
          choices={offered}
          chosen={part}
          onChoose={(part) => change({ part })}
        />
        <Switch
          legend="Direction of the filtration"
          choices={DIRECTIONS}
          chosen={direction}
          onChoose={(direction) => change({ direction })}
        />
        <Switch
          legend="Normalization of bar counts"
          choices={SCALES}
          chosen={scale}
          onChoose={(scale) => change({ scale })}
        />
        <label class="class-stretch">
          <input
            type="checkbox"
            checked={stretched}
            disabled={outside}
            onChange={({ currentTarget }) => change({ stretched: currentTarget.checked })}
          />
          only the range of f
        </label>
      </div>
      <ClassKey
        {...shared}
        bars={bars}
        count={classes.length}
        onCompare={(compared) => change({ compared })}
      />
      {asTable ? (
        bars && <ClassTable {...shared} bars={bars} tests={tests} fitted={fitted} />
      ) : (
        <div class="class-pictures" data-picture>
          {bars && (
            <>
              <ClassCurves {...shared} bars={bars} point={point} onPoint={setPoint} />
              <p class="class-reading" aria-live="polite" data-unpictured>
                {reading ?? "Point at a curve or a cell to read its values. Click a cell to list its graphs."}
              </p>
              <Densities
                {...shared}
                bars={bars}
                ended={extended}
                lit={lit}
                chosen={chosen}
                onPoint={setLit}
                onChoose={(filling) => change({ filling })}
              />
            </>
          )}
        </div>
      )}
      {extended && <p class="model-hint">{whereLoopsEnd(direction)}</p>}
      {bars && own && chosen && chosen.cell < cellsOf(bars) && (
        <FillingGraphs
          data={data}
          run={run}
          bars={bars}
          weights={weightsOf(own)}
          part={part}
          aspect={aspect}
          compared={compared}
          chosen={chosen}
          nameOf={nameOf}
        />
      )}
    </>
  );
}

interface FillingGraphsProps {
  readonly data: Data;
  readonly run: number;
  readonly bars: ClassBars;
  /** The weights of the bars, as text. */
  readonly weights: string;
  readonly part: Part;
  readonly aspect: Aspect;
  readonly compared: readonly number[];
  readonly chosen: ChosenCell;
  readonly nameOf: (label: number) => string;
}

/** The graphs with bars in a cell. During training the list changes only on refresh. */
function FillingGraphs(props: FillingGraphsProps): JSX.Element {
  const { data, run, bars, weights, part, aspect, compared, chosen, nameOf } = props;
  const { direction, scale } = aspect;
  const moves = useSlice((state) => state.run?.phase === "running" && state.view.epoch === null);
  const filling = (label: number): readonly Filling[] =>
    fillingOf(bars, direction, chosen.cell, (graph) => data.rows[graph]?.class === label);
  const shown = compared.includes(chosen.class) ? compared : [chosen.class];
  const key = `${run} ${part} ${direction} ${shown.join()} ${scale} ${chosen.class} ${chosen.cell} ${bars.range.join()}`;
  const fresh = {
    graphs: filling(chosen.class),
    strips: shown.map((label) => stripOf(data.rows, part, label, filling(label), scale)),
    cell: nameOfCell(bars, chosen.cell),
    weights,
  };
  const { value, refresh } = useCalm(fresh, key, moves);
  const { graphs, strips, cell, weights: then } = value ?? fresh;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const behavior = prefersReducedMotion() ? "instant" : "smooth";
    heading.current?.scrollIntoView({ block: "nearest", behavior });
  }, [chosen.cell, chosen.class]);
  const all = `${nameOfPart(part)} graphs of ${nameOf(chosen.class)}`;
  const title = `${formatCount(graphs.length)} of ${formatCount(bars.graphs[chosen.class] ?? 0)} ${all}`;
  return (
    <div class="class-filling">
      <h3 class="fail-heading" ref={heading}>
        {title}
      </h3>
      <CellStrip strips={strips} scale={scale} cell={cell} nameOf={nameOf} />
      <Gallery
        key={key}
        data={data}
        run={run}
        label={`${title} have ${cell}`}
        hint={[`${then}: they have ${cell}.`, "Number: bars in the cell, descending."]}
        cards={graphs.map(({ graph, bars: count }) => ({
          index: graph,
          number: formatCount(count),
          meaning: "bars in the cell:",
          caption: plural(data.rows[graph]!.vertices, "vertex", "vertices"),
          more: "",
        }))}
        onRefresh={then === weights ? null : refresh}
      />
    </div>
  );
}

interface ClassKeyProps {
  /** null: not computed yet. */
  readonly bars: ClassBars | null;
  readonly count: number;
  readonly compared: readonly number[];
  readonly nameOf: (label: number) => string;
  readonly onCompare: (compared: readonly [number, number]) => void;
}

/** The classes and their lines; with more than two classes, the choice of the two compared ones. */
function ClassKey({ bars, count, compared, nameOf, onCompare }: ClassKeyProps): JSX.Element {
  const graphs = (label: number): string => (bars ? formatCount(bars.graphs[label] ?? 0) : "–");
  const all = Array.from({ length: count }, (_, label) => label);
  /** The other class steps aside. */
  const choose = (place: number, label: number): void => {
    const [own, other] = [compared[place]!, compared[1 - place]!];
    const stays = other === label ? own : other;
    onCompare(place === 0 ? [label, stays] : [stays, label]);
  };
  return (
    <div class="class-key" data-picture>
      {compared.map((label, place) => (
        <span key={place} class="class-key-entry">
          <LineSample label={label} compared={compared} />
          {count > 2 ? (
            <select
              aria-label={place === 0 ? "First class" : "Second class"}
              value={label}
              onChange={({ currentTarget }) => choose(place, Number(currentTarget.value))}
            >
              {all.map((other) => (
                <option key={other} value={other}>
                  {nameOf(other)}
                </option>
              ))}
            </select>
          ) : (
            <b>{nameOf(label)}</b>
          )}
          <span class="class-key-count">
            {graphs(label)} {bars?.graphs[label] === 1 ? "graph" : "graphs"}
          </span>
        </span>
      ))}
      {count > 2 && (
        <ul
          class="class-key-others"
          aria-label={plural(count - compared.length, "other class", "other classes")}
        >
          {all
            .filter((label) => !compared.includes(label))
            .map((label) => (
              <li key={label} class="class-key-entry">
                <LineSample label={label} compared={compared} />
                {nameOf(label)}
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

function LineSample({
  label,
  compared,
}: {
  readonly label: number;
  readonly compared: readonly number[];
}): JSX.Element {
  return (
    <svg class="class-sample" width={24} height={12} aria-hidden="true">
      {compared.includes(label) && <rect class={`class-band class-${label % 8}`} width={24} height={12} />}
      <path class={`class-line class-${label % 8} ${roleOf(label, compared)}`} d="M0 6H24" />
    </svg>
  );
}

interface CellStripProps {
  readonly strips: readonly CountStrip[];
  readonly scale: Scale;
  readonly cell: string;
  readonly nameOf: (label: number) => string;
}

const LEFT = 12;
const RIGHT = 12;
const ROW = 42;
const NAME = 16;
const BOTTOM = 34;

/** Each graph of the compared classes as a point, by its number of bars in a cell. */
function CellStrip({ strips, scale, cell, nameOf }: CellStripProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const most = Math.max(...strips.flatMap(({ points }) => points.map(({ bars }) => bars)), 1);
  const height = strips.length * ROW + BOTTOM;
  const x = (bars: number): number =>
    Math.round((LEFT + (bars / most) * Math.max(width - LEFT - RIGHT, 1)) * 10) / 10;
  const words = strips.map((strip) => wordsOf(strip, nameOf)).join("; ");
  return (
    <div
      class="cell-strip"
      ref={frame}
      role="img"
      aria-label={`Number of ${cell} in each graph. ${words}.`}
      style={{ height: `${height}px` }}
      data-picture
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {ticksOf([0, most], 4).map((value) => (
            <g key={value}>
              <line class="grid" x1={x(value)} x2={x(value)} y1={0} y2={height - BOTTOM} />
              <text class="tick" x={x(value)} y={height - BOTTOM + 14}>
                {formatValue(value)}
              </text>
            </g>
          ))}
          <text class="tick" x={width / 2} y={height - 4}>
            bars in the cell, {UNITS[scale]}
          </text>
          {strips.map((strip, place) => {
            const top = place * ROW + NAME;
            const room = ROW - NAME - 6;
            return (
              <g key={strip.label} class={`class-${strip.label % 8}`}>
                <text class="cell-strip-name" x={LEFT} y={top - 4}>
                  {wordsOf(strip, nameOf)}
                </text>
                {strip.points.map(({ bars, across }, graph) => (
                  <circle
                    key={graph}
                    class="cell-strip-graph"
                    cx={x(bars)}
                    cy={Math.round((top + 2 + across * (room - 4)) * 10) / 10}
                    r={2.5}
                  />
                ))}
                <line
                  class="cell-strip-median"
                  x1={x(strip.median)}
                  x2={x(strip.median)}
                  y1={top - 2}
                  y2={top + room + 2}
                />
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

function wordsOf({ label, points, median, filled }: CountStrip, nameOf: (label: number) => string): string {
  const share = formatShare(filled / Math.max(points.length, 1));
  return `${nameOf(label)}: median ${formatMean(median)}, ${share} have any`;
}

const TITLE = "How do the classes differ?";

/** The bars that the model reads in the graphs of one class, against those of another. */
export function ClassesPanel(): JSX.Element {
  const asTable = useSlice(({ view }) => view.tables.includes("classes"));
  const edges = useSlice(hasEdgesInView);
  const filter = useSlice(hasVerticesInView);
  const data = useSlice((state) => state.data);
  const run = useSlice((state) => state.run?.id);
  const unlabelled = data?.rows[0]?.class === null;
  return (
    <section class="model-panel classes" aria-label={TITLE}>
      <PanelHeading
        title={TITLE}
        ofFilter
        help={HOW_TO_READ.classes}
        table={filter && !unlabelled ? { id: "classes", label: "Show curves and densities as tables" } : null}
        picture={filter && !unlabelled ? "classes" : undefined}
      />
      {edges ? (
        <EdgeFilterNote view="classes" />
      ) : !filter ? (
        <WithoutFilter />
      ) : unlabelled ? (
        <p class="model-hint">
          {data.summary.targets === null
            ? "The graphs of this run log have no classes. Log the run with labels to compare classes."
            : "The graphs of this data set have targets, which are numbers, and no classes to compare."}
        </p>
      ) : (
        data &&
        run !== undefined && <Classes key={data.summary.name} data={data} run={run} asTable={asTable} />
      )}
    </section>
  );
}
