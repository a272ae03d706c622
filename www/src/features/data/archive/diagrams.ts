// Persistence diagrams as GUDHI reads and writes them: dimension, birth and death of one bar a line.

import type { Bar, Direction } from "../../../domain/graph/graph";
import { isLoop } from "../../../domain/graph/graph";
import { shortest } from "../../editor/numbers";

/** What never ends in each direction: superlevel filtrations go down. */
const NEVER: Readonly<Record<Direction, string>> = { sub: "inf", super: "-inf" };

/** The bars of one direction, those of length zero included, each as often as it occurs. */
export function diagramFile(bars: readonly Bar[], direction: Direction): string {
  return bars
    .filter((bar) => bar.direction === direction)
    .map(({ kind, birth, death, multiplicity }) => {
      const end = death === null ? NEVER[direction] : shortest(death);
      return `${isLoop(kind) ? 1 : 0} ${shortest(birth)} ${end}\n`.repeat(multiplicity);
    })
    .join("");
}
