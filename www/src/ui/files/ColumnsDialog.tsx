import { render } from "preact";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { completed, shownTable, withWord } from "../../domain/columns";
import type { ChosenColumns } from "../../domain/columns";
import { asSentence } from "../../domain/text/format";
import type { TablePreview, TableView } from "../../protocol";
import "./columns.css";

interface ColumnsQuestion {
  readonly file: string;
  /** Why the reader does not know the columns: a sentence, or what the table has. */
  readonly problem: string;
  readonly preview: TablePreview;
}

const VIEWS: Readonly<Record<TableView, string>> = { edges: "Edges", values: "Values", points: "Points" };

/** Asks which column of a table is which; null: the user cancelled. */
export function askColumns(question: ColumnsQuestion): Promise<ChosenColumns | null> {
  return new Promise((resolve) => {
    const place = document.createElement("div");
    document.body.append(place);
    const answer = (columns: ChosenColumns | null): void => {
      render(null, place);
      place.remove();
      resolve(columns);
    };
    render(<ColumnsDialog {...question} onAnswer={answer} />, place);
  });
}

interface Props extends ColumnsQuestion {
  readonly onAnswer: (columns: ChosenColumns | null) => void;
}

function ColumnsDialog({ file, problem, preview, onAnswer }: Props): JSX.Element {
  const { roles } = preview;
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<ChosenColumns | null>(null);
  const [words, setWords] = useState<readonly string[]>(preview.suggested);
  const [hasHeading, setHasHeading] = useState(preview.hasHeading);
  // The browser keeps the focus inside and closes the dialog on Escape; the focus then returns.
  useEffect(() => dialog.current!.showModal(), []);
  const state = completed(roles, words);
  const missing = "missing" in state ? state.missing : "";
  const { headings, rows } = shownTable(preview, hasHeading);
  const views = [...new Set(roles.map(({ view }) => view))];
  return (
    <dialog
      ref={dialog}
      class="columns-dialog"
      translate={false}
      aria-labelledby="columns-title"
      aria-describedby="columns-problem"
      onClose={() => onAnswer(answer.current)}
      // The page behind has keys of its own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        method="dialog"
        onSubmit={() => {
          if ("view" in state) answer.current = { view: state.view, words, hasHeading };
        }}
      >
        <h2 id="columns-title">Columns of {file}</h2>
        <p id="columns-problem">
          {asSentence(problem.replace(/^has /, "the table has "))} Choose what each column is.
        </p>
        <label class="columns-heading">
          <input
            type="checkbox"
            checked={hasHeading}
            onChange={({ currentTarget }) => setHasHeading(currentTarget.checked)}
          />
          The first row names the columns
        </label>
        <div class="columns-table">
          <table>
            <caption class="visually-hidden">The first rows</caption>
            <thead>
              <tr>
                {headings.map((heading, column) => (
                  <td key={column}>
                    <select
                      aria-label={`Content of ${heading}`}
                      autofocus={column === 0}
                      value={words[column]}
                      onChange={({ currentTarget }) =>
                        setWords(withWord(roles, words, column, currentTarget.value))
                      }
                    >
                      <option value="">Not used</option>
                      {views.map((view) => (
                        <optgroup key={view} label={VIEWS[view]}>
                          {roles
                            .filter((role) => role.view === view)
                            .map(({ word, label }) => (
                              <option key={word} value={word}>
                                {label}
                              </option>
                            ))}
                        </optgroup>
                      ))}
                    </select>
                  </td>
                ))}
              </tr>
              <tr>
                {headings.map((heading, column) => (
                  <th key={column} scope="col" data-used={words[column] !== ""}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, place) => (
                <tr key={place}>
                  {row.map((cell, column) => (
                    <td key={column} data-used={words[column] !== ""}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p id="columns-missing" class="columns-missing" role="status">
          {missing}
        </p>
        <div class="columns-actions">
          <button type="button" class="button" onClick={() => dialog.current!.close()}>
            Cancel
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={missing !== ""}
            aria-describedby="columns-missing"
          >
            Open
          </button>
        </div>
      </form>
    </dialog>
  );
}
