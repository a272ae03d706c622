// The rows of the table of runs: what they say, which of them match a search, and their order.

import { modelName } from "../../../domain/settings/models";
import { describeRun } from "../../../domain/settings/settingWords";
import { metricOf } from "../../../domain/training/metric";
import { epochsBehind, historyOf } from "../../../store/runHistory";
import type { Data, KeptRun, Run, RunLabel } from "../../../store/state";

export interface RunRow {
  /** The id of a stored run; null: the run in view. */
  readonly id: string | null;
  readonly label: RunLabel;
  readonly dataset: string;
  readonly model: string;
  readonly settings: string;
  /** Metric on the test part after the last finished epoch; null: no epoch is finished. */
  readonly result: number | null;
  readonly resultText: string;
  readonly epochs: number;
  readonly plannedEpochs: number;
  /** Training time; null: unknown. */
  readonly seconds: number | null;
  /** Milliseconds since 1970; the run in view is newer than all others. */
  readonly saved: number;
}

export const COLUMNS = {
  name: "Run",
  result: "Test",
  epochs: "Epochs",
  seconds: "Time",
  saved: "Stored",
} as const;
export type Column = keyof typeof COLUMNS;

export interface Order {
  readonly column: Column;
  readonly descending: boolean;
}
export const NEWEST_FIRST: Order = { column: "saved", descending: true };

export const GROUPINGS = { none: "None", dataset: "Data set", model: "Model" } as const;
export type Grouping = keyof typeof GROUPINGS;

type Described = Pick<KeptRun, "summary" | "history" | "dataset" | "saved" | "name" | "note">;

function rowOf(id: string | null, run: Described): RunRow {
  const { summary, history, dataset, saved } = run;
  const metric = history.epochs.at(-1)?.testMetric ?? NaN;
  const { name, format } = metricOf(summary);
  return {
    ...{ id, dataset, saved, seconds: history.seconds ?? null },
    label: { name: run.name ?? "", note: run.note ?? "" },
    model: modelName(summary.config.model),
    settings: describeRun(summary),
    result: Number.isNaN(metric) ? null : metric,
    resultText: Number.isNaN(metric) ? "–" : `${format(metric)} ${name}`,
    epochs: epochsBehind({ history, summary }),
    plannedEpochs: summary.config.epochs,
  };
}

/** The run in view, unless it has not begun or is a log on the disk, and the stored runs. */
export function rowsOf(run: Run | null, data: Data | null, kept: readonly KeptRun[]): readonly RunRow[] {
  const stored = kept.map((one) => rowOf(one.id, one));
  if (!run || run.stepsDone === 0 || run.summary.logged) return stored;
  const inView = {
    ...{ summary: run.summary, history: historyOf(run), name: run.name, note: run.note },
    ...{ dataset: data?.summary.name ?? "", saved: Infinity },
  };
  return [rowOf(null, inView), ...stored];
}

/** The rows that contain every word of a search, in any of their texts. */
export function matching(rows: readonly RunRow[], search: string): readonly RunRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ label: { name, note }, dataset, settings }) => {
    const text = [name, note, dataset, settings].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Ordered by a column; unknown values come last in both directions. */
export function ordered(rows: readonly RunRow[], { column, descending }: Order): readonly RunRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (column === "name") return sign * titleOf(a).localeCompare(titleOf(b), undefined, { numeric: true });
    const [one, other] = [a[column], b[column]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return one === other ? 0 : sign * (one < other ? -1 : 1);
  });
}

/** The groups in the order of their first rows; one group without a title if there is no grouping. */
export function grouped(
  rows: readonly RunRow[],
  grouping: Grouping,
): readonly (readonly [title: string | null, rows: readonly RunRow[]])[] {
  if (grouping === "none") return [[null, rows]];
  const titles = new Set(rows.map((row) => row[grouping]));
  return Array.from(titles, (title) => [title, rows.filter((row) => row[grouping] === title)]);
}

/** The name, or the data set of a run without one. */
export function titleOf({ label, dataset }: RunRow): string {
  return label.name === "" ? dataset : label.name;
}
