// The path of a score through the readout: bars → coordinate functions → score. A bar adds its share of the value of a
// function times the gradient of the score by that value; this is the definition of the panel Why.

import type { Explained } from "../../../engine/calls";
import type { BarcodeName } from "../../../protocol";
import { functionsOf, sharesOf } from "../coordinates/functions";
import type { ReadCoordinateFunction } from "../coordinates/functions";
import type { Row } from "../why/row";
import { rowsOf } from "../why/rows";
import { amountFor, biasFor } from "../why/target";
import type { Bias, Target } from "../why/target";

/** A row of bars, or all rows that are not shown. */
export interface BarNode {
  /** null: the others. */
  readonly row: Row | null;
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
export interface Link {
  readonly from: BarNode;
  readonly to: FunctionNode;
  readonly amount: number;
}

export interface Links {
  readonly bars: Column<BarNode>;
  readonly coordinates: Column<FunctionNode>;
  /** By descending absolute contribution, without zeros. */
  readonly links: readonly Link[];
  readonly bias: Bias;
}

/** Functions of each barcode that are shown at least. */
const OF_EACH = 2;

/** The links of a graph for a target; null: the model reads no bars. */
export function linksOf(explained: Explained, target: Target, most: number): Links | null {
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

function columnOfBars(rows: readonly Row[], target: Target, most: number): Column<BarNode> {
  const { shown, others, share } = largest(rows, (row) => amountFor(row.contributions, target), most);
  const nodes = shown.map(({ of, amount }): BarNode => ({ row: of, rows: 1, amount }));
  if (others.length > 0) nodes.push({ row: null, rows: others.length, amount: sumOf(others) });
  return { nodes, shown: shown.length, all: rows.length, share };
}

/** The largest functions, including the first of each barcode: a barcode of many small ones stays visible. */
function columnOfFunctions(
  all: readonly ReadCoordinateFunction[],
  barcodes: readonly BarcodeName[],
  target: Target,
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
  /** By descending absolute amount, without zeros. */
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
export function sizeOf(some: readonly { readonly amount: number }[]): number {
  return some.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
}
