// The sign of a hat at a bar.

import type { DiagramPoint, Hat } from "../../../../domain/persistence/hat";
import { vertexName } from "../../../../domain/graph/names";
import { distanceTo, zeroDistance } from "../../../../domain/persistence/hat";
import { HAT_SIGNS } from "../../../../store/lesson";
import type { HatSign } from "../../../../store/lesson";
import { barsOf, choicesAmong } from "./question";
import type { Attempt } from "./question";
import { formatBar, plain } from "./words";

/** A hat is positive closer to its centre than its zero, and negative farther away. */
export function signAt(hat: Hat, point: DiagramPoint): HatSign {
  const beyond = distanceTo(hat, point) - zeroDistance(hat);
  return beyond === 0 ? "zero" : beyond < 0 ? "positive" : "negative";
}

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
  const than = { negative: "more than", zero: "exactly", positive: "less than" }[right];
  const why = `The bar is ${formatBar(bar)}. Its distance from the centre is ${distance}, ${than} half the radius (${plain(radius / 2)}).`;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `A hat has its centre at (${plain(hat.birth)}, ${plain(hat.death)}) and the radius ${plain(radius)}. What is its sign at the bar that ${vertexName(graph, bar.birthVertex)} begins?`,
    choices: choicesAmong(SIGNS, right, { negative: why, zero: why, positive: why }),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "tool", tool: "hat" },
      { type: "hat", hat },
    ],
  };
};
