import type { JSX } from "preact";
import { useState, useLayoutEffect, useRef } from "preact/hooks";
import { useShown, useSlice, useOwnId, useAct } from "../../../ui/context";
import { MAX_EDITABLE, removeEdge } from "../../../domain/graph/edit";
import { originalOf, vertexName } from "../../../domain/graph/graph";
import { formatCount } from "../../../domain/text/format";
import { useSetValues, useEdit } from "./useEdit";
import { ValueTable } from "./ValueTable";
import { VertexForm } from "./VertexForm";
import { CloseIcon } from "../../../ui/icons";
import { edgeRows, MAX_ROWS } from "./rows";
import { PRESET_GROUPS, PRESETS } from "./presets";
import { SeedField } from "./SeedField";

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

interface EdgeListProps {
  /** Edges of this vertex; null: of all vertices. */
  readonly vertex: number | null;
  /** Announces an edit. */
  readonly announce: (text: string) => void;
}

/** The edges, each with a button to remove it. */
function EdgeList({ vertex, announce }: EdgeListProps): JSX.Element {
  const edit = useEdit();
  const id = useOwnId();
  const graph = originalOf(useShown().graph);
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The row of the removed edge. */
  const removed = useRef<number | null>(null);
  const { rows, found } = edgeRows(graph, vertex);
  const endsOf = (edge: number): string =>
    `${vertexName(graph, graph.edges[2 * edge]!)} – ${vertexName(graph, graph.edges[2 * edge + 1]!)}`;

  // The pressed button no longer exists: focus moves to the next one.
  useLayoutEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll("button") ?? [];
    (buttons[Math.min(removed.current, buttons.length - 1)] ?? title.current)?.focus();
    removed.current = null;
  });
  const remove = (edge: number, row: number): void => {
    removed.current = row;
    edit((before) => removeEdge(before, edge));
    announce(`Edge ${endsOf(edge)} removed.`);
  };

  return (
    <section class="editor-list" aria-labelledby={id}>
      <h3 ref={title} id={id} class="editor-label" tabIndex={-1}>
        {vertex === null ? "Edges" : `Edges of ${vertexName(graph, vertex)}`} ({formatCount(found)})
      </h3>
      <ul ref={list} class="editor-edges">
        {rows.map((edge, row) => (
          <li key={edge}>
            <span class="editor-ends">{endsOf(edge)}</span>
            <button
              type="button"
              class="button icon-button small"
              aria-label={`Remove edge ${endsOf(edge)}`}
              title="Remove"
              onClick={() => remove(edge, row)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      {found > MAX_ROWS && (
        <p class="editor-hint">
          Only the first {MAX_ROWS} are listed. Choose a vertex to list all its edges.
        </p>
      )}
    </section>
  );
}

/** Shows a preset graph. */
function PresetForm(): JSX.Element {
  const act = useAct();
  const [chosen, setChosen] = useState(PRESETS[0]!);
  const [size, setSize] = useState(chosen.size?.first ?? 0);
  const [seed, setSeed] = useState(1);
  const choose = (id: string): void => {
    const preset = PRESETS.find((one) => one.id === id)!;
    setChosen(preset);
    setSize(preset.size?.first ?? 0);
  };
  const open = (event: Event): void => {
    event.preventDefault();
    act({ type: "own-graph", graph: chosen.make(size, seed) });
  };
  return (
    <form class="editor-line editor-wrap" onSubmit={open}>
      <label class="editor-field editor-wide">
        <span class="editor-label">Start with</span>
        <select value={chosen.id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {PRESET_GROUPS.map((group) => (
            <optgroup key={group} label={group}>
              {PRESETS.filter((preset) => preset.group === group).map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {chosen.size && (
        <label class="editor-field">
          <span class="editor-label">{chosen.size.label}</span>
          <input
            type="number"
            min={chosen.size.least}
            max={chosen.size.most}
            step={1}
            value={Number.isNaN(size) ? "" : size}
            onInput={({ currentTarget }) => setSize(currentTarget.valueAsNumber)}
          />
        </label>
      )}
      {chosen.random && <SeedField label="Seed" seed={seed} onSeed={setSeed} />}
      <button type="submit" class="button">
        Open
      </button>
    </form>
  );
}
