// Writes the graph in view and its barcode in file formats of other programs.

import { cell, tableNames } from "./cells";
import { edgesOf } from "./edit";
import { labelOf, vertexName } from "./graph";
import type { Bar, BarcodeKind, Graph } from "./graph";

/** A graph with its values; null: there are no values. `class` is the class of a graph of a data set. */
export interface Exported {
  readonly title: string;
  readonly graph: Graph;
  /** Those of the vertices; GraphML also takes those of the edges after them. */
  readonly values: Float32Array | null;
  /** For GraphML: those of a filter of edges, which has no values of vertices. */
  readonly edgeValues?: Float32Array | null;
  readonly class?: string | undefined;
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
  readonly type: string;
}

/** The format of the command line: `{"n": 3, "edges": [[0, 1], …], "filter": [0.5, …]}`. */
export function jsonFile({ title, graph, values }: Exported): TextFile {
  const parts = [
    `"n": ${graph.vertices}`,
    `"edges": ${JSON.stringify(edgesOf(graph))}`,
    ...(isFinite(values) ? [`"filter": [${Array.from(values, shortest).join(",")}]`] : []),
  ];
  return file(title, "json", `{\n  ${parts.join(",\n  ")}\n}\n`, "application/json");
}

/** The format of NetworkX's `node_link_graph`. */
export function nodeLinkFile({ title, graph, values }: Exported): TextFile {
  const names = namesOf(graph);
  const document = {
    directed: false,
    multigraph: hasRepeated(graph),
    graph: { name: title },
    nodes: names.map((id, vertex) => ({ id, ...valueAt(values, vertex) })),
    edges: edgesOf(graph).map(([a, b]) => ({ source: names[a], target: names[b] })),
  };
  return file(`${title} node-link`, "json", `${JSON.stringify(document, null, 1)}\n`, "application/json");
}

/** With f, the labels of the vertices and the class of the graph, if they exist. */
export function graphmlFile({ title, graph, values, edgeValues, class: ofGraph }: Exported): TextFile {
  const names = namesOf(graph).map(escaped);
  const nodes = names.map((name, vertex) => {
    const value = valueAt(values, vertex).filter;
    const label = labelOf(graph, vertex);
    const data = [
      ...(value === undefined ? [] : [`<data key="filter">${value}</data>`]),
      ...(label === null ? [] : [`<data key="label">${escaped(label)}</data>`]),
    ];
    return data.length === 0 ? `    <node id="${name}"/>` : `    <node id="${name}">${data.join("")}</node>`;
  });
  const after = values && values.length > graph.vertices ? values.subarray(graph.vertices) : null;
  const ofEdges = edgeValues ?? after;
  const edges = edgesOf(graph).map(([a, b], edge) => {
    const { filter: value } = valueAt(ofEdges, edge);
    const ends = `    <edge source="${names[a]}" target="${names[b]}"`;
    return value === undefined ? `${ends}/>` : `${ends}><data key="edge_filter">${value}</data></edge>`;
  });
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    '  <key id="filter" for="node" attr.name="filter" attr.type="double"/>',
    ...(ofEdges ? ['  <key id="edge_filter" for="edge" attr.name="filter" attr.type="double"/>'] : []),
    ...(graph.labels ? ['  <key id="label" for="node" attr.name="label" attr.type="string"/>'] : []),
    ...(ofGraph === undefined
      ? []
      : ['  <key id="class" for="graph" attr.name="class" attr.type="string"/>']),
    '  <graph edgedefault="undirected">',
    ...(ofGraph === undefined ? [] : [`    <data key="class">${escaped(ofGraph)}</data>`]),
    ...nodes,
    ...edges,
    "  </graph>",
    "</graphml>",
    "",
  ].join("\n");
  return file(title, "graphml", text, "application/xml");
}

/** A header, without which the first edge could be one, and an edge per line. Isolated vertices are only in the file of values. */
export function edgeListFile({ title, graph }: Exported): TextFile {
  const names = plainNames(graph);
  const lines = edgesOf(graph).map(([a, b]) => `${names[a]} ${names[b]}\n`);
  const header = lines.length > 0 ? ["source target\n"] : [];
  return file(title, "edges", [...header, ...lines].join(""), "text/plain");
}

/** One vertex and its value per line, for use with the edge list. */
export function valuesFile({ title, graph, values }: Exported): TextFile {
  const names = plainNames(graph);
  const lines = Array.from(values ?? [], (value, vertex) => `${names[vertex]} ${shortest(value)}\n`);
  return file(title, "values.txt", lines.join(""), "text/plain");
}

const COLUMNS = [
  "kind",
  "direction",
  "birth",
  "death",
  "birth_vertex",
  "death_vertex",
  "multiplicity",
  "birth_name",
  "death_name",
];

/** The kinds of bars in tables, as in the command line. */
export const KINDS: Readonly<Record<BarcodeKind, string>> = {
  h0: "h0",
  h0Essential: "h0_essential",
  h1Essential: "h1_essential",
  h0Extended: "h0_extended",
  h1Extended: "h1_extended",
};

/** One bar per line; essential bars have no death. */
export function barsFile({ title, graph }: Exported, bars: readonly Bar[]): TextFile {
  const rows = bars.map((bar) => [
    KINDS[bar.kind],
    bar.direction === "sub" ? "sublevel" : "superlevel",
    shortest(bar.birth),
    bar.death === null ? "" : shortest(bar.death),
    bar.birthVertex,
    bar.deathVertex ?? "",
    bar.multiplicity,
    cell(vertexName(graph, bar.birthVertex)),
    bar.deathVertex === null ? "" : cell(vertexName(graph, bar.deathVertex)),
  ]);
  const text = [COLUMNS, ...rows].map((row) => `${row.join(",")}\n`).join("");
  return file(`${title} barcode`, "csv", text, "text/csv");
}

/** A file name that is valid on every system. */
function file(title: string, ending: string, text: string, type: string): TextFile {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return { name: `${[...plain].slice(0, 60).join("") || "graph"}.${ending}`, text, type };
}

function hasRepeated(graph: Graph): boolean {
  const pairs = edgesOf(graph).map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`);
  return new Set(pairs).size < pairs.length;
}

function isFinite(values: Float32Array | null): values is Float32Array {
  return values?.every(Number.isFinite) ?? false;
}

function valueAt(values: Float32Array | null, vertex: number): { readonly filter?: number } {
  return isFinite(values) ? { filter: shortest(values[vertex]!) } : {};
}

/** Distinct names for the vertices: their own names, or indices if these are not unique. */
function namesOf(graph: Graph): readonly string[] {
  const names = Array.from({ length: graph.vertices }, (_, vertex) => vertexName(graph, vertex));
  return new Set(names).size === names.length ? names : names.map((_, vertex) => String(vertex));
}

/** Names without white space that a table cannot confuse with other cells. */
function plainNames(graph: Graph): readonly string[] {
  const plain = (name: string): boolean => /^[^\s,;"#%][^\s,;"]*$/.test(name);
  return tableNames(graph.vertices, namesOf(graph), plain);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`);
}

// Filter values as text: numbers of 32 bits.

const MAX_DIGITS = 9;

/** The shortest decimal number that rounds to this 32-bit number. */
export function shortest(value: number): number {
  if (Math.fround(value) !== value) return value;
  // Nine digits distinguish any two numbers of 32 bits.
  for (let digits = 1; digits < MAX_DIGITS; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === Math.fround(value)) return shorter;
  }
  return Number(value.toPrecision(MAX_DIGITS));
}

/** Adds a step in decimals: 0.1 + 0.2 is 0.3, even after many steps. */
export function stepped(value: number, by: number): number {
  return Number((shortest(value) + by).toPrecision(9));
}

/** null if the text is not a valid filter value. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-");
  const number = plain === "" ? Number.NaN : Number(plain);
  return Number.isFinite(Math.fround(number)) ? number : null;
}

/** A power of ten, a tenth to a hundredth of the range of the values, for the arrow keys. */
export function stepOf(values: ArrayLike<number>): number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of Array.from(values)) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = high > low && Number.isFinite(high - low) ? high - low : 1;
  return 10 ** Math.floor(Math.log10(range / 10) + 1e-9);
}
