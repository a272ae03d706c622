import { hatFactor } from "../../../domain/persistence/vectors";
import type { VectorChange, Dimension, VectorFrame, VectorKind } from "../../../domain/persistence/vectors";
import type { Bar } from "../../../domain/graph/graph";
import { formatCount } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";

/** The name of a vector in a sentence. */
const NAMES: Readonly<Record<VectorKind, string>> = {
  landscape: "The landscape",
  image: "The image",
  betti: "The Betti curve",
  hats: "The hats",
};

/** A number in three digits. */
export function formatThree(value: number): string {
  return formatValue(Number(value.toPrecision(3)));
}

/** The position of an entry: its sample, its pixel or its hat. */
export function describeEntry(
  kind: VectorKind,
  entry: number,
  { parameters, range }: Pick<VectorFrame, "parameters" | "range">,
): string {
  const at = (index: number, count: number, [low, high]: readonly [number, number] = range): string =>
    formatValue(count === 1 ? low : low + (index / (count - 1)) * (high - low));
  switch (kind) {
    case "landscape": {
      const { samples } = parameters;
      return `level ${Math.floor(entry / samples) + 1}, t = ${at(entry % samples, samples)}`;
    }
    case "image": {
      const { pixels } = parameters;
      const length = at(Math.floor(entry / pixels), pixels, [0, range[1] - range[0]]);
      return `birth ${at(entry % pixels, pixels)}, length ${length}`;
    }
    case "betti":
      return `t = ${at(entry, parameters.steps)}`;
    case "hats":
      return `hat ${entry + 1}`;
  }
}

/** The largest change of an entry and the Euclidean distance. */
export function describeChange(
  kind: VectorKind,
  { entry, by, distance }: VectorChange,
  frame: Pick<VectorFrame, "parameters" | "range">,
): string {
  if (by === 0) return `${NAMES[kind]}: no entry has changed.`;
  return `${NAMES[kind]}: the largest change is ${formatValue(Math.abs(by))} (${describeEntry(kind, entry, frame)}). The Euclidean distance is ${formatValue(distance)}.`;
}

/** The stability of a vector; `bottleneck`: the distance of the bars, null if unknown. */
export function describeBound(
  kind: VectorKind,
  { by }: Pick<VectorChange, "by">,
  bottleneck: number | null,
  { parameters, range, births }: Pick<VectorFrame, "parameters" | "range" | "births">,
): string {
  switch (kind) {
    case "landscape": {
      const measured =
        bottleneck === null ? "" : `: ${formatValue(Math.abs(by))} ≤ ${formatValue(bottleneck)}`;
      return `No entry changes by more than the bottleneck distance${measured}.`;
    }
    case "image":
      return "An image is stable under the 1-Wasserstein distance.";
    case "betti":
      return "A Betti curve is not stable: a bar of any length changes the entries inside it by 1.";
    case "hats": {
      const radius = parameters.radius * (range[1] - range[0]);
      if (radius === 0) return "With radius 0, every hat is 0.";
      const factor = formatValue(Math.ceil(1000 * hatFactor({ radius })) / 1000);
      if (births) return `If a birth moves by ε, no value changes by more than ${factor} ε.`;
      return `If a bar moves by ε in the 1-norm, no value changes by more than ${factor} ε. A new bar changes values immediately, because hats are not 0 on the diagonal.`;
    }
  }
}

/** The treatment of essential bars in the vectors; empty if there are none. */
export function describeEnds(
  bars: readonly Bar[],
  dimension: Dimension,
  end: number,
  { births }: Pick<VectorFrame, "births">,
): string {
  if (bars.length === 0) return `There are no bars in H${"₀₁"[dimension]}, so every vector is 0.`;
  const essential = bars
    .filter(({ death }) => death === null)
    .reduce((sum, { multiplicity }) => sum + multiplicity, 0);
  if (essential === 0) return "";
  const one = essential === 1;
  const subject = one ? "The essential bar ends" : `The ${formatCount(essential)} essential bars end`;
  const read = births
    ? `The hats read ${one ? "its birth" : "their births"}.`
    : `The hats do not read ${one ? "it" : "them"}.`;
  return `${subject} at ${formatValue(end)}, the end of the axis. ${read}`;
}
