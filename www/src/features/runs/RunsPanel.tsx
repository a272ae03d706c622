import type { JSX } from "preact";
import { PanelHeading } from "../model/PanelHeading";
import { RunList } from "./RunList";

const TITLE = "Which runs are there?";
const HELP = {
  title: TITLE,
  text: "The browser stores each run with its weights, its curves and its settings. Open a run to continue or to inspect it. Runs with a name stay until you delete them. Of the others, the browser keeps the last twelve. Export writes a weights file that this page and the command line open.",
} as const;

/** The runs of this browser, with the run in view first. */
export function RunsPanel(): JSX.Element {
  return (
    <section class="model-panel" aria-label={TITLE}>
      <PanelHeading title={TITLE} help={HELP} table={null} />
      <RunList title={null} />
    </section>
  );
}
