/** Whether a file is the header of a run log, by its name. */
export function isHeader(path: string): boolean {
  return path.split("/").at(-1) === "run-log.json";
}
