import type { JSX } from "preact";
import { useShown } from "../../../ui/context";
import type { PointCloud } from "../../../domain/graph/subject";
import { CopyLink } from "../editor/CopyLink";
import { MenuItem } from "../editor/MenuItem";
import { saveFile } from "../../../ui/files/disk";
import { barsCsv, barsGudhi, pointsCsv } from "./exportPoints";
import { pointsJson } from "../../../ui/files/jsonPoints";

/** The files of the points in view. */
export function PointsExport({ cloud }: { readonly cloud: PointCloud }): JSX.Element {
  const { growing } = useShown();
  const bars = growing?.bars ?? [];
  const name = cloud.title.toLowerCase().replaceAll(/[^\w.-]+/g, "-");
  const what = cloud.weighted ? "Edges" : "Points";
  const save = (suffix: string, text: string): void =>
    saveFile(
      `${name}${suffix}`,
      new Blob([text], { type: `text/${suffix.endsWith(".json") ? "json" : "csv"};charset=utf-8` }),
    );
  return (
    <>
      <h2 class="popover-title">Export</h2>
      <ul class="editor-menu">
        <MenuItem
          title={what}
          text={`CSV, for sublevel barcode ${cloud.weighted ? "--edge-filter --clique" : `--${cloud.complex}`}`}
          onChoose={() => save(".csv", pointsCsv(cloud))}
        />
        <MenuItem
          title={what}
          text="JSON, which the page and the command line open"
          onChoose={() => save(".json", pointsJson(cloud))}
        />
        {growing && (
          <MenuItem
            title="Bars"
            text="JSON, as the command line writes them"
            onChoose={() => save(`-${cloud.complex}-bars.json`, growing.json())}
          />
        )}
        <MenuItem
          title="Bars"
          text="CSV, with their edges and triangles"
          onChoose={() => save(`-${cloud.complex}-bars.csv`, barsCsv(bars))}
        />
        <MenuItem
          title="Bars"
          text="text file of GUDHI"
          onChoose={() => save(`-${cloud.complex}.pers`, barsGudhi(bars))}
        />
        <CopyLink />
      </ul>
    </>
  );
}
