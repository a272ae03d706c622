import { UNIT } from "../../plots/shared/colour";
import type { Domain } from "../../plots/shared/colour";
import type { Shown } from "../../store/shown";

/** The range of f: [0, 1] for learned filters, so that graphs and epochs can be compared; an own filter keeps its own. */
export function domainOf({ subject, filtration }: Shown): Domain {
  if (subject.type === "graph" || !filtration) return UNIT;
  let [low, high] = UNIT;
  for (const value of filtration.filter) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low === 0 && high === 1 ? UNIT : [low, high];
}
