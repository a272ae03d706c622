import type { JSX } from "preact";
import { formatValue } from "../../domain/text/sentences";
import { arrowLength } from "./slopes";

interface Props {
  /** Where it begins. */
  readonly x: number;
  readonly y: number;
  /** It goes to the right where a larger value makes the loss larger. */
  readonly slope: number;
  /** Where its number stands. */
  readonly number: "beyond" | "above";
  readonly lit: boolean;
}

/** The slope of the loss at a vertex or at an end of a bar. */
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

/** A slope as it is written. */
export function slopeText(slope: number): string {
  return `${slope > 0 ? "+" : "−"}${formatValue(Math.abs(slope))}`;
}
