import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { saveFile } from "../../../ui/files/disk";
import type { ComparisonBlock, SettingsComparison } from "../../../protocol";
import { IntervalPlot } from "./IntervalPlot";
import "../../../ui/numbers.css";

const FORMATS = [
  { title: "LaTeX", key: "latex", ending: "tex", type: "application/x-tex" },
  { title: "CSV", key: "csv", ending: "csv", type: "text/csv" },
  { title: "Markdown", key: "markdown", ending: "md", type: "text/markdown" },
] as const;

/** Whether one setting is better than another, with the tables of `sublevel compare`. */
export function Answer({ compared }: { readonly compared: SettingsComparison }): JSX.Element {
  const several = compared.sections.length > 1;
  return (
    <section class="experiment-answer" aria-label="Comparison of the settings">
      {compared.sections.map((section, place) => (
        <div key={place} class="experiment-section">
          {several && section.blocks.slice(0, 1).map((title, i) => <Block key={i} block={title} />)}
          {section.answer === null ? (
            <p class="model-hint">With a second setting, this line tells whether one is better.</p>
          ) : (
            <>
              <p class="experiment-sentence" data-picture>
                {section.answer}
              </p>
              <IntervalPlot section={section} />
            </>
          )}
          {section.blocks.slice(1).map((block, i) => (
            <Block key={i} block={block} />
          ))}
        </div>
      ))}
      {compared.remarks.map((remark) => (
        <p key={remark} class="model-hint">
          {remark}
        </p>
      ))}
      <div class="fold-buttons">
        <Saving compared={compared} />
      </div>
      <details class="fold-about">
        <summary>Method</summary>
        {compared.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </details>
    </section>
  );
}

function Saving({ compared }: { readonly compared: SettingsComparison }): JSX.Element {
  const data = useSlice(({ folds }) => folds?.file?.data ?? "runs");
  const name = compared.sections.length === 1 ? data : "runs";
  return (
    <>
      {FORMATS.map(({ title, key, ending, type }) => (
        <button
          key={key}
          type="button"
          class="button"
          title={`Save the comparison as ${title}`}
          onClick={() =>
            saveFile(
              `${name}-comparison.${ending}`,
              new Blob([compared[key]], { type: `${type};charset=utf-8` }),
            )
          }
        >
          {title}
        </button>
      ))}
    </>
  );
}

function Block({ block }: { readonly block: ComparisonBlock }): JSX.Element {
  switch (block.type) {
    case "title":
      return <h3 class="fail-heading">{block.value}</h3>;
    case "text":
      return <p class="model-hint">{block.value}</p>;
    case "list":
      return (
        <ul class="experiment-sentences">
          {block.value.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case "table": {
      const { header, left, rows } = block.value;
      const side = (column: number): "left" | "right" => (column < left ? "left" : "right");
      const label = header.find((title) => title !== "") ?? "";
      return (
        <div class="table-scroll" tabIndex={0} role="region" aria-label={`Table: ${label}`}>
          <table class="numbers-table experiment-table">
            <thead>
              <tr>
                {header.map((title, column) =>
                  title === "" ? (
                    <td key={column} />
                  ) : (
                    <th key={column} scope="col" style={{ textAlign: side(column) }}>
                      {title}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {row.map((text, column) =>
                    column === 0 ? (
                      <th key={column} scope="row">
                        {text}
                      </th>
                    ) : (
                      <td
                        key={column}
                        class={column < left ? undefined : "number"}
                        style={{ textAlign: side(column) }}
                      >
                        {text}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
  }
}
