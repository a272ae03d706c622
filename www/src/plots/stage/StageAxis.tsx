import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Walk } from "../../domain/persistence/filtration";
import { formatValue } from "../../domain/text/values";
import { ticksOf } from "../shared/axis";
import type { Axis } from "../shared/axis";
import type { Domain } from "../shared/colour";
import type { StageHeights } from "./props";

interface Props {
  readonly walk: Walk;
  readonly axis: Axis;
  readonly domain: Domain;
  readonly parts: StageHeights;
  /** The top of the lines at the values. */
  readonly top: number;
  readonly position: number;
  /** The text size in pixels. */
  readonly textSize: number;
  /** The name of the axis. */
  readonly name: string;
}

/** Values closer than this are not all labelled. */
const LABEL = 34;
const MAX_DETENTS = 60;
/** Paths around the position of the event. */
const GLYPHS = {
  births: "m0-6 6 11h-12z",
  merges: "m0 6-6-11h12z",
  loops: "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
} as const;
const KINDS = ["births", "merges", "loops"] as const;

/** The f axis with the events up to t. */
export function StageAxis({ walk, axis, domain, parts, top, position, textSize, name }: Props): JSX.Element {
  const y = parts.axis;
  const detents = walk.values.length <= MAX_DETENTS;
  const values = [...walk.values].sort((a, b) => a - b);
  const longest = Math.max(0, ...values.map((value) => formatValue(value).length));
  const label = Math.max(LABEL, 0.6 * textSize * longest + 6);
  const crowded =
    !detents || values.some((value, i) => i > 0 && axis.x(value) - axis.x(values[i - 1]!) < label);
  const labels = crowded ? ticksOf(domain, 6) : values;
  return (
    <g class="stage-axis" aria-hidden="true">
      {detents &&
        values.map((value) => (
          <line
            key={value}
            class="stage-detent"
            x1={axis.x(value)}
            x2={axis.x(value)}
            y1={top}
            y2={parts.bars.bottom}
          />
        ))}
      <line class="stage-line" x1={axis.left - 40} x2={axis.right + 28} y1={y} y2={y} />
      {labels.map((value) => (
        <g key={value} transform={`translate(${axis.x(value)}, ${y})`}>
          <line class="stage-tick" y1={-5} y2={5} />
          <text class="tick" y={10 + textSize}>
            {formatValue(value)}
          </text>
        </g>
      ))}
      <text class="axis-name" x={axis.right + 36} y={y + 5} style={{ textAnchor: "start" }}>
        {name}
      </text>
      <Events walk={walk} axis={axis} y={y - 15} position={position} />
    </g>
  );
}

interface EventProps {
  readonly walk: Walk;
  readonly axis: Axis;
  readonly y: number;
  readonly position: number;
}

/** ▲ birth of a component, ▼ its death, ○ birth of a loop; events after t are hidden. */
function Events({ walk, axis, y, position }: EventProps): JSX.Element {
  // Skips rendering if nothing changed in a frame of a drag; compares two positions of the axis.
  return useMemo(() => {
    // One path for each kind: with hundreds of points, all events change in each frame of a drag.
    const paths = { births: "", merges: "", loops: "" };
    walk.events.slice(0, position + 1).forEach((events, i) => {
      const there = KINDS.filter((kind) => events[kind].length > 0);
      there.forEach((kind, k) => {
        const x = axis.x(walk.values[i]!) + 13 * (k - (there.length - 1) / 2);
        paths[kind] += `M${x} ${y}${GLYPHS[kind]}`;
      });
    });
    return (
      <g class="stage-events">
        {KINDS.map((kind) => (
          <path key={kind} class={`stage-${kind}`} d={paths[kind]} />
        ))}
      </g>
    );
  }, [walk, y, position, axis.x(0), axis.x(1)]);
}
