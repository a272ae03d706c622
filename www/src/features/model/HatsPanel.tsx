import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useAct, useApp, useSlice } from "../../app/context";
import { hasFilter, withoutFilter } from "../../domain/models";
import type { Explained } from "../../engine/calls";
import type { Told } from "../../services/inspector";
import { HelpIcon, TableIcon } from "../shell/icons";
import { Popover } from "../shell/Popover";
import { Hats } from "./hats/Hats";
import { HATS_HELP } from "./hats/howToRead";
import { useTold } from "./useTold";
import { graphInView, NoGraph } from "./WhyPanel";

const TITLE = HATS_HELP.title;

/** The hats of the readout, over the bars of the graph in view. */
export function HatsPanel(): JSX.Element {
  const act = useAct();
  const asTable = useSlice(({ view }) => view.tables.includes("hats"));
  const filter = useSlice(({ run }) => run !== null && hasFilter(run.summary.config.model));
  return (
    <section class="model-panel hats" aria-label={TITLE}>
      <header class="learned-header">
        <h2 class="model-title">{TITLE}</h2>
        <Popover label={`How to read: ${TITLE}`} button={<HelpIcon />} buttonClass="button icon-button small">
          <h2 class="popover-title">{TITLE}</h2>
          <p class="popover-text">{HATS_HELP.text}</p>
        </Popover>
        {filter && (
          <button
            type="button"
            class="button icon-button small"
            aria-label="Show the hats as a table"
            title="Show as table"
            aria-pressed={asTable}
            onClick={() => act({ type: "table", table: "hats", shown: !asTable })}
          >
            <TableIcon />
          </button>
        )}
      </header>
      {filter ? <OfGraph asTable={asTable} /> : <WithoutHats />}
    </section>
  );
}

function OfGraph({ asTable }: { readonly asTable: boolean }): JSX.Element {
  const index = useSlice(graphInView);
  const run = useSlice((state) => state.run?.id);
  const { told, error } = useTold("explain", index === null ? null : [index]);
  // The graph before stays in view until the next one is there, and what was chosen stays chosen.
  const kept = useRef<{ readonly index: number; readonly told: Told<Explained> } | null>(null);
  if (index !== null && told) kept.current = { index, told };
  const seen = index !== null && kept.current?.told.run === run ? kept.current : null;
  if (index === null) return <NoGraph />;
  return (
    <>
      {error !== null && (
        <p class="model-hint" role="alert">
          {error}
        </p>
      )}
      {seen ? (
        <Hats key={run} {...seen} asTable={asTable} />
      ) : (
        error === null && <p class="model-hint">Asking the model about graph {index + 1} …</p>
      )}
    </>
  );
}

/** What the classifier reads instead, and what to do. */
function WithoutHats(): JSX.Element | null {
  const { services } = useApp();
  const model = useSlice(({ run }) => run?.summary.config.model ?? null);
  if (model === null) return null;
  return (
    <>
      <p class="model-hint">
        {withoutFilter(model)} So it has no hats: its classifier reads the vertices of a graph, pooled to one
        vector. A run of the model GFL reads bars; the run so far can be taken back.
      </p>
      <button
        type="button"
        class="button learned-other-model"
        onClick={() => void services.train.reset({ model: "gfl" }, "ui")}
      >
        New run with GFL
      </button>
    </>
  );
}
