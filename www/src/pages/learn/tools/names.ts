// Texts for bars and the owners of their endpoints.

import type { Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import type { OwnedBar, Share } from "../../../domain/persistence/slopes";

const FRACTIONS: Readonly<Record<number, string>> = { 2: "½", 3: "⅓", 4: "¼", 5: "⅕", 6: "⅙", 8: "⅛" };

/** "b", or "½ a and ½ c", or "⅛ of each of 8 vertices". */
export function sharesText(shares: readonly Share[], graph: Graph): string {
  if (shares.length === 1) return vertexName(graph, shares[0]!.vertex);
  const part = FRACTIONS[shares.length] ?? `1/${shares.length}`;
  if (shares.length > 3) return `${part} of each of ${shares.length} vertices`;
  return shares.map(({ vertex }) => `${part} ${vertexName(graph, vertex)}`).join(" and ");
}

/** How the loss depends on the endpoints of a bar, with their owners. */
export function describeSlopes({ bar, birth, death }: OwnedBar, graph: Graph): string {
  const ends = [`its birth (${sharesText(birth, graph)})`, `its death (${sharesText(death, graph)})`];
  const [down, up] = bar.direction === "sub" ? ends : ends.reverse();
  return `The loss grows with ${up} and falls with ${down}.`;
}
