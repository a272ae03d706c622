import type { JSX } from "preact";
import { useSlice } from "../context";
import { hasVertexFilter, isEdgeFilter } from "../../domain/settings/filters";
import { EdgeFilterNote } from "../filters/EdgeFilterNote";
import { HOW_TO_READ } from "../shell/howToRead";
import { Learned } from "./learned/Learned";
import { definitionOf, nameOfQuantity } from "./learned/quantities";
import { useQuantities } from "./learned/useQuantities";
import { PanelHeading } from "./PanelHeading";
import { WithoutFilter } from "./WithoutFilter";

const TITLE = "What did it learn?";

/** The quantities on which the filter depends. */
export function LearnedPanel(): JSX.Element {
  const asTable = useSlice(({ view }) => view.tables.includes("learned"));
  const edges = useSlice(({ run }) => run !== null && isEdgeFilter(run.summary));
  const filter = useSlice(({ run }) => run !== null && hasVertexFilter(run.summary));
  const hasEdges = useSlice(({ run }) => run?.summary.config.edgeFilter === "learned");
  const quantities = useQuantities();
  return (
    <section class="model-panel learned" aria-label={TITLE}>
      <PanelHeading
        title={TITLE}
        help={HOW_TO_READ.learned}
        table={filter ? { id: "learned", label: "Show f at each level as a table" } : null}
        picture={filter ? "dependence of f" : undefined}
      >
        <dl class="readings">
          {quantities?.ids.map((id) => (
            <div key={id}>
              <dt>{nameOfQuantity(id)}</dt>
              <dd>{definitionOf(id)}</dd>
            </div>
          ))}
        </dl>
      </PanelHeading>
      {hasEdges && (
        <p class="model-hint">Here, f is the value of a vertex. The values of edges are left out.</p>
      )}
      {edges ? (
        <EdgeFilterNote view="quantities" />
      ) : !filter ? (
        <WithoutFilter />
      ) : (
        quantities && <Learned {...quantities} asTable={asTable} />
      )}
    </section>
  );
}
