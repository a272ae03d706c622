// Bars and the owners of their ends, as the tools name them.

import type { Bar, Graph } from "../../../domain/graph";
import { vertexName } from "../../../domain/names";
import { formatValue } from "../../../domain/sentences";
import type { Share } from "../../../domain/slopes";

/** (birth, death) */
export function barValues({ birth, death }: Pick<Bar, "birth" | "death">): string {
  return `(${formatValue(birth)}, ${death === null ? "∞" : formatValue(death)})`;
}

const FRACTIONS: Readonly<Record<number, string>> = { 2: "½", 3: "⅓", 4: "¼", 5: "⅕", 6: "⅙", 8: "⅛" };

/** "b", or "½ a and ½ c", or "⅛ of each of 8 vertices". */
export function sharesText(shares: readonly Share[], graph: Graph): string {
  if (shares.length === 1) return vertexName(graph, shares[0]!.vertex);
  const part = FRACTIONS[shares.length] ?? `1/${shares.length}`;
  if (shares.length > 3) return `${part} of each of ${shares.length} vertices`;
  return shares.map(({ vertex }) => `${part} ${vertexName(graph, vertex)}`).join(" and ");
}
