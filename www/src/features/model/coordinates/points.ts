// The bars of a graph as points of the picture of its coordinates.

import { DIRECTIONS } from "../../../domain/graph/graph";
import type { Bar, Direction } from "../../../domain/graph/graph";
import { pointsOf } from "../../../plots/diagram/points";
import type { Point } from "../../../plots/diagram/points";
import type { BarcodeName } from "../../../protocol";
import type { Row } from "../why/row";
import type { CoordinatesFrame } from "./frame";
import { TYPE_OF } from "./functions";

const KINDS: Readonly<Record<Row["type"], BarcodeName>> = {
  bar: "h0",
  component: "h0Essential",
  loop: "h1Essential",
  "extended loop": "h1Extended",
};

/** On a strip sublevel bars stand above its middle, superlevel bars below, as in the square. */
const ASIDE: Readonly<Record<Direction, number>> = { sub: -6, super: 6 };

/** One bar for each row. */
function barOf({ id, type, direction, birth, death, count }: Row): Bar {
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

/** Those with two ends lie in the square, as far as they are of the barcode that is shown there; the others on the strips. */
export function pointsIn(
  { x, y, strips }: Pick<CoordinatesFrame, "x" | "y" | "strips">,
  rows: readonly Row[],
  inPlane: BarcodeName,
): readonly Point[] {
  const bars = rows
    .filter(({ type, death }) => death === null || type === TYPE_OF[inPlane])
    .map((row) => barOf(row));
  const lines = strips.flatMap(({ barcode, y }) =>
    DIRECTIONS.map((direction) => ({ kind: barcode, direction, y: y + ASIDE[direction] })),
  );
  return pointsOf(bars, DIRECTIONS, { x, y, strips: lines });
}
