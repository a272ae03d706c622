/// <reference lib="webworker" />
// Searches small graphs in a worker, so that the page stays responsive. The page terminates the worker.

import * as pkg from "../../pkg/topology.js";
import wasmUrl from "../../pkg/topology_bg.wasm?url";
import { messageOf } from "../domain/text/format";
import { classesOf } from "./graphSearch";
import type { Search, SearchReply } from "./graphSearch";
import type { TopologyModule } from "./topologyModule";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const module = pkg as unknown as Pick<TopologyModule, "searchGraphs"> & {
  default(options: { module_or_path: string }): Promise<unknown>;
};

scope.onmessage = ({ data }: MessageEvent<Search>) => {
  const tell = (reply: SearchReply): void => scope.postMessage(reply);
  const run = async (): Promise<void> => {
    await module.default({ module_or_path: wasmUrl });
    for (let vertices = data.from; vertices <= data.to; vertices++) {
      const classes = classesOf(module.searchGraphs(data.descriptor, data.layers, vertices));
      if (classes.length > 0) return tell({ type: "found", vertices, classes });
    }
    tell({ type: "none" });
  };
  run().catch((error: unknown) => tell({ type: "failed", message: messageOf(error) }));
};
