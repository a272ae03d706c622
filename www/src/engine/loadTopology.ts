import * as pkg from "../../pkg/topology.js";
import wasmUrl from "../../pkg/topology_bg.wasm?url";
import { createTopology } from "./topology";
import type { Topology } from "./topology";
import type { TopologyModule } from "./topologyModule";

/** Persistence on the main thread; resolves after its WebAssembly is loaded. */
export async function loadTopology(): Promise<Topology> {
  const module = pkg as unknown as TopologyModule & {
    default(options: { module_or_path: Response }): Promise<unknown>;
  };
  const response = await fetch(wasmUrl);
  // Some servers send their start page in place of a missing file.
  if (!response.ok || response.headers.get("content-type")?.startsWith("text/html"))
    throw new Error(
      `The server does not have the file ${wasmUrl.split("/").at(-1)} (status ${response.status}): put the whole folder of the built site there.`,
    );
  await module.default({ module_or_path: response });
  return createTopology(module);
}
