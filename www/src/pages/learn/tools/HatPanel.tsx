import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useShown, useSlice } from "../../../ui/context";
import { isLit } from "../../../domain/graph/graph";
import type { BarId, Filtration } from "../../../domain/graph/graph";
import { contributionsOf, hatAtDistance, hatSlopes, hatSum } from "../../../domain/persistence/vectors";
import type { Hat } from "../../../domain/persistence/vectors";
import { finiteBars } from "../../../domain/persistence/slopes";
import { walkDirection } from "../../../store/selectors";
import { domainOf } from "../../../ui/domain";
import { describeHat, describePointSlopes } from "./describeHat";
import { DivergingBars } from "./DivergingBars";
import { HatNumbers } from "./HatNumbers";
import { HatPlane } from "./HatPlane";
import { pairOf } from "../../../domain/text/sentences";
import { formatSigned, stepFor } from "../../../plots/shared/axis";
import { firstHat, rangeAround } from "../../../plots/shared/plane";
import { NoFiltration, ToolFrame } from "./ToolFrame";

const PARAMETERS = ["birth", "death", "radius"] as const;

/** One rational hat over the finite bars, and its sum. */
export function HatPanel(): JSX.Element {
  const { filtration } = useShown();
  return (
    <ToolFrame title="Rational hat">
      {filtration ? <HatOver filtration={filtration} /> : <NoFiltration />}
    </ToolFrame>
  );
}

function HatOver({ filtration }: { filtration: Filtration }): JSX.Element {
  const act = useAct();
  const domain = domainOf(useShown());
  const direction = useSlice(walkDirection);
  const highlight = useSlice(({ view }) => view.highlight);
  const chosen = useSlice(({ view }) => view.hat);
  const bars = useMemo(() => finiteBars(filtration.bars, direction), [filtration, direction]);
  const step = stepFor(domain[1] - domain[0]);
  const hat = useMemo(() => chosen ?? firstHat(bars, domain, step), [chosen, bars, domain, step]);
  const range = useMemo(() => rangeAround(domain), [domain]);
  const parts = useMemo(() => contributionsOf(hat, bars, direction), [hat, bars, direction]);
  const onHat = (next: Hat): void => act({ type: "view", change: { hat: next } });
  return (
    <>
      <HatPlane bars={bars} hat={hat} range={range} step={step} highlight={highlight} onHat={onHat} />
      <HatNumbers hat={hat} step={step} onHat={onHat} />
      <p class="tool-text">{describeHat(hat)}</p>
      <p class="tool-formula">
        V(<i>B</i>) = Σ s(<i>p</i>) = <b class="tool-number number">{formatSigned(hatSum(parts))}</b>
      </p>
      {parts.length === 0 && <p class="tool-text">There are no finite bars, so the sum is empty.</p>}
      <DivergingBars
        label="Contribution of each bar"
        rows={parts.map(({ bar, value }) => ({
          id: bar.id,
          name: pairOf(bar),
          value,
          lit: isLit(bar, highlight),
        }))}
        largest={Math.abs(hatAtDistance(hat.radius, 0))}
        onLight={(id) =>
          act({ type: "view", change: { highlight: id === null ? null : { type: "bar", id: id as BarId } } })
        }
      />
      {parts.length > 0 && (
        <>
          <h3 class="tool-heading">Slopes at each bar</h3>
          <ul class="hat-bars">
            {parts.map(({ bar }) => (
              <li key={bar.id} class="number">
                {describePointSlopes(hat, bar)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 class="tool-heading">Derivatives of V(B)</h3>
      <dl class="hat-slopes">
        {PARAMETERS.map((name) => (
          <div key={name}>
            <dt>by {name}</dt>
            <dd class="number">
              {formatSigned(
                bars.reduce(
                  (sum, { birth, death }) => sum + hatSlopes(hat, { birth, death: death! })[name],
                  0,
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
