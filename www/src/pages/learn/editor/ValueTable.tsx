import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAct, useShown, useSlice } from "../../../ui/context";
import { vertexName } from "../../../domain/graph/graph";
import { plural } from "../../../domain/text/format";
import { stepOf, readNumber, shortest, stepped } from "../../../domain/graph/export";
import { MAX_ROWS, vertexRows } from "./rows";
import { shortcutOf } from "../../../ui/shortcuts";
import { newGesture } from "./useEdit";

/** The search field appears only above this number of vertices. */
const SEARCHED = 20;

interface ValueTableProps {
  readonly values: ArrayLike<number>;
  /** null: the values are read-only. */
  readonly onValues: ((values: readonly number[], gesture: string) => void) | null;
}

/** Every vertex and its value. */
export function ValueTable({ values, onValues }: ValueTableProps): JSX.Element {
  const act = useAct();
  const { graph } = useShown();
  const selection = useSlice(({ view }) => view.selection);
  const [search, setSearch] = useState("");
  const table = useRef<HTMLTableElement>(null);
  const { rows, found } = vertexRows(graph, search, selection);
  const step = stepOf(values);

  // Selecting a vertex in the drawing scrolls its row into view. The card of a lesson stays in view.
  const inLesson = useSlice(({ view }) => view.lesson !== null);
  useEffect(() => {
    if (inLesson) return;
    table.current?.querySelector("[aria-pressed=true]")?.closest("tr")?.scrollIntoView({ block: "nearest" });
  }, [selection, inLesson]);

  const goOn = (field: HTMLInputElement, back: boolean): void => {
    const fields = [...table.current!.querySelectorAll("input")];
    fields[fields.indexOf(field) + (back ? -1 : 1)]?.focus();
  };
  const point = (vertex: number | null): void =>
    act({ type: "view", change: { highlight: vertex === null ? null : { type: "vertex", vertex } } });

  return (
    <>
      {graph.vertices > SEARCHED && (
        <label class="editor-field">
          <span class="editor-label">Search by name</span>
          <input
            type="search"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
      )}
      <table ref={table} class="editor-table">
        <caption class="visually-hidden">Vertices and their values</caption>
        <thead>
          <tr>
            <th scope="col">Vertex</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((vertex) => {
            const name = vertexName(graph, vertex);
            const value = values[vertex]!;
            return (
              <tr key={vertex}>
                <th scope="row">
                  <button
                    type="button"
                    class="editor-name"
                    aria-pressed={vertex === selection}
                    title={name}
                    // Tab goes from value to value; the drawing selects vertices by keys.
                    tabIndex={onValues ? -1 : 0}
                    onClick={() =>
                      act({ type: "view", change: { selection: vertex === selection ? null : vertex } })
                    }
                  >
                    {name}
                  </button>
                </th>
                <td>
                  {onValues ? (
                    <ValueField
                      label={`Value of ${name}`}
                      value={value}
                      step={step}
                      onValue={(next, gesture) =>
                        onValues(Array.from(values).with(vertex, Math.fround(next)), gesture)
                      }
                      onEnter={goOn}
                      onFocus={() => point(vertex)}
                      onBlur={() => point(null)}
                    />
                  ) : (
                    value
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {found > MAX_ROWS && (
        <p class="editor-hint">
          Only {MAX_ROWS} of {plural(found, "vertex", "vertices")} are listed. Search to find the others.
        </p>
      )}
      {found === 0 && (
        <p class="editor-hint">
          {graph.vertices === 0 ? "The graph has no vertices." : "No vertex has this name."}
        </p>
      )}
    </>
  );
}

interface ValueFieldProps {
  readonly label: string;
  readonly value: number;
  /** The step of ↑ and ↓; with Shift, ten times as much. */
  readonly step: number;
  readonly onValue: (value: number, gesture: string) => void;
  /** Enter moves to the next field, Shift+Enter to the previous one. */
  readonly onEnter: (field: HTMLInputElement, back: boolean) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** One value, typed or stepped; all changes from focus to blur are one change, which Escape reverts. */
function ValueField({ label, value, step, onValue, onEnter, onFocus, onBlur }: ValueFieldProps): JSX.Element {
  const act = useAct();
  /** The typed text; null: shows the value. */
  const [draft, setDraft] = useState<string | null>(null);
  const visit = useRef({ gesture: "", value });
  const change = (next: number): void => {
    if (Math.fround(next) !== Math.fround(value)) onValue(next, visit.current.gesture);
  };

  const type = (text: string): void => {
    setDraft(text);
    const typed = readNumber(text);
    if (typed !== null) change(typed);
  };
  const keyDown = (event: JSX.TargetedKeyboardEvent<HTMLInputElement>): void => {
    // Undo and redo apply to the values; a field has no separate history.
    const walk = shortcutOf(event);
    if (walk) {
      event.preventDefault();
      setDraft(null);
      act({ type: walk });
      return;
    }
    const far = event.shiftKey ? 10 * step : step;
    switch (event.key) {
      case "ArrowUp":
      case "ArrowDown":
        change(stepped(value, event.key === "ArrowUp" ? far : -far));
        break;
      case "Enter":
        onEnter(event.currentTarget, event.shiftKey);
        break;
      case "Escape":
        change(visit.current.value);
        break;
      default:
        return;
    }
    event.preventDefault();
    setDraft(null);
  };

  const shown = String(shortest(value));
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      role="spinbutton"
      aria-label={label}
      aria-valuenow={value}
      aria-valuetext={shown}
      aria-invalid={draft !== null && readNumber(draft) === null}
      value={draft ?? shown}
      onInput={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={keyDown}
      onFocus={({ currentTarget }) => {
        visit.current = { gesture: newGesture("value"), value };
        currentTarget.select();
        onFocus();
      }}
      onBlur={() => {
        setDraft(null);
        onBlur();
      }}
    />
  );
}
