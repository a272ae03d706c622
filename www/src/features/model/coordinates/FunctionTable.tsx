import type { JSX } from "preact";
import { nameOfClass, plural } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import { useDecimals } from "../why/decimals";
import { formatAdded } from "../why/words";
import type { Ranking } from "./functions";
import { BARCODES, describeFunction, formatNumber } from "./words";

interface FunctionTableProps {
  readonly ranking: Ranking;
  readonly logits: Float32Array;
  readonly classes: readonly ClassSummary[] | undefined;
  readonly onOpen: (open: boolean) => void;
}

/** The coordinate functions of the picture as a table, as an alternative to it. */
export function FunctionTable({
  ranking: { first, rest },
  logits,
  classes,
  onOpen,
}: FunctionTableProps): JSX.Element {
  const decimals = useDecimals();
  return (
    <div class="coordinates-table" tabIndex={0} role="region" aria-label="Coordinate functions as a table">
      <table class="view-table">
        <caption>
          {plural(first.length, "coordinate function", "coordinate functions")}: formula, value for the graph,
          contribution to each score
        </caption>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col">Activation</th>
            {Array.from(logits, (_, of) => (
              <th key={of} scope="col">
                {nameOfClass(classes, of)}
              </th>
            ))}
            <th scope="col">Formula</th>
          </tr>
        </thead>
        <tbody>
          {first.map((coordinate) => (
            <tr key={coordinate.id}>
              <th scope="row">
                {BARCODES[coordinate.barcode]} {coordinate.number}
              </th>
              <td>{formatNumber(coordinate.value)}</td>
              {Array.from(coordinate.contributions, (added, of) => (
                <td key={of}>{formatAdded(added, decimals)}</td>
              ))}
              <td class="coordinates-words">{describeFunction(coordinate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        class="button"
        aria-expanded={rest === null}
        onClick={() => onOpen(rest !== null)}
      >
        {rest ? `Also the ${plural(rest.coordinates, "other", "others")}` : "Only the strongest"}
      </button>
    </div>
  );
}
