// Tables whose columns the reader does not know: the user names them in a dialog.

import { areColumnsUnknown } from "../../domain/columns";
import type { ChosenColumns } from "../../domain/columns";
import type { NamedFile } from "../../engine/calls";
import type { TablePreview, TableView } from "../../protocol";

/** More columns than a user can look through. */
const MAX_COLUMNS = 100;

/**
 * Reads files, and asks for the columns of each table that the reader refuses because of them. null: the user cancelled.
 *
 * `alternatives`: what the rows of a table can be instead of edges. `previewOf`: the beginning of a table as one of these views.
 */
export async function withColumns<T>(
  files: readonly NamedFile[],
  alternatives: readonly TableView[],
  read: (chosen: readonly ChosenColumns[]) => T | Promise<T>,
  previewOf: (file: NamedFile, views: readonly TableView[]) => Promise<TablePreview | null>,
): Promise<T | null> {
  const chosen: ChosenColumns[] = [];
  for (;;) {
    try {
      return await read(chosen);
    } catch (error) {
      const file = areColumnsUnknown(error) && files.find(({ path }) => path === error.table);
      if (!file) throw error;
      const { view, problem } = error;
      const preview = await previewOf(file, [view, ...(view === "edges" ? alternatives : [])]);
      if (preview === null) return null;
      // One row is rather a pasted sentence than a table.
      if (preview.rows.length < 2 || preview.headings.length > MAX_COLUMNS) throw error;
      const { askColumns } = await import("./ColumnsDialog");
      const columns = await askColumns({ file: file.path.replace(/^.*\//, ""), problem, preview });
      if (columns === null) return null;
      chosen.push(columns);
    }
  }
}
