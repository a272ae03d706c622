import type { JSX } from "preact";
import { nameOfClass, plural } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import { formatSigned } from "../../learn/tools/numbers";
import type { Row } from "../why/row";
import { ClassAmounts } from "./ClassAmounts";
import type { ReadCoordinateFunction, Shares } from "./functions";
import { firing, nameOfFunction, throughFunction } from "./words";

interface ActiveFunctionsProps {
  readonly row: Row;
  /** All coordinate functions of its barcode. */
  readonly coordinates: readonly ReadCoordinateFunction[];
  readonly shares: Shares;
  readonly wanted: number;
  readonly classes: readonly ClassSummary[];
  readonly onPoint: (coordinate: ReadCoordinateFunction | null) => void;
  readonly onChoose: (coordinate: ReadCoordinateFunction) => void;
}

/** Maximum number of listed coordinate functions. */
const MOST = 8;

/** The coordinate functions with the largest contributions from a bar, and these contributions to each class. */
export function ActiveFunctions(props: ActiveFunctionsProps): JSX.Element {
  const { row, coordinates, shares, wanted, classes, onPoint, onChoose } = props;
  const first = firing(coordinates, shares, wanted, MOST);
  return (
    <section class="coordinates-details" aria-label="Coordinate functions that respond to the bar">
      <h3 class="coordinates-heading">Coordinate functions that respond to it</h3>
      <p>
        <b>{row.name}</b>
        {row.count > 1 && ", taken together"}: through all{" "}
        {plural(coordinates.length, "coordinate function", "coordinate functions")} of its barcode together
      </p>
      <ClassAmounts amounts={row.contributions} classes={classes} />
      <div class="coordinates-scroll" tabIndex={0} role="region" aria-label="Coordinate functions, table">
        <table class="view-table">
          <caption>
            The {first.length} coordinate functions with the largest contributions to{" "}
            {nameOfClass(classes, wanted)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Function</th>
              <th scope="col">adds to it</th>
              {classes.map((_, of) => (
                <th key={of} scope="col">
                  {nameOfClass(classes, of)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map(({ coordinate, share }) => (
              <tr key={coordinate.id}>
                <th scope="row">
                  <button
                    type="button"
                    class="why-open"
                    onPointerEnter={() => onPoint(coordinate)}
                    onPointerLeave={() => onPoint(null)}
                    onFocus={() => onPoint(coordinate)}
                    onBlur={() => onPoint(null)}
                    onClick={() => onChoose(coordinate)}
                  >
                    {nameOfFunction(coordinate)}
                  </button>
                </th>
                <td>{formatSigned(share)}</td>
                {Array.from(coordinate.gradient, (_, of) => (
                  <td key={of}>{formatSigned(throughFunction(coordinate, share, of))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
