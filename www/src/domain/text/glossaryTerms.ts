// Read when the page is built: import it as `./glossaryTerms.ts?built`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Each term of docs/glossary.md with its definition: a heading of level 3 lists the names of a term, the paragraph below defines it. */
export function readGlossary(markdown: string): Map<string, string> {
  const terms = new Map<string, string>();
  for (const entry of markdown.split(/^### /m).slice(1)) {
    const [names = "", definition = ""] = entry.split(/\n\n/);
    for (const name of names.split(", ")) {
      if (terms.has(name)) throw new Error(`docs/glossary.md defines ${name} twice`);
      terms.set(name, definition.trim().replace(/\s+/g, " "));
    }
  }
  return terms;
}

const FILE = fileURLToPath(new URL("../../../../docs/glossary.md", import.meta.url));

export default Object.fromEntries(readGlossary(readFileSync(FILE, "utf8")));
