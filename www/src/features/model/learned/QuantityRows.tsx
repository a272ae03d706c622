import type { JSX } from "preact";
import { useOwnId } from "../../context";
import type { FilterAssociation } from "../../../protocol";
import { formatExplained } from "./association";
import { nameOfQuantity } from "./quantities";
import type { BesideFound } from "./useBeside";

interface QuantityRowsProps {
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, FilterAssociation>;
  /** A fixed filter beside f; null: none. */
  readonly beside: BesideFound | null;
  readonly chosen: string | null;
  /** Name of the graphs outside the training part. */
  readonly others: string;
  readonly waiting: boolean;
  readonly onChoose: (id: string) => void;
}

/** The share of f that each quantity explains; one quantity is selected. */
export function QuantityRows({
  ids,
  found,
  beside,
  chosen,
  others,
  waiting,
  onChoose,
}: QuantityRowsProps): JSX.Element {
  const name = useOwnId();
  return (
    <fieldset class={beside ? "quantities with-beside" : "quantities"} aria-busy={waiting}>
      <legend class="quantities-legend">
        <span>Share of the variance of f</span>
        <span class="quantities-parts">
          <span class="key-others">{others}</span>
          <span class="key-training">training</span>
        </span>
      </legend>
      {beside && (
        <div class="quantity-row quantities-columns" aria-hidden="true">
          <span>f</span>
          <span>{beside.name}</span>
        </div>
      )}
      {ids.map((id) => (
        <label key={id} class="quantity">
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          <span class="quantity-row">
            <span class="quantity-name">{nameOfQuantity(id)}</span>
            <ShareTrack found={found.get(id) ?? null} />
            <Shares found={found.get(id) ?? null} others={others} of={beside ? "f" : null} />
            {beside && <Shares found={beside.found.get(id) ?? null} others={others} of={beside.name} />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The shares of f as a picture. */
function ShareTrack({ found }: { found: FilterAssociation | null }): JSX.Element {
  const [training, held] = found?.etaSquared ?? [null, null];
  const width = (share: number | null): string => `${(100 * Math.max(0, share ?? 0)).toFixed(1)}%`;
  return (
    <span class="share-track">
      <span class="share-others" style={{ width: width(held) }} />
      {training !== null && <span class="share-training" style={{ left: width(training) }} />}
    </span>
  );
}

interface SharesProps {
  readonly found: FilterAssociation | null;
  readonly others: string;
  /** The reference of the share, if the text has to state it. */
  readonly of: string | null;
}

function Shares({ found, others, of }: SharesProps): JSX.Element {
  const [training, held] = found?.etaSquared ?? [null, null];
  const text = (share: number | null): string =>
    found === null ? "…" : share === null ? "–" : formatExplained(share);
  return (
    <>
      <span class="share-text">
        <span class="visually-hidden">
          {of !== null && `, ${of}`}, {others}{" "}
        </span>
        {text(held)}
      </span>
      <span class="share-text share-text-training">
        <span class="visually-hidden">, training graphs </span>
        {text(training)}
      </span>
    </>
  );
}
