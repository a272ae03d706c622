import type { JSX } from "preact";
import { DIRECTIONS } from "../../domain/graph/graph";
import type { Direction } from "../../domain/graph/graph";
import { GHOSTS } from "./trails";
import type { TrailPoint, TrailStep, Trails } from "./trails";

/** The most recent step and point; older ones are fainter. */
const STRONGEST = 0.75;
const FAINTEST = 0.12;
const RADIUS = 2.5;

/**
 * Trails below the current points: the older, the fainter. One shape for each age and direction, for any
 * number of bars.
 */
export function TrailMarks({ steps, ghosts }: Trails): JSX.Element {
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
            style={{ opacity: fading(age, GHOSTS) }}
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
