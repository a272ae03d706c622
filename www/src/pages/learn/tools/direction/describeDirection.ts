import type { Walk } from "../../../../domain/persistence/filtration";
import { loopsAt } from "../../../../domain/persistence/filtration";
import { formatValue } from "../../../../domain/text/values";
import type { Difference } from "./transform";

/** A number with a true minus sign. */
const signed = (value: number): string => formatValue(value).replace("-", "−");

/**
 * The function in view: `angle` is the direction whose height it is, in degrees (null: another function), and `edited`: some
 * of its values are set by hand.
 */
export function describeHeight(angle: number | null, filter: Float32Array, edited: boolean): string {
  if (angle === null) return "f is not a height. Turn the dial: f becomes the height in its direction.";
  if (edited)
    return `Some values are set by hand, so f is not the height at ${angle}°. Turn the dial to replace them.`;
  return `f is the height at ${angle}°.${describeTies(filter)}`;
}

function describeTies(filter: Float32Array): string {
  const counts = new Map<number, number>();
  // −0 and 0 are one key.
  for (const value of filter) counts.set(value, (counts.get(value) ?? 0) + 1);
  const tied = [...counts.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
  if (tied === 0) return "";
  if (counts.size === 1) return ` All ${filter.length} vertices have one height, so they enter together.`;
  return ` ${tied} of ${filter.length} vertices share their height.`;
}

/** χ at t by both of its formulas. */
export function describeChi(walk: Walk, position: number, threshold: number | null): string {
  if (position < 0) return "No vertex has entered yet, so χ = 0.";
  const [vertices, edges, components] = [walk.vertices, walk.edges, walk.components].map(
    (counts) => counts[position]!,
  ) as [number, number, number];
  const t = signed(threshold ?? walk.values[position]!);
  const chi = signed(vertices - edges);
  return `At t = ${t}: χ = |V| − |E| = ${vertices} − ${edges} = ${chi}, and β₀ − β₁ = ${components} − ${loopsAt(walk, position)} = ${chi}.`;
}

/** The reply to a guess. `difference` is between the transforms of the chosen letter and of the answer. */
export function describeGuess(guess: string, answer: string, difference: Difference | null): string {
  if (guess === answer) return `Right: the letter is ${answer}.`;
  const reply = `No: the letter is ${answer}, not ${guess}.`;
  if (!difference) return reply;
  const { degrees, height, chi } = difference;
  return `${reply} At ${degrees}° and t = ${signed(height)}, χ of ${guess} is ${signed(chi[0])}, and χ of ${answer} is ${signed(chi[1])}.`;
}
