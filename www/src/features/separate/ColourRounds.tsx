import type { JSX } from "preact";
import { useAct, useOwnId, useSlice } from "../context";
import { LABEL_COLOURS } from "../../plots/graph/colouring";
import type { Round } from "../../protocol";
import { CountTable } from "./CountTable";
import { roundOf } from "./rounds";

interface ColourRoundsProps {
  readonly rounds: readonly Round[];
  /** The first round after which the numbers differ; null: none. */
  readonly first: number | null;
}

/** Maximum number of rows of a round. */
const MOST = 60;

/** Colour refinement round by round, with the numbers of vertices of each colour. */
export function ColourRounds({ rounds, first }: ColourRoundsProps): JSX.Element {
  const act = useAct();
  const separation = useSlice(({ view }) => view.separation);
  const id = useOwnId();
  const last = rounds.length - 1;
  const round = Math.min(separation.round ?? last, last);
  const { classes } = roundOf(rounds, round);
  return (
    <>
      <p class="separate-row fields">
        <label for={id}>Round</label>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={round}
          disabled={last === 0}
          onInput={({ currentTarget }) => {
            const chosen = Number(currentTarget.value);
            const next = { ...separation, round: chosen === last ? null : chosen };
            act({ type: "view", change: { separation: next } });
          }}
        />
        <output for={id}>
          {round} of {last}
          {first !== null && round >= first && ", the numbers differ"}
        </output>
      </p>
      <CountTable
        names={["Colour"]}
        rows={classes.slice(0, MOST).map(({ counts }, place) => ({ cells: [place + 1], counts }))}
      />
      {classes.length > MOST && (
        <p class="model-hint">
          The first {MOST} of {classes.length} colours.
        </p>
      )}
      {classes.length > LABEL_COLOURS.length && (
        <p class="model-hint">
          The graphs show {LABEL_COLOURS.length} colours at once; the other vertices are grey.
        </p>
      )}
    </>
  );
}
