// Questions on the bars as points: the longest bar, the sign of a hat, and the slope of a loss.

import { vertexName } from "../../../../domain/graph/graph";
import { distanceTo } from "../../../../domain/persistence/vectors";
import { HAT_SIGNS } from "../../../../store/lesson";
import type { HatSign } from "../../../../store/lesson";
import { barsOf, choicesAmong, choicesOf } from "./question";
import type { Attempt } from "./question";
import { signAt } from "./signAt";
import { formatBar, plain } from "./words";

const SIGNS: Readonly<Record<HatSign, string>> = { negative: "negative", zero: "0", positive: "positive" };

export const hatSign: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(5, 7), 0);
  const values = chance.values(graph.vertices);
  const ending = barsOf(topology, graph, values, "sub").filter(({ death }) => death !== null);
  if (ending.length === 0) return null;
  const bar = chance.pick(ending);
  const point = { birth: bar.birth, death: bar.death! };
  const away = [chance.whole(1, 4) / 2, chance.whole(0, 3) / 2] as const;
  const wanted = chance.pick(HAT_SIGNS);
  const more = { negative: -0.5, zero: 0, positive: 1 }[wanted];
  const radius = 2 * (away[0] + away[1]) + more;
  const hat = { birth: point.birth + away[0], death: point.death + away[1], radius };
  const right = signAt(hat, point);
  const distance = plain(distanceTo(hat, point));
  const than = { negative: "more than", zero: "exactly", positive: "less than" } as const;
  const half = `half the radius (${plain(radius / 2)})`;
  const at = `The bar is ${formatBar(bar)}, and its distance from the centre is ${distance}`;
  const why = (sign: HatSign): string =>
    sign === right
      ? `${at}, ${than[sign]} ${half}.`
      : `The hat is ${SIGNS[sign]} at ${than[sign]} ${half} from its centre. ${at}.`;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `A hat has its centre at (${plain(hat.birth)}, ${plain(hat.death)}) and the radius ${plain(radius)}. What is its sign at the bar that ${vertexName(graph, bar.birthVertex)} begins?`,
    choices: choicesAmong(SIGNS, right, {
      negative: why("negative"),
      zero: why("zero"),
      positive: why("positive"),
    }),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "tool", tool: "hat" },
      { type: "hat", hat },
    ],
  };
};

export const longestBar: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(6, 8), 0);
  const values = chance.values(graph.vertices);
  const bars = barsOf(topology, graph, values, "sub");
  const length = ({ birth, death }: { birth: number; death: number | null }): number => death! - birth;
  const finite = bars.filter(({ death }) => death !== null).sort((a, b) => length(b) - length(a));
  const [longest, second] = finite;
  if (!longest || !second || length(longest) === length(second)) return null;
  const essential = bars.find(({ death }) => death === null)!;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: "Which point of the diagram is farthest from the diagonal, among the finite bars?",
    choices: choicesOf(
      chance,
      {
        text: formatBar(longest),
        why: `Its bar has the length ${plain(length(longest))}, and every other finite bar is shorter.`,
      },
      [
        ...finite.slice(1).map((bar) => ({
          text: formatBar(bar),
          why: `Its bar has the length ${plain(length(bar))}, and ${formatBar(longest)} is longer.`,
        })),
        { text: formatBar(essential), why: "This bar is essential, not finite: it has no death." },
        {
          text: formatBar({ birth: essential.birth, death: longest.death }),
          why: `The component born at ${plain(essential.birth)} is the oldest one. It does not end.`,
        },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "highlight", highlight: { type: "bar", id: longest.id } },
    ],
  };
};

const SLOPES = { "-1": "−1", "0": "0", "1": "1", "2": "2" } as const;
type Slope = keyof typeof SLOPES;
/** The vertices with each slope. */
const OWNERS: Readonly<Record<Slope, string>> = {
  "-1": "begins a finite bar",
  "0": "begins and ends no finite bar",
  "1": "ends one finite bar",
  "2": "ends two finite bars",
};

export const gradient: Attempt = (chance, topology, title) => {
  const wanted = chance.pick<Slope>(["-1", "0", "1", "2"]);
  const graph = chance.graph(chance.whole(6, 8), 0);
  const values = chance.values(graph.vertices);
  const finite = barsOf(topology, graph, values, "sub").filter(({ death }) => death !== null);
  const vertex = chance.whole(0, graph.vertices - 1);
  const started = finite.filter(({ birthVertex }) => birthVertex === vertex);
  const ended = finite.filter(({ deathVertex }) => deathVertex === vertex);
  const right = String(ended.length - started.length) as Slope;
  if (right !== wanted) return null;
  const name = vertexName(graph, vertex);
  const [fact, effect] =
    started.length > 0
      ? [`${name} begins the bar ${formatBar(started[0]!)}`, "this bar becomes shorter"]
      : ended.length > 0
        ? [
            `${name} ends ${ended.map(formatBar).join(" and ")}`,
            ended.length > 1 ? "both bars become longer" : "this bar becomes longer",
          ]
        : [`no finite bar begins or ends with ${name}`, "none changes"];
  // Short enough for two lines on a phone.
  const whyOf = (slope: Slope): string =>
    slope === right
      ? `${fact.replace(/^no finite/, "No finite")}. If f(${name}) grows, ${effect}.`
      : `With slope ${SLOPES[slope]}, a vertex ${OWNERS[slope]}; ${fact}.`;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `The loss is the sum of the lengths of the finite bars. What is its slope at ${name}?`,
    choices: choicesAmong(SLOPES, right, {
      "-1": whyOf("-1"),
      "0": whyOf("0"),
      "1": whyOf("1"),
      "2": whyOf("2"),
    }),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "tool", tool: "slopes" },
    ],
  };
};
