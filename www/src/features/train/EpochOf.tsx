import { Fragment } from "preact";
import type { JSX } from "preact";

/**
 * Progress of a run as text. The number has space for the digits of the last epoch, so that the text after it does not move.
 */
export function EpochOf({ epoch, epochs }: { epoch: number; epochs: number | null }): JSX.Element {
  return (
    <Fragment>
      Epoch{" "}
      <b class="number epoch-number" style={{ minWidth: `${String(epochs ?? epoch).length}ch` }}>
        {epoch}
      </b>{" "}
      of <span class="number">{epochs ?? "–"}</span>
    </Fragment>
  );
}
