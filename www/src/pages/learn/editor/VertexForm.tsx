import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useAct, useApp, useOwnId, useShown } from "../../../ui/context";
import { shortcutOf } from "../../../ui/shortcuts";
import {
  addEdge,
  addVertex,
  freshName,
  freshValue,
  MAX_EDITABLE,
  nameProblem,
  removeVertex,
  rename,
} from "../../../domain/graph/edit";
import { originalOf, vertexName } from "../../../domain/graph/graph";
import type { Graph } from "../../../domain/graph/graph";
import { formatValue } from "../../../domain/text/values";
import { adjacencyOf } from "../../../layout/adjacency";
import { newGesture, useEdit } from "./useEdit";

const MAX_NAME_LENGTH = 40;

interface VertexFormProps {
  /** The chosen vertex. */
  readonly vertex: number | null;
  /** Announces an edit. */
  readonly announce: (text: string) => void;
}

/** Adds vertices; renames, connects and removes the chosen vertex. */
export function VertexForm({ vertex, announce }: VertexFormProps): JSX.Element {
  const { shown } = useApp();
  const act = useAct();
  const edit = useEdit();
  const choice = useRef<HTMLSelectElement>(null);
  const graph = originalOf(useShown().graph);

  const add = (): void => {
    const value = freshValue(shown.peek().filtration?.filter ?? []);
    edit((before) => {
      announce(`Vertex ${freshName(before.graph.names)} added with the value ${formatValue(value)}.`);
      return addVertex(before, value);
    });
    act({ type: "view", change: { selection: graph.vertices } });
  };
  const remove = (gone: number): void => {
    edit((before) => removeVertex(before, gone));
    act({ type: "view", change: { selection: null } });
    announce(`Vertex ${vertexName(graph, gone)} and its edges removed.`);
    choice.current?.focus();
  };

  return (
    <>
      <div class="editor-line">
        <label class="editor-field">
          <span class="editor-label">Chosen vertex</span>
          <select
            ref={choice}
            value={vertex === null ? "" : String(vertex)}
            onChange={({ currentTarget: { value } }) =>
              act({ type: "view", change: { selection: value === "" ? null : Number(value) } })
            }
          >
            <option value="">none</option>
            {verticesOf(graph).map((one) => (
              <option key={one} value={one}>
                {vertexName(graph, one)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button" disabled={graph.vertices >= MAX_EDITABLE} onClick={add}>
          Add vertex
        </button>
      </div>
      {vertex !== null && (
        <>
          <NameLine key={vertex} vertex={vertex}>
            <button type="button" class="button" onClick={() => remove(vertex)}>
              Remove vertex
            </button>
          </NameLine>
          <JoinForm vertex={vertex} announce={announce} />
        </>
      )}
    </>
  );
}

function verticesOf({ vertices }: Graph): number[] {
  return Array.from({ length: vertices }, (_, vertex) => vertex);
}

/** Vertices that are not its neighbours. */
function strangersOf(graph: Graph, vertex: number): number[] {
  const { start, neighbour } = adjacencyOf(graph);
  const known = new Set([vertex, ...neighbour.subarray(start[vertex], start[vertex + 1])]);
  return verticesOf(graph).filter((other) => !known.has(other));
}

/** Renames the vertex during typing; invalid names have no effect. */
function NameLine({ vertex, children }: { vertex: number; children: ComponentChildren }): JSX.Element {
  const act = useAct();
  const edit = useEdit();
  const id = useOwnId();
  const graph = originalOf(useShown().graph);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const gesture = useRef("");
  const type = (name: string): void => {
    setDraft(name);
    edit((before) => {
      setProblem(nameProblem(before.graph, vertex, name));
      return rename(before, vertex, name);
    }, gesture.current);
  };
  const end = (): void => {
    setDraft(null);
    setProblem(null);
  };
  const keyDown = (event: KeyboardEvent): void => {
    const walk = shortcutOf(event);
    if (event.key === "Enter" || walk) end();
    if (!walk) return;
    event.preventDefault();
    act({ type: walk });
  };
  return (
    <>
      <div class="editor-line">
        <label class="editor-field">
          <span class="editor-label">Name</span>
          <input
            type="text"
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={draft ?? vertexName(graph, vertex)}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-problem`}
            onFocus={() => (gesture.current = newGesture("name"))}
            onInput={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={keyDown}
            onBlur={end}
          />
        </label>
        {children}
      </div>
      <p id={`${id}-problem`} class="editor-problem" role="alert">
        {problem}
      </p>
    </>
  );
}

/** Adds an edge to a vertex that is not a neighbour. */
function JoinForm({ vertex, announce }: { vertex: number; announce: (text: string) => void }): JSX.Element {
  const edit = useEdit();
  const graph = originalOf(useShown().graph);
  const [chosen, setChosen] = useState<number | null>(null);
  const others = strangersOf(graph, vertex);
  const other = others.find((one) => one === chosen) ?? others[0];
  const join = (event: Event): void => {
    event.preventDefault();
    if (other === undefined) return;
    edit((before) => addEdge(before, vertex, other));
    announce(`Edge ${vertexName(graph, vertex)} – ${vertexName(graph, other)} added.`);
  };
  return (
    <form class="editor-line" onSubmit={join}>
      <label class="editor-field">
        <span class="editor-label">Join to</span>
        <select
          value={other === undefined ? "" : String(other)}
          disabled={other === undefined}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        >
          {others.map((one) => (
            <option key={one} value={one}>
              {vertexName(graph, one)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button" disabled={other === undefined}>
        Add edge
      </button>
    </form>
  );
}
