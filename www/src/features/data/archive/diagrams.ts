// Persistence diagrams in the format of GUDHI: dimension, birth and death of one bar per line.

import type { Bar, Direction } from "../../../domain/graph/graph";
import { isLoop } from "../../../domain/graph/graph";
import { shortest } from "../../editor/numbers";

/** Death of an essential bar in each direction: superlevel filtrations go down. */
const NEVER: Readonly<Record<Direction, string>> = { sub: "inf", super: "-inf" };

/** The bars of one direction, zero-length bars included, each with its multiplicity. */
export function diagramFile(bars: readonly Bar[], direction: Direction): string {
  return bars
    .filter((bar) => bar.direction === direction)
    .map(({ kind, birth, death, multiplicity }) => {
      const end = death === null ? NEVER[direction] : shortest(death);
      return `${isLoop(kind) ? 1 : 0} ${shortest(birth)} ${end}\n`.repeat(multiplicity);
    })
    .join("");
}
