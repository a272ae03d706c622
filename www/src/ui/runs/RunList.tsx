import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAct, useApp, useSlice } from "../context";
import { describeRun } from "../../domain/settings/settingWords";
import { describeTime } from "../../domain/text/format";
import { historyOf, otherData, epochsBehind } from "../../store/runHistory";
import type { KeptRun } from "../../store/state";
import { CloseIcon, CompareIcon, DownloadIcon, PencilIcon } from "../icons";
import { saveStoredRun, saveWeights } from "../files/disk";
import { metricOf } from "../../domain/training/metric";
import "./runs.css";

/** The run in view and the stored runs: open, rename, compare, export, delete. `title` null: the panel has a title. */
export function RunList({ title }: { readonly title: string | null }): JSX.Element | null {
  const runs = useSlice(({ keptRuns }) => keptRuns);
  const begun = useSlice(({ run }) => run !== null && run.stepsDone > 0);
  if (runs.length === 0 && !begun) {
    return title === null ? (
      <p class="model-hint">
        No run yet. Train a model: the browser stores its run, also when you choose another data set.
      </p>
    ) : null;
  }
  return (
    <>
      {title !== null && <h3 class="group-title">{title}</h3>}
      <ul class="cards runs">
        {begun && <InView />}
        {runs.map((run) => (
          <Stored key={run.id} run={run} />
        ))}
      </ul>
    </>
  );
}

function InView(): JSX.Element | null {
  const app = useApp();
  const run = useSlice((state) => state.run);
  const dataset = useSlice(({ data }) => data?.summary.name ?? "");
  // A run log is a folder on the disk with its own name.
  if (!run || run.summary.logged) return null;
  const described = { summary: run.summary, history: historyOf(run) };
  return (
    <Row
      name={run.name}
      dataset={dataset}
      aside="in view"
      described={described}
      onRename={(name) => void app.services.savedRuns.renameInUse(name, "ui")}
      onExport={() => void saveWeights(app)}
    />
  );
}

function Stored({ run }: { readonly run: KeptRun }): JSX.Element {
  const app = useApp();
  const act = useAct();
  const { savedRuns } = app.services;
  const locked = useSlice(({ engine, loading }) => engine.status === "crashed" || loading !== null);
  const data = useSlice((state) => state.data);
  const other = data ? otherData(run, data) : "no data set is open";
  return (
    <Row
      name={run.name ?? ""}
      dataset={run.dataset}
      aside={describeTime(run.saved, Date.now())}
      described={run}
      onOpen={locked ? null : () => void savedRuns.continue(run.id, "ui")}
      onRename={(name) => void savedRuns.rename(run.id, name)}
      onCompare={other === null ? () => act({ type: "compared-run", run: run.id }) : other}
      // A run log has no weights.
      {...(run.summary.logged ? {} : { onExport: () => void saveStoredRun(app, run) })}
      onDelete={() => void savedRuns.forget(run.id)}
    />
  );
}

interface RowProps {
  readonly name: string;
  readonly dataset: string;
  readonly aside: string;
  readonly described: Pick<KeptRun, "summary" | "history">;
  /** null: currently impossible; undefined: the run is open. */
  readonly onOpen?: (() => void) | null;
  readonly onRename: (name: string) => void;
  /** A string is the reason why the comparison is impossible; undefined: the run is in view. */
  readonly onCompare?: (() => void) | string;
  readonly onExport?: () => void;
  readonly onDelete?: () => void;
}

function Row(props: RowProps): JSX.Element {
  const { name, dataset, aside, described, onOpen, onRename, onCompare, onExport, onDelete } = props;
  const [renaming, setRenaming] = useState(false);
  const title = name === "" ? dataset : name;
  const which = `the run “${title}”, ${aside}`;
  const rename = (value: string): void => {
    setRenaming(false);
    if (value.trim() !== name) onRename(value.trim());
  };
  return (
    <li class="run-row">
      {renaming ? (
        <input
          type="text"
          class="run-name"
          aria-label={`Name of ${which}`}
          maxLength={60}
          value={name}
          placeholder={dataset}
          ref={(field) => field?.focus()}
          onBlur={({ currentTarget }) => rename(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") rename(currentTarget.value);
            if (key === "Escape") setRenaming(false);
          }}
        />
      ) : (
        <button
          type="button"
          class="card"
          aria-pressed={onOpen === undefined ? true : undefined}
          disabled={!onOpen}
          title={onOpen === undefined ? "This run is in view" : "Open this run"}
          onClick={() => onOpen?.()}
        >
          <span class="card-title">{title}</span>
          <span class="card-aside">{aside}</span>
          <span class="card-text">
            {name !== "" && `${dataset}, `}
            {describeRun(described.summary)}
          </span>
          <span class="run-state number">
            <b>{resultOf(described) ?? "no finished epoch"}</b>, {progressOf(described)}
          </span>
        </button>
      )}
      <span class="run-tools">
        <Tool label={`Rename ${which}`} title="Rename" onPress={() => setRenaming(true)}>
          <PencilIcon />
        </Tool>
        {onCompare !== undefined && (
          <Tool
            label={`Compare ${which}, with the run in view`}
            title={
              typeof onCompare === "string"
                ? `Cannot be compared: ${onCompare}`
                : "Compare with the run in view"
            }
            onPress={typeof onCompare === "string" ? null : onCompare}
          >
            <CompareIcon />
          </Tool>
        )}
        {onExport && (
          <Tool label={`Export ${which}`} title="Export a weights file" onPress={onExport}>
            <DownloadIcon />
          </Tool>
        )}
        {onDelete && (
          <Tool label={`Delete ${which}`} title="Delete" onPress={onDelete}>
            <CloseIcon />
          </Tool>
        )}
      </span>
    </li>
  );
}

interface ToolProps {
  readonly label: string;
  readonly title: string;
  /** null: not possible. */
  readonly onPress: (() => void) | null;
  readonly children: JSX.Element;
}

function Tool({ label, title, onPress, children }: ToolProps): JSX.Element {
  return (
    <button
      type="button"
      class="button icon-button small"
      aria-label={label}
      title={title}
      disabled={onPress === null}
      onClick={() => onPress?.()}
    >
      {children}
    </button>
  );
}

// Sentences about stored runs.

type Described = Pick<KeptRun, "summary" | "history">;

/** "after epoch 12 of 50" */
function progressOf(run: Described): string {
  return `after epoch ${epochsBehind(run)} of ${run.summary.config.epochs}`;
}

/** "test accuracy 74.1 %"; no epoch is finished: null. */
function resultOf({ history, summary }: Described): string | null {
  const last = history.epochs.at(-1);
  const { name, format } = metricOf(summary);
  return last && !Number.isNaN(last.testMetric) ? `test ${name} ${format(last.testMetric)}` : null;
}

/** "74.1 %, epoch 12 of 50" */
export function shortly({ history, summary }: Described): string {
  const metric = history.epochs.at(-1)?.testMetric;
  const progress = `epoch ${epochsBehind({ history, summary })} of ${summary.config.epochs}`;
  return metric === undefined ? progress : `${metricOf(summary).format(metric)}, ${progress}`;
}

/** "GFL, 1 layer, degree, seed 0, fold 1 of 10, after epoch 12 of 50, test accuracy 74.1 %" */
export function describeStored(run: Described): string {
  return [describeRun(run.summary), progressOf(run), resultOf(run)]
    .filter((part) => part !== null)
    .join(", ");
}
