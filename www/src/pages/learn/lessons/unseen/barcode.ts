// The whole barcode of a random tree, and the replies to a barcode that the learner enters.

import { vertexName } from "../../../../domain/graph/graph";
import type { Graph } from "../../../../domain/graph/graph";
import { barsOf } from "./question";
import type { Attempt } from "./question";
import { formatBar, plain } from "./words";

const MAX_BARS = 4;

export const barcode: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(6, 7), 0);
  const values = chance.values(graph.vertices);
  const bars = barsOf(topology, graph, values, "sub");
  if (bars.length < 2 || bars.length > MAX_BARS) return null;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: "Which bars does this graph have?",
    choices: [],
    barcode: bars,
    reveal: [{ type: "threshold", threshold: null }],
  };
};

/** A bar that the learner enters; a death of null is ∞. */
export interface Entered {
  readonly birth: number;
  readonly death: number | null;
}

export interface BarReply {
  readonly right: boolean;
  readonly why: string;
}

/** A bar of the graph, with its vertices. */
export interface KnownBar extends Entered {
  readonly birthVertex: number;
  readonly deathVertex: number | null;
}

/**
 * One reply for each entered bar, then one for each missing bar. `values` are distinct, so that at most one component
 * begins at each of them.
 */
export function repliesTo(
  entered: readonly Entered[],
  bars: readonly KnownBar[],
  graph: Graph,
  values: readonly number[],
): readonly BarReply[] {
  const name = (vertex: number): string => vertexName(graph, vertex);
  const started = new Set<number>();
  const replies = entered.map((bar): BarReply => {
    const text = formatBar(bar);
    const known = bars.find(({ birth }) => birth === bar.birth);
    if (!known) return { right: false, why: `${text}: ${whyNoBirth(bar.birth)}` };
    if (started.has(bar.birth))
      return { right: false, why: `${text}: only one bar begins with ${name(known.birthVertex)}.` };
    started.add(bar.birth);
    if (known.death === bar.death)
      return { right: true, why: `${text}: ${name(known.birthVertex)} begins this bar.` };
    const end =
      known.death === null
        ? `The component of ${name(known.birthVertex)} is the oldest one, so its bar never ends.`
        : `${ended(bar.death, known.death)}: there, ${name(known.deathVertex!)} joins it to an older component.`;
    return { right: false, why: `${text}: a bar begins at ${plain(bar.birth)}. ${end}` };
  });
  const missing = bars
    .filter(({ birth }) => !started.has(birth))
    .map(({ birth, birthVertex }) => ({
      right: false,
      why: `A bar is missing: ${name(birthVertex)} enters at ${plain(birth)}, before all its neighbours.`,
    }));
  return [...replies, ...missing];

  function whyNoBirth(birth: number): string {
    const vertex = values.indexOf(birth);
    const elder = neighbours(graph, vertex).filter((v) => values[v]! < birth);
    return `no bar begins at ${plain(birth)}. ${name(vertex)} enters next to ${elder.map(name).join(" and ")}.`;
  }
}

function ended(entered: number | null, death: number): string {
  if (entered === null) return `It ends at ${plain(death)}`;
  return `It ends ${entered < death ? "later" : "earlier"}, at ${plain(death)}`;
}

function neighbours({ edges }: Graph, vertex: number): readonly number[] {
  const found: number[] = [];
  for (let e = 0; e < edges.length; e += 2) {
    if (edges[e] === vertex) found.push(edges[e + 1]!);
    if (edges[e + 1] === vertex) found.push(edges[e]!);
  }
  return found;
}
