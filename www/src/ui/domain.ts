import { FEATURES } from "../domain/graph/subject";
import type { Filtration } from "../domain/graph/graph";
import { rangeOf, UNIT } from "../plots/shared/colour";
import type { Domain } from "../plots/shared/colour";
import type { Shown } from "../store/shown";

/** The same object for the same filtration: plots compare it. */
const known = new WeakMap<Filtration, Domain>();
const fitted = new WeakMap<Filtration, Domain>();

type Ranged = Pick<Shown, "subject" | "filtration"> & Partial<Pick<Shown, "growing" | "angle" | "range">>;

function kept(
  domains: WeakMap<Filtration, Domain>,
  filtration: Filtration,
  of: (filter: Float32Array) => Domain,
): Domain {
  const domain = domains.get(filtration) ?? of(filtration.filter);
  domains.set(filtration, domain);
  return domain;
}

/**
 * The range of f. Learned filters have [0, 1] for all graphs and epochs, and run logs
 * the range of their values. Heights have [−1, 1] for all directions. Other filters
 * have their own range.
 */
export function domainOf({ subject, filtration, growing, angle, range }: Ranged): Domain {
  if (FEATURES[subject.type].isInDataset || !filtration) return range ?? UNIT;
  return kept(known, filtration, (filter) =>
    growing && !filtration.edgeFilter
      ? diametersOf(growing.walk.values)
      : scaleOf(filtration.edgeFilter ?? filter, angle ?? null),
  );
}

/** The axis of f in the plots: its range, or the range of the occurring values. */
export function axisDomain(shown: Ranged, fit: boolean): Domain {
  const { filtration, growing } = shown;
  if (!fit || !filtration || (growing && !filtration.edgeFilter)) return domainOf(shown);
  return kept(fitted, filtration, (filter) => fitTo(filtration.edgeFilter ?? filter));
}

/** The range of f before values were set by hand. */
export function uneditedDomain({
  subject,
  unedited,
  angle,
}: Pick<Shown, "subject" | "unedited" | "angle">): Domain {
  return FEATURES[subject.type].isInDataset || !unedited ? UNIT : scaleOf(unedited, angle);
}

const HEIGHTS: Domain = [-1, 1];

/** Values from 0 to 1 are drawn on that scale, heights from −1 to 1. */
function scaleOf(filter: Float32Array, angle: number | null): Domain {
  const [low, high] = rangeOf(filter);
  if (angle !== null && low >= -1 && high <= 1) return HEIGHTS;
  return low >= 0 && high <= 1 ? UNIT : fitTo(filter);
}

/** From the least value to the greatest; an interval around the value if there is only one. */
function fitTo(filter: Float32Array): Domain {
  const [low, high] = rangeOf(filter);
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** From 0 to a round number above the last diameter, so that the axis rarely changes during a drag. */
function diametersOf(values: Float32Array): Domain {
  const last = 1.08 * (values.at(-1) ?? 0);
  if (!(last > 0)) return UNIT;
  const step = 10 ** Math.floor(Math.log10(last)) / 2;
  return [0, step * Math.ceil(last / step)];
}
