// Questions on the effect of changed values or edges, and on the differences of two graphs.

import type { Bar } from "../../../../domain/graph/graph";
import { vertexName } from "../../../../domain/graph/graph";
import { barcodeText, barsOf, choicesAmong, choicesOf, whyAmong } from "./question";
import type { Attempt } from "./question";
import { allBars, endingBars, formatBar, plain } from "./words";

const PUSH = 0.5;

/** How far an end moves of the bars that exist before and after, at most. */
function farthestMove(before: readonly Bar[], after: readonly Bar[]): number {
  const moves = before.map((bar) => {
    const now = after.find(({ id }) => id === bar.id) ?? bar;
    return Math.max(Math.abs(now.birth - bar.birth), Math.abs((now.death ?? 0) - (bar.death ?? 0)));
  });
  return Math.max(0, ...moves);
}

export const farthest: Attempt = (chance, topology, title) => {
  const moves = chance.whole(0, 1) === 1;
  const graph = chance.graph(chance.whole(5, 7), 1);
  const values = chance.values(graph.vertices);
  const vertex = chance.whole(0, graph.vertices - 1);
  // Values are integers, so no two of them cross.
  const to = values[vertex]! + PUSH;
  const after = values.map((value, v) => (v === vertex ? to : value));
  const bars = barsOf(topology, graph, values, "sub");
  const right = farthestMove(bars, barsOf(topology, graph, after, "sub"));
  if (right > 0 !== moves) return null;
  const name = vertexName(graph, vertex);
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `${name} moves from ${plain(values[vertex]!)} to ${plain(to)}, and no other value changes. How far does an end of a bar move?`,
    choices: choicesOf(
      chance,
      {
        text: plain(right),
        why: moves
          ? `A bar begins or ends with ${name}, and that end moves as far.`
          : `No bar begins or ends with ${name}, so no bar moves.`,
      },
      [
        { text: "0", why: `A bar begins or ends with ${name}, and that end moves with it.` },
        { text: plain(PUSH), why: `This is the upper bound, but no bar begins or ends with ${name}.` },
        { text: plain(2 * PUSH), why: "Bars never move farther than the values do." },
        {
          text: "there is no bound",
          why: "There is a bound: no end of a bar moves farther than the values do.",
        },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "values", values: after },
    ],
  };
};

const SEPARATING = {
  sub: "only sublevel",
  super: "only superlevel",
  both: "both",
  neither: "neither",
} as const;
type Separating = keyof typeof SEPARATING;

export const direction: Attempt = (chance, topology, title) => {
  const wanted = chance.pick<Separating>(["sub", "super", "both", "neither"]);
  const graphs = [chance.graph(5, 0), chance.graph(5, 0)] as const;
  const values = chance.values(5);
  const [below, over] = (["sub", "super"] as const).map((way) => {
    const [p, q] = graphs.map((graph) => barsOf(topology, graph, values, way));
    const differ = barcodeText(p!) !== barcodeText(q!);
    const set = `${way}level`;
    const sentence = differ
      ? `In the ${set} filtration, P has ${endingBars(p!)}, and Q has ${endingBars(q!)}.`
      : `In the ${set} filtration, both have ${endingBars(p!)}.`;
    return { differ, sentence };
  });
  const right: Separating = below!.differ
    ? over!.differ
      ? "both"
      : "sub"
    : over!.differ
      ? "super"
      : "neither";
  if (right !== wanted) return null;
  /** Of an answer that is right in both filtrations, or wrong in the first or the second. */
  const why = (sub: boolean, above: boolean): string =>
    [sub !== below!.differ ? [below!.sentence] : [], above !== over!.differ ? [over!.sentence] : []]
      .flat()
      .join(" ") || `${below!.sentence} ${over!.sentence}`;
  return {
    graphs: graphs.map((graph, i) => chance.own(`${title}, ${"PQ"[i]}`, graph, values)),
    ask: "In which filtration do P and Q have different bars?",
    choices: choicesAmong(SEPARATING, right, {
      sub: why(true, false),
      super: why(false, true),
      both: why(true, true),
      neither: why(false, false),
    }),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "directions", directions: "both" },
    ],
  };
};

const SEEING = {
  bars: "the bars only",
  sum: "the sum only",
  both: "both",
  neither: "neither",
} as const;
type Seeing = keyof typeof SEEING;

export const sumOrBars: Attempt = (chance, topology, title) => {
  const wanted = chance.pick<Seeing>(["bars", "sum", "both", "neither"]);
  const values = chance.values(5);
  const first = chance.graph(5, 0);
  // For different sums, one value changes; otherwise the edges change.
  const moved = wanted === "sum" || wanted === "both" ? chance.whole(0, 4) : null;
  const second = moved === null ? chance.graph(5, 0) : first;
  const others = values.map((value, v) => (v === moved ? value + PUSH : value));
  const [p, q] = [barsOf(topology, first, values, "sub"), barsOf(topology, second, others, "sub")];
  const bars = barcodeText(p) !== barcodeText(q);
  const right: Seeing = moved === null ? (bars ? "bars" : "neither") : bars ? "both" : "sum";
  if (right !== wanted) return null;
  const sum = (all: readonly number[]): string => plain(all.reduce((a, b) => a + b, 0));
  const sums =
    moved === null
      ? `The sum of f is ${sum(values)} for both.`
      : `The sum of f is ${sum(values)} for P and ${sum(others)} for Q.`;
  const barcodes = bars
    ? `P has the bars ${allBars(p)}, and Q has ${allBars(q)}.`
    : `Both have the bars ${allBars(p)}.`;
  return {
    graphs: [chance.own(`${title}, P`, first, values), chance.own(`${title}, Q`, second, others)],
    ask: "One network sums f over the vertices; another reads the sublevel bars. Which of the two can distinguish P from Q?",
    choices: choicesAmong(SEEING, right, {
      bars: whyAmong([bars, barcodes, true], [moved !== null, sums, false]),
      sum: whyAmong([bars, barcodes, false], [moved !== null, sums, true]),
      both: whyAmong([bars, barcodes, true], [moved !== null, sums, true]),
      neither: whyAmong([bars, barcodes, false], [moved !== null, sums, false]),
    }),
    reveal: [{ type: "threshold", threshold: null }],
  };
};

export const stretch: Attempt = (chance, topology, title) => {
  const [factor, shift] = [chance.whole(2, 3), chance.whole(1, 3)];
  const graph = chance.graph(chance.whole(5, 7), 0);
  const values = chance.values(graph.vertices);
  const after = values.map((value) => factor * value + shift);
  const finite = barsOf(topology, graph, values, "sub").filter(({ death }) => death !== null);
  if (finite.length === 0) return null;
  const bar = chance.pick(finite);
  const now = barsOf(topology, graph, after, "sub").find(({ id }) => id === bar.id)!;
  const [birth, death] = [bar.birth, bar.death!];
  const order = "The order of the vertices is the same, so the same vertices begin and end it.";
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `Training replaces every value f by ${factor}f + ${shift}. To which bar does this change ${formatBar(bar)}?`,
    choices: choicesOf(
      chance,
      { text: formatBar(now), why: `${order} Both of its values change to ${factor}f + ${shift}.` },
      [
        { text: formatBar(bar), why: "The values of its two vertices change, so its ends change, too." },
        {
          text: formatBar({ birth: birth + shift, death: death + shift }),
          why: `This is f + ${shift}. The factor ${factor} also changes the length of the bar.`,
        },
        {
          text: formatBar({ birth: factor * birth, death: factor * death }),
          why: `This is ${factor}f. The shift by ${shift} is missing.`,
        },
        { text: "none: it disappears", why: order },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "values", values: after },
      { type: "highlight", highlight: { type: "bar", id: bar.id } },
    ],
  };
};
