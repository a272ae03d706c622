import type { JSX } from "preact";
import { useApp, useSlice } from "../context";
import { lastRunOf } from "../../store/runHistory";
import { describeStored, shortly } from "./runWords";
import "./runs.css";

/** Offers the last run of the data set in place of one that has not begun; `brief`: in one line. */
export function LastRun({ brief = false }: { readonly brief?: boolean }): JSX.Element | null {
  const { services } = useApp();
  const last = useSlice(lastRunOf);
  if (!last) return null;
  const name = last.name ? `“${last.name}”` : "Last run";
  return (
    <p class={brief ? "last-run last-run-brief" : "last-run"} title={describeStored(last)} data-unpictured>
      <span class="number">
        {brief ? `${name}: ${shortly(last)}` : `${name} on ${last.dataset}: ${describeStored(last)}.`}
      </span>
      <button type="button" class="button" onClick={() => void services.savedRuns.continue(last.id, "ui")}>
        Open this run
      </button>
    </p>
  );
}
