import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { drawPoints, PointMark } from "../../../plots/diagram/Axes";
import { pointAt, pointsOf } from "../../../plots/diagram/points";
import type { DiagramPoint } from "../../../plots/diagram/points";
import { ticksOf } from "../../../plots/shared/axis";
import { useTheme } from "../../../plots/shared/colour";
import type { Domain } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import { Tip, BarcodeLabel } from "../../../plots/shared/Tip";
import type { ContributionRow } from "../../../domain/contributions/bars";
import type { CoordinatesFrame, EssentialStrip } from "./marks";
import { isFinite2d, TYPE_OF } from "./functions";
import type { ReadCoordinateFunction } from "./functions";
import { labelsOf, signOf, bumpOf, tallest, yIn, frameOf } from "./marks";
import { PlaneFunctions } from "./PlaneFunctions";
import { BARCODES } from "./words";
import { useOwnId } from "../../../ui/context";
import { DIRECTIONS } from "../../../domain/graph/graph";
import type { Bar, BarcodeKind, Direction } from "../../../domain/graph/graph";
import type { BarcodeName } from "../../../protocol";

interface CoordinatesPlotProps {
  readonly label: string;
  readonly rows: readonly ContributionRow[];
  /** The drawn coordinate functions, strongest first. */
  readonly coordinates: readonly ReadCoordinateFunction[];
  readonly range: Domain;
  /** The barcode of the square. */
  readonly inPlane: "h0" | "h1Extended";
  readonly wanted: number;
  /** The focused coordinate function and the contribution of each row through it; null: none. */
  readonly focus: {
    readonly coordinate: ReadCoordinateFunction;
    readonly added: ReadonlyMap<ContributionRow["id"], number>;
  } | null;
  readonly lit: ContributionRow | null;
  readonly onPointBar: (id: ContributionRow["id"] | null) => void;
  readonly onChooseBar: (id: ContributionRow["id"]) => void;
  readonly onPointHat: (coordinate: ReadCoordinateFunction | null) => void;
  readonly onChooseFunction: (coordinate: ReadCoordinateFunction) => void;
}

/** Maximum number of points in SVG; more are drawn on a canvas. */
const MAX_SVG = 200;
/** Pointer distance within which the number of a coordinate function is hit, in pixels. */
const REACH = 12;

/** The persistence diagram of a graph with the coordinate functions over it, and strips for its essential bars. */
export function CoordinatesPlot(props: CoordinatesPlotProps): JSX.Element {
  const { label, rows, coordinates, range, inPlane, wanted, focus, lit } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(host);
  const theme = useTheme(host);
  const [active, setActive] = useState(false);
  const frame = useMemo(() => frameOf(width, height, range), [width, height, range]);
  const points = useMemo(() => pointsIn(frame, rows, inPlane), [frame, rows, inPlane]);
  const labels = useMemo(
    () =>
      labelsOf(
        frame,
        coordinates.filter(({ barcode }) => !isFinite2d(barcode) || barcode === inPlane),
        wanted,
      ),
    [frame, coordinates, inPlane, wanted],
  );
  const large = points.length > MAX_SVG;
  useLayoutEffect(() => {
    if (large && theme && width > 0) drawPoints(canvas.current!, width, height, [...points], theme);
  }, [large, points, width, height, theme]);

  const largest = Math.abs(coordinates[0]?.contributions[wanted] ?? 0);
  const focusPoints = focus ? points.filter(({ kind }) => kind === focus.coordinate.barcode) : points;
  const litPoint = points.find(({ bars }) => bars.some(({ id }) => id === lit?.id)) ?? null;
  const at = (
    event: PointerEvent,
  ): { readonly point: DiagramPoint | null; readonly coordinate: ReadCoordinateFunction | null } => {
    const box = host.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const near = labels.find((named) => Math.hypot(named.x - x, named.y - y) < REACH);
    return near
      ? { point: null, coordinate: near.coordinate }
      : { point: pointAt(points, x, y), coordinate: null };
  };
  const keyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined && points.length > 0) {
      const now = litPoint ? points.indexOf(litPoint) : step > 0 ? -1 : 0;
      props.onPointBar(points[(now + step + points.length) % points.length]!.bars[0]!.id);
    } else if (event.key === "Enter" && lit) props.onChooseBar(lit.id);
    else if (event.key === "Escape") props.onPointBar(null);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="view coordinates-plot"
      ref={host}
      tabIndex={0}
      role="application"
      aria-roledescription="persistence diagram with coordinate functions"
      aria-label={label}
      onPointerEnter={() => setActive(true)}
      onPointerMove={(event) => {
        const { point, coordinate } = at(event);
        props.onPointHat(coordinate);
        props.onPointBar(point?.bars[0]!.id ?? null);
      }}
      onPointerLeave={() => {
        setActive(false);
        props.onPointHat(null);
        props.onPointBar(null);
      }}
      onFocus={() => setActive(true)}
      onBlur={() => {
        setActive(false);
        props.onPointBar(null);
      }}
      onKeyDown={keyDown}
      onClick={(event) => {
        const { point, coordinate } = at(event as unknown as PointerEvent);
        if (coordinate) props.onChooseFunction(coordinate);
        else if (point) props.onChooseBar(point.bars[0]!.id);
      }}
    >
      {width > 0 && (
        <>
          <svg width={width} height={height} aria-hidden="true">
            <Axes frame={frame} name={BARCODES[inPlane]} />
            <PlaneFunctions
              plane={frame}
              coordinates={coordinates.filter(({ barcode }) => barcode === inPlane)}
              wanted={wanted}
              largest={largest}
              focus={focus && focus.coordinate.barcode === inPlane ? focus.coordinate : null}
              hidden={focus !== null && focus.coordinate.barcode !== inPlane}
            />
            {frame.strips.map((strip) => (
              <StripFunctions
                key={strip.barcode}
                frame={frame}
                strip={strip}
                coordinates={focus ? [] : coordinates.filter(({ barcode }) => barcode === strip.barcode)}
                wanted={wanted}
                largest={largest}
                focus={focus?.coordinate.barcode === strip.barcode ? focus.coordinate : null}
              />
            ))}
            {points.every(({ kind }) => kind !== inPlane) && (
              <text class="tick" x={frame.left + frame.side / 2} y={frame.top + frame.side / 2 - 8}>
                no such bars in this graph
              </text>
            )}
            {focus && <Halos points={focusPoints} added={focus.added} />}
            {!large && (
              <g>
                {points.map((point) => (
                  <g key={point.id} class={focusPoints.includes(point) ? "" : "faded"}>
                    <PointMark point={point} />
                  </g>
                ))}
              </g>
            )}
          </svg>
          {large && <canvas ref={canvas} class={focus ? "faded" : ""} aria-hidden="true" />}
          <svg class="lit" width={width} height={height} aria-hidden="true">
            {litPoint && <PointMark point={{ ...litPoint, radius: litPoint.radius + 1.5 }} />}
            {labels
              .filter(({ coordinate }) => !focus || coordinate === focus.coordinate)
              .map(({ coordinate, x, y }) => (
                <text key={coordinate.id} class="coordinates-label" x={x} y={y} dy="0.35em">
                  {coordinate.number}
                </text>
              ))}
          </svg>
          {frame.strips.map(({ barcode, y }) => (
            <div
              key={barcode}
              class="strip-name"
              style={{ top: `${y - 10}px`, left: `${frame.left - 42}px` }}
            >
              <BarcodeLabel kind={barcode} />
            </div>
          ))}
          {active && litPoint && lit && (
            <Tip x={litPoint.x} y={litPoint.y} width={width} half={100}>
              {lit.name}
            </Tip>
          )}
        </>
      )}
      <p class="visually-hidden" aria-live="polite">
        {active && lit ? lit.name : ""}
      </p>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function Axes({ frame, name }: { readonly frame: CoordinatesFrame; readonly name: string }): JSX.Element {
  const { left, top, side, range, base, x, y } = frame;
  const ticks = ticksOf(range, side < 240 ? 4 : 6);
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={x(tick)} x2={x(tick)} y1={top} y2={top + side} />
          <line class="grid" x1={left} x2={left + side} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={x(tick)} y={base + 14}>
            {tick}
          </text>
          <text class="tick-left" x={left - 6} y={y(tick)} dy="0.35em">
            {tick}
          </text>
        </g>
      ))}
      <text class="tick" x={left + side / 2} y={base + 29}>
        birth
      </text>
      <text x={left} y={top - 7}>
        death
      </text>
      <text class="coordinates-plane" x={left + side} y={top - 7}>
        {name}
      </text>
      <path class="diagonal" d={`M${left} ${top + side}l${side} ${-side}`} />
      <rect class="square" x={left} y={top} width={side} height={side} />
    </g>
  );
}

/** Distance by which a halo extends beyond its point. */
const HALO = 9;

/** Halos whose area is the contribution of a point's bars to the score through the focused coordinate function. */
function Halos(props: {
  readonly points: readonly DiagramPoint[];
  readonly added: ReadonlyMap<ContributionRow["id"], number>;
}): JSX.Element {
  const { points, added } = props;
  const amounts = points.map(({ bars }) =>
    bars.reduce((sum, { id }) => sum + (added.get(id as ContributionRow["id"]) ?? 0), 0),
  );
  const most = Math.max(...amounts.map(Math.abs), 0);
  return (
    <g>
      {points.map(({ id, x, y, radius }, i) => {
        const amount = amounts[i]!;
        const share = Math.abs(amount) / (most || 1);
        return (
          amount !== 0 && (
            <circle
              key={id}
              class={`coordinates-halo ${signOf(amount)}`}
              cx={x}
              cy={y}
              r={radius + HALO * Math.sqrt(share)}
            />
          )
        );
      })}
    </g>
  );
}

interface StripFunctionsProps {
  readonly frame: CoordinatesFrame;
  readonly strip: EssentialStrip;
  /** Those of this barcode, the strongest one first. */
  readonly coordinates: readonly ReadCoordinateFunction[];
  readonly wanted: number;
  readonly largest: number;
  /** The only one that is looked at; null: all of them. */
  readonly focus: ReadCoordinateFunction | null;
}

/** Coordinate functions over births: the contribution of a bar by its birth; positive contributions point up. */
function StripFunctions({
  frame,
  strip,
  coordinates,
  wanted,
  largest,
  focus,
}: StripFunctionsProps): JSX.Element {
  const clip = useOwnId();
  const shown = focus ? [focus] : coordinates;
  const bumps = shown.map((coordinate) => bumpOf(frame, coordinate, wanted));
  const most = tallest(bumps);
  const line = (bump: (typeof bumps)[number]): string =>
    bump
      .map(
        ([birth, added], i) =>
          `${i === 0 ? "M" : "L"}${frame.x(birth).toFixed(1)} ${yIn(strip, added, most).toFixed(1)}`,
      )
      .join("");
  const { left, side } = frame;
  const [low, high] = frame.range;
  return (
    <g>
      <rect class="strip" x={left} width={side} y={strip.y - strip.half} height={2 * strip.half} />
      <line class="coordinates-middle" x1={left} x2={left + side} y1={strip.y} y2={strip.y} />
      {focus && bumps[0]
        ? (["positive", "negative"] as const).map((sign) => (
            <g key={sign}>
              <clipPath id={`${clip}-${sign}`}>
                <rect
                  x={left}
                  width={side}
                  y={sign === "positive" ? strip.y - strip.half : strip.y}
                  height={strip.half}
                />
              </clipPath>
              <g clip-path={`url(#${clip}-${sign})`}>
                <path
                  class={`coordinates-area ${sign}`}
                  d={`${line(bumps[0]!)}L${frame.x(high)} ${strip.y}L${frame.x(low)} ${strip.y}Z`}
                />
                <path class={`coordinates-bump alone ${sign}`} d={line(bumps[0]!)} />
              </g>
            </g>
          ))
        : shown
            .map((coordinate, i) => {
              const added = coordinate.contributions[wanted]!;
              return (
                <path
                  key={coordinate.id}
                  class={`coordinates-bump ${signOf(added)}`}
                  d={line(bumps[i]!)}
                  style={{ "--share": Math.min(Math.abs(added) / (largest || 1), 1).toFixed(3) }}
                />
              );
            })
            .toReversed()}
    </g>
  );
}

// The bars of a graph as points of the picture of its coordinate functions.

const KINDS: Readonly<Record<ContributionRow["type"], BarcodeKind>> = {
  bar: "h0",
  component: "h0Essential",
  loop: "h1Essential",
  "extended loop": "h1Extended",
  "extended component": "h0Extended",
};

/** On a strip, sublevel bars lie above the middle line and superlevel bars below, as in the square. */
const ASIDE: Readonly<Record<Direction, number>> = { sub: -6, super: 6 };

/** The bar that represents a row. */
function barOf({ id, type, direction, birth, death, count }: ContributionRow): Bar {
  const [, , birthVertex, deathVertex] = id.split(":");
  return {
    id,
    kind: KINDS[type],
    direction,
    birth,
    death,
    birthVertex: Number(birthVertex),
    deathVertex: deathVertex === undefined ? null : Number(deathVertex),
    multiplicity: count,
  };
}

/** Finite bars of the selected barcode lie in the square, essential bars on the strips. */
export function pointsIn(
  { x, y, strips }: Pick<CoordinatesFrame, "x" | "y" | "strips">,
  rows: readonly ContributionRow[],
  inPlane: BarcodeName,
): readonly DiagramPoint[] {
  const bars = rows
    .filter(({ type, death }) => death === null || type === TYPE_OF[inPlane])
    .map((row) => barOf(row));
  const lines = strips.flatMap(({ barcode, y }) =>
    DIRECTIONS.map((direction) => ({ kind: barcode, direction, y: y + ASIDE[direction] })),
  );
  return pointsOf(bars, DIRECTIONS, { x, y, strips: lines });
}
