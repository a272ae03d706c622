import type { JSX } from "preact";
import { useSlice } from "../../context";
import { filterName } from "../../../domain/settings/settingWords";
import { sentence } from "../../../domain/text/format";
import type { TrainingConfig } from "../../../protocol";
import { agreementOf } from "./agreement";
import type { BesideFound } from "./useBeside";

interface BesideChoiceProps {
  /** null: none. */
  readonly chosen: TrainingConfig["fixedFilter"] | null;
  readonly found: BesideFound | null;
  readonly others: string;
  readonly onChoose: (fixed: TrainingConfig["fixedFilter"] | null) => void;
}

/** A fixed filter beside the one of the model, and how far they agree. */
export function BesideChoice({ chosen, found, others, onChoose }: BesideChoiceProps): JSX.Element {
  const offered = useSlice(({ data }) => data?.summary.fixedFilters);
  return (
    <>
      <label class="pair-choice">
        <span>Compare f with a fixed filter</span>
        <select
          aria-label="Fixed filter beside f"
          value={chosen ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChoose(offered?.find((filter) => filter === value) ?? null)
          }
        >
          <option value="">none</option>
          {offered?.map((filter) => (
            <option key={filter} value={filter}>
              {filterName(filter)}
            </option>
          ))}
        </select>
      </label>
      {found && (
        <p class="beside-agreement" aria-live="polite">
          {found.error !== null
            ? sentence(found.error)
            : found.comparison
              ? agreementOf(found.name, found.comparison, others)
              : "Comparing …"}
        </p>
      )}
    </>
  );
}
