// Tables whose columns the reader does not know: the user names them in a dialog.

import { areColumnsUnknown } from "../../domain/columns";
import type { ChosenColumns } from "../../domain/columns";
import type { NamedFile } from "../../engine/calls";
import type { Topology } from "../../engine/topology";
import type { TableView } from "../../protocol";

/** More columns than a user can look through. */
const MAX_COLUMNS = 100;

/**
 * Reads files, and asks for the columns of each table that the reader refuses because of them. null: the user cancelled.
 *
 * `alternatives`: what the rows of a table can be instead of edges.
 */
export async function withColumns<T>(
  topology: Pick<Topology, "tablePreview">,
  files: readonly NamedFile[],
  alternatives: readonly TableView[],
  read: (chosen: readonly ChosenColumns[]) => T,
): Promise<T | null> {
  const chosen: ChosenColumns[] = [];
  for (;;) {
    try {
      return read(chosen);
    } catch (error) {
      const file = areColumnsUnknown(error) && files.find(({ path }) => path === error.table);
      if (!file) throw error;
      const { view, problem } = error;
      const preview = topology.tablePreview(file, [view, ...(view === "edges" ? alternatives : [])]);
      // One row is rather a pasted sentence than a table.
      if (preview.rows.length < 2 || preview.headings.length > MAX_COLUMNS) throw error;
      const { askColumns } = await import("./ColumnsDialog");
      const columns = await askColumns({ file: file.path.replace(/^.*\//, ""), problem, preview });
      if (columns === null) return null;
      chosen.push(columns);
    }
  }
}
