import type { JSX } from "preact";
import { BarcodeLabel } from "../../../plots/shared/Tip";
import { Amount } from "../why/Contributions";
import { formatAdded } from "../../../domain/contributions/bars";
import type { ContributionRow, Bias } from "../../../domain/contributions/bars";
import type { CoordinateId } from "../../../store/state";
import { kindOf } from "./functions";
import type { Ranking, ReadCoordinateFunction, Shares } from "./functions";
import { BARCODES, firing, nameOfFunction, throughFunction } from "./words";
import { scoreDecimals } from "../../../store/selectors";
import { useSlice } from "../../../ui/context";
import { nameOfClass, plural } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import { formatSigned } from "../../../plots/shared/axis";
import { ClassAmounts } from "./FunctionDetails";

interface FunctionListProps {
  readonly ranking: Ranking;
  /** The class whose score is explained. */
  readonly wanted: number;
  /** Name of the explained number. */
  readonly name: string;
  readonly sum: string;
  readonly bias: Bias;
  /** Whether all coordinate functions are listed. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly lit: CoordinateId | null;
  readonly chosen: CoordinateId | null;
  readonly onPoint: (coordinate: ReadCoordinateFunction | null) => void;
  readonly onChoose: (coordinate: ReadCoordinateFunction) => void;
}

/** The contributions of the coordinate functions to a score or a lead, and this number as their total. */
export function FunctionList(props: FunctionListProps): JSX.Element {
  const { ranking, wanted, name, sum, bias, open, onOpen, lit, chosen, onPoint, onChoose } = props;
  const { first, rest } = ranking;
  const decimals = useSlice(scoreDecimals);
  const largest = Math.max(
    ...first.slice(0, 1).map(({ contributions }) => Math.abs(contributions[wanted]!)),
    Math.abs(bias.amount),
  );
  return (
    <div class="coordinates-list">
      <ul
        aria-label={`Contributions of coordinate functions to the ${name}`}
        onPointerLeave={() => onPoint(null)}
      >
        {first.map((coordinate) => (
          <li key={coordinate.id}>
            <button
              type="button"
              class="why-row"
              data-lit={coordinate.id === lit}
              aria-pressed={coordinate.id === chosen}
              onPointerMove={() => coordinate.id !== lit && onPoint(coordinate)}
              onFocus={() => onPoint(coordinate)}
              onBlur={() => onPoint(null)}
              onClick={() => onChoose(coordinate)}
            >
              <span class="why-name coordinates-name">
                <span aria-hidden="true">
                  <BarcodeLabel kind={kindOf(coordinate.barcode)} />
                </span>
                <span>
                  function {coordinate.number}
                  <span class="visually-hidden"> of {BARCODES[coordinate.barcode]}</span>
                </span>
              </span>
              <Amount value={coordinate.contributions[wanted]!} largest={largest} />
            </button>
          </li>
        ))}
        {rest && (
          <li class="why-row">
            <button
              type="button"
              class="why-open why-name"
              aria-expanded="false"
              onClick={() => onOpen(true)}
            >
              {rest.coordinates} others
            </button>
            <span class="why-number number">{formatAdded(rest.sum, decimals)}</span>
          </li>
        )}
        <li class="why-row">
          <span class="why-name">{bias.name}</span>
          <Amount value={bias.amount} largest={largest} />
        </li>
        <li class="why-row why-sum">
          <span class="why-name">{name}</span>
          <span class="why-number number">{sum}</span>
        </li>
        {open && (
          <li>
            <button type="button" class="button why-less" aria-expanded="true" onClick={() => onOpen(false)}>
              Only the strongest
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

interface ActiveFunctionsProps {
  readonly row: ContributionRow;
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
