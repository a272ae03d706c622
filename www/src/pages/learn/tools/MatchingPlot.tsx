import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useSlice } from "../../../ui/context";
import { isLoop } from "../../../domain/graph/graph";
import type { Bar, Direction } from "../../../domain/graph/graph";
import type { MatchingLine } from "../../../domain/persistence/stability";
import { formatValue } from "../../../domain/text/values";
import { Axes, PointMark } from "../../../plots/diagram/Axes";
import { frameOf, LARGE_STRIP } from "../../../plots/diagram/points";
import type { DiagramFrame } from "../../../plots/diagram/points";
import type { Domain } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import { labelAt, lineAt, placesOf } from "./matchingPlaces";
import type { PlacedLine } from "./matchingPlaces";

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
export const HOLLOW = 5.5;
export const FULL = 4;

/** The reference diagram with hollow points, the current one with filled points, and the matching as lines. */
export function MatchingPlot(props: MatchingPlotProps): JSX.Element {
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
