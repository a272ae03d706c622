// Finds the run log of a data source. The reader loads on first use.

import type { DataSource } from "../../store/state";
import { isHeader } from "./header";
import type { RunLog } from "./runLog";

/** The run log of a source; null: the source is a data set. */
export async function logOf(source: DataSource, pageUrl: string): Promise<RunLog | null> {
  if (source.type === "server") {
    if (!source.file.log) return null;
    const { serverLog } = await import("./places");
    return serverLog(new URL(source.file.url, pageUrl));
  }
  if (source.type === "generator") return null;
  const [first] = source.files;
  const isZip = source.files.length === 1 && first !== undefined && first.path.toLowerCase().endsWith(".zip");
  if (!isZip && !source.files.some(({ path }) => isHeader(path))) return null;
  const { fileLog, zipLog } = await import("./places");
  return isZip ? zipLog(first.blob) : fileLog(source.files);
}
