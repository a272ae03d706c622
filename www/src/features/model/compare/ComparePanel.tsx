import type { JSX } from "preact";
import { useSlice } from "../../context";
import { PanelHeading } from "../PanelHeading";
import { Compare } from "./Compare";
import { COMPARE_HELP } from "./howToRead";
import "../../shell/fields.css";
import "./compare.css";

const TITLE = COMPARE_HELP.title;

/** Compares the settings, filters and correct predictions of two runs. */
export function ComparePanel(): JSX.Element {
  const asTable = useSlice(({ view }) => view.tables.includes("compare"));
  const data = useSlice((state) => state.data);
  const run = useSlice((state) => state.run?.id);
  return (
    <section class="model-panel compare" aria-label={TITLE}>
      <PanelHeading
        title={TITLE}
        help={COMPARE_HELP}
        table={{ id: "compare", label: "Show f of both runs as a table" }}
        picture="comparison"
      />
      {data && run !== undefined && (
        <Compare key={data.summary.name} data={data} run={run} asTable={asTable} />
      )}
    </section>
  );
}
