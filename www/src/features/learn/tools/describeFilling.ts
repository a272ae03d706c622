import type { FilledLoop, LoopCounts } from "../../../domain/filled";
import { formatValue } from "../../../domain/sentences";
import { plural } from "../../../domain/text";

/** What filling the triangles does to β₁ here. */
export function describeFilling(
  { open, filled }: LoopCounts,
  loops: readonly FilledLoop[],
  isFilled: boolean,
): string {
  const now = `β₁ = ${open} here`;
  if (!isFilled) {
    return open === 0 ? `${now}: there is no loop.` : `${now}: a graph has nothing that could fill a loop.`;
  }
  const ended = loops.flatMap(({ birth, death }) =>
    death === null ? [] : [`(${formatValue(birth)}, ${formatValue(death)})`],
  );
  const change = open === filled ? `β₁ stays ${open} here` : `β₁ falls from ${open} to ${filled} here`;
  if (ended.length === 0) {
    return `${change}; no loop lasts until a triangle fills it.`;
  }
  const listed = ended.length > 3 ? `${ended.slice(0, 3).join(", ")} …` : ended.join(", ");
  return `${change}. Filled later than closed: ${plural(ended.length, "bar", "bars")} ${listed}.`;
}
