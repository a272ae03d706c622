import type { JSX } from "preact";
import { DownloadIcon } from "../../../ui/icons";
import { lazily } from "../../../ui/lazily";
import { Popover } from "../../../ui/Popover";

// Loaded when the menu is first opened.
const ExportItems = lazily(() => import("./ExportItems").then((module) => module.ExportItems));

/** Exports the graph in view as a file or a link. */
export function ExportMenu(): JSX.Element {
  return (
    <Popover label="Export" button={<DownloadIcon />} buttonClass="button icon-button export-button" onDemand>
      <ExportItems />
    </Popover>
  );
}
