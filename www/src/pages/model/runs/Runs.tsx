import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { describeTime } from "../../../domain/text/format";
import { otherData } from "../../../store/runHistory";
import type { RunLabel } from "../../../store/state";
import { useAct, useApp, useOwnId, useSlice } from "../../../ui/context";
import { saveStoredRun, saveWeights } from "../../../ui/files/disk";
import { IconButton } from "../../../ui/IconButton";
import { CloseIcon, CompareIcon, DownloadIcon, PencilIcon } from "../../../ui/icons";
import { PanelHeading } from "../../../ui/Panel";
import { formatSeconds } from "../compare/words";
import { COLUMNS, GROUPINGS, NEWEST_FIRST, grouped, matching, ordered, rowsOf, titleOf } from "./rows";
import type { Column, Grouping, Order, RunRow } from "./rows";
import "./runs.css";

const TITLE = "Which runs are there?";
const HELP = {
  title: TITLE,
  text: "The browser stores each run with its weights, its curves and its settings. Open a run to continue or to inspect it. Runs with a name or a note stay until you delete them. Of the others, the browser keeps the last twelve. Test is the result on the test part after the last finished epoch. Export writes a weights file that this page and the command line open.",
} as const;

/** The run in view and the stored runs as a table: search, order, group, open, name, compare, export, delete. */
export function RunsPanel(): JSX.Element {
  const run = useSlice((state) => state.run);
  const data = useSlice((state) => state.data);
  const kept = useSlice(({ keptRuns }) => keptRuns);
  const rows = useMemo(() => rowsOf(run, data, kept), [run, data, kept]);
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<Order>(NEWEST_FIRST);
  const [grouping, setGrouping] = useState<Grouping>("none");
  const found = ordered(matching(rows, search), order);
  return (
    <section class="model-panel" aria-label={TITLE}>
      <PanelHeading title={TITLE} help={HELP} table={null} />
      {rows.length === 0 ? (
        <p class="model-hint">
          No run yet. Train a model: the browser stores its run, also when you choose another data set.
        </p>
      ) : (
        <>
          <Search search={search} onSearch={setSearch} grouping={grouping} onGroup={setGrouping} />
          <div class="table-scroll">
            <table class="view-table runs">
              <caption class="visually-hidden">Runs in this browser</caption>
              <thead>
                <tr>
                  {(Object.keys(COLUMNS) as Column[]).map((column) => (
                    <Heading key={column} column={column} order={order} onOrder={setOrder} />
                  ))}
                  <td />
                </tr>
              </thead>
              {grouped(found, grouping).map(([title, members]) => (
                <tbody key={title ?? ""}>
                  {title !== null && (
                    <tr class="runs-group">
                      <th scope="rowgroup" colSpan={6}>
                        {title}
                      </th>
                    </tr>
                  )}
                  {members.map((row) => (
                    <Row key={row.id ?? "in view"} row={row} />
                  ))}
                </tbody>
              ))}
            </table>
          </div>
          {found.length === 0 && <p class="model-hint">No run matches “{search}”.</p>}
        </>
      )}
    </section>
  );
}

interface SearchProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly grouping: Grouping;
  readonly onGroup: (grouping: Grouping) => void;
}

function Search({ search, onSearch, grouping, onGroup }: SearchProps): JSX.Element {
  const id = useOwnId();
  return (
    <div class="runs-search">
      <input
        type="search"
        aria-label="Search runs by name, note, data set or setting"
        placeholder="Search"
        value={search}
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      <label for={id}>Group by</label>
      <select
        id={id}
        value={grouping}
        onChange={({ currentTarget }) => onGroup(currentTarget.value as Grouping)}
      >
        {Object.entries(GROUPINGS).map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

interface HeadingProps {
  readonly column: Column;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** The first click orders names from A and numbers from the largest; the second reverses the order. */
function Heading({ column, order, onOrder }: HeadingProps): JSX.Element {
  const isOrder = order.column === column;
  const descending = isOrder ? !order.descending : column !== "name";
  return (
    <th scope="col" aria-sort={isOrder ? (order.descending ? "descending" : "ascending") : undefined}>
      <button type="button" onClick={() => onOrder({ column, descending })}>
        {COLUMNS[column]}
        <span aria-hidden="true">{isOrder ? (order.descending ? " ↓" : " ↑") : ""}</span>
      </button>
    </th>
  );
}

function Row({ row }: { readonly row: RunRow }): JSX.Element {
  const app = useApp();
  const { savedRuns } = app.services;
  const [editing, setEditing] = useState(false);
  const tools = useRef<HTMLTableCellElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone.
    if (wasEditing.current && !editing && document.activeElement === document.body)
      tools.current?.querySelector("button")?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const locked = useSlice(({ engine, loading }) => engine.status === "crashed" || loading !== null);
  const { id, label } = row;
  const title = titleOf(row);
  const age = id === null ? "in view" : describeTime(row.saved, Date.now());
  const save = (changed: RunLabel): void => {
    setEditing(false);
    if (changed.name === label.name && changed.note === label.note) return;
    void (id === null ? savedRuns.labelInUse(changed, "ui") : savedRuns.label(id, changed));
  };
  return (
    <tr class="run" aria-current={id === null ? "true" : undefined}>
      <th scope="row">
        {editing ? (
          <LabelForm row={row} onSave={save} onCancel={() => setEditing(false)} />
        ) : (
          <>
            <button
              type="button"
              class="run-open"
              title={id === null ? "This run is in view" : "Open this run"}
              disabled={id === null || locked}
              onClick={() => id !== null && void savedRuns.continue(id, "ui")}
            >
              {title}
            </button>
            <span class="run-settings">
              {label.name !== "" && `${row.dataset}, `}
              {row.settings}
            </span>
            {label.note !== "" && <span class="run-note">{label.note}</span>}
          </>
        )}
      </th>
      <td class="number">{row.resultText}</td>
      <td class="number">
        {row.epochs} of {row.plannedEpochs}
      </td>
      <td class="number">{formatSeconds(row.seconds)}</td>
      <td>{age}</td>
      <td class="run-tools" ref={tools}>
        <Tools row={row} which={`the run “${title}”, ${age}`} onEdit={() => setEditing(true)} />
      </td>
    </tr>
  );
}

interface LabelFormProps {
  readonly row: RunRow;
  readonly onSave: (label: RunLabel) => void;
  readonly onCancel: () => void;
}

/** Enter and a click elsewhere save the name and the note, Escape restores them. */
function LabelForm({ row, onSave, onCancel }: LabelFormProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  // Before the next key.
  useLayoutEffect(() => field.current?.focus(), []);
  // Enter and Escape remove the form, which takes the focus from it.
  const done = useRef(false);
  const saveOf = (form: HTMLFormElement): void => {
    if (done.current) return;
    done.current = true;
    const values = new FormData(form);
    const text = (name: string): string => String(values.get(name)).trim();
    onSave({ name: text("name"), note: text("note") });
  };
  return (
    <form
      class="run-label"
      onSubmit={(event) => {
        event.preventDefault();
        saveOf(event.currentTarget);
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) saveOf(currentTarget);
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        done.current = true;
        onCancel();
      }}
    >
      <input
        type="text"
        name="name"
        aria-label="Name of the run"
        maxLength={60}
        defaultValue={row.label.name}
        placeholder={row.dataset}
        ref={field}
      />
      <input
        type="text"
        name="note"
        aria-label="Note on the run"
        maxLength={300}
        defaultValue={row.label.note}
        placeholder="Note"
      />
      {/* A form of two fields is submitted by Enter only if it has a button. */}
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        Save
      </button>
    </form>
  );
}

interface ToolsProps {
  readonly row: RunRow;
  /** For screen readers. */
  readonly which: string;
  readonly onEdit: () => void;
}

function Tools({ row: { id }, which, onEdit }: ToolsProps): JSX.Element {
  const app = useApp();
  const act = useAct();
  const stored = useSlice(({ keptRuns }) => keptRuns.find((run) => run.id === id) ?? null);
  const other = useSlice(({ data }) =>
    stored === null ? null : data ? otherData(stored, data) : "no data set is open",
  );
  return (
    <>
      <IconButton
        class="small"
        name={`Rename ${which}, or write a note on it`}
        title="Name and note"
        onUse={onEdit}
      >
        <PencilIcon />
      </IconButton>
      {stored && (
        <IconButton
          class="small"
          name={`Compare ${which}, with the run in view`}
          title={other === null ? "Compare with the run in view" : `Cannot be compared: ${other}`}
          onUse={other === null ? () => act({ type: "compared-run", run: stored.id }) : null}
        >
          <CompareIcon />
        </IconButton>
      )}
      {/* A run log has no weights. */}
      {!stored?.summary.logged && (
        <IconButton
          class="small"
          name={`Export ${which}`}
          title="Export a weights file"
          onUse={() => void (stored ? saveStoredRun(app, stored) : saveWeights(app))}
        >
          <DownloadIcon />
        </IconButton>
      )}
      {stored && (
        <IconButton
          class="small"
          name={`Delete ${which}`}
          title="Delete"
          onUse={(button) => {
            // The row is about to go, with the focus.
            button.closest("section")?.querySelector<HTMLElement>("input[type=search]")?.focus();
            void app.services.savedRuns.forget(stored.id);
          }}
        >
          <CloseIcon />
        </IconButton>
      )}
    </>
  );
}
