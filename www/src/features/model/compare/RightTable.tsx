import type { JSX } from "preact";
import { formatCount } from "../../../domain/text/format";
import type { Part } from "../../../protocol";
import { rightCounts } from "./taus";
import type { Choice, ComparedRow, Rightness } from "./taus";
import { rightWords } from "./words";

const CELLS = [
  ["both", true, true],
  ["a", true, false],
  ["b", false, true],
  ["none", false, false],
] as const;

/** Name of the cell that contains a graph. */
export function nameOfRight({ a, b }: Rightness): (typeof CELLS)[number][0] {
  return CELLS.find(([, ofA, ofB]) => ofA === a && ofB === b)![0];
}

interface RightTableProps {
  readonly rows: readonly ComparedRow[];
  readonly part: Part;
  readonly chosen: Choice;
  readonly onChoose: (right: Rightness) => void;
}

/** Number of graphs that both runs, only one, or neither predicts correctly. A cell is a button. */
export function RightTable({ rows, part, chosen, onChoose }: RightTableProps): JSX.Element {
  const counts = rightCounts(rows);
  const cell = ([which, a, b]: (typeof CELLS)[number]): JSX.Element => (
    <td key={which}>
      <button
        type="button"
        class={`fail-cell ${a && b ? "fail-right" : ""} ${counts[which] === 0 ? "fail-none" : ""}`}
        style={{ "--share": counts[which] / Math.max(1, rows.length) }}
        aria-pressed={chosen.type === "right" && chosen.a === a && chosen.b === b}
        aria-label={`${formatCount(counts[which])} ${rightWords(which, part)}`}
        onClick={() => onChoose({ a, b })}
      >
        {formatCount(counts[which])}
      </button>
    </td>
  );
  return (
    <table class="compare-right">
      <caption>Correct predictions</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">B right</th>
          <th scope="col">B wrong</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">A right</th>
          {CELLS.slice(0, 2).map(cell)}
        </tr>
        <tr>
          <th scope="row">A wrong</th>
          {CELLS.slice(2).map(cell)}
        </tr>
      </tbody>
    </table>
  );
}
