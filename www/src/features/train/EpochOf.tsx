import { Fragment } from "preact";
import type { JSX } from "preact";

/** How far a run is, in words; the number grows into room for the last epoch, so that what stands behind it stays. */
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
