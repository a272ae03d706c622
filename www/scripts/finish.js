// Finishes a built page: writes a list of its files for its service worker, then NAME.br and NAME.gz beside every file that
// compresses well. A server then sends compressed files without compressing any.

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm"]);

/** Bytes from which on the last percents of compression would take most of a minute. */
const LARGE = 4e6;

const [folder] = process.argv.slice(2);

const OFFLINE = "offline.js";
const CONTENTS = "offline.json";

async function files() {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Names the files of the page, and a number that changes with any of them. */
async function writeContents(paths) {
  const named = paths.map((path) => [relative(folder, path).split(sep).join("/"), path]).sort();
  const hash = createHash("sha256");
  for (const [name, path] of named) hash.update(`${name}\n`).update(await readFile(path));
  // The documentation is not stored for offline use: most visitors never open it.
  const files = named
    .map(([name]) => name)
    .filter((name) => ![OFFLINE, "index.html"].includes(name) && !name.startsWith("docs/"));
  const contents = { build: hash.digest("hex").slice(0, 16), files };
  await writeFile(join(folder, CONTENTS), JSON.stringify(contents));
}

async function compress(path) {
  const content = await readFile(path);
  const brotli = promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: content.length < LARGE ? 11 : 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const gzipped = promisify(gzip)(content, { level: 9 });
  await Promise.all([writeFile(`${path}.br`, await brotli), writeFile(`${path}.gz`, await gzipped)]);
}

const built = await files();
// The training module is a separate folder, without a service worker.
if (built.includes(join(folder, OFFLINE))) await writeContents(built);
await Promise.all(built.filter((path) => COMPRESSIBLE.has(extname(path))).map(compress));
