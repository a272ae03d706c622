import type { JSX } from "preact";
import { useAct, useSlice } from "../../app/context";
import { hasFilter } from "../../domain/models";
import { HOW_TO_READ } from "../shell/howToRead";
import { HelpIcon, TableIcon } from "../shell/icons";
import { Popover } from "../shell/Popover";
import { Classes } from "./classes/Classes";
import { WithoutFilter } from "./WithoutFilter";

const TITLE = "How do the classes differ?";

/** The bars that the model reads in the graphs of one class, against those of another. */
export function ClassesPanel(): JSX.Element {
  const act = useAct();
  const asTable = useSlice(({ view }) => view.tables.includes("classes"));
  const filter = useSlice(({ run }) => run !== null && hasFilter(run.summary.config.model));
  const data = useSlice((state) => state.data);
  const run = useSlice((state) => state.run?.id);
  return (
    <section class="model-panel classes" aria-label={TITLE}>
      <header class="learned-header">
        <h2 class="model-title">{TITLE}</h2>
        <Popover
          label={`How to read: ${HOW_TO_READ.classes.title}`}
          button={<HelpIcon />}
          buttonClass="button icon-button small"
        >
          <h2 class="popover-title">{HOW_TO_READ.classes.title}</h2>
          <p class="popover-text">{HOW_TO_READ.classes.text}</p>
        </Popover>
        {filter && (
          <button
            type="button"
            class="button icon-button small"
            aria-label="Show curves and densities as tables"
            title="Show as table"
            aria-pressed={asTable}
            onClick={() => act({ type: "table", table: "classes", shown: !asTable })}
          >
            <TableIcon />
          </button>
        )}
      </header>
      {!filter ? (
        <WithoutFilter />
      ) : (
        data &&
        run !== undefined && <Classes key={data.summary.name} data={data} run={run} asTable={asTable} />
      )}
    </section>
  );
}
