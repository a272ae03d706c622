import type { JSX } from "preact";
import { useAct, useOwnId, useShown, useSlice } from "../../app/context";
import { MOST_EDITABLE } from "../../domain/edit";
import { FormulaForm } from "./FormulaForm";
import { useSetValues } from "./useEdit";
import { ValueTable } from "./ValueTable";

/** The filter values of the graph in view: typed, stepped, by a formula or by a choice. */
export function ValuesPanel(): JSX.Element {
  const id = useOwnId();
  const act = useAct();
  const setValues = useSetValues();
  const { filtration } = useShown();
  const changed = useSlice(({ document }) => document.values !== null);
  return (
    <section class="editor" aria-labelledby={id}>
      <h2 id={id} class="panel-title">
        Values
      </h2>
      {setValues ? (
        <FormulaForm onValues={setValues} />
      ) : (
        <p class="editor-hint">Graphs of more than {MOST_EDITABLE} vertices keep their learned values.</p>
      )}
      <button
        type="button"
        class="button"
        disabled={!changed}
        onClick={() => act({ type: "values", values: null })}
      >
        Back to the first values
      </button>
      {filtration && <ValueTable values={filtration.filter} onValues={setValues} />}
    </section>
  );
}
