// The meaning of vertex colours. Bars keep the colours of f for every choice.

import type { VertexLabels } from "../../domain/graph/graph";
import { formatValue } from "../../domain/text/values";
import { numbersOf, rangeOf, stepOf, UNIT, VIRIDIS } from "../shared/colour";
import type { Colours, Domain, Rgb } from "../shared/colour";

export interface Colouring {
  /** The colour of a vertex. */
  fill(vertex: number): Rgb;
  /** Its meaning. */
  text(vertex: number): string;
  readonly key: ScaleKey | LabelsKey;
}

export interface ScaleKey {
  readonly type: "scale";
  /** The quantity of the colours. */
  readonly name: string;
  /** The meaning of the first and the last colour. */
  readonly ends: readonly [string, string];
  /** The scale of f, which thresholds use; null: another scale. */
  readonly domain: Domain | null;
  readonly colours: Colours;
}

export interface LabelsKey {
  readonly type: "labels";
  readonly labels: readonly LabelColour[];
}

export interface LabelColour {
  readonly name: string;
  readonly colour: string;
}

/**
 * Alternates dark and light, so that neighbours in the list differ without their hue. No colour equals a
 * class, filtration or accent colour; outlines separate all of them from the background in both themes.
 */
export const LABEL_COLOURS = [
  "#d8c48a",
  "#6b2737",
  "#a9c1cc",
  "#5b6b2e",
  "#f0a79a",
  "#2f4f5e",
  "#c3d69b",
  "#7a4a2b",
] as const;
/** All remaining labels of a graph, once every colour is in use. */
const OTHERS = "#b5b5b5";

/** Colours the vertices by f, or by other values on the same scale. */
export function byFilter(
  filter: Float32Array,
  domain: Domain,
  name = "f",
  colours: Colours = VIRIDIS,
): Colouring & { readonly key: ScaleKey } {
  return {
    ...scale(filter, domain, colours),
    text: (vertex) => formatValue(filter[vertex]!),
    key: { type: "scale", name, ends: endsOf(domain), domain, colours },
  };
}

/** By rank in the order of f; equal values share the mean of their ranks. */
export function byRank(filter: Float32Array): Colouring {
  const order = Array.from(filter, (_, vertex) => vertex).sort((a, b) => filter[a]! - filter[b]!);
  const shares = new Float32Array(filter.length);
  for (let first = 0, next; first < order.length; first = next) {
    next = first + 1;
    while (next < order.length && filter[order[next]!] === filter[order[first]!]) next++;
    const middle = order.length > 1 ? (first + next - 1) / 2 / (order.length - 1) : 0.5;
    for (const vertex of order.slice(first, next)) shares[vertex] = middle;
  }
  return {
    ...scale(shares, UNIT),
    text: (vertex) => formatValue(filter[vertex]!),
    key: { type: "scale", name: "rank of f", ends: ["lowest", "highest"], domain: null, colours: VIRIDIS },
  };
}

/** By an attribute of the data set, with index from 0, over the values of this graph. */
export function byAttribute(attributes: Float32Array, count: number, column: number): Colouring {
  const values = attributes.filter((_, place) => place % count === column);
  const domain = rangeOf(values);
  return {
    ...scale(values, domain),
    text: (vertex) => formatValue(values[vertex]!),
    key: {
      type: "scale",
      name: `attribute ${column + 1}`,
      ends: endsOf(domain),
      domain: null,
      colours: VIRIDIS,
    },
  };
}

/** By label. A label has the same colour in every graph, unless an earlier label of the graph uses it. */
export function byLabel({ of, names }: VertexLabels): Colouring {
  const free = new Set(LABEL_COLOURS.keys());
  const places = new Map<number, number | null>();
  const present = [...new Set(of)].sort((a, b) => a - b);
  const own = (label: number): number => label % LABEL_COLOURS.length;
  for (const label of present) {
    if (free.delete(own(label))) places.set(label, own(label));
  }
  for (const label of present.filter((label) => !places.has(label))) {
    const [next] = free;
    places.set(label, next ?? null);
    if (next !== undefined) free.delete(next);
  }
  const name = (label: number): string => names[label] ?? String(label);
  const hex = (label: number): string => {
    const place = places.get(label);
    return place == null ? OTHERS : LABEL_COLOURS[place]!;
  };
  const rgb = new Map(present.map((label) => [label, numbersOf(hex(label))]));
  const coloured = present.filter((label) => places.get(label) !== null);
  const rest = present.length - coloured.length;
  return {
    fill: (vertex) => rgb.get(of[vertex]!)!,
    text: (vertex) => name(of[vertex]!),
    key: {
      type: "labels",
      labels: [
        ...coloured.map((label) => ({ name: name(label), colour: hex(label) })),
        ...(rest > 0 ? [{ name: `${rest} others`, colour: OTHERS }] : []),
      ],
    },
  };
}

const scale = (
  values: Float32Array,
  domain: Domain,
  { palette }: Colours = VIRIDIS,
): Pick<Colouring, "fill"> => ({
  fill: (vertex) => palette[stepOf(values[vertex]!, domain)]!,
});

const endsOf = ([low, high]: Domain): [string, string] => [formatValue(low), formatValue(high)];
