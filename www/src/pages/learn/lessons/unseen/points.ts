// Questions on points in the plane. Coordinates are small integers.

import type { Point } from "../../../../domain/graph/graph";
import { plural } from "../../../../domain/text/format";
import { isLoop, LETTERS } from "../../../../domain/graph/graph";
import type { PointCloud } from "../../../../domain/graph/subject";
import { pointLoss } from "../../../../domain/points/descent";
import type { Chance } from "./chance";
import { choicesAmong, choicesOf } from "./question";
import type { QuestionTopology, Attempt } from "./question";
import { formatBar, plain } from "./words";

const SIDE = 9;

function cloudOf(title: string, points: readonly Point[]): PointCloud {
  return { title, coordinates: points.flat(), complex: "alpha" };
}

function randomPoint(chance: Chance): Point {
  return [chance.whole(0, SIDE), chance.whole(0, SIDE)];
}

const areDistinct = (points: readonly Point[]): boolean => new Set(points.map(String)).size === points.length;

export const pointsComponents: Attempt = (chance, topology, title) => {
  const points = Array.from({ length: chance.whole(5, 7) }, () => randomPoint(chance));
  if (!areDistinct(points)) return null;
  const cloud = cloudOf(title, points);
  const growing = topology.points(cloud);
  // Between two integers, no discs of integer points touch.
  const t = chance.whole(2, 5) + 0.5;
  const right = new Set(growing.components(t)).size;
  if (right === 1 || right === points.length) return null;
  const joined = points.length - right;
  const again = `Count again: points are joined if they are at most ${plain(t)} apart, also by way of other points.`;
  return {
    graphs: [],
    cloud,
    ask: `How many components are there at t = ${plain(t)}?`,
    choices: choicesOf(
      chance,
      {
        text: String(right),
        why: `${points.length} points minus ${plural(joined, "joining edge", "joining edges")}: ${right}.`,
      },
      [
        { text: String(points.length), why: "This is the number of points. Some discs touch already." },
        { text: String(joined), why: "This is the number of bars that have ended by then." },
        { text: "1", why: "The components join into one only later." },
        { text: String(right + 1), why: again },
        { text: String(right + 2), why: again },
        { text: String(right - 1), why: again },
      ],
    ),
    reveal: [{ type: "threshold", threshold: t }],
  };
};

/** The sides and the diagonal of rectangles with integer lengths. */
const RECTANGLES = [
  [3, 4, 5],
  [6, 8, 10],
  [5, 12, 13],
  [8, 15, 17],
] as const;

export const pointsLoop: Attempt = (chance, topology, title) => {
  const [short, long, diagonal] = chance.pick(RECTANGLES);
  const [width, height] = chance.shuffled([short, long]) as [number, number];
  const [x, y] = randomPoint(chance);
  const corners: readonly Point[] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  const cloud = cloudOf(title, corners);
  const bar = topology.points(cloud).bars.find(({ kind }) => isLoop(kind))!;
  const text = (birth: number, death: number): string => formatBar({ birth, death });
  return {
    graphs: [],
    cloud,
    ask: `The sides of this rectangle are ${short} and ${long}, and its diagonal is ${diagonal}. Which loop bar does it have?`,
    choices: choicesOf(
      chance,
      {
        text: formatBar(bar),
        why: "The longer sides close the loop. The discs meet at the centre when t is the diagonal.",
      },
      [
        { text: text(short, diagonal), why: "At the shorter side, only two pairs of discs touch." },
        { text: text(short, long), why: "At the longer side, the loop closes: it is born, not filled." },
        {
          text: text(long, short + long),
          why: "The centre is half of the diagonal away from each corner, not half of the sum of the sides.",
        },
      ],
    ),
    reveal: [{ type: "threshold", threshold: diagonal }],
  };
};

const loopsOf = (topology: QuestionTopology, cloud: PointCloud): number =>
  topology.points(cloud).bars.filter(({ kind }) => isLoop(kind)).length;

export const pointsComplex: Attempt = (chance, topology, title) => {
  const points = Array.from({ length: 3 }, () => randomPoint(chance));
  const [[ax, ay], [bx, by], [cx, cy]] = points as [Point, Point, Point];
  const area = Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
  if (area < SIDE) return null;
  const squares = [
    (bx - ax) ** 2 + (by - ay) ** 2,
    (cx - ax) ** 2 + (cy - ay) ** 2,
    (cx - bx) ** 2 + (cy - by) ** 2,
  ];
  const [a, b, c] = squares.sort((p, q) => p - q) as [number, number, number];
  // Nearly right angles cannot be seen.
  if (Math.abs(a + b - c) < 0.15 * c) return null;
  const cloud = cloudOf(title, points);
  const [discs, rips] = [loopsOf(topology, cloud), loopsOf(topology, { ...cloud, complex: "rips" })];
  const right = discs > 0 ? (rips > 0 ? "both" : "discs") : rips > 0 ? "rips" : "neither";
  const rule = "With Rips, a triangle fills with its last edge. Three points have no loop bar.";
  const angle =
    discs > 0
      ? "All angles are smaller than 90°. When the last two discs touch, the three discs have no common point yet."
      : "One angle is larger than 90°. The third disc covers the point where the last two discs touch.";
  return {
    graphs: [],
    cloud,
    ask: "Does this triangle have a loop bar?",
    choices: choicesAmong(
      {
        discs: "with discs, not with Rips",
        rips: "with Rips, not with discs",
        both: "with both",
        neither: "with neither",
      },
      right,
      { discs: angle, rips: rule, both: rule, neither: angle },
    ),
    reveal: [{ type: "threshold", threshold: null }],
  };
};

/** In the Rips complex of four points, the longest side begins the loop, and the shorter diagonal fills it. */
export const pointsArrow: Attempt = (chance, topology, title) => {
  const points = Array.from({ length: 4 }, () => randomPoint(chance));
  const lengths = points.flatMap(([x, y], i) =>
    points.slice(0, i).map(([u, v]) => (x - u) ** 2 + (y - v) ** 2),
  );
  // Equal lengths have no gradient, and nearly equal ones cannot be seen.
  const sorted = lengths.map(Math.sqrt).sort((a, b) => a - b);
  if (sorted.some((length, i) => i > 0 && length - sorted[i - 1]! < 0.25)) return null;
  const cloud = { ...cloudOf(title, points), complex: "rips" } as const;
  const { bars } = topology.points(cloud);
  const { gradient } = pointLoss("longest", bars, cloud);
  const still = points.flatMap((_, i) => (gradient[2 * i] === 0 && gradient[2 * i + 1] === 0 ? [i] : []));
  if (still.length !== 1) return null;
  const why =
    "It is an end of the longest side, which begins the loop, or of the shorter diagonal, which fills it.";
  return {
    graphs: [],
    cloud,
    ask: "With Rips, the loss is minus the length of the loop bar. Which point does its gradient not move?",
    choices: choicesOf(
      chance,
      {
        text: LETTERS[still[0]!]!,
        why: "It is on neither the longest side nor the shorter diagonal. A small move changes no end of the bar.",
      },
      points.flatMap((_, i) => (i === still[0] ? [] : [{ text: LETTERS[i]!, why }])),
    ),
    reveal: [
      { type: "tool", tool: "descent" },
      { type: "threshold", threshold: null },
    ],
  };
};
