import type { FilledLoop, LoopCounts } from "../../../domain/persistence/filled";
import { formatValue } from "../../../domain/text/values";

/** The effect of filled triangles on β₁ at t. */
export function describeFilling(
  { open, filled }: LoopCounts,
  loops: readonly FilledLoop[],
  isFilled: boolean,
): string {
  const now = `β₁ = ${open} here`;
  if (!isFilled) {
    return open === 0 ? `${now}: there is no loop.` : `${now}: in a graph, nothing fills a loop.`;
  }
  const change = open === filled ? `β₁ stays ${open} here` : `β₁ falls from ${open} to ${filled} here`;
  const lasting = loops.flatMap(({ birth, death }) =>
    death === null ? [] : [`(${formatValue(birth)}, ${formatValue(death)})`],
  );
  if (lasting.length === 0) {
    if (filled === 0 && open > 0) return `${change}: triangles fill every loop at its birth.`;
    if (open !== filled) return `${change}: triangles fill the others at their birth.`;
    return open === 0 ? `${change}.` : `${change}: no triangle fills them.`;
  }
  if (lasting.length === 1) return `${change}. The loop ${lasting[0]!} lasts until it is filled.`;
  const listed = lasting.slice(0, 3).join(", ") + (lasting.length > 3 ? " and more" : "");
  return `${change}. ${lasting.length} loops last until they are filled: ${listed}.`;
}
