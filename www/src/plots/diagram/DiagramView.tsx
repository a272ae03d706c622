import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isLit, DIRECTIONS } from "../../domain/graph/graph";
import type { Bar, Direction, Graph, Highlight } from "../../domain/graph/graph";
import { describeBar } from "../../domain/text/sentences";
import { useTheme } from "../shared/colour";
import type { Domain } from "../shared/colour";
import { useSize } from "../shared/canvas";
import { Tip, BarcodeLabel, useActive } from "../shared/Tip";
import { Axes, drawPoints, PointMark } from "./Axes";
import { frameOf, LARGE_STRIP, pointAt, pointsOf } from "./points";
import type { DiagramFrame, DiagramPoint } from "./points";
import { trailsOf, GHOST_EPOCHS } from "./trails";
import type { EpochBars, TrailPoint, TrailStep, Trails } from "./trails";

export interface DiagramViewProps {
  readonly graph: Graph;
  readonly bars: readonly Bar[];
  readonly directions: readonly Direction[];
  readonly direction: Direction;
  readonly threshold: number | null;
  readonly highlight: Highlight;
  readonly onHighlight: (highlight: Highlight) => void;
  /** All bars are finite, so there are no strips. */
  readonly extended: boolean;
  readonly domain: Domain;
  /** For a projector: text of 20 px. */
  readonly projected?: boolean;
  /** The bars at earlier epochs, ascending. */
  readonly past: readonly EpochBars[];
}

/** More points than this are drawn on a canvas. */
const MAX_SVG = 200;

/**
 * The persistence diagram: sublevel bars above the diagonal, superlevel bars below, essential ones on strips.
 * Extended loops end below their birth, so they lie on the other side.
 */
export function DiagramView(props: DiagramViewProps): JSX.Element {
  const { graph, bars, directions, threshold, highlight, onHighlight, domain, extended, past } = props;
  const { projected = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(host);
  const { active, handlers } = useActive(highlight, onHighlight);
  const theme = useTheme(host);
  const frame = useMemo(
    () => frameOf(width, height, directions, domain, !extended, projected ? LARGE_STRIP : undefined),
    [width, height, directions.join(), domain, extended, projected],
  );
  const points = useMemo(() => pointsOf(bars, directions, frame), [bars, directions.join(), frame]);
  const trails = useMemo(
    () => (past.length > 0 ? trailsOf(past, bars, directions, frame, domain) : null),
    [past, bars, directions.join(), frame, domain],
  );
  const lit = points.filter((point) => point.bars.some((bar) => isLit(bar, highlight)));
  const large = points.length > MAX_SVG;

  useLayoutEffect(() => {
    if (large && theme && width > 0) drawPoints(canvas.current!, width, height, points, theme);
  }, [large, points, width, height, theme]);

  const pointed =
    highlight?.type === "bar" ? (lit[0]?.bars.find((bar) => isLit(bar, highlight)) ?? null) : null;
  const hover = (event: PointerEvent): void => {
    const box = host.current!.getBoundingClientRect();
    const point = pointAt(points, event.clientX - box.left, event.clientY - box.top);
    if (point && pointed && point.bars.includes(pointed)) return;
    if (point || pointed) onHighlight(point && { type: "bar", id: point.bars[0]!.id });
  };
  const keyDown = (event: KeyboardEvent): void => {
    const at = points.findIndex((point) => pointed !== null && point.bars.includes(pointed));
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === "Escape") onHighlight(null);
    else if (step === undefined) return;
    else if (points.length > 0) {
      const next = at < 0 ? 0 : (at + step + points.length) % points.length;
      onHighlight({ type: "bar", id: points[next]!.bars[0]!.id });
    }
    event.preventDefault();
  };

  return (
    <div class="view diagram-view">
      <div
        class="diagram-frame"
        data-picture="1.05"
        ref={host}
        tabIndex={0}
        role="application"
        aria-roledescription="persistence diagram"
        aria-label={`Persistence diagram with ${points.length} points. Use the arrow keys to move between points.`}
        onPointerMove={hover}
        {...handlers}
        onKeyDown={keyDown}
      >
        {width > 0 && (
          <>
            <svg width={width} height={height} aria-hidden="true">
              <Axes frame={frame} width={width} directions={directions} domain={domain} />
              {threshold !== null && (
                <Guides frame={frame} threshold={threshold} direction={props.direction} />
              )}
              {trails && <TrailMarks {...trails} />}
              {!large && (
                <g class={lit.length > 0 ? "faded" : ""}>
                  {points.map((point, i) => (
                    <PointMark key={i} point={point} />
                  ))}
                </g>
              )}
            </svg>
            {large && <canvas ref={canvas} class={lit.length > 0 ? "faded" : ""} aria-hidden="true" />}
            <svg class="lit" width={width} height={height} aria-hidden="true">
              {lit.map((point) => (
                <PointMark key={point.id} point={{ ...point, radius: point.radius + 1.5 }} />
              ))}
            </svg>
            {frame.strips.map(({ kind, direction, y }) => (
              <div
                key={kind + direction}
                class="strip-name"
                style={{
                  top: `${y - frame.strip / 2}px`,
                  lineHeight: `${frame.strip}px`,
                  right: `${width - frame.left + 8}px`,
                }}
              >
                <BarcodeLabel kind={kind} />
              </div>
            ))}
            {trails && trails.drawn < trails.of && (
              <p
                class="trails-left-out"
                style={{ top: `${frame.bottom - 22}px`, right: `${width - frame.right + 6}px` }}
              >
                trails of the longest {trails.drawn} of {trails.of} bars
              </p>
            )}
            {active && pointed && (
              <PointTip point={lit[0]!} text={describeBar(pointed, graph)} width={width} />
            )}
          </>
        )}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {active && pointed ? describeBar(pointed, graph) : ""}
      </p>
    </div>
  );
}

/** Features alive at t lie in the quadrant between the two lines. */
function Guides({
  frame,
  threshold,
  direction,
}: {
  frame: DiagramFrame;
  threshold: number;
  direction: Direction;
}): JSX.Element {
  const x = frame.x(threshold);
  const y = frame.y(threshold);
  const edge = direction === "sub" ? frame.top : frame.bottom;
  const side = direction === "sub" ? frame.left : frame.right;
  return (
    <g>
      <rect
        class="alive"
        x={Math.min(side, x)}
        width={Math.abs(x - side)}
        y={Math.min(edge, y)}
        height={Math.abs(y - edge)}
      />
      <path class="threshold-guide" d={`M${x} ${edge}V${y}H${side}`} />
    </g>
  );
}

function PointTip({ point, text, width }: { point: DiagramPoint; text: string; width: number }): JSX.Element {
  return (
    <Tip x={point.x} y={point.y} width={width}>
      {text}
      {point.bars.length > 1 && ` and ${point.bars.length - 1} more here`}
    </Tip>
  );
}

/** The most recent step and point; older ones are fainter. */
const STRONGEST = 0.75;
const FAINTEST = 0.12;
const RADIUS = 2.5;

/**
 * Trails below the current points: the older, the fainter. One shape for each age and direction, for any
 * number of bars.
 */
function TrailMarks({ steps, ghosts }: Trails): JSX.Element {
  const oldest = steps.reduce((age, step) => Math.max(age, step.age), 1);
  return (
    <g class="trails">
      {DIRECTIONS.flatMap((direction) => [
        ...groups(steps, direction).map(([age, group]) => (
          <path
            key={`step-${age}-${direction}`}
            class={`trail trail-${direction}`}
            style={{ opacity: fading(age, oldest) }}
            d={group.map(stepPath).join("")}
          />
        )),
        ...groups(ghosts, direction).map(([age, group]) => (
          <path
            key={`ghost-${age}-${direction}`}
            class={`trail trail-ghost trail-${direction}`}
            style={{ opacity: fading(age, GHOST_EPOCHS) }}
            d={group.map(ghostPath).join("")}
          />
        )),
      ])}
    </g>
  );
}

function fading(age: number, oldest: number): number {
  const share = oldest > 1 ? (age - 1) / (oldest - 1) : 0;
  return Number((STRONGEST + (FAINTEST - STRONGEST) * share).toFixed(3));
}

/** Shapes of one direction by age, the oldest first. */
function groups<T extends TrailPoint>(all: readonly T[], direction: Direction): [age: number, group: T[]][] {
  const found = new Map<number, T[]>();
  for (const one of all) {
    if (one.direction !== direction) continue;
    const group = found.get(one.age);
    if (group) group.push(one);
    else found.set(one.age, [one]);
  }
  return [...found].sort(([a], [b]) => b - a);
}

const short = (value: number): string => value.toFixed(1);

function stepPath({ x, y, toX, toY }: TrailStep): string {
  return `M${short(x)} ${short(y)}L${short(toX)} ${short(toY)}`;
}

/** A small circle, or a small diamond for superlevel bars, like the current points. */
function ghostPath({ x, y, direction }: TrailPoint): string {
  const r = direction === "sub" ? RADIUS : 1.25 * RADIUS;
  if (direction === "super") return `M${short(x)} ${short(y - r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
  return `M${short(x - r)} ${short(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}
