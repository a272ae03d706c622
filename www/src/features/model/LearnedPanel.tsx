import type { JSX } from "preact";
import { useAct, useSlice } from "../../app/context";
import { hasFilter } from "../../domain/models";
import { HOW_TO_READ } from "../shell/howToRead";
import { HelpIcon, TableIcon } from "../shell/icons";
import { Popover } from "../shell/Popover";
import { Learned } from "./learned/Learned";
import { definitionOf, nameOfQuantity } from "./learned/quantities";
import { useQuantities } from "./learned/useQuantities";
import { WithoutFilter } from "./WithoutFilter";

const TITLE = "What did it learn?";

/** What the filter depends on. */
export function LearnedPanel(): JSX.Element {
  const act = useAct();
  const asTable = useSlice(({ view }) => view.tables.includes("learned"));
  const filter = useSlice(({ run }) => run !== null && hasFilter(run.summary.config.model));
  const quantities = useQuantities();
  return (
    <section class="model-panel learned" aria-label={TITLE}>
      <header class="learned-header">
        <h2 class="model-title">{TITLE}</h2>
        <Popover
          label={`How to read: ${HOW_TO_READ.learned.title}`}
          button={<HelpIcon />}
          buttonClass="button icon-button small"
        >
          <h2 class="popover-title">{HOW_TO_READ.learned.title}</h2>
          <p class="popover-text">{HOW_TO_READ.learned.text}</p>
          <dl class="readings">
            {quantities?.ids.map((id) => (
              <div key={id}>
                <dt>{nameOfQuantity(id)}</dt>
                <dd>{definitionOf(id)}</dd>
              </div>
            ))}
          </dl>
        </Popover>
        {filter && (
          <button
            type="button"
            class="button icon-button small"
            aria-label="Show f at each level as a table"
            title="Show as table"
            aria-pressed={asTable}
            onClick={() => act({ type: "table", table: "learned", shown: !asTable })}
          >
            <TableIcon />
          </button>
        )}
      </header>
      {!filter ? <WithoutFilter /> : quantities && <Learned {...quantities} asTable={asTable} />}
    </section>
  );
}
