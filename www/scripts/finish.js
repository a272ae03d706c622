// Finishes a built page: `sizes.json` with the sizes of the WebAssembly, for the progress while it arrives
// (a compressed answer does not tell), and NAME.br and NAME.gz beside every file that compresses well, so
// that a server sends compressed files without compressing any.

import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm"]);

const [folder] = process.argv.slice(2);

async function files(endings) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && endings.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function writeSizes() {
  const sizes = {};
  for (const path of await files(new Set([".wasm"]))) {
    sizes[relative(folder, path).replaceAll("\\", "/")] = (await stat(path)).size;
  }
  await writeFile(join(folder, "sizes.json"), JSON.stringify(sizes));
}

async function compress(path) {
  const content = await readFile(path);
  const brotli = promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const gzipped = promisify(gzip)(content, { level: 9 });
  await Promise.all([writeFile(`${path}.br`, await brotli), writeFile(`${path}.gz`, await gzipped)]);
}

await writeSizes();
await Promise.all((await files(COMPRESSIBLE)).map(compress));
