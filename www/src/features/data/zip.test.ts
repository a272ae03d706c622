import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createTopology } from "../../engine/topology";
import type { TopologyModule } from "../../engine/topologyModule";
import { zip } from "./zip";

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
const LOOSE = [
  file("toy/TOY_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n"),
  file("toy/TOY_graph_indicator.txt", "1\n1\n2\n2\n"),
  file("toy/TOY_graph_labels.txt", "0\n1\n"),
];

it("has every file whole, and a directory at its end", async () => {
  const bytes = new Uint8Array(await zip(LOOSE).arrayBuffer());
  const text = new TextDecoder("latin1").decode(bytes);
  expect(text.startsWith("PK\u0003\u0004")).toBe(true);
  for (const { path, bytes: content } of LOOSE) {
    expect(text).toContain(path + new TextDecoder().decode(content));
  }
  const end = new DataView(bytes.buffer, bytes.length - 22);
  expect(end.getUint32(0, true)).toBe(0x06054b50);
  expect(end.getUint16(10, true)).toBe(LOOSE.length);
  expect(end.getUint32(12, true) + end.getUint32(16, true)).toBe(bytes.length - 22);
});

const WASM = new URL("../../../pkg/topology_bg.wasm", import.meta.url);

it.skipIf(!existsSync(WASM))("is one that the reader of data sets reads", async () => {
  const js = new URL("../../../pkg/topology.js", import.meta.url);
  const module = (await import(/* @vite-ignore */ js.href)) as TopologyModule & {
    initSync(options: { module: Uint8Array }): void;
  };
  module.initSync({ module: readFileSync(WASM) });
  const bytes = new Uint8Array(await zip(LOOSE).arrayBuffer());
  expect(createTopology(module).open([{ path: "toy.zip", bytes }])).toEqual({ type: "dataset" });
  expect(createTopology(module).open(LOOSE)).toEqual({ type: "dataset" });
});
