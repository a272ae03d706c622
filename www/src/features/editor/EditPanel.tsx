import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useShown, useSlice } from "../context";
import { MAX_EDITABLE } from "../../domain/graph/edit";
import { originalOf } from "../../domain/graph/graph";
import { formatCount } from "../../domain/text/format";
import { EdgeList } from "./EdgeList";
import { PresetForm } from "./PresetForm";
import { VertexForm } from "./VertexForm";

/** Adds and removes vertices and edges of the graph in view, and offers preset graphs. */
export function EditPanel(): JSX.Element {
  const graph = originalOf(useShown().graph);
  const selection = useSlice(({ view }) => view.selection);
  const [announcement, announce] = useState("");
  const vertex = selection !== null && selection < graph.vertices ? selection : null;
  return (
    <div class="editor">
      <PresetForm />
      {graph.vertices <= MAX_EDITABLE ? (
        <>
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
