// The bound of the distance of two barcodes by the change of the values or of the points.

import type { Direction } from "../../../domain/graph/graph";
import type { Measure } from "../../../domain/persistence/stability";
import { stabilityBound, supDistance } from "../../../domain/persistence/stability";
import { hausdorff } from "../../../domain/points/points";
import { cloudIn, stageOf } from "../../../domain/graph/subject";
import type { StageKind } from "../../../domain/graph/subject";
import { formatValue } from "../../../domain/text/values";
import type { FiltrationChange, Measured } from "./measured";

export interface Bound {
  readonly symbol: string;
  /** null: there is no bound. */
  readonly value: number | null;
}

const SYMBOLS: Readonly<Record<Measure, string>> = {
  bottleneck: "sup |f − g|",
  wasserstein1: "Σ |f − g|",
  wasserstein2: "√ Σ (f − g)²",
};

/** The change on each stage that bounds the bottleneck distance. */
const MOVEMENTS: Readonly<Record<StageKind, { readonly symbol: string; readonly name: string }>> = {
  values: { symbol: "‖f − g‖∞", name: "the largest change of a value" },
  discs: { symbol: "2 × Hausdorff", name: "twice the Hausdorff distance of the points" },
  edges: { symbol: "sup |v − w|", name: "the largest change of the value of an edge" },
};

/**
 * The bound of a distance. For two filters of a graph, see `stabilityBound`. For points, twice their Hausdorff distance bounds the
 * bottleneck distance, because t is a diameter. Sources: Chazal, de Silva, Oudot 2014 (Rips); Cohen-Steiner, Edelsbrunner, Harer 2007
 * (union of discs). For weighted edges, the largest change of a value bounds it. Neither bounds Wasserstein distances: many short
 * bars can have a large sum.
 */
export function boundOf(change: FiltrationChange, measure: Measure, direction: Direction): Bound {
  const { from, now } = change;
  const stage = stageOf(now.subject);
  if (stage !== "values")
    return { symbol: MOVEMENTS[stage].symbol, value: measure === "bottleneck" ? moved(from, now) : null };
  const [f, g] = [from.filtration.filter, now.filtration.filter];
  return { symbol: SYMBOLS[measure], value: stabilityBound(measure, now.graph, f, g, direction) };
}

/** The movement of points or weighted edges; null: they are not comparable. */
function moved({ subject: from }: Measured, { subject: now }: Measured): number | null {
  const [before, after] = [cloudIn(from), cloudIn(now)];
  if (!before || !after) return null;
  const [f, g] = [before, after].map(({ weighted }) => weighted?.values);
  if (f && g) return supDistance(Float32Array.from(f), Float32Array.from(g));
  return 2 * hausdorff(before.coordinates, after.coordinates);
}

/** The change that bounds the bottleneck distance, with its symbol and its name. */
export function movementOf(change: FiltrationChange): Bound & { readonly name: string } {
  const { from, now } = change;
  const stage = stageOf(now.subject);
  const value =
    stage === "values" ? supDistance(from.filtration.filter, now.filtration.filter) : moved(from, now);
  return { ...MOVEMENTS[stage], name: capital(MOVEMENTS[stage].name), value };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A distance and its bound as a sentence. */
export function describeBound(
  { now }: Pick<FiltrationChange, "now">,
  measure: Measure,
  distance: number,
  bound: number | null,
): string {
  const stage = stageOf(now.subject);
  const { name } = MOVEMENTS[stage];
  if (bound === null)
    return `${capital(name)} bounds only the bottleneck distance: many short bars can have a large sum.`;
  const values = `${formatValue(distance)} ≤ ${formatValue(bound)}`;
  if (measure === "bottleneck") {
    const symbol = stage === "values" ? `${SYMBOLS.bottleneck}, ` : "";
    return `${values}: the bottleneck distance is at most ${symbol}${name}.`;
  }
  const sum = measure === "wasserstein1" ? "the sum of |f − g|" : "the root of the sum of (f − g)²";
  return `${values}: it is at most ${sum} over all vertices and edges. sup |f − g| alone is no bound.`;
}
