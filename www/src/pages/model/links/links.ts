// The path of a score through the readout: bars → coordinate functions → score. A bar adds its share of the value of a
// function times the gradient of the score by that value; this is the definition of the panel Why.

import type { Explained } from "../../../engine/calls";
import type { BarcodeName } from "../../../protocol";
import { functionsOf, sharesOf } from "../coordinates/functions";
import type { ReadCoordinateFunction } from "../coordinates/functions";
import type { ContributionRow, Bias, ScoreTarget } from "../../../domain/contributions/bars";
import type { CoordinateId } from "../../../store/state";
import { formatShare, listOf, plural } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";
import { BARCODES, formatNumber, nameOfFunction } from "../coordinates/words";
import { formatAdded, SCORE_DECIMALS, amountFor, biasFor, rowsOf } from "../../../domain/contributions/bars";

/** A row of bars, or all rows that are not shown. */
export interface BarNode {
  /** null: the others. */
  readonly row: ContributionRow | null;
  readonly rows: number;
  readonly amount: number;
}

/** A coordinate function, or all functions of a barcode that are not shown. */
export interface FunctionNode {
  /** null: the others. */
  readonly own: ReadCoordinateFunction | null;
  readonly barcode: BarcodeName;
  readonly functions: number;
  readonly amount: number;
}

/** A column: the elements with the largest contributions, then the others. */
export interface Column<Node> {
  readonly nodes: readonly Node[];
  /** Number of elements with an own node, and of all elements. */
  readonly shown: number;
  readonly all: number;
  /** Share of the shown elements in the absolute contribution of all; 1 if all are 0. */
  readonly share: number;
}

/** The contribution of bars through coordinate functions. */
interface Link {
  readonly from: BarNode;
  readonly to: FunctionNode;
  readonly amount: number;
}

export interface LinkDiagram {
  readonly bars: Column<BarNode>;
  readonly coordinates: Column<FunctionNode>;
  /** The contributions other than zero, by descending absolute value. */
  readonly links: readonly Link[];
  readonly bias: Bias;
}

/** Functions of each barcode that are shown at least. */
const OF_EACH = 2;

/** The links of a graph for a target; null: the model reads no bars. */
export function linksOf(explained: Explained, target: ScoreTarget, most: number): LinkDiagram | null {
  const { scores, filter, hats } = explained;
  if (!scores) return null;
  const rows = rowsOf(scores, filter);
  const bars = columnOfBars(rows, target, most);
  const all = functionsOf(explained);
  const barcodes = hats.map(({ barcode }) => barcode);
  const coordinates = columnOfFunctions(all, barcodes, target, most);
  const links: Link[] = [];
  for (const reading of hats) {
    const nodes = coordinates.nodes.filter(({ barcode }) => barcode === reading.barcode);
    const read = all.filter(({ barcode }) => barcode === reading.barcode);
    const amounts = new Map<BarNode, Map<FunctionNode, number>>();
    for (const { row, shares } of sharesOf(reading, filter, rows)) {
      const from = bars.nodes.find((node) => node.row === row) ?? bars.nodes.at(-1)!;
      const through = amounts.get(from) ?? new Map<FunctionNode, number>();
      amounts.set(from, through);
      for (const { id, number, gradient } of read) {
        const to = nodes.find(({ own }) => own?.id === id) ?? nodes.at(-1)!;
        through.set(to, (through.get(to) ?? 0) + shares[number - 1]! * amountFor(gradient, target));
      }
    }
    for (const [from, through] of amounts) {
      for (const [to, amount] of through) if (amount !== 0) links.push({ from, to, amount });
    }
  }
  links.sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
  return { bars, coordinates, links, bias: biasFor(scores, target) };
}

function columnOfBars(rows: readonly ContributionRow[], target: ScoreTarget, most: number): Column<BarNode> {
  const { shown, others, share } = largest(rows, (row) => amountFor(row.contributions, target), most);
  const nodes = shown.map(({ of, amount }): BarNode => ({ row: of, rows: 1, amount }));
  if (others.length > 0) nodes.push({ row: null, rows: others.length, amount: sumOf(others) });
  return { nodes, shown: shown.length, all: rows.length, share };
}

/** The largest functions, including the first of each barcode: a barcode of many small ones stays visible. */
function columnOfFunctions(
  all: readonly ReadCoordinateFunction[],
  barcodes: readonly BarcodeName[],
  target: ScoreTarget,
  most: number,
): Column<FunctionNode> {
  const { shown: ranked, others: zeros } = largest(
    all,
    (own) => amountFor(own.contributions, target),
    all.length,
  );
  const first = barcodes.flatMap((barcode) =>
    ranked.filter(({ of }) => of.barcode === barcode).slice(0, OF_EACH),
  );
  const chosen = new Set([...new Set([...first, ...ranked])].slice(0, most));
  const shown = ranked.filter((own) => chosen.has(own));
  const others = [...ranked.filter((own) => !chosen.has(own)), ...zeros];
  const share = ranked.length === 0 ? 1 : sizeOf(shown) / sizeOf(ranked);
  const nodes = shown.map(({ of, amount }): FunctionNode => ({
    own: of,
    barcode: of.barcode,
    functions: 1,
    amount,
  }));
  for (const barcode of barcodes) {
    const rest = others.filter(({ of }) => of.barcode === barcode);
    if (rest.length > 0) nodes.push({ own: null, barcode, functions: rest.length, amount: sumOf(rest) });
  }
  return { nodes, shown: shown.length, all: all.length, share };
}

interface Sized<T> {
  readonly of: T;
  readonly amount: number;
}

interface Largest<T> {
  /** The amounts other than zero, by descending absolute value. */
  readonly shown: readonly Sized<T>[];
  readonly others: readonly Sized<T>[];
  readonly share: number;
}

/** The first elements by absolute amount, and the others. */
export function largest<T>(elements: readonly T[], amountOf: (of: T) => number, most: number): Largest<T> {
  const ordered = elements
    .map((of) => ({ of, amount: amountOf(of) }))
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
  const shown = ordered.slice(0, most).filter(({ amount }) => amount !== 0);
  const whole = sizeOf(ordered);
  return { shown, others: ordered.slice(shown.length), share: whole === 0 ? 1 : sizeOf(shown) / whole };
}

function sumOf(some: readonly { readonly amount: number }[]): number {
  return some.reduce((sum, { amount }) => sum + amount, 0);
}

/** The sum of the absolute amounts. */
function sizeOf(some: readonly { readonly amount: number }[]): number {
  return some.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
}

// The highlighted part of the picture: a bar, a coordinate function, or the line between them.

export interface LinkHighlight {
  /** The bar and the function that the sentence names; null: none. */
  readonly row: BarNode | null;
  readonly own: FunctionNode | null;
  readonly links: ReadonlySet<Link>;
  readonly bars: ReadonlySet<BarNode>;
  readonly functions: ReadonlySet<FunctionNode>;
}

interface Wanted {
  readonly litRow: ContributionRow["id"] | null;
  readonly litFunction: CoordinateId | null;
  /** The selected bar. A function under the pointer that does not read it replaces it, as a bar replaces a selected function. */
  readonly chosenRow: ContributionRow["id"] | null;
}

/** The lines and the neighbours of the wanted elements. */
export function highlightOf(
  { bars, coordinates, links }: LinkDiagram,
  { litRow, litFunction, chosenRow }: Wanted,
): LinkHighlight {
  let row = bars.nodes.find((node) => litRow !== null && node.row?.id === litRow) ?? null;
  let own = coordinates.nodes.find((node) => litFunction !== null && node.own?.id === litFunction) ?? null;
  if (row && own && !links.some(({ from, to }) => from === row && to === own)) {
    if (litRow === chosenRow) row = null;
    else own = null;
  }
  const lines = links.filter(
    ({ from, to }) => (row || own) && (!row || from === row) && (!own || to === own),
  );
  return {
    row,
    own,
    links: new Set(lines),
    bars: new Set([...(row ? [row] : []), ...lines.map(({ from }) => from)]),
    functions: new Set([...(own ? [own] : []), ...lines.map(({ to }) => to)]),
  };
}

// The lines of the picture: their ends and widths.

/** A line between two columns, in pixels; `from` and `to` are the heights of its middle. */
interface Band {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly amount: number;
}

/** The band from a bar to a coordinate function. */
interface LinkBand extends Band {
  readonly link: Link;
}

/** The band from a coordinate function to the score. */
interface ScoreBand extends Band {
  /** null: the bias. */
  readonly of: FunctionNode | null;
}

export interface Bands {
  readonly height: number;
  /** Pixels of width for a contribution of 1. */
  readonly scale: number;
  readonly toFunctions: readonly LinkBand[];
  readonly toScore: readonly ScoreBand[];
}

/** Heights of an element of each column. */
interface Steps {
  readonly bar: number;
  readonly function: number;
}

/** The proportions of the picture. */
export interface Shape {
  readonly steps: Steps;
  /** Shares of the width: bars, gap, coordinate functions, gap, score. */
  readonly columns: readonly [number, number, number, number, number];
}

/** The share of the height of an element that its lines fill at most. */
const FILLED = 0.8;

/** The lines of a picture; each width is proportional to the absolute contribution. */
export function bandsOf({ bars, coordinates, links, bias }: LinkDiagram, steps: Steps): Bands {
  const functions = coordinates.nodes;
  const ends = [...functions.map((of) => ({ of, amount: of.amount })), { of: null, amount: bias.amount }];
  const height = Math.max(bars.nodes.length * steps.bar, ends.length * steps.function);
  // Lines leave and reach an element in the order of the elements at their other ends.
  const between = bars.nodes.flatMap((from) =>
    functions.flatMap((to) => links.filter((link) => link.from === from && link.to === to)),
  );
  const ofBars = bars.nodes.map((node) => sizeOf(between.filter(({ from }) => from === node)));
  const ofFunctions = functions.map((node) => sizeOf(between.filter(({ to }) => to === node)));
  const fullest = Math.max(
    ...ofBars.map((size) => size / steps.bar),
    ...[...ofFunctions, ...ends.map(({ amount }) => Math.abs(amount))].map((size) => size / steps.function),
  );
  const scale = fullest === 0 ? 0 : FILLED / fullest;
  const middle = (nodes: number, step: number, node: number): number =>
    height / 2 + (node + 0.5 - nodes / 2) * step;
  const starts = ofBars.map((size, i) => stack(middle(ofBars.length, steps.bar, i), size * scale));
  const stops = ofFunctions.map((size, i) => stack(middle(ends.length, steps.function, i), size * scale));
  const score = stack(height / 2, sizeOf(ends) * scale);
  return {
    height,
    scale,
    toFunctions: between.map((link) => {
      const width = Math.abs(link.amount) * scale;
      const from = starts[bars.nodes.indexOf(link.from)]!(width);
      const to = stops[functions.indexOf(link.to)]!(width);
      return { link, amount: link.amount, width, from, to };
    }),
    toScore: ends.map(({ of, amount }, i) => {
      const width = Math.abs(amount) * scale;
      return { of, amount, width, from: middle(ends.length, steps.function, i), to: score(width) };
    }),
  };
}

/** Places lines one below the other around a height. */
function stack(middle: number, whole: number): (width: number) => number {
  let next = middle - whole / 2;
  return (width) => {
    next += width;
    return next - width / 2;
  };
}

// Texts of the picture of paths.

/** Lines that a sentence names. */
const NAMED = 3;

/** "8 of 12 rows of bars: 91.5 % of the absolute contribution. 8 of 64 functions: 92.0 %." */
export function describeShown({ bars, coordinates }: LinkDiagram): string {
  const bar = `${bars.shown} of ${plural(bars.all, "row of bars", "rows of bars")}`;
  const own = `${coordinates.shown} of ${plural(coordinates.all, "function", "functions")}`;
  return `${bar}: ${formatShare(bars.share)} of the absolute contribution. ${own}: ${formatShare(coordinates.share)}.`;
}

/** "It is born at vertex 3 (f = 0.12) and dies at vertex 7 (f = 0.8)." */
export function describeEnds(
  { birthVertex, deathVertex, birth, death, count }: ContributionRow,
  nameOf: (vertex: number) => string,
): string {
  const at = (vertex: number, value: number): string =>
    `at vertex ${nameOf(vertex)} (f = ${formatValue(value)})`;
  const end = deathVertex === null || death === null ? "is essential" : `dies ${at(deathVertex, death)}`;
  return `${count === 1 ? "It" : "One of them"} is born ${at(birthVertex, birth)} and ${end}.`;
}

/** The continuation of the name of a row: " contributes +1.30 to the score of mutagen: +0.90 through function 17 of B₀, …" */
export function describeRow(
  { links }: LinkDiagram,
  row: ContributionRow,
  target: ScoreTarget,
  name: string,
  decimals = SCORE_DECIMALS,
): string {
  const own = links.filter(({ from }) => from.row?.id === row.id);
  const parts = partsOf(own, ({ to }) => `through ${nameOfNode(to)}`, decimals);
  const amount = formatAdded(amountFor(row.contributions, target), decimals);
  return `${contributes(row)} ${amount} to the ${name}${parts && `: ${parts}`}.`;
}

/** The continuation of the name of a function: " contributes +1.10 to the score of mutagen: its value 0.8 times …" */
export function describeFunctionLinks(
  { links }: LinkDiagram,
  own: ReadCoordinateFunction,
  target: ScoreTarget,
  name: string,
  decimals = SCORE_DECIMALS,
): string {
  const parts = partsOf(
    links.filter(({ to }) => to.own?.id === own.id),
    ({ from }) => `from ${from.row ? from.row.name : "the other bars"}`,
    decimals,
  );
  const amount = formatAdded(amountFor(own.contributions, target), decimals);
  const gradient = formatNumber(amountFor(own.gradient, target));
  return ` contributes ${amount} to the ${name}: its value ${formatNumber(own.value)} times the local gradient ${gradient}.${parts && ` Of this, ${parts}.`}`;
}

/** The continuation of the name of a row: " contributes +0.90 to the score of mutagen through function 17 of B₀: …" */
export function describeLink(
  row: ContributionRow,
  { to: { own }, amount }: Link,
  target: ScoreTarget,
  name: string,
  decimals = SCORE_DECIMALS,
): string {
  if (!own) return "";
  const gradient = amountFor(own.gradient, target);
  return `${contributes(row)} ${formatAdded(amount, decimals)} to the ${name} through ${nameOfFunction(own)}: ${formatNumber(amount / gradient)} of its value ${formatNumber(own.value)}, times the local gradient ${formatNumber(gradient)}.`;
}

/** "function 17 of B₀", "the other functions of B₀" */
function nameOfNode({ own, barcode }: FunctionNode): string {
  return own ? nameOfFunction(own) : `the other functions of ${BARCODES[barcode]}`;
}

/** The name of essential bars ends with a clause, so that a comma follows. */
function contributes({ count, death }: ContributionRow): string {
  return `${death === null ? "," : ""} ${count === 1 ? "contributes" : "contribute"}`;
}

/** The largest parts by name, then the sum of all further ones. */
function partsOf(links: readonly Link[], nameOf: (link: Link) => string, decimals: number): string {
  // The others of a column are last.
  const ordered = [...links.filter(isSingle), ...links.filter((link) => !isSingle(link))];
  const few = ordered.length <= NAMED + 1 ? ordered.length : NAMED;
  const further = ordered.slice(few);
  const sum = further.reduce((total, { amount }) => total + amount, 0);
  return listOf([
    ...ordered.slice(0, few).map((link) => `${formatAdded(link.amount, decimals)} ${nameOf(link)}`),
    ...(further.length > 0 ? [`${formatAdded(sum, decimals)} on ${further.length} further lines`] : []),
  ]);
}

function isSingle({ from, to }: Link): boolean {
  return from.row !== null && to.own !== null;
}
