import type { JSX } from "preact";
import { nameOfClass } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import { formatAdded } from "../../../domain/contributions/words";
import { scoreDecimals } from "../../../store/selectors";
import { useSlice } from "../../../ui/context";

/** The contributions to the score of each class. */
export function ClassAmounts(props: {
  readonly amounts: ArrayLike<number>;
  readonly classes: readonly ClassSummary[];
}): JSX.Element {
  const decimals = useSlice(scoreDecimals);
  return (
    <dl class="coordinates-amounts">
      {Array.from(props.amounts, (amount, of) => (
        <div key={of}>
          <dt>{nameOfClass(props.classes, of)}</dt>
          <dd class="number">{formatAdded(amount, decimals)}</dd>
        </div>
      ))}
    </dl>
  );
}
