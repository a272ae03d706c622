import type { JSX } from "preact";
import { formatValue } from "../../../domain/text/values";
import type { CellTest, ClassBars, ClassTests } from "../../../protocol";
import { nameOfPart } from "../parts";
import { curveOf, densityOf, pointsOf } from "./grids";
import type { Aspect } from "./grids";
import { bySize, formatMean, nameOfCell, UNITS, formatAuc, formatP } from "./words";

interface ClassTableProps {
  readonly bars: ClassBars;
  /** null: not computed yet, or nothing to compare. */
  readonly tests: ClassTests | null;
  /** Whether f was fitted to the labels of these graphs. */
  readonly fitted: boolean;
  readonly aspect: Aspect;
  readonly compared: readonly number[];
  readonly nameOf: (label: number) => string;
}

/** The table contains every EVERY-th value of t. */
const EVERY = 10;
/** Maximum number of cells in the table. */
const MOST = 30;

/** Curves and densities of the compared classes as tables. */
export function ClassTable(props: ClassTableProps): JSX.Element {
  const { bars, tests, fitted, aspect, compared, nameOf } = props;
  const unit = UNITS[aspect.scale];
  const rows = pointsOf(bars).flatMap((t, point) => (point % EVERY === 0 ? [{ t, point }] : []));
  const densities = compared.map((label) => densityOf(bars, aspect, label));
  const spread = (cell: number): number => {
    const means = densities.map((density) => density[cell]!);
    return means.length > 1 ? Math.abs(means[0]! - means[1]!) : means[0]!;
  };
  const testOf = new Map(tests?.cells.map((test) => [test.cell, test]));
  const cells = tests
    ? (fitted ? bySize(tests.cells) : tests.cells).map(({ cell }) => cell)
    : [...densities[0]!.keys()]
        .filter((cell) => densities.some((density) => density[cell]! > 0))
        .sort((one, other) => spread(other) - spread(one));
  const middle = (label: number, dimension: 0 | 1, point: number): string => {
    const numbers = curveOf(bars, aspect, label, dimension)[point];
    if (!numbers) return "–";
    return `${formatMean(numbers.median)} (${formatMean(numbers.low)} to ${formatMean(numbers.high)})`;
  };
  return (
    <div
      class="table-scroll class-table"
      tabIndex={0}
      role="region"
      aria-label="How the classes differ, as tables"
    >
      <table class="view-table">
        <caption>Betti numbers {unit}: median, and the middle 80 % of the graphs</caption>
        <thead>
          <tr>
            <th scope="col">t</th>
            {(["β₀", "β₁"] as const).map((name) =>
              compared.map((label) => (
                <th key={name + label} scope="col">
                  {name}, {nameOf(label)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ t, point }) => (
            <tr key={point}>
              <th scope="row">{formatValue(t)}</th>
              {([0, 1] as const).map((dimension) =>
                compared.map((label) => (
                  <td key={`${dimension} ${label}`}>{middle(label, dimension, point)}</td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <table class="view-table">
        <caption>
          Bars {unit}, on average
          {cells.length > MOST
            ? `: ${MOST} of ${cells.length} cells, ${fitted ? "" : "reliable ones first, then "}by difference`
            : ", in every cell with bars"}
        </caption>
        <thead>
          <tr>
            <th scope="col">Cell</th>
            {compared.map((label) => (
              <th key={label} scope="col">
                {nameOf(label)}
              </th>
            ))}
            {tests && (
              <>
                <th scope="col">AUC (95 % interval)</th>
                {!fitted && <th scope="col">Corrected p</th>}
                <th scope="col">AUC, {nameOfPart(tests.confirming)}</th>
                {!fitted && <th scope="col">Reliable</th>}
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {cells.slice(0, MOST).map((cell) => (
            <tr key={cell}>
              <th scope="row">{nameOfCell(bars, cell)}</th>
              {densities.map((density, place) => (
                <td key={place}>{formatMean(density[cell]!)}</td>
              ))}
              {testOf.has(cell) && <TestCells test={testOf.get(cell)!} fitted={fitted} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TestCells({ test, fitted }: { readonly test: CellTest; readonly fitted: boolean }): JSX.Element {
  return (
    <>
      <td>{formatAuc(test)}</td>
      {!fitted && <td>{formatP(test.q)}</td>}
      <td>{test.confirmed?.toFixed(2) ?? "–"}</td>
      {!fitted && <td>{test.reliable ? "yes" : "no"}</td>}
    </>
  );
}
