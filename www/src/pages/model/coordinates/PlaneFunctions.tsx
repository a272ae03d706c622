import type { JSX } from "preact";
import { useOwnId } from "../../../ui/context";
import type { Hat } from "../../../domain/persistence/vectors";
import { sidesAt } from "../../../plots/shared/plane";
import type { Plane } from "../../../plots/shared/plane";
import { outlineOf } from "./element";
import type { Outline } from "./element";
import type { ReadCoordinateFunction } from "./functions";
import { signOf, pathOf } from "./marks";

interface PlaneFunctionsProps {
  readonly plane: Plane;
  /** Strongest first. */
  readonly coordinates: readonly ReadCoordinateFunction[];
  /** The class whose score is explained, and the largest contribution to it. */
  readonly wanted: number;
  readonly largest: number;
  /** The only coordinate function shown; null: all of them. */
  readonly focus: ReadCoordinateFunction | null;
  /** Whether a coordinate function outside the plane is focused. */
  readonly hidden: boolean;
}

/**
 * Coordinate functions of finite bars: each positive region in the colour of its contribution; a selected one with all
 * contours.
 */
export function PlaneFunctions({
  plane,
  coordinates,
  wanted,
  largest,
  focus,
  hidden,
}: PlaneFunctionsProps): JSX.Element {
  const clip = useOwnId();
  const { left, top, side } = plane;
  return (
    <g>
      <clipPath id={clip}>
        <rect x={left} y={top} width={side} height={side} />
      </clipPath>
      <g clip-path={`url(#${clip})`}>
        {focus ? (
          <Alone plane={plane} coordinate={focus} wanted={wanted} />
        ) : (
          !hidden &&
          coordinates.toReversed().map((coordinate) => {
            const added = coordinate.contributions[wanted]!;
            const share = Math.min(Math.abs(added) / (largest || 1), 1);
            return (
              <path
                key={coordinate.id}
                class={`coordinates-outline ${signOf(added)}`}
                d={pathOf(plane, outlineOf(coordinate.element, coordinate.parameters))}
                style={{ "--share": share.toFixed(3) }}
              />
            );
          })
        )}
      </g>
    </g>
  );
}

/** Shares of the radius at which further contours are drawn; the coordinate function is 0 at a half, lowest at 1. */
const INSIDE = [0.125, 0.25, 0.375];
const OUTSIDE = [0.75, 1, 1.5, 2];

/** The contribution that a bar would have at each position. */
function Alone({
  plane,
  coordinate,
  wanted,
}: {
  plane: Plane;
  coordinate: ReadCoordinateFunction;
  wanted: number;
}): JSX.Element {
  const { left, top, side } = plane;
  const outline = outlineOf(coordinate.element, coordinate.parameters);
  const path = pathOf(plane, outline);
  const inside = signOf(coordinate.gradient[wanted]!);
  const outside = inside === "positive" ? "negative" : "positive";
  // Exponential and triangle coordinate functions have no sign change.
  const turns = outline.type === "side" || (outline.type === "diamond" && outline.radius > 0);
  const square = `M${left} ${top}h${side}v${side}h${-side}Z`;
  return (
    <>
      {turns && <path class={`coordinates-area outer ${outside}`} fill-rule="evenodd" d={square + path} />}
      <path class={`coordinates-area ${inside}`} d={path} />
      {outline.type === "diamond" && (
        <>
          {levels(plane, outline, INSIDE, inside)}
          {levels(plane, outline, OUTSIDE, outside)}
        </>
      )}
      <path class="coordinates-edge" d={path} />
    </>
  );
}

function levels(
  plane: Plane,
  { centre: [birth, death], radius }: Extract<Outline, { type: "diamond" }>,
  shares: readonly number[],
  sign: string,
): JSX.Element[] {
  const coordinate: Hat = { birth, death, radius: 2 * radius };
  return shares.map((share) => (
    <path
      key={share}
      class={`coordinates-level ${sign}`}
      d={sidesAt(plane, coordinate, share * coordinate.radius)}
    />
  ));
}
