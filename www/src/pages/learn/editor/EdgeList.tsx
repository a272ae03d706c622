import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useOwnId, useShown } from "../../../ui/context";
import { originalOf, vertexName } from "../../../domain/graph/graph";
import { removeEdge } from "../../../domain/graph/edit";
import { formatCount } from "../../../domain/text/format";
import { CloseIcon } from "../../../ui/icons";
import { edgeRows, MAX_ROWS } from "./rows";
import { useEdit } from "./useEdit";

interface EdgeListProps {
  /** Edges of this vertex; null: of all vertices. */
  readonly vertex: number | null;
  /** Announces an edit. */
  readonly announce: (text: string) => void;
}

/** The edges, each with a button to remove it. */
export function EdgeList({ vertex, announce }: EdgeListProps): JSX.Element {
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
