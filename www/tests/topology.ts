// The topology module for unit tests, if `pkg/` is built; `cargo test` always builds it.

import { existsSync, readFileSync } from "node:fs";
import { createTopology } from "../src/engine/topology";
import type { Topology } from "../src/engine/topology";
import type { TopologyModule } from "../src/engine/topologyModule";

const JS = new URL("../pkg/topology.js", import.meta.url);
const WASM = new URL("../pkg/topology_bg.wasm", import.meta.url);

export const isBuilt = existsSync(WASM);

export async function builtTopology(): Promise<Topology> {
  return createTopology(await builtModule());
}

export async function builtModule(): Promise<TopologyModule> {
  const module = (await import(/* @vite-ignore */ JS.href)) as TopologyModule & {
    initSync(options: { module: Uint8Array }): void;
  };
  module.initSync({ module: readFileSync(WASM) });
  return module;
}
