import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useShown, useSlice } from "../../../ui/context";
import { MAX_EDITABLE } from "../../../domain/graph/edit";
import { originalOf } from "../../../domain/graph/graph";
import { formatCount } from "../../../domain/text/format";
import { EdgeList } from "./EdgeList";
import { PresetForm } from "./PresetForm";
import { useSetValues } from "./useEdit";
import { ValueTable } from "./ValueTable";
import { VertexForm } from "./VertexForm";

/** Adds and removes vertices and edges of the graph in view, and offers preset graphs. */
export function EditPanel(): JSX.Element {
  const { graph: shown, filtration } = useShown();
  const graph = originalOf(shown);
  const setValues = useSetValues();
  const isFree = useSlice(({ view }) => view.placement === "free");
  const selection = useSlice(({ view }) => view.selection);
  const [announcement, announce] = useState("");
  const vertex = selection !== null && selection < graph.vertices ? selection : null;
  return (
    <div class="editor">
      <PresetForm />
      {graph.vertices <= MAX_EDITABLE ? (
        <>
          <p class="editor-hint">
            {isFree
              ? "Click on the stage to add a vertex. "
              : "In the free layout (View), a click adds a vertex. "}
            Drag from the rim of a vertex to another one to add an edge. Tab goes from value to value.
          </p>
          {filtration && setValues && <ValueTable values={filtration.filter} onValues={setValues} />}
          <VertexForm vertex={vertex} announce={announce} />
          <EdgeList vertex={vertex} announce={announce} />
        </>
      ) : (
        <p class="editor-hint">
          This graph has {formatCount(graph.vertices)} vertices. Graphs of up to {MAX_EDITABLE} can be edited.
        </p>
      )}
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}
