import type { JSX } from "preact";
import type { Candidate, Candidates } from "./candidates";

interface ChoosePairProps {
  readonly candidates: Candidates;
  readonly chosen: readonly [Candidate, Candidate | null];
  readonly onChoose: (place: 0 | 1, key: string) => void;
}

/** Selects the two runs to compare; disabled options state the reason. */
export function ChoosePair({ candidates, chosen, onChoose }: ChoosePairProps): JSX.Element {
  return (
    <div class="compare-choice fields" data-picture>
      {([0, 1] as const).map((place) => (
        <label key={place}>
          <b>{"AB"[place]}</b>
          <select
            aria-label={place === 0 ? "Run A" : "Run B"}
            value={chosen[place]?.key ?? ""}
            onChange={({ currentTarget: { value } }) => onChoose(place, value)}
          >
            {chosen[place] === null && <option value="">nothing yet</option>}
            <Choice candidate={candidates.view} />
            {candidates.kept.length > 0 && (
              <optgroup label="Runs stored in this browser">
                {candidates.kept.map((candidate) => (
                  <Choice key={candidate.key} candidate={candidate} />
                ))}
              </optgroup>
            )}
            {candidates.epochs.length > 0 && (
              <optgroup label="Epochs of the run in view">
                {candidates.epochs.map((candidate) => (
                  <Choice key={candidate.key} candidate={candidate} />
                ))}
              </optgroup>
            )}
          </select>
        </label>
      ))}
    </div>
  );
}

function Choice({ candidate: { key, title, refused } }: { readonly candidate: Candidate }): JSX.Element {
  return (
    <option value={key} disabled={refused !== null}>
      {title}
    </option>
  );
}
