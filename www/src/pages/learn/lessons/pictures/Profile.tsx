import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useAct, useShown, useSlice } from "../../../../ui/context";
import { isLit, isLoop, vertexName } from "../../../../domain/graph/graph";
import { formatValue } from "../../../../domain/text/values";
import { componentColour } from "../../../../plots/stage/rows";
import { useSize } from "../../../../plots/shared/canvas";
import { useSides } from "../../useSides";
import { describeProfile } from "./describeProfile";
import { areApart, areaOf, isPathInOrder, stretchesAt } from "./profile";
import type { Box } from "./profile";
import "./pictures.css";

/** Below the lowest value, as a share of the range of values. */
const GROUND = 0.2;
/** The width of a letter relative to its height. */
const LETTER = 0.62;

/** The size of names, also for a projector. */
const SIZE = 12;
const LARGE_SIZE = 20;

/** A path graph as a profile with f upwards, the components at t, and the bars at their birth vertices. */
export function Profile(): JSX.Element {
  const { graph, filtration } = useShown();
  return (
    <div class="lesson-picture">{filtration && isPathInOrder(graph) && <Drawing key={graph.vertices} />}</div>
  );
}

function Drawing(): JSX.Element {
  const act = useAct();
  const { graph, filtration } = useShown();
  const { filter } = filtration!;
  const { walk, position, threshold, rows } = useSides().side;
  const { direction } = walk;
  const highlight = useSlice(({ view }) => view.highlight);
  const large = useSlice(({ view }) => view.present);
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const [low, high] = [Math.min(...filter), Math.max(...filter)];
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
  const boxes = components.map(({ bar: { birthVertex, birth } }): Box => {
    const words = [...names.get(birthVertex)!, formatValue(birth)];
    const half = (LETTER * size * Math.max(...words.map((word) => word.length))) / 2;
    const first = heightAt(block + 10, birth) + firstLine(words.length);
    const bottom = first + (words.length - 1) * line;
    return { left: x(birthVertex) - half, right: x(birthVertex) + half, top: first - size, bottom };
  });
  // If names touch, every second one is farther from its vertex.
  const isRaised = !areApart(boxes);
  const inOrder = components.map(({ bar }) => bar.birthVertex).toSorted((one, other) => one - other);
  const shiftOf = (vertex: number): number =>
    isRaised && inOrder.indexOf(vertex) % 2 === 1 ? (direction === "sub" ? block : -block) : 0;
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
  return (
    <div class="profile" ref={frame}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
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
