import type { JSX } from "preact";
import { useSlice } from "../context";
import { hasVertexFilter, isEdgeFilter } from "../../domain/settings/filters";
import { EdgeFilterNote } from "../filters/EdgeFilterNote";
import { HOW_TO_READ } from "../shell/howToRead";
import { Classes } from "./classes/Classes";
import { PanelHeading } from "./PanelHeading";
import { WithoutFilter } from "./WithoutFilter";

const TITLE = "How do the classes differ?";

/** The bars that the model reads in the graphs of one class, against those of another. */
export function ClassesPanel(): JSX.Element {
  const asTable = useSlice(({ view }) => view.tables.includes("classes"));
  const edges = useSlice(({ run }) => run !== null && isEdgeFilter(run.summary));
  const filter = useSlice(({ run }) => run !== null && hasVertexFilter(run.summary));
  const data = useSlice((state) => state.data);
  const run = useSlice((state) => state.run?.id);
  const unlabelled = data?.rows[0]?.class === null;
  return (
    <section class="model-panel classes" aria-label={TITLE}>
      <PanelHeading
        title={TITLE}
        help={HOW_TO_READ.classes}
        table={filter && !unlabelled ? { id: "classes", label: "Show curves and densities as tables" } : null}
        picture={filter && !unlabelled ? "classes" : undefined}
      />
      {edges ? (
        <EdgeFilterNote view="classes" />
      ) : !filter ? (
        <WithoutFilter />
      ) : unlabelled ? (
        <p class="model-hint">
          {data.summary.targets === null
            ? "The graphs of this run log have no classes. Log the run with labels to compare classes."
            : "The graphs of this data set have targets, which are numbers, and no classes to compare."}
        </p>
      ) : (
        data &&
        run !== undefined && <Classes key={data.summary.name} data={data} run={run} asTable={asTable} />
      )}
    </section>
  );
}
