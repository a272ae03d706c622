// Builds the page files of the Python package from a site that `sublevel build` has written:
// `node scripts/notebook.js [SITE]`. The script compresses every file with gzip for the transfer; Python reads widget.js.

import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const www = fileURLToPath(new URL("..", import.meta.url));
const out = join(www, "../python/src/sublevel/page");
const site = resolve(process.argv[2] ?? join(www, "../site"));

/** One file, without hashes in names: addresses come from the page around it. */
async function bundle(entry, define = {}) {
  const plain = { entryFileNames: "[name].js", assetFileNames: "[name][extname]", codeSplitting: false };
  const built = await build({
    root: www,
    define,
    configFile: join(www, "vite.config.ts"),
    logLevel: "error",
    publicDir: false,
    experimental: {
      renderBuiltUrl: (name, { hostType }) =>
        hostType === "js"
          ? {
              runtime: `JSON.parse(document.getElementById("sublevel-files").textContent)[${JSON.stringify(name)}]`,
            }
          : undefined,
    },
    worker: { format: "es", rolldownOptions: { output: plain } },
    build: {
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(www, `src/notebook/${entry}.ts`),
        preserveEntrySignatures: "strict",
        output: plain,
      },
    },
  });
  return [built]
    .flat()
    .flatMap(({ output }) => output)
    .map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]);
}

let training;
try {
  training = JSON.parse(await readFile(join(site, "training.json"), "utf8"));
} catch {
  console.error(
    `${site} has no training.json: build the site first, with cargo run --release -- build --out ${site}`,
  );
  process.exit(1);
}

const files = await bundle("frame");
const names = files.map(([name]) => name);
const [[, widget]] = await bundle("widget", { PAGE_FILES: JSON.stringify(names) });

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await writeFile(join(out, "widget.js"), widget);
for (const [name, content] of files)
  await writeFile(join(out, `${name}.gz`), gzipSync(content, { level: 9 }));

const { options } = JSON.parse(await readFile(join(www, "src/domain/options.json"), "utf8"));
const snake = ({ key }) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
await writeFile(join(out, "settings.json"), JSON.stringify(options.map(snake)));

const module = join(site, training.module);
await writeFile(join(out, "training.js.gz"), gzipSync(await readFile(module), { level: 9 }));
await copyFile(module.replace(/\.js$/, "_bg.wasm.gz"), join(out, "training_bg.wasm.gz"));
console.log(`Wrote ${join(out, "/")}; next: pip install "${dirname(dirname(dirname(out)))}[notebook]"`);
