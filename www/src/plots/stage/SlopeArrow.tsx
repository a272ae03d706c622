import type { JSX } from "preact";
import { formatValue } from "../../domain/text/values";
import type { BarId } from "../../domain/graph/graph";
import type { OwnedBar } from "../../domain/persistence/slopes";

interface Props {
  /** Its start. */
  readonly x: number;
  readonly y: number;
  /** It points to the right if a larger value increases the loss. */
  readonly slope: number;
  /** The position of its number. */
  readonly number: "beyond" | "above";
  readonly lit: boolean;
}

/** The slope of the loss at a vertex or at an endpoint of a bar. */
export function SlopeArrow({ x, y, slope, number, lit }: Props): JSX.Element {
  const sign = Math.sign(slope);
  const above = number === "above";
  const tip = sign * arrowLength(slope);
  return (
    <g
      class={lit ? "stage-slope lit" : "stage-slope"}
      transform={`translate(${x.toFixed(2)}, ${y.toFixed(2)})`}
    >
      <line x1={0} x2={tip - sign * 5} y1={0} y2={0} />
      <path d={`M${tip} 0L${tip - sign * 9} -6V6z`} />
      <text
        x={above ? tip / 2 : tip + sign * 4}
        y={above ? -8 : undefined}
        dy={above ? undefined : "0.35em"}
        text-anchor={above ? "middle" : sign > 0 ? "start" : "end"}
      >
        {slopeText(slope)}
      </text>
    </g>
  );
}

/** Formats a slope. */
export function slopeText(slope: number): string {
  return `${slope > 0 ? "+" : "−"}${formatValue(Math.abs(slope))}`;
}

// The slopes of a loss that grows with the lengths of the finite bars.

export interface StageSlopes {
  /** At every vertex: positive if a larger value increases the loss. */
  readonly vertices: ArrayLike<number>;
  /**
   * The bars of the loss, which grows with their lengths: the slope at the greater endpoint is 1, at the
   * other −1.
   */
  readonly bars: ReadonlyMap<BarId, OwnedBar>;
  /** The vertices that share the birth of a bar, for the rule that shares it. */
  readonly births: ReadonlyMap<BarId, readonly number[]>;
}

/** The arrow length: long enough to see, and longer for steeper slopes, up to 2. */
export function arrowLength(slope: number): number {
  return 10 + 12 * Math.min(Math.abs(slope), 2);
}

/** The owners of an endpoint of this bar. */
export function ownersOf({ bars }: StageSlopes, id: BarId): ReadonlySet<number> {
  const owned = bars.get(id);
  return new Set(owned ? [...owned.birth, ...owned.death].map(({ vertex }) => vertex) : []);
}
