import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { loopsAt, positionAt } from "../../domain/persistence/filtration";
import type { Walk } from "../../domain/persistence/filtration";
import { fAxis, ticksOf } from "../shared/axis";
import type { Axis } from "../shared/axis";
import { viridisWithin } from "../shared/colour";
import type { Domain } from "../shared/colour";
import { useSize } from "../shared/canvas";
import { thresholdX, useWalking } from "../shared/walking";

export const LANES = ["births", "merges", "loops"] as const;
type LaneName = (typeof LANES)[number];

interface LaneMark {
  readonly x: number;
  /** Height of a histogram bar in (0, 1]. */
  readonly share: number;
}

/** Width of a glyph; values closer than this share a histogram bar. */
const GLYPH = 9;
const BIN = 3;

/** One mark for each value with an event of this kind, or a histogram if the marks would overlap. */
export function laneMarks(walk: Walk, lane: LaneName, axis: Axis): { marks: LaneMark[]; crowded: boolean } {
  const found: { x: number; count: number }[] = [];
  walk.events.forEach((events, i) => {
    const count = events[lane].reduce((sum, bar) => sum + bar.multiplicity, 0);
    if (count > 0) found.push({ x: axis.x(walk.values[i]!), count });
  });
  const crowded = found.filter(({ x }, i) => i > 0 && Math.abs(x - found[i - 1]!.x) < GLYPH - 2).length > 8;
  if (!crowded) return { marks: found.map(({ x }) => ({ x, share: 1 })), crowded };
  const bins = new Map<number, number>();
  for (const { x, count } of found) {
    const bin = Math.round((x - axis.left) / BIN);
    bins.set(bin, (bins.get(bin) ?? 0) + count);
  }
  const most = Math.max(...bins.values());
  // Square roots, so that one value with a thousand vertices does not flatten the others.
  return {
    marks: [...bins].map(([bin, count]) => ({
      x: axis.left + bin * BIN,
      share: Math.max(Math.sqrt(count / most), 0.18),
    })),
    crowded,
  };
}

export interface ScrubberProps {
  readonly walk: Walk;
  /** The value t of K; null: the end of the filtration. */
  readonly threshold: number | null;
  readonly domain: Domain;
  /** The values of the first and the last colour. */
  readonly colours: Domain;
  /** The sentence about t. */
  readonly sentence: string;
  /** The animation runs, at this multiple of the normal speed. */
  readonly playing: boolean;
  readonly speed: number;
  readonly onThreshold: (threshold: number | null) => void;
  readonly onPlay: (playing: boolean) => void;
}

const LANE_HEIGHT = 14;
const TRACK_TOP = LANES.length * LANE_HEIGHT + 6;
const TRACK_HEIGHT = 10;
const HEIGHT = TRACK_TOP + TRACK_HEIGHT + 22;
/** More detents than this would touch each other. */
const MAX_TICKS = 150;
const MAX_STEP_MS = 900;

/** The slider through K^1 ⊂ … ⊂ K^m, with the events at each value. */
export function Scrubber(props: ScrubberProps): JSX.Element {
  const { walk, threshold, domain, sentence, playing, speed, onThreshold, onPlay } = props;
  const { direction } = walk;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const last = walk.values.length - 1;
  const position = positionAt(walk, threshold);
  const axis = fAxis(width, domain);

  const walking = useWalking({
    walk,
    position,
    playing,
    speed,
    longestStep: MAX_STEP_MS,
    onThreshold,
    onPlay,
  });

  const drag = (event: PointerEvent): void => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const target = event.currentTarget as HTMLElement;
    if (event.type === "pointerdown") {
      if (event.button !== 0) return;
      target.setPointerCapture(event.pointerId);
    }
    walking.goToX(axis, event.clientX - target.getBoundingClientRect().left);
  };

  const x = thresholdX(walk, position, threshold, axis);
  return (
    <div class="view scrubber">
      <div
        class="scrubber-track"
        ref={frame}
        style={{ height: `${HEIGHT}px` }}
        role="slider"
        tabIndex={0}
        aria-label={direction === "sub" ? "Sublevel filtration" : "Superlevel filtration"}
        aria-valuemin={0}
        aria-valuemax={last + 1}
        aria-valuenow={position + 1}
        aria-valuetext={sentence}
        aria-disabled={last < 0}
        onPointerDown={drag}
        onPointerMove={drag}
        onKeyDown={walking.keyDown}
      >
        <Track walk={walk} axis={axis} width={width} domain={domain} />
        <div
          class="axis-ramp scrubber-ramp"
          style={{
            left: `${axis.left}px`,
            width: `${axis.right - axis.left}px`,
            top: `${TRACK_TOP + 1}px`,
            background: viridisWithin(domain, props.colours),
          }}
        >
          <div
            class="colour-waiting"
            style={
              direction === "sub"
                ? { left: `${x - axis.left}px`, right: 0 }
                : { left: 0, right: `${axis.right - x}px` }
            }
          />
        </div>
        {last >= 0 && width > 0 && (
          <div class="scrubber-handle" style={{ transform: `translateX(${x}px)` }} aria-hidden="true" />
        )}
      </div>
      <div class="scrubber-foot">
        <div class="tools">
          <Tool
            label="Previous value (←)"
            path="M11 3.5 5 8l6 4.5z"
            disabled={position < 0}
            onClick={() => walking.goTo(position - 1)}
          />
          <Tool
            label={playing ? "Pause (space)" : "Play (space)"}
            path={playing ? "M5.5 3.5v9M10.5 3.5v9" : "M4.5 3 13 8l-8.5 5z"}
            heavy={playing}
            disabled={last < 1}
            onClick={() => onPlay(!playing)}
          />
          <Tool
            label="Next value (→)"
            path="m5 3.5 6 4.5-6 4.5z"
            disabled={position >= last}
            onClick={() => walking.goTo(position + 1)}
          />
        </div>
        <output class="scrubber-where">
          K<sup>{position + 1}</sup> of {last + 1}
        </output>
        <dl class="scrubber-counts">
          <Count
            name="β"
            index="0"
            value={position < 0 ? 0 : walk.components[position]!}
            title="Components"
          />
          <Count
            name="β"
            index="1"
            value={position < 0 ? 0 : loopsAt(walk, position)}
            title="Independent loops"
          />
          <Count name="|V|" value={position < 0 ? 0 : walk.vertices[position]!} title="Vertices" />
          <Count name="|E|" value={position < 0 ? 0 : walk.edges[position]!} title="Edges" />
        </dl>
      </div>
      <p class="scrubber-sentence">{sentence}</p>
    </div>
  );
}

/** The static parts: lanes of events, detents and the numbers of the axis. */
function Track({
  walk,
  axis,
  width,
  domain,
}: {
  walk: Walk;
  axis: Axis;
  width: number;
  domain: Domain;
}): JSX.Element {
  const lanes = useMemo(
    () => LANES.map((lane) => ({ lane, ...laneMarks(walk, lane, axis) })),
    [walk, width, domain],
  );
  const ticks = walk.values.length <= MAX_TICKS ? [...walk.values] : [];
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      {lanes.map(({ lane, marks, crowded }, i) => {
        const base = (i + 1) * LANE_HEIGHT;
        return (
          <g key={lane} class={`lane lane-${lane}`}>
            <text x={0} y={base - 2}>
              {LANE_LABELS[lane]}
            </text>
            {crowded
              ? marks.map(({ x, share }) => (
                  <rect key={x} x={x - 1} width={2} y={base - share * 11} height={share * 11} />
                ))
              : marks.map(({ x }) => (
                  <path key={x} transform={`translate(${x}, ${base - 5.5})`} d={GLYPHS[lane]} />
                ))}
          </g>
        );
      })}
      {ticks.map((value) => (
        <line
          key={value}
          class="detent"
          x1={axis.x(value)}
          x2={axis.x(value)}
          y1={TRACK_TOP - 3}
          y2={TRACK_TOP + TRACK_HEIGHT}
        />
      ))}
      {ticksOf(domain).map((value) => (
        <text key={value} class="tick" x={axis.x(value)} y={HEIGHT - 4}>
          {value}
        </text>
      ))}
      <text class="axis-name" x={axis.left - 14} y={TRACK_TOP + TRACK_HEIGHT}>
        f
      </text>
    </svg>
  );
}

const LANE_LABELS: Record<LaneName, string> = { births: "births", merges: "merges", loops: "loops" };
const GLYPHS: Record<LaneName, string> = {
  births: "M0-4.5 4.5 3.5h-9z",
  merges: "M0 4.5-4.5-3.5h9z",
  loops: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
};

interface ToolProps {
  readonly label: string;
  readonly path: string;
  readonly heavy?: boolean;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function Tool({ label, path, heavy = false, disabled, onClick }: ToolProps): JSX.Element {
  return (
    <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d={path}
          fill="currentColor"
          stroke="currentColor"
          stroke-width={heavy ? 2.5 : 1.2}
          stroke-linejoin="round"
          stroke-linecap="round"
        />
      </svg>
    </button>
  );
}

function Count({
  name,
  index,
  value,
  title,
}: {
  name: string;
  index?: string;
  value: number;
  title: string;
}): JSX.Element {
  return (
    <div title={title}>
      <dt aria-label={title}>
        {name}
        {index && <sub>{index}</sub>}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
