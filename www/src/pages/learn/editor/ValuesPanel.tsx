import type { JSX } from "preact";
import { useAct, useShown, useSlice } from "../../../ui/context";
import { MAX_EDITABLE } from "../../../domain/graph/edit";
import { FormulaForm } from "./FormulaForm";
import { useSetValues } from "./useEdit";
import { ValueTable } from "./ValueTable";

/** The filter values of the graph in view: typed, stepped, by a formula or by a choice. */
export function ValuesPanel(): JSX.Element {
  const act = useAct();
  const setValues = useSetValues();
  const { graph, filtration } = useShown();
  const changed = useSlice(({ document }) => document.values !== null);
  return (
    <div class="editor">
      <div class="editor-values">
        {filtration && <ValueTable values={filtration.filter} onValues={setValues} />}
      </div>
      <button
        type="button"
        class="button"
        disabled={!changed}
        onClick={() => act({ type: "values", values: null })}
      >
        Reset the values
      </button>
      {setValues ? (
        <FormulaForm onValues={setValues} />
      ) : (
        <p class="editor-hint">
          {graph.original
            ? "The filter has values of edges, which cannot be edited."
            : `Learned values can be edited only in graphs of up to ${MAX_EDITABLE} vertices.`}
        </p>
      )}
    </div>
  );
}
