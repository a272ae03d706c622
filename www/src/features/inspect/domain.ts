import type { Filtration } from "../../domain/graph/graph";
import { rangeOf, UNIT } from "../../plots/shared/colour";
import type { Domain } from "../../plots/shared/colour";
import type { Shown } from "../../store/shown";

/** The same object for the same filtration: plots compare it. */
const known = new WeakMap<Filtration, Domain>();

/** The range of f: [0, 1] for learned filters, so that graphs and epochs can be compared; an own filter keeps its own. */
export function domainOf({ subject, filtration }: Pick<Shown, "subject" | "filtration">): Domain {
  if (subject.type === "graph" || !filtration) return UNIT;
  let domain = known.get(filtration);
  if (!domain) known.set(filtration, (domain = scaleOf(filtration.filter)));
  return domain;
}

/** The range of f before values were set by hand. */
export function uneditedDomain({ subject, unedited }: Pick<Shown, "subject" | "unedited">): Domain {
  return subject.type === "graph" || !unedited ? UNIT : scaleOf(unedited);
}

/** Values from 0 to 1 are drawn on that scale. */
function scaleOf(filter: Float32Array): Domain {
  const [low, high] = rangeOf(filter);
  if (low >= 0 && high <= 1) return UNIT;
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}
