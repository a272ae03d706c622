import * as pkg from "../../pkg/topology.js";
import wasmUrl from "../../pkg/topology_bg.wasm?url";
import { createTopology } from "./topology";
import type { Topology } from "./topology";
import type { TopologyModule } from "./topologyModule";

/** Persistence on the main thread; resolves after its WebAssembly is loaded. */
export async function loadTopology(): Promise<Topology> {
  const module = pkg as unknown as TopologyModule & {
    default(options: { module_or_path: string }): Promise<unknown>;
  };
  await module.default({ module_or_path: wasmUrl });
  return createTopology(module);
}
