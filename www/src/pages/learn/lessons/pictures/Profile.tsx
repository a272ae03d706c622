import type { JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useAct, useShown, useSlice } from "../../../../ui/context";
import { isLit, isLoop, vertexName } from "../../../../domain/graph/graph";
import { formatValue } from "../../../../domain/text/values";
import { rangeOf } from "../../../../plots/shared/colour";
import type { Domain } from "../../../../plots/shared/colour";
import { componentColour } from "../../../../plots/stage/rows";
import { rounded, useVertexDrag } from "../../../../plots/stage/useVertexDrag";
import { useSize } from "../../../../plots/shared/canvas";
import { useSetValues } from "../../editor/useEdit";
import { useSides } from "../../useSides";
import { describeProfile } from "./describeProfile";
import { areApart, areaOf, isPathInOrder, stretchesAt } from "./profile";
import type { PixelBounds } from "./profile";
import "./pictures.css";

/** Below the lowest value, as a share of the range of values. */
const GROUND = 0.2;
/** Above the highest value of a profile that can be pulled, as a share of the range of values. */
const ROOM = 0.25;
/** The width of a letter relative to its height. */
const LETTER = 0.62;

/** The size of names, also for a projector. */
const SIZE = 12;
const LARGE_SIZE = 20;

/** A path graph as a profile with f upwards, the components at t, and the bars at their birth vertices. */
export function Profile({ pullable }: { pullable: boolean }): JSX.Element {
  const { graph, filtration } = useShown();
  return (
    <div class="lesson-picture">
      {filtration && isPathInOrder(graph) && <Drawing key={graph.vertices} pullable={pullable} />}
    </div>
  );
}

function Drawing({ pullable }: { pullable: boolean }): JSX.Element {
  const act = useAct();
  const { graph, filtration, unedited } = useShown();
  const { filter } = filtration!;
  const { walk, position, threshold, rows } = useSides().side;
  const { direction } = walk;
  const highlight = useSlice(({ view }) => view.highlight);
  const large = useSlice(({ view }) => view.present);
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  // The scale of a pulled profile stays, because the vertex would not stay under the pointer otherwise.
  const [low, high] = pullable ? roomAround(unedited!) : rangeOf(filter);
  const base = low - GROUND * Math.max(high - low, 1);
  const components = rows.filter(({ bar }) => !isLoop(bar.kind));
  const names = new Map(
    components.map(({ bar }) => [bar.birthVertex, vertexName(graph, bar.birthVertex).split(" ")]),
  );
  const last = graph.vertices - 1;
  const size = large ? LARGE_SIZE : SIZE;
  const line = size + 2;
  const block = (Math.max(1, ...[...names.values()].map((words) => words.length)) + 1) * line;
  const longest = (vertex: number): number =>
    Math.max(2, ...(names.get(vertex) ?? []).map((word) => word.length));
  const side = (LETTER * size * Math.max(longest(0), longest(last))) / 2 + 8;
  const x = (place: number): number => side + (place / last) * (width - 2 * side);
  const heightAt = (top: number, value: number): number =>
    top + ((high - value) / (high - base)) * Math.max(height - top - 4, 1);
  /** The baseline of the first line of a name, relative to the height of its vertex. */
  const firstLine = (words: number): number => (direction === "sub" ? line + 4 : -8 - (words - 1) * line);
  const boxes = components.map(({ bar: { birthVertex, birth } }): PixelBounds => {
    const words = [...names.get(birthVertex)!, formatValue(birth)];
    const half = (LETTER * size * Math.max(...words.map((word) => word.length))) / 2;
    const first = heightAt(block + 10, birth) + firstLine(words.length);
    const bottom = first + (words.length - 1) * line;
    return { left: x(birthVertex) - half, right: x(birthVertex) + half, top: first - size, bottom };
  });
  // If names touch, every second one is farther from its vertex. In a pulled profile, summits appear and vanish, and the names of the
  // others stay where they are.
  const isRaised = pullable || !areApart(boxes);
  const inOrder = components.map(({ bar }) => bar.birthVertex).toSorted((one, other) => one - other);
  const placeOf = (vertex: number): number => (pullable ? vertex >> 1 : inOrder.indexOf(vertex));
  const shiftOf = (vertex: number): number =>
    isRaised && placeOf(vertex) % 2 === 1 ? (direction === "sub" ? block : -block) : 0;
  const y = (value: number): number => heightAt((isRaised ? 2 : 1) * block + 10, value);
  // Before the first value, the level is just beyond it.
  const beyond = 0.06 * (high - base);
  const level =
    position < 0 ? (direction === "sub" ? low - beyond : high + beyond) : (threshold ?? walk.values.at(-1)!);
  /** The highest level of the water; in the smallest picture, nothing is left below the names. */
  const surface = Math.min(y(high + beyond), height - 1);
  const stretches = stretchesAt(filter, position < 0 ? level : threshold, direction);
  const path = (corners: readonly (readonly [number, number])[]): string =>
    corners
      .map(([place, value], i) => `${i === 0 ? "M" : "L"}${x(place).toFixed(1)} ${y(value).toFixed(1)}`)
      .join("");
  const profile = Array.from(filter, (value, v) => [v, value] as const);
  const valueAt = (pixel: number): number => {
    const [top, bottom] = [y(high), y(base)];
    return high + ((pixel - top) / (bottom - top)) * (base - high);
  };
  return (
    <div class="profile" ref={frame}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role={pullable ? "group" : "img"}
          aria-label={describeProfile(graph, filter, stretches, position < 0 ? level : threshold, direction)}
        >
          <path class="profile-land" d={`${path([[0, base], ...profile, [last, base]])}Z`} />
          <rect
            class={direction === "sub" ? "profile-water below" : "profile-water"}
            x={x(0)}
            width={x(last) - x(0)}
            y={surface}
            height={height - surface}
            style={{ transform: `scaleY(${((height - y(level)) / (height - surface)).toFixed(4)})` }}
          />
          {stretches.map((stretch) => {
            const row = components.find(
              ({ bar, born, ended }) =>
                born && !ended && bar.birthVertex >= stretch.first && bar.birthVertex <= stretch.last,
            );
            return row ? (
              <path
                key={row.bar.id}
                class={isLit(row.bar, highlight) ? "profile-part lit" : "profile-part"}
                style={{ fill: componentColour(row.colour) }}
                d={`${path(areaOf(filter, stretch, level))}Z`}
                onPointerEnter={() =>
                  act({ type: "view", change: { highlight: { type: "bar", id: row.bar.id } } })
                }
                onPointerLeave={() => act({ type: "view", change: { highlight: null } })}
              />
            ) : null;
          })}
          <path class="profile-line" d={path(profile)} />
          {components.map(({ bar, born, ended, colour }) => {
            if (!born) return null;
            const end = ended ? bar.death! : level;
            const at = x(bar.birthVertex);
            return (
              <g key={bar.id} class={isLit(bar, highlight) ? "profile-bar lit" : "profile-bar"}>
                <line class="profile-bar-rim" x1={at} x2={at} y1={y(bar.birth)} y2={y(end)} />
                <line
                  x1={at}
                  x2={at}
                  y1={y(bar.birth)}
                  y2={y(end)}
                  style={{ stroke: componentColour(colour) }}
                />
                {ended && <line class="profile-end" x1={at - 7} x2={at + 7} y1={y(end)} y2={y(end)} />}
              </g>
            );
          })}
          {pullable && <Handles frame={frame} domain={[low, high]} x={x} y={y} valueAt={valueAt} />}
          {components.map(({ bar }) => {
            const words = [...names.get(bar.birthVertex)!, formatValue(bar.birth)];
            const shift = shiftOf(bar.birthVertex);
            const at = y(bar.birth);
            return (
              <g key={bar.id}>
                {shift !== 0 && (
                  <line
                    class="profile-pointer"
                    x1={x(bar.birthVertex)}
                    x2={x(bar.birthVertex)}
                    y1={at + Math.sign(shift) * 4}
                    y2={at + shift}
                  />
                )}
                <text
                  class="profile-name"
                  y={at + shift + firstLine(words.length)}
                  text-anchor="middle"
                  style={{ fontSize: `${size}px` }}
                >
                  {words.map((word, i) => (
                    <tspan
                      key={word}
                      class={i === words.length - 1 ? "number" : undefined}
                      x={x(bar.birthVertex)}
                      dy={i === 0 ? 0 : line}
                    >
                      {word}
                    </tspan>
                  ))}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

interface HandlesProps {
  readonly frame: RefObject<HTMLElement>;
  readonly domain: Domain;
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
  readonly valueAt: (pixel: number) => number;
}

/** A handle at each vertex, which moves its value. */
function Handles({ frame, domain, x, y, valueAt }: HandlesProps): JSX.Element {
  const act = useAct();
  const { graph, filtration } = useShown();
  const { filter } = filtration!;
  const setValues = useSetValues();
  const [low, high] = domain;
  const pull = (vertex: number, value: number, gesture: string): boolean => {
    const inside = Math.min(Math.max(value, low), high);
    if (inside === filter[vertex]) return false;
    // Without a threshold, all bars are visible and follow.
    act({ type: "view", change: { playing: false, threshold: null, selection: vertex } });
    setValues?.([...filter].with(vertex, inside), gesture);
    return true;
  };
  const drag = useVertexDrag({
    frame,
    domain,
    valueOf: (vertex) => filter[vertex]!,
    onValue: pull,
    onDrag: (vertex, [, pixel], gesture) => pull(vertex, rounded(valueAt(pixel), domain), gesture),
    onNudge: null,
    onCancel: (undoable) => undoable && act({ type: "undo" }),
    onSelect: () => undefined,
  });
  return (
    <>
      {Array.from(filter, (value, vertex) => {
        const pointer = (event: JSX.TargetedPointerEvent<SVGGElement>): void => drag.pointer(event, vertex);
        return (
          <g
            key={vertex}
            class={drag.held === vertex ? "profile-handle held" : "profile-handle"}
            transform={`translate(${x(vertex).toFixed(1)}, ${y(value).toFixed(1)})`}
            role="slider"
            tabindex={0}
            aria-label={`Height of ${vertexName(graph, vertex)}`}
            aria-orientation="vertical"
            aria-valuemin={low}
            aria-valuemax={high}
            aria-valuenow={value}
            onPointerDown={pointer}
            onPointerMove={pointer}
            onPointerUp={pointer}
            onPointerCancel={pointer}
            onKeyDown={(event) => drag.keyDown(event, vertex, true)}
          >
            <circle class="profile-touch" r="15" />
            <circle class="profile-grip" r="5.5" />
          </g>
        );
      })}
    </>
  );
}

/** Room to pull a vertex beyond the lowest and the highest value. */
function roomAround(values: Float32Array): Domain {
  const [low, high] = rangeOf(values);
  return [low, high + ROOM * (high - low)];
}
