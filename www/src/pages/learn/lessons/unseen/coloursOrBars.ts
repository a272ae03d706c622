// A question on two unions of cycles: colour refinement and the bars of a constant filter.

import { rounded } from "../../../../domain/graph/graph";
import type { OwnGraph } from "../../../../domain/graph/subject";
import { listOf, plural } from "../../../../domain/text/format";
import type { Topology } from "../../../../engine/topology";
import type { Change } from "../../../../store/actions";
import { FIRST_SEPARATION } from "../../../../store/state";
import type { Chance } from "./chance";
import { choicesAmong, whyAmong } from "./question";
import type { Attempt } from "./question";

const SEEING = {
  colours: "colour refinement only",
  bars: "the bars only",
  both: "both",
  neither: "neither",
} as const;
type Seeing = keyof typeof SEEING;

/** The number of neighbours of every vertex. */
const DEGREE = 2;
const MIN_VERTICES = 5;
const MAX_VERTICES = 10;

/** The lengths of one to three cycles; null: too many or too few vertices. */
function lengthsOf(chance: Chance): readonly number[] | null {
  const lengths = Array.from({ length: chance.whole(1, 3) }, () => chance.whole(3, 8));
  const vertices = sum(lengths);
  return vertices < MIN_VERTICES || vertices > MAX_VERTICES ? null : lengths.sort((a, b) => a - b);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Cycles of these lengths, side by side. */
function cycles(chance: Chance, title: string, lengths: readonly number[]): OwnGraph {
  const vertices = sum(lengths);
  const names = chance.shuffled(Array.from({ length: vertices }, (_, v) => v));
  const places = Array.from({ length: 2 * vertices }, () => 0);
  const edges: number[] = [];
  let first = 0;
  lengths.forEach((length, cycle) => {
    const around = names.slice(first, first + length);
    first += length;
    around.forEach((v, i) => {
      edges.push(v, around[(i + 1) % length]!);
      const angle = (2 * Math.PI * i) / length;
      const width = 1 / lengths.length;
      places[2 * v] = rounded(width * (cycle + 0.5 + 0.3 * Math.sin(angle)));
      places[2 * v + 1] = rounded(0.5 - 0.45 * Math.cos(angle));
    });
  });
  const filters = [{ name: "values", values: names.map(() => DEGREE) }];
  return { title, vertices, edges, filters, places };
}

/** Two graphs in graph6, as *Separate* has them. */
function inGraph6(
  graphs: readonly OwnGraph[],
  topology: Pick<Topology, "toGraph6">,
): readonly [string, string] {
  const [first, second] = graphs.map(({ vertices, edges }) =>
    topology.toGraph6({ vertices, edges: Uint32Array.from(edges) }),
  );
  return [first!, second!];
}

export const coloursOrBars: Attempt = (chance, topology, title) => {
  const wanted = chance.pick<Seeing>(["colours", "bars", "both", "neither"]);
  const [p, q] = [lengthsOf(chance), lengthsOf(chance)];
  if (!p || !q || String(p) === String(q)) return null;
  const graphs = [p, q].map((lengths, i) => cycles(chance, `${title}, ${"PQ"[i]}`, lengths));
  const pair = topology.pair(...inGraph6(graphs, topology));
  const [colours, bars] = ["wl", "persistence"].map((id) => pair.compare(id, 1).verdict === "separates");
  const right: Seeing = colours ? (bars ? "both" : "colours") : bars ? "bars" : "neither";
  if (right !== wanted) return null;
  const vertices = `All vertices keep one colour. P has ${sum(p)} of them, and Q has ${sum(q)}.`;
  const loops = ({ length }: readonly number[]): string =>
    `${plural(length, "component", "components")} and ${plural(length, "loop", "loops")}`;
  const counts = bars ? `P has ${loops(p)}, and Q has ${loops(q)}.` : `Both have ${loops(p)}.`;
  const unseen =
    right === "neither"
      ? ` The lengths of the loops differ: ${listOf(p.map(String))} against ${listOf(q.map(String))}.`
      : "";
  const bySight = (sees: boolean, reads: boolean): string =>
    whyAmong([colours!, vertices, sees], [bars!, `${counts}${unseen}`, reads]);
  return {
    graphs,
    placement: "free",
    descriptor: colours ? "persistence" : "wl",
    ask: "One network counts the vertices of each colour; another reads the bars of f. Which of the two can distinguish P from Q?",
    choices: choicesAmong(SEEING, right, {
      colours: bySight(true, false),
      bars: bySight(false, true),
      both: bySight(true, true),
      neither: bySight(false, false),
    }),
    reveal: [{ type: "threshold", threshold: null }],
  };
};

/** Opens *Separate* with two graphs and the evidence of a descriptor. */
export function separating(
  graphs: readonly OwnGraph[],
  descriptor: string,
  topology: Pick<Topology, "toGraph6">,
): readonly Change[] {
  const separation = { ...FIRST_SEPARATION, graphs: inGraph6(graphs, topology), descriptor };
  return [{ type: "view", change: { page: "separate", separation } }];
}
