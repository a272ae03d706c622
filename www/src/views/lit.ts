import type { Bar, Highlight } from "../types";

/** Does the shared highlight mean this bar: the bar itself, or a vertex that begins or ends it? */
export function isLit(bar: Bar, highlight: Highlight): boolean {
  if (highlight === null) return false;
  if (highlight.type === "bar") return highlight.bar.id === bar.id;
  return bar.birthVertex === highlight.vertex || bar.deathVertex === highlight.vertex;
}
