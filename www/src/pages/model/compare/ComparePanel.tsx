import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { PanelHeading } from "../../../ui/Panel";
import { Compare } from "./Compare";
import type { HelpText } from "../../../ui/howToRead";
import "../../../ui/fields.css";
import "./compare.css";

/** Loaded with the panel: a first visit does not wait for it. */
const COMPARE_HELP: HelpText = {
  title: "How do two runs differ?",
  text: "A barcode depends only on the order of the vertices by f, so two filters with the same order give the same pairs. Kendall’s τ-b measures this: concordant minus discordant pairs of vertices, divided by the geometric mean of the numbers of pairs that each filter does not tie. It is 1 if each filter is an increasing function of the other, −1 if each is a decreasing one, and near 0 if the orders are unrelated. If a filter is constant on a graph, τ is undefined. The share is the variance of f of B, over the vertices of all these graphs, that the best monotone function of f of A explains. The comparison uses the graphs that both runs have in the chosen part; training and test graphs are never mixed.",
};

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
