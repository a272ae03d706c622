// Samples of points from known shapes in the unit square.

import type { Point } from "../graph/graph";
import { EXAMPLES } from "../graph/subject";
import type { PointCloud } from "../graph/subject";
import { seeded } from "../random";

/** The parameters of a sample. */
export interface Sample {
  readonly preset: PresetId;
  /** Number of points of the shape. */
  readonly size: number;
  /** The standard deviation of the noise in each coordinate. */
  readonly noise: number;
  /** Number of additional points, uniform in the unit square. */
  readonly outliers: number;
  readonly seed: number;
}

type Random = () => number;
interface Preset {
  readonly id: string;
  readonly title: string;
  /** Point i of n on the shape. */
  readonly at: (i: number, n: number, random: Random) => Point;
}

const TURN = 2 * Math.PI;

function onCircle(x: number, y: number, radius: number, share: number): Point {
  return [x + radius * Math.cos(TURN * share), y + radius * Math.sin(TURN * share)];
}

/** Half of the points on each of two shapes. */
function halves(first: (share: number) => Point, second: (share: number) => Point): Preset["at"] {
  return (i, n) => {
    const half = Math.ceil(n / 2);
    return i < half ? first(i / half) : second((i - half) / (n - half));
  };
}

/** The edges of the letters among the examples, as segments. */
const SEGMENTS = EXAMPLES.flatMap(({ graph, positions }) => {
  const ends = positions
    ? [...graph.edges].map((v): Point => [positions[2 * v]!, 1 - positions[2 * v + 1]!])
    : [];
  return [ends.flatMap((end, i) => (i % 2 === 0 ? [[end, ends[i + 1]!] as const] : []))];
}).filter((segments) => segments.length > 0);

export const PRESETS = [
  { id: "circle", title: "Circle", at: (i, n) => onCircle(0.5, 0.5, 0.38, i / n) },
  {
    id: "two-circles",
    title: "Two circles",
    at: halves(
      (share) => onCircle(0.24, 0.5, 0.2, share),
      (share) => onCircle(0.78, 0.5, 0.16, share),
    ),
  },
  {
    id: "figure-eight",
    title: "Figure eight",
    at: halves(
      (share) => onCircle(0.3, 0.5, 0.2, share),
      (share) => onCircle(0.7, 0.5, 0.2, 0.5 + share),
    ),
  },
  {
    id: "annulus",
    title: "Annulus",
    at: (_, __, random) => onCircle(0.5, 0.5, 0.42 * Math.sqrt(0.3 + 0.7 * random()), random()),
  },
  {
    id: "moons",
    title: "Two moons",
    at: halves(
      (share) => onCircle(0.38, 0.42, 0.28, share / 2),
      (share) => onCircle(0.62, 0.58, 0.28, 0.5 + share / 2),
    ),
  },
  {
    id: "clusters",
    title: "Three clusters",
    at: (i, _, random) => {
      const [x, y] = [
        [0.25, 0.3],
        [0.75, 0.35],
        [0.45, 0.75],
      ][i % 3] as [number, number];
      return [x + 0.06 * normal(random), y + 0.06 * normal(random)];
    },
  },
  {
    id: "grid",
    title: "Grid",
    at: (i, n) => {
      const side = Math.max(Math.ceil(Math.sqrt(n)), 2);
      return [0.15 + (0.7 * (i % side)) / (side - 1), 0.15 + (0.7 * Math.floor(i / side)) / (side - 1)];
    },
  },
  {
    id: "spiral",
    title: "Spiral",
    at: (i, n) => {
      const share = Math.sqrt((i + 1) / n);
      return onCircle(0.5, 0.5, 0.42 * share, 2 * share);
    },
  },
  {
    id: "letter",
    title: "Letter",
    at: (_, n, random) => {
      const segments = SEGMENTS[n % SEGMENTS.length]!;
      const [[ax, ay], [bx, by]] = segments[Math.floor(segments.length * random())]!;
      const share = random();
      return [0.1 + 0.8 * (ax + share * (bx - ax)), 0.1 + 0.8 * (ay + share * (by - ay))];
    },
  },
  {
    id: "random",
    title: "Random points",
    at: (_, __, random) => [0.05 + 0.9 * random(), 0.05 + 0.9 * random()],
  },
] as const satisfies readonly Preset[];
export type PresetId = (typeof PRESETS)[number]["id"];

export const FIRST_SAMPLE: Sample = { preset: "two-circles", size: 40, noise: 0.006, outliers: 0, seed: 1 };

/** The largest sample; the Rips complex takes fewer points. */
export const MAX_SAMPLE = 400;

/** The points of a sample: 32-bit numbers. */
export function sampled(sample: Sample): Omit<PointCloud, "complex"> {
  const preset: Preset = PRESETS.find(({ id }) => id === sample.preset)!;
  const random = seeded(sample.seed);
  const coordinates: number[] = [];
  for (let i = 0; i < sample.size; i++) {
    const [x, y] = preset.at(i, sample.size, random);
    coordinates.push(x + sample.noise * normal(random), y + sample.noise * normal(random));
  }
  for (let i = 0; i < sample.outliers; i++) coordinates.push(random(), random());
  return { title: preset.title, coordinates: coordinates.map(Math.fround) };
}

/** A standard normal number (Box and Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(TURN * random());
}
