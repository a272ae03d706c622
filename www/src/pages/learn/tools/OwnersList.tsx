import type { JSX } from "preact";
import { useAct, useSlice } from "../../../ui/context";
import { isLit } from "../../../domain/graph/graph";
import type { Graph } from "../../../domain/graph/graph";
import type { OwnedBar } from "../../../domain/persistence/slopes";
import { pairOf } from "../../../domain/text/sentences";
import { sharesText } from "./names";

/** The maximal number of bars; more are counted. */
const MAX_BARS = 12;

/** The finite bars, each with the owners of its endpoints. */
export function OwnersList({ owned, graph }: { owned: readonly OwnedBar[]; graph: Graph }): JSX.Element {
  const act = useAct();
  const highlight = useSlice(({ view }) => view.highlight);
  const more = owned.length - MAX_BARS;
  const light = (bar: OwnedBar["bar"] | null): void =>
    act({ type: "view", change: { highlight: bar && { type: "bar", id: bar.id } } });
  return (
    <>
      <h3 class="tool-heading">Owners of the endpoints</h3>
      {owned.length === 0 && <p class="tool-text">There are no finite bars.</p>}
      <ul class="owners" onPointerLeave={() => light(null)}>
        {owned.slice(0, MAX_BARS).map(({ bar, birth, death }, place) => (
          <li key={place}>
            <button
              type="button"
              class="owner"
              data-lit={isLit(bar, highlight)}
              onPointerEnter={() => light(bar)}
              onFocus={() => light(bar)}
              onBlur={() => light(null)}
              onClick={() => light(bar)}
            >
              <span class="number">{pairOf(bar)}</span>
              <span>birth {sharesText(birth, graph)}</span>
              <span>death {sharesText(death, graph)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="tool-note">and {more} more</p>}
    </>
  );
}
