import type { JSX } from "preact";
import { nameOfClass } from "../../../domain/text";
import type { ClassSummary } from "../../../protocol";
import { formatAdded } from "../why/words";
import type { ReadHat } from "./hats";
import { BARCODES, describeHat, formatNumber } from "./words";

interface HatTableProps {
  readonly hats: readonly ReadHat[];
  readonly logits: Float32Array;
  readonly classes: readonly ClassSummary[] | undefined;
}

/** All hats as a table, for those who do not use the picture. */
export function HatTable({ hats, logits, classes }: HatTableProps): JSX.Element {
  return (
    <div class="hats-table" tabIndex={0} role="region" aria-label="All hats as a table">
      <table class="view-table">
        <caption>{hats.length} hats: what each is, makes of the graph, and adds to each score</caption>
        <thead>
          <tr>
            <th scope="col">Hat</th>
            <th scope="col">Activation</th>
            {Array.from(logits, (_, of) => (
              <th key={of} scope="col">
                {nameOfClass(classes, of)}
              </th>
            ))}
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {hats.map((hat) => (
            <tr key={hat.id}>
              <th scope="row">
                {BARCODES[hat.barcode]} {hat.number}
              </th>
              <td>{formatNumber(hat.value)}</td>
              {Array.from(hat.contributions, (added, of) => (
                <td key={of}>{formatAdded(added)}</td>
              ))}
              <td class="hats-words">{describeHat(hat)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
