import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { plural } from "../../../domain/text/format";
import type { ContributionRow, Bias, ScoreTarget, Against } from "../../../domain/contributions/bars";
import { formatAdded, turns, amountFor, divide } from "../../../domain/contributions/bars";
import { scoreDecimals } from "../../../store/selectors";
import { useSlice } from "../../../ui/context";

/** Number of rows that usually decide most of the score. */
const FIRST = 7;
/** Maximum number of individually listed rows. */
const MOST = 200;

interface ContributionsProps {
  readonly rows: readonly ContributionRow[];
  readonly target: ScoreTarget;
  /** Name of the explained number. */
  readonly name: string;
  /** The predicted class. */
  readonly predicted: number;
  /** The explained number. */
  readonly sum: string;
  readonly bias: Bias;
  /** The hovered or selected row. */
  readonly lit: ContributionRow | null;
  readonly pinned: ContributionRow | null;
  readonly onPoint: (row: ContributionRow | null) => void;
  readonly onPin: (row: ContributionRow) => void;
}

/** The contributions of the bars to a score or a lead, with their sum at the end. */
export function Contributions(props: ContributionsProps): JSX.Element {
  const { rows, target, name, predicted, sum, bias, lit, pinned, onPoint, onPin } = props;
  const [open, setOpen] = useState(false);
  const { first, rest } = useMemo(
    () => divide(rows, target, open ? MOST : FIRST),
    [rows, target.of, target.against, open],
  );
  const largest = Math.max(
    ...first.slice(0, 1).map(({ contributions }) => Math.abs(amountFor(contributions, target))),
    Math.abs(rest?.sum ?? 0),
    Math.abs(bias.amount),
  );
  const others = rest ? `all others (${plural(rest.rows, "row", "rows")})` : "";
  return (
    <>
      <ul
        class="why-rows"
        data-picture
        aria-label={`Contributions to the ${name}`}
        onPointerLeave={({ currentTarget }) => {
          // Scrolling to the focused row can move the list away from under a resting pointer.
          if (!currentTarget.querySelector(":focus-visible")) onPoint(null);
        }}
      >
        {first.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              class="why-row"
              data-lit={row === lit}
              aria-pressed={row === pinned}
              onPointerMove={() => row !== lit && onPoint(row)}
              onFocus={() => onPoint(row)}
              onBlur={() => onPoint(null)}
              onClick={() => onPin(row)}
            >
              <span class="why-name">{row.name}</span>
              {turns(row, predicted) && (
                <span class="why-turns">
                  <span aria-hidden="true">⇄</span>
                  <span class="visually-hidden">changes the prediction</span>
                </span>
              )}
              <Amount value={amountFor(row.contributions, target)} largest={largest} />
            </button>
          </li>
        ))}
        {rest && (
          <li class="why-row">
            {open ? (
              <span class="why-name">{others}</span>
            ) : (
              <button
                type="button"
                class="why-open why-name"
                aria-expanded="false"
                onClick={() => setOpen(true)}
              >
                {others}
              </button>
            )}
            <Amount value={rest.sum} largest={largest} />
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
      </ul>
      {open && (
        <button type="button" class="button why-less" aria-expanded="true" onClick={() => setOpen(false)}>
          Only the first {FIRST}
        </button>
      )}
    </>
  );
}

interface AmountProps {
  readonly value: number;
  /** The amount that fills half the width. */
  readonly largest: number;
}

/** A contribution, as a number and as a bar from zero. */
export function Amount({ value, largest }: AmountProps): JSX.Element {
  const decimals = useSlice(scoreDecimals);
  return (
    <>
      <span class="why-number number">{formatAdded(value, decimals)}</span>
      <span class="diverging-track why-track" aria-hidden="true">
        <span
          class={value < 0 ? "diverging-bar negative" : "diverging-bar positive"}
          style={{ transform: `scaleX(${value / (largest || 1)})` }}
        />
      </span>
    </>
  );
}

interface AgainstChoiceProps {
  /** The class whose score is explained. */
  readonly of: number;
  readonly classes: number;
  readonly chosen: Against;
  readonly nameOf: (label: number) => string;
  readonly onChoose: (against: Against) => void;
}

/** Explains the score alone, or its lead over the score of another class. */
export function AgainstChoice({ of, classes, chosen, nameOf, onChoose }: AgainstChoiceProps): JSX.Element {
  const others = Array.from({ length: classes }, (_, label) => label).filter((label) => label !== of);
  return (
    <select
      aria-label="Minus the score of"
      value={String(chosen === of ? "none" : chosen)}
      onChange={({ currentTarget: { value } }) =>
        onChoose(value === "none" || value === "next" ? value : Number(value))
      }
    >
      <option value="none">score alone</option>
      <option value="next">minus next class</option>
      {others.length > 1 &&
        others.map((label) => (
          <option key={label} value={String(label)}>
            minus {nameOf(label)}
          </option>
        ))}
    </select>
  );
}
