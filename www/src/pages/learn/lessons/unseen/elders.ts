// Questions on the elder rule, on owners of bars, and on ties.

import type { Bar, Graph } from "../../../../domain/graph/graph";
import { vertexName } from "../../../../domain/graph/graph";
import type { CardQuestion } from "../../../../store/lesson";
import type { Chance } from "./chance";
import { barcodeText, barsOf, choicesAmong, choicesOf } from "./question";
import type { QuestionTopology, Attempt } from "./question";
import { formatBar, plain } from "./words";

/** Two components that meet: the bar that ends, and the vertex that created the surviving component. */
interface Meeting {
  readonly ending: Bar;
  readonly elder: number;
}

function meetingIn(
  chance: Chance,
  topology: QuestionTopology,
  graph: Graph,
  values: readonly number[],
): Meeting | null {
  const filter = Float32Array.from(values);
  const walk = topology.walk(graph, topology.filtration(graph, filter), "sub");
  const single = walk.events.flatMap(({ merges }) => (merges.length === 1 ? merges : []));
  if (single.length === 0) return null;
  const ending = chance.pick(single);
  const older = topology.joins(graph, filter, ending);
  const birth = Math.min(...older.map((v) => values[v]!));
  return { ending, elder: values.indexOf(birth) };
}

export const whoEnds: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(6, 8), 0);
  const values = chance.values(graph.vertices);
  const meeting = meetingIn(chance, topology, graph, values);
  if (!meeting) return null;
  const { ending, elder } = meeting;
  return {
    graphs: [chance.own(title, graph, values)],
    ...endingQuestion(chance, graph, ending, values[elder]!),
  };
};

/** A question on two components that meet, of which one ends; the other one was born at `born`, before it. */
export function endingQuestion(chance: Chance, graph: Graph, ending: Bar, born: number): CardQuestion {
  const death = ending.death!;
  const joins = vertexName(graph, ending.deathVertex!);
  return {
    ask: `At t = ${plain(death)}, ${joins} joins two components. Which bar ends?`,
    choices: choicesOf(
      chance,
      { text: formatBar(ending), why: `The component born at ${plain(ending.birth)} is the younger one.` },
      [
        {
          text: formatBar({ birth: born, death }),
          why: `The component born at ${plain(born)} is older, so it survives, regardless of its size.`,
        },
        {
          text: formatBar({ birth: ending.birth, death: born }),
          why: `Nothing joins this component at ${plain(born)}: a bar ends where two components meet.`,
        },
        { text: "none", why: "Afterwards there is one component fewer, so one bar ends." },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: death },
      { type: "highlight", highlight: { type: "bar", id: ending.id } },
    ],
  };
}

export const whoOwns: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(6, 8), 0);
  const values = chance.values(graph.vertices);
  const meeting = meetingIn(chance, topology, graph, values);
  if (!meeting) return null;
  const { ending, elder } = meeting;
  const name = (vertex: number): string => vertexName(graph, vertex);
  const [moved, meets] = [ending.birthVertex, ending.deathVertex!];
  const to = values[elder]! - 0.5;
  const after = values.map((value, v) => (v === moved ? to : value));
  const owners = barsOf(topology, graph, after, "sub").filter(({ deathVertex }) => deathVertex === meets);
  const [owner] = owners;
  if (!owner || owners.length > 1) return null;
  const other = chance.pick(
    values.flatMap((_, v) => ([owner.birthVertex, moved, meets].includes(v) ? [] : [v])),
  );
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `${name(moved)} begins the bar ${formatBar(ending)}. It moves from ${plain(ending.birth)} to ${plain(to)}, past ${name(elder)}. Which vertex then begins the bar that ends at ${plain(ending.death!)}?`,
    choices: choicesOf(
      chance,
      {
        text: name(owner.birthVertex),
        why: `Now ${name(moved)} is older. At ${plain(ending.death!)}, the component of ${name(owner.birthVertex)} ends.`,
      },
      [
        { text: name(moved), why: `${name(moved)} is now the older of the two, so its bar continues.` },
        {
          text: name(meets),
          why: `${name(meets)} joins the two components: a bar ends there, and none begins.`,
        },
        {
          text: name(other),
          why: `${name(other)} begins neither of the two components that meet there.`,
        },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "values", values: after },
    ],
  };
};

/** The bars with reversed tie-breaking: those of the graph with reversed vertex indices. */
function barsFromTheLast(topology: QuestionTopology, graph: Graph, values: readonly number[]): Bar[] {
  const last = graph.vertices - 1;
  const turned = { vertices: graph.vertices, edges: graph.edges.map((v) => last - v) };
  return barsOf(topology, turned, [...values].reverse(), "sub").map((bar) => ({
    ...bar,
    birthVertex: last - bar.birthVertex,
    deathVertex: bar.deathVertex === null ? null : last - bar.deathVertex,
  }));
}

/** The vertices of the bars as one text. */
function ends(bars: readonly Bar[]): string {
  return bars
    .map(({ birthVertex, deathVertex }) => `${birthVertex} ${deathVertex}`)
    .sort()
    .join("; ");
}

const DIFFERENCES = {
  both: "the bars and their vertices",
  ends: "only the vertices of the bars",
  neither: "neither the bars nor their vertices",
};

export const tieRule: Attempt = (chance, topology, title) => {
  const wanted = chance.pick(["ends", "ends", "neither"]);
  const graph = chance.graph(chance.whole(5, 7), 0);
  const values = chance.values(graph.vertices);
  const [one, other] = chance.shuffled(values.map((_, v) => v));
  values[other!] = values[one!]!;
  const first = barsOf(topology, graph, values, "sub");
  const last = barsFromTheLast(topology, graph, values);
  const right =
    barcodeText(first) !== barcodeText(last) ? "both" : ends(first) !== ends(last) ? "ends" : "neither";
  if (right !== wanted) return null;
  const names = [one!, other!].sort((a, b) => a - b).map((v) => vertexName(graph, v));
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `${names.join(" and ")} have the same value ${plain(values[one!]!)}. What differs between the tie rules “by index” and “reversed”?`,
    choices: choicesAmong(DIFFERENCES, right, {
      both: "The barcode is the same under every tie rule.",
      ends:
        right === "ends"
          ? `The bars are equal, but a bar begins or ends with ${names[0]} under one rule and with ${names[1]} under the other.`
          : "Here both rules choose the same vertices: the tie has no effect.",
      neither:
        right === "neither"
          ? "The tie has no effect here: the same vertices begin and end the same bars."
          : `The bars are equal, but under each rule a different one of ${names.join(" and ")} begins or ends a bar.`,
    }),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "tie-rule", rule: "reversed" },
    ],
  };
};
