// The bound of the distance of two barcodes by the change of the values or of the points.

import type { Direction } from "../../../domain/graph/graph";
import type { Measure } from "../../../domain/persistence/matching";
import { stabilityBound, supDistance } from "../../../domain/persistence/stability";
import { hausdorff } from "../../../domain/points/hausdorff";
import { formatValue } from "../../../domain/text/values";
import type { Change } from "./measured";

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

/**
 * The bound of a distance. For two filters of a graph, see `stabilityBound`. For points, twice their Hausdorff distance bounds the
 * bottleneck distance, because t is a diameter: Chazal, de Silva, Oudot 2014 (Rips); Cohen-Steiner, Edelsbrunner, Harer 2007
 * (union of discs). It does not bound Wasserstein distances: many short bars can have a large sum.
 */
export function boundOf({ from, now }: Change, measure: Measure, direction: Direction): Bound {
  if (from.subject.type === "points" && now.subject.type === "points") {
    const distance = hausdorff(from.subject.cloud.coordinates, now.subject.cloud.coordinates);
    return { symbol: "2 × Hausdorff", value: measure === "bottleneck" ? 2 * distance : null };
  }
  const [f, g] = [from.filtration.filter, now.filtration.filter];
  return { symbol: SYMBOLS[measure], value: stabilityBound(measure, now.graph, f, g, direction) };
}

/** The change that bounds the bottleneck distance, with its symbol and its name. */
export function movementOf(change: Change): Bound & { readonly name: string } {
  const { from, now } = change;
  if (now.growing)
    return { ...boundOf(change, "bottleneck", "sub"), name: "Twice the Hausdorff distance of the points" };
  const value = supDistance(from.filtration.filter, now.filtration.filter);
  return { symbol: "‖f − g‖∞", value, name: "Largest change of a value" };
}

/** A distance and its bound as a sentence. */
export function describeBound(
  { now }: Change,
  measure: Measure,
  distance: number,
  bound: number | null,
): string {
  if (bound === null)
    return "The Hausdorff distance of the points bounds only the bottleneck distance: many short bars can have a large sum.";
  const values = `${formatValue(distance)} ≤ ${formatValue(bound)}`;
  if (now.growing)
    return `${values}: the bottleneck distance is at most twice the Hausdorff distance of the points.`;
  if (measure === "bottleneck")
    return `${values}: the bottleneck distance is at most sup |f − g|, the largest change of a value.`;
  const sum = measure === "wasserstein1" ? "the sum of |f − g|" : "the root of the sum of (f − g)²";
  return `${values}: it is at most ${sum} over all vertices and edges. sup |f − g| alone is no bound.`;
}
