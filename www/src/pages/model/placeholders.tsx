import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../../ui/context";
import { indexIn } from "../../domain/graph/subject";
import type { State } from "../../store/state";
import { withoutFilter } from "../../domain/settings/models";

/** Index of the data set's graph in view; null: none. */
export function graphInView({ document: { subject }, data }: State): number | null {
  const index = indexIn(subject);
  return index !== null && data && index < data.rows.length ? index : null;
}

/** Shown without a graph of the data set. */
export function NoGraph(): JSX.Element {
  const act = useAct();
  return (
    <>
      <p class="model-hint">
        Choose a graph, for example in <i>Errors</i> or on the <i>Map</i>, to see which of its bars decide its
        prediction.
      </p>
      <button
        type="button"
        class="button why-first"
        onClick={() => act({ type: "show", subject: { type: "graph", index: 0 } })}
      >
        Show graph 1
      </button>
    </>
  );
}

interface WithoutFilterProps {
  /** The consequence, and the result that a run of GFL would show. */
  readonly instead?: string;
}

/** Explains why the panel is empty, and suggests a remedy. */
export function WithoutFilter({
  instead = "A run of the model GFL learns one",
}: WithoutFilterProps): JSX.Element | null {
  const { services } = useApp();
  const model = useSlice(({ run }) => run?.summary.config.model ?? null);
  if (model === null) return null;
  return (
    <>
      <p class="model-hint">
        {withoutFilter(model)} {instead}; the current run can be restored.
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
