import type { JSX } from "preact";
import { BarcodeName } from "../../../plots/shared/names";
import { Amount } from "../why/Contributions";
import { formatAdded, formatScore } from "../why/words";
import type { CoordinateId } from "../../../store/state";
import type { Ranking, ReadCoordinateFunction } from "./functions";
import { BARCODES } from "./words";

interface FunctionListProps {
  readonly ranking: Ranking;
  /** The class whose score is explained. */
  readonly wanted: number;
  readonly className: string;
  readonly score: number;
  readonly bias: number;
  /** Whether all coordinate functions are listed. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly lit: CoordinateId | null;
  readonly chosen: CoordinateId | null;
  readonly onPoint: (coordinate: ReadCoordinateFunction | null) => void;
  readonly onChoose: (coordinate: ReadCoordinateFunction) => void;
}

/** The contributions of the coordinate functions to a score, and the score as their total. */
export function FunctionList(props: FunctionListProps): JSX.Element {
  const { ranking, wanted, className, score, bias, open, onOpen, lit, chosen, onPoint, onChoose } = props;
  const { first, rest } = ranking;
  const largest = Math.max(
    ...first.slice(0, 1).map(({ contributions }) => Math.abs(contributions[wanted]!)),
    Math.abs(bias),
  );
  return (
    <div class="coordinates-list">
      <ul
        aria-label={`Contributions of coordinate functions to the score of ${className}`}
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
                  <BarcodeName kind={coordinate.barcode} />
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
            <span class="why-number number">{formatAdded(rest.sum)}</span>
          </li>
        )}
        <li class="why-row">
          <span class="why-name">bias</span>
          <Amount value={bias} largest={largest} />
        </li>
        <li class="why-row why-sum">
          <span class="why-name">score of {className}</span>
          <span class="why-number number">{formatScore(score)}</span>
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
