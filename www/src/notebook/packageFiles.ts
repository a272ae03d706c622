// The files of the Python package. The kernel sends them compressed, and they get URLs that only this document knows. A
// notebook need not run on the same computer as its kernel, and no network request is necessary.

import type { Model } from "./messages";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  js: "text/javascript",
  wasm: "application/wasm",
};

export interface PackageFile {
  readonly url: string;
  /** Its size. */
  readonly bytes: number;
}

export class PackageFiles {
  readonly #model: Pick<Model, "on" | "send">;
  readonly #names: readonly string[];
  readonly #files = new Map<string, Promise<PackageFile>>();
  readonly #waiting = new Map<string, (bytes: ArrayBuffer) => void>();

  /** `names`: the files whose URLs the page has from the start. */
  constructor(model: Pick<Model, "on" | "send">, names: readonly string[]) {
    this.#model = model;
    this.#names = names;
    model.on("msg:custom", (content, [buffer]) => {
      if (content.type !== "file" || !buffer) return;
      const { byteOffset, byteLength } = buffer;
      const bytes = buffer.buffer.slice(byteOffset, byteOffset + byteLength);
      this.#waiting.get(content.name)?.(bytes);
    });
  }

  /** A file, after it arrives. */
  file(name: string): Promise<PackageFile> {
    let file = this.#files.get(name);
    if (!file) {
      file = this.#fetch(name);
      this.#files.set(name, file);
    }
    return file;
  }

  /** The URL of a separate page. */
  async page(): Promise<string> {
    const urls = await Promise.all(
      this.#names.map(async (name) => [name, (await this.file(name)).url] as const),
    );
    const { "frame.js": script, "style.css": style, ...rest } = Object.fromEntries(urls);
    const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Sublevel</title>
    <link rel="stylesheet" href="${style}" />
    <script type="application/json" id="sublevel-files">${JSON.stringify(rest)}</script>
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="${script}"></script>
  </body>
</html>`;
    return URL.createObjectURL(new Blob([html], { type: "text/html" }));
  }

  async #fetch(name: string): Promise<PackageFile> {
    const packed = await new Promise<ArrayBuffer>((resolve) => {
      this.#waiting.set(name, resolve);
      this.#model.send({ type: "file", name });
    });
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = await new Response(stream).arrayBuffer();
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "";
    return { url: URL.createObjectURL(new Blob([bytes], { type })), bytes: bytes.byteLength };
  }
}
