import type { JSX } from "preact";
import { useOwnId } from "../context";
import type { Comparison, DescriptorSummary } from "../../protocol";
import { VERDICTS } from "./verdicts";

interface DescriptorTableProps {
  readonly descriptors: readonly DescriptorSummary[];
  /** The results so far, by id. */
  readonly found: Readonly<Record<string, Comparison>>;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** A row for each descriptor with its verdict; one row is chosen. */
export function DescriptorTable({ descriptors, found, chosen, onChoose }: DescriptorTableProps): JSX.Element {
  const name = useOwnId();
  return (
    <fieldset class="separate-descriptors">
      <legend class="model-title">Descriptors</legend>
      {descriptors.map(({ id, label, help }) => {
        const comparison = found[id];
        return (
          <label key={id} class="separate-descriptor" title={help}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
            />
            <span class="separate-label">{label}</span>
            <span class={`separate-verdict ${comparison?.verdict ?? "pending"}`}>
              {comparison ? (
                <>
                  <span aria-hidden="true">{VERDICTS[comparison.verdict].mark}</span>{" "}
                  {VERDICTS[comparison.verdict].word}
                </>
              ) : (
                "…"
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
