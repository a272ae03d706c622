// The bars of a graph as points of the picture of its coordinate functions.

import { DIRECTIONS } from "../../../domain/graph/graph";
import type { Bar, BarcodeKind, Direction } from "../../../domain/graph/graph";
import { pointsOf } from "../../../plots/diagram/points";
import type { DiagramPoint } from "../../../plots/diagram/points";
import type { BarcodeName } from "../../../protocol";
import type { ContributionRow } from "../../../domain/contributions/bars";
import type { CoordinatesFrame } from "./marks";
import { TYPE_OF } from "./functions";

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
