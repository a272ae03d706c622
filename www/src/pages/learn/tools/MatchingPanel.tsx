import type { JSX } from "preact";
import { useMemo, useState, useRef } from "preact/hooks";
import { useAct, useSlice } from "../../../ui/context";
import type { Direction, Bar, Graph } from "../../../domain/graph/graph";
import { MEASURES, wholeDistance } from "../../../domain/persistence/stability";
import type { MatchingLine, Measure } from "../../../domain/persistence/stability";
import { PointMark, Axes } from "../../../plots/diagram/Axes";
import { rangeOf } from "../../../plots/shared/colour";
import { domainOf } from "../../../ui/domain";
import { Switch } from "../../../ui/Switch";
import { boundOf, describeBound } from "./bound";
import {
  allLines,
  describeLine,
  describeMatching,
  describeTooMany,
  MEASURE_NAMES,
  nameOfBar,
} from "./describeMatching";
import { Meter, spanOf } from "./Meter";
import type { ReferredChange } from "./measured";
import { NoFiltration, ToolFrame } from "./ToolFrame";
import { useMatchings } from "./useMatchings";
import type { Matched } from "./useMatchings";
import { isLoop } from "../../../domain/graph/graph";
import { plural } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";
import { frameOf, LARGE_STRIP } from "../../../plots/diagram/points";
import type { DiagramFrame } from "../../../plots/diagram/points";
import type { Domain } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import { labelAt, lineAt, placesOf } from "./matchingPlaces";
import type { PlacedLine } from "./matchingPlaces";

const CENTRE = { id: "", kind: "h0", x: 8, y: 8, bars: [], multiplicity: 1 } as const;

interface MatchingPanelProps {
  /** null: there is no filtration. */
  readonly change: ReferredChange | null;
  readonly direction: Direction;
}

const CHOICES = MEASURES.map((id) => ({ id, title: MEASURE_NAMES[id].replace(/^b/, "B") }));

/** The matching of the reference diagram with the current one. */
export function MatchingPanel({ change, direction }: MatchingPanelProps): JSX.Element {
  return (
    <ToolFrame title="Matching">
      {change ? <Matching change={change} direction={direction} /> : <NoFiltration />}
    </ToolFrame>
  );
}

function Matching({ change, direction }: { change: ReferredChange; direction: Direction }): JSX.Element {
  const [measure, setMeasure] = useState<Measure>("bottleneck");
  const matched = useMatchings(change, direction, measure);
  return (
    <>
      <Switch
        class="tool-switch matching-switch"
        legend="Distance"
        choices={CHOICES}
        chosen={measure}
        onChoose={setMeasure}
      />
      <p class="matching-legend">
        <Sample hollow direction={direction} /> reference
        <Sample hollow={false} direction={direction} /> current
        <button type="button" class="button" onClick={change.measureFromHere}>
          Measure from here
        </button>
      </p>
      <Found matched={matched} />
    </>
  );
}

const keyOf = ({ from, to }: MatchingLine): string => `${from?.id} ${to?.id}`;

function Found({ matched }: { matched: Matched }): JSX.Element {
  const { from, now, direction, measure, matchings } = matched;
  const act = useAct();
  const highlight = useSlice(({ view }) => view.highlight);
  /** The line under the pointer: a bar that no longer exists has no highlight. */
  const [pointed, setPointed] = useState<string | null>(null);
  const lines = useMemo(() => (matchings ? allLines(matchings) : []), [matchings]);
  if (!matchings) return <p class="tool-text">{describeTooMany(matched.bars)}</p>;
  const light = (line: MatchingLine | null): void => {
    const key = line && keyOf(line);
    if (key === pointed) return;
    setPointed(key);
    act({
      type: "view",
      change: { highlight: line?.to ? { type: "bar", id: line.to.id } : null },
    });
  };
  const own = lines.filter((line) => keyOf(line) === pointed);
  const shared = highlight?.type === "bar" ? highlight.id : null;
  const lit = own.length > 0 ? own : lines.filter(({ to }) => to !== null && to.id === shared);
  const distance = wholeDistance(measure, matchings);
  const bound = boundOf(matched, measure, direction);
  const [low, high] = domainOf(from);
  const [least, most] = now.growing ? domainOf(now) : rangeOf(now.filtration.filter);
  const span = now.growing ? high - low : spanOf(from.filtration.filter);
  const full = Math.max(span, measure === "bottleneck" ? 0 : (bound.value ?? distance));
  const meter = (name: string, symbol: string, value: number): JSX.Element => (
    <Meter name={name} symbol={symbol} value={value} full={full} />
  );
  return (
    <>
      <MatchingPlot
        lines={lines}
        lit={lit}
        direction={direction}
        domain={[Math.min(low, least), Math.max(high, most)]}
        epsilon={measure === "bottleneck" && distance < Infinity ? distance : null}
        label={`Two persistence diagrams, matched by ${lines.length} lines. Use the arrow keys to move between lines.`}
        onLight={light}
      />
      <p class="tool-text matching-sentence" aria-live="polite">
        {lit.length > 0 ? describeLine(lit[0]!, from.graph, now.graph) : describeMatching(measure, matchings)}
      </p>
      <section class="gauge matching-numbers" aria-label="Distances">
        {meter("H₀", "components", matchings.h0.distance)}
        {meter("H₁", "loops", matchings.h1.distance)}
        {meter("both", TOGETHER[measure], distance)}
        {bound.value !== null && meter("bound", bound.symbol, bound.value)}
      </section>
      <p class="tool-text matching-bound">{describeBound(matched, measure, distance, bound.value)}</p>
      <MatchingTable lines={lines} lit={lit} graphs={[from.graph, now.graph]} onLight={light} />
    </>
  );
}

/** The distance of both dimensions together. */
const TOGETHER: Readonly<Record<Measure, string>> = {
  bottleneck: "the larger",
  wasserstein1: "the sum",
  wasserstein2: "√ of squares",
};

function Sample({ hollow, direction }: { hollow: boolean; direction: Direction }): JSX.Element {
  const point = { ...CENTRE, direction, radius: hollow ? HOLLOW : FULL };
  return (
    <span class="view">
      <svg width={16} height={16} aria-hidden="true">
        <g class={hollow ? "matching-from" : "matching-to"}>
          <PointMark point={point} />
        </g>
      </svg>
    </span>
  );
}

interface MatchingTableProps {
  /** The longest first. */
  readonly lines: readonly MatchingLine[];
  readonly lit: readonly MatchingLine[];
  /** The graphs of the reference barcode and of the current one. */
  readonly graphs: readonly [reference: Graph, current: Graph];
  readonly onLight: (line: MatchingLine | null) => void;
}

/** More rows than this are slow and not useful. */
const MOST = 100;

/** The matching as a table. */
function MatchingTable({ lines, lit, graphs, onLight }: MatchingTableProps): JSX.Element {
  const shown = lines.slice(0, MOST);
  const name = (bar: Bar | null, graph: Graph): string => (bar === null ? "diagonal" : nameOfBar(bar, graph));
  return (
    <table class="view-table matching-table">
      <caption>
        {shown.length < lines.length
          ? `The longest ${MOST} of ${lines.length} lines`
          : plural(lines.length, "line", "lines")}
      </caption>
      <thead>
        <tr>
          <th scope="col">H</th>
          <th scope="col">Reference</th>
          <th scope="col">Current</th>
          <th scope="col">Length</th>
        </tr>
      </thead>
      <tbody onPointerLeave={() => onLight(null)}>
        {shown.map((line, i) => (
          <tr key={i} data-lit={lit.includes(line)} onPointerEnter={() => onLight(line)}>
            <td>{isLoop((line.from ?? line.to)!.kind) ? "H₁" : "H₀"}</td>
            <td>{name(line.from, graphs[0])}</td>
            <td>{name(line.to, graphs[1])}</td>
            <td>
              {line.length === Infinity ? "∞" : formatValue(line.length)}
              {line.count > 1 && ` ×${line.count}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MatchingPlotProps {
  /** The longest first. */
  readonly lines: readonly MatchingLine[];
  readonly lit: readonly MatchingLine[];
  readonly direction: Direction;
  readonly domain: Domain;
  /** Half the side of the squares around the reference points; null: none. */
  readonly epsilon: number | null;
  readonly label: string;
  /** null: no line. */
  readonly onLight: (line: MatchingLine | null) => void;
}

/** The radii of reference points and of current points: both are visible at one place. */
const HOLLOW = 5.5;
const FULL = 4;

/** The reference diagram with hollow points, the current one with filled points, and the matching as lines. */
function MatchingPlot(props: MatchingPlotProps): JSX.Element {
  const { lines, lit, direction, domain, epsilon, label, onLight } = props;
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const projected = useSlice(({ view }) => view.present);
  const frame = useMemo(
    () => frameOf(width, height, [direction], domain, true, projected ? LARGE_STRIP : undefined),
    [width, height, direction, domain[0], domain[1], projected],
  );
  const placed = useMemo(() => placesOf(lines, frame), [lines, frame]);
  const longest = lines[0]?.length ?? 0;
  const isLongest = ({ length }: MatchingLine): boolean =>
    length > 0 && length < Infinity && length === longest;
  const first = placed.find(({ line }) => isLongest(line));
  const hover = (event: PointerEvent): void => {
    const box = host.current!.getBoundingClientRect();
    onLight(lineAt(placed, event.clientX - box.left, event.clientY - box.top));
  };
  const keyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === "Escape") onLight(null);
    else if (step === undefined) return;
    else if (lines.length > 0) {
      const at = lines.findIndex((line) => lit.includes(line));
      onLight(lines[at < 0 ? 0 : (at + step + lines.length) % lines.length]!);
    }
    event.preventDefault();
  };
  return (
    <div class="view">
      <div
        class="matching-plot"
        ref={host}
        tabIndex={0}
        role="application"
        aria-roledescription="persistence diagrams"
        aria-label={label}
        onPointerMove={hover}
        onPointerLeave={() => onLight(null)}
        onBlur={() => onLight(null)}
        onKeyDown={keyDown}
      >
        {width > 0 && (
          <>
            <svg width={width} height={height} aria-hidden="true">
              <Axes frame={frame} width={width} directions={[direction]} domain={domain} />
              {epsilon !== null && epsilon > 0 && (
                <Reach lines={lines} frame={frame} domain={domain} direction={direction} epsilon={epsilon} />
              )}
              <g class={lit.length > 0 ? "matching-lines faded" : "matching-lines"}>
                {placed.map((place, i) => (
                  <LineMark key={i} place={place} class={isLongest(place.line) ? "longest" : ""} />
                ))}
              </g>
              {placed
                .filter(({ line }) => lit.includes(line))
                .map((place, i) => (
                  <LineMark key={i} place={place} class="lit" />
                ))}
              <g class="matching-from">
                {placed.map(
                  ({ line, from: [x, y] }, i) =>
                    line.from && <Mark key={i} bar={line.from} x={x} y={y} radius={HOLLOW} />,
                )}
              </g>
              <g class="matching-to">
                {placed.map(
                  ({ line, to: [x, y] }, i) =>
                    line.to && <Mark key={i} bar={line.to} x={x} y={y} radius={FULL} />,
                )}
              </g>
              {frame.strips.map(({ kind, y }) => (
                <text key={kind} class="matching-strip" x={frame.left - 8} y={y}>
                  {isLoop(kind) ? "H₁" : "H₀"} ∞
                </text>
              ))}
              {first && (
                <text class="matching-length" {...labelAt(first, frame)}>
                  {formatValue(longest)}
                </text>
              )}
            </svg>
          </>
        )}
      </div>
    </div>
  );
}

/** The direction of an arrow key in the list of lines. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function LineMark({ place: { from, to }, class: style }: { place: PlacedLine; class: string }): JSX.Element {
  return <line class={`matching-line ${style}`} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />;
}

interface MarkProps {
  readonly bar: Bar;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function Mark({ bar, x, y, radius }: MarkProps): JSX.Element {
  const { id, kind, direction, multiplicity } = bar;
  return <PointMark point={{ id, kind, direction, x, y, radius, bars: [bar], multiplicity }} />;
}

/** Outlines of more squares than this cover the points. */
const MAX_OUTLINES = 20;

interface ReachProps {
  readonly lines: readonly MatchingLine[];
  readonly frame: DiagramFrame;
  readonly domain: Domain;
  readonly direction: Direction;
  readonly epsilon: number;
}

/** The points of the plane at a distance of at most ε from a reference point, or from the diagonal. */
function Reach({ lines, frame, domain: [low, high], direction, epsilon }: ReachProps): JSX.Element {
  const { x, y } = frame;
  const sign = direction === "sub" ? 1 : -1;
  const band: readonly (readonly [number, number])[] =
    sign > 0
      ? [
          [low, low],
          [low, low + 2 * epsilon],
          [high - 2 * epsilon, high],
          [high, high],
        ]
      : [
          [low, low],
          [low + 2 * epsilon, low],
          [high, high - 2 * epsilon],
          [high, high],
        ];
  // One path, so that squares that overlap are not darker.
  const squares = lines.flatMap(({ from }) => {
    if (from === null) return [];
    const [left, right] = [x(from.birth - epsilon), x(from.birth + epsilon)];
    const strip = frame.strips.find(({ kind }) => kind === from.kind);
    const [top, bottom] =
      from.death === null
        ? [strip!.y - frame.strip / 2 + 2, strip!.y + frame.strip / 2 - 2]
        : [y(from.death + epsilon), y(from.death - epsilon)];
    return [`M${left} ${top}H${right}V${bottom}H${left}Z`];
  });
  return (
    <g class="matching-reach">
      <path d={`M${band.map(([birth, death]) => `${x(birth)} ${y(death)}`).join("L")}Z`} />
      <path class={squares.length > MAX_OUTLINES ? "" : "matching-squares"} d={squares.join("")} />
    </g>
  );
}
