import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useSlice } from "../../context";
import type { Part } from "../../../protocol";
import type { CoordinateId } from "../../../store/state";
import { Switch } from "../../shell/Switch";
import { standing } from "../answers";
import { partsOf } from "../parts";
import { useAnalysis } from "../useAnalysis";
import { describeImportance, IMPORTANCE, importanceRows } from "./importance";
import type { ImportanceRow, ImportanceWords } from "./importance";

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
