// Pieces of the Euler characteristic curve, a step function.

import type { Walk } from "../../../../domain/persistence/filtration";
import type { Domain } from "../../../../plots/shared/colour";
import { heightOf } from "./transform";

/** An interval of thresholds with one χ. */
export interface EulerInterval {
  readonly from: number;
  readonly to: number;
  readonly chi: number;
}

/** The curve of a filtration: in the sublevel direction from each value on, in the superlevel direction up to it. */
export function piecesOf(walk: Walk, [low, high]: Domain): readonly EulerInterval[] {
  const chi = Array.from(walk.vertices, (count, position) => count - walk.edges[position]!);
  const values = Array.from(walk.values);
  const ends = walk.direction === "sub" ? values : values.reverse();
  const all = walk.direction === "sub" ? [0, ...chi] : [...chi.reverse(), 0];
  const bounds = [low, ...ends, high];
  return all.map((one, i) => ({ from: bounds[i]!, to: bounds[i + 1]!, chi: one }));
}

/** The curve from samples. */
export function piecesOfSamples(curve: Int32Array): readonly EulerInterval[] {
  const pieces: EulerInterval[] = [];
  curve.forEach((chi, sample) => {
    const [last, to] = [pieces.at(-1), heightOf(sample)];
    if (last?.chi === chi) pieces[pieces.length - 1] = { ...last, to };
    else pieces.push({ from: last?.to ?? to, to, chi });
  });
  return pieces;
}
