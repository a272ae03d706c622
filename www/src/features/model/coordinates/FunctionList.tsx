import type { JSX } from "preact";
import { BarcodeName } from "../../../plots/shared/names";
import { Amount } from "../why/Contributions";
import type { Bias } from "../why/target";
import { useDecimals } from "../why/decimals";
import { formatAdded } from "../why/words";
import type { CoordinateId } from "../../../store/state";
import { kindOf } from "./functions";
import type { Ranking, ReadCoordinateFunction } from "./functions";
import { BARCODES } from "./words";

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
  const decimals = useDecimals();
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
                  <BarcodeName kind={kindOf(coordinate.barcode)} />
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
