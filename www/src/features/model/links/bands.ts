// The lines of the picture: their ends and widths.

import { sizeOf } from "./links";
import type { FunctionNode, Link, Links } from "./links";

/** A line between two columns, in pixels; `from` and `to` are the heights of its middle. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly amount: number;
}

/** From a bar to a coordinate function. */
export interface LinkBand extends Band {
  readonly link: Link;
}

/** From a coordinate function to the score. */
export interface ScoreBand extends Band {
  /** null: the bias. */
  readonly of: FunctionNode | null;
}

export interface Bands {
  readonly height: number;
  /** Pixels of width for a contribution of 1. */
  readonly scale: number;
  readonly toFunctions: readonly LinkBand[];
  readonly toScore: readonly ScoreBand[];
}

/** Heights of an element of each column. */
export interface Steps {
  readonly bar: number;
  readonly function: number;
}

/** The proportions of the picture. */
export interface Shape {
  readonly steps: Steps;
  /** Shares of the width: bars, gap, coordinate functions, gap, score. */
  readonly columns: readonly [number, number, number, number, number];
}

/** The share of the height of an element that its lines fill at most. */
const FILLED = 0.8;

/** The lines of a picture; each width is proportional to the absolute contribution. */
export function bandsOf({ bars, coordinates, links, bias }: Links, steps: Steps): Bands {
  const functions = coordinates.nodes;
  const ends = [...functions.map((of) => ({ of, amount: of.amount })), { of: null, amount: bias.amount }];
  const height = Math.max(bars.nodes.length * steps.bar, ends.length * steps.function);
  // Lines leave and reach an element in the order of the elements at their other ends.
  const between = bars.nodes.flatMap((from) =>
    functions.flatMap((to) => links.filter((link) => link.from === from && link.to === to)),
  );
  const ofBars = bars.nodes.map((node) => sizeOf(between.filter(({ from }) => from === node)));
  const ofFunctions = functions.map((node) => sizeOf(between.filter(({ to }) => to === node)));
  const fullest = Math.max(
    ...ofBars.map((size) => size / steps.bar),
    ...[...ofFunctions, ...ends.map(({ amount }) => Math.abs(amount))].map((size) => size / steps.function),
  );
  const scale = fullest === 0 ? 0 : FILLED / fullest;
  const middle = (nodes: number, step: number, node: number): number =>
    height / 2 + (node + 0.5 - nodes / 2) * step;
  const starts = ofBars.map((size, i) => stack(middle(ofBars.length, steps.bar, i), size * scale));
  const stops = ofFunctions.map((size, i) => stack(middle(ends.length, steps.function, i), size * scale));
  const score = stack(height / 2, sizeOf(ends) * scale);
  return {
    height,
    scale,
    toFunctions: between.map((link) => {
      const width = Math.abs(link.amount) * scale;
      const from = starts[bars.nodes.indexOf(link.from)]!(width);
      const to = stops[functions.indexOf(link.to)]!(width);
      return { link, amount: link.amount, width, from, to };
    }),
    toScore: ends.map(({ of, amount }, i) => {
      const width = Math.abs(amount) * scale;
      return { of, amount, width, from: middle(ends.length, steps.function, i), to: score(width) };
    }),
  };
}

/** Places lines one below the other around a height. */
function stack(middle: number, whole: number): (width: number) => number {
  let next = middle - whole / 2;
  return (width) => {
    next += width;
    return next - width / 2;
  };
}
