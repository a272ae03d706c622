// Texts of the picture of paths.

import { formatShare, listOf, plural } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";
import type { ReadCoordinateFunction } from "../coordinates/functions";
import { BARCODES, formatNumber, nameOfFunction } from "../coordinates/words";
import { OF_SCORES } from "../why/decimals";
import type { Row } from "../why/row";
import { amountFor } from "../why/target";
import type { Target } from "../why/target";
import { formatAdded } from "../why/words";
import type { FunctionNode, Link, Links } from "./links";

/** Lines that a sentence names. */
const NAMED = 3;

/** "8 of 12 rows of bars: 91.5 % of the absolute contribution. 8 of 64 functions: 92.0 %." */
export function describeShown({ bars, coordinates }: Links): string {
  const bar = `${bars.shown} of ${plural(bars.all, "row of bars", "rows of bars")}`;
  const own = `${coordinates.shown} of ${plural(coordinates.all, "function", "functions")}`;
  return `${bar}: ${formatShare(bars.share)} of the absolute contribution. ${own}: ${formatShare(coordinates.share)}.`;
}

/** "It is born at vertex 3 (f = 0.12) and dies at vertex 7 (f = 0.8)." */
export function describeEnds(
  { birthVertex, deathVertex, birth, death, count }: Row,
  nameOf: (vertex: number) => string,
): string {
  const at = (vertex: number, value: number): string =>
    `at vertex ${nameOf(vertex)} (f = ${formatValue(value)})`;
  const end = deathVertex === null || death === null ? "is essential" : `dies ${at(deathVertex, death)}`;
  return `${count === 1 ? "It" : "One of them"} is born ${at(birthVertex, birth)} and ${end}.`;
}

/** The continuation of the name of a row: " contributes +1.30 to the score of mutagen: +0.90 through function 17 of B₀, …" */
export function describeRow(
  { links }: Links,
  row: Row,
  target: Target,
  name: string,
  decimals = OF_SCORES,
): string {
  const own = links.filter(({ from }) => from.row?.id === row.id);
  const parts = partsOf(own, ({ to }) => `through ${nameOfNode(to)}`, decimals);
  const amount = formatAdded(amountFor(row.contributions, target), decimals);
  return `${contributes(row)} ${amount} to the ${name}${parts && `: ${parts}`}.`;
}

/** The continuation of the name of a function: " contributes +1.10 to the score of mutagen: its value 0.8 times …" */
export function describeFunctionLinks(
  { links }: Links,
  own: ReadCoordinateFunction,
  target: Target,
  name: string,
  decimals = OF_SCORES,
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
  row: Row,
  { to: { own }, amount }: Link,
  target: Target,
  name: string,
  decimals = OF_SCORES,
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
function contributes({ count, death }: Row): string {
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
