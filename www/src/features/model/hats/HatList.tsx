import type { JSX } from "preact";
import { BarcodeName } from "../../../plots/shared/names";
import { Amount } from "../why/Contributions";
import { formatAdded, formatScore } from "../why/words";
import type { HatId } from "../../../store/state";
import type { Ranking, ReadCoordinateFunction } from "./hats";
import { BARCODES } from "./words";

interface HatListProps {
  readonly ranking: Ranking;
  /** The class whose score the hats add to. */
  readonly wanted: number;
  readonly className: string;
  readonly score: number;
  readonly bias: number;
  /** All hats are listed. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly lit: HatId | null;
  readonly chosen: HatId | null;
  readonly onPoint: (hat: ReadCoordinateFunction | null) => void;
  readonly onChoose: (hat: ReadCoordinateFunction) => void;
}

/** What hats add to a score, down to the score itself. */
export function HatList(props: HatListProps): JSX.Element {
  const { ranking, wanted, className, score, bias, open, onOpen, lit, chosen, onPoint, onChoose } = props;
  const { first, rest } = ranking;
  const largest = Math.max(
    ...first.slice(0, 1).map(({ contributions }) => Math.abs(contributions[wanted]!)),
    Math.abs(bias),
  );
  return (
    <div class="hats-list">
      <ul aria-label={`What hats add to the score of ${className}`} onPointerLeave={() => onPoint(null)}>
        {first.map((hat) => (
          <li key={hat.id}>
            <button
              type="button"
              class="why-row"
              data-lit={hat.id === lit}
              aria-pressed={hat.id === chosen}
              onPointerMove={() => hat.id !== lit && onPoint(hat)}
              onFocus={() => onPoint(hat)}
              onBlur={() => onPoint(null)}
              onClick={() => onChoose(hat)}
            >
              <span class="why-name hats-name">
                <span aria-hidden="true">
                  <BarcodeName kind={hat.barcode} />
                </span>
                <span>
                  hat {hat.number}
                  <span class="visually-hidden"> of {BARCODES[hat.barcode]}</span>
                </span>
              </span>
              <Amount value={hat.contributions[wanted]!} largest={largest} />
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
              {rest.hats} others
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
