// The formats that the crate reads, from its table: `options.json` is generated from src/config/options.rs.

import OPTIONS from "./options.json";

type Holds = "graph" | "dataset" | "other";

/** The endings of the files of some kind, with the dot. */
export function endingsOf(holds: Holds): readonly string[] {
  const formats = OPTIONS.formats.filter((format) => format.holds === holds);
  return formats.flatMap(({ endings }) => endings.map((ending) => `.${ending}`));
}

/** Whether a file, compressed or not, is part of a data set by its name: by its ending, or as a text file of a TU data set. */
export function isDatasetName(name: string): boolean {
  const lower = name.toLowerCase().replace(/\.gz$/, "");
  return lower.endsWith("_a.txt") || endingsOf("dataset").some((ending) => lower.endsWith(ending));
}
