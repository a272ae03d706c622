// Read when the page is built: import it as `./glossaryTerms.ts?built`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readGlossary } from "./readGlossary";

const FILE = fileURLToPath(new URL("../../../../docs/glossary.md", import.meta.url));

export default Object.fromEntries(readGlossary(readFileSync(FILE, "utf8")));
