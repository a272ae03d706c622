// What is seen, in words: for the page, hover texts and screen readers.

import type { Walk } from "./filtration";
import type { Bar, BarcodeKind } from "./graph";

/** A filter value as text: two or three decimals. */
export function formatValue(value: number): string {
  return value.toFixed(3).replace(/^(-?\d+\.\d\d)0$/, "$1");
}

function loopCount(loops: readonly Bar[]): number {
  return loops.reduce((sum, bar) => sum + bar.multiplicity, 0);
}

/** What happens at a position, as one sentence. */
export function sentenceAt(walk: Walk, position: number): string {
  if (position < 0) return "Nothing has arrived yet.";
  const { births, merges, loops } = walk.events[position]!;
  const t = `t = ${formatValue(walk.values[position]!)}`;
  const arriving = walk.first[position + 1]! - walk.first[position]!;
  const closed = loopCount(loops);
  const closing = closed === 0 ? "" : closed === 1 ? "closes a loop" : `closes ${closed} loops`;
  if (arriving > 1) {
    const parts: string[] = [];
    if (births.length > 0) parts.push(`${count(births.length, "component is", "components are")} born`);
    if (merges.length > 0) parts.push(`${count(merges.length, "component ends", "components end")}`);
    if (closed > 0) parts.push(`${count(closed, "loop closes", "loops close")}`);
    const what = parts.length === 0 ? "they only extend components" : parts.join(", ");
    return `${t}: ${arriving} vertices arrive; ${what}.`;
  }
  const name = `v${walk.order[walk.first[position]!]!}`;
  const also = closing && ` It also ${closing}.`;
  if (births.length > 0) return `${t}: ${name} arrives alone; a component is born.`;
  if (merges.length === 1) {
    return `${t}: ${name} joins two components; the younger one, born ${formatValue(merges[0]!.birth)}, ends.${also}`;
  }
  if (merges.length > 1) {
    return `${t}: ${name} joins ${merges.length + 1} components; all but the eldest end.${also}`;
  }
  if (closing) return `${t}: ${name} ${closing}; in a graph a loop never ends.`;
  return `${t}: ${name} extends a component.`;
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

const KIND_NAMES: Record<BarcodeKind, string> = {
  h0: "component",
  h0Essential: "component that never ends",
  h1Essential: "loop that never ends",
  h0Extended: "extended component",
  h1Extended: "extended loop",
};

/** A bar as a sentence, for hover texts and screen readers. */
export function describeBar(bar: Bar): string {
  const times = bar.multiplicity > 1 ? ` ×${bar.multiplicity}` : "";
  const birth = `born ${formatValue(bar.birth)} at v${bar.birthVertex}`;
  const death = bar.death === null ? "" : `, ended ${formatValue(bar.death)} at v${bar.deathVertex}`;
  return `${bar.direction === "sub" ? "Sublevel" : "Superlevel"} ${KIND_NAMES[bar.kind]}${times}, ${birth}${death}`;
}
