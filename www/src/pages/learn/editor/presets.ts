// Preset graphs, each with names, values and positions.

import { seeded } from "../../../domain/random";
import type { OwnGraph } from "../../../domain/graph/subject";
import { EXAMPLES } from "../../../domain/graph/subject";
import karate from "./karate.json";
import { lettersFor, rounded } from "../../../domain/graph/graph";
import { settledPlaces } from "../../../layout/settled";

export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly group: PresetGroup;
  /** The quantity that the size controls; null: the graph has a fixed size. */
  readonly size: PresetSize | null;
  /** The graph depends on the seed. */
  readonly random: boolean;
  make(size: number, seed: number): OwnGraph;
}

export interface PresetSize {
  readonly label: string;
  readonly least: number;
  readonly first: number;
  readonly most: number;
}

export const PRESET_GROUPS = ["Shapes", "Known graphs", "From the paper", "Random"] as const;
export type PresetGroup = (typeof PRESET_GROUPS)[number];

const vertices = (least: number, first: number): PresetSize => ({
  label: "Vertices",
  least,
  first,
  most: 500,
});

/** A preset without title and vertex names. */
interface PresetShape {
  readonly edges: readonly number[];
  readonly values: readonly number[];
  readonly places: readonly number[];
  readonly names?: readonly string[];
}

function shape(id: string, title: string, size: PresetSize, make: (size: number) => PresetShape): Preset {
  return {
    id,
    title,
    group: "Shapes",
    size,
    random: false,
    make: (wanted) => graphOf(title, make(within(size, wanted))),
  };
}

function random(id: string, title: string, make: (size: number, next: () => number) => PresetShape): Preset {
  const size = vertices(1, 16);
  return {
    id,
    title,
    group: "Random",
    size,
    random: true,
    make: (wanted, seed) => graphOf(title, make(within(size, wanted), seeded(seed))),
  };
}

function within({ least, most }: PresetSize, size: number): number {
  return Math.min(Math.max(Math.round(size) || least, least), most);
}

function graphOf(title: string, { edges, values, places, names }: PresetShape): OwnGraph {
  const { length } = values;
  return {
    title,
    vertices: length,
    edges,
    filters: [{ name: "values", values }],
    names: names ?? lettersFor(length) ?? values.map((_, vertex) => `v${vertex}`),
    places: places.map(rounded),
  };
}

/** 1, 2, 3 … */
const counted = (size: number): number[] => Array.from({ length: size }, (_, i) => i + 1);

/** Low and high values alternate, each value once: valleys with peaks between them. */
function zigzag(size: number): number[] {
  return Array.from({ length: size }, (_, i) => (i % 2 === 0 ? 1 + i / 2 : size - (i - 1) / 2));
}

/** A random permutation of 1 to n. */
function shuffled(size: number, next: () => number): number[] {
  const values = counted(size);
  for (let i = size - 1; i > 0; i--) {
    const other = Math.floor((i + 1) * next());
    [values[i], values[other]] = [values[other]!, values[i]!];
  }
  return values;
}

const share = (at: number, of: number): number => (of <= 1 ? 0.5 : at / (of - 1));

/** x and y of vertices on a circle, the first at the top. */
function circle(size: number, radius = 0.5): number[] {
  return Array.from({ length: size }, (_, i) => {
    const angle = (2 * Math.PI * i) / size;
    return [0.5 + radius * Math.sin(angle), 0.5 - radius * Math.cos(angle)];
  }).flat();
}

const settled = (size: number, edges: readonly number[]): number[] =>
  settledPlaces({ vertices: size, edges: Uint32Array.from(edges) });

/** 0 – 1, 1 – 2 … */
const chain = (size: number): number[] =>
  Array.from({ length: Math.max(size - 1, 0) }, (_, i) => [i, i + 1]).flat();

const ring = (size: number): number[] => [...chain(size), size - 1, 0];

function path(size: number): PresetShape {
  const values = zigzag(size);
  const places = values.flatMap((value, i) => [share(i, size), 1 - share(value - 1, size)]);
  return { edges: chain(size), values, places };
}

/** Parents come in pairs; the leaves have the lowest values, so components merge in their parents. */
function binaryTree(size: number): PresetShape {
  const edges = Array.from({ length: size - 1 }, (_, i) => [i >> 1, i + 1]).flat();
  const depth = (vertex: number): number => Math.floor(Math.log2(vertex + 1));
  const deepest = Math.max(depth(size - 1), 1);
  const places = Array.from({ length: size }, (_, vertex) => {
    const row = depth(vertex);
    return [(vertex + 1 - 2 ** row + 0.5) / 2 ** row, row / deepest];
  }).flat();
  return { edges, values: counted(size).reverse(), places };
}

/** A height function over a square: two valleys and two hills. */
function grid(side: number): PresetShape {
  const edges: number[] = [];
  const values: number[] = [];
  const places: number[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const vertex = row * side + column;
      const [x, y] = [share(column, side), share(row, side)];
      if (column + 1 < side) edges.push(vertex, vertex + 1);
      if (row + 1 < side) edges.push(vertex, vertex + side);
      values.push(inCents(2 + Math.cos(2 * Math.PI * x) * Math.cos(2 * Math.PI * y) + 0.3 * x + 0.1 * y));
      places.push(x, y);
    }
  }
  return { edges, values, places };
}

const inCents = (value: number): number => Math.round(100 * value) / 100;

function complete(size: number): PresetShape {
  const edges: number[] = [];
  for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) edges.push(a, b);
  return { edges, values: counted(size), places: circle(size) };
}

/** The hub has the largest value. */
function wheel(rim: number): PresetShape {
  const spokes = Array.from({ length: rim }, (_, i) => [i, rim]).flat();
  return { edges: [...ring(rim), ...spokes], values: counted(rim + 1), places: [...circle(rim), 0.5, 0.5] };
}

/** The hub has the smallest value. */
function star(leaves: number): PresetShape {
  const edges = Array.from({ length: leaves }, (_, i) => [0, i + 1]).flat();
  return { edges, values: counted(leaves + 1), places: [0.5, 0.5, ...circle(leaves)] };
}

function petersen(): PresetShape {
  const outer = ring(5);
  const spokes = [0, 1, 2, 3, 4].flatMap((i) => [i, i + 5]);
  const inner = [0, 1, 2, 3, 4].flatMap((i) => [i + 5, ((i + 2) % 5) + 5]);
  return {
    edges: [...outer, ...spokes, ...inner],
    values: counted(10),
    places: [...circle(5), ...circle(5, 0.25)],
  };
}

/** Zachary's karate club; the names are Zachary's numbers, the values are the degrees. */
function karateClub(): PresetShape {
  const values = Array<number>(34).fill(0);
  for (const vertex of karate) values[vertex]! += 1;
  return { edges: karate, values, places: settled(34, karate), names: counted(34).map(String) };
}

/** Each pair has the same probability; the mean degree is between two and three. */
function erdosRenyi(size: number, next: () => number): PresetShape {
  const edges: number[] = [];
  const chance = 2.5 / Math.max(size - 1, 1);
  for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) if (next() < chance) edges.push(a, b);
  return { edges, values: shuffled(size, next), places: settled(size, edges) };
}

/** Each vertex is connected to a random earlier one. */
function randomTree(size: number, next: () => number): PresetShape {
  const edges = Array.from({ length: size - 1 }, (_, i) => [Math.floor((i + 1) * next()), i + 1]).flat();
  return { edges, values: shuffled(size, next), places: settled(size, edges) };
}

/** Random points in a square, connected if they are close; the values are their heights. */
function randomGeometric(size: number, next: () => number): PresetShape {
  const places = Array.from({ length: 2 * size }, () => rounded(next()));
  // Five neighbours, except near the boundary.
  const near = 5 / (Math.PI * size);
  const edges: number[] = [];
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const distance =
        (places[2 * a]! - places[2 * b]!) ** 2 + (places[2 * a + 1]! - places[2 * b + 1]!) ** 2;
      if (distance < near) edges.push(a, b);
    }
  }
  const values = Array.from({ length: size }, (_, vertex) => inCents(1 - places[2 * vertex + 1]!));
  return { edges, values, places };
}

const fixed = (id: string, title: string, group: PresetGroup, make: () => OwnGraph): Preset => ({
  id,
  title,
  group,
  size: null,
  random: false,
  make,
});

/** Examples that are figures of the paper. */
const FIGURES = EXAMPLES.filter(({ id }) => id === "figure-2" || id === "tie").map(
  ({ id, title, graph, filter, positions }) =>
    fixed(id, title, "From the paper", () =>
      graphOf(title, { edges: [...graph.edges], values: [...filter], places: [...(positions ?? [])] }),
    ),
);

export const PRESETS: readonly Preset[] = [
  shape("path", "Path", vertices(1, 7), path),
  shape("cycle", "Cycle", vertices(3, 8), (size) => ({
    edges: ring(size),
    values: zigzag(size),
    places: circle(size),
  })),
  shape("star", "Star", { label: "Leaves", least: 1, first: 5, most: 499 }, star),
  shape("tree", "Binary tree", vertices(1, 15), binaryTree),
  shape("grid", "Grid", { label: "Side", least: 1, first: 5, most: 22 }, grid),
  shape("complete", "Complete graph", { label: "Vertices", least: 1, first: 5, most: 40 }, complete),
  shape("wheel", "Wheel", { label: "Rim", least: 3, first: 4, most: 499 }, wheel),
  fixed("petersen", "Petersen graph", "Known graphs", () => graphOf("Petersen graph", petersen())),
  fixed("karate-club", "Karate club", "Known graphs", () => graphOf("Karate club", karateClub())),
  ...FIGURES,
  random("erdos-renyi", "Erdős–Rényi graph", erdosRenyi),
  random("random-tree", "Random tree", randomTree),
  random("random-geometric", "Random geometric graph", randomGeometric),
];
