import type { JSX } from "preact";
import { useApp, useSlice } from "../context";
import { withoutFilter } from "../../domain/settings/models";

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
