// The highlighted part of the picture: a bar, a coordinate function, or the line between them.

import type { CoordinateId } from "../../../store/state";
import type { Row } from "../why/row";
import type { BarNode, FunctionNode, Link, Links } from "./links";

export interface Lit {
  /** The bar and the function that the sentence names; null: none. */
  readonly row: BarNode | null;
  readonly own: FunctionNode | null;
  readonly links: ReadonlySet<Link>;
  readonly bars: ReadonlySet<BarNode>;
  readonly functions: ReadonlySet<FunctionNode>;
}

interface Wanted {
  readonly litRow: Row["id"] | null;
  readonly litFunction: CoordinateId | null;
  /** The selected bar. A function under the pointer that does not read it replaces it, as a bar replaces a selected function. */
  readonly chosenRow: Row["id"] | null;
}

/** The lines and the neighbours of the wanted elements. */
export function litOf({ bars, coordinates, links }: Links, { litRow, litFunction, chosenRow }: Wanted): Lit {
  let row = bars.nodes.find((node) => litRow !== null && node.row?.id === litRow) ?? null;
  let own = coordinates.nodes.find((node) => litFunction !== null && node.own?.id === litFunction) ?? null;
  if (row && own && !links.some(({ from, to }) => from === row && to === own)) {
    if (litRow === chosenRow) row = null;
    else own = null;
  }
  const lines = links.filter(
    ({ from, to }) => (row || own) && (!row || from === row) && (!own || to === own),
  );
  return {
    row,
    own,
    links: new Set(lines),
    bars: new Set([...(row ? [row] : []), ...lines.map(({ from }) => from)]),
    functions: new Set([...(own ? [own] : []), ...lines.map(({ to }) => to)]),
  };
}
