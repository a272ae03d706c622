import type { JSX } from "preact";
import { nameOfClass, plural } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import { formatSigned } from "../../learn/tools/numbers";
import type { Row } from "../why/rows";
import { ClassAmounts } from "./ClassAmounts";
import type { ReadCoordinateFunction, Shares } from "./hats";
import { firing, nameOfHat, throughHat } from "./words";

interface FiringHatsProps {
  readonly row: Row;
  /** All hats of its barcode. */
  readonly hats: readonly ReadCoordinateFunction[];
  readonly shares: Shares;
  readonly wanted: number;
  readonly classes: readonly ClassSummary[];
  readonly onPoint: (hat: ReadCoordinateFunction | null) => void;
  readonly onChoose: (hat: ReadCoordinateFunction) => void;
}

/** So many hats are listed. */
const MOST = 8;

/** The hats that a bar fires, and what it adds to each class through them. */
export function FiringHats(props: FiringHatsProps): JSX.Element {
  const { row, hats, shares, wanted, classes, onPoint, onChoose } = props;
  const first = firing(hats, shares, wanted, MOST);
  return (
    <section class="hats-details" aria-label="The hats that a bar fires">
      <h3 class="hats-heading">Which hats does it fire?</h3>
      <p>
        <b>{row.name}</b>
        {row.count > 1 && ", taken together"}: through all {plural(hats.length, "hat", "hats")} of its barcode
        together
      </p>
      <ClassAmounts amounts={row.contributions} classes={classes} />
      <div class="hats-scroll" tabIndex={0} role="region" aria-label="Hats, table">
        <table class="view-table">
          <caption>
            The {first.length} hats through which it adds or takes most for {nameOfClass(classes, wanted)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Hat</th>
              <th scope="col">adds to it</th>
              {classes.map((_, of) => (
                <th key={of} scope="col">
                  {nameOfClass(classes, of)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map(({ hat, share }) => (
              <tr key={hat.id}>
                <th scope="row">
                  <button
                    type="button"
                    class="why-open"
                    onPointerEnter={() => onPoint(hat)}
                    onPointerLeave={() => onPoint(null)}
                    onFocus={() => onPoint(hat)}
                    onBlur={() => onPoint(null)}
                    onClick={() => onChoose(hat)}
                  >
                    {nameOfHat(hat)}
                  </button>
                </th>
                <td>{formatSigned(share)}</td>
                {Array.from(hat.gradient, (_, of) => (
                  <td key={of}>{formatSigned(throughHat(hat, share, of))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
