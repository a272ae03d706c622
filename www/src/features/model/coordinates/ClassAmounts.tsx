import type { JSX } from "preact";
import { nameOfClass } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import { useDecimals } from "../why/decimals";
import { formatAdded } from "../why/words";

/** The contributions to the score of each class. */
export function ClassAmounts(props: {
  readonly amounts: ArrayLike<number>;
  readonly classes: readonly ClassSummary[];
}): JSX.Element {
  const decimals = useDecimals();
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
