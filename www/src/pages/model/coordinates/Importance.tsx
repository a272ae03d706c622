import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useSlice } from "../../../ui/context";
import type { Part, PartImportance, ReadoutImportance, Task } from "../../../protocol";
import type { CoordinateId } from "../../../store/state";
import { Switch } from "../../../ui/Switch";
import { Chance } from "../Doubt";
import { partsOf, nameOfPart } from "../parts";
import { useAnalysis, standing } from "../../../ui/useAnalysis";
import { formatCount, formatShare, plural } from "../../../domain/text/format";
import { formatNumber } from "../../../domain/training/metric";
import { formatScore } from "../../../domain/contributions/bars";
import { BARCODES } from "./words";

/** Functions in the table. */
const FIRST = 10;

interface ImportanceProps {
  readonly chosen: CoordinateId | null;
  readonly onChoose: (id: CoordinateId) => void;
}

/** The importance of coordinate functions and barcodes over all graphs of a part; computed when opened. */
export function Importance(props: ImportanceProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const hasOneClass = useSlice(({ data }) => data?.summary.classes.length === 1);
  return (
    <details class="importance" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Importance over all graphs of a part</summary>
      {open &&
        (hasOneClass ? (
          <p class="importance-sentence">
            The importance is a share of the lead of one class over another, and the data set has one class.
          </p>
        ) : (
          <OfPart {...props} />
        ))}
    </details>
  );
}

function OfPart({ chosen, onChoose }: ImportanceProps): JSX.Element {
  const rows = useSlice(({ data }) => data?.rows ?? []);
  const task = useSlice(({ run }) => run?.summary.task ?? "classification");
  const words = IMPORTANCE[task];
  const offered = useMemo(() => partsOf(rows), [rows]);
  const [wanted, setWanted] = useState<Part>("test");
  const part = (offered.find(({ id }) => id === wanted) ?? offered[0])?.id ?? "test";
  const { result, waiting, error } = useAnalysis("importances", [part]);
  const found = useMemo(() => result && importanceRows(result.answer), [result]);
  return (
    <div aria-busy={waiting}>
      <Switch legend="Part of the split" choices={offered} chosen={part} onChoose={setWanted} />
      <p class="importance-sentence">
        {result && error === null ? describeImportance(result.answer, part, task) : standing(waiting, error)}
      </p>
      {result && error === null && <Chance part={part} />}
      {found && (
        <table class="view-table importance-table">
          <caption>
            Contribution: mean absolute contribution to the {words.of}. Without it: each graph has the mean of
            all in its place. The first {FIRST} functions.
          </caption>
          <thead>
            <tr>
              <th scope="col">Part of the readout</th>
              <th scope="col">Contribution</th>
              <th scope="col">{words.metric}</th>
              <th scope="col">{words.changed}</th>
            </tr>
          </thead>
          <tbody>
            {[...found.barcodes, ...found.functions.slice(0, FIRST)].map((row) => (
              <Row key={row.name} row={row} words={words} chosen={row.id === chosen} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface RowProps {
  readonly row: ImportanceRow;
  readonly words: ImportanceWords;
  readonly chosen: boolean;
  readonly onChoose: (id: CoordinateId) => void;
}

function Row({ row, words, chosen, onChoose }: RowProps): JSX.Element {
  const { id, name, contribution, metric, changed } = row;
  return (
    <tr>
      <th scope="row">
        {id === null ? (
          name
        ) : (
          <button type="button" class="why-open" aria-pressed={chosen} onClick={() => onChoose(id)}>
            {name}
          </button>
        )}
      </th>
      <td>{words.format(contribution)}</td>
      <td>{words.formatMetric(metric)}</td>
      <td>{words.formatChanged(changed)}</td>
    </tr>
  );
}

// The importance of the readout over a part of the split: the rows of its table, and a sentence.

interface ImportanceRow {
  readonly name: string;
  /** null: all functions of a barcode. */
  readonly id: CoordinateId | null;
  readonly contribution: number;
  /** Accuracy, or mean absolute error, without it. */
  readonly metric: number;
  /** Number of changed classes, or mean absolute change of the prediction. */
  readonly changed: number;
}

/** The words and formats of the table. */
interface ImportanceWords {
  /** The quantity that parts of the readout contribute to. */
  readonly of: string;
  readonly metric: string;
  readonly changed: string;
  readonly format: (contribution: number) => string;
  readonly formatMetric: (metric: number) => string;
  readonly formatChanged: (changed: number) => string;
  /** "80.0 % are right and the mean lead of the prediction is 1.25" */
  readonly summary: (found: PartImportance) => string;
}

const IMPORTANCE: Readonly<Record<Task, ImportanceWords>> = {
  classification: {
    of: "lead of the predicted class over the next one",
    metric: "Right without it",
    changed: "Changed predictions",
    format: formatScore,
    formatMetric: formatShare,
    formatChanged: formatCount,
    summary: ({ metric, margin }) =>
      `${formatShare(metric)} are right and the mean lead of the prediction is ${formatScore(margin)}`,
  },
  regression: {
    of: "prediction",
    metric: "Error (MAE) without it",
    changed: "Mean change of the prediction",
    format: formatNumber,
    formatMetric: formatNumber,
    formatChanged: formatNumber,
    summary: ({ metric }) => `the mean absolute error is ${formatNumber(metric)}`,
  },
};

/** All barcodes, and their coordinate functions, each by descending contribution. */
export function importanceRows({ names, sizes, barcodes, functions }: PartImportance): {
  readonly barcodes: readonly ImportanceRow[];
  readonly functions: readonly ImportanceRow[];
} {
  const row = (of: ReadoutImportance, at: number, name: string, id: CoordinateId | null): ImportanceRow => ({
    name,
    id,
    contribution: of.contributions[at]!,
    metric: of.metrics[at]!,
    changed: of.changed[at]!,
  });
  const inOrder = (rows: ImportanceRow[]): readonly ImportanceRow[] =>
    rows.sort((a, b) => b.contribution - a.contribution);
  let before = 0;
  const own = sizes.flatMap((size, place) => {
    const barcode = names[place]!;
    const first = before;
    before += size;
    return Array.from({ length: size }, (_, k) =>
      row(functions, first + k, `${BARCODES[barcode]}, no. ${k + 1}`, `${barcode}:${k + 1}`),
    );
  });
  return {
    barcodes: inOrder(sizes.map((_, at) => row(barcodes, at, `${BARCODES[names[at]!]}, all bars`, null))),
    functions: inOrder(own),
  };
}

/** "Over 45 test graphs, 80.0 % are right and the mean lead of the prediction is 1.25." */
export function describeImportance(found: PartImportance, part: Part, task: Task): string {
  const { graphs } = found;
  if (graphs === 0) return `There are no ${nameOfPart(part)} graphs.`;
  const all = plural(graphs, `${nameOfPart(part)} graph`, `${nameOfPart(part)} graphs`);
  return `Over ${all}, ${IMPORTANCE[task].summary(found)}.`;
}
